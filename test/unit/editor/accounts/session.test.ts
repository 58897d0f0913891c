import assert from "node:assert/strict";
import { beforeEach, describe, it } from "node:test";
import { AccountRegistry, sandboxAccount } from "../../../../src/editor/accounts/accounts.ts";
import { WindowSession } from "../../../../src/editor/accounts/session.ts";
import { contextKeys, Memento, reset } from "../../../doubles/vscode.ts";
import { nextState, Computer, origin } from "./computer.ts";
import { column } from "../../../support/rows.ts";

beforeEach(reset);

/** Opens a window and restores its account. A reloaded window keeps its own memento. */
async function restored(computer: Computer, own?: Memento, usesSandbox = false) {
  const window = computer.window(own);
  await window.session.restore(usesSandbox);
  return window;
}

/** A window that is signed in to the account "a". */
async function signedIn() {
  const computer = new Computer();
  const a = await computer.add("a");
  const window = computer.window();
  await window.session.switchTo(a);
  return { a, computer, ...window };
}

describe("Session.restore", () => {
  it("starts signed out if no account is stored", async () => {
    const { session, states } = new Computer().window();
    await session.restore(false);
    assert.deepEqual(session.state, { kind: "signedOut" });
    assert.equal(states.length, 1);
    assert.equal(contextKeys.get("managedAuth.account"), "none");
    assert.equal(contextKeys.get("managedAuth.signedOut"), true);
  });

  it("prefers this window's account over the last used account", async () => {
    const computer = new Computer();
    const [a, b] = [await computer.add("a"), await computer.add("b")];
    const first = computer.window();
    await first.session.switchTo(a);
    await computer.window().session.switchTo(b);
    const reloaded = await restored(computer, first.own);
    assert.deepEqual(reloaded.session.state, { kind: "signedIn", account: a });
    assert.equal(contextKeys.get("managedAuth.account"), "service");
    assert.equal(contextKeys.get("managedAuth.signedOut"), false);
    const fresh = await restored(computer);
    assert.deepEqual(fresh.session.state, { kind: "signedIn", account: b });
  });

  it("restores the sandbox if this window used it", async () => {
    const computer = new Computer();
    const { own, session } = computer.window();
    await session.switchTo(sandboxAccount);
    const reloaded = await restored(computer, own);
    assert.deepEqual(reloaded.session.state, {
      kind: "signedIn",
      account: { kind: "sandbox", id: "sandbox" },
    });
    assert.equal(contextKeys.get("managedAuth.account"), "sandbox");
    const fresh = await restored(computer);
    assert.equal(fresh.session.state.kind, "signedOut", "the sandbox is a window's own choice");
  });

  it("defaults to the sandbox unless an account or sign-out is stored", async () => {
    const computer = new Computer();
    const empty = await restored(computer, undefined, true);
    assert.deepEqual(empty.session.state, { kind: "signedIn", account: { kind: "sandbox", id: "sandbox" } });
    await empty.session.signOut();
    const reloaded = await restored(computer, empty.own, true);
    assert.equal(reloaded.session.state.kind, "signedOut");
    const a = await computer.add("a");
    const other = computer.window();
    await other.session.switchTo(a);
    const again = await restored(computer, other.own, true);
    assert.deepEqual(again.session.state, { kind: "signedIn", account: a });
  });

  it("reports once that secret storage lost the token", async () => {
    const computer = new Computer();
    const { own, session } = computer.window();
    await session.switchTo(await computer.add("Team"));
    computer.secrets.forget();
    const reloaded = await restored(computer, own);
    assert.deepEqual(reloaded.session.state, { kind: "signedOut", lostLabel: "Team" });
    const again = await restored(computer, own);
    assert.deepEqual(again.session.state, { kind: "signedOut" });
  });
});

describe("Session.signOut", () => {
  it("deletes the token and stays signed out after a reload", async () => {
    const { computer, own, session, states } = await signedIn();
    await session.signOut();
    assert.deepEqual(session.state, { kind: "signedOut" });
    assert.deepEqual(await computer.secrets.keys(), []);
    assert.equal(contextKeys.get("managedAuth.account"), "none");
    assert.deepEqual(column(states, "kind"), ["signedIn", "signedOut"]);
    const reloaded = await restored(computer, own);
    assert.deepEqual(reloaded.session.state, { kind: "signedOut" });
  });

  it("keeps other accounts and has no effect if it is repeated", async () => {
    const computer = new Computer();
    const [a, b] = [await computer.add("a"), await computer.add("b")];
    const { session, states } = computer.window();
    await session.switchTo(a);
    await session.signOut();
    await session.signOut();
    assert.equal(states.length, 2);
    assert.deepEqual(await computer.accounts.list(), [b]);
  });
});

