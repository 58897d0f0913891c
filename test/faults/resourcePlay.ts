// Plays the general rows of the catalogue with the operations on other resources. Their outcomes are derived from
// those of the operations on a connection.
import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import { sections } from "./catalogue.ts";
import { onStage, textFor } from "./play.ts";
import { typedSecrets, type ResourceEnd, type ResourceOperation } from "./resourceOperations.ts";
import type { Fault, Row } from "./row.ts";
import { transports, type Stage, type Transport } from "./stage.ts";

/** An outcome and the number of requests. */
type Expected = readonly [end: ResourceEnd, requests: number];

interface Case {
  readonly title: string;
  readonly expected: Expected;
  readonly times: number;
  readonly carriesOut: boolean;
}

type General = Fault & Required<Pick<Fault, "C" | "D" | "G" | "U" | "R">>;

/** True if the row defines the outcome of every operation. */
const isGeneral = (row: Row): row is General =>
  !("story" in row || "covered" in row) &&
  [row.C, row.D, row.G, row.U, row.R].every((expected) => expected !== undefined);

const general = Map.groupBy(sections.flatMap(({ rows }) => rows).filter(isGeneral), ({ number }) => number);

/**
 * Returns the operation's share of the rows. The rows of a number are distributed over the operations, and half of
 * the rows about bodies are skipped for operations that change something. Together, the operations play every row.
 */
const shareOf = (at: number, operation: ResourceOperation): readonly General[] =>
  [...general].flatMap(([number, rows]) => {
    const isBody = number >= 36 && number <= 64;
    if (isBody && !isReading(operation) && (at + number) % 2 === 1) return [];
    return rows.filter((_, index) => (at + index) % Math.min(rows.length, 4) === 0);
  });

/** Defines tests for the operations, alternating between the dispatchers. */
export function playResources(operations: readonly ResourceOperation[]): void {
  for (const [at, operation] of operations.entries())
    describe(`the operation "${operation.name}"`, () => {
      for (const [number, row] of shareOf(at, operation).entries()) {
        const transport = row.only?.transport ?? transports[(at + number) % transports.length] ?? "pool";
        const [lasting, ...once] = casesOf(operation, row);
        for (const one of lasting === undefined
          ? []
          : (at + number) % 2 === 0
            ? [lasting, ...once]
            : [lasting])
          it(`ends with the expected outcome under fault ${row.number}, ${row.title}, ${one.title}, over ${transport}`, (context) =>
            onOwnStage(
              context,
              transport,
              async (stage) => {
                await row.prepare?.(stage, context);
                await playCase(operation, row, one, stage);
              },
              row.address,
            ));
      }
    });
}

/** Runs a case on its own stage. Afterwards no typed secret may be found anywhere, and nothing may be left. */
export const onOwnStage = (
  context: TestContext,
  transport: Transport,
  act: (stage: Stage) => Promise<void>,
  address?: Fault["address"],
): Promise<void> => onStage(context, transport, address, act, typedSecrets);

function casesOf(operation: ResourceOperation, row: General): readonly Case[] {
  const expected = expectedOf(operation, row);
  if (expected === undefined) return [];
  const lasting = caseOf(expected, row.times ?? Infinity, row.carriesOut !== false, "");
  if (row.wire === undefined || row.times !== undefined) return [lasting];
  const [end, requests] = expected;
  const once = (description: string, expected: Expected, carried: boolean): Case =>
    caseOf(expected, 1, carried, description);
  switch (operation.kind) {
    case "list":
    case "read":
      return end === "failed" && requests > 1 ? [lasting, once("once, ", ["done", 2], true)] : [lasting];
    case "delete":
    case "plain delete":
      return end === "unknown" && requests > 1
        ? [lasting, once("once, done, ", ["done", 2], true), once("once, not done, ", ["done", 2], false)]
        : [lasting];
    case "create":
    case "change":
      return end === "found" ? [lasting, once("not done, ", ["unknown", 1], false)] : [lasting];
    case "blind create":
    case "blind change":
    case "try":
      return [lasting];
  }
}

const caseOf = (expected: Expected, times: number, carriesOut: boolean, description: string): Case => ({
  ...{ expected, times, carriesOut },
  title: `${description}${expected.join(" after ")}`,
});

