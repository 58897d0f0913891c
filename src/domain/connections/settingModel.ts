// What a setting of a connection is, without an editor: what may be answered, and how that is reported, sent and compared.
import { isDeepStrictEqual } from "node:util";
import * as z from "zod/mini";
import type { ManagedAuth, ManagedAuthCreateRequest } from "../../api/schemas.ts";
import type { ReceivedTelemetry } from "../../api/telemetry.ts";
import type { ManagedAuthUpdateRequest } from "../../api/updateRequest.ts";
import type { Comparison } from "../resource/model.ts";

type Browser = NonNullable<ManagedAuthUpdateRequest["browser"]>;

/** Telemetry (§2.6) as a connection reports it, or a request says it. */
export interface ReportedTelemetry {
  readonly enabled?: boolean | undefined;
  readonly browser?:
    Readonly<Partial<Record<string, { readonly enabled?: boolean | undefined }>>> | undefined;
  readonly export?: Pick<NonNullable<ReceivedTelemetry["export"]>, "otlp"> | undefined;
}

/** What says something of settings, each in the same place: a connection, or a request that makes or changes one. */
export interface Reported extends Pick<
  ManagedAuth,
  "domain" | "profile_name" | Exclude<keyof ManagedAuthUpdateRequest, "browser">
> {
  readonly browser?:
    | (Pick<NonNullable<ManagedAuth["browser"]>, Exclude<keyof Browser, "telemetry">> & {
        readonly telemetry?: ReportedTelemetry | undefined;
      })
    | undefined;
}

/** Questions that follow from an answer, beside the one of each field. */
export type FurtherStep = "telemetry_categories" | "telemetry_export" | "telemetry_destination";

/** One setting, or what it belongs to. A missing answer says nothing: the service decides, or it has none. */
export interface SettingModel<Answer> {
  /** The shape of an answer, as a draft keeps it. */
  readonly answer: z.ZodMiniType<Answer>;
  /** Its question has to be answered before a connection is created; all others are asked from the review. */
  readonly isAsked?: true;
  /** It is set when the connection is created, and never changed. */
  readonly createOnly?: true;
  /** Without this other setting it has no effect. */
  readonly needs?: "health_checks";
  /** What applies where it is left out (§2.2, §4.1). */
  readonly byDefault?: Answer;
  /** What is said of it, as an answer; `undefined` where nothing is, or what no answer stands for. */
  readonly reported: (by: Reported) => Answer | undefined;
  /** The part of a request that creates it so, empty for the service's own choice; `undefined` while a question is open. */
  readonly create: (answer: Answer) => Partial<ManagedAuthCreateRequest> | undefined;
  /** The part of a request that changes it from what it is; `undefined` where none can say so. */
  readonly update: (
    answer: Answer | undefined,
    now: Answer | undefined,
  ) => ManagedAuthUpdateRequest | undefined;
  /** What is reported once a change is carried out, where that is more than the change says. */
  readonly after?: (sent: ManagedAuthUpdateRequest, before: ManagedAuth) => Answer | undefined;
  /** An answer with what a change to it leaves as it is. */
  readonly withKept?: (answer: Answer, now: Answer | undefined) => Answer;
  /** Whether two answers say the same; a missing one is unlike all others. */
  readonly isSame: (one: Answer | undefined, other: Answer | undefined) => boolean;
  /**
   * Whether what was sent is reported: `unknown` where that may be the same thing said otherwise, such as by its id and not
   * its name, and where nothing is reported.
   */
  readonly compare: (sent: Answer | undefined, reported: Answer | undefined) => Comparison;
  /** What a duplicate has where something is reported that no answer stands for. */
  readonly otherwise?: Answer;
  /** The answer that makes the same again, as far as it can be sent, and whether it is the same. */
  readonly copy: (answer: Answer) => { readonly answer: Answer | undefined; readonly isWhole: boolean };
  /** The questions that follow from an answer, in order. */
  readonly further?: (answer: Answer) => readonly { readonly step: FurtherStep; readonly isOpen: boolean }[];
}

/** A text of an answer is never empty: what says nothing is a missing answer. */
export const text = z.string().check(z.minLength(1));

/** A setting that is sent, changed, compared and copied as it is, but for what is given. */
export function setting<Answer>({
  answer,
  create,
  isSame = isDeepStrictEqual,
  ...rest
}: Pick<SettingModel<Answer>, "answer" | "create" | "reported"> &
  Partial<SettingModel<Answer>>): SettingModel<Answer> {
  return {
    answer,
    create,
    isSame,
    update: (then) => (then === undefined || rest.createOnly === true ? undefined : create(then)),
    compare: (sent, reported) => verdict(isSame(sent, reported)),
    copy: (reported) => {
      const read = answer.safeParse(reported);
      return { answer: read.data, isWhole: read.success };
    },
    ...rest,
  };
}

/** The two certain comparisons. */
export function verdict(isSame: boolean): Comparison {
  return isSame ? "same" : "different";
}

/** Whether two references may mean the same: one is by an id, the other by a name. */
export function mayBeSame(
  one: { readonly kind: string } | undefined,
  other: { readonly kind: string } | undefined,
): boolean {
  return [one?.kind, other?.kind].sort().join() === "id,name";
}
