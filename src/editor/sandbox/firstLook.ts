import type { Disposable } from "vscode";
import { isSandboxId } from "../accounts/accounts.ts";
import type { ConnectionsModel } from "../catalogue/connectionsModel.ts";
import type { SessionState } from "../accounts/session.ts";

interface FirstLookServices {
  readonly connections: ConnectionsModel;
  readonly sandbox: { hasUnseenLogin: boolean };
  readonly session: { readonly state: SessionState };
  /** Shows the page of a connection without moving the focus. */
  readonly show: (id: string) => unknown;
}

/**
 * Shows the sample login that waits for input in a new sandbox, once the connections are fetched. Isn't part of the
 * sandbox commands, because those are loaded on first use, whereas this file is loaded with the view.
 */
export function followFirstLook({ connections, sandbox, session, show }: FirstLookServices): Disposable {
  return connections.onDidChange(({ reading }) => {
    const { state } = session;
    if (!sandbox.hasUnseenLogin || state.kind === "signedOut" || !isSandboxId(state.account.id)) return;
    const waiting = reading?.rows.find(
      ({ flow_status: status, flow_step: step }) => status === "IN_PROGRESS" && step === "AWAITING_INPUT",
    );
    if (waiting === undefined) return;
    sandbox.hasUnseenLogin = false;
    show(waiting.id);
  });
}
