// Tests unusual names: properties inherited by every object, lone surrogates, domains that no URL can contain, and
// private addresses.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { loggedInConnection } from "../unit/sandbox/logins.ts";
import { create, objectOf, send, startedSandbox, type Call } from "../unit/sandbox/support.ts";

const post = (path: string, body: string): Call => ({ method: "POST", path, body });
const get = (path: string): Call => ({ method: "GET", path });

describe("an inherited JavaScript property name such as toString", () => {
  for (const name of ["__proto__", "constructor", "toString", "hasOwnProperty"]) {
    it(`is refused as the ID of a choice, field or button: ${name}`, async (t) => {
      const { port } = (await startedSandbox(t)).identity;
      const path = "/auth/connections/ma_sandboxhelpdesk";
      const before = await send(port, get(path));
      const { interaction_id: interaction } = objectOf(before.body);
      for (const submission of [
        { interaction_id: interaction, selected_choice_id: name },
        JSON.parse(
          `{"interaction_id":"${String(interaction)}","field_values":{"field_code":"123456","${name}":"x"}}`,
        ),
        JSON.parse(`{"fields":{"otp":"123456","${name}":"x"}}`),
        { mfa_option_id: name },
        { sign_in_option_id: name },
        { sso_provider: name },
      ]) {
        const answer = await send(port, post(`${path}/submit`, JSON.stringify(submission)));
        assert.equal(answer.status, 400, JSON.stringify(submission));
      }
      assert.equal((await send(port, get(path))).text, before.text);
      assert.equal((await send(port, get("/auth/connections"))).status, 200);
    });

    it(`is accepted as a domain: ${name}`, async (t) => {
      const { read, id } = await loggedInConnection(t, name.toLowerCase());
      assert.equal((await read(id))["status"], "AUTHENTICATED");
    });

    it(`is stored as the key of a credential's value: ${name}`, async (t) => {
      const { port } = (await startedSandbox(t)).identity;
      const body = `{"name":"odd","domain":"a.example","values":{"${name}":"x","user":"y"}}`;
      const created = await send(port, post("/credentials", body));
      assert.equal(created.status, 201, created.text);
      assert.deepEqual(objectOf(created.body)["value_keys"], [name, "user"].sort());
      const change = `{"values":{"more":"z"},"remove_value_keys":["${name}"]}`;
      const changed = await send(port, { method: "PATCH", path: "/credentials/odd", body: change });
      assert.deepEqual(objectOf(changed.body)["value_keys"], ["more", "user"]);
      const back = await send(port, {
        method: "PATCH",
        path: "/credentials/odd",
        body: `{"values":{"${name}":"z"}}`,
      });
      assert.deepEqual(objectOf(back.body)["value_keys"], [name, "more", "user"].sort());
    });

    it(`is stored as a header name: ${name}`, async (t) => {
      const { port } = (await startedSandbox(t)).identity;
      const body = `{"name":"odd","endpoint":"https://a.example","headers":{"${name}":"x"}}`;
      const created = await send(port, post("/telemetry/destinations", body));
      assert.equal(created.status, 201, created.text);
      const names = Object.keys(objectOf(objectOf(created.body)["headers"]));
      assert.equal(names.join().toLowerCase(), name.toLowerCase());
      const more = await send(port, {
        method: "PATCH",
        path: "/telemetry/destinations/odd",
        body: `{"headers":{"X-More":"y"}}`,
      });
      assert.equal(Object.keys(objectOf(objectOf(more.body)["headers"])).length, 2, more.text);
    });
  }

  it("is refused as a credential field if the field's value is invalid", async (t) => {
    for (const [values, message] of [
      [`{"__proto__":""}`, "values.__proto__: must not be empty."],
      [`{"__proto__":5}`, "values.__proto__: must be a string."],
      [`{"":"x"}`, "values.: is not valid."],
      ["[]", "values: must be an object."],
      ["5", "values: must be an object."],
    ] as const) {
      const body = `{"name":"odd","domain":"a.example","values":${values}}`;
      const answer = await send((await startedSandbox(t)).identity.port, post("/credentials", body));
      assert.deepEqual([answer.status, objectOf(answer.body)["message"]], [400, message]);
    }
  });
});

