import { commands as editorCommands, l10n } from "vscode";
import * as z from "zod/mini";
import { command, plainCommand } from "../../kit/command.ts";
import type { Commands } from "../../kit/command.ts";
import { entitlementsViewId } from "../../words/contributions.ts";
import { pickAccount } from "./pickAccount.ts";
import { replaceToken } from "./replaceToken.ts";
import { signInHere } from "./signIn.ts";
import { signOut } from "./signOut.ts";
import type { SignOutParts } from "./signOut.ts";
import { use } from "./useAccount.ts";
import type { AccountParts } from "./useAccount.ts";

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
