// Tests creating, renaming, checking and deleting proxies in the sandbox with raw requests and the official SDK.
import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import { ProxyCreateRequest } from "../../src/api/proxyRequests.ts";
import { book, create, startedSandbox } from "../unit/sandbox/support.ts";
import { certificate } from "../support/certificate.ts";
import { asking, kernelOf } from "./support.ts";

async function setUpProxies(t: TestContext) {
  const { port } = (await startedSandbox(t)).identity;
  const ask = asking(port, "/proxies");
  return {
    port,
    get: (id: string) => ask("GET", `/${id}`),
    post: (body: string) => ask("POST", "", body),
    patch: (id: string, body: string) => ask("PATCH", `/${id}`, body),
    remove: (id: string) => ask("DELETE", `/${id}`),
    check: (id: string, body?: string) => ask("POST", `/${id}/check`, body),
  };
}

describe("POST /proxies in the sandbox", () => {
  it("creates a custom proxy and never returns its password or certificates", async (t) => {
    const { get, post } = await setUpProxies(t);
    const created = await post(
      JSON.stringify({
        type: "custom",
        name: "mine",
        protocol: "https",
        config: {
          host: "proxy.corp.example",
          port: 3128,
          username: "browser",
          password: "s3cret-password",
          ca_bundle: certificate,
        },
        bypass_hosts: ["intranet.example", "*.corp.example"],
      }),
    );
    assert.equal(created.status, 201);
    assert.deepEqual(
      { ...created.body, id: "" },
      {
        id: "",
        name: "mine",
        type: "custom",
        status: "available",
        protocol: "https",
        bypass_hosts: ["intranet.example", "*.corp.example"],
        config: {
          host: "proxy.corp.example",
          port: 3128,
          username: "browser",
          has_password: true,
          has_ca_bundle: true,
        },
      },
    );
    const read = await get(String(created.body["id"]));
    assert.deepEqual(read.body, created.body);
    assert.doesNotMatch(created.text + read.text, /s3cret|CERTIFICATE/);
  });

  it("creates an HTTPS proxy in the US if only the type is given", async (t) => {
    const { post } = await setUpProxies(t);
    const { status, body } = await post(`{"type":"datacenter"}`);
    assert.deepEqual(
      [status, body["config"], body["protocol"], body["name"]],
      [201, { country: "US" }, "https", undefined],
    );
  });

  it("accepts a name that another proxy already has", async (t) => {
    const { post } = await setUpProxies(t);
    assert.equal((await post(`{"type":"isp","name":"office"}`)).status, 201);
  });

  for (const [proxyKind, body] of [
    ["a managed proxy", `{"type":"isp"}`],
    ["a custom proxy", `{"type":"custom","config":{"host":"a.example","port":1}}`],
  ] as const)
    it(`returns 403 for ${proxyKind} if the plan includes no proxies`, async (t) => {
      const { port, post } = await setUpProxies(t);
      await book(port, "HOBBYIST", false);
      const answer = await post(body);
      assert.deepEqual([answer.status, answer.body["code"]], [403, "insufficient_plan"]);
    });

  it("simulates a 403 response for the name error-403", async (t) => {
    const { post } = await setUpProxies(t);
    const { status, body } = await post(`{"type":"isp","name":"error-403"}`);
    assert.deepEqual([status, body["code"]], [403, "insufficient_permissions"]);
  });
});

const custom = (fields: string): string =>
  `{"type":"custom","config":{${[`"host":"a.example"`, `"port":80`].filter((one) => !fields.startsWith(one.slice(0, 6))).join()},${fields}}}`;
const residential = (fields: string): string => `{"type":"residential","config":{${fields}}}`;
const inUs = (fields: string): string => residential(`"country":"US",${fields}`);
const mobile = (fields: string): string => `{"type":"mobile","config":{${fields}}}`;
const isp = (fields: string): string => `{"type":"isp",${fields}}`;
const inCountry = (code: string): string => isp(`"config":{"country":"${code}"}`);
const bypass = (host: string): string => isp(`"bypass_hosts":["${host}"]`);
const hosts = (count: number): string =>
  isp(`"bypass_hosts":${JSON.stringify(Array.from({ length: count }, (_, index) => `h${index}.example`))}`);
