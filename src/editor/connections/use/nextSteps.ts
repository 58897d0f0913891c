// The next steps after code was copied: opening the code in a file, or running it.
import { l10n, window, workspace } from "vscode";
import type { CodeForm, CodeLanguage } from "../../../domain/code/useCode.ts";
import type { AccountAccess } from "../../accounts/clientFactory.ts";
import { isTerminalRemote, openAccountTerminal } from "../../accounts/accountTerminal.ts";
import { accountWithAddress } from "../../accounts/accountLabels.ts";
import { confirm, inform, type NotifyAction, warn } from "../../kit/notify.ts";
import type { ConnectionsContext } from "../context/context.ts";
import { languageIds } from "./chooseLanguage.ts";

export interface GeneratedCode {
  readonly code: string;
  readonly language: CodeLanguage;
  readonly form: CodeForm;
  /** The connection's name, for messages. */
  readonly about: string;
  readonly access: AccountAccess;
}

export async function openInNewFile({ code, language }: GeneratedCode): Promise<void> {
  const document = await workspace.openTextDocument({ content: code, language: languageIds[language] });
  await window.showTextDocument(document);
}

export function openAction(generated: GeneratedCode): NotifyAction {
  return { label: l10n.t("Open in New File"), run: () => openInNewFile(generated) };
}

/**
 * Reports that the code was copied, and offers to open the code. In a trusted workspace, also offers to run code that
 * isn't a notebook.
 */
export function offerNextSteps(parts: ConnectionsContext, generated: GeneratedCode): void {
  const run: readonly NotifyAction[] =
    workspace.isTrusted && generated.form !== "notebook"
      ? [{ label: l10n.t("Run in Terminal"), run: () => runInTerminal(parts, generated) }]
      : [];
  void inform(l10n.t("Code copied: {0}", generated.about), openAction(generated), ...run);
}

/**
 * Runs the code in a terminal that has the account's address and token as environment variables. Programs in the
 * terminal can read these variables, so the user must confirm unless the account is the sandbox.
 */
async function runInTerminal(
  { service, start }: ConnectionsContext,
  { access, code, language }: GeneratedCode,
): Promise<void> {
  if (access.account.kind === "service" && !(await confirmTokenExposure(access))) return;
  const variables = await service.terminalVariables(access);
  if (variables === undefined) {
    void warn(l10n.t("Not run: the account isn't available."), {
      label: l10n.t("Sign In"),
      run: () => start("managedAuth.signIn"),
    });
    return;
  }
  await openAccountTerminal({ account: access.account, variables, run: { code, language } });
}

function confirmTokenExposure(access: AccountAccess): Promise<boolean> {
  const exposure = isTerminalRemote()
    ? l10n.t("The terminal runs on another computer and gets KERNEL_BASE_URL and KERNEL_API_KEY, your token.")
    : l10n.t("The terminal gets KERNEL_BASE_URL and KERNEL_API_KEY, your token.");
  return confirm(
    l10n.t("Run the code as {0}?", accountWithAddress(access)),
    `${exposure} ${l10n.t("Programs and agents can read both until the terminal closes.")}`,
    l10n.t("Run in Terminal"),
  );
}
