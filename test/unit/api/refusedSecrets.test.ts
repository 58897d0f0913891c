// What was sent and is a secret, in the words of a service that repeats it: errors are shown, copied and kept in files.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Client } from "../../../src/api/client.ts";
import type { ServiceDispatcher } from "../../../src/api/dispatcher.ts";
import type { Outcome } from "../../../src/api/errors.ts";
import {
  createCredential,
  createCredentialProvider,
  createDestination,
  createProxy,
  updateCredential,
  updateCredentialProvider,
  updateDestination,
} from "../../../src/api/operations.ts";
import { secretsIn } from "../../../src/api/token.ts";
import { bench, canary, errorOf, valueOf } from "./support.ts";

const password = `p"ss wörd\\7`;
const pin = "4711";
const base32 = "JBSWY3DPEHPK3PXP";
const token = "ops_canary_9";

const values = { username: "alice@shop.example", password, pin };
const headers = { "x-api-key": "k3y-of-ours", Authorization: "Basic YWxpY2U6cHc=" };
const config = { host: "proxy.example.com", port: 3128, username: "u", password };
const provider = { provider_type: "onepassword", name: "vault", token } as const;

type Call = (client: Client, signal: AbortSignal) => Promise<Outcome<unknown>>;

const sendings: readonly (readonly [string, readonly string[], Call])[] = [
  [
    "a credential",
    [password, pin, base32, values.username],
    (client, signal) =>
      client.call(
        createCredential,
        { body: { name: "shop", domain: "shop.example", values, totp_secret: base32 } },
        signal,
      ),
  ],
  [
    "a change of a credential",
    [password, pin, base32],
    (client, signal) =>
      client.call(
        updateCredential,
        { path: { id_or_name: "cred_1" }, body: { values, totp_secret: base32 } },
        signal,
      ),
  ],
  [
    "a destination",
    Object.values(headers),
    (client, signal) =>
      client.call(createDestination, { body: { name: "d", endpoint: "https://c.example", headers } }, signal),
  ],
  [
    "a change of a destination",
    Object.values(headers),
    (client, signal) =>
      client.call(
        updateDestination,
        { path: { id_or_name: "d" }, body: { headers: { ...headers, gone: null } } },
        signal,
      ),
  ],
  [
    "a proxy",
    [password],
    (client, signal) => client.call(createProxy, { body: { type: "custom", config } }, signal),
  ],
  [
    "a provider",
    [token],
    (client, signal) => client.call(createCredentialProvider, { body: provider }, signal),
  ],
  [
    "a change of a provider",
    [token],
    (client, signal) =>
      client.call(updateCredentialProvider, { path: { id: "credprov_1" }, body: { token } }, signal),
  ],
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

describe("a secret of a body that the service repeats", () => {
  for (const [what, secrets, call] of sendings)
    for (const status of [400, 409, 500] as const)
      it(`is in nothing of an error: ${what}, ${status}`, async () => {
        const said = {
          code: "bad_request",
          message: `not taken: ${secrets.join(", ")}.`,
          details: secrets.map((one) => ({ code: one, message: `"${one}"` })),
          inner_error: { message: secrets.join("\n") },
          errors: { [secrets[0] ?? ""]: secrets },
        };
        const encoded = secrets.flatMap((one) => [
          encodeURIComponent(one),
          new URLSearchParams({ one }).toString().slice("one=".length),
          one.replaceAll(`"`, "&quot;").replaceAll("ö", "&ouml;"),
          Buffer.from(`:${one}`).toString("base64").slice(2),
        ]);
        for (const body of [
          JSON.stringify(said),
          `plain: ${secrets.join(" ")}`,
          JSON.stringify({ code: "bad_request", message: encoded.join(" ") }),
        ]) {
          const { client, signal } = bench(answering(status, body));
          const error = errorOf(await call(client, signal));
          const told = JSON.stringify(error);
          for (const one of secrets)
            for (const form of [
              one,
              JSON.stringify(one).slice(1, -1),
              ...encoded.filter((each) => each.length > 7),
            ])
              assert.ok(!told.includes(form), told);
          assert.match(told, /•••/);
        }
      });

  it("stays in a success, whose fields are its own: a credential may be called as its user is", async () => {
    const made = { id: "cred_1", name: values.username, domain: "shop.example" };
    const { client, signal } = bench(answering(201, JSON.stringify(made)));
    const body = { name: made.name, domain: made.domain, values };
    assert.equal(valueOf(await client.call(createCredential, { body }, signal)).name, values.username);
  });
});

describe("the texts of some fields", () => {
  const removed = (sent: unknown, fields: readonly string[], text: string): string =>
    secretsIn(JSON.stringify(sent), fields, canary).removeFrom(text);

  it("are found by their whole path alone", () => {
    assert.equal(
      removed({ config }, ["config.password"], `${config.host}: ${password}`),
      `${config.host}: •••`,
    );
  });

  it("go before those that stand in them", () => {
    assert.equal(
      removed({ values: { a: "s3cret-pw", b: "s3cret-pw-long" } }, ["values"], "s3cret-pw-long"),
      "•••",
    );
  });

  it("are looked for by themselves where they are short, and not at all where they are shorter", () => {
    const sent = { values: { pin, word: "pass", letter: "abc" } };
    assert.equal(
      removed(sent, ["values"], "4711, 14711; a pass, passing: abc (pass)"),
      "•••, 14711; a •••, passing: abc (•••)",
    );
  });

  it("are texts, whatever a pattern would make of them", () => {
    assert.equal(removed({ values: { a: "a.c*(d)[e" } }, ["values"], "abccd, a.c*(d)[e"), "abccd, •••");
  });
});
