// Tests the exact requests of starting, answering and following a login, and the parsing of literal replies. The
// replies are written from the documents, not from our schemas.
import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import type { Socket } from "node:net";
import { HostDispatchers } from "../../src/api/hostDispatchers.ts";
import type { LoginEvent, SubmitRequest } from "../../src/api/loginSchemas.ts";
import { followLogin, getConnection, startLogin, submitToLogin } from "../../src/api/operations.ts";
import { answer, scriptedServer } from "../doubles/scriptedServer.ts";
import { collectAll, bench, errorOf, valueOf } from "../unit/api/support.ts";
import { objectOf } from "../unit/sandbox/support.ts";
import { column } from "../support/rows.ts";

const path = { id: "ma_1" };

async function serveReply(t: TestContext, ...scripts: ((socket: Socket, request: string) => void)[]) {
  const server = await scriptedServer(...scripts);
  const dispatchers = new HostDispatchers();
  t.after(async () => {
    await dispatchers.dispose();
    await server.close();
  });
  return { ...bench(dispatchers, { baseUrl: server.origin }), requests: server.requests };
}

const replies = (status: number, body: string) => (socket: Socket) =>
  socket.end(answer(status, body, { "Content-Type": "application/json" }));

const started = `{"id":"ma_1","flow_type":"LOGIN","hosted_url":"https://managed-auth.onkernel.com/login/ma_1?code=a%2Bb%3D",
  "flow_expires_at":"2026-11-20T12:20:00Z","handoff_code":"hand-off","live_view_url":"https://live.example/x?t=1",
  "colour":"red"}`;

describe("startLogin", () => {
  for (const [requestBody, body, sent] of [
    ["an empty body", {}, "{}"],
    ["a recording for this login only", { record_session: true }, `{"record_session":true}`],
    ["a proxy for this login only", { browser: { proxy: { id: "p" } } }, `{"browser":{"proxy":{"id":"p"}}}`],
  ] as const)
    it(`sends ${requestBody} only once and drops secrets from the response`, async (t) => {
      const { client, log, requests, signal } = await serveReply(t, replies(200, started));
      const outcome = await client.call(startLogin, { path, body }, signal);
      assert.deepEqual(valueOf(outcome), {
        id: "ma_1",
        flow_type: "LOGIN",
        hosted_url: "https://managed-auth.onkernel.com/login/ma_1?code=a%2Bb%3D",
        flow_expires_at: "2026-11-20T12:20:00Z",
      });
      assert.ok(outcome.kind === "ok" && outcome.raw === undefined, "it opens the login");
      const [request = ""] = requests;
      assert.match(request, /^POST \/auth\/connections\/ma_1\/login HTTP\/1\.1\r\n/);
      assert.equal(request.split("\r\n\r\n")[1], sent);
      assert.doesNotMatch(JSON.stringify(log), /code=|hand-off|live\.example/);
    });

  it("accepts a reply that contains only the connection's ID", async (t) => {
    const { client, signal } = await serveReply(
      t,
      replies(200, `{"id":"ma_1","hosted_url":7,"flow_type":null}`),
    );
    const { hosted_url, id } = valueOf(await client.call(startLogin, { path, body: {} }, signal));
    assert.deepEqual([id, hosted_url], ["ma_1", undefined]);
  });

  it("never resends a request if the login may have started", async (t) => {
    for (const script of [(socket: Socket) => void socket.destroy(), replies(500, ""), replies(200, "{}")]) {
      const { client, requests, signal } = await serveReply(t, script);
      const error = errorOf(await client.call(startLogin, { path, body: {} }, signal));
      assert.deepEqual([error.sent, requests.length], ["unknown", 1]);
    }
  });

  it("returns the service's error code", async (t) => {
    const body = `{"code":"too_many_pending_sessions","message":"Too many logins are pending."}`;
    const { client, requests, signal } = await serveReply(t, replies(409, body));
    const { code, kind, sent } = errorOf(await client.call(startLogin, { path, body: {} }, signal));
    assert.deepEqual([kind, code, sent], ["conflict", "too_many_pending_sessions", "refused"]);
    assert.equal(requests.length, 1);
  });

  it("rejects unknown fields without sending a request", async (t) => {
    const { client, requests, signal } = await serveReply(t);
    const body: object = { record_session: true, proxy: { id: "p" } };
    assert.equal(errorOf(await client.call(startLogin, { path, body }, signal)).kind, "invalid");
    assert.equal(requests.length, 0);
  });
});

