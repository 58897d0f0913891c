// Tests the wizard's position with random walks of answers, Back and edits, as the wizard's loop makes them.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { toRequest, type ConnectionDraft } from "../../../../src/domain/draft/draft.ts";
import { firstOpen, movePosition, wizardSteps, fieldSteps } from "../../../../src/domain/draft/steps.ts";
import {
  connectionFields,
  fieldIds,
  type FieldAnswers,
  type FieldId,
} from "../../../../src/domain/connections/settings.ts";
import type { DraftPosition, StepId } from "../../../../src/domain/draft/steps.ts";
import type { ExportAnswer } from "../../../../src/domain/draft/telemetry.ts";

const full: ConnectionDraft = {
  domain: "example.com",
  profile_name: "work",
  proxy: { kind: "default" },
  credential: { kind: "none" },
};
/** A draft with an export by ID whose destination isn't chosen yet. */
const exported: ConnectionDraft = { ...full, telemetry: { kind: "default", export: { kind: "id" } } };

interface State {
  readonly draft: ConnectionDraft;
  readonly position: DraftPosition;
  readonly beforeEdit: ConnectionDraft;
}
type Action =
  | { readonly do: "answer"; readonly pick: number }
  | { readonly do: "back" }
  | { readonly do: "edit"; readonly field: FieldId };

const proxies = [
  { kind: "default" },
  { kind: "direct" },
  { kind: "id", id: "proxy_1" },
  { kind: "name", name: "exit" },
] as const;
const credentials = [
  { kind: "none" },
  { kind: "stored", name: "login" },
  { kind: "item", provider: "vault", path: "a/b" },
  { kind: "lookup", provider: "vault" },
] as const;
const telemetries = [{ kind: "off" }, { kind: "default" }, { kind: "categories" }] as const;
const exports = [{ kind: "none" }, { kind: "id" }, { kind: "name" }] as const;
const pickFrom = <T>(all: readonly [T, ...T[]], pick: number): T => all[pick % all.length] ?? all[0];

type BooleanStep = {
  [Id in FieldId]: FieldAnswers[Id] extends boolean ? Id : never;
}[FieldId];

/** True for a boolean setting. */
const isBooleanStep = (step: StepId): step is BooleanStep =>
  fieldIds.some((field) => field === step && connectionFields[field].answer.safeParse(true).success);

/** Returns the draft with one of the possible answers to a question. */
function answer(step: StepId, draft: ConnectionDraft, pick: number): ConnectionDraft {
  const { telemetry = { kind: "off" } } = draft;
  if (isBooleanStep(step)) return { ...draft, [step]: pick % 2 === 0 };
  switch (step) {
    case "domain":
      return { ...draft, domain: `${pick}.example` };
    case "profile_name":
      return { ...draft, profile_name: `profile ${pick}` };
    case "proxy":
      return { ...draft, proxy: pickFrom<NonNullable<ConnectionDraft["proxy"]>>(proxies, pick) };
    case "credential":
      return {
        ...draft,
        credential: pickFrom<NonNullable<ConnectionDraft["credential"]>>(credentials, pick),
      };
    case "telemetry":
      return { ...draft, telemetry: pickFrom<NonNullable<ConnectionDraft["telemetry"]>>(telemetries, pick) };
    case "telemetry_categories":
      return { ...draft, telemetry: { ...telemetry, kind: "categories", categories: ["console"] } };
    case "telemetry_export":
    case "telemetry_destination": {
      if (telemetry.kind === "off") return draft;
      const to = { kind: "id", destination: "dest_1" } as const;
      const exportAnswer = step === "telemetry_export" ? pickFrom<ExportAnswer>(exports, pick) : to;
      return { ...draft, telemetry: { ...telemetry, export: exportAnswer } };
    }
    case "login_url":
      return { ...draft, login_url: "https://example.com/login" };
    case "allowed_domains":
      return { ...draft, allowed_domains: ["a.example"] };
    case "health_check_interval":
      return { ...draft, health_check_interval: 3600 };
    case "review":
      return draft;
  }
}

function moveNext({ beforeEdit, draft, position }: State, pick: number): State {
  const after = answer(position.step, draft, pick);
  return { draft: after, position: movePosition(position, after, { kind: "next" }), beforeEdit };
}

