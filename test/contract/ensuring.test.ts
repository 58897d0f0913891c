// Tests `ensure` against the sandbox over HTTP: its results, and how many logins it starts.
import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import { EventEmitter } from "vscode";
import { sandboxAccount } from "../../src/editor/accounts/accounts.ts";
import type { SessionState } from "../../src/editor/accounts/session.ts";
import type { EnsureResult } from "../../src/domain/login/ensureLogin.ts";
import { ensureTrackedLogin } from "../../src/editor/logins/ensureLogin.ts";
import { LoginManager } from "../../src/editor/logins/loginManager.ts";
import { until } from "../host/until.ts";
import { AccountStore } from "../../src/storage/accountStore.ts";
import { temporaryDirectory } from "../support/temporary.ts";
import { logins as sandboxOf } from "../unit/sandbox/logins.ts";
import { clientOf } from "./support.ts";

const { signal } = new AbortController();

async function scene(t: TestContext, domain: string) {
  const sandbox = await sandboxOf(t);
  const id = await sandbox.create(domain);
  const baseUrl = `http://127.0.0.1:${sandbox.port}`;
  const client = clientOf(t, sandbox.port);
  const access = { account: sandboxAccount, baseUrl, client };
  const changed = new EventEmitter<SessionState>();
  const state: SessionState = { kind: "signedIn", account: sandboxAccount };
  let logins: LoginManager | undefined = undefined;
  // Runs before the folder is removed.
  t.after(() => logins?.close());
  const storage = await temporaryDirectory(t);
  logins = new LoginManager({
    session: { state, onDidChange: changed.event },
    store: new AccountStore(storage),
    onError: assert.ifError,
  });
  const started = async (): Promise<number> => (await sandbox.timeline(id, "?type=login")).length;
  return {
    ...sandbox,
    id,
    started,
    ensured: () => ensureTrackedLogin({ logins }, access, id, signal),
    /** Calls `ensure`, waits until it starts a login, advances the sandbox's clock and returns the result. */
    afterALogin: async (seconds: number): Promise<EnsureResult> => {
      const before = await started();
      const making = ensureTrackedLogin({ logins }, access, id, signal);
      await until("a login", async () => (await started()) > before);
      await sandbox.advance(seconds);
      return making;
    },
  };
}

describe("ensure against the sandbox", () => {
  it("starts one login and reports that it needs input", async (t) => {
    const { afterALogin, ensured, id, read, started } = await scene(t, "shop.example");
    const first = await afterALogin(2);
    assert.ok(first.kind === "needsPerson", first.kind);
    assert.deepEqual(first.need, { kind: "asks" });
    assert.equal((await read(id))["flow_status"], "IN_PROGRESS");
    assert.equal((await ensured()).kind, "needsPerson");
    assert.equal(await started(), 1, "the login that runs is observed");
  });

  it("trusts a recent check, otherwise starts a login to check", async (t) => {
    const { advance, afterALogin, ensured, id, logIn, started } = await scene(t, "shop.example");
    await logIn(id);
    assert.equal((await ensured()).kind, "loggedIn");
    assert.equal(await started(), 1);
    await advance(3000);
    assert.equal((await afterALogin(10)).kind, "loggedInAfterLogin");
    assert.equal(await started(), 2);
  });

  it("starts no second login after the website locked the account", async (t) => {
    const { afterALogin, answer, advance, ensured, id, read, started } = await scene(t, "locked.example");
    assert.equal((await afterALogin(2)).kind, "needsPerson");
    const values = { field_identifier: "alex@shop.example", field_password: "right" };
    assert.equal((await answer(id, { field_values: values })).status, 202);
    await advance(5);
    assert.equal((await read(id))["error_code"], "account_locked");
    await advance(3000);
    const result = await ensured();
    assert.ok(result.kind === "cannot", result.kind);
    assert.deepEqual(result.why, { kind: "failed", code: "account_locked" });
    assert.equal(await started(), 1);
  });
});
