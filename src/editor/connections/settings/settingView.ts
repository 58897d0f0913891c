// The user interface of a connection's setting: its label, formatting and prompt.
import { l10n } from "vscode";
import type { NamedResource } from "../../../domain/text/names.ts";
import type { Entitlements } from "../../../api/schemas.ts";
import { type FieldId, connectionFields } from "../../../domain/connections/settings.ts";
import type { ConnectionDraft, AnswersTo } from "../../../domain/draft/draft.ts";
import type { CodeTarget } from "../../../domain/code/codeTarget.ts";
import type { PickerLists } from "../../catalogue/pickerLists.ts";
import type { StepAnswer as Answered, StepPrompt, WizardContext } from "../../kit/inputs/wizard.ts";
import type { ResourceCreators } from "./resourceCreators.ts";

/** The data and callbacks that a prompt needs, apart from the draft. */
export interface PromptEnvironment {
  /** `undefined` if the entitlements couldn't be fetched. In this case, no answer is restricted. */
  readonly entitlements: Entitlements | undefined;
  /** The current settings of an existing connection. `undefined` for a new connection. */
  readonly before?: ConnectionDraft | undefined;
  /** Label with the name and base URL of the connection's account. */
  readonly accountName: string;
  readonly codeTarget: CodeTarget;
  readonly lists: PickerLists;
  readonly createNew: ResourceCreators;
}

export type StepContext = PromptEnvironment & WizardContext<ConnectionDraft, FieldId>;

export type SettingStepAnswer = Answered<ConnectionDraft, FieldId>;

export type SettingPrompt = StepPrompt<ConnectionDraft, FieldId, PromptEnvironment>;

/** The text of the value that a setting will have, and the source of this value. */
export interface EffectiveValue {
  readonly text: string;
  readonly source: "chosen" | "default" | "plan";
}

/**
 * An answer, split into fixed text and names. The names are separate, because a user or agent may have chosen a name
 * that reads like the extension's own text.
 */
export interface QuotedAnswer {
  readonly words: string;
  readonly names: readonly { readonly label?: string | undefined; readonly name: string }[];
}

export interface SettingView<Answer> {
  readonly label: () => string;
  /** The heading under which reviews and pages list the setting. */
  readonly group: "connection" | "login" | "browser" | "staying";
  /** Formats an answer for display. Shortens each name separately, so that no name hides the others. */
  readonly format: (answer: Answer, named: readonly NamedResource[]) => string;
  /** Formats an answer for a confirmation. Returns undefined if the answer contains no names. */
  readonly quote?: (answer: Answer) => QuotedAnswer | undefined;
  /** Returns the value that a new connection gets if the setting has no answer. Set for every optional setting. */
  readonly defaultValue?: (entitlements: Entitlements | undefined) => EffectiveValue;
  /**
   * How to show a setting without a usable value in the service's response: as the default, or as a value that this
   * version of the extension doesn't know. If `unreported` is missing, the setting is shown as not reported.
   */
  readonly unreported?: "default" | "unknown";
  readonly ask: SettingPrompt;
}

/** True if a setting has no effect because the setting that it depends on is off. */
export function hasNoEffect(field: FieldId, draft: AnswersTo<"health_checks">): boolean {
  const { needs } = connectionFields[field];
  return needs !== undefined && draft[needs] === false;
}

/** Returns the note for the prompt of a setting that currently has no effect. */
export function noEffectNote(field: FieldId, draft: ConnectionDraft): string | undefined {
  return hasNoEffect(field, draft) ? l10n.t("No effect while health checks are off.") : undefined;
}