describe("an unusual domain", () => {
  for (const domain of ["1.2.3.4.5", "exa|mple", "[a", "a%zz", "a<b", "256.256.256.256"])
    it(`is refused if it isn't valid in a URL: ${domain}`, async (t) => {
      const { port } = (await startedSandbox(t)).identity;
      const answer = await create(port, JSON.stringify({ domain, profile_name: "p" }));
      const message = "domain: must be a domain without scheme, port or path.";
      assert.deepEqual([answer.status, objectOf(answer.body)["message"]], [400, message]);
      const listed = await create(
        port,
        JSON.stringify({ domain: "a.example", profile_name: "p", allowed_domains: [domain] }),
      );
      assert.equal(listed.status, 400);
    });

  for (const domain of ["münchen.example", "a_b.example", "localhost", "192.0.2.7", "xn--mnchen-3ya.example"])
    it(`is accepted when creating, logging in and listing a connection: ${domain}`, async (t) => {
      const { read, port, id } = await loggedInConnection(t, domain);
      assert.equal((await read(id))["post_login_url"], `https://${domain}/home`);
      assert.equal((await send(port, get("/auth/connections"))).status, 200);
    });
});

describe("a lone surrogate in a request", () => {
  for (const [location, path, body] of [
    ["a project's name", "/org/projects", { name: "half \ud800" }],
    [
      "a provider's name",
      "/org/credential_providers",
      { provider_type: "onepassword", name: "\ud800", token: "t" },
    ],
    [
      "a destination's description",
      "/telemetry/destinations",
      { name: "n", endpoint: "https://a.example", description: "\udfff" },
    ],
  ] as const)
    it(`is refused in ${location}`, async (t) => {
      const { port } = (await startedSandbox(t)).identity;
      assert.equal((await send(port, post(path, JSON.stringify(body)))).status, 400);
    });

  it("is refused in the new name of a project", async (t) => {
    const { port } = (await startedSandbox(t)).identity;
    const path = "/org/projects/proj_sandboxstaging";
    assert.equal((await send(port, { method: "PATCH", path, body: `{"name":"\\ud800"}` })).status, 400);
  });
});

describe("the sandbox's check for public hosts", () => {
  for (const [host, hostType] of [
    ["100.63.255.255", "public"],
    ["100.64.0.1", "private"],
    ["100.127.255.255", "private"],
    ["100.128.0.1", "public"],
    ["223.255.255.255", "public"],
    ["224.0.0.1", "private"],
    ["239.255.255.255", "private"],
    ["255.255.255.255", "private"],
    ["127.0.0.1", "private"],
    ["[::ffff:127.0.0.1]", "private"],
    ["[::ffff:100.64.0.1]", "private"],
    ["[::ffff:8.8.8.8]", "public"],
    ["[64:ff9b::127.0.0.1]", "private"],
    ["[64:ff9b::10.1.2.3]", "private"],
    ["[64:ff9b::8.8.8.8]", "public"],
    ["[ff02::1]", "private"],
    ["[fe80::1]", "private"],
    ["[fd00::1]", "private"],
    ["[2606:4700::1]", "public"],
  ] as const)
    it(`treats ${host} as ${hostType}`, async (t) => {
      const { port } = (await startedSandbox(t)).identity;
      const body = JSON.stringify({ name: "n", endpoint: `https://${host}` });
      const created = await send(port, post("/telemetry/destinations", body));
      const check = JSON.stringify({ url: `http://${host}/` });
      const answer = await send(port, post("/proxies/proxy_sandboxown/check", check));
      assert.deepEqual([created.status, answer.status], hostType === "public" ? [201, 200] : [400, 400]);
    });
});
