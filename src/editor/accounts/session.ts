import { createHash } from "node:crypto";
import { type Disposable, EventEmitter, type Memento } from "vscode";
import { setContext } from "../kit/contextKeys.ts";
import { firstAccountId, type LastAccount, lastAccountKey, nobody, windowAccountKey } from "./keys.ts";
import { accountIdOf } from "../../storage/scope.ts";
import { type Account, type Accounts, inProject, sandboxAccount } from "./accounts.ts";

/** Who this window uses. Every change is a new object, so "did it change meanwhile?" is a comparison. */
export type SessionState =
  | {
      readonly kind: "signedOut";
      /** Label of an account whose token secret storage has lost. */ readonly lost?: string;
    }
  | { readonly kind: "signedIn"; readonly account: Account };

/** The active account of this window. It follows what other windows do to the accounts. */
export class Session implements Disposable {
  readonly #accounts: Accounts;
  readonly #windowState: Memento;
  readonly #globalState: Memento;
  readonly #changed = new EventEmitter<SessionState>();
  readonly #following: readonly Disposable[];
  readonly #rejected = new Map<string, string>();
  #state: SessionState = { kind: "signedOut" };
  #said: string | undefined;
  /** Counts what was chosen in this window: the last choice holds, whatever is heard of accounts meanwhile. */
  #choice = 0;
  readonly onDidChange = this.#changed.event;

