import { commands as editorCommands, commands, env, l10n, UIKind, version } from "vscode";
import { accountCommands } from "../accounts/signIn/commands.ts";
import { creationCommands } from "../connections/creation/commands.ts";
import { editingCommands } from "../connections/editing/commands.ts";
import { historyCommands } from "../connections/history/commands.ts";
import { listedCommands } from "../connections/listed/commands.ts";
import { loginCommands } from "../connections/login/commands.ts";
import { overviewCommands } from "../connections/overview/commands.ts";
import { shownCommands } from "../connections/shown/commands.ts";
import { useCommands } from "../connections/use/commands.ts";
import { entitlementsCommands } from "../entitlements/commands.ts";
import { fileCommands } from "../files/commands.ts";
import { identityCommands } from "../identity/commands.ts";
import { plainCommand, type Commands } from "../kit/command.ts";
import { cancelShownWait } from "../kit/questionHost.ts";
import { openWaitingQuestion } from "../kit/waiting.ts";
import { mcpCommands } from "../mcp/commands.ts";
import { projectCommands } from "../projects/commands.ts";
import { credentialCommands } from "../resources/credentials/credentials.ts";
import { destinationCommands } from "../resources/destinations/commands.ts";
import { browserCommands } from "../resources/browsers/commands.ts";
import { profileCommands } from "../resources/profiles/profiles.ts";
import { providerCommands } from "../resources/providers/commands.ts";
import { proxyCommands } from "../resources/proxies/commands.ts";
import { sandboxCommands } from "../sandbox/commands.ts";
import { sidebarCommands } from "../sidebar/commands.ts";
import { extensionId, walkthroughId } from "../words/contributions.ts";
import type { Parts } from "./parts.ts";
import { display } from "../../domain/text/display.ts";
import { pickOne, type Choice } from "../kit/inputs/ask.ts";
import { inform } from "../kit/notify.ts";
import { addSkill } from "../tools/addSkill.ts";
import { contextLine } from "../results/cardText.ts";
import { formatTimeWithSeconds } from "../words/formatting.ts";
import type { ResultPanel } from "../results/panel.ts";
import type { CommandResult } from "../results/result.ts";
import type { DatedResult } from "../results/resultStore.ts";

export function allCommands(parts: Parts): Commands {
  return {
    ...accountCommands(parts),
    ...creationCommands(parts),
    ...shownCommands(parts),
    ...historyCommands(parts),
    ...overviewCommands(parts),
    ...editingCommands(parts),
    ...loginCommands(parts),
    ...listedCommands(parts),
    ...useCommands(parts),
    ...fileCommands(parts),
    "managedAuth.addSkill": plainCommand(addSkill),
    ...destinationCommands(parts),
    ...browserCommands(parts),
    ...profileCommands(parts),
    ...providerCommands(parts),
    ...proxyCommands(parts),
    ...credentialCommands(parts),
    ...entitlementsCommands(parts),
    ...sandboxCommands(parts),
    ...identityCommands(parts),
    ...projectCommands(parts),
    ...mcpCommands(parts),
    ...sidebarCommands(parts),
    "managedAuth.showRecentResult": plainCommand(() => showRecentResult(parts.panel)),
    "managedAuth.reportIssue": plainCommand(() => reportIssue(parts.version)),
    "managedAuth.getStarted": plainCommand(() =>
      editorCommands.executeCommand(
        "workbench.action.openWalkthrough",
        `${extensionId}#${walkthroughId}`,
        false,
      ),
    ),
    "managedAuth.cancelWait": plainCommand(cancelShownWait),
    "managedAuth.openWaitingQuestion": plainCommand(openWaitingQuestion),
    "managedAuth.showLog": plainCommand(() => parts.log.show()),
  };
}

/** Runs "Report an Issue…", which opens VS Code's issue reporter with the versions filled in. */
export async function reportIssue(extensionVersion: string): Promise<void> {
  await commands.executeCommand("workbench.action.openIssueReporter", {
    extensionId,
    issueBody: [
      l10n.t("Say what you did, what you expected, and what happened. Never paste a token."),
      l10n.t("Report a vulnerability only through the repository's private security advisories, not here."),
      "",
      "",
      `- Managed Auth ${extensionVersion}`,
      `- VS Code ${version} (${env.appName}, ${env.uiKind === UIKind.Web ? "web" : "desktop"}${env.remoteName === undefined ? "" : ", remote"})`,
      `- Node.js ${process.versions.node}, ${process.platform} ${process.arch}`,
    ].join("\n"),
  });
}

/** Runs "Show Recent Result…", which shows a result of the last seven days. The result can come from any window. */
export async function showRecentResult(panel: ResultPanel): Promise<void> {
  const results = await panel.recent.all();
  if (results.length === 0) {
    void inform(l10n.t("No results in the last seven days."));
    return;
  }
  const answer = await pickOne<CommandResult>({
    frame: { title: l10n.t("Show Recent Result"), back: false },
    placeholder: l10n.t("Choose a result to show again"),
    choices: resultChoices(results),
  });
  if (answer.kind === "accepted") await panel.reshow(answer.value);
}

/**
 * Returns a picker row for each result, with its subject, account and time. If two rows would look the same, their
 * times include seconds.
 */
function resultChoices(results: readonly DatedResult[]): readonly Choice<CommandResult>[] {
  const texts = ({ result: { about, card } }: DatedResult): readonly string[] =>
    [card.title, about ?? "", contextLine(card)].map(display);
  const resultsByText = Map.groupBy(results, (dated) => texts(dated).join("\n"));
  return results.map((dated) => {
    const [label = "", description = "", context = ""] = texts(dated);
    const twins = resultsByText.get(texts(dated).join("\n")) ?? [];
    const detail = twins.length > 1 ? `${context} · ${formatTimeWithSeconds(new Date(dated.at))}` : context;
    return { label, ...(description !== "" && { description }), detail, value: dated.result };
  });
}
