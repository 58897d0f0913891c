// Tests reading, creating and changing telemetry destinations in the sandbox with raw requests.
import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import { create, startedSandbox } from "../unit/sandbox/support.ts";
import { asking } from "./support.ts";

async function setUpDestinations(t: TestContext) {
  const { port } = (await startedSandbox(t)).identity;
  const ask = asking(port, "/telemetry/destinations");
  return {
    port,
    get: (name: string) => ask("GET", `/${name}`),
    post: (body: string) => ask("POST", "", body),
    patch: (name: string, body: string) => ask("PATCH", `/${name}`, body),
  };
}

describe("GET /telemetry/destinations/{id_or_name} in the sandbox", () => {
  it("returns the same destination by ID and name, without header values", async (t) => {
    const { get } = await setUpDestinations(t);
    const { status, body } = await get("otlp_sandboxfree");
    assert.equal(status, 200);
    assert.deepEqual(body, (await get("nightly-archive")).body);
    assert.deepEqual(body["headers"], { "X-Archive-Key": "" });
    assert.equal(body["consecutive_failures"], 0);
  });

  it("returns 404 for a missing destination", async (t) => {
    const { get } = await setUpDestinations(t);
    const { status, body } = await get("nobody");
    assert.deepEqual([status, body["code"]], [404, "not_found"]);
  });

  it("returns the number of failed exports and the last error", async (t) => {
    const { get } = await setUpDestinations(t);
    const { body } = await get("live-sessions");
    assert.deepEqual(
      [body["consecutive_failures"], body["last_error"]],
      [7, "destination returned a 5xx response"],
    );
  });
});

describe("POST /telemetry/destinations in the sandbox", () => {
  it("creates a destination and returns normalized header names without values", async (t) => {
    const { get, post } = await setUpDestinations(t);
    const created = await post(
      `{"name":"honeycomb","endpoint":"https://api.honeycomb.io","description":"All","headers":{"x-honeycomb-team":"s3cret-value"}}`,
    );
    assert.equal(created.status, 201);
    assert.deepEqual(
      { ...created.body, id: "", created_at: "", updated_at: "" },
      {
        id: "",
        name: "honeycomb",
        endpoint: "https://api.honeycomb.io",
        description: "All",
        headers: { "X-Honeycomb-Team": "" },
        created_at: "",
        updated_at: "",
        consecutive_failures: 0,
      },
    );
    assert.doesNotMatch(created.text, /s3cret/);
    assert.deepEqual((await get("honeycomb")).body, created.body);
  });

  it("returns 409 for a duplicate name", async (t) => {
    const { post } = await setUpDestinations(t);
    const { status, body } = await post(`{"name":"compliance-log","endpoint":"https://a.example"}`);
    assert.deepEqual([status, body["code"]], [409, "already_exists"]);
  });

  it("returns 403 for the special name error-403", async (t) => {
    const { post } = await setUpDestinations(t);
    const { status, body } = await post(`{"name":"error-403","endpoint":"https://a.example"}`);
    assert.deepEqual([status, body["code"]], [403, "insufficient_permissions"]);
  });

  it("returns 400 once fifty destinations exist", async (t) => {
    const { post } = await setUpDestinations(t);
    for (let index = 4; index < 50; index++)
      assert.equal((await post(`{"name":"d${index}","endpoint":"https://a.example"}`)).status, 201);
    assert.equal((await post(`{"name":"d50","endpoint":"https://a.example"}`)).status, 400);
  });
});

const headers = (count: number): string =>
  JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, index) => [`X-${index}`, "v"])));
const bytes = (count: number): string => JSON.stringify({ A: "v".repeat(count - 1) });
const long = (length: number): string => `https://a.example/${"p".repeat(length - 18)}`;

