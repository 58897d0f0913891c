import { l10n } from "vscode";
import { mayStandInCode, sandboxVariable, tokenVariable } from "../../../domain/requestCode/codePlace.ts";
import type { CodePlace } from "../../../domain/requestCode/codePlace.ts";
import type { PreviewFormat } from "../../../domain/requestCode/requestPreview.ts";
import type { Account } from "../../accounts/accounts.ts";

/** What a format is called. */
export function formatLabel(format: PreviewFormat): string {
  return {
    json: l10n.t("JSON"),
    curl: l10n.t("curl (sh)"),
    typescript: l10n.t("TypeScript"),
    python: l10n.t("Python"),
  }[format];
}

/** Where code made for an account sends its request; `baseUrl` is where the account's requests go. */
export function codePlace({ account, baseUrl }: { account: Account; baseUrl: string }): CodePlace {
  const { project } = account;
  const named = project !== undefined && mayStandInCode(project.id) ? { projectId: project.id } : {};
  return account.kind === "sandbox"
    ? {
        ...named,
        baseUrl,
        variable: sandboxVariable,
        remark: l10n.t(
          "This is the local sandbox. Its address changes at each start: copy this code anew then.",
        ),
      }
    : { ...named, baseUrl, variable: tokenVariable(baseUrl) };
}
