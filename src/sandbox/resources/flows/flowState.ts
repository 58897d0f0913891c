// Computes a flow's state from its start, its answers and the time. Reading writes nothing, so a flow survives every
// restart.
import { FlowFields } from "../connections/managedAuthSchema.ts";
import { formReply, type LoginStage, failedEnd, type QuestionForm, type FlowEnd } from "./stages.ts";
import { flowScripts, ScriptName } from "./scripts.ts";
import * as z from "zod/mini";
import {
  type DatabaseRow,
  getInteger,
  getOptionalInteger,
  getOptionalText,
  getText,
} from "../../db/sqlite.ts";
import { toIsoTime } from "../clock.ts";

/** Duration of a flow and of each wait for input, in milliseconds: 20 and 10 minutes. */
const flowDurationMs = 20 * 60 * 1000;
const inputTimeoutMs = flowDurationMs / 2;
/** Time that the website takes to check an input, in milliseconds. */
const submissionMs = 1000;
/** Maximum number of wrong inputs per question. */
const maxWrongAnswers = 3;

/** Returns the flow at a time (milliseconds since 1970). Repeated calls return the same state. */
export function flowAt(row: FlowRow, now: number): SandboxFlow {
  const { canceledAt } = row;
  if (canceledAt === null || now < canceledAt) return flowWithoutCancel(row, now);
  const last = flowWithoutCancel(row, canceledAt);
  if (!last.inProgress) return last;
  return endedFlow(row, { flow_status: "CANCELED", flow_step: last.shown.flow_step }, canceledAt);
}

interface StagePosition {
  readonly stage: string;
  readonly since: number;
  /** Number of earlier stages and questions, and of answers. */
  readonly before: number;
  readonly answered: number;
  /** Number of wrong answers at this question, and the wrong fields of the latest one. */
  readonly mistakes: number;
  readonly wrong: readonly string[];
}

function flowWithoutCancel(row: FlowRow, now: number): SandboxFlow {
  const script = flowScripts[row.script];
  const given = row.answers.filter(({ at }) => at <= now);
  const canRenew = script.lasts === "renewed";
  const renews = canRenew && given.length === 0;
  const reached = canRenew ? (given[0]?.at ?? now) : row.beganAt;
  const expiresAt = row.beganAt + flowDurationMs + countRenewals(reached - row.beganAt) * inputTimeoutMs;
  let place: StagePosition = { stage: "first", since: row.beganAt, before: 0, answered: 0, ...noMistakes };
  for (;;) {
    const stage = script.stages[place.stage];
    if (stage === undefined) throw new TypeError(`${row.script} has no stage ${place.stage}`);
    if (stage.kind === "ends") return endedFlow(row, stage.shows, place.since);
    if (
      stage.kind !== "passes" &&
      flowTypeOf(row) === "REAUTH" &&
      row.answers[place.answered] === undefined
    ) {
      return endedFlow(row, failedEnd(flowStepOf(stage), stage.form.blocker), place.since);
    }
    const answer = stage.kind === "passes" ? undefined : given[place.answered];
    const leaves = answer === undefined ? stageEndsAt(stage, place.since) : answer.at + submissionMs;
    const late = renews ? Number.POSITIVE_INFINITY : inputDeadline(stage, place.since, answer);
    const ends = Math.min(expiresAt, late);
    // Stages after the flow's expiry never happen.
    if (leaves >= ends || leaves > now) {
      const step = answer === undefined ? flowStepOf(stage) : "SUBMITTING";
      if (now >= ends) return endedFlow(row, expiredEnd(step, late < expiresAt), ends);
      const shown = answer === undefined ? questionFields(row, stage, place) : {};
      const flow = runningFlow(row, { ...shown, flow_step: step }, expiresAt, answer?.at ?? place.since);
      return answer === undefined && stage.kind !== "passes" ? { ...flow, form: stage.form } : flow;
    }
    const next = { since: leaves, before: place.before + 1 };
    if (answer === undefined) {
      place = { ...place, ...next, ...noMistakes, stage: stage.kind === "asks" ? place.stage : stage.then };
    } else if (answer.to !== undefined) {
      place = { ...next, ...noMistakes, stage: answer.to, answered: place.answered + 1 };
    } else {
      const { stage: again, answered, mistakes } = place;
      if (stage.kind !== "passes" && mistakes + 1 === maxWrongAnswers)
        return endedFlow(row, failedEnd("SUBMITTING", stage.form.refused), leaves);
      const wrong = answer.wrong ?? [];
      place = { ...next, stage: again, answered: answered + 1, mistakes: mistakes + 1, wrong };
    }
  }
}

const noMistakes = { mistakes: 0, wrong: [] } as const;

type OpenStage = Exclude<LoginStage, { kind: "ends" }>;

const stageEndsAt = (stage: OpenStage, since: number): number =>
  stage.kind === "asks" ? Number.POSITIVE_INFINITY : since + stage.ms;

const inputDeadline = (stage: OpenStage, since: number, answer: StoredAnswer | undefined): number =>
  stage.kind === "asks" && answer === undefined ? since + inputTimeoutMs : Number.POSITIVE_INFINITY;

const flowStepOf = (stage: OpenStage): NonNullable<FlowFields["flow_step"]> =>
  stage.kind === "passes"
    ? stage.step
    : stage.kind === "asks"
      ? "AWAITING_INPUT"
      : "AWAITING_EXTERNAL_ACTION";

