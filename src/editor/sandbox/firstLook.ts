import type { Disposable } from "vscode";
import { isOfSandbox } from "../accounts/accounts.ts";
import type { Sandbox } from "../accounts/sandboxRunner.ts";
import type { Session } from "../accounts/session.ts";
import type { ConnectionsModel } from "../catalogue/connections.ts";

interface FirstLookParts {
  readonly connections: Pick<ConnectionsModel, "onDidChange">;
  readonly sandbox: Pick<Sandbox, "isUnseen">;
  readonly session: Pick<Session, "state">;
  /** Shows a connection by its id, without taking the focus. */
  readonly show: (id: string) => unknown;
}

/**
 * Shows the login that waits in a sandbox that has just begun, once its connections are read. Apart from the commands: it
 * is loaded with the view, they are with the first of them.
 */
export function followFirstLook({ connections, sandbox, session, show }: FirstLookParts): Disposable {
  return connections.onDidChange(({ reading }) => {
    const { state } = session;
    if (!sandbox.isUnseen || state.kind === "signedOut" || !isOfSandbox(state.account.id)) return;
    const waiting = reading?.rows.find(
      ({ flow_status: status, flow_step: step }) => status === "IN_PROGRESS" && step === "AWAITING_INPUT",
    );
    if (waiting === undefined) return;
    sandbox.isUnseen = false;
    show(waiting.id);
  });
}
