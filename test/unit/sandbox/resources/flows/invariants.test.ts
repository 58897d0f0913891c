// Checks the invariants of logins under random requests, in any order and at any time.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import type { SandboxStore } from "../../../../../src/sandbox/db/store.ts";
import {
  handleCreateConnection,
  handleReadConnection,
  handleUpdateConnection,
} from "../../../../../src/sandbox/resources/connections/connections.ts";
import {
  CreateConnection,
  UpdateConnection,
} from "../../../../../src/sandbox/resources/connections/connectionRequests.ts";
import { handleStartLogin } from "../../../../../src/sandbox/resources/flows/startFlow.ts";
import { applyFlowChanges } from "../../../../../src/sandbox/resources/flows/dueChanges.ts";
import { handleSubmit } from "../../../../../src/sandbox/resources/flows/submit.ts";
import { handleTimeline } from "../../../../../src/sandbox/resources/flows/flows.ts";
import { defaultProject } from "../../../../../src/sandbox/resources/projectScope.ts";
import { objectOf, sampleStore } from "../../support.ts";

const start = Date.parse("2026-11-20T00:00:00.000Z");
const origin = "http://127.0.0.1:1";

const domains = [
  "shop.example",
  "totp.example",
  "2fa.example",
  "sso.example",
  "push.example",
  "refused.example",
  "logs-out.example",
  "logs-out-code.example",
  "unclear.example",
];

/** Values that occur nowhere else, so that every leak is found. */
const values = ["canary-right", "wrong", "271828", "000000"];

const step = fc.oneof(
  { weight: 2, arbitrary: fc.constant({ kind: "login" as const }) },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant("submit" as const),
      value: fc.constantFrom(...values),
      choice: fc.nat(3),
      stale: fc.boolean(),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant("wait" as const),
      ms: fc.oneof(fc.constantFrom(1000, 999, 600_000, 3_600_000), fc.nat(2_000_000)),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant("change" as const), health_checks: fc.boolean() }),
  },
);

type Step = typeof step extends fc.Arbitrary<infer Kind> ? Kind : never;

const requestFor = <Store>(store: Store, id: string, now: number) => ({
  identity: { instanceId: "test", port: 1, token: "token" },
  segment: () => id,
  query: new URLSearchParams("limit=100"),
  body: undefined,
  store,
  project: defaultProject,
  namedProject: undefined,
  tokenProject: undefined,
  now,
  origin,
});

function play(domain: string, reauth: boolean, steps: readonly Step[]): void {
  const store = sampleStore(start);
  try {
    const request = { domain, profile_name: "buyer", auto_reauth: reauth };
    const { body } = store.transaction((writer) =>
      handleCreateConnection({ ...requestFor(writer, "", start), body: CreateConnection.parse(request) }),
    );
    const id = String(objectOf(body)["id"]);
    let now = start;
    const accepted = new Set<unknown>();
    let interaction: unknown = "mai_none";
    let status: unknown = "NEEDS_AUTH";
    for (const action of steps) {
      const connection = objectOf(handleReadConnection(requestFor(store, id, now)).body);
      switch (action.kind) {
        case "login":
          store.transaction((writer) => {
            assert.equal(handleStartLogin(requestFor(writer, id, now)).status, 200);
          });
          break;
        case "submit": {
          if (!action.stale) interaction = connection["interaction_id"] ?? interaction;
          const { fields, choices } = connection;
          const input = Array.isArray(fields)
            ? {
                field_values: new Map(fields.map((field) => [String(objectOf(field)["id"]), action.value])),
              }
            : { selected_choice_id: choiceAt(choices, action.choice) };
          const answer = store.transaction((writer) =>
            handleSubmit(writer, id, { interaction_id: String(interaction), ...input }, now),
          );
          if (answer.status !== 202) break;
          assert.ok(!accepted.has(interaction), `${String(interaction)} was taken twice`);
          accepted.add(interaction);
          break;
        }
        case "wait":
          now += action.ms;
          applyFlowChanges(store, now);
          break;
        case "change":
          store.transaction((writer) =>
            handleUpdateConnection({
              ...requestFor(writer, id, now),
              body: UpdateConnection.parse({ health_checks: action.health_checks }),
            }),
          );
          break;
      }
      applyFlowChanges(store, now);
      status = checkInvariants(store, id, now, status);
    }
  } finally {
    store.close();
  }
}

const choiceAt = (choices: unknown, at: number): string => {
  const choice: unknown = Array.isArray(choices) ? choices[at % choices.length] : undefined;
  return choice === undefined ? "choice_none" : String(objectOf(choice)["id"]);
};

function checkInvariants(store: SandboxStore, id: string, now: number, before: unknown): unknown {
  const read = handleReadConnection(requestFor(store, id, now));
  const connection = objectOf(read.body);
  const { body } = handleTimeline(requestFor(store, id, now));
  assert.ok(Array.isArray(body));
  const flows = body.map(objectOf).filter(({ type }) => type !== "health_check");
  assert.ok(flows.filter(({ status }) => status === "IN_PROGRESS").length <= 1, "one live flow at most");
  const [newest] = flows;
  assert.deepEqual(
    [newest?.["status"] ?? null, newest?.["step"] ?? null, newest?.["error_code"] ?? null],
    [connection["flow_status"], connection["flow_step"], connection["error_code"]],
    "the timeline tells the same as the flow fields",
  );
  if (before === "NEEDS_AUTH" && connection["status"] === "AUTHENTICATED") {
    assert.ok(
      flows.some(({ status }) => status === "SUCCESS"),
      "logged in by nobody",
    );
  }
  const text = JSON.stringify([read.body, body]);
  for (const value of ["canary-right", "271828"])
    assert.ok(!text.includes(value), "a value that was entered");
  return connection["status"];
}

describe("a connection under random requests and pauses", () => {
  it("never violates its login invariants or returns entered values", () => {
    fc.assert(
      fc.property(fc.constantFrom(...domains), fc.boolean(), fc.array(step, { maxLength: 40 }), play),
      { numRuns: 150 },
    );
  });
});
