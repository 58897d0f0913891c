// Compares the validation in the provider form with the sandbox's, because both implement the same rules.
import { describe, it } from "node:test";
import fc from "fast-check";
import {
  CredentialProviderCreateRequest,
  CredentialProviderUpdateRequest,
} from "../../src/api/resourceRequests.ts";
import { assertSameVerdicts } from "./forms.ts";

const path = "/org/credential_providers";
const original = { provider_type: "onepassword", name: "n", token: "t" };

const texts = fc.oneof(
  fc.constantFrom("", " ", "\t\n", "a", " a ", "a/b", "ü", "refused-x", "n".repeat(300)),
  { weight: 3, arbitrary: fc.string({ maxLength: 12 }) },
);
const wrong = fc.constantFrom(null, 1, true, [], {});
const field = <T>(right: fc.Arbitrary<T>): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 12, arbitrary: right }, { weight: 1, arbitrary: wrong });
const numbers = fc.oneof(fc.constantFrom(-1, 0, 1, 0.5, 2 ** 53, 2 ** 53 - 1, -(2 ** 53)), {
  weight: 3,
  arbitrary: fc.integer({ min: -5, max: 90_000 }),
});
const bodies = {
  create: fc.record(
    {
      provider_type: fc.oneof({ weight: 9, arbitrary: fc.constant("onepassword") }, fc.constant("vault")),
      name: field(texts),
      token: field(texts),
    },
    { requiredKeys: [] },
  ),
  change: fc.record(
    {
      name: field(texts),
      enabled: field(fc.boolean()),
      priority: field(numbers),
      token: field(texts),
    },
    { requiredKeys: [] },
  ),
};

/** Completes three of four bodies with the required fields. */
const mostlyComplete = fc
  .tuple(bodies.create, fc.nat(3))
  .map(([body, at]) => (at === 0 ? body : { ...original, ...body }));

describe("300 generated credential provider requests", () => {
  it("are valid in the creation form if and only if the sandbox accepts them", (t) =>
    assertSameVerdicts(t, {
      path,
      bodies: mostlyComplete,
      isValid: (body) => CredentialProviderCreateRequest.safeParse(body).success,
    }));

  it("are valid in the edit form if and only if the sandbox accepts them", (t) =>
    assertSameVerdicts(t, {
      path,
      original,
      bodies: bodies.change,
      isValid: (body) => CredentialProviderUpdateRequest.safeParse(body).success,
    }));
});
