import assert from "node:assert/strict";
import { setImmediate as turn } from "node:timers/promises";
import { describe, it } from "node:test";
import fc from "fast-check";
import type { ApiError, Outcome } from "../../../src/api/errors.ts";
import { deletionOf, inParallel, namesOfLines } from "../../../src/domain/deletion.ts";
import type { Deletion } from "../../../src/domain/deletion.ts";

const failed = (error: ApiError): Outcome<unknown> => ({ kind: "failed", error });
const inUse: ApiError = { kind: "conflict", sent: "refused", status: 409, code: "in_use", message: "busy" };
const notFound: ApiError = { kind: "notFound", sent: "refused", status: 404, missing: "resource" };
const wordless: ApiError = { kind: "notFound", sent: "refused", status: 404 };
const noProjects: ApiError = { kind: "notFound", sent: "refused", status: 404, missing: "project" };
const forbidden: ApiError = { kind: "forbidden", sent: "refused", status: 403 };
const unauthorized: ApiError = { kind: "unauthorized", sent: "no" };
const down: ApiError = { kind: "offline", sent: "no", reason: "ECONNREFUSED", host: "api.example.com" };
const broken: ApiError = { kind: "offline", sent: "unknown", reason: "ECONNRESET", host: "api.example.com" };
const page: ApiError = { kind: "unreadable", sent: "unknown", reason: "html", status: 200 };
const crashed: ApiError = { kind: "server", sent: "unknown", status: 500 };

describe("deletionOf", () => {
  for (const [what, outcome, deletion] of [
    ["any success", { kind: "ok", value: {}, raw: undefined, status: 204 }, { kind: "deleted" }],
    ["a promise", { kind: "ok", value: {}, raw: undefined, status: 202 }, { kind: "accepted" }],
    ["a 409", failed(inUse), { kind: "refused", error: inUse }],
    ["a 404", failed(notFound), { kind: "notFound", error: notFound }],
    ["a 404 that anybody may have sent", failed(wordless), { kind: "failed", error: wordless }],
    ["a 404 of disabled projects", failed(noProjects), { kind: "failed", error: noProjects }],
    ["a 403", failed(forbidden), { kind: "failed", error: forbidden }],
    ["no token", failed(unauthorized), { kind: "failed", error: unauthorized }],
    ["no connection", failed(down), { kind: "failed", error: down }],
    ["a broken connection", failed(broken), { kind: "unknown", error: broken }],
    ["a web page", failed(page), { kind: "unknown", error: page }],
    ["a 500", failed(crashed), { kind: "unknown", error: crashed }],
    ["cancelling before it was sent", { kind: "cancelled", sent: "no" }, { kind: "skipped" }],
    ["cancelling under way", { kind: "cancelled", sent: "unknown" }, { kind: "unknown" }],
  ] as const satisfies readonly (readonly [string, Outcome<unknown>, Deletion])[]) {
    it(`reads ${what} as ${deletion.kind}`, () => assert.deepEqual(deletionOf(outcome), deletion));
  }
});

describe("namesOfLines", () => {
  for (const [what, text, names] of [
    ["one a line", "a\nb\nc", ["a", "b", "c"]],
    ["Windows and old Mac line ends", "a\r\nb\rc\r\n", ["a", "b", "c"]],
    ["blank lines", "\n\n a\n  \n\t\nb\n", [" a", "b"]],
    ["commas, spaces and quotes kept", 'a, b\n"c";d', ["a, b", '"c";d']],
    ["outer spaces kept", " a \nb\t", [" a ", "b\t"]],
    ["each once, where it came first", "a\nb\na\r\nA", ["a", "b", "A"]],
    ["nothing", "", []],
    ["only blanks", " \r\n\t\n", []],
  ] as const) {
    it(`reads ${what}`, () => assert.deepEqual(namesOfLines(text), names));
  }
});

describe("inParallel", () => {
  it("keeps the order, never exceeds the width, and uses it", async () => {
    const items = fc.array(fc.record({ id: fc.nat(), turns: fc.nat(5) }), { maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(items, fc.integer({ min: 1, max: 5 }), async (given, width) => {
        let running = 0;
        let most = 0;
        const results = await inParallel(given, width, async ({ id, turns }) => {
          running += 1;
          most = Math.max(most, running);
          for (let left = turns; left >= 0; left -= 1) await turn();
          running -= 1;
          return `result ${id}`;
        });
        assert.deepEqual(
          results,
          given.map(({ id }) => `result ${id}`),
        );
        assert.equal(most, Math.min(width, given.length));
      }),
      { numRuns: 60 },
    );
  });

  it("does nothing for an empty list", async () => {
    assert.deepEqual(await inParallel([], 4, () => Promise.reject(new Error("called"))), []);
  });
});
