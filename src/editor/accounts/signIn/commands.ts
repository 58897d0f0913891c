import { commands as editorCommands, l10n } from "vscode";
import * as z from "zod/mini";
import { command, plainCommand } from "../../kit/command.ts";
import type { Commands } from "../../kit/command.ts";
import { entitlementsViewId } from "../../words/contributions.ts";
import { replaceToken } from "./replaceToken.ts";
import { signInHere } from "./signIn.ts";
import { signOut } from "./signOut.ts";
import type { SignOutParts } from "./signOut.ts";
import { use } from "./useAccount.ts";
import type { AccountParts } from "./useAccount.ts";
import { sandboxAccount } from "../accounts.ts";
import type { Account, Accounts } from "../accounts.ts";
import { pickOne } from "../../kit/inputs/ask.ts";
import type { Choice } from "../../kit/inputs/ask.ts";
import type { SessionState } from "../session.ts";
import { accountLabel } from "../words.ts";
import { displayAddress } from "../../words/addresses.ts";

/** What people do about accounts. */
export function accountCommands(parts: AccountParts & SignOutParts) {
  return {
    "managedAuth.signIn": plainCommand(async () => {
      // The focus stays where it is.
      if ((await signInHere(parts)) !== undefined)
        await editorCommands.executeCommand(`${entitlementsViewId}.focus`, { preserveFocus: true });
    }),
    "managedAuth.signOut": plainCommand(() => signOut(parts)),
    "managedAuth.replaceToken": command(
      z.strictObject({ showEntitlements: z.optional(z.literal(true)) }),
      async ({ showEntitlements }) => {
        const { state } = parts.session;
        const replaced =
          state.kind === "signedIn"
            ? await replaceToken(parts, state.account)
            : (await signInHere(parts)) !== undefined;
        return replaced && showEntitlements === true
          ? { command: "managedAuth.showEntitlements", told: { fresh: true } }
          : undefined;
      },
    ),
    "managedAuth.switchAccount": plainCommand(async () => {
      const account = await pickAccount(parts.accounts, parts.session.state);
      if (account === "signIn") await signInHere(parts);
      else if (account !== undefined) await use(parts, account, l10n.t("Switch Account"));
    }),
  } satisfies Partial<Commands>;
}

/** Asks which account this window should work as; `"signIn"` asks for another one. */
async function pickAccount(accounts: Accounts, state: SessionState): Promise<Account | "signIn" | undefined> {
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
