// Model of a connection setting, without UI. Defines the valid answers and how they are reported, sent and compared.
import { isDeepStrictEqual } from "node:util";
import * as z from "zod/mini";
import type { ManagedAuth, ManagedAuthCreateRequest } from "../../api/schemas.ts";
import type { ReceivedTelemetry } from "../../api/telemetry.ts";
import type { ManagedAuthUpdateRequest } from "../../api/updateRequest.ts";
import { type ComparisonResult, comparisonOf } from "../resources/resourceModel.ts";

type BrowserUpdate = NonNullable<ManagedAuthUpdateRequest["browser"]>;

/** Telemetry (interface.md §2.6) in a connection or a request. */
export interface ReportedTelemetry {
  readonly enabled?: boolean | undefined;
  readonly browser?:
    Readonly<Record<string, { readonly enabled?: boolean | undefined } | undefined>> | undefined;
  readonly export?: Pick<NonNullable<ReceivedTelemetry["export"]>, "otlp"> | undefined;
}

/** The fields that a connection, a create request and an update request have in common. */
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

/** Steps that the wizard adds after a field's step if the answer requires further questions. */
export type FollowUpStep = "telemetry_categories" | "telemetry_export" | "telemetry_destination";

export type CreateRequestPart = Partial<ManagedAuthCreateRequest>;

/** A field of a connection. Without an answer, the service chooses the value or the field has no value. */
export interface SettingModel<Answer> {
  /** Schema of an answer in a stored draft. */
  readonly answer: z.ZodMiniType<Answer>;
  /**
   * True if the user must answer before the connection is created. The wizard doesn't prompt for the other fields. The
   * user can edit them in the review, which is the last step.
   */
  readonly isRequired?: true;
  /** True if the field can only be set when the connection is created. */
  readonly createOnly?: true;
  /** The setting that must be turned on for this setting to have an effect. */
  readonly needs?: "health_checks";
  /** The value that applies if the field is omitted (interface.md §2.2 and §4.1). */
  readonly byDefault?: Answer;
  /**
   * Converts the reported value to an answer. Returns `undefined` if the service reports no value or if no answer can
   * express the value.
   */
  readonly readReported: (settings: ReportedSettings) => Answer | undefined;
  /**
   * Returns the field's part of a create request. The part is empty if the service chooses the value. Returns
   * `undefined` while a follow-up question is unanswered.
   */
  readonly create: (answer: Answer) => CreateRequestPart | undefined;
  /** Returns the field's part of an update request, or `undefined` if no request can make the change. */
  readonly update: (
    answer: Answer | undefined,
    current: Answer | undefined,
  ) => ManagedAuthUpdateRequest | undefined;
  /** Returns the value to expect after an update. Needed if the request alone doesn't determine the value. */
  readonly expectedAfter?: (sent: ManagedAuthUpdateRequest, before: ManagedAuth) => Answer | undefined;
  /** Adds to the answer the parts of the current value that remain in effect after an update. */
  readonly withPreserved?: (answer: Answer, current: Answer | undefined) => Answer;
  /** True if two answers are equal. A missing answer differs from every other answer. */
  readonly isSame: (a: Answer | undefined, b: Answer | undefined) => boolean;
  /**
   * Compares the sent value with the reported one. Returns `unknown` if both may be equivalent, such as an ID and a
   * name, or if the service reports no value.
   */
  readonly compare: (sent: Answer | undefined, reported: Answer | undefined) => ComparisonResult;
  /** The answer to use in a duplicate of the connection if no answer can express the reported value. */
  readonly copyFallback?: Answer;
  /** Returns the answer for a duplicate of the connection. `isExact` is true if the duplicate gets the same value. */
  readonly copy: (answer: Answer) => { readonly answer: Answer | undefined; readonly isExact: boolean };
  /** Returns the follow-up steps of an answer, in order. `isOpen` is true while a step is unanswered. */
  readonly followUpSteps?: (
    answer: Answer,
  ) => readonly { readonly step: FollowUpStep; readonly isOpen: boolean }[];
}

/** A non-empty text. If a field has no value, the answer is missing instead of empty. */
export const answerText = z.string().check(z.minLength(1));

/**
 * Builds a setting model. By default, an update sends the same fields as a creation, and values are compared and
 * copied unchanged.
 */
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
    update: (wanted) => (wanted === undefined || rest.createOnly === true ? undefined : create(wanted)),
    compare: (sent, reported) => comparisonOf(isSame(sent, reported)),
    copy: (reported) => {
      const read = answer.safeParse(reported);
      return { answer: read.data, isExact: read.success };
    },
    ...rest,
  };
}

/** True if two references may have the same target because one is an ID and the other is a name. */
export function mayBeSame(
  a: { readonly kind: string } | undefined,
  b: { readonly kind: string } | undefined,
): boolean {
  return [a?.kind, b?.kind].sort().join() === "id,name";
}
