import { createHash } from "node:crypto";
import { type Disposable, EventEmitter, type Memento } from "vscode";
import { setContext } from "../kit/contextKeys.ts";
import {
  firstAccountId,
  type LastAccount,
  lastAccountKey,
  signedOutId,
  windowAccountKey,
} from "./storageKeys.ts";
import { accountIdOf } from "../../storage/scope.ts";
import { type Account, type AccountRegistry, inProject, sandboxAccount } from "./accounts.ts";

/** The account of this window. Each change creates a new object, so that an identity comparison detects changes. */
export type SessionState =
  | {
      readonly kind: "signedOut";
      /** The account's label. Set only if secret storage has lost the account's token. */
      readonly lostLabel?: string;
      readonly account?: undefined;
    }
  | { readonly kind: "signedIn"; readonly account: Account };

export type ActiveSession = Pick<WindowSession, "state" | "onDidChange">;

/** The active account of this window. Applies changes that other windows make to the accounts. */
export class WindowSession implements Disposable {
  readonly #accounts: AccountRegistry;
  readonly #windowState: Memento;
  readonly #globalState: Memento;
  readonly #changed = new EventEmitter<SessionState>();
  readonly #subscriptions: readonly Disposable[];
  readonly #rejectedTokens = new Map<string, string>();
  #state: SessionState = { kind: "signedOut" };
  #stateKey: string | undefined;
  /** Incremented by each account choice, so that a slow restore or another window can't override a newer choice. */
  #selectionCount = 0;
  readonly onDidChange = this.#changed.event;

