// Plays rows of the catalogue over both dispatchers, and makes the checks that apply to every case.
import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import { logged, Progress, QuickPick, reset, screen } from "../doubles/vscode.ts";
import { assertNothingLeft, beforeCase } from "./leftovers.ts";
import { begin, draft, treeWords, type End, type Shown } from "./operations.ts";
import type { ByWay, Fault, Row } from "./row.ts";
import { destination, type Operation } from "./service.ts";
import { assertNoToken } from "./sinks.ts";
import { openStage, transports, type Stage, type Transport } from "./stage.ts";

/** One variant of a fault. */
interface Variant {
  readonly operation: Operation;
  readonly title: string;
  readonly times: number;
  readonly carriesOut: boolean;
  readonly end: End;
  readonly requests: number;
}

const operations = { C: "create", D: "delete", G: "read", U: "update", R: "remove", T: "list" } as const;

/** Defines a test per row and dispatcher, unless only one dispatcher can have the fault. */
export function play(rows: readonly Row[]): void {
  for (const transport of transports)
    describe(`a request over the ${transport} dispatcher`, () => {
      for (const row of rows) {
        if ("covered" in row || (row.only !== undefined && row.only.transport !== transport)) continue;
        if ("story" in row) {
          it(`ends with the expected outcome under fault ${row.number}, ${row.title}`, (context) =>
            onStage(context, transport, undefined, (stage) => row.story(stage, context)));
          continue;
        }
        for (const variant of variantsOf(row)) {
          const title = `ends with the expected outcome under fault ${row.number}, ${row.title}: ${operations[variant.operation]}, ${variant.title}`;
          it(title, (context) =>
            onStage(context, transport, row.address, (stage) => playFault(stage, row, variant, context)),
          );
        }
      }
    });
}

/**
 * Returns a variant in which the fault lasts. If the outcome is open or a read is retried, also returns variants in
 * which only the first response is affected, before or after the service carried out the request.
 */
function variantsOf(row: Fault): readonly Variant[] {
  return (["C", "D", "G", "U", "R", "T"] as const).flatMap((operation): readonly Variant[] => {
    const expected = row[operation];
    if (expected === undefined) return [];
    const [, end = "", count = ""] = /^(.*) (\d+)$/.exec(expected) ?? [];
    const requests = Number(count);
    const lasting: Variant = {
      operation,
      title: `${end} after ${requests}`,
      times: row.times ?? Infinity,
      carriesOut: row.carriesOut !== false,
      end: end as End,
      requests,
    };
    const again = row.wire !== undefined && row.times === undefined && requests > 1;
    const once = (description: string, carried: boolean, ends: End, count = 2): Variant => ({
      ...{ operation, times: 1, requests: count, end: ends },
      title: `once, ${description}: ${ends}`,
      carriesOut: carried,
    });
    if (operation === "U" && row.wire !== undefined && row.error !== undefined && end === "saved") {
      return [lasting, once("before it was done", false, "absent", 1)];
    }
    if (!again) return [lasting];
    if (operation === "G") return [lasting, once("then fine", false, "fresh")];
    if (operation === "T") return [lasting, once("then fine", false, "listed")];
    if (end !== "unknown") return [lasting];
    return operation === "C"
      ? [lasting, once("after it was done", true, "exists"), once("before it was done", false, "created")]
      : [lasting, once("after it was done", true, "deleted"), once("before it was done", false, "deleted")];
  });
}

/**
 * Runs a case on a stage. Afterwards neither the token nor these secrets may be found anywhere, and nothing may be
 * left.
 */
export async function onStage(
  context: TestContext,
  transport: Transport,
  address: Fault["address"],
  act: (stage: Stage) => Promise<void>,
  secrets: readonly string[] = [],
): Promise<void> {
  reset();
  const before = beforeCase();
  const stage = await openStage(context, transport, address);
  try {
    await act(stage);
    for (const one of screen.all) {
      if (one instanceof Progress) assert.ok(one.ended, "no spinner is left");
      if (one instanceof QuickPick) assert.ok(!one.shown, "no question is left");
    }
    await stage.settled();
    await assertNoToken(stage, secrets);
    await assertNothingLeft(stage);
  } finally {
    await stage.close();
  }
  await assertNothingLeft(stage, before);
}

async function playFault(stage: Stage, row: Fault, variant: Variant, context: TestContext): Promise<void> {
  const { end, operation, requests, times } = variant;
  const { remote } = stage;
  await row.prepare?.(stage, context);
  if (row.wire !== undefined)
    remote.arm({ operation, wire: row.wire, times, carriesOut: variant.carriesOut });
  const before = remote.count(operation);
  const { ended } = await begin[operation](stage);
  const shown = await ended;
  assert.equal(shown.end, end, shown.words);
  assert.equal(remote.count(operation) - before, requests, "requests");
  // An update reports its fault even if a read shows that it was carried out.
  const good = ["created", "deleted", "fresh"].includes(shown.end);
  if (row.attempts !== undefined) assert.match(logged.at(-1) ?? "", new RegExp(`attempt ${row.attempts},`));
  if (times === Infinity) assertError(stage, good ? {} : row, shown);
  assertTrue(stage, operation, shown.end);
  await assertStateKept(stage, operation, shown.end);
}

/** Checks the failure's kind and text. */
function assertError(stage: Stage, { error, says }: Pick<Fault, "error" | "says">, { words }: Shown): void {
  const outcome = stage.outcomes.find(({ kind }) => kind === "failed");
  if (error === undefined) assert.equal(outcome, undefined, JSON.stringify(outcome));
  else {
    assert.ok(outcome?.kind === "failed", JSON.stringify(stage.outcomes));
    const reason = "reason" in outcome.error ? outcome.error.reason : undefined;
    assert.equal([outcome.error.kind, reason].filter(Boolean).join(" "), textFor(error, stage));
  }
  if (says !== undefined) {
    const expected = textFor(says, stage);
    assert.ok(words.includes(expected), `"${expected}" is not in:\n${words}`);
  }
}

/** Returns the text for this dispatcher and service. */
export const textFor = (text: ByWay, { account, transport }: Stage): string =>
  (typeof text === "string" ? text : text[transport]).replaceAll("{host}", new URL(account.baseUrl).host);

/** Checks that the reported outcome matches the service's data. */
function assertTrue({ remote }: Stage, operation: Operation, end: End): void {
  if (end === "created" || end === "exists") assert.equal(remote.connections.size, 1);
  if (end === "deleted") {
    assert.ok(operation === "R" ? remote.stored === undefined : !remote.destinations.has(destination));
  }
  if (operation === "U") assert.equal(end === "saved", JSON.stringify(remote.stored ?? {}).includes("7200"));
}

/** Checks that the user's input and the tree's rows are kept, and that unknown outcomes stay to be checked. */
async function assertStateKept(stage: Stage, operation: Operation, end: End): Promise<void> {
  const { account, drafts, entitlements, pending, tree } = stage;
  assert.equal((await pending.open(account.id)).length, operation === "C" && end === "unknown" ? 1 : 0);
  if (operation === "C") {
    assert.deepEqual(
      (await drafts.load(account.id))?.draft,
      end === "created" || end === "exists" ? undefined : draft,
    );
  }
  const words = await treeWords(tree);
  const { cached: last, reading } = entitlements.state;
  assert.equal(words.includes("Managed Auth"), reading !== undefined || last !== undefined, words);
}
