import type * as course from "./course.ts";
import type { Draft } from "./draft.ts";
import { destinationOf, exportOf, isExported } from "./telemetry.ts";

/** The fields of a draft; each owns one question and the questions that follow from its answer. */
export type FieldId = keyof Draft;

/** The fields the wizard asks for in order; all others have defaults and are changed from the review. */
const mainFields = ["domain", "profile_name", "proxy", "credential"] as const satisfies readonly FieldId[];

/** The fields that are changed from the review, in the order it lists them. */
export const optionFields = [
  "login_url",
  "allowed_domains",
  "stealth",
  "record_session",
  "telemetry",
  "save_credentials",
  "health_checks",
  "health_check_interval",
  "auto_reauth",
] as const satisfies readonly FieldId[];
export type OptionField = (typeof optionFields)[number];

/** One question of the wizard: a field's own, or one that follows from its answer. */
export type StepId =
  FieldId | "telemetry_categories" | "telemetry_export" | "telemetry_destination" | "review";

/** Where the wizard stands. */
export type Position = course.Position<StepId, FieldId>;

export type Move = course.Move<FieldId>;

/** The questions on the way to the review, in order. */
export const steps: readonly StepId[] = [...mainFields, "review"];

/** The questions of one field, as its answer asks for them. */
export function stepsOf(field: FieldId, draft: Draft): readonly StepId[] {
  return field === "telemetry" ? ["telemetry", ...telemetrySteps(draft)] : [field];
}

function telemetrySteps({ telemetry }: Draft): readonly StepId[] {
  if (telemetry === undefined || telemetry.kind === "off") return [];
  return [
    ...(telemetry.kind === "categories" ? (["telemetry_categories"] as const) : []),
    "telemetry_export",
    ...(isExported(telemetry) ? (["telemetry_destination"] as const) : []),
  ];
}

/** Whether the draft holds an answer to a question. The review has none. */
export function isAnswered(draft: Draft, step: StepId): boolean {
  const { telemetry } = draft;
  if (step === "review") return false;
  if (step === "telemetry_categories")
    return telemetry?.kind === "categories" && telemetry.categories !== undefined;
  if (step === "telemetry_export") return exportOf(telemetry) !== undefined;
  if (step === "telemetry_destination") return destinationOf(telemetry) !== undefined;
  return draft[step] !== undefined;
}

/** Where a draft is taken up again: at its first open question, else at the review. */
export function firstOpen(draft: Draft): Position {
  const open = (step: StepId): boolean => !isAnswered(draft, step);
  const main = mainFields.find(open);
  if (main !== undefined) return { step: main };
  for (const field of optionFields) {
    const step = draft[field] === undefined ? undefined : stepsOf(field, draft).find(open);
    if (step !== undefined) return { step, editing: field };
  }
  return { step: "review" };
}

/**
 * Where a move leads. An edit from the review walks the questions of its field and returns there; Back on the first
 * question of the wizard stays.
 */
export function move(position: Position, draft: Draft, move: Move): Position {
  if (move.kind === "edit") return { step: move.field, editing: move.field };
  const { editing, step } = position;
  const way = editing === undefined ? steps : stepsOf(editing, draft);
  const target = way[way.indexOf(step) + (move.kind === "next" ? 1 : -1)];
  if (editing === undefined) return { step: target ?? (move.kind === "next" ? "review" : step) };
  if (target !== undefined) return { step: target, editing };
  return move.kind === "next" ? firstOpen(draft) : { step: "review" };
}