  constructor(accounts: Accounts, windowState: Memento, globalState: Memento) {
    this.#accounts = accounts;
    this.#windowState = windowState;
    this.#globalState = globalState;
    this.#following = [
      accounts.onDidChange((id) => this.#follow(id)),
      accounts.onDidChooseProject((id) => this.#followProject(id)),
    ];
  }

  get state(): SessionState {
    return this.#state;
  }

  /**
   * Takes up the account this window worked as, else the one last used anywhere, else the sandbox if
   * `sandboxByDefault`.
   */
  async restore(sandboxByDefault: boolean): Promise<void> {
    const isFirst = (): boolean => this.#choice === 0;
    const last = this.#globalState.get<LastAccount>(lastAccountKey);
    const id = firstAccountId(this.#windowState, this.#globalState);
    // Both at once: secret storage is another process, and the first rows wait for it.
    const [account, mark] =
      id === undefined ? [] : await Promise.all([this.#accounts.present(id), this.#accounts.mark(id)]);
    if (!isFirst()) return;
    if (account !== undefined) {
      this.#settle({ kind: "signedIn", account }, mark);
    } else if (sandboxByDefault && id !== nobody) {
      await this.use((await this.#accounts.present(sandboxAccount.id)) ?? sandboxAccount);
    } else if (id !== nobody && id === last?.id && last !== undefined) {
      await this.#globalState.update(lastAccountKey, undefined);
      await this.#become({ kind: "signedOut", lost: last.label }, isFirst);
    } else {
      await this.#become({ kind: "signedOut" }, isFirst);
    }
  }

  /** The account with this id, in the project of that, if the window can work as it. */
  async find(id: string): Promise<Account | undefined> {
    return this.#accounts.find(id);
  }

  /** The same, in the project that is chosen for it. */
  async present(id: string): Promise<Account | undefined> {
    return this.#accounts.present(id);
  }

  /**
   * Makes an account the active one of this window, and its project the one that is chosen for it; `false` where another
   * window has signed it out meanwhile, or it is no longer wanted.
   */
  async use({ id, project }: Account, isWanted = (): boolean => true): Promise<boolean> {
    const found = await this.find(id);
    if (found === undefined || !isWanted()) return false;
    const account = inProject(found, project);
    const choice = ++this.#choice;
    const accountId = accountIdOf(id);
    await this.#windowState.update(windowAccountKey, accountId);
    if (account.kind === "service") {
      const last: LastAccount = { id: accountId, label: account.label };
      await this.#globalState.update(lastAccountKey, last);
    }
    await this.#accounts.choose(account);
    await this.#become({ kind: "signedIn", account }, () => choice === this.#choice);
    return true;
  }

  /** Leaves the active account; a token of the service is deleted with it. */
  async signOut(): Promise<void> {
    const state = this.#state;
    if (state.kind === "signedOut") return;
    const choice = ++this.#choice;
    await this.#windowState.update(windowAccountKey, nobody);
    await this.#become({ kind: "signedOut" }, () => choice === this.#choice);
    if (state.account.kind === "service") {
      await this.#forgetLast(state.account.id);
      await this.#accounts.remove(state.account.id);
    }
  }

  /** Looks again whether the active account is still there: where no event crosses windows, focus does. */
  async recheck(): Promise<void> {
    const state = this.#state;
    if (state.kind === "signedIn") {
      await this.#follow(accountIdOf(state.account.id));
    }
  }

  /** Notes that the service refused this token; another one of the account, or its being accepted, clears it. */
  reject(accountId: string, token: string): void {
    this.#rejected.set(accountIdOf(accountId), fingerprint(token));
  }

  /** Notes that the service accepted this token of the account. */
  accept(accountId: string, token: string): void {
    if (this.isRejected(accountId, token)) this.#rejected.delete(accountIdOf(accountId));
  }

  isRejected(accountId: string, token: string): boolean {
    const rejected = this.#rejected.get(accountIdOf(accountId));
    return rejected !== undefined && rejected === fingerprint(token);
  }

  dispose(): void {
    for (const one of this.#following) one.dispose();
    this.#changed.dispose();
  }

  async #follow(id: string): Promise<void> {
    const state = this.#state;
    const choice = this.#choice;
    const isStill = (): boolean => state === this.#state && choice === this.#choice;
    const account = await this.#accounts.present(id);
    if (!isStill()) return;
    if (state.kind === "signedIn" && accountIdOf(state.account.id) === id) {
      if (account === undefined) await this.#forgetLast(id);
      await this.#become(
        account === undefined ? { kind: "signedOut" } : { kind: "signedIn", account },
        isStill,
      );
    } else if (state.kind === "signedOut" && account !== undefined) {
      // Only a new account: a window whose user signed out stays so whatever becomes of the others.
      if (!(await this.#accounts.isReplaced(id)) && isStill()) await this.use(account, isStill);
    }
  }

  /** Which project an account works in is news only to who works as it. */
  async #followProject(id: string): Promise<void> {
    const state = this.#state;
    if (state.kind === "signedIn" && accountIdOf(state.account.id) === id) await this.#follow(id);
  }

  async #forgetLast(id: string): Promise<void> {
    if (this.#globalState.get<LastAccount>(lastAccountKey)?.id === accountIdOf(id)) {
      await this.#globalState.update(lastAccountKey, undefined);
    }
  }

  /** Takes a state up, if it is still wanted once secret storage has answered. */
  async #become(state: SessionState, isWanted: () => boolean): Promise<void> {
    const mark = state.kind === "signedIn" ? await this.#accounts.mark(state.account.id) : state.lost;
    if (isWanted()) this.#settle(state, mark);
  }

  /**
   * Takes a state up, unless it says what the last one said: an event of this window's own doing brings nothing new, and
   * whoever reads meanwhile is not disturbed by it. `mark` tells an account's stored forms apart.
   */
  #settle(state: SessionState, mark: string | undefined): void {
    const { id, project } = state.kind === "signedIn" ? state.account : { id: nobody };
    const said = JSON.stringify([id, project?.name, mark]);
    if (said === this.#said) return;
    this.#said = said;
    this.#state = state;
    const account = state.kind === "signedIn" ? state.account.kind : "none";
    // They decide what is offered, not what rows say, so nothing waits for them.
    void setContext("managedAuth.account", account);
    void setContext("managedAuth.signedIn", state.kind === "signedIn");
    // Until an organization says that it has none.
    void setContext("managedAuth.projects", state.kind === "signedIn");
    this.#changed.fire(state);
  }
}

function fingerprint(token: string): string {
  return createHash("sha256").update(token).digest("base64");
}