const host = (length: number): string => {
  const labels = Array.from({ length: Math.floor(length / 64) }, () => "h".repeat(63));
  return [...labels, "a".repeat(length % 64)].join(".");
};
const pem = (text: string): string => custom(`"ca_bundle":${JSON.stringify(text)}`);

/** [rule, refused body, accepted body]. */
const rules: readonly (readonly [string, string, string])[] = [
  ["a type is known", `{"type":"tor"}`, `{"type":"mobile"}`],
  ["a type is required", `{"name":"a"}`, `{"type":"residential"}`],
  ["no other properties", isp(`"color":"red"`), isp(`"name":"red"`)],
  ["no fields of another type", isp(`"config":{"city":"paris"}`), inCountry("FR")],
  ["no host in a managed proxy", isp(`"config":{"host":"a.example","port":1}`), isp(`"config":{}`)],
  ["a protocol is http or https", isp(`"protocol":"socks5"`), isp(`"protocol":"http"`)],
  ["a name is not empty", isp(`"name":""`), isp(`"name":"a"`)],
  ["a name has no surrounding spaces", isp(`"name":" a"`), isp(`"name":"a b"`)],
  [
    "a name has at most 255 characters",
    isp(`"name":"${"n".repeat(256)}"`),
    isp(`"name":"${"n".repeat(255)}"`),
  ],
  ["a country exists", inCountry("XX"), inCountry("ZW")],
  ["a country isn't a union of countries", inCountry("EU"), inCountry("BE")],
  ["a country is an upper-case code", inCountry("fr"), inCountry("FR")],
  ["a city needs a country", residential(`"city":"paris"`), residential(`"city":"paris","country":"FR"`)],
  ["a city has no spaces", inUs(`"city":"san francisco"`), inUs(`"city":"sanfrancisco"`)],
  ["a state needs a country", residential(`"state":"CA"`), inUs(`"state":"CA"`)],
  ["a state has two letters", inUs(`"state":"Cal"`), inUs(`"state":"CA","city":"oakland"`)],
  [
    "a state of a mobile proxy is in the US",
    mobile(`"country":"DE","state":"BE"`),
    mobile(`"country":"US","state":"CA"`),
  ],
  ["a ZIP code is in the US", residential(`"country":"DE","zip":"10115"`), inUs(`"zip":"10115"`)],
  ["a ZIP code has five digits", inUs(`"zip":"1011"`), inUs(`"zip":"94016"`)],
  [
    "a ZIP code excludes a city",
    inUs(`"zip":"94016","city":"oakland"`),
    inUs(`"zip":"94016","asn":"AS15169"`),
  ],
  ["a network excludes a state", inUs(`"asn":"AS15169","state":"CA"`), inUs(`"asn":"AS15169"`)],
  ["a network is a number", inUs(`"asn":"Google"`), residential(`"country":"FR","asn":"AS1"`)],
  ["a network has 32 bits", inUs(`"asn":"AS4294967296"`), inUs(`"asn":"AS4294967295"`)],
  [
    "a mobile proxy has no ZIP code",
    mobile(`"country":"US","zip":"94016"`),
    mobile(`"country":"FR","city":"paris"`),
  ],
  ["a host is required", `{"type":"custom","config":{"port":1}}`, custom(`"host":"proxy"`)],
  ["a host isn't a URL", custom(`"host":"http://a.example"`), custom(`"host":"192.0.2.1"`)],
  ["a host has no port", custom(`"host":"a.example:80"`), custom(`"host":"2001:db8::1"`)],
  ["a host isn't an incomplete IP address", custom(`"host":"192.0.2"`), custom(`"host":"192.0.2.a"`)],
  ["a port is at least 1", custom(`"port":0`), custom(`"port":1`)],
  ["a port is at most 65535", custom(`"port":65536`), custom(`"port":65535`)],
  ["a port is a whole number", custom(`"port":80.5`), custom(`"port":8080`)],
  ["a port is a number", custom(`"port":"80"`), custom(`"port":80`)],
  ["a user is not empty", custom(`"username":""`), custom(`"username":"u"`)],
  ["a password has at least 5 characters", custom(`"password":"1234"`), custom(`"password":"12345"`)],
  ["a certificate bundle contains certificates", pem("hello"), pem(certificate)],
  [
    "a certificate bundle contains only valid certificates",
    pem(certificate.replace("MII", "MIJ")),
    pem(`# ours\n${certificate}${certificate}`),
  ],
  [
    "a certificate bundle has no private key",
    pem(`${certificate}-----BEGIN PRIVATE KEY-----\nMII=\n-----END PRIVATE KEY-----\n`),
    pem(certificate.trim()),
  ],
  [
    "a certificate bundle is complete",
    pem(`${certificate}-----BEGIN CERTIFICATE-----\n`),
    pem(certificate.replaceAll("\n", "\r\n")),
  ],
  ["at most 100 hosts bypass the proxy", hosts(101), hosts(100)],
  ["a bypassed host has at most 253 characters", bypass(host(254)), bypass(host(253))],
  ["a bypassed host isn't an IP address", bypass("192.0.2.1"), bypass("a.example")],
  ["a bypassed host has no port", bypass("a.example:80"), bypass("localhost")],
  ["a bypassed host has no path", bypass("a.example/b"), isp(`"bypass_hosts":[]`)],
  ["a bypassed host has no scheme", bypass("https://a.example"), bypass("*.example")],
  ["a wildcard is the first label", bypass("a.*.example"), bypass("*.a.example")],
  ["a wildcard isn't the only label", bypass("*"), bypass("*.a")],
];

