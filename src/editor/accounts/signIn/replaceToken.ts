import { env, l10n, UIKind } from "vscode";
import { display } from "../../../domain/text/display.ts";
import { endQuestions } from "../../kit/inputs/ask.ts";
import { inform } from "../../kit/notify.ts";
import type { Account, Accounts } from "../accounts.ts";
import type { Service } from "../service.ts";
import type { Session } from "../session.ts";
import { askToken } from "./askToken.ts";

/** What replacing a token works with. */
export interface ReplaceTokenParts {
  readonly accounts: Accounts;
  readonly session: Session;
  readonly service: Service;
  /** Called once an account has another token, which may be the same that the service takes again. */
  readonly tokenReplaced: () => void;
}

/** Has an account's token replaced: tries the new one before it takes the place of the old one. Whether it has. */
export async function replaceToken(parts: ReplaceTokenParts, account: Account): Promise<boolean> {
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
