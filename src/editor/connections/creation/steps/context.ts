import { l10n } from "vscode";
import type { Entitlements } from "../../../../api/schemas.ts";
import type { CodePlace } from "../../../../domain/requestCode/codePlace.ts";
import type { Draft } from "../../../../domain/draft/draft.ts";
import type { FieldId } from "../../../../domain/draft/steps.ts";
import type { Lists } from "../../../catalogue/lists.ts";
import type { Asked, StepAnswer as Answered } from "../../../kit/inputs/wizard.ts";
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
export interface StepContext extends Surroundings, Asked<Draft, FieldId> {
  /** What the draft was made of had these otherwise, and they were not answered since. */
  readonly notKept: readonly FieldId[];
}

export type StepAnswer = Answered<Draft, FieldId>;

/** One question: asks it and returns the draft with its answer. */
export type Ask = (context: StepContext) => Promise<StepAnswer>;

/** What the review shows of a field: the value that will apply, and whether the user chose it. */
interface Effective {
  readonly text: string;
  readonly source: "chosen" | "default" | "plan";
}

/** A field with a default: how the review shows it, and the question that changes it. */
export interface Option {
  readonly group: "login" | "browser" | "staying";
  readonly label: () => string;
  readonly effective: (draft: Draft, entitlements: Entitlements | undefined) => Effective;
  readonly ask: Ask;
}

/** Where a value comes from, in a word. */
export function sourceWords(source: Effective["source"]): string {
  return {
    chosen: l10n.t("chosen"),
    default: l10n.t("default"),
    plan: l10n.t("plan"),
  }[source];
}
