// Compares the validation in the credential form with the sandbox's, because both implement the same rules.
import { describe, it } from "node:test";
import fc from "fast-check";
import { CredentialCreateRequest, CredentialUpdateRequest } from "../../src/api/resourceRequests.ts";
import { parseAuthenticatorSecret } from "../../src/domain/login/totpSecret.ts";
import { objectOf } from "../unit/sandbox/support.ts";
import { assertSameVerdicts } from "./forms.ts";

const mostly = (usual: fc.Arbitrary<string>, ...alternatives: readonly string[]): fc.Arbitrary<string> =>
  fc.oneof({ weight: 6, arbitrary: usual }, { weight: 1, arbitrary: fc.constantFrom(...alternatives) });

const words = fc
  .string({ unit: "grapheme", minLength: 1, maxLength: 12 })
  .filter((text) => text !== "__proto__");
const keys = mostly(words, "", "\ud83d", "a\nb", " ");
const domains = mostly(
  fc.domain(),
  "",
  "a b.example",
  "https://a.example",
  "a.example:1",
  "a@b",
  "a?",
  "a#",
  "ü.example",
  "a".repeat(253),
  "a".repeat(254),
);
const secrets = mostly(
  fc.string({
    unit: fc.constantFrom("A", "B", "Z", "2", "7", "a", "z", " ", "-"),
    minLength: 1,
    maxLength: 40,
  }),
  "",
  "=",
  "A1",
  "A8",
  "A=B",
  "MZXW6===",
  "ü",
  "A\tB\n",
);
const maybe = <T>(of: fc.Arbitrary<T>) => fc.option(of, { nil: undefined });
const values = fc.dictionary(keys, mostly(words, "", "\udc00"), { maxKeys: 3 });

/** Converts typed answers as the form does: normalizes the TOTP secret and omits an empty one. */
const asSent = (typed: object): object => {
  const { totp_secret: secret } = objectOf(typed);
  if (typeof secret !== "string" || secret === "") return typed;
  const read = parseAuthenticatorSecret(secret);
  return { ...typed, totp_secret: read.kind === "secret" ? read.secret : "none" };
};

describe("300 generated credential requests", () => {
  it("are valid in the creation form if and only if the sandbox accepts them", (t) =>
    assertSameVerdicts(t, {
      path: "/credentials",
      bodies: fc.record({
        name: keys,
        domain: domains,
        values,
        totp_secret: maybe(secrets),
        sso_provider: maybe(keys),
      }),
      isValid: (body) => CredentialCreateRequest.safeParse(asSent(body)).success,
    }));

  it("are valid in the edit form if and only if the sandbox accepts them", (t) =>
    assertSameVerdicts(t, {
      path: "/credentials",
      original: { name: "before", domain: "a.example", values: { "user name": "a" } },
      bodies: fc.record({
        values: maybe(values),
        remove_value_keys: maybe(fc.array(keys, { maxLength: 3 })),
        totp_secret: maybe(secrets),
        sso_provider: maybe(keys),
      }),
      isValid: (body) => CredentialUpdateRequest.safeParse(asSent(body)).success,
    }));
});
