import { l10n, window } from "vscode";
import type { WindowSession } from "../accounts/session.ts";
import { inform } from "../kit/notify.ts";

export interface RefreshParts {
  readonly session: WindowSession;
  readonly signIn: () => Promise<unknown>;
}

/** Fetches a view's data again, with a progress bar in the view. Offers to sign in if the window is signed out. */
export async function refreshView(
  { session, signIn }: RefreshParts,
  viewId: string,
  refresh: () => Promise<unknown>,
): Promise<void> {
  if (session.state.kind === "signedOut") {
    void inform(l10n.t("Sign in first, then refresh."), { label: l10n.t("Sign In"), run: signIn });
    return;
  }
  await window.withProgress({ location: { viewId } }, refresh);
}
