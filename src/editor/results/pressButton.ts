import { env, l10n } from "vscode";
import { accountLabel } from "../accounts/accountLabels.ts";
import { type Account, isSandboxId } from "../accounts/accounts.ts";
import type { WindowSession } from "../accounts/session.ts";
import { copyLines, inform, showStatus } from "../kit/notify.ts";
import type { LinkOpener } from "../kit/openExternal.ts";
import type { CommandId } from "../words/contributions.ts";
import { cardText } from "./cardText.ts";
import { type ButtonAction, needsAccount } from "./buttons.ts";
import type { CommandResult } from "./result.ts";

export interface PressParts {
  readonly session: WindowSession;
  readonly opener: LinkOpener;
  readonly start: (command: CommandId, args?: unknown) => Promise<unknown>;
  readonly signIn: () => Promise<unknown>;
  readonly use: (account: Account, title: string) => Promise<unknown>;
}

export async function pressButton(
  parts: PressParts,
  effect: ButtonAction,
  result: CommandResult,
): Promise<void> {
  switch (effect.does) {
    case "copyId":
      return copyLine(effect.id, l10n.t("ID copied"));
    case "copyValue":
      return copyLine(effect.text, l10n.t("Copied"));
    case "copyDetails":
      return copyText(cardText(result.card), l10n.t("Copied as text"));
    case "copyRequest":
      return copyText(effect.text, l10n.t("Request copied"));
    case "open":
      return openLoginPage(parts, result);
    case "openWebsite":
      return parts.opener.openWebsite(effect.domain);
    case "run":
      if (!needsAccount(effect) || (await isResultAccountActive(parts, result.accountId)))
        await parts.start(effect.command, effect.args);
  }
}

async function copyText(text: string, message: string): Promise<void> {
  await env.clipboard.writeText(text);
  showStatus(message);
}

async function copyLine(text: string, message: string): Promise<void> {
  if (await copyLines([text])) showStatus(message);
}

/** Opens the page of a running login. Only the window that fetched the login knows the URL, which is never stored. */
async function openLoginPage({ opener }: PressParts, { accountId, secrets }: CommandResult): Promise<void> {
  const address = secrets?.hosted_url;
  if (address === undefined)
    void inform(l10n.t("The address wasn't saved. Refresh to read the address again."));
  else if (isSandboxId(accountId)) await opener.openFromSandbox(address);
  else await opener.open(address);
}

/** True if the window still uses the result's account. Otherwise, shows a message that explains how to proceed. */
async function isResultAccountActive(parts: PressParts, accountId: string | undefined): Promise<boolean> {
  const { session } = parts;
  if (session.state.kind === "signedIn" && session.state.account.id === accountId) return true;
  const account = accountId === undefined ? undefined : await session.find(accountId);
  if (account === undefined) {
    // Offer to sign in if the window has no account. Signing in creates a different account, so this result's buttons
    // stay disabled.
    const signIn = { label: l10n.t("Sign In"), run: parts.signIn };
    void inform(
      l10n.t("The account is signed out. Run the command again."),
      ...(session.state.kind === "signedOut" ? [signIn] : []),
    );
  } else {
    void inform(l10n.t("This result belongs to {0}. Switch to that account first.", accountLabel(account)), {
      label: l10n.t("Switch Account"),
      run: () => parts.use(account, l10n.t("Switch Account")),
    });
  }
  return false;
}