function questionFields(
  row: FlowRow,
  stage: OpenStage,
  { before, mistakes, wrong }: StagePosition,
): Partial<FlowFields> {
  if (stage.kind === "passes") return {};
  return {
    ...formReply(stage.form, wrong),
    // Unique per question, and constant for as long as the question is open.
    interaction_id: `mai_${row.id}_${before}`,
    website_error: mistakes > 0 ? (stage.form.refused.website_error ?? null) : null,
    external_action_message: stage.kind === "waits" ? stage.message : null,
  };
}

/** Number of renewals after this time. A flow is renewed when less than half of its time is left. */
const countRenewals = (passed: number): number => Math.max(0, Math.ceil(passed / (flowDurationMs / 2)) - 1);

/** An answer to a question. Values aren't stored, only the wrong fields. */
const StoredAnswer = z.strictObject({
  /** Milliseconds since 1970. */
  at: z.int(),
  /** The next stage. Undefined if the answer was wrong. */
  to: z.optional(z.string()),
  wrong: z.optional(z.array(z.string())),
  choice: z.optional(z.string()),
});
export type StoredAnswer = z.infer<typeof StoredAnswer>;
const StoredAnswers = z.array(StoredAnswer);
const SandboxFlowType = z.enum(["LOGIN", "REAUTH"]);

const parseFlowColumns = (row: DatabaseRow) => ({
  id: getText(row, "id"),
  connectionId: getText(row, "connection_id"),
  /** The login's export destination, regardless of the connection's, or null. */
  destinationId: getOptionalText(row, "destination_id"),
  script: ScriptName.parse(row["script"]),
  /** Null if the script determines the type. */
  type: z.nullable(SandboxFlowType).parse(row["type"]),
  /** Milliseconds since 1970, like all times here. */
  beganAt: getInteger(row, "began_at"),
  /** Code in the hosted URL, or null. */
  code: getOptionalText(row, "code"),
  /** Ordered by time. Answers from a stored credential may be in the future. */
  answers: StoredAnswers.parse(JSON.parse(getText(row, "answers"))),
  canceledAt: getOptionalInteger(row, "canceled_at"),
});
export type FlowRow = Readonly<ReturnType<typeof parseFlowColumns>>;

/** Parses a stored flow. @throws if an answer leads to a stage that its script lacks. */
export function flowFromRow(row: DatabaseRow): FlowRow {
  const flow = parseFlowColumns(row);
  const { stages } = flowScripts[flow.script];
  for (const { to } of flow.answers) {
    if (to !== undefined && !Object.hasOwn(stages, to))
      throw new TypeError(`${flow.script} has no stage ${to}`);
  }
  return flow;
}

export interface SandboxFlow {
  readonly inProgress: boolean;
  readonly type: "LOGIN" | "REAUTH";
  /** Start of the current state. For an ended flow, its end. */
  readonly since: number;
  /** The question that waits for a person, if any. */
  readonly form?: QuestionForm;
  /** Reported fields. `hosted_url` and `live_view_url` lack their origin. */
  readonly shown: FlowFields;
}

/** Fields of a connection without a flow (interface.md §3). */
export const noFlowFields = FlowFields.parse(
  Object.fromEntries(
    Object.keys(FlowFields.shape)
      .filter((name) => name !== "interaction_id")
      .map((name) => [name, null]),
  ),
);

/** Falls back to the script's type. */
const flowTypeOf = ({ type, script }: FlowRow): "LOGIN" | "REAUTH" => type ?? flowScripts[script].type;

const expiredEnd = (flow_step: FlowFields["flow_step"], unanswered: boolean): FlowEnd => ({
  flow_status: "EXPIRED",
  flow_step,
  ...(unanswered && {
    error_code: "awaiting_input_timeout",
    error_message: "Nothing was entered in time.",
  }),
});

export const endedFlow = (row: FlowRow, end: FlowEnd, since: number): SandboxFlow => ({
  inProgress: false,
  type: flowTypeOf(row),
  since,
  shown: { ...noFlowFields, flow_type: flowTypeOf(row), ...end },
});

const runningFlow = (
  row: FlowRow,
  shown: Partial<FlowFields>,
  expiresAt: number,
  since: number,
): SandboxFlow => ({
  inProgress: true,
  type: flowTypeOf(row),
  since,
  shown: {
    ...noFlowFields,
    flow_type: flowTypeOf(row),
    flow_status: "IN_PROGRESS",
    browser_session_id: browserSessionIdOf(row),
    flow_expires_at: toIsoTime(expiresAt),
    hosted_url: row.code === null ? null : `/login/${row.connectionId}?code=${encodeURIComponent(row.code)}`,
    live_view_url: `/browsers/${browserSessionIdOf(row)}/live`,
    ...shown,
  },
});

/** ID of the flow's browser session. */
export const browserSessionIdOf = ({ id }: FlowRow): string => `bs_${id}`;

/** Reported fields with the sandbox's origin in the addresses of its pages. */
export function flowReply({ shown }: SandboxFlow, origin: string): FlowFields {
  const { hosted_url: hosted, live_view_url: live } = shown;
  return {
    ...shown,
    hosted_url: hosted && origin + hosted,
    live_view_url: live && origin + live,
  };
}
