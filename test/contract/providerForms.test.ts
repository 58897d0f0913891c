// Compares the validation in the provider form with the sandbox's, because both implement the same rules.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import * as fc from "fast-check";
import {
  CredentialProviderCreateRequest,
  CredentialProviderUpdateRequest,
} from "../../src/api/resourceRequests.ts";
import { objectOf, send, startedSandbox } from "../unit/sandbox/support.ts";

const path = "/org/credential_providers";

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
const mostlyWhole = (body: object, at: number): object =>
  at % 4 === 0 ? body : { provider_type: "onepassword", name: "n", token: "t", ...body };

describe("300 generated requests of credential providers", () => {
  it("are valid for the creation form exactly if the sandbox accepts them", async (t) => {
    const { port } = (await startedSandbox(t)).identity;
    let accepted = 0;
    for (const [at, generated] of fc.sample(bodies.create, { numRuns: 300, seed: 20_261_123 }).entries()) {
      const body = mostlyWhole(generated, at);
      const ours = CredentialProviderCreateRequest.safeParse(body).success;
      const answer = await send(port, { method: "POST", path, body: JSON.stringify(body) });
      assert.equal(answer.status === 201, ours, `${answer.text} ${JSON.stringify(body)}`);
      if (!ours) continue;
      accepted += 1;
      await send(port, { method: "DELETE", path: `${path}/${String(objectOf(answer.body)["id"])}` });
    }
    assert.ok(accepted > 60 && accepted < 240, String(accepted));
  });

  it("are valid for the edit form exactly if the sandbox accepts them", async (t) => {
    const { port } = (await startedSandbox(t)).identity;
    let accepted = 0;
    for (const body of fc.sample(bodies.change, { numRuns: 300, seed: 20_261_124 })) {
      const ours = CredentialProviderUpdateRequest.safeParse(body).success;
      const answer = await send(port, {
        method: "PATCH",
        path: `${path}/credprov_sandbox`,
        body: JSON.stringify(body),
      });
      assert.equal(answer.status === 200, ours, `${answer.text} ${JSON.stringify(body)}`);
      if (ours) accepted += 1;
    }
    assert.ok(accepted > 30 && accepted < 270, String(accepted));
  });
});
