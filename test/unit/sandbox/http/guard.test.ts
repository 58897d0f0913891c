// Tests that requests from web pages, for rebound host names and from careless clients are refused, while legitimate
// clients work.
import assert from "node:assert/strict";
import { once } from "node:events";
import { connect } from "node:net";
import { networkInterfaces } from "node:os";
import { describe, it } from "node:test";
import { book, create, raw, remove, send, startedSandbox, token, type Call } from "../support.ts";

const entitlements: Call = { method: "GET", path: "/org/entitlements" };
const body = `{"domain":"a.example","profile_name":"p"}`;
const creation: Call = { method: "POST", path: "/auth/connections", body };

describe("the sandbox's request guard", () => {
  for (const host of ["127.0.0.1:PORT", "localhost:PORT", "[::1]:PORT"])
    it(`accepts the host ${host}`, async (t) => {
      const { port } = (await startedSandbox(t)).identity;
      const answer = await send(port, {
        ...entitlements,
        headers: { Host: host.replace("PORT", String(port)) },
      });
      assert.equal(answer.status, 200);
    });

  for (const host of [
    "evil.example:PORT",
    "evil.example",
    "127.0.0.1",
    "127.0.0.1:1",
    "127.0.0.1.evil.example:PORT",
  ])
    it(`refuses the host "${host}" despite a valid token`, async (t) => {
      const { port } = (await startedSandbox(t)).identity;
      const headers = { Host: host.replace("PORT", String(port)) };
      assert.equal((await send(port, { ...entitlements, headers })).status, 403);
      assert.equal((await send(port, { ...creation, headers })).status, 403);
      const path = "/telemetry/destinations/nightly-archive";
      assert.equal((await send(port, { method: "DELETE", path, headers })).status, 403);
      assert.equal((await remove(port, "nightly-archive")).status, 204, "it was not deleted");
    });

  for (const [name, value, status] of [
    ["Origin", "https://evil.example", 403],
    ["Origin", "null", 403],
    ["Origin", "http://127.0.0.1:PORT", 403],
    ["Sec-Fetch-Site", "cross-site", 403],
    ["Sec-Fetch-Site", "same-site", 403],
    ["Sec-Fetch-Site", "same-origin", 403],
    ["Sec-Fetch-Site", "none", 200],
    ["Sec-Fetch-Mode", "cors", 200],
  ] as const)
    it(`replies ${status} to a request with the header ${name}: ${value}`, async (t) => {
      const { port } = (await startedSandbox(t)).identity;
      const headers = { [name]: value.replace("PORT", String(port)) };
      assert.equal((await send(port, { ...entitlements, headers })).status, status);
    });

  it("replies 403 to every OPTIONS request and never sends CORS headers", async (t) => {
    const { port } = (await startedSandbox(t)).identity;
    const preflight = { Origin: "https://evil.example", "Access-Control-Request-Method": "DELETE" };
    for (const call of [
      { method: "OPTIONS", path: "/telemetry/destinations/nightly-archive", headers: preflight },
      { method: "OPTIONS", path: "/auth/connections" },
      entitlements,
    ]) {
      const answer = await send(port, call);
      assert.equal(answer.status, call.method === "OPTIONS" ? 403 : 200);
      assert.deepEqual(
        Object.keys(answer.headers).filter((name) => name.startsWith("access-control-")),
        [],
      );
      assert.equal(answer.headers["cross-origin-resource-policy"], "same-origin");
      assert.equal(answer.headers["x-content-type-options"], "nosniff");
    }
  });

  for (const [value, header, status] of [
    ["the token", `Bearer ${token}`, 200],
    ["another spelling of Bearer", `bearer  ${token}`, 200],
    ["a longer token", `Bearer ${token}x`, 401],
    ["a shorter token", `Bearer ${token.slice(0, -1)}`, 401],
    ["the token in upper case", `Bearer ${token.toUpperCase()}`, 401],
    ["the scheme Basic", `Basic ${token}`, 401],
    ["no scheme", token, 401],
    ["no token", "Bearer", 401],
    ["an empty value", "", 401],
  ] as const)
    it(`replies ${status} to an Authorization header with ${value}`, async (t) => {
      const { port } = (await startedSandbox(t)).identity;
      const answer = await send(port, { ...entitlements, token: null, headers: { Authorization: header } });
      assert.equal(answer.status, status);
      if (status === 200) return;
      assert.equal(answer.headers["www-authenticate"], "Bearer");
      const message = "Missing or invalid authorization token.";
      assert.deepEqual(answer.body, { code: "unauthorized", message });
    });

  it("requires the token before revealing whether a resource exists", async (t) => {
    const { port } = (await startedSandbox(t)).identity;
    const gets = ["/nothing", "/org/entitlements", "/sandbox/plan", "/telemetry/destinations/x"];
    for (const call of [
      ...gets.map((path) => ({ method: "GET", path })),
      { method: "POST", path: "/sandbox/reset", body: "{}" },
      { method: "DELETE", path: "/telemetry/destinations/nightly-archive" },
      creation,
    ])
      assert.equal((await send(port, { ...call, token: null })).status, 401, call.path);
  });

  for (const [type, status] of [
    ["application/json", 201],
    ["Application/JSON; charset=utf-8", 201],
    ["text/plain", 415],
    ["application/x-www-form-urlencoded", 415],
    ["multipart/form-data; boundary=x", 415],
    ["text/plain; application/json", 415],
    ["application/json-patch+json", 415],
    ["", 415],
  ] as const)
    it(`replies ${status} to a POST with the content type "${type}"`, async (t) => {
      const { port } = (await startedSandbox(t)).identity;
      assert.equal((await send(port, { ...creation, headers: { "Content-Type": type } })).status, status);
    });

  it("reads bodies up to 1 MiB and replies 413 to longer ones", async (t) => {
    const { port } = (await startedSandbox(t)).identity;
    const padded = (length: number) => body.padEnd(length, " ");
    assert.equal((await create(port, padded(1_048_576))).status, 201);
    const longer = await create(port, padded(1_048_577));
    assert.equal(longer.status, 413);
    assert.equal(longer.headers.connection, "close");
    const head = `POST /auth/connections HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n`;
    const chunk = `100000\r\n${" ".repeat(0x100000)}\r\n`;
    assert.match(await raw(port, `${head}${chunk}1\r\n \r\n0\r\n\r\n`), /^HTTP\/1\.1 413 /);
  });

  it("refuses bodies that aren't UTF-8", async (t) => {
    const { port } = (await startedSandbox(t)).identity;
    const broken = Buffer.from(`{"domain":"a.example","profile_name":"\xff"}`, "latin1");
    assert.equal((await send(port, { ...creation, body: broken })).status, 400);
  });

  it("survives deeply nested or truncated bodies and bytes that aren't HTTP", async (t) => {
    const { port } = (await startedSandbox(t)).identity;
    assert.equal((await create(port, "[".repeat(1_000_000))).status, 400);
    assert.equal((await create(port, `{"a":${"[".repeat(500_000)}${"]".repeat(500_000)}}`)).status, 400);
    assert.match(await raw(port, "HELLO\r\n\r\n"), /^HTTP\/1\.1 400 /);
    const leaving = connect(port, "127.0.0.1");
    leaving.write(
      `POST /auth/connections HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"dom`,
      () => leaving.destroy(),
    );
    await once(leaving, "close");
    assert.equal((await send(port, entitlements)).status, 200);
  });

  it("listens only on the loopback address", async (t) => {
    const { port } = (await startedSandbox(t)).identity;
    const external = Object.values(networkInterfaces())
      .flatMap((addresses) => addresses ?? [])
      .filter(({ internal, family }) => !internal && family === "IPv4")
      .map(({ address }) => address);
    for (const address of [...external, "127.0.0.2"]) {
      await assert.rejects(once(connect(port, address), "connect"), { code: "ECONNREFUSED" }, address);
    }
  });
});

