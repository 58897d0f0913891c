// Tests the literal frames of a login's event stream, and the domains with faulty streams.
import assert from "node:assert/strict";
import { on, once } from "node:events";
import { get, IncomingMessage } from "node:http";
import { describe, it, type TestContext } from "node:test";
import { waitingLogin, newConnection, logins, startedLogin } from "../unit/sandbox/logins.ts";
import { objectOf, send, token } from "../unit/sandbox/support.ts";

interface Stream {
  readonly answer: IncomingMessage;
  /** Reads the next frame, including the empty line that ends it. */
  readonly frame: () => Promise<string>;
  /** Reads the rest of the stream. */
  readonly remainder: () => Promise<string>;
  /** The chunks received so far. */
  readonly pieces: readonly Buffer[];
}

async function openStream(t: TestContext, port: number, id: string, delimiter = "\n\n"): Promise<Stream> {
  const headers = { Authorization: `Bearer ${token}`, Accept: "text/event-stream" };
  const path = `/auth/connections/${id}/events`;
  const request = get({ host: "127.0.0.1", port, path, agent: false, headers });
  t.after(() => request.destroy());
  const come: unknown[] = await once(request, "response");
  const [answer] = come;
  assert.ok(answer instanceof IncomingMessage);
  const pieces: Buffer[] = [];
  // Listens to `data` events because other ways of reading may join chunks.
  const chunks = on(answer, "data", { close: ["end"] });
  let text = Buffer.alloc(0);
  const more = async (): Promise<boolean> => {
    const next = await chunks.next();
    if (next.done === true) return false;
    const come: unknown[] = next.value;
    const [chunk] = come;
    assert.ok(Buffer.isBuffer(chunk));
    pieces.push(chunk);
    text = Buffer.concat([text, chunk]);
    return true;
  };
  return {
    answer,
    pieces,
    frame: async () => {
      while (!text.includes(delimiter)) assert.ok(await more(), `it ended after ${text.toString()}`);
      const at = text.indexOf(delimiter) + delimiter.length;
      const frame = text.subarray(0, at).toString();
      text = text.subarray(at);
      return frame;
    },
    remainder: async () => {
      while (await more());
      return text.toString();
    },
  };
}

/** Returns the JSON of a frame and checks that it repeats the event's name. */
function dataOf(frame: string): ReturnType<typeof objectOf> {
  const [, name, data = ""] = /^event: (\w+)\r?\ndata: (.*)\r?\n\r?\n$/.exec(frame) ?? [];
  const body = objectOf(JSON.parse(data));
  assert.equal(body["event"], name);
  return body;
}

const steps = (frame: string): unknown => dataOf(frame)["flow_step"];