function act(state: State, action: Action): State {
  const { beforeEdit, draft, position } = state;
  switch (action.do) {
    case "answer":
      return moveNext(state, action.pick);
    case "edit":
      if (position.step !== "review") return state;
      return {
        draft,
        position: movePosition(position, draft, { kind: "edit", field: action.field }),
        beforeEdit: draft,
      };
    case "back": {
      const previous = movePosition(position, draft, { kind: "back" });
      return { draft: previous.step === "review" ? beforeEdit : draft, position: previous, beforeEdit };
    }
  }
}

const action: fc.Arbitrary<Action> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant("answer" as const), pick: fc.nat(7) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("back" as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("edit" as const),
      field: fc.constantFrom<FieldId[]>(
        "domain",
        "profile_name",
        "proxy",
        "credential",
        "telemetry",
        "stealth",
      ),
    }),
  },
);

/** Calls `check` for every state that walks reach. */
function everywhere(check: (state: State) => void): void {
  fc.assert(
    fc.property(fc.array(action, { maxLength: 40 }), (actions) => {
      let state: State = { draft: {}, position: firstOpen({}), beforeEdit: {} };
      check(state);
      for (const move of actions) {
        state = act(state, move);
        check(state);
      }
    }),
    { numRuns: 500 },
  );
}

describe("movePosition", () => {
  it("never moves to a question that the draft doesn't require", () => {
    everywhere(({ draft, position }) => {
      const { editing, step } = position;
      assert.ok((editing === undefined ? wizardSteps : fieldSteps(editing, draft)).includes(step), step);
    });
  });

  it("reaches the review only after every question is answered", () => {
    everywhere(({ draft, position }) => {
      if (position.step !== "review") return;
      assert.ok(
        wizardSteps
          .slice(0, -1)
          .every((step) =>
            Object.entries(draft).some(([field, answer]) => field === step && answer !== undefined),
          ),
      );
      assert.notEqual(toRequest(draft), undefined);
    });
  });

  it("reaches the review from any question if the user keeps pressing Next", () => {
    everywhere((state) => {
      let current = state;
      for (let moves = 0; current.position.step !== "review"; moves += 1) {
        assert.ok(moves < 8, `still at ${current.position.step}`);
        current = moveNext(current, 3);
      }
      assert.equal(current.position.editing, undefined);
    });
  });

  it("returns to the same question after Back and Next", () => {
    everywhere(({ draft, position }) => {
      if (position.editing !== undefined || position.step === "domain") return;
      const back = movePosition(position, draft, { kind: "back" });
      assert.notDeepEqual(back, position);
      assert.deepEqual(movePosition(back, draft, { kind: "next" }), position);
    });
  });

  it("stays on the first question when the user presses Back", () =>
    assert.deepEqual(movePosition({ step: "domain" }, {}, { kind: "back" }), { step: "domain" }));

  it("moves back one question at a time while a setting is being edited", () => {
    everywhere(({ draft, position }) => {
      if (position.step !== "review") return;
      for (const field of ["domain", "proxy", "credential", "telemetry", "health_check_interval"] as const) {
        const edited = movePosition(position, draft, { kind: "edit", field });
        assert.equal(edited.step, field);
        assert.deepEqual(movePosition(edited, draft, { kind: "back" }), { step: "review" });
      }
    });
    const editing = "telemetry";
    const deep = movePosition({ step: "telemetry_export", editing }, exported, { kind: "next" });
    assert.deepEqual(deep, { step: "telemetry_destination", editing });
    assert.deepEqual(movePosition(deep, exported, { kind: "back" }), { step: "telemetry_export", editing });
  });

  it("moves to the next unanswered question after an edit", () => {
    const open: ConnectionDraft = { ...full, telemetry: { kind: "categories" } };
    assert.deepEqual(movePosition({ step: "domain", editing: "domain" }, open, { kind: "next" }), {
      step: "telemetry_categories",
      editing: "telemetry",
    });
  });

  it("returns to the review after an edit and its follow-up questions", () => {
    assert.deepEqual(movePosition({ step: "domain", editing: "domain" }, full, { kind: "next" }), {
      step: "review",
    });
    const captured: ConnectionDraft = { ...full, telemetry: { kind: "default" } };
    const first = movePosition({ step: "telemetry", editing: "telemetry" }, captured, { kind: "next" });
    assert.equal(first.step, "telemetry_export");
    const second = movePosition(first, exported, { kind: "next" });
    assert.equal(second.step, "telemetry_destination");
    const exportedTo = { kind: "id", destination: "dest_1" } as const;
    const complete: ConnectionDraft = { ...full, telemetry: { kind: "default", export: exportedTo } };
    assert.deepEqual(movePosition(second, complete, { kind: "next" }), { step: "review" });
  });
});
