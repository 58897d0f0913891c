// Computes a flow's state from its start, its answers and the time. The state itself is never stored, and reading a
// flow writes nothing, so a flow survives a restart at any time.
import { FlowFields } from "../connections/managedAuthSchema.ts";
import {
  formReply,
  type LoginStage,
  failedEnd,
  type QuestionForm,
  type FlowEnd,
  type FlowChange,
} from "./stages.ts";
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

/** Duration of a flow, in milliseconds. */
const flowDurationMs = 20 * 60 * 1000;
/** Time limit for each input, in milliseconds. */
const inputTimeoutMs = flowDurationMs / 2;
/** Time that the simulated website takes to check an input, in milliseconds. */
const submissionMs = 1000;
/** Number of wrong inputs to one question after which the login fails. */
const maxWrongAnswers = 3;

/** Returns the flow's state at `now`, in milliseconds since 1970. The same arguments give the same state. */
export function flowAt(row: FlowRow, now: number): SandboxFlow {
  const { canceledAt } = row;
  if (canceledAt === null || now < canceledAt) return flowWithoutCancel(row, now);
  const last = flowWithoutCancel(row, canceledAt);
  if (!last.isInProgress) return last;
  return endedFlow(row, { flow_status: "CANCELED", flow_step: last.reported.flow_step }, canceledAt);
}

interface StagePosition {
  readonly stage: string;
  readonly since: number;
  /** Number of stages before this one. A repeated question counts as a new stage. */
  readonly earlierCount: number;
  /** Number of answers to earlier questions. */
  readonly answerCount: number;
  /** Number of wrong answers to this question. */
  readonly mistakeCount: number;
  /** IDs of the fields that had a wrong value in the latest answer. */
  readonly rejectedFields: readonly string[];
}

function flowWithoutCancel(row: FlowRow, now: number): SandboxFlow {
  const script = flowScripts[row.script];
  const answers = row.answers.filter(({ at }) => at <= now);
  const canRenew = script.lifetime === "renewed";
  const isRenewed = canRenew && answers.length === 0;
  // The flow isn't renewed after the first answer.
  const renewedUntil = canRenew ? (answers[0]?.at ?? now) : row.beganAt;
  const renewalsMs = countRenewals(renewedUntil - row.beganAt) * inputTimeoutMs;
  const expiresAt = row.beganAt + flowDurationMs + renewalsMs;
  let position: StagePosition = {
    stage: "first",
    since: row.beganAt,
    earlierCount: 0,
    answerCount: 0,
    ...noMistakes,
  };
  for (;;) {
    const stage = script.stages[position.stage];
    if (stage === undefined) throw new TypeError(`${row.script} has no stage ${position.stage}`);
    if (stage.kind === "ends") return endedFlow(row, stage.shows, position.since);
    if (
      stage.kind !== "passes" &&
      flowTypeOf(row) === "REAUTH" &&
      row.answers[position.answerCount] === undefined
    ) {
      return endedFlow(row, failedEnd(flowStepOf(stage), stage.form.reauthFailure), position.since);
    }
    const answer = stage.kind === "passes" ? undefined : answers[position.answerCount];
    const stageEnd = answer === undefined ? stageEndsAt(stage, position.since) : answer.at + submissionMs;
    const deadline = isRenewed ? Number.POSITIVE_INFINITY : inputDeadline(stage, position.since, answer);
    const flowEnd = Math.min(expiresAt, deadline);
    // The flow is still in this stage, or expired before the stage ended.
    if (stageEnd >= flowEnd || stageEnd > now) {
      const flow_step = answer === undefined ? flowStepOf(stage) : "SUBMITTING";
      if (now >= flowEnd) return endedFlow(row, expiredEnd(flow_step, deadline < expiresAt), flowEnd);
      if (answer !== undefined) return runningFlow(row, { flow_step }, expiresAt, answer.at);
      const fields = { ...questionFields(row, stage, position), flow_step };
      const flow = runningFlow(row, fields, expiresAt, position.since);
      return stage.kind === "passes" ? flow : { ...flow, form: stage.form };
    }
    const next = { since: stageEnd, earlierCount: position.earlierCount + 1 };
    if (answer === undefined) {
      position = {
        ...position,
        ...next,
        ...noMistakes,
        stage: stage.kind === "asks" ? position.stage : stage.then,
      };
    } else if (answer.to !== undefined) {
      position = { ...next, ...noMistakes, stage: answer.to, answerCount: position.answerCount + 1 };
    } else {
      const mistakeCount = position.mistakeCount + 1;
      if (stage.kind !== "passes" && mistakeCount === maxWrongAnswers)
        return endedFlow(row, failedEnd("SUBMITTING", stage.form.rejection), stageEnd);
      position = {
        ...next,
        stage: position.stage,
        answerCount: position.answerCount + 1,
        mistakeCount,
        rejectedFields: answer.wrong ?? [],
      };
    }
  }
}

const noMistakes = { mistakeCount: 0, rejectedFields: [] } as const;

type OpenStage = Exclude<LoginStage, { kind: "ends" }>;

const stageEndsAt = (stage: OpenStage, since: number): number =>
  stage.kind === "asks" ? Number.POSITIVE_INFINITY : since + stage.ms;

