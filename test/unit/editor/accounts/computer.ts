// Storage that is kept when a window closes, and windows that use this storage.
import { AccountRegistry, type ServiceAccount } from "../../../../src/editor/accounts/accounts.ts";
import { WindowSession, type SessionState } from "../../../../src/editor/accounts/session.ts";
import { Memento, SecretStorage } from "../../../doubles/vscode.ts";

export const origin = "https://api.example.com";

/** Secret storage and the state that all windows share. */
export class Computer {
  readonly secrets = new SecretStorage();
  readonly shared = new Memento();
  readonly accounts = new AccountRegistry(this.secrets);
  readonly add = (label = "Team"): Promise<ServiceAccount> => this.accounts.add(label, origin, "sk_token_1");
  /** Opens a window. A reloaded window keeps its own memento. */
  readonly window = (
    own = new Memento(),
  ): { session: WindowSession; own: Memento; states: SessionState[] } => {
    const session = new WindowSession(new AccountRegistry(this.secrets), own, this.shared);
    const states: SessionState[] = [];
    session.onDidChange((state) => states.push(state));
    return { session, own, states };
  };
}

/** Resolves to the session's state after its next change. */
export const nextState = (session: WindowSession): Promise<SessionState> =>
  new Promise((resolve) => {
    const following = session.onDidChange((state) => {
      following.dispose();
      resolve(state);
    });
  });
