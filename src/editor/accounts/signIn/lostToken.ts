import { l10n } from "vscode";
import { display } from "../../../domain/text/display.ts";
import { warn } from "../../kit/notify.ts";
import { signInHere } from "./signIn.ts";
import type { AccountParts } from "./useAccount.ts";

/** Says that secret storage has lost the token of the account this window worked as, if so. */
export async function explainLostToken(parts: AccountParts): Promise<void> {
  const { state } = parts.session;
  if (state.kind === "signedIn" || state.lost === undefined) return;
  await warn(
    l10n.t(
      "VS Code's secret storage no longer has the token of {0}. If this happens after each start, VS Code has no keyring to keep it in.",
      display(state.lost),
    ),
    { label: l10n.t("Sign In"), run: () => signInHere(parts) },
  );
}