const modes: readonly SubmitRequest[] = [
  { interaction_id: "mai_1", field_values: { field_identifier: "alex", field_password: "p“w\u0000" } },
  { interaction_id: "mai_1", selected_choice_id: "choice_sms" },
  { fields: { email: "alex@shop.example" } },
  { mfa_option_id: "sms" },
  { sign_in_option_id: "account_1" },
  { sso_provider: "google" },
  { sso_button_selector: "//button[1]" },
];

describe("submitToLogin", () => {
  for (const [fields, body] of modes.map((mode) => [Object.keys(mode).join(" and "), mode] as const))
    it(`sends a body with only ${fields} and rejects additional fields`, async (t) => {
      const { client, requests, signal } = await serveReply(t, replies(202, `{"accepted":true}`));
      assert.deepEqual(valueOf(await client.call(submitToLogin, { path, body }, signal)), { accepted: true });
      const [request = ""] = requests;
      assert.match(request, /^POST \/auth\/connections\/ma_1\/submit HTTP\/1\.1\r\n/);
      const sent = Buffer.from(request.split("\r\n\r\n")[1] ?? "", "latin1").toString();
      assert.deepEqual(JSON.parse(sent), body);
      for (const more of modes.filter((other) => Object.keys(other).join() !== Object.keys(body).join())) {
        const both: object = { ...body, ...more };
        // @ts-expect-error -- the type allows exactly one mode
        const refused = await client.call(submitToLogin, { path, body: both }, signal);
        assert.equal(errorOf(refused).kind, "invalid", JSON.stringify(both));
      }
      assert.equal(requests.length, 1);
    });

  for (const [flaw, body] of [
    ["an empty body", {}],
    ["only an interaction ID", { interaction_id: "mai_1" }],
    ["values without an interaction ID", { field_values: { a: "b" } }],
    ["a choice without an interaction ID", { selected_choice_id: "c" }],
    ["an empty interaction ID", { interaction_id: "", field_values: {} }],
    ["a numeric value", { fields: { a: 1 } }],
    ["null instead of fields", { fields: null }],
    ["an empty option ID", { mfa_option_id: "" }],
  ] as const)
    it(`sends nothing if the input is invalid: ${flaw}`, async (t) => {
      const { client, requests, signal } = await serveReply(t);
      // @ts-expect-error -- none of these bodies is valid
      const outcome = await client.call(submitToLogin, { path, body }, signal);
      assert.deepEqual(errorOf(outcome), { kind: "invalid", sent: "no", reason: "request" });
      assert.equal(requests.length, 0);
    });

  it("never resends input that may have been accepted", async (t) => {
    const body = { interaction_id: "mai_1", field_values: { a: "b" } };
    const lost = await serveReply(t, (socket) => void socket.destroy());
    assert.equal(errorOf(await lost.client.call(submitToLogin, { path, body }, lost.signal)).sent, "unknown");
    assert.equal(lost.requests.length, 1);
    const stale = await serveReply(t, replies(400, `{"code":"stale_interaction","message":"Ask again."}`));
    const { code, sent } = errorOf(await stale.client.call(submitToLogin, { path, body }, stale.signal));
    assert.deepEqual([code, sent], ["stale_interaction", "refused"]);
  });

  it("accepts a 202 response and ignores an invalid `accepted` field", async (t) => {
    const body = { sso_provider: "google" };
    for (const [reply, accepted] of [
      [`{"accepted":false}`, false],
      [`{}`, undefined],
      [`{"accepted":"yes"}`, undefined],
    ] as const) {
      const { client, signal } = await serveReply(t, replies(202, reply));
      assert.equal(valueOf(await client.call(submitToLogin, { path, body }, signal)).accepted, accepted);
    }
  });
});