/** Returns the expected outcome, or `undefined` if the fault doesn't apply to this kind. */
function expectedOf({ differs, kind }: ResourceOperation, row: General): Expected | undefined {
  const different = differs?.[row.number];
  if (different !== undefined) return different;
  switch (kind) {
    case "list":
      // An invalid resource may be a valid list, and lists have a larger cap.
      return row.T === undefined && row.number >= 36 && row.number <= 68 ? undefined : read(row.T ?? row.G);
    case "read":
      return read(row.G);
    case "create":
      return creationEnd(row, "found");
    case "blind create":
      return creationEnd(row, "unknown");
    case "try":
      return tryEnd(row);
    case "change":
      return changeEnd(row, "found");
    case "blind change":
      return changeEnd(row, "unknown");
    case "plain delete":
      return deletionEnd(row.R);
    case "delete":
      return deletionEnd(row.error === "limited" ? row.D : row.R);
  }
}

const split = (expected: string): readonly [end: string, requests: number] => [
  expected.replace(/ \d+$/, ""),
  Number(/\d+$/.exec(expected)?.[0]),
];

function read(expected: string): Expected {
  const [end, requests] = split(expected);
  return [end === "fresh" || end === "listed" ? "done" : "failed", requests];
}

/** A connection's creation is checked by sending it again. These resources are looked up by reading. */
function creationEnd({ C, carriesOut }: General, outcome: ResourceEnd): Expected {
  const [end, requests] = split(C);
  if (end === "refused") return [end, requests];
  if (end === "created" && requests === 1) return ["done", 1];
  return [end === "exists" || (end === "unknown" && carriesOut !== false) ? outcome : "unknown", 1];
}

function tryEnd(row: General): Expected {
  const [end, requests] = creationEnd(row, "unknown");
  return row.U.startsWith("not read") ? ["unsent", requests] : [end, requests];
}

function changeEnd(row: General, outcome: ResourceEnd): Expected {
  const [end, requests] = split(row.U);
  switch (end) {
    case "saved":
      return [row.error === undefined && row.times === undefined ? "done" : outcome, requests];
    case "absent":
      return ["unknown", requests];
    case "not read":
      return ["unsent", requests];
    default:
      return ["refused", requests];
  }
}

function deletionEnd(expected: string): Expected {
  const [end, requests] = split(expected);
  if (requests === 0) return ["unsent", 0];
  switch (end) {
    case "deleted":
      return ["done", requests];
    case "not found":
    case "unknown":
      return [end, requests];
    default:
      return ["failed", requests];
  }
}

const isReading = ({ kind }: ResourceOperation): boolean => kind === "read" || kind === "list";

/** Outcomes that some operations report less precisely than others. */
const plainly: Readonly<Partial<Record<ResourceEnd, ResourceEnd>>> = {
  found: "done",
  "not found": "done",
  refused: "failed",
  unknown: "failed",
};

/** Returns the outcome that the text shows. Returns the expected one if the operation can't report it precisely. */
export function endOf(
  { ends }: ResourceOperation,
  words: string,
  expected: ResourceEnd,
): ResourceEnd | undefined {
  const shown = ends.find(([pattern]) => pattern.test(words))?.[1];
  const isPlain = ends.every(([, end]) => end !== expected) && shown === plainly[expected];
  return isPlain ? expected : shown;
}

async function playCase(
  operation: ResourceOperation,
  row: General,
  { carriesOut, expected: [end, requests], times }: Case,
  stage: Stage,
): Promise<void> {
  const { remote } = stage;
  const { isDone, sends } = operation;
  if (row.wire !== undefined) remote.arm({ operation: sends, wire: row.wire, times, carriesOut });
  const before = remote.count(sends);
  const words = await operation.run(stage);
  assert.equal(endOf(operation, words, end), end, words);
  // Parallel reads time out together.
  if (!(isReading(operation) && row.error === "timeout"))
    assert.equal(remote.count(sends) - before, requests, "requests");
  if (times === Infinity && !["done", "found", "not found"].includes(end)) {
    const says = textFor(operation.says?.[row.number] ?? row.says ?? "", stage);
    assert.ok(words.includes(says), `"${says}" is not in:\n${words}`);
  }
  // The reported outcome must match the service's data.
  const isCarriedOut = isDone?.(remote.otherResources);
  if (["done", "found"].includes(end)) assert.notEqual(isCarriedOut, false, "it was not done");
  if (["refused", "failed", "unsent"].includes(end)) assert.notEqual(isCarriedOut, true, "it was done");
}
