// Tests the exchange of a one-time code for a token, which gives access to its login only.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { logins } from "../unit/sandbox/logins.ts";
import { objectOf, send } from "../unit/sandbox/support.ts";

const post = (path: string, body: object) => ({
  method: "POST",
  path,
  body: JSON.stringify(body),
  token: null,
});

const codeOf = (hosted: unknown): string => new URL(String(hosted)).searchParams.get("code") ?? "";

async function beginLogin(...[t, domain]: [Parameters<typeof logins>[0], string?]) {
  const all = await logins(t);
  const id = await all.create(domain ?? "shop.example");
  const { body } = await all.login(id);
  const path = `/auth/connections/${id}`;
  const exchange = (code: string) => send(all.port, post(`${path}/exchange`, { code }));
  return { ...all, id, path, exchange, code: codeOf(objectOf(body)["hosted_url"]) };
}

describe("POST /auth/connections/{id}/exchange in the sandbox", () => {
  it("exchanges a login code for a token without authentication", async (t) => {
    const { exchange, code, timeline, id } = await beginLogin(t);
    const answer = await exchange(code);
    assert.equal(answer.status, 200, answer.text);
    const { jwt, ...others } = objectOf(answer.body);
    assert.deepEqual(others, {});
    const [head = "", claims = ""] = String(jwt).split(".");
    const read = (part: string): unknown => JSON.parse(Buffer.from(part, "base64url").toString());
    assert.deepEqual(read(head), { alg: "HS256", typ: "JWT" });
    const [entry] = await timeline(id);
    const exp = Date.parse("2026-11-20T12:20:00.000Z") / 1000;
    assert.deepEqual(read(claims), { iss: "kernel-api", managed_auth_session_id: entry?.["id"], exp });
  });

  it("returns 410 for a second exchange and invalidates the login page's link", async (t) => {
    const { exchange, code, port, id } = await beginLogin(t);
    assert.equal((await exchange(code)).status, 200);
    const again = await exchange(code);
    assert.deepEqual([again.status, objectOf(again.body)["code"]], [410, "gone"]);
    const link = await fetch(`http://127.0.0.1:${port}/login/${id}?code=${encodeURIComponent(code)}`, {
      headers: { "Sec-Fetch-Dest": "document", "Sec-Fetch-Site": "none" },
    });
    assert.equal(link.status, 410);
  });

  it("returns 410 for an expired or used code and 404 for an unknown code", async (t) => {
    const expired = await beginLogin(t);
    await expired.advance(20 * 60);
    assert.equal((await expired.exchange(expired.code)).status, 410);
    assert.equal((await expired.exchange("another")).status, 404);
    assert.equal(
      (await send(expired.port, post("/auth/connections/ma_none/exchange", { code: "x" }))).status,
      404,
    );
    for (const body of [{}, { code: 5 }, { code: expired.code, more: 1 }])
      assert.equal((await send(expired.port, post(`${expired.path}/exchange`, body))).status, 400);
    const used = await beginLogin(t, "link-used.example");
    assert.equal((await used.exchange(used.code)).status, 410);
  });

  it("refuses requests from web pages", async (t) => {
    const { port, path, code } = await beginLogin(t);
    const headers = { Origin: "https://evil.example" };
    assert.equal((await send(port, { ...post(`${path}/exchange`, { code }), headers })).status, 403);
  });
});

describe("a login's token in the sandbox", () => {
  it("permits reading and following the connection and submitting input", async (t) => {
    const { exchange, code, port, path, advance } = await beginLogin(t);
    const token = String(objectOf((await exchange(code)).body)["jwt"]);
    await advance(1);
    const read = await send(port, { method: "GET", path, token });
    assert.equal(read.status, 200, read.text);
    assert.equal((await send(port, { method: "HEAD", path: `${path}/events`, token })).status, 200);
    const { interaction_id } = objectOf(read.body);
    const field_values = { field_identifier: "alex", field_password: "right" };
    const answer = { ...post(`${path}/submit`, { interaction_id, field_values }), token };
    assert.equal((await send(port, answer)).status, 202);
    await advance(1);
    const { status, body } = await send(port, { method: "GET", path, token });
    assert.deepEqual([status, objectOf(body)["flow_status"]], [200, "SUCCESS"]);
  });

  it("is refused for requests other than reading, following and submitting", async (t) => {
    const { exchange, code, port, path } = await beginLogin(t);
    const token = String(objectOf((await exchange(code)).body)["jwt"]);
    for (const [method, to, body] of [
      ["GET", "/auth/connections"],
      ["GET", "/auth/connections/ma_sandboxhelpdesk"],
      ["GET", "/auth/connections/ma_none"],
      ["GET", `${path}/timeline`],
      ["POST", `${path}/login`],
      ["PATCH", path, `{"auto_reauth":false}`],
      ["DELETE", path],
      ["GET", "/org/projects"],
      ["GET", "/credentials"],
      ["GET", "/sandbox/plan"],
      ["POST", "/sandbox/reset", "{}"],
    ] as const) {
      const call = { method, path: to, token, ...(body !== undefined && { body }) };
      assert.equal((await send(port, call)).status, 403, `${method} ${to}`);
    }
  });

  it("expires when its login ends or its connection is deleted", async (t) => {
    const { exchange, code, port, path, advance } = await beginLogin(t);
    const token = String(objectOf((await exchange(code)).body)["jwt"]);
    await advance(20 * 60 - 1);
    assert.equal((await send(port, { method: "GET", path, token })).status, 200);
    await advance(1);
    assert.equal((await send(port, { method: "GET", path, token })).status, 401);
    const other = await beginLogin(t);
    const jwt = String(objectOf((await other.exchange(other.code)).body)["jwt"]);
    assert.equal((await send(other.port, { method: "DELETE", path: other.path })).status, 204);
    assert.equal((await send(other.port, { method: "GET", path: other.path, token: jwt })).status, 404);
  });

  it("is refused if it is forged or modified", async (t) => {
    const { exchange, code, port, path } = await beginLogin(t);
    const token = String(objectOf((await exchange(code)).body)["jwt"]);
    const [head = "", claims = "", mac = ""] = token.split(".");
    const later = Buffer.from(claims, "base64url")
      .toString()
      .replace(/"exp":\d+/, `"exp":9999999999`);
    const none = Buffer.from(`{"alg":"none","typ":"JWT"}`).toString("base64url");
    for (const parts of [
      [head, Buffer.from(later).toString("base64url"), mac],
      [none, claims, ""],
      [head, claims],
      [head, claims, mac, mac],
      [head, "", mac],
    ]) {
      const answer = await send(port, { method: "GET", path, token: parts.join(".") });
      assert.equal(answer.status, 401, parts.join("."));
    }
  });
});
