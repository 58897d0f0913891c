// Starts, answers and follows logins of the sandbox over HTTP in real time, including those with faulty streams.
import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import { systemClock } from "../../src/api/clock.ts";
import type { ManagedAuth } from "../../src/api/schemas.ts";
import type { LoginEnd } from "../../src/domain/login/loginState.ts";
import { trackLogin } from "../../src/editor/logins/loginFollower.ts";
import { startLogin } from "../../src/api/operations.ts";
import { beginLogin, type StartDeps } from "../../src/domain/login/beginLogin.ts";
import { submitInput } from "../../src/editor/logins/loginRequests.ts";
import { until } from "../host/until.ts";
import { sharedOn, trackedLogin } from "../unit/editor/logins/following.ts";
import { logins } from "../unit/sandbox/logins.ts";
import { clientOf } from "./support.ts";

const { signal } = new AbortController();
const values = { field_identifier: "alex@shop.example", field_password: "right" };

async function startFollowing(t: TestContext, domain: string) {
  const sandbox = await logins(t);
  // Only the sandbox's clock is advanced. The client uses the real one.
  const id = await sandbox.create(domain);
  const client = clientOf(t, sandbox.port);
  const shared = sharedOn(systemClock);
  const { reads } = shared;
  let latest: ManagedAuth | undefined;
  let end: LoginEnd | undefined;
  return {
    ...sandbox,
    id,
    log: async (): Promise<void> => {
      const send: StartDeps["send"] = (body) => client.call(startLogin, { path: { id }, body }, signal);
      const reader = reads.readerOf(client, id, signal);
      const begun = await beginLogin({ clock: systemClock, reader, send }, {});
      assert.ok(begun.kind === "started", begun.kind);
      assert.match(begun.hostedUrl ?? "", /^http:\/\/127\.0\.0\.1:\d+\/login\//);
      const login = trackedLogin(shared, client, id, (snapshot) => ({ connection: latest, end } = snapshot));
      login.identify(begun.target, begun);
      void trackLogin(login);
    },
    asked: () =>
      until("the requested input", () => (latest?.flow_step === "AWAITING_INPUT" ? latest : undefined)),
    ended: () => until("its end", () => end),
    answer: (shown: ManagedAuth, field_values: Record<string, string>) =>
      submitInput(
        { client, clock: systemClock, reads, onReading: () => undefined },
        shown,
        { interaction_id: shown.interaction_id ?? "", field_values },
        signal,
      ),
  };
}

describe("following a login in the sandbox", () => {
  for (const domain of [
    "shop.example",
    "stream-closes.example",
    "stream-breaks.example",
    "stream-silent.example",
    "stream-error.example",
    "stream-split.example",
    "stream-crlf.example",
    "no-stream.example",
  ])
    it(`reports every step until the login for ${domain} ends`, async (t) => {
      const login = await startFollowing(t, domain);
      await login.log();
      await login.advance(2);
      assert.deepEqual(await login.answer(await login.asked(), values), { kind: "accepted" });
      await login.advance(5);
      assert.deepEqual(await login.ended(), { kind: "loggedIn" });
      assert.equal((await login.timeline(login.id)).length, 1, "one login was started");
    });

  it("shows the form again after a wrong password and refuses stale input", async (t) => {
    const login = await startFollowing(t, "shop.example");
    await login.log();
    await login.advance(2);
    const first = await login.asked();
    assert.equal((await login.answer(first, { ...values, field_password: "wrong" })).kind, "accepted");
    await login.advance(2);
    const second = await until("another form", async () => {
      const shown = await login.asked();
      return shown.interaction_id === first.interaction_id ? undefined : shown;
    });
    assert.equal(second.fields?.find((field) => field?.type === "password")?.reason, "rejected");
    const stale = await login.answer(first, values);
    assert.ok(stale.kind === "stale", stale.kind);
    assert.equal((await login.answer(second, values)).kind, "accepted");
    await login.advance(5);
    assert.deepEqual(await login.ended(), { kind: "loggedIn" });
  });

  it("continues with a newer login that replaces the first login", async (t) => {
    const login = await startFollowing(t, "captcha.example");
    await login.log();
    await login.login(login.id);
    await login.advance(60);
    const end = await login.ended();
    assert.ok(end.kind === "failed");
    assert.equal(end.code, "captcha_blocked");
  });
});
