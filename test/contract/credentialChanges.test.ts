// Tests reading, creating, changing and deleting stored credentials in the sandbox with raw requests.
import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import { totpCodeAt } from "../../src/sandbox/resources/credentials.ts";
import { logins, start } from "../unit/sandbox/logins.ts";
import { book, create, objectOf, send, startedSandbox } from "../unit/sandbox/support.ts";
import { asking } from "./support.ts";

async function setUpCredentials(t: TestContext) {
  const { port } = (await startedSandbox(t)).identity;
  const ask = asking(port, "");
  return {
    port,
    get: (name: string) => ask("GET", `/credentials/${name}`),
    code: (name: string) => ask("GET", `/credentials/${name}/totp-code`),
    post: (body: string) => ask("POST", "/credentials", body),
    patch: (name: string, body: string) => ask("PATCH", `/credentials/${name}`, body),
    remove: (name: string) => ask("DELETE", `/credentials/${name}`),
    connection: (id: string) => ask("GET", `/auth/connections/${id}`),
  };
}

/** The TOTP secret of `github-bot`. */
const secret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
const fullRequest = `{"name":"shop","domain":"shop.example","values":{"username":"alex","password":"v4lue-password"},
  "totp_secret":"gezd gnbv-gy3t qojq gezd gnbv gy3t qojq==","sso_provider":"github"}`;

describe("GET /credentials/{id_or_name} in the sandbox", () => {
  it("returns the same credential by ID and name, without values", async (t) => {
    const { get } = await setUpCredentials(t);
    const { status, body } = await get("cred_sandboxgithub");
    assert.equal(status, 200);
    assert.deepEqual(body, (await get("github-bot")).body);
    assert.doesNotMatch(JSON.stringify(body), /GEZD/);
    const { created_at, updated_at, ...rest } = body;
    assert.equal(created_at, updated_at);
    assert.partialDeepStrictEqual(rest, {
      id: "cred_sandboxgithub",
      name: "github-bot",
      domain: "github.example",
      has_values: true,
      has_totp_secret: true,
      sso_provider: null,
      value_keys: ["password", "username"],
    });
  });

  it("returns whether a credential has values, and its SSO provider", async (t) => {
    const { get } = await setUpCredentials(t);
    const { body } = await get("payroll-import");
    assert.deepEqual([body["has_values"], body["value_keys"], body["has_totp_secret"]], [false, [], false]);
    assert.equal((await get("helpdesk-agent")).body["sso_provider"], "google");
  });

  it("returns 404 for a missing credential, or 403 on the Free plan", async (t) => {
    const { get, port } = await setUpCredentials(t);
    const { status, body } = await get("nobody");
    assert.deepEqual([status, body["code"]], [404, "not_found"]);
    await book(port, "FREE", false);
    const refused = await get("github-bot");
    assert.deepEqual([refused.status, refused.body["code"]], [403, "insufficient_plan"]);
  });
});

describe("POST /credentials in the sandbox", () => {
  it("creates a credential and returns its one-time code but no values", async (t) => {
    const { get, post } = await setUpCredentials(t);
    const created = await post(fullRequest);
    assert.equal(created.status, 201);
    const { totp_code, totp_code_expires_at, ...kept } = created.body;
    assert.match(String(totp_code), /^\d{6}$/);
    assert.equal(Date.parse(String(totp_code_expires_at)) % 30_000, 0);
    assert.partialDeepStrictEqual(kept, {
      name: "shop",
      domain: "shop.example",
      has_values: true,
      has_totp_secret: true,
      sso_provider: "github",
      value_keys: ["password", "username"],
    });
    assert.match(String(kept["id"]), /^cred_[\da-f]{24}$/);
    assert.doesNotMatch(created.text, /v4lue|alex|GEZD/i);
    assert.deepEqual((await get("shop")).body, kept);
  });

  it("creates a credential without values", async (t) => {
    const { post } = await setUpCredentials(t);
    const { status, body } = await post(`{"name":"n","domain":"a.example","values":{}}`);
    assert.deepEqual([status, body["has_values"], body["sso_provider"]], [201, false, null]);
    assert.ok(!("totp_code" in body));
  });

  it("returns 409 for a duplicate name and simulates 403 and 500 for special values", async (t) => {
    const { post } = await setUpCredentials(t);
    const conflict = await post(`{"name":"github-bot","domain":"a.example","values":{}}`);
    assert.deepEqual([conflict.status, conflict.body["code"]], [409, "already_exists"]);
    const refused = await post(`{"name":"n","domain":"error-403.example","values":{}}`);
    assert.deepEqual([refused.status, refused.body["code"]], [403, "insufficient_permissions"]);
    assert.equal((await post(`{"name":"error-500","domain":"a.example","values":{}}`)).status, 500);
  });
});

