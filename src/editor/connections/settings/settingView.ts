// What a setting of a connection is to people: what it is called, how an answer reads, and how it is asked for.
import type { Named } from "../../../domain/text/names.ts";
import type { Entitlements } from "../../../api/schemas.ts";
import { type FieldId, fields } from "../../../domain/connections/settings.ts";
import type { Draft } from "../../../domain/draft/draft.ts";
import type { CodePlace } from "../../../domain/requestCode/codePlace.ts";
import type { Lists } from "../../catalogue/lists.ts";
import type { WizardContext, StepAnswer as Answered } from "../../kit/inputs/wizard.ts";
import type { CreateNew } from "./createNew.ts";

/** What the questions about a connection know beside the draft. */
export interface Surroundings {
  /** `undefined` where the plan could not be read: then nothing is held back. */
  readonly entitlements: Entitlements | undefined;
  /** The answers that stand for it as it is; `undefined` where it is only to be created. */
  readonly before?: Draft | undefined;
  /** Account and address that the connection is, or will be, in. */
  readonly place: string;
  readonly codePlace: CodePlace;
  /** What the organization has, to pick from. */
  readonly lists: Lists;
  /** What can be made while it is picked. */
  readonly createNew: CreateNew;
  /** Is told, before all is asked, what the user wants done then. */
  readonly finishes?: (how: { readonly thenLogIn: boolean }) => void;
}

/** What a question may know. */
export interface StepContext extends Surroundings, WizardContext<Draft, FieldId> {
  /** What the draft was made of had these otherwise, and they were not answered since. */
  readonly notKept: readonly FieldId[];
}

export type StepAnswer = Answered<Draft, FieldId>;

/** One question: asks it and returns the draft with its answer. */
export type Ask = (context: StepContext) => Promise<StepAnswer>;

/** The value that will apply, and where it comes from. */
export interface Effective {
  readonly text: string;
  readonly source: "chosen" | "default" | "plan";
}

/** An answer, in words of ours, and the names in it: whoever made those up may have them say anything. */
export interface Quoted {
  readonly words: string;
  readonly names: readonly { readonly label?: string | undefined; readonly name: string }[];
}

export interface SettingView<Answer> {
  readonly label: () => string;
  /** Where the review has it. */
  readonly group: "connection" | "login" | "browser" | "staying";
  /** An answer for a surface of VS Code: each name is cut by itself, so that a long one leaves the others to be seen. */
  readonly words: (answer: Answer, known: readonly Named[]) => string;
  /** The answer for a confirmation, where there are names in it. */
  readonly quoted?: (answer: Answer) => Quoted | undefined;
  /** What applies to a new connection without an answer; all that is not asked for has it. */
  readonly byDefault?: (entitlements: Entitlements | undefined) => Effective;
  /** What it is where a connection reports no answer: the default, or one that this version does not know; else nobody says. */
  readonly unreported?: "default" | "unknown";
  readonly ask: Ask;
}

/** Whether a setting does nothing, as the one that it needs is off. */
export function hasNoEffect(field: FieldId, draft: Pick<Draft, "health_checks">): boolean {
  const { needs } = fields[field];
  return needs !== undefined && draft[needs] === false;
}
