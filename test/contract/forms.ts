// Compares the validation in a form with the sandbox's, because both implement the same rules.
import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import fc from "fast-check";
import { portOf } from "../unit/sandbox/support.ts";
import { asking } from "./support.ts";

/** Prefers valid values, so that bodies with a single fault are frequent. */
export const mostly = (right: readonly unknown[], wrong: readonly unknown[]): fc.Arbitrary<unknown> =>
  fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...right) },
    { weight: 1, arbitrary: fc.constantFrom(...wrong) },
  );

interface Form {
  readonly path: string;
  readonly bodies: fc.Arbitrary<object>;
  /** The body that creates the resource to change, in an edit form. */
  readonly original?: object;
  readonly isValid: (body: object) => boolean;
}

/** Asserts that of 300 generated bodies, the sandbox accepts exactly those that are valid in the form. */
export async function assertSameVerdicts(t: TestContext, form: Form): Promise<void> {
  const ask = asking(await portOf(t), form.path);
  let accepted = 0;
  for (const body of fc.sample(form.bodies, { numRuns: 300, seed: 20_261_123 })) {
    const sent = JSON.stringify(body);
    const created = await ask("POST", "", JSON.stringify(form.original ?? body));
    const segment = `/${String(created.body["id"])}`;
    const last = form.original ? await ask("PATCH", segment, sent) : created;
    const isAccepted = last.status < 300;
    const parsed = JSON.parse(sent) as object;
    assert.equal(isAccepted, form.isValid(parsed), `${last.text.slice(0, 300)} ${sent.slice(0, 400)}`);
    if (isAccepted) accepted += 1;
    if (created.status === 201) await ask("DELETE", segment);
  }
  assert.ok(accepted > 30 && accepted < 270, String(accepted));
}