const inputDeadline = (stage: OpenStage, since: number, answer: StoredAnswer | undefined): number =>
  stage.kind === "asks" && answer === undefined ? since + inputTimeoutMs : Number.POSITIVE_INFINITY;

function flowStepOf(stage: OpenStage): NonNullable<FlowFields["flow_step"]> {
  if (stage.kind === "passes") return stage.step;
  if (stage.kind === "asks") return "AWAITING_INPUT";
  return "AWAITING_EXTERNAL_ACTION";
}

function questionFields(
  row: FlowRow,
  stage: OpenStage,
  { earlierCount, mistakeCount, rejectedFields }: StagePosition,
): FlowChange {
  if (stage.kind === "passes") return {};
  return {
    ...formReply(stage.form, rejectedFields),
    // Unique for each question. Doesn't change while the question is open.
    interaction_id: `mai_${row.id}_${earlierCount}`,
    website_error: mistakeCount > 0 ? (stage.form.rejection.website_error ?? null) : null,
    external_action_message: stage.kind === "waits" ? stage.message : null,
  };
}

/**
 * Returns the number of renewals after `passed` milliseconds. A flow is renewed when less than half of its duration
 * is left.
 */
const countRenewals = (passed: number): number => Math.max(0, Math.ceil(passed / (flowDurationMs / 2)) - 1);

/** An answer to a question. The values aren't stored, only the IDs of the fields with wrong values. */
const StoredAnswer = z.strictObject({
  /** Milliseconds since 1970. */
  at: z.int(),
  /** Name of the stage that follows the answer. Undefined if the answer was wrong. */
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
  /** The destination to which this login exports telemetry, or null. May differ from the connection's destination. */
  destinationId: getOptionalText(row, "destination_id"),
  /** The proxy that this login uses, or null. May differ from the connection's proxy. */
  proxyId: getOptionalText(row, "proxy_id"),
  script: ScriptName.parse(row["script"]),
  /** Null for sample flows, whose type depends on their script. */
  type: z.nullable(SandboxFlowType).parse(row["type"]),
  /** In milliseconds since 1970, like every other time in this file. */
  beganAt: getInteger(row, "began_at"),
  /** One-time code in the hosted URL, or null. */
  code: getOptionalText(row, "code"),
  /** Answers, ordered by time. Answers from a stored credential may have a timestamp in the future. */
  answers: StoredAnswers.parse(JSON.parse(getText(row, "answers"))),
  canceledAt: getOptionalInteger(row, "canceled_at"),
});
export type FlowRow = Readonly<ReturnType<typeof parseFlowColumns>>;

/** Parses a stored flow. @throws {TypeError} if an answer leads to a stage that the flow's script lacks. */
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
  readonly isInProgress: boolean;
  readonly type: "LOGIN" | "REAUTH";
  /** Time when the current state began, or when the flow ended, in milliseconds since 1970. */
  readonly since: number;
  /** The question that the user must answer, if any. */
  readonly form?: QuestionForm;
  /** Fields of the reply. `hosted_url` and `live_view_url` are paths without an origin. */
  readonly reported: FlowFields;
}

/** Fields of a connection that has no flow (interface.md §3). */
export const noFlowFields = FlowFields.parse(
  Object.fromEntries(
    Object.keys(FlowFields.shape)
      .filter((name) => name !== "interaction_id")
      .map((name) => [name, null]),
  ),
);

/** Returns the type of a flow. Sample flows are stored without a type and have the type of their script. */
const flowTypeOf = ({ type, script }: FlowRow): "LOGIN" | "REAUTH" => type ?? flowScripts[script].type;

function expiredEnd(flow_step: FlowFields["flow_step"], isUnanswered: boolean): FlowEnd {
  const end = { flow_status: "EXPIRED", flow_step } as const;
  if (!isUnanswered) return end;
  return { ...end, error_code: "awaiting_input_timeout", error_message: "Nothing was entered in time." };
}

export const endedFlow = (row: FlowRow, end: FlowEnd, since: number): SandboxFlow => ({
  isInProgress: false,
  type: flowTypeOf(row),
  since,
  reported: { ...noFlowFields, flow_type: flowTypeOf(row), ...end },
});

const runningFlow = (row: FlowRow, fields: FlowChange, expiresAt: number, since: number): SandboxFlow => ({
  isInProgress: true,
  type: flowTypeOf(row),
  since,
  reported: {
    ...noFlowFields,
    flow_type: flowTypeOf(row),
    flow_status: "IN_PROGRESS",
    browser_session_id: browserSessionIdOf(row),
    flow_expires_at: toIsoTime(expiresAt),
    hosted_url: row.code && `/login/${row.connectionId}?code=${encodeURIComponent(row.code)}`,
    live_view_url: `/browsers/${browserSessionIdOf(row)}/live`,
    ...fields,
  },
});

export const browserSessionIdOf = ({ id }: FlowRow): string => `bs_${id}`;

/** Returns the fields of the reply, with the sandbox's origin in the URLs of its pages. */
export const flowReply = ({ reported }: SandboxFlow, origin: string): FlowFields => ({
  ...reported,
  hosted_url: reported.hosted_url && origin + reported.hosted_url,
  live_view_url: reported.live_view_url && origin + reported.live_view_url,
});
