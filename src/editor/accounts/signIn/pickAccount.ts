import { l10n } from "vscode";
import { sandboxAccount } from "../accounts.ts";
import type { Account, Accounts } from "../accounts.ts";
import { pickOne } from "../../kit/inputs/ask.ts";
import type { Choice } from "../../kit/inputs/ask.ts";
import type { SessionState } from "../session.ts";
import { accountLabel } from "../words.ts";
import { displayAddress } from "../../words/addresses.ts";

/** Asks which account this window should work as; `"signIn"` asks for another one. */
export async function pickAccount(
  accounts: Accounts,
  state: SessionState,
): Promise<Account | "signIn" | undefined> {
  const [known, sandbox = sandboxAccount] = await Promise.all([
    accounts.list(),
    accounts.present(sandboxAccount.id),
  ]);
  const active = state.kind === "signedIn" ? state.account.id : undefined;
  const mark = (id: string, address: string): string =>
    id === active ? l10n.t("{0} · active in this window", address) : address;
  const answer = await pickOne<Account | "signIn">({
    frame: { title: l10n.t("Switch Account"), back: false },
    placeholder: l10n.t("Which account should this window use?"),
    choices: [
      ...known.map((account): Choice<Account> => ({
        label: accountLabel(account),
        description: mark(account.id, displayAddress(account.baseUrl)),
        value: account,
      })),
      {
        label: accountLabel(sandbox),
        description: mark(sandbox.id, l10n.t("sample data on this computer")),
        value: sandbox,
      },
      { label: `$(add) ${l10n.t("Sign In to Another Account…")}`, value: "signIn" },
    ],
    active: (value) => value !== "signIn" && value.id === active,
  });
  return answer.kind === "accepted" ? answer.value : undefined;
}