describe("the event stream of a login in the sandbox", () => {
  it("reports each step of the login and closes when the login ends", async (t) => {
    const { port, login, answer, advance, id } = await newConnection(t);
    const { hosted_url, live_view_url } = objectOf((await login(id)).body);
    const { answer: head, frame, remainder } = await openStream(t, port, id);
    assert.equal(head.headers["content-type"], "text/event-stream");
    assert.equal(head.headers["x-sse-content-type"], "application/json");
    assert.deepEqual(dataOf(await frame()), {
      event: "managed_auth_state",
      timestamp: "2026-11-20T12:00:00.000Z",
      flow_status: "IN_PROGRESS",
      flow_step: "DISCOVERING",
      flow_type: "LOGIN",
      hosted_url,
      live_view_url,
    });
    await advance(1);
    const asking = dataOf(await frame());
    assert.deepEqual(
      [asking["flow_step"], Array.isArray(asking["fields"]), "choices" in asking],
      ["AWAITING_INPUT", true, false],
    );
    await answer(id, { field_values: { field_identifier: "alex", field_password: "right" } });
    assert.equal(steps(await frame()), "SUBMITTING");
    await advance(1);
    assert.deepEqual(dataOf(await frame()), {
      event: "managed_auth_state",
      timestamp: "2026-11-20T12:00:02.000Z",
      flow_status: "SUCCESS",
      flow_step: "COMPLETED",
      flow_type: "LOGIN",
      post_login_url: "https://shop.example/home",
    });
    assert.equal(await remainder(), "");
  });

  it("sends heartbeats every 15 seconds while nothing changes", async (t) => {
    const { port, advance, id } = await waitingLogin(t);
    const { frame } = await openStream(t, port, id);
    assert.equal(steps(await frame()), "AWAITING_INPUT");
    for (const time of ["12:00:16", "12:00:31"]) {
      await advance(15);
      const timestamp = `2026-11-20T${time}.000Z`;
      assert.deepEqual(dataOf(await frame()), { event: "sse_heartbeat", timestamp });
    }
  });

  it("reports CANCELED and closes if the login is replaced or its connection deleted", async (t) => {
    const { port, login, id } = await startedLogin(t);
    const first = await openStream(t, port, id);
    assert.equal(steps(await first.frame()), "DISCOVERING");
    await login(id);
    assert.equal(dataOf(await first.frame())["flow_status"], "CANCELED");
    assert.equal(await first.remainder(), "");
    const second = await openStream(t, port, id);
    assert.equal(dataOf(await second.frame())["flow_status"], "IN_PROGRESS");
    await send(port, { method: "DELETE", path: `/auth/connections/${id}` });
    assert.equal(dataOf(await second.frame())["flow_status"], "CANCELED");
    assert.equal(await second.remainder(), "");
  });

  it("reports a finished login's final state, or 404 if no login was started", async (t) => {
    const { port, create } = await logins(t);
    const { frame, remainder } = await openStream(t, port, "ma_sandboxpayroll");
    assert.equal(dataOf(await frame())["error_code"], "account_locked");
    assert.equal(await remainder(), "");
    for (const id of [await create("shop.example"), "ma_none"]) {
      assert.equal((await openStream(t, port, id)).answer.statusCode, 404);
    }
  });

  it("refuses requests without a token or from web pages", async (t) => {
    const { port } = await logins(t);
    const call = { method: "GET", path: "/auth/connections/ma_sandboxhelpdesk/events" };
    assert.equal((await send(port, { ...call, token: null })).status, 401);
    assert.equal((await send(port, { ...call, headers: { "Sec-Fetch-Site": "same-origin" } })).status, 403);
  });
});

describe("the sandbox's faulty event streams", () => {
  for (const [domain, left] of [
    ["stream-closes.example", /^$/],
    ["stream-breaks.example", /^event: managed_auth_state\ndata: \{"event"[^\n]*[^\n}]$/],
  ] as const)
    it(`end after five seconds while the login continues: ${domain}`, async (t) => {
      const { port, read, advance, id } = await waitingLogin(t, domain);
      const { frame, remainder } = await openStream(t, port, id);
      assert.equal(steps(await frame()), "AWAITING_INPUT");
      await advance(5);
      assert.match(await remainder(), left);
      assert.equal((await read(id))["flow_status"], "IN_PROGRESS");
    });

  it("send no heartbeats for stream-silent.example, but report changes", async (t) => {
    const { port, advance, id } = await waitingLogin(t, "stream-silent.example");
    const { frame } = await openStream(t, port, id);
    assert.equal(steps(await frame()), "AWAITING_INPUT");
    await advance(300);
    await advance(301);
    assert.equal(dataOf(await frame())["flow_status"], "EXPIRED");
  });

  it("end after an error event for stream-error.example", async (t) => {
    const { port, id } = await startedLogin(t, "stream-error.example");
    const { frame, remainder } = await openStream(t, port, id);
    assert.equal(steps(await frame()), "DISCOVERING");
    assert.deepEqual(dataOf(await frame()), {
      event: "error",
      timestamp: "2026-11-20T12:00:00.000Z",
      error: { code: "internal_error", message: "The event stream failed." },
    });
    assert.equal(await remainder(), "");
  });

  it("use CRLF line endings for stream-crlf.example", async (t) => {
    const { port, id } = await startedLogin(t, "stream-crlf.example");
    const { frame } = await openStream(t, port, id, "\r\n\r\n");
    assert.equal(steps(await frame()), "DISCOVERING");
  });

  it("split characters between chunks for stream-split.example", async (t) => {
    const { port, id } = await waitingLogin(t, "stream-split.example");
    const { frame, pieces } = await openStream(t, port, id);
    assert.equal(steps(await frame()), "AWAITING_INPUT");
    const utf8 = new TextDecoder("utf-8", { fatal: true });
    assert.throws(() => utf8.decode(pieces[0]), "its first piece is whole");
  });

  it("return 404 for no-stream.example", async (t) => {
    const { port, id } = await startedLogin(t, "no-stream.example");
    assert.equal((await openStream(t, port, id)).answer.statusCode, 404);
  });
});