describe("proxy validation in the sandbox", () => {
  for (const [rule, refused, accepted] of rules)
    it(`enforces the rule: ${rule}`, async (t) => {
      // The client's schema must agree with the sandbox's, which is implemented separately.
      assert.equal(ProxyCreateRequest.safeParse(JSON.parse(refused)).success, false);
      assert.equal(ProxyCreateRequest.safeParse(JSON.parse(accepted)).success, true);
      const { post } = await setUpProxies(t);
      const { status, text } = await post(refused);
      assert.equal(status, 400, text);
      const reply = await post(accepted);
      assert.equal(reply.status, 201, reply.text);
    });
});

describe("PATCH /proxies/{id} in the sandbox", () => {
  it("trims the new name and accepts a name that another proxy has", async (t) => {
    const { get, patch } = await setUpProxies(t);
    const { status, body } = await patch("proxy_sandboxparis", `{"name":"  office  "}`);
    assert.deepEqual([status, body["name"]], [200, "office"]);
    assert.deepEqual((await get("proxy_sandboxparis")).body, body);
  });

  for (const [flaw, body] of [
    ["empty", `{"name":"  "}`],
    ["too long", `{"name":"${"n".repeat(256)}"}`],
    ["missing", `{}`],
    ["sent with another field", `{"name":"a","protocol":"http"}`],
  ] as const)
    it(`returns 400 if the name is ${flaw}`, async (t) => {
      const { patch } = await setUpProxies(t);
      assert.equal((await patch("proxy_sandboxparis", body)).status, 400);
    });

  it("returns 404 if the path contains a name instead of an ID", async (t) => {
    const { patch } = await setUpProxies(t);
    assert.equal((await patch("paris-datacenter", `{"name":"a"}`)).status, 404);
  });
});

