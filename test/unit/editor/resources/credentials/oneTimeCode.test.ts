import assert from "node:assert/strict";
import { beforeEach, describe, it, type TestContext } from "node:test";
import { OneTimeCodes } from "../../../../../src/editor/resources/credentials/oneTimeCode.ts";
import { env, logged, mentioned, reset, screen } from "../../../../doubles/vscode.ts";
import { until } from "../../../../host/until.ts";
import { VirtualClock } from "../../../../support/virtualClock.ts";
import { origin } from "../../../../support/windowParts.ts";
import { message, setUpCredentials } from "./scene.ts";
import { labelsOf } from "../../../../support/rows.ts";

beforeEach(reset);

const path = "GET /credentials/cred_1/totp-code";
const serviceDate = "Fri, 20 Nov 2026 10:00:13 GMT";
const codeReply = { code: "428913", expires_at: "2026-11-20T10:00:30Z" };

async function codes(context: TestContext) {
  const at = await setUpCredentials(context, false);
  const clock = new VirtualClock();
  const started: unknown[] = [];
  const start = (...args: readonly unknown[]): Promise<void> => Promise.resolve(void started.push(args));
  const copier = new OneTimeCodes({ ...at.parts, start }, clock);
  context.after(() => copier.dispose());
  /** Copies a code that the service returns in this response. */
  const copy = async (
    body: object = codeReply,
    headers: Readonly<Record<string, string>> = { date: serviceDate },
  ) => {
    const copying = copier.copy({ id: "cred_1" });
    (await at.wire.next(path)).answer(200, body, headers);
    await copying;
    return (await message()).text;
  };
  const tick = async (ms: number): Promise<string> => {
    await clock.pass(ms);
    return env.clipboard.text;
  };
  return { ...at, copier, copy, started, tick };
}

describe("Copy One-Time Code", () => {
  it("copies a code, shows its lifetime and clears the clipboard on expiry", async (context) => {
    const at = await codes(context);
    assert.equal(await at.copy(), "One-time code copied. Expires in 17 seconds.");
    assert.equal(env.clipboard.text, "428913");
    assert.equal(await at.tick(16_999), "428913");
    assert.equal(await at.tick(1), "");
    // The code appears nowhere else.
    assert.doesNotMatch(JSON.stringify([logged, mentioned, screen.rest, at.shown]), /428913/);
  });

  it("doesn't clear the clipboard if the user has copied other text since", async (context) => {
    const at = await codes(context);
    await at.copy();
    env.clipboard.text = "mine";
    assert.equal(await at.tick(60_000), "mine");
  });

  for (const [condition, body, headers] of [
    ["the service reports no expiry", { code: "428913" }, { date: serviceDate }],
    [
      "the reported expiry has passed",
      { ...codeReply, expires_at: "2026-11-20T10:00:13Z" },
      { date: serviceDate },
    ],
    [
      "the reported expiry is hours away",
      { ...codeReply, expires_at: "2026-11-20T12:00:00Z" },
      { date: serviceDate },
    ],
  ] as const)
    it(`clears the clipboard after 30 seconds if ${condition}`, async (context) => {
      const at = await codes(context);
      assert.equal(await at.copy(body, headers), "One-time code copied. Expires soon.");
      assert.equal(await at.tick(29_999), "428913");
      assert.equal(await at.tick(1), "");
    });

  it("clears the clipboard at once on sign-out", async (context) => {
    const at = await codes(context);
    await at.copy();
    await at.session.switchTo(at.account);
    assert.equal(env.clipboard.text, "428913");
    await at.session.signOut();
    await until("the clipboard to be empty", () => env.clipboard.text === "", 2_000);
  });

  it("clears the clipboard at once if the window closes", async (context) => {
    const at = await codes(context);
    await at.copy();
    at.copier.dispose();
    await until("the clipboard to be empty", () => env.clipboard.text === "", 2_000);
  });

  for (const [condition, leave] of [
    ["the user signs out", (at: Awaited<ReturnType<typeof codes>>) => at.session.signOut()],
    [
      "the window closes",
      (at: Awaited<ReturnType<typeof codes>>) => {
        at.copier.dispose();
        return Promise.resolve();
      },
    ],
  ] as const)
    it(`copies nothing if ${condition} while the code is fetched`, async (context) => {
      const at = await codes(context);
      const copying = at.copier.copy({ id: "cred_1" });
      const reading = await at.wire.next(path);
      await leave(at);
      reading.answer(200, codeReply, { date: serviceDate });
      await copying;
      assert.notEqual(env.clipboard.text, "428913");
    });

  it("clears a newer code only when that code expires", async (context) => {
    const at = await codes(context);
    await at.copy();
    const copying = at.copier.copy({ id: "cred_1" });
    (await at.wire.next(path)).answer(
      200,
      { ...codeReply, code: "111111" },
      { date: "Fri, 20 Nov 2026 10:00:01 GMT" },
    );
    await copying;
    assert.equal(await at.tick(17_000), "111111");
    assert.equal(await at.tick(12_000), "");
  });

  it("refuses a code that contains a line break", async (context) => {
    const at = await codes(context);
    env.clipboard.text = "mine";
    assert.match(await at.copy({ ...codeReply, code: "42\n89" }), /^Not copied/);
    assert.equal(env.clipboard.text, "mine");
  });

  it("reports a missing secret and offers to edit the credential", async (context) => {
    const at = await codes(context);
    const copying = at.copier.copy({ id: "cred_1" });
    (await at.wire.next(path)).answer(404, { code: "not_found", message: "No secret." });
    await copying;
    const warning = await message();
    assert.equal(warning.text, "This credential has no authenticator secret.");
    warning.choose("Edit Credential");
    const { account } = await at.parts.requireAccess();
    assert.deepEqual(at.started, [["managedAuth.editCredential", { id: "cred_1" }, account.id]]);
  });

  it("fetches the code again on Try Again after a failure", async (context) => {
    const at = await codes(context);
    const copying = at.copier.copy({ id: "cred_1" });
    (await at.wire.next(path)).answer(403, { code: "forbidden", message: "Not yours." });
    await copying;
    (await message()).choose("Try Again");
    (await at.wire.next(path)).answer(200, codeReply, { date: serviceDate });
    assert.match((await message()).text, /17 seconds/);
  });

  it("lists only credentials that have or might have an authenticator secret", async (context) => {
    const at = await codes(context);
    at.wire.serve("GET /credentials", 200, [
      { id: "cred_1", name: "with", has_totp_secret: true },
      { id: "cred_2", name: "without", has_totp_secret: false },
      { id: "cred_3", name: "untold" },
    ]);
    const copying = at.copier.copy({});
    const list = await at.list();
    await until("the rows", () => list.rows.length > 1, 2_000);
    assert.deepEqual(labelsOf(list.rows), ["with", "untold"]);
    list.escape();
    await copying;
  });

  it("fetches the code with the window's account", async (context) => {
    const at = await codes(context);
    await at.session.switchTo(await at.accounts.add("Other", origin, "sk_token_2"));
    const copying = at.copier.copy({ id: "cred_1" });
    const call = await at.wire.next(path);
    assert.equal(call.token, "sk_token_1");
    call.answer(200, codeReply, { date: serviceDate });
    await copying;
  });
});
