import { firstOpen, move, stepsFor } from "../../domain/steps.ts";
import type { FieldId, Position, StepId } from "../../domain/steps.ts";
import type { CodePlace } from "../../domain/codePlace.ts";
import { withDefault } from "../../domain/draft.ts";
import type { Draft } from "../../domain/draft.ts";
import type { Entitlements } from "../../api/schemas.ts";
import type { Lists } from "../catalogue/lists.ts";
import type { Answer, Frame } from "./ask.ts";

/** What a question may know. */
export interface StepContext {
  readonly draft: Draft;
  readonly frame: Frame;
  /** What was typed here before the user went elsewhere without accepting it. */
  readonly typed: string | undefined;
  /** The field that was changed last from the review. */
  readonly edited: FieldId | undefined;
  /** The draft had a login page that was not stored with it, and has none yet. */
  readonly loginPageLeftOut: boolean;
  /** `undefined` where the plan could not be read: then nothing is held back. */
  readonly entitlements: Entitlements | undefined;
  /** Account and address that the connection will be created in. */
  readonly place: string;
  readonly codePlace: CodePlace;
  /** What the organization has, to pick from. */
  readonly lists: Lists;
}

/** What became of a question. */
export type StepAnswer =
  /** `edited` is the field that the review has changed by itself. */
  | { readonly kind: "answered"; readonly draft: Draft; readonly edited?: FieldId }
  | { readonly kind: "edit"; readonly field: FieldId }
  | { readonly kind: "finished" }
  | Extract<Answer<never>, { kind: "back" | "cancelled" }>;

/** One question: asks it and returns the draft with its answer. */
export type Ask = (context: StepContext) => Promise<StepAnswer>;

export interface WizardOptions {
  readonly title: string;
  readonly draft: Draft;
  /** Where to begin; the first open question by default. */
  readonly start?: StepId;
  /** The draft had a login page that was not stored with it. */
  readonly loginPageLeftOut?: boolean;
  readonly ask: (step: StepId) => Ask;
  readonly entitlements: Entitlements | undefined;
  readonly place: string;
  readonly codePlace: CodePlace;
  readonly lists: Lists;
  /** Called with every new draft. */
  readonly keep: (draft: Draft) => Promise<void>;
}

/** Asks the questions of a draft until the review is finished; `undefined` when the user left. */
export async function runWizard(options: WizardOptions): Promise<Draft | undefined> {
  let { draft } = options;
  let position: Position = options.start === undefined ? firstOpen(draft) : { step: options.start };
  // What a draft was before an edit that was left open with an earlier window.
  let beforeEdit = position.editing === undefined ? draft : withDefault(draft, position.editing);
  const typed = new Map<StepId, string>();
  let edited: FieldId | undefined;
  for (;;) {
    const { step } = position;
    const answer = await options.ask(step)({
      draft,
      frame: frameOf(options.title, draft, position),
      typed: typed.get(step),
      edited,
      loginPageLeftOut: options.loginPageLeftOut === true && draft.login_url === undefined,
      entitlements: options.entitlements,
      place: options.place,
      codePlace: options.codePlace,
      lists: options.lists,
    });
    switch (answer.kind) {
      case "answered":
        typed.delete(step);
        ({ draft, edited = edited } = answer);
        await options.keep(draft);
        position = move(position, draft, { kind: "next" });
        break;
      case "edit":
        beforeEdit = draft;
        edited = answer.field;
        position = move(position, draft, answer);
        break;
      case "back": {
        typed.set(step, answer.typed);
        const previous = move(position, draft, answer);
        // An edit that was left half-way is undone, so that the review never shows an open question.
        if (previous.step === "review") {
          // What was typed goes with it, or the next edit would begin with that in place of the answer.
          typed.clear();
          draft = beforeEdit;
          await options.keep(draft);
        }
        position = previous;
        break;
      }
      case "finished":
        return draft;
      case "cancelled":
        return undefined;
    }
  }
}

/** Questions on the way to the review are counted; one that is asked from the review alone is not. */
function frameOf(title: string, draft: Draft, { editing, step }: Position): Frame {
  const steps = stepsFor(draft);
  const index = steps.indexOf(step);
  // From an edit, Back leads to the review.
  const frame = { title, back: index !== 0 || editing !== undefined, stays: true };
  return index === -1 ? frame : { ...frame, step: index + 1, totalSteps: steps.length };
}