describe("Session after changes in another window", () => {
  it("signs out if the window's account is removed", async () => {
    const { a, computer, own, session } = await signedIn();
    const changed = nextState(session);
    await computer.accounts.remove(a.id);
    assert.deepEqual(await changed, { kind: "signedOut" });
    const reloaded = await restored(computer, own);
    assert.deepEqual(reloaded.session.state, { kind: "signedOut" }, "a sign-out is not a lost token");
  });

  it("fires a change event if the token is replaced", async () => {
    const { a, computer, session } = await signedIn();
    const before = session.state;
    const changed = nextState(session);
    await computer.accounts.replaceToken(a.id, "sk_token_2");
    assert.deepEqual(await changed, { kind: "signedIn", account: a });
    assert.notEqual(session.state, before, "a change is a new object");
  });

  it("switches to a new account if this window is signed out", async () => {
    const computer = new Computer();
    const { session } = computer.window();
    await session.restore(false);
    const changed = nextState(session);
    const a = await computer.add("a");
    assert.deepEqual(await changed, { kind: "signedIn", account: a });
  });

  it("stays signed out if another account's token is replaced", async () => {
    const { computer, own, session } = await signedIn();
    await session.signOut();
    const b = await computer.add("b");
    const signedOut = computer.window(own).session;
    await signedOut.restore(false);
    await computer.accounts.replaceToken(b.id, "sk_token_2");
    for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
    assert.deepEqual(signedOut.state, { kind: "signedOut" });
  });

  it("keeps its account if another account is added or removed", async () => {
    const { a, computer, session, states } = await signedIn();
    const b = await computer.add("b");
    await computer.accounts.remove(b.id);
    await session.recheck();
    assert.deepEqual(session.state, { kind: "signedIn", account: a });
    assert.equal(states.length, 1);
  });

  it("rechecks its account on window focus in case an event was missed", async () => {
    const { computer, session, states } = await signedIn();
    await session.recheck();
    assert.equal(states.length, 1, "nothing has changed");
    computer.secrets.forget();
    await session.recheck();
    assert.equal(session.state.kind, "signedOut");
  });

  it("ignores every change once the session is disposed", async () => {
    const computer = new Computer();
    const accounts = new AccountRegistry(computer.secrets);
    const session = new WindowSession(accounts, new Memento(), computer.shared);
    const a = await computer.add("a");
    await session.switchTo(a);
    session.dispose();
    accounts.dispose();
    await computer.accounts.remove(a.id);
    assert.deepEqual(session.state, { kind: "signedIn", account: a });
  });
});

describe("a rejected token", () => {
  it("stays rejected until it is replaced or the service accepts it", () => {
    const { session } = new Computer().window();
    assert.equal(session.isTokenRejected("a", "sk_token_1"), false);
    session.rejectToken("a", "sk_token_1");
    assert.equal(session.isTokenRejected("a", "sk_token_1"), true);
    assert.equal(session.isTokenRejected("a", "sk_token_2"), false);
    assert.equal(session.isTokenRejected("b", "sk_token_1"), false);
    session.rejectToken("a", "sk_token_2");
    assert.equal(session.isTokenRejected("a", "sk_token_2"), true);
    session.acceptToken("b", "sk_token_2");
    session.acceptToken("a", "sk_token_1");
    assert.equal(session.isTokenRejected("a", "sk_token_2"), true);
    session.acceptToken("a", "sk_token_2");
    assert.equal(session.isTokenRejected("a", "sk_token_2"), false);
  });
});

describe("an account that this window has just added", () => {
  for (let turns = 0; turns < 8; turns++) {
    it(`becomes active if switchTo() is called ${turns} event loop turns later`, async (context) => {
      const { accounts, secrets } = new Computer();
      const own = new Memento();
      const session = new WindowSession(accounts, own, new Memento());
      const read = secrets.get.bind(secrets);
      context.mock.method(secrets, "get", (key: string) => turn().then(() => read(key)));
      const write = own.update.bind(own);
      context.mock.method(own, "update", (key: string, value: unknown) =>
        turn().then(() => write(key, value)),
      );
      const account = await accounts.add("a", origin, "sk_token_1");
      await pass(turns);
      assert.equal(await session.switchTo(account), true);
      assert.deepEqual(session.state, { kind: "signedIn", account });
    });
  }
});

describe("account events caused by this window", () => {
  it("don't fire the session's change event a second time", async () => {
    const computer = new Computer();
    const { session, states } = computer.window();
    await session.restore(false);
    const account = await computer.add("a");
    await session.switchTo(account);
    await session.switchTo(account);
    await session.recheck();
    // The change event of the new account has been processed by now, so the next state comes from the replaced token.
    const replaced = nextState(session);
    await computer.accounts.replaceToken(account.id, "sk_token_2");
    await replaced;
    assert.deepEqual(column(states, "kind"), ["signedOut", "signedIn", "signedIn"]);
  });
});

describe("an account that is chosen while another account's token changes", () => {
  /**
   * Event loop turns before the choice. The token is replaced after four turns, so this range lets each operation
   * start between any two steps of the other.
   */
  for (let turns = 0; turns < 12; turns++) {
    it(`becomes active if it is chosen after ${turns} event loop turns`, async (context) => {
      const computer = new Computer();
      const [a, b] = [await computer.add("a"), await computer.add("b")];
      const { own, session } = computer.window();
      await session.switchTo(a);
      const read = computer.secrets.get.bind(computer.secrets);
      context.mock.method(computer.secrets, "get", (key: string) => turn().then(() => read(key)));
      const write = own.update.bind(own);
      context.mock.method(own, "update", (key: string, value: unknown) =>
        turn().then(() => write(key, value)),
      );
      const replaced = pass(4).then(() => computer.accounts.replaceToken(a.id, `sk_token_${turns}x`));
      await pass(turns);
      await session.switchTo(b);
      await replaced;
      await pass(20);
      assert.deepEqual(session.state, { kind: "signedIn", account: b });
    });
  }
});

/** Waits for the next turn of the event loop. VS Code's storage responds in a later turn, too. */
function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

async function pass(turns: number): Promise<void> {
  for (let passed = 0; passed < turns; passed++) await turn();
}
