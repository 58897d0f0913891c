// The model of a connection's setting, independent of the editor: valid answers, and how they are reported, sent and
// compared.
import { isDeepStrictEqual } from "node:util";
import * as z from "zod/mini";
import type { ManagedAuth, ManagedAuthCreateRequest } from "../../api/schemas.ts";
import type { ReceivedTelemetry } from "../../api/telemetry.ts";
import type { ManagedAuthUpdateRequest } from "../../api/updateRequest.ts";
import type { ComparisonResult } from "../resource/resourceModel.ts";

type BrowserUpdate = NonNullable<ManagedAuthUpdateRequest["browser"]>;

/** Telemetry (interface.md §2.6) in a connection or a request. */
export interface ReportedTelemetry {
  readonly enabled?: boolean | undefined;
  readonly browser?:
    Readonly<Partial<Record<string, { readonly enabled?: boolean | undefined }>>> | undefined;
  readonly export?: Pick<NonNullable<ReceivedTelemetry["export"]>, "otlp"> | undefined;
}

/** The fields that connections, creations and changes have in common. */
export interface ReportedSettings extends Pick<
  ManagedAuth,
  "domain" | "profile_name" | Exclude<keyof ManagedAuthUpdateRequest, "browser">
> {
  readonly browser?:
    | (Pick<NonNullable<ManagedAuth["browser"]>, Exclude<keyof BrowserUpdate, "telemetry">> & {
        readonly telemetry?: ReportedTelemetry | undefined;
      })
    | undefined;
}

/** Follow-up steps of an answer, in addition to the step of each field. */
export type FollowUpStep = "telemetry_categories" | "telemetry_export" | "telemetry_destination";

/** A field of a connection. A missing answer leaves the choice to the service, or means that there is no value. */
export interface SettingModel<Answer> {
  /** Schema of an answer in a stored draft. */
  readonly answer: z.ZodMiniType<Answer>;
  /** Must be answered before a connection is created. Other fields are only prompted for from the review. */
  readonly isRequired?: true;
  /** Can only be set at creation. */
  readonly createOnly?: true;
  /** Another setting without which this one has no effect. */
  readonly needs?: "health_checks";
  /** The value that applies if the field is omitted (interface.md §2.2 and §4.1). */
  readonly byDefault?: Answer;
  /**
   * Converts the reported value to an answer. Returns `undefined` if nothing is reported or no answer can express it.
   */
  readonly readReported: (by: ReportedSettings) => Answer | undefined;
  /**
   * Returns the part of a creation request, empty for the service's own choice. Returns `undefined` while a follow-up
   * step is unanswered.
   */
  readonly create: (answer: Answer) => Partial<ManagedAuthCreateRequest> | undefined;
  /** Returns the part of a change request. Returns `undefined` if no request can make this change. */
  readonly update: (
    answer: Answer | undefined,
    now: Answer | undefined,
  ) => ManagedAuthUpdateRequest | undefined;
  /** Returns the expected value after a change, if the change alone doesn't determine it. */
  readonly expectedAfter?: (sent: ManagedAuthUpdateRequest, before: ManagedAuth) => Answer | undefined;
  /** Adds the parts of the current value that a change would preserve. */
  readonly withPreserved?: (answer: Answer, now: Answer | undefined) => Answer;
  /** True if two answers are equal. A missing answer equals no other. */
  readonly isSame: (one: Answer | undefined, other: Answer | undefined) => boolean;
  /**
   * Compares the sent with the reported value. Returns `unknown` if both may mean the same, such as an ID and a name,
   * or if nothing is reported.
   */
  readonly compare: (sent: Answer | undefined, reported: Answer | undefined) => ComparisonResult;
  /** The answer for a duplicate if no answer can express the reported value. */
  readonly copyFallback?: Answer;
  /** Returns the answer that recreates the value as far as possible. `isWhole` if the copy is exact. */
  readonly copy: (answer: Answer) => { readonly answer: Answer | undefined; readonly isExact: boolean };
  /** Returns the follow-up steps of an answer in order. */
  readonly followUpSteps?: (
    answer: Answer,
  ) => readonly { readonly step: FollowUpStep; readonly isOpen: boolean }[];
}

/** A non-empty text. No value is represented by a missing answer. */
export const answerText = z.string().check(z.minLength(1));

/** Builds a setting model. By default, a value is sent, changed, compared and copied unchanged. */
export function defineSetting<Answer>({
  answer,
  create,
  isSame = isDeepStrictEqual,
  ...rest
}: Pick<SettingModel<Answer>, "answer" | "create" | "readReported"> &
  Partial<SettingModel<Answer>>): SettingModel<Answer> {
  return {
    answer,
    create,
    isSame,
    update: (then) => (then === undefined || rest.createOnly === true ? undefined : create(then)),
    compare: (sent, reported) => comparisonOf(isSame(sent, reported)),
    copy: (reported) => {
      const read = answer.safeParse(reported);
      return { answer: read.data, isExact: read.success };
    },
    ...rest,
  };
}

export function comparisonOf(isSame: boolean): ComparisonResult {
  return isSame ? "same" : "different";
}

/** True if two references may have the same target because one is by ID and the other by name. */
export function mayBeSame(
  one: { readonly kind: string } | undefined,
  other: { readonly kind: string } | undefined,
): boolean {
  return [one?.kind, other?.kind].sort().join() === "id,name";
}