  constructor(accounts: AccountRegistry, windowState: Memento, globalState: Memento) {
    this.#accounts = accounts;
    this.#windowState = windowState;
    this.#globalState = globalState;
    this.#subscriptions = [
      accounts.onDidChange((id) => this.#followAccount(id)),
      accounts.onDidChooseProject((id) => this.#followProject(id)),
    ];
  }

  get state(): SessionState {
    return this.#state;
  }

  /**
   * Restores this window's account. Falls back to the account that was last used in any window, and then to the
   * sandbox if `sandboxByDefault` is true.
   */
  async restore(sandboxByDefault: boolean): Promise<void> {
    const isFirst = (): boolean => this.#selectionCount === 0;
    const lastAccount = this.#globalState.get<LastAccount>(lastAccountKey);
    const id = firstAccountId(this.#windowState, this.#globalState);
    // Run both reads in parallel. Each read is a round trip to another process, and the first rows wait for both.
    const [account, mark] =
      id === undefined
        ? []
        : await Promise.all([this.#accounts.findInChosenProject(id), this.#accounts.versionHash(id)]);
    if (!isFirst()) return;
    if (account !== undefined) {
      this.#applyState({ kind: "signedIn", account }, mark);
    } else if (sandboxByDefault && id !== signedOutId) {
      await this.switchTo((await this.#accounts.findInChosenProject(sandboxAccount.id)) ?? sandboxAccount);
    } else if (id !== signedOutId && id === lastAccount?.id && lastAccount !== undefined) {
      await this.#globalState.update(lastAccountKey, undefined);
      await this.#applyIfWanted({ kind: "signedOut", lostLabel: lastAccount.label }, isFirst);
    } else {
      await this.#applyIfWanted({ kind: "signedOut" }, isFirst);
    }
  }

  /** Finds an account, and its project if `id` contains one. Returns undefined if the account isn't stored. */
  async find(id: string): Promise<Account | undefined> {
    return this.#accounts.find(id);
  }

  /**
   * Activates an account and its project in this window. Returns false if another window has signed out of the
   * account or if `isWanted` returns false.
   */
  async switchTo({ id, project }: Account, isWanted = (): boolean => true): Promise<boolean> {
    const found = await this.find(id);
    if (found === undefined || !isWanted()) return false;
    const account = inProject(found, project);
    const choice = ++this.#selectionCount;
    const accountId = accountIdOf(id);
    await this.#windowState.update(windowAccountKey, accountId);
    if (account.kind === "service") {
      const lastAccount: LastAccount = { id: accountId, label: account.label };
      await this.#globalState.update(lastAccountKey, lastAccount);
    }
    await this.#accounts.storeChosenProject(account);
    await this.#applyIfWanted({ kind: "signedIn", account }, () => choice === this.#selectionCount);
    return true;
  }

  /** Signs out of the active account. If it is an account of the service, deletes its token. */
  async signOut(): Promise<void> {
    const state = this.#state;
    if (state.kind === "signedOut") return;
    const choice = ++this.#selectionCount;
    await this.#windowState.update(windowAccountKey, signedOutId);
    await this.#applyIfWanted({ kind: "signedOut" }, () => choice === this.#selectionCount);
    if (state.account.kind === "service") {
      await this.#forgetLastAccount(state.account.id);
      await this.#accounts.remove(state.account.id);
    }
  }

  /**
   * Checks that the active account still exists. Called when the window gains focus, because not every window
   * receives events about changed secrets.
   */
  async recheck(): Promise<void> {
    const { account } = this.#state;
    if (account !== undefined) await this.#followAccount(accountIdOf(account.id));
  }

  /**
   * Records that the service refused this token. The record is cleared when the service accepts the token or the user
   * replaces the token.
   */
  rejectToken(accountId: string, token: string): void {
    this.#rejectedTokens.set(accountIdOf(accountId), tokenFingerprint(token));
  }

  /** Clears the record of a refused token once the service accepts the token. */
  acceptToken(accountId: string, token: string): void {
    if (this.isTokenRejected(accountId, token)) this.#rejectedTokens.delete(accountIdOf(accountId));
  }

  isTokenRejected(accountId: string, token: string): boolean {
    const rejected = this.#rejectedTokens.get(accountIdOf(accountId));
    return rejected !== undefined && rejected === tokenFingerprint(token);
  }

  dispose(): void {
    for (const disposable of this.#subscriptions) disposable.dispose();
    this.#changed.dispose();
  }

  async #followAccount(id: string): Promise<void> {
    const state = this.#state;
    const choice = this.#selectionCount;
    const isStill = (): boolean => state === this.#state && choice === this.#selectionCount;
    const account = await this.#accounts.findInChosenProject(id);
    if (!isStill()) return;
    if (state.kind === "signedIn" && accountIdOf(state.account.id) === id) {
      if (account === undefined) await this.#forgetLastAccount(id);
      const now: SessionState = account === undefined ? { kind: "signedOut" } : { kind: "signedIn", account };
      await this.#applyIfWanted(now, isStill);
    } else if (state.kind === "signedOut" && account !== undefined) {
      // Sign in only to new accounts. After the user has signed out, replacing a token in another window must not
      // sign this window in again.
      if (!(await this.#accounts.wasTokenReplaced(id)) && isStill()) await this.switchTo(account, isStill);
    }
  }

  async #followProject(id: string): Promise<void> {
    const state = this.#state;
    if (state.kind === "signedIn" && accountIdOf(state.account.id) === id) await this.#followAccount(id);
  }

  async #forgetLastAccount(id: string): Promise<void> {
    if (this.#globalState.get<LastAccount>(lastAccountKey)?.id === accountIdOf(id))
      await this.#globalState.update(lastAccountKey, undefined);
  }

  /** Reads the version of the stored account, then applies the state if `isWanted` still returns true. */
  async #applyIfWanted(state: SessionState, isWanted: () => boolean): Promise<void> {
    const mark =
      state.kind === "signedIn" ? await this.#accounts.versionHash(state.account.id) : state.lostLabel;
    if (isWanted()) this.#applyState(state, mark);
  }

  /**
   * Applies a state only if it differs from the current one. Otherwise, events that this window itself caused would
   * disturb a user who is reading a page. `mark` distinguishes the stored versions of an account.
   */
  #applyState(state: SessionState, mark: string | undefined): void {
    const { id, project } = state.account ?? { id: signedOutId, project: undefined };
    const fingerprint = JSON.stringify([id, project?.name, mark]);
    if (fingerprint === this.#stateKey) return;
    this.#stateKey = fingerprint;
    this.#state = state;
    const account = state.account?.kind ?? "none";
    // Don't wait for the context keys, because only menus depend on them.
    void setContext("managedAuth.account", account);
    void setContext("managedAuth.signedOut", state.kind === "signedOut");
    // Show the commands for projects until the service reports that the organization has no projects.
    void setContext("managedAuth.projects", state.kind === "signedIn");
    this.#changed.fire(state);
  }
}

function tokenFingerprint(token: string): string {
  return createHash("sha256").update(token).digest("base64");
}