describe("DELETE /proxies/{id} in the sandbox", () => {
  it("returns 400 and names the connection that uses the proxy", async (t) => {
    const { get, remove } = await setUpProxies(t);
    const { status, body } = await remove("proxy_sandboxparis");
    assert.deepEqual([status, body["code"]], [400, "resource_in_use"]);
    assert.match(
      String(body["message"]),
      /ma_sandboxcompliance \(profile compliance, domain bank\.example\)/,
    );
    assert.equal((await get("proxy_sandboxparis")).status, 200);
  });

  it("deletes the proxy, so that connections can no longer refer to it", async (t) => {
    const { port, remove } = await setUpProxies(t);
    assert.equal((await remove("proxy_sandboxown")).status, 204);
    assert.equal((await remove("proxy_sandboxown")).status, 404);
    const { status } = await create(
      port,
      `{"domain":"a.example","profile_name":"p","browser":{"proxy":{"name":"headquarters"}}}`,
    );
    assert.equal(status, 400);
  });
});

describe("POST /proxies/{id}/check in the sandbox", () => {
  it("returns the result of the check and stores it in the proxy", async (t) => {
    const { check, get } = await setUpProxies(t);
    const before = (await get("proxy_sandboxlondon")).body;
    assert.deepEqual([before["status"], before["last_checked"]], ["available", undefined]);
    const { status, body } = await check("proxy_sandboxlondon");
    assert.deepEqual([status, body["status"]], [200, "unavailable"]);
    assert.match(String(body["last_checked"]), /^\d{4}-\d\d-\d\dT/);
    assert.deepEqual((await get("proxy_sandboxlondon")).body, body);
  });

  it("doesn't store the result if the request specifies a URL", async (t) => {
    const { check, get } = await setUpProxies(t);
    const before = (await get("proxy_sandboxparis")).body;
    const { body } = await check("proxy_sandboxparis", `{"url":"https://unreachable.example"}`);
    assert.equal(body["status"], "unavailable");
    assert.deepEqual((await get("proxy_sandboxparis")).body, before);
    assert.equal(
      (await check("proxy_sandboxparis", `{"url":"https://bank.example"}`)).body["status"],
      "available",
    );
  });

  it("returns 422 if the check can't run", async (t) => {
    const { check } = await setUpProxies(t);
    const { status, body } = await check("proxy_sandboxlab");
    assert.deepEqual([status, body["code"]], [422, "check_failed"]);
  });

  for (const url of [
    "ftp://a.example",
    "http://localhost",
    "http://10.0.0.1",
    "a.example",
    "https://u@a.example",
  ])
    it(`returns 400 for the URL ${url}`, async (t) => {
      const { check } = await setUpProxies(t);
      assert.equal((await check("proxy_sandboxparis", JSON.stringify({ url }))).status, 400);
    });

  it("returns 404 for a missing proxy", async (t) => {
    const { check } = await setUpProxies(t);
    assert.equal((await check("nobody")).status, 404);
  });
});

describe("proxies through the official SDK", () => {
  const sandboxKernel = async (t: TestContext) => kernelOf((await startedSandbox(t)).identity.port);

  it("are created, read, renamed, checked, listed and deleted", async (t) => {
    const kernel = await sandboxKernel(t);
    const created = await kernel.proxies.create({
      type: "residential",
      name: "oakland",
      config: { country: "US", state: "CA", city: "oakland" },
      bypass_hosts: ["intranet.example"],
    });
    const id = created.id ?? "";
    assert.deepEqual(await kernel.proxies.retrieve(id), created);
    assert.equal((await kernel.proxies.update(id, { name: "bay" })).name, "bay");
    assert.equal((await kernel.proxies.check(id, { url: "https://example.com" })).status, "available");
    assert.notEqual((await kernel.proxies.check(id)).last_checked, undefined);
    const listed: (string | undefined)[] = [];
    for await (const one of kernel.proxies.list({ query: "bay" })) listed.push(one.id);
    assert.deepEqual(listed, [id]);
    await kernel.proxies.delete(id);
    await assert.rejects(kernel.proxies.retrieve(id));
  });
});