const state = `{"event":"managed_auth_state","timestamp":"2026-11-20T12:00:03Z","flow_status":"IN_PROGRESS",
"flow_step":"AWAITING_INPUT","flow_type":"LOGIN","interaction_id":"mai_1",
"fields":[{"id":"field_1","ref":"password","type":"password","reason":"rejected","label":"Password","hint":"8 characters",
"required":true,"input_mode":"text","observed_selector":"#p"}],
"choices":[{"id":"choice_1","type":"mfa_method","label":"SMS","masked_destination":"•••• 42"}],
"discovered_fields":[{"name":"password","type":"password","label":"Password","selector":"#p"}],
"mfa_options":[{"type":"sms","label":"SMS","target":"•••• 42"}],
"sign_in_options":[{"id":"option_1","label":"Alex"}],
"pending_sso_buttons":[{"selector":"//button[1]","provider":"google","label":"Google"}],
"external_action_message":"Look at your phone.","website_error":"Wrong password","error_code":"credentials_invalid",
"error_message":"Refused.","hosted_url":"https://managed-auth.onkernel.com/login/ma_1?code=c",
"live_view_url":"https://live.example","post_login_url":"https://shop.example/home","mood":"good"}`;

describe("followLogin", () => {
  it("requests a stream and parses every field of its events", async (t) => {
    const frames = [
      `event: managed_auth_state\ndata: ${state.replaceAll("\n", "\ndata: ")}\n\n`,
      `event: sse_heartbeat\ndata: {"event":"sse_heartbeat","timestamp":"2026-11-20T12:00:10Z"}\n\n`,
      `: nothing\n\n`,
      `event: error\ndata: {"timestamp":"2026-11-20T12:00:11Z","error":{"code":"internal_error","message":"No."}}\n\n`,
      // A field with an unexpected type counts as absent, and the rest of the event is kept.
      `event: error\ndata: {"timestamp":"2026-11-20T12:00:12Z","error":"No."}\n\n`,
    ];
    const { client, requests, signal } = await serveReply(t, (socket) =>
      socket.end(
        `HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nX-SSE-Content-Type: application/json\r\nConnection: close\r\n\r\n${frames.join("")}`,
      ),
    );
    const come = await collectAll(valueOf(await client.call(followLogin, { path }, signal)));
    const values = come.flatMap((one): LoginEvent[] => (one.kind === "event" ? [one.value] : []));
    assert.deepEqual(column(values, "event"), ["managed_auth_state", "sse_heartbeat", "error", "error"]);
    assert.deepEqual(values[0], JSON.parse(state));
    assert.deepEqual(
      [values[2]?.error?.code, values[3]?.error, values[3]?.timestamp],
      ["internal_error", undefined, "2026-11-20T12:00:12Z"],
    );
    const [request = ""] = requests;
    assert.match(request, /^GET \/auth\/connections\/ma_1\/events HTTP\/1\.1\r\n/);
    assert.match(request, /\r\naccept: text\/event-stream\r\n/i);
    assert.doesNotMatch(request, /last-event-id/i);
  });

  it("parses the same fields as getConnection", async (t) => {
    const { client, signal } = await serveReply(t, replies(200, `{"id":"ma_1",${state.slice(1)}`));
    const connection = objectOf(valueOf(await client.call(getConnection, { path }, signal)));
    assert.deepEqual(connection, { id: "ma_1", ...objectOf(JSON.parse(state)) });
    const odd = `{"id":"ma_1","interaction_id":7,"fields":[{"id":"f","reason":null,"input_mode":3}],
      "pending_sso_buttons":[{"provider":"google","selector":{}}]}`;
    const drifted = await serveReply(t, replies(200, odd));
    const read = valueOf(await drifted.client.call(getConnection, { path }, drifted.signal));
    assert.equal(read.interaction_id, undefined);
    assert.deepEqual([read.fields?.[0]?.reason, read.fields?.[0]?.input_mode], [undefined, undefined]);
    assert.equal(read.pending_sso_buttons?.[0]?.selector, undefined);
  });
});
