// The user interface of a connection's setting: its label, formatting and prompt.
import { l10n } from "vscode";
import type { NamedResource } from "../../../domain/text/names.ts";
import type { Entitlements } from "../../../api/schemas.ts";
import { type FieldId, connectionFields } from "../../../domain/connections/settings.ts";
import type { ConnectionDraft } from "../../../domain/draft/draft.ts";
import type { CodePlace } from "../../../domain/requestCode/codePlace.ts";
import type { PickerLists } from "../../catalogue/pickerLists.ts";
import type { WizardContext, StepAnswer as Answered } from "../../kit/inputs/wizard.ts";
import type { ResourceCreators } from "./resourceCreators.ts";

/** The context of a prompt besides the draft. */
export interface PromptEnvironment {
  /** `undefined` if the entitlements couldn't be fetched. Nothing is restricted then. */
  readonly entitlements: Entitlements | undefined;
  /** The answers that describe the existing connection. `undefined` for a new connection. */
  readonly before?: ConnectionDraft | undefined;
  /** Label of the account and address of the connection. */
  readonly place: string;
  readonly codePlace: CodePlace;
  /** The resources of the organization to pick from. */
  readonly lists: PickerLists;
  /** Creates resources from within a picker. */
  readonly createNew: ResourceCreators;
  /** Called with the follow-up action that the user chose in the review. */
  readonly onFinish?: (how: { readonly thenLogIn: boolean }) => void;
}

export interface StepContext extends PromptEnvironment, WizardContext<ConnectionDraft, FieldId> {
  /** Fields of the draft's source that could not be adopted and haven't been answered since. */
  readonly notKept: readonly FieldId[];
}

export type SettingStepAnswer = Answered<ConnectionDraft, FieldId>;

/** Prompts for a step and returns the draft with the answer. */
export type AskStep = (context: StepContext) => Promise<SettingStepAnswer>;

/** The value that will apply, and its source. */
export interface EffectiveValue {
  readonly text: string;
  readonly source: "chosen" | "default" | "plan";
}

/**
 * An answer as fixed text and, separately, the names in it. A user or agent may have chosen a name so that it reads
 * like our text.
 */
export interface QuotedAnswer {
  readonly words: string;
  readonly names: readonly { readonly label?: string | undefined; readonly name: string }[];
}

export interface SettingView<Answer> {
  readonly label: () => string;
  /** The group in the review. */
  readonly group: "connection" | "login" | "browser" | "staying";
  /**
   * Formats an answer for VS Code's own UI. Each name is shortened separately, so that a long name doesn't hide the
   * others.
   */
  readonly format: (answer: Answer, known: readonly NamedResource[]) => string;
  /** Formats the answer for a confirmation if it contains names. */
  readonly quote?: (answer: Answer) => QuotedAnswer | undefined;
  /** Returns the value that applies to a new connection without an answer. Every optional setting has one. */
  readonly defaultValue?: (entitlements: Entitlements | undefined) => EffectiveValue;
  /**
   * The meaning of an unreported setting: its default, or a value that this version doesn't know. Without it, the
   * setting is shown as not reported.
   */
  readonly unreported?: "default" | "unknown";
  readonly ask: AskStep;
}

/** True if a setting has no effect because the setting that it needs is off. */
export function hasNoEffect(field: FieldId, draft: Pick<ConnectionDraft, "health_checks">): boolean {
  const { needs } = connectionFields[field];
  return needs !== undefined && draft[needs] === false;
}

/** Returns the note of a prompt whose setting has no effect. */
export function noEffectNote(field: FieldId, draft: ConnectionDraft): string | undefined {
  return hasNoEffect(field, draft) ? l10n.t("No effect while health checks are off.") : undefined;
}