/** [rule, refused, accepted]: an invalid and a valid endpoint. */
const endpoints: readonly (readonly [string, string, string])[] = [
  ["an endpoint uses http or https", "ftp://a.example", "http://a.example"],
  ["an endpoint has a scheme", "a.example", "https://a.example:8443/otlp"],
  ["an endpoint has no query", "https://a.example/?", "https://a.example/"],
  ["an endpoint has no fragment", "https://a.example/#", "https://a.example/%23"],
  ["an endpoint has no user name", "https://u@a.example", "https://a.example/u@"],
  ["an endpoint has at most 2048 characters", long(2049), long(2048)],
  ["an endpoint has no signal path for logs", "https://a.example/v1/logs", "https://a.example/v1/log"],
  ["an endpoint has no signal path for traces", "https://a.example/v1/traces/", "https://a.example/v1"],
  [
    "an endpoint has no signal path for metrics",
    "https://a.example/o/v1/metrics",
    "https://a.example/v1/metrics/o",
  ],
  ["an endpoint isn't localhost", "http://localhost:4318", "http://localhost.example:4318"],
  ["an endpoint isn't a subdomain of localhost", "http://a.localhost.", "http://alocalhost"],
  ["an endpoint isn't a loopback address", "http://127.1.2.3", "http://128.1.2.3"],
  ["an endpoint isn't a loopback address as a number", "http://2130706433", "http://134744072"],
  ["an endpoint isn't the IPv6 loopback address", "http://[::1]", "http://[2001:db8::1]"],
  [
    "an endpoint isn't an IPv4-mapped loopback address",
    "http://[::ffff:127.0.0.1]",
    "http://[::ffff:8.8.8.8]",
  ],
  ["an endpoint isn't private (10.0.0.0/8)", "http://10.0.0.1", "http://11.0.0.1"],
  ["an endpoint isn't private (172.16.0.0/12, first)", "http://172.16.0.1", "http://172.15.0.1"],
  ["an endpoint isn't private (172.16.0.0/12, last)", "http://172.31.0.1", "http://172.32.0.1"],
  ["an endpoint isn't private (192.168.0.0/16)", "http://192.168.0.1", "http://192.169.0.1"],
  ["an endpoint isn't private (fc00::/7)", "http://[fd00::1]", "http://[fb00::1]"],
  ["an endpoint isn't link-local (169.254.0.0/16)", "http://169.254.169.254", "http://169.253.1.1"],
  ["an endpoint isn't link-local (fe80::/10)", "http://[febf::1]", "http://[fec0::1]"],
  ["an endpoint isn't the unspecified address", "http://0.0.0.0", "http://1.0.0.0"],
];

/** [rule, refused, accepted]: a field with an invalid value, and the same field with a valid one. */
const rules: readonly (readonly [string, string, string])[] = [
  ["no other properties", `"color":"red"`, `"description":"red"`],
  ["a name is not empty", `"name":""`, `"name":"a"`],
  ["a name has at most 255 characters", `"name":"${"n".repeat(256)}"`, `"name":"${"n".repeat(255)}"`],
  ["a name has no spaces", `"name":"a b"`, `"name":"a.b_c-D9"`],
  ["a name doesn't look like an ID", `"name":"otlp_abc"`, `"name":"otlp-abc"`],
  ["a name isn't null", `"name":null`, `"name":"null"`],
  ...endpoints.map(([rule, bad, good]) => [rule, `"endpoint":"${bad}"`, `"endpoint":"${good}"`] as const),
  [
    "a description has at most 1024 characters",
    `"description":"${"d".repeat(1025)}"`,
    `"description":"${"d".repeat(1024)}"`,
  ],
  ["at most 32 headers are set", `"headers":${headers(33)}`, `"headers":${headers(32)}`],
  ["headers have at most 8192 bytes", `"headers":${bytes(8193)}`, `"headers":${bytes(8192)}`],
  ["a header's name is a token", `"headers":{"a b":"v"}`, `"headers":{"a!b":"v"}`],
  ["a header's name is not empty", `"headers":{"":"v"}`, `"headers":{}`],
  ["a header's value is in ASCII", `"headers":{"a":"ü"}`, `"headers":{"a":"a ~\\t!"}`],
  ["a header's value has no line break", `"headers":{"a":"b\\r\\nc: d"}`, `"headers":{"a":"b c: d"}`],
  ["a header's value is not empty", `"headers":{"a":""}`, `"headers":{"a":"0"}`],
  [
    "a header name occurs once, regardless of case",
    `"headers":{"a-b":"v","A-B":"w"}`,
    `"headers":{"a-b":"v","A-C":"w"}`,
  ],
];

