import { EventEmitter, type Disposable, type Event } from "vscode";
import { connectionKey, type LoginSnapshot } from "../../domain/login/loginSnapshot.ts";

/** The tracked logins of all accounts. The login manager records each change here, and views listen here. */
export class LoginSnapshots implements Disposable {
  readonly #latest = new Map<string, LoginSnapshot>();
  readonly #changed = new EventEmitter<LoginSnapshot>();
  /**
   * Fires when a login changes, and one last time when the login ends or this window stops tracking it. If another login
   * of the same connection replaces a login, fires only for the new login.
   */
  readonly onDidChange: Event<LoginSnapshot> = this.#changed.event;

  /** For each connection, the login that this window tracked last. Sorted from oldest to newest. */
  get all(): readonly LoginSnapshot[] {
    return [...this.#latest.values()];
  }

  /** Returns the connection's login that this window tracked last, even if the login has ended. */
  of(accountId: string, connectionId: string): LoginSnapshot | undefined {
    return this.#latest.get(connectionKey(accountId, connectionId));
  }

  /** Stores the new state of a login and notifies the listeners. */
  record(login: LoginSnapshot): void {
    const id = connectionKey(login.accountId, login.connectionId);
    // Move a new login to the end.
    if (this.#latest.get(id)?.key !== login.key) this.#latest.delete(id);
    this.#latest.set(id, login);
    this.#changed.fire(login);
  }

  dispose(): void {
    this.#changed.dispose();
  }
}
