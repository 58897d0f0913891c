import { commands, env, l10n, UIKind, version } from "vscode";
import { extensionId } from "../words/contributions.ts";

/** "Report an Issue…": opens VS Code's own issue reporter with the versions filled in. */
export async function reportIssue(extensionVersion: string): Promise<void> {
  await commands.executeCommand("workbench.action.openIssueReporter", {
    extensionId,
    issueBody: [
      l10n.t("What did you do, what did you expect, and what happened instead? Never paste a token."),
      l10n.t(
        "Is it a vulnerability? Then write nothing here: report it through the repository's private security advisories.",
      ),
      "",
      "",
      `- Managed Auth ${extensionVersion}`,
      `- VS Code ${version} (${env.appName}, ${env.uiKind === UIKind.Web ? "web" : "desktop"}${env.remoteName === undefined ? "" : ", remote"})`,
      `- Node.js ${process.versions.node}, ${process.platform} ${process.arch}`,
    ].join("\n"),
  });
}
