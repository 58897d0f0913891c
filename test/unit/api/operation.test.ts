// Tests what the declaration of an operation provides by itself, with operations that only this file declares.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import * as z from "zod/mini";
import type { ServiceDispatcher, DispatchOptions } from "../../../src/api/dispatcher.ts";
import { httpGet, httpPatch, httpPost, httpDelete } from "../../../src/api/operation.ts";
import { retryPolicies } from "../../../src/api/retryPolicy.ts";
import { ManagedAuth } from "../../../src/api/schemas.ts";
import { bench, errorJson, errorOf, valueOf } from "./support.ts";
import { fullConnection } from "../../support/fullConnection.ts";

const Change = z.strictObject({ record_session: z.boolean() });
const change = httpPatch("/auth/connections/{id}", Change, ManagedAuth);
const removeById = httpDelete("/auth/connections/{id}", retryPolicies.deleteById);
const twoIdsOperation = httpGet("/a/{first}/b/{second}", z.object({ id: z.string() }));

type Step = readonly [status: number, body?: string, headers?: Record<string, string>] | Error;

/** Plays one step per request and records the requests. */
function playing(...steps: Step[]) {
  const sent: DispatchOptions[] = [];
  const dispatcher: ServiceDispatcher = {
    request(options) {
      sent.push(options);
      const step = steps.shift() ?? new Error("one request too many");
      if (step instanceof Error) return Promise.reject(step);
      const [statusCode, body = "", headers = {}] = step;
      return Promise.resolve({ statusCode, headers, body: new Blob([body]).stream() });
    },
    destroy: () => Promise.resolve(),
  };
  return { ...bench(dispatcher), sent };
}

const reset = Object.assign(new Error("x"), { code: "ECONNRESET", syscall: "read" });
const refused = Object.assign(new Error("x"), { code: "ECONNREFUSED", syscall: "connect" });
const input = { path: { id: "ma/1" }, body: { record_session: true } };

describe("ApiClient.call", () => {
  it("sends the validated body to the path built from the operation's template", async () => {
    const { client, log, sent, signal } = playing([200, fullConnection]);
    assert.equal(valueOf(await client.call(change, input, signal)).id, "ma_1");
    assert.deepEqual(
      sent.map(({ method, path, body }) => ({ method, path, body })),
      [{ method: "PATCH", path: "/v1/auth/connections/ma%2F1", body: `{"record_session":true}` }],
    );
    assert.deepEqual(
      log.map(({ method, path }) => `${method} ${path}`),
      ["PATCH /auth/connections/{id}"],
    );
  });

  it("fills every placeholder of the operation's path", async () => {
    const { client, sent, signal } = playing([200, `{"id":"x"}`]);
    await client.call(twoIdsOperation, { path: { first: "{second}", second: "$&" } }, signal);
    assert.equal(sent[0]?.path, "/v1/a/%7Bsecond%7D/b/%24%26");
  });

  it("sends nothing if a path segment is invalid", async () => {
    const { client, sent, signal } = playing();
    const error = errorOf(await client.call(twoIdsOperation, { path: { first: "a", second: ".." } }, signal));
    assert.deepEqual(error, { kind: "invalid", sent: "no", reason: "pathSegment" });
    assert.equal(sent.length, 0);
  });

  for (const [condition, steps, end] of [
    ["the first request isn't sent", [refused, [200, fullConnection]], "ok"],
    [
      "a 429 has Retry-After",
      [
        [429, "", { "retry-after": "1" }],
        [200, fullConnection],
      ],
      "ok",
    ],
    ["a 429 lacks Retry-After", [[429]], "limited refused"],
    ["its response is lost", [reset], "offline unknown"],
    ["the service fails", [[500]], "server unknown"],
    ["the service replies 408", [[408]], "server unknown"],
    ["the response can't be read", [[200, "{"]], "unreadable unknown"],
  ] as const satisfies readonly (readonly [string, readonly Step[], string])[])
    it(`ends an update with the result '${end}' if ${condition}`, async () => {
      const { client, sent, signal } = playing(...steps);
      const outcome = await client.call(change, input, signal);
      assert.equal(outcome.kind === "failed" ? `${outcome.error.kind} ${outcome.error.sent}` : "ok", end);
      assert.equal(sent.length, steps.length);
    });

  it("retries a deletion by ID and treats a later 404 as success", async () => {
    const { client, clock, sent, signal } = playing(reset, reset, [404, errorJson("not_found")]);
    clock.onPause = () => (clock.time += 11_000);
    assert.equal((await client.call(removeById, { path: { id: "ma_1" } }, signal)).kind, "ok");
    assert.equal(sent.length, 3);
  });

  it("omits the raw reply from the outcome if the reply is secret", async () => {
    const Login = z.object({ id: z.string(), hosted_url: z.string() });
    const login = httpPost("/auth/connections/{id}/login", z.object({}), Login, { raw: "secret" });
    const look = httpGet("/auth/connections/{id}/login", Login, { raw: "secret" });
    const value = { id: "x", hosted_url: "https://login.example.test/?code=1" };
    const reply = JSON.stringify(value);
    const { client, signal } = playing([200, reply], [200, reply]);
    const path = { id: "x" };
    for (const outcome of [
      await client.call(login, { path, body: {} }, signal),
      await client.call(look, { path }, signal),
    ]) {
      assert.deepEqual(outcome, { kind: "ok", status: 200, value, raw: undefined });
    }
  });

  it("ignores error fields that the operation doesn't declare", async () => {
    const conflict = `{"code":"in_use","message":"m","existing_id":"ma_2"}`;
    const { client, signal } = playing([409, conflict]);
    const error = errorOf(await client.call(removeById, { path: { id: "ma_1" } }, signal));
    assert.deepEqual(error, { kind: "conflict", sent: "refused", status: 409, code: "in_use", message: "m" });
  });
});
