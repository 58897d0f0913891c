// Windows of one user. Each has its own `Logins`, and all share a folder, a service and a clock.
import type { TestContext } from "node:test";
import { EventEmitter } from "vscode";
import { sandboxAccount } from "../../../../src/editor/accounts/accounts.ts";
import type { AccountAccess } from "../../../../src/editor/accounts/clientFactory.ts";
import type { SessionState } from "../../../../src/editor/accounts/session.ts";
import { LoginSnapshots } from "../../../../src/editor/catalogue/loginSnapshots.ts";
import type { LoginSnapshot } from "../../../../src/domain/login/loginSnapshot.ts";
import { LoginManager } from "../../../../src/editor/logins/loginManager.ts";
import { DiskClock } from "../../../support/diskClock.ts";
import { LoginService } from "../../../support/loginService.ts";
import { AccountStore } from "../../../../src/storage/accountStore.ts";
import { temporaryDirectory } from "../../../support/temporary.ts";

export const account = sandboxAccount.id;
export const id = "ma_1";
export const signal = new AbortController().signal;

export async function openWindows(t: TestContext) {
  const clock = new DiskClock();
  const service = new LoginService(clock);
  const closing: (() => Promise<void>)[] = [];
  // Runs before the folder is deleted.
  t.after(async () => {
    for (const close of closing) await close();
  });
  const storage = await temporaryDirectory(t);
  const openWindow = () => {
    const client = service.client();
    const access: AccountAccess = { account: sandboxAccount, baseUrl: "https://api.example.test", client };
    const changed = new EventEmitter<SessionState>();
    const session = {
      state: { kind: "signedIn", account: sandboxAccount } as SessionState,
      onDidChange: changed.event,
    };
    const faults: unknown[] = [];
    const store = new AccountStore(storage);
    const connections = { logins: new LoginSnapshots() };
    const log = { fault: (_: string, fault: unknown) => faults.push(fault) };
    const logins = new LoginManager({ session, store, connections, log, clock });
    const snapshots: LoginSnapshot[] = [];
    const listening = connections.logins.onDidChange((login) => snapshots.push(login));
    closing.push(async () => {
      listening.dispose();
      await logins.close();
      changed.dispose();
    });
    return {
      access,
      store,
      session,
      logins,
      connections,
      snapshots,
      faults,
      get login() {
        return connections.logins.of(account, id);
      },
      /** Signs this window out or in. */
      become: (state: SessionState) => {
        session.state = state;
        changed.fire(state);
      },
    };
  };
  /** Advances the clock and lets disk operations keep up. */
  const pass = (ms: number): Promise<void> => clock.pass(ms);
  /** Advances the clock, with disk operations in between, until a condition holds. */
  const until = async (condition: () => boolean): Promise<void> => {
    const deadline = performance.now() + 60_000;
    while (!condition()) {
      if (performance.now() > deadline) throw new Error("it never was so");
      await pass(1000);
    }
  };
  /** Resolves to the result of work while the clock advances. */
  const outcome = async <T>(work: Promise<T>): Promise<T> => {
    let isDone = false;
    const done = work.finally(() => (isDone = true));
    await until(() => isDone);
    return done;
  };
  return { clock, service, storage, openWindow, pass, until, outcome };
}