/** [rule, refused, accepted]: a field with an invalid value, and the same field with a valid one. */
const rules: readonly (readonly [string, string, string])[] = [
  ["no other properties", `"password":"p"`, `"values":{"password":"p"}`],
  ["a name is not empty", `"name":""`, `"name":"é"`],
  ["a name has no lone surrogate", `"name":"\\ud83d"`, `"name":"\\ud83d\\ude00"`],
  ["a name isn't null", `"name":null`, `"name":"null"`],
  ["values are strings", `"values":{"pin":1234}`, `"values":{"pin":"1234"}`],
  ["values are an object", `"values":["a"]`, `"values":{}`],
  ["a value is not empty", `"values":{"a":""}`, `"values":{"a":" "}`],
  ["a key is not empty", `"values":{"":"a"}`, `"values":{"One-time e-mail":"a"}`],
  ["a secret is base32", `"totp_secret":"GEZ1"`, `"totp_secret":"GEZ2"`],
  ["a secret doesn't contain the digit 8", `"totp_secret":"A8"`, `"totp_secret":"a7"`],
  ["a secret isn't empty", `"totp_secret":" -="`, `"totp_secret":"ab cd-ef=="`],
  ["a secret has padding only at the end", `"totp_secret":"A=B"`, `"totp_secret":"AB="`],
  ["an SSO provider is a string", `"sso_provider":1`, `"sso_provider":"okta"`],
];

