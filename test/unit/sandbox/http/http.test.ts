// Tests general HTTP rules (RFC 9110, RFC 9112).
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { gzipSync } from "node:zlib";
import { refuseForeignHosts } from "../../../../src/sandbox/http/guard.ts";
import { raw, send, startedSandbox, token, type Call } from "../support.ts";

const body = `{"domain":"a.example","profile_name":"p"}`;
const creation: Call = { method: "POST", path: "/auth/connections", body };

/** Sends request lines without a body and returns the reply. */
const answered = (port: number, ...lines: string[]): Promise<string> => {
  const text = [...lines, `Authorization: Bearer ${token}`, "", ""].join("\r\n");
  return raw(port, text.replaceAll("PORT", String(port)));
};

const closing = "Connection: close";

describe("the sandbox's Host header check", () => {
  for (const [description, lines, status] of [
    ["no header", [], 400],
    ["two headers", ["Host: 127.0.0.1:PORT", "Host: evil.example"], 400],
    ["two identical headers", ["Host: 127.0.0.1:PORT", "Host: 127.0.0.1:PORT"], 400],
    ["an empty header", ["Host:"], 403],
    ["one header", ["Host: 127.0.0.1:PORT"], 200],
  ] as const)
    it(`replies ${status} to a request with ${description}`, async (t) => {
      const { port } = (await startedSandbox(t)).identity;
      const answer = await answered(port, "GET /org/entitlements HTTP/1.1", ...lines, closing);
      assert.match(answer, new RegExp(`^HTTP/1\\.1 ${status} `));
      if (status !== 200) assert.match(answer, /"code":"/);
    });

  for (const [port, host, status] of [
    [80, "127.0.0.1", 200],
    [80, "localhost", 200],
    [80, "[::1]", 200],
    [80, "127.0.0.1:80", 200],
    [80, "evil.example", 403],
    [8080, "127.0.0.1:8080", 200],
    [8080, "127.0.0.1", 403],
  ] as const)
    it(`replies ${status} to a request for the host ${host} on port ${port}`, () =>
      assert.equal(refuseForeignHosts(undefined, { host: [host] }, port)?.status ?? 200, status));
});

describe("a request with an absolute URL as its target", () => {
  const own = "Host: 127.0.0.1:PORT";
  for (const [target, host, status] of [
    ["http://127.0.0.1:PORT/org/entitlements", own, 200],
    ["HTTP://localhost:PORT/auth/connections?query=bank", own, 200],
    ["http://127.0.0.1:PORT", own, 404],
    ["http://evil.example/org/entitlements", own, 403],
    ["http://127.0.0.1:PORT@evil.example/org/entitlements", own, 403],
    ["http://127.0.0.1:PORT/org/entitlements", "Host: evil.example", 403],
    ["https://127.0.0.1:PORT/org/entitlements", own, 404],
  ] as const)
    it(`gets the status ${status} for ${target} with the header ${host}`, async (t) => {
      const { port } = (await startedSandbox(t)).identity;
      const answer = await answered(port, `GET ${target} HTTP/1.1`, host, closing);
      assert.match(answer, new RegExp(`^HTTP/1\\.1 ${status} `));
      if (target.includes("query")) assert.match(answer, /"domain":"bank\.example"/);
    });
});

describe("a HEAD request", () => {
  it("gets the reply to GET without the body", async (t) => {
    const { port } = (await startedSandbox(t)).identity;
    for (const path of ["/org/entitlements", "/auth/connections/ma_sandboxtravel", "/nothing"]) {
      const get = await send(port, { method: "GET", path });
      const head = await send(port, { method: "HEAD", path });
      assert.equal(head.status, get.status);
      assert.equal(head.text, "");
      assert.equal(head.headers["content-length"], get.headers["content-length"]);
    }
    assert.equal((await send(port, { method: "HEAD", path: "/org/entitlements", token: null })).status, 401);
  });

  it("is refused on routes that don't support GET", async (t) => {
    const { port } = (await startedSandbox(t)).identity;
    const patch = await send(port, { method: "PATCH", path: "/auth/connections" });
    assert.deepEqual([patch.status, patch.headers.allow], [405, "GET, HEAD, POST"]);
    const head = await send(port, { method: "HEAD", path: "/auth/connections/ma_sandboxtravel/submit" });
    assert.deepEqual([head.status, head.headers.allow], [405, "POST"]);
  });
});

describe("a compressed request body", () => {
  it("gets a 415 reply that lists the accepted encoding", async (t) => {
    const { port } = (await startedSandbox(t)).identity;
    const headers = { "Content-Encoding": "gzip" };
    const answer = await send(port, { ...creation, body: gzipSync(body), headers });
    assert.equal(answer.status, 415);
    assert.equal(answer.headers["accept-encoding"], "identity");
    const plain = await send(port, { ...creation, headers: { "Content-Encoding": "identity" } });
    assert.equal(plain.status, 201);
  });
});

describe("an oversized request body", () => {
  it("closes the connection before the whole body is read", async (t) => {
    const { port } = (await startedSandbox(t)).identity;
    const lines = ["Host: 127.0.0.1:PORT", "Content-Type: application/json", "Content-Length: 1048577"];
    const answer = await answered(port, "POST /auth/connections HTTP/1.1", ...lines);
    assert.match(answer, /^HTTP\/1\.1 413 [^]*\r\nConnection: close\r\n/);
  });
});
