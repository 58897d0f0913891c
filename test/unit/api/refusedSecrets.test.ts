// Secrets of a request that a service echoes. Errors are shown, copied and stored, so they must not contain them.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { ServiceDispatcher } from "../../../src/api/dispatcher.ts";
import type { OperationInput, Operation } from "../../../src/api/operation.ts";
import {
  checkProxy,
  createCredential,
  createCredentialProvider,
  createDestination,
  createProxy,
  deleteBrowser,
  getCredential,
  getCredentialProvider,
  getDestination,
  getOneTimeCode,
  getProxy,
  renameProxy,
  submitToLogin,
  testCredentialProvider,
  updateCredential,
  updateCredentialProvider,
  updateDestination,
} from "../../../src/api/operations.ts";
import { maskForFields } from "../../../src/api/token.ts";
import { bench, type Bench, canary, errorOf, valueOf } from "./support.ts";

const password = `p"ss wörd\\7`;
const pin = "4711";
const base32 = "JBSWY3DPEHPK3PXP";
const token = "ops_canary_9";

const values = { username: "alice@shop.example", password, pin };
const headers = { "x-api-key": "k3y-of-ours", Authorization: "Basic YWxpY2U6cHc=" };
const config = { host: "proxy.example.com", port: 3128, username: "u", password };
const provider = { provider_type: "onepassword", name: "vault", token } as const;

const sending = <Given extends OperationInput>(
  description: string,
  secrets: readonly string[],
  operation: Operation<Given, unknown>,
  input: Given,
) => ({ description, secrets, call: ({ client, signal }: Bench) => client.call(operation, input, signal) });

const change = { values, totp_secret: base32 };
const sendings = [
  sending("a new credential", [password, pin, base32, values.username], createCredential, {
    body: { name: "shop", domain: "shop.example", ...change },
  }),
  sending("a change of a credential", [password, pin, base32], updateCredential, {
    path: { id_or_name: "cred_1" },
    body: change,
  }),
  sending("a new destination", Object.values(headers), createDestination, {
    body: { name: "d", endpoint: "https://c.example", headers },
  }),
  sending("a change of a destination", Object.values(headers), updateDestination, {
    path: { id_or_name: "d" },
    body: { headers: { ...headers, gone: null } },
  }),
  sending("a new proxy", [password], createProxy, { body: { type: "custom", config } }),
  sending("a new provider", [token], createCredentialProvider, { body: provider }),
  sending("a deletion of a browser", ["bs_canary/1"], deleteBrowser, { path: { id_or_name: "bs_canary/1" } }),
  sending("a change of a provider", [token], updateCredentialProvider, {
    path: { id: "credprov_1" },
    body: { token },
  }),
];

const answers = { user: values.username, password, pin };
const submissions = [
  sending("an answer to a login", Object.values(answers), submitToLogin, {
    path: { id: "x" },
    body: { interaction_id: "i", field_values: answers },
  }),
  sending("an answer in fields", Object.values(answers), submitToLogin, {
    path: { id: "x" },
    body: { fields: answers },
  }),
];
const readings = [
  sending("a read of a credential", [], getCredential, { path: { id_or_name: "x" } }),
  sending("a read of a one-time code", [], getOneTimeCode, { path: { id_or_name: "x" } }),
  sending("a read of a destination", [], getDestination, { path: { id_or_name: "x" } }),
  sending("a read of a proxy", [], getProxy, { path: { id: "x" } }),
  sending("a rename of a proxy", [], renameProxy, { path: { id: "x" }, body: { name: "n" } }),
  sending("a check of a proxy", [], checkProxy, { path: { id: "x" }, body: {} }),
  sending("a read of a provider", [], getCredentialProvider, { path: { id: "x" } }),
  sending("a test of a provider", [], testCredentialProvider, { path: { id: "x" } }),
];

function answering(statusCode: number, body: string): ServiceDispatcher {
  return {
    request: () =>
      Promise.resolve({
        statusCode,
        headers: { "content-type": "application/json" },
        // eslint-disable-next-line @typescript-eslint/require-await -- a body is an async iterable
        body: (async function* () {
          yield Buffer.from(body);
        })(),
      }),
    destroy: () => Promise.resolve(),
  };
}

describe("A secret that the service echoes", () => {
  for (const { description: request, secrets, call } of [...sendings, ...submissions])
    for (const status of [400, 409, 500] as const)
      it(`is masked in a ${status} error response to ${request}`, async () => {
        const echo = {
          code: "bad_request",
          message: `not taken: ${secrets.join(", ")}.`,
          details: secrets.map((secret) => ({ code: secret, message: `"${secret}"` })),
          inner_error: { message: secrets.join("\n") },
          errors: { [secrets[0] ?? ""]: secrets },
        };
        const encoded = secrets.flatMap((secret) => [
          encodeURIComponent(secret),
          new URLSearchParams({ one: secret }).toString().slice("one=".length),
          secret.replaceAll(`"`, "&quot;").replaceAll("ö", "&ouml;"),
          Buffer.from(`:${secret}`).toString("base64").slice(2),
        ]);
        for (const body of [
          JSON.stringify(echo),
          `plain: ${secrets.join(" ")}`,
          JSON.stringify({ code: "bad_request", message: encoded.join(" ") }),
        ]) {
          const error = errorOf(await call(bench(answering(status, body))));
          const text = JSON.stringify(error);
          for (const secret of secrets)
            for (const form of [
              secret,
              JSON.stringify(secret).slice(1, -1),
              ...encoded.filter((each) => each.length > 7),
            ])
              assert.ok(!text.includes(form), text);
          assert.match(text, /•••/);
        }
      });

  for (const { description: request, call } of [...sendings, ...readings])
    it(`isn't part of the outcome of ${request}`, async () => {
      const reply = { id: "x", name: "n", type: "isp", success: true, code: "123456", secret: password };
      const outcome = await call(bench(answering(200, JSON.stringify(reply))));
      assert.equal(outcome.kind, "ok");
      assert.equal(outcome.raw, undefined);
    });

  it("isn't masked in a successful reply if it equals a credential's name", async () => {
    const created = { id: "cred_1", name: values.username, domain: "shop.example" };
    const { client, signal } = bench(answering(201, JSON.stringify(created)));
    const body = { name: created.name, domain: created.domain, values };
    assert.equal(valueOf(await client.call(createCredential, { body }, signal)).name, values.username);
  });
});

describe("maskForFields", () => {
  const removed = (sent: unknown, fields: readonly string[], text: string): string =>
    maskForFields(JSON.stringify(sent), fields, canary).mask(text);

  it("masks only the value at the field's full path", () =>
    assert.equal(
      removed({ config }, ["config.password"], `${config.host}: ${password}`),
      `${config.host}: •••`,
    ));

  it("masks a longer secret completely if it starts with a shorter secret", () =>
    assert.equal(
      removed({ values: { a: "s3cret-pw", b: "s3cret-pw-long" } }, ["values"], "s3cret-pw-long"),
      "•••",
    ));

  it("masks four-character secrets as whole words and ignores shorter ones", () => {
    const sent = { values: { pin, word: "pass", letter: "abc" } };
    assert.equal(
      removed(sent, ["values"], "4711, 14711; a pass, passing: abc (pass)"),
      "•••, 14711; a •••, passing: abc (•••)",
    );
  });

  it("masks secrets that contain regular expression characters", () =>
    assert.equal(removed({ values: { a: "a.c*(d)[e" } }, ["values"], "abccd, a.c*(d)[e"), "abccd, •••"));
});
