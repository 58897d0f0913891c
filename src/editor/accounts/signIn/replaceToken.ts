import { env, l10n, UIKind } from "vscode";
import { display } from "../../../domain/text/display.ts";
import { endQuestions } from "../../kit/inputs/ask.ts";
import { inform } from "../../kit/notify.ts";
import type { Account } from "../accounts.ts";
import { askToken } from "./askToken.ts";
import type { AccountParts } from "./useAccount.ts";

/** Has an account's token replaced: tries the new one before it takes the place of the old one. Whether it has. */
export async function replaceToken(parts: AccountParts, account: Account): Promise<boolean> {
  if (account.kind === "sandbox") {
    void inform(l10n.t("The sandbox has a token of its own that needs no replacing."));
    return false;
  }
  const title = l10n.t("Replace Token of {0}", display(account.label));
  const frame = { title, back: false, stays: true };
  const token = await askToken(parts.service, frame, account.baseUrl).finally(endQuestions);
  if (token.kind !== "accepted") return false;
  if (!(await parts.accounts.replaceToken(account.id, token.value))) {
    void inform(l10n.t("Signed out meanwhile: the token was not stored."));
    return false;
  }
  parts.session.accept(account.id, token.value);
  parts.tokenReplaced();
  if (env.uiKind === UIKind.Web) {
    void inform(l10n.t("Token replaced. Reload other windows to use it there."));
  }
  return true;
}
