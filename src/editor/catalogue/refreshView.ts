import { l10n, window } from "vscode";
import type { WindowSession } from "../accounts/session.ts";
import { inform } from "../kit/notify.ts";

export interface RefreshParts {
  readonly session: WindowSession;
  readonly signIn: () => Promise<unknown>;
}

/**
 * Fetches the data of a view again while the view shows a progress bar. If the window is signed out, offers to sign
 * in.
 */
export async function refreshView(
  { session, signIn }: RefreshParts,
  viewId: string,
  refresh: () => Promise<unknown>,
): Promise<void> {
  if (session.state.kind === "signedOut") {
    void inform(l10n.t("Sign in first, then refresh."), {
      label: l10n.t("Sign In"),
      run: signIn,
    });
    return;
  }
  await window.withProgress({ location: { viewId } }, refresh);
}
