import { commands as editorCommands, env, l10n, UIKind } from "vscode";
import * as z from "zod/mini";
import { command, type CommandGroup, plainCommand, type StartCommand } from "../../kit/command.ts";
import { entitlementsViewId } from "../../words/contributions.ts";
import { replaceToken, signInWindow } from "./signIn.ts";
import { type AccountParts, useAccount } from "./useAccount.ts";
import { type Account, sandboxAccount } from "../accounts.ts";
import { type Choice, pickOne } from "../../kit/inputs/ask.ts";

import { accountLabel, displayAddress } from "../accountLabels.ts";
import { accountIdOf, type AccountScope } from "../../../storage/scope.ts";
import type { AccountStore } from "../../../storage/accountStore.ts";
import { confirm, inform, bulletLines, showStatus } from "../../kit/notify.ts";

export function accountCommands(parts: AccountParts & SignOutParts & { readonly start: StartCommand }) {
  return {
    "managedAuth.signIn": plainCommand(async () => {
      // Reveal the view without moving the focus.
      if ((await signInWindow(parts)) !== undefined)
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
            : (await signInWindow(parts)) !== undefined;
        if (replaced && showEntitlements) await parts.start("managedAuth.showEntitlements", { fresh: true });
      },
    ),
    "managedAuth.switchAccount": plainCommand(async () => {
      const account = await pickAccount(parts);
      if (account === "signIn") await signInWindow(parts);
      else if (account !== undefined) await useAccount(parts, account, l10n.t("Switch Account"));
    }),
  } satisfies CommandGroup;
}

async function pickAccount({ accounts, session }: AccountParts): Promise<Account | "signIn" | undefined> {
  const [storedAccounts, sandbox = sandboxAccount] = await Promise.all([
    accounts.list(),
    accounts.findInChosenProject(sandboxAccount.id),
  ]);
  const active = session.state.account?.id;
  const mark = (id: string, address: string): string =>
    id === active ? l10n.t("{0} · active in this window", address) : address;
  const answer = await pickOne<Account | "signIn">({
    frame: { title: l10n.t("Switch Account"), back: false },
    placeholder: l10n.t("Choose this window's account"),
    choices: [
      ...storedAccounts.map((account): Choice<Account> => ({
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
  return answer.value;
}

interface SignOutParts extends Pick<AccountParts, "log" | "sandbox" | "session"> {
  readonly store: AccountStore;
  /** Describes the requests with an unknown outcome, which can only be checked with this account's token. */
  readonly pending: { readonly unknown: (scope: AccountScope) => Promise<readonly string[]> };
}

/**
 * Runs "Sign Out", which deletes the account's token and its stored files. Signing out of the sandbox stops the
 * sandbox. Asks for confirmation if some requests have an unknown outcome that can't be checked without the token.
 */
export async function signOut({ log, pending, sandbox, session, store }: SignOutParts): Promise<void> {
  const { state } = session;
  if (state.kind === "signedOut") {
    void inform(l10n.t("This window isn't signed in."));
    return;
  }
  const { account } = state;
  const scope = { accountId: accountIdOf(account.id) };
  // For the sandbox, skip the question. Its unknown outcomes can be checked later, because the sandbox keeps its token.
  const unknown = account.kind === "sandbox" ? [] : await pending.unknown(scope);
  if (unknown.length > 0 && !(await confirmSignOut(unknown))) return;
  // The window may have switched accounts while the dialog was open.
  if (session.state.kind === "signedOut" || accountIdOf(session.state.account.id) !== scope.accountId) return;
  await session.signOut();
  if (account.kind === "sandbox") {
    await sandbox.stop();
    showStatus(l10n.t("Signed out. The sandbox keeps its data."));
    return;
  }
  await log.logFailure("signOut", store.forget(scope));
  if (env.uiKind === UIKind.Web) void inform(l10n.t("Signed out. Reload other windows to sign out there."));
  else showStatus(l10n.t("Signed out of {0}", accountLabel(account)));
}

/**
 * Asks the user to confirm the sign-out. `names` describes the requests with an unknown outcome, which can't be
 * checked after the sign-out.
 */
async function confirmSignOut(names: readonly string[]): Promise<boolean> {
  return confirm(
    l10n.t("Sign out before the unknown results are checked?"),
    [
      ...bulletLines([...new Set(names)]),
      l10n.t("Without this account's token, these results can't be checked."),
    ].join("\n"),
    l10n.t("Sign Out Anyway"),
  );
}
