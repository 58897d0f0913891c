// POST /auth/connections/{id}/submit. Only the verdict on an answer is stored, never its values.
import * as z from "zod/mini";
import type { StoreWriter } from "../../db/store.ts";
import { badRequest, notFound, errorReply, type HttpReply } from "../../http/replies.ts";
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

/** 202, 400, 404 or 422. `now` is in milliseconds since 1970. */
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
  if (flow.form === undefined) {
    return errorReply(422, "not_awaiting_input", "This login isn't waiting for input.");
  }
  const { interaction_id: interaction } = request;
  if (interaction !== undefined && interaction !== flow.shown.interaction_id) {
    const message = "The question has changed. Read the connection again, then answer.";
    return errorReply(400, "stale_interaction", message);
  }
  const answer = judgeAnswer(flow.form, flow, request, now);
  if ("problems" in answer) return badRequest(answer.problems);
  addFlowAnswer(store, row, answer);
  return { status: 202, body: { accepted: true } };
}

/** Problems of the request's format. Exactly one of the two forms is allowed. */
function formatProblems(request: SubmitBody): string[] {
  const given = (names: object) => Object.keys(names).filter((name) => Object.hasOwn(request, name));
  const [canonical, legacy] = [given(canonicalShape), given(legacyShape)];
  if (canonical.length > 0 && legacy.length > 0)
    return [`${legacy.join(", ")}: cannot go with ${canonical.join(", ")}.`];
  if (legacy.length > 1) return [`${legacy.join(", ")}: only one of these can be given.`];
  if (legacy.length === 1) return [];
  const answers = canonical.filter((name) => name !== "interaction_id");
  if (answers.length !== 1) return ["exactly one of field_values, selected_choice_id must be given."];
  return canonical.includes("interaction_id") ? [] : ["interaction_id: is required."];
}

type JudgedAnswer = StoredAnswer | { readonly problems: readonly string[] };

function judgeAnswer(
  form: QuestionForm,
  { shown }: SandboxFlow,
  request: SubmitBody,
  now: number,
): JudgedAnswer {
  if (request.field_values !== undefined) {
    const ids = form.fields.map(({ id }) => id);
    return judgeValues(form, request.field_values, now, "field_values", ids);
  }
  if (request.fields !== undefined) {
    const names = (shown.discovered_fields ?? []).map(({ name }) => name);
    return judgeValues(form, request.fields, now, "fields", names);
  }
  const id = request.selected_choice_id ?? legacyChoiceId(form, request);
  const to = id === undefined ? undefined : form.leads.get(id);
  return to === undefined ? { problems: ["no choice has this id."] } : { at: now, to, choice: id };
}

/** `names` are the names of the form's fields, in order. */
function judgeValues(
  form: QuestionForm,
  given: ReadonlyMap<string, string>,
  now: number,
  place: string,
  names: readonly string[],
): JudgedAnswer {
  const problems = [...given.keys()]
    .filter((name) => !names.includes(name))
    .map((name) => `${place}.${name.slice(0, 80)}: this field doesn't exist.`);
  const wrong: string[] = [];
  for (const [at, field] of form.fields.entries()) {
    const name = names[at] ?? field.id;
    const value = given.get(name) ?? "";
    if (value === "" && field.required !== false) problems.push(`${place}.${name}: is required.`);
    if (form.hopeless === true || !isAcceptedValue(field, value)) wrong.push(field.id);
  }
  if (form.fields.length === 0) problems.push("the form has no fields.");
  if (problems.length > 0) return { problems };
  return wrong.length > 0 ? { at: now, wrong } : { at: now, to: form.then };
}

function legacyChoiceId({ choices, older: lists }: QuestionForm, request: SubmitBody): string | undefined {
  const ids = (...types: readonly string[]) =>
    choices.filter(({ type }) => types.includes(type)).map(({ id }) => id);
  const others = choices
    .filter(({ type }) => type !== "mfa_method" && type !== "sso_provider")
    .map(({ id }) => id);
  const find = <T>(list: readonly T[] | null, among: readonly string[], is: (entry: T) => boolean) => {
    const at = (list ?? []).findIndex(is);
    return at < 0 ? undefined : among[at];
  };
  if (request.mfa_option_id !== undefined)
    return find(lists.mfa_options, ids("mfa_method"), ({ type }) => type === request.mfa_option_id);
  if (request.sign_in_option_id !== undefined)
    return find(lists.sign_in_options, others, ({ id }) => id === request.sign_in_option_id);
  return find(
    lists.pending_sso_buttons,
    ids("sso_provider"),
    ({ selector, provider }) => selector === request.sso_button_selector || provider === request.sso_provider,
  );
}