describe("telemetry destination validation in the sandbox", () => {
  for (const [rule, refused, accepted] of rules)
    it(`enforces the rule in POST and PATCH: ${rule}`, async (t) => {
      const { patch, post } = await setUpDestinations(t);
      const bodyWith = (field: string): string => {
        const defaults = [`"name":"new"`, `"endpoint":"https://new.example"`];
        const key = field.slice(0, field.indexOf(":"));
        return `{${[...defaults.filter((one) => !one.startsWith(key)), field].join()}}`;
      };
      const { status, body } = await post(bodyWith(refused));
      assert.deepEqual([status, body["code"]], [400, "bad_request"]);
      assert.equal((await post(bodyWith(accepted))).status, 201);
      assert.equal((await patch("login-traces", `{${refused}}`)).status, 400);
      const changed = accepted
        .replace(/^"name":"/, `"name":"z`)
        .replace(/"name":"z(n{255})"/, `"name":"z${"n".repeat(254)}"`);
      assert.equal((await patch("login-traces", `{${changed}}`)).status, 200);
    });

  it("requires an endpoint and a name", async (t) => {
    const { post } = await setUpDestinations(t);
    assert.equal((await post(`{"name":"a"}`)).status, 400);
    assert.equal((await post(`{"endpoint":"https://a.example"}`)).status, 400);
  });
});

describe("PATCH /telemetry/destinations/{id_or_name} in the sandbox", () => {
  it("changes only the given fields and merges headers by name", async (t) => {
    const { get, patch, post } = await setUpDestinations(t);
    await post(
      `{"name":"mine","endpoint":"https://a.example","description":"d","headers":{"Authorization":"one","X-Old":"1"}}`,
    );
    const after = await patch("mine", `{"headers":{"authorization":"two","x-old":null,"x-new":"3"}}`);
    assert.equal(after.status, 200);
    assert.deepEqual(after.body["headers"], { Authorization: "", "X-New": "" });
    assert.deepEqual([after.body["endpoint"], after.body["description"]], ["https://a.example", "d"]);
    assert.deepEqual((await get("mine")).body, after.body);
    assert.equal((await patch("mine", `{"description":""}`)).body["description"], undefined);
    assert.equal((await patch("mine", "{}")).status, 400);
  });

  it("counts unchanged headers towards the size limit", async (t) => {
    const { patch, post } = await setUpDestinations(t);
    await post(`{"name":"mine","endpoint":"https://a.example","headers":{"A":"${"v".repeat(8000)}"}}`);
    assert.equal((await patch("mine", `{"headers":{"B":"${"v".repeat(191)}"}}`)).status, 400);
    assert.equal((await patch("mine", `{"headers":{"B":"${"v".repeat(190)}"}}`)).status, 200);
  });

  it("refuses a duplicate name, and any rename while connections use the destination", async (t) => {
    const { get, patch, port } = await setUpDestinations(t);
    assert.equal((await patch("nightly-archive", `{"name":"compliance-log"}`)).status, 409);
    assert.equal((await patch("compliance-log", `{"name":"selected-by-id"}`)).status, 200);
    await create(
      port,
      `{"domain":"a.example","profile_name":"p",
        "browser":{"telemetry":{"export":{"otlp":{"destination":{"name":"nightly-archive"}}}}}}`,
    );
    const refused = await patch("nightly-archive", `{"name":"archive"}`);
    assert.deepEqual([refused.status, refused.body["code"]], [409, "resource_in_use"]);
    assert.equal((await patch("nightly-archive", `{"name":"nightly-archive"}`)).status, 200);
    assert.equal((await get("archive")).status, 404);
  });

  it("returns 404 for a missing destination", async (t) => {
    const { patch } = await setUpDestinations(t);
    assert.equal((await patch("nobody", `{"description":"d"}`)).status, 404);
  });
});