describe("control routes", () => {
  it("return proof of the sandbox's identity for a valid nonce, even without a token", async (t) => {
    const { port } = (await startedSandbox(t)).identity;
    const nonce = "n".repeat(43);
    const path = `/sandbox/health?nonce=${nonce}`;
    const first = await send(port, { method: "GET", path, token: null });
    assert.equal(first.status, 200);
    assert.ok(!first.text.includes(token));
    assert.equal((await send(port, { method: "GET", path, token: null })).text, first.text);
    const other = await send(port, { method: "GET", path: path.replace("nn", "mm"), token: null });
    assert.notEqual(other.text, first.text);
    for (const bad of [
      "",
      "?nonce=",
      "?nonce=short",
      `?nonce=${"n".repeat(87)}`,
      "?nonce=%2e%2e%2e%2e%2e%2e%2e%2e",
    ]) {
      const answer = await send(port, { method: "GET", path: `/sandbox/health${bad}`, token: null });
      assert.equal(answer.status, 400, bad);
    }
    const rebound = await send(port, { method: "GET", path, token: null, headers: { Host: "evil.example" } });
    assert.equal(rebound.status, 403);
  });

  it("accept only plans that exist", async (t) => {
    const { port } = (await startedSandbox(t)).identity;
    assert.deepEqual((await book(port, "ENTERPRISE", false)).body, {
      plan: "ENTERPRISE",
      is_trialing: false,
    });
    for (const wrong of [
      `{"plan":"GOLD","is_trialing":true}`,
      `{"plan":"FREE"}`,
      `{"plan":"FREE","is_trialing":1}`,
    ]) {
      const answer = await send(port, { method: "PUT", path: "/sandbox/plan", body: wrong });
      assert.equal(answer.status, 400, wrong);
    }
    const read = await send(port, { method: "GET", path: "/sandbox/plan" });
    assert.deepEqual(read.body, { plan: "ENTERPRISE", is_trialing: false });
  });
});