describe("credential validation in the sandbox", () => {
  for (const [rule, refused, accepted] of rules)
    it(`enforces the rule in POST and PATCH: ${rule}`, async (t) => {
      const { patch, post } = await setUpCredentials(t);
      const bodyWith = (field: string): string => {
        const defaults = [`"name":"new"`, `"domain":"new.example"`, `"values":{}`];
        const key = field.slice(0, field.indexOf(":"));
        return `{${[...defaults.filter((one) => !one.startsWith(key)), field].join()}}`;
      };
      const { status, body } = await post(bodyWith(refused));
      assert.deepEqual([status, body["code"]], [400, "bad_request"]);
      assert.equal((await post(bodyWith(accepted))).status, 201);
      assert.equal((await patch("github-bot", `{${refused}}`)).status, 400);
      const changed = accepted.replace(/^"name":"/, `"name":"z`);
      assert.equal((await patch("github-bot", `{${changed}}`)).status, 200);
    });

  it("requires name, domain and values and rejects a changed domain", async (t) => {
    const { patch, post } = await setUpCredentials(t);
    assert.equal((await post(`{"name":"a","domain":"a.example"}`)).status, 400);
    assert.equal((await post(`{"name":"a","values":{}}`)).status, 400);
    assert.equal((await post(`{"domain":"a.example","values":{}}`)).status, 400);
    assert.equal((await post(`{"name":"a","domain":"https://a.example","values":{}}`)).status, 400);
    assert.equal((await post(`{"name":"a","domain":"a.example","values":{},"totp_secret":""}`)).status, 400);
    assert.equal((await post(`{"name":"a","domain":"a.example","values":{},"sso_provider":""}`)).status, 400);
    assert.equal((await patch("github-bot", `{"domain":"a.example"}`)).status, 400);
    assert.equal((await patch("github-bot", "{}")).status, 400);
  });
});

describe("PATCH /credentials/{id_or_name} in the sandbox", () => {
  it("removes the listed values before it sets new values", async (t) => {
    const { patch } = await setUpCredentials(t);
    const after = await patch(
      "github-bot",
      `{"values":{"pin":"1","username":"new"},"remove_value_keys":["username","password","nobody"]}`,
    );
    assert.deepEqual(after.body["value_keys"], ["pin", "username"]);
    const none = await patch("github-bot", `{"remove_value_keys":["pin","username"]}`);
    assert.deepEqual([none.body["has_values"], none.body["value_keys"]], [false, []]);
    assert.equal(none.body["has_totp_secret"], true);
  });

  it("sets and removes the TOTP secret and the SSO provider", async (t) => {
    const { code, patch } = await setUpCredentials(t);
    const set = await patch("helpdesk-agent", `{"totp_secret":"${secret}"}`);
    assert.match(String(set.body["totp_code"]), /^\d{6}$/);
    assert.equal(set.body["has_totp_secret"], true);
    assert.equal((await patch("helpdesk-agent", `{"sso_provider":"okta"}`)).body["sso_provider"], "okta");
    assert.equal((await patch("helpdesk-agent", `{"sso_provider":""}`)).body["sso_provider"], null);
    await patch("helpdesk-agent", `{"sso_provider":"okta"}`);
    assert.equal((await patch("helpdesk-agent", `{"sso_provider":null}`)).body["sso_provider"], null);
    const reply = await patch("helpdesk-agent", `{"totp_secret":""}`);
    assert.deepEqual([reply.body["has_totp_secret"], reply.body["totp_code"]], [false, undefined]);
    assert.equal((await code("helpdesk-agent")).status, 404);
  });

  it("refuses a duplicate name and updates connections after a rename", async (t) => {
    const { connection, get, patch } = await setUpCredentials(t);
    assert.equal((await patch("github-bot", `{"name":"payroll-import"}`)).status, 409);
    assert.equal((await patch("github-bot", `{"name":"github-bot"}`)).status, 200);
    assert.equal((await patch("cred_sandboxgithub", `{"name":"robot"}`)).status, 200);
    assert.equal((await get("github-bot")).status, 404);
    const { body } = await connection("ma_sandboxgithub");
    assert.deepEqual([body["credential"], body["can_reauth"]], [{ name: "robot" }, true]);
  });

  it("returns 404 for a missing credential", async (t) => {
    const { patch } = await setUpCredentials(t);
    assert.equal((await patch("nobody", `{"name":"somebody"}`)).status, 404);
  });
});

describe("DELETE /credentials/{id_or_name} in the sandbox", () => {
  it("removes the credential from connections and disables reauthentication", async (t) => {
    const { connection, get, remove } = await setUpCredentials(t);
    assert.equal((await remove("github-bot")).status, 204);
    assert.equal((await get("cred_sandboxgithub")).status, 404);
    const { body } = await connection("ma_sandboxgithub");
    assert.deepEqual(
      [body["credential"], body["can_reauth"], body["can_reauth_reason"], body["status"]],
      [undefined, false, "no_credential", "AUTHENTICATED"],
    );
    assert.deepEqual((await connection("ma_sandboxchat")).body["credential"], { name: "helpdesk-agent" });
    assert.equal((await remove("github-bot")).status, 404);
  });

  it("keeps can_reauth_reason if the connection has never logged in", async (t) => {
    const { connection, port, remove } = await setUpCredentials(t);
    const created = await create(
      port,
      `{"domain":"a.example","profile_name":"p","credential":{"name":"payroll-import"}}`,
    );
    await remove("cred_sandboxpayroll");
    const { body } = await connection(String(objectOf(created.body)["id"]));
    assert.deepEqual(
      [body["credential"], body["can_reauth_reason"]],
      [undefined, "no_prior_successful_login"],
    );
  });
});

describe("GET /credentials/{id_or_name}/totp-code in the sandbox", () => {
  it("returns the one-time code for the sandbox's clock, renewed every 30 seconds", async (t) => {
    const { advance, port } = await logins(t);
    const ask = async () =>
      objectOf((await send(port, { method: "GET", path: "/credentials/github-bot/totp-code" })).body);
    const first = await ask();
    assert.deepEqual(first, { code: totpCodeAt(secret, start).code, expires_at: "2026-11-20T12:00:30.000Z" });
    await advance(29);
    assert.deepEqual(await ask(), first);
    await advance(1);
    const second = await ask();
    assert.equal(second["expires_at"], "2026-11-20T12:01:00.000Z");
    assert.notEqual(second["code"], first.code);
  });

  it("returns 404 for a credential that is missing or has no secret", async (t) => {
    const { code } = await setUpCredentials(t);
    for (const name of ["helpdesk-agent", "nobody"]) {
      const { status, body } = await code(name);
      assert.deepEqual([status, body["code"]], [404, "not_found"]);
    }
  });
});
