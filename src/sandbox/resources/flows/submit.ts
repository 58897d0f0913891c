// Handles POST /auth/connections/{id}/submit. Stores only the verdict on an answer, never the submitted values.
import * as z from "zod/mini";
import type { StoreWriter } from "../../db/store.ts";
import { badRequest, notFound, errorReply, type HttpReply } from "../../http/replies.ts";
import type { SandboxChoice } from "../connections/managedAuthSchema.ts";
import { mapSchema } from "../requestSchemas.ts";
import { findConnectionRow, connectionNotFound } from "../connections/connectionRows.ts";
import { type SandboxFlow, flowAt, type StoredAnswer } from "./flowState.ts";
import { type QuestionForm, isAcceptedValue } from "./stages.ts";
import { addFlowAnswer, findLatestFlowRow } from "./flowRows.ts";

const optionalTextSchema = z.optional(z.string());
const fieldValuesSchema = z.optional(mapSchema(z.string(), z.string()));

const canonicalShape = {
  interaction_id: optionalTextSchema,
  field_values: fieldValuesSchema,
  selected_choice_id: optionalTextSchema,
};
const legacyShape = {
  fields: fieldValuesSchema,
  mfa_option_id: optionalTextSchema,
  sign_in_option_id: optionalTextSchema,
  sso_button_selector: optionalTextSchema,
  sso_provider: optionalTextSchema,
};
export const SubmitBody = z.strictObject({ ...canonicalShape, ...legacyShape });
export type SubmitBody = z.infer<typeof SubmitBody>;

/** Replies with 202, 400, 404 or 422. `now` is in milliseconds since 1970. */
export function handleSubmit(
  store: StoreWriter,
  connectionId: string,
  request: SubmitBody,
  now: number,
): HttpReply {
  if (findConnectionRow(store, connectionId) === undefined) return connectionNotFound();
  const row = findLatestFlowRow(store, connectionId);
  if (row === undefined) return notFound("This connection has no login.");
  const wrongMode = formatProblems(request);
  if (wrongMode.length > 0) return badRequest(wrongMode);
  const flow = flowAt(row, now);
  if (flow.form === undefined)
    return errorReply(422, "not_awaiting_input", "This login isn't waiting for input.");
  const { interaction_id: interaction } = request;
  if (interaction !== undefined && interaction !== flow.reported.interaction_id) {
    const message = "The question has changed. Read the connection again, then answer.";
    return errorReply(400, "stale_interaction", message);
  }
  const answer = judgeAnswer(flow.form, flow, request, now);
  if ("problems" in answer) return badRequest(answer.problems);
  addFlowAnswer(store, row, answer);
  return { status: 202, body: { accepted: true } };
}

/** Returns the format problems of a request, which must use either the current or the legacy fields. */
function formatProblems(request: SubmitBody): string[] {
  const presentIn = (names: object) => Object.keys(names).filter((name) => Object.hasOwn(request, name));
  const [canonical, legacy] = [presentIn(canonicalShape), presentIn(legacyShape)];
  if (canonical.length > 0 && legacy.length > 0)
    return [`${legacy.join(", ")}: cannot go with ${canonical.join(", ")}.`];
  if (legacy.length > 1) return [`${legacy.join(", ")}: only one of these can be present.`];
  if (legacy.length === 1) return [];
  const answers = canonical.filter((name) => name !== "interaction_id");
  if (answers.length !== 1) return ["exactly one of field_values, selected_choice_id must be present."];
  if (canonical.includes("interaction_id")) return [];
  return ["interaction_id: is required."];
}

type JudgedAnswer = StoredAnswer | { readonly problems: readonly string[] };

function judgeAnswer(
  form: QuestionForm,
  { reported }: SandboxFlow,
  request: SubmitBody,
  now: number,
): JudgedAnswer {
  if (request.field_values !== undefined) {
    const ids = form.fields.map(({ id }) => id);
    return judgeValues(form, request.field_values, now, "field_values", ids);
  }
  if (request.fields !== undefined) {
    const names = (reported.discovered_fields ?? []).map(({ name }) => name);
    return judgeValues(form, request.fields, now, "fields", names);
  }
  const id = request.selected_choice_id ?? legacyChoiceId(form, request);
  const to = id === undefined ? undefined : form.stageByChoice.get(id);
  if (to === undefined) return { problems: ["no choice has this id."] };
  return { at: now, to, choice: id };
}

/** Checks submitted values. `names` are their keys in the request, in the order of the form's fields. */
function judgeValues(
  form: QuestionForm,
  values: ReadonlyMap<string, string>,
  now: number,
  label: string,
  names: readonly string[],
): JudgedAnswer {
  const problems = [...values.keys()]
    .filter((name) => !names.includes(name))
    .map((name) => `${label}.${name.slice(0, 80)}: this field doesn't exist.`);
  const wrong: string[] = [];
  for (const [at, field] of form.fields.entries()) {
    const name = names[at] ?? field.id;
    const value = values.get(name) ?? "";
    if (value === "" && field.required !== false) problems.push(`${label}.${name}: is required.`);
    if (form.rejectsEverything === true || !isAcceptedValue(field, value)) wrong.push(field.id);
  }
  if (form.fields.length === 0) problems.push("the form has no fields.");
  if (problems.length > 0) return { problems };
  if (wrong.length > 0) return { at: now, wrong };
  return { at: now, to: form.nextStage };
}

function legacyChoiceId({ choices, legacy }: QuestionForm, request: SubmitBody): string | undefined {
  const idsOfType = (choiceType: SandboxChoice["type"]) =>
    choices.filter(({ type }) => type === choiceType).map(({ id }) => id);
  const otherIds = choices
    .filter(({ type }) => type !== "mfa_method" && type !== "sso_provider")
    .map(({ id }) => id);
  /** Returns the ID of the choice at the legacy entry's position. Both lists have the same order. */
  const find = <T>(list: readonly T[] | null, choiceIds: readonly string[], matches: (entry: T) => boolean) =>
    choiceIds[list?.findIndex(matches) ?? -1];
  if (request.mfa_option_id !== undefined)
    return find(legacy.mfa_options, idsOfType("mfa_method"), ({ type }) => type === request.mfa_option_id);
  if (request.sign_in_option_id !== undefined)
    return find(legacy.sign_in_options, otherIds, ({ id }) => id === request.sign_in_option_id);
  return find(
    legacy.pending_sso_buttons,
    idsOfType("sso_provider"),
    ({ selector, provider }) => selector === request.sso_button_selector || provider === request.sso_provider,
  );
}
