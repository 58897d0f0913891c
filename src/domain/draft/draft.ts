// Answers about a connection: those of a question after the other, and those that stand for a connection that is there.
import * as z from "zod/mini";
import type { ManagedAuth, ManagedAuthCreateRequest } from "../../api/schemas.ts";
import { withFallbacks } from "../connections/deprecatedFields.ts";
import type { Reported } from "../connections/settingModel.ts";
import { type Answers, type FieldId, fieldIds, fields } from "../connections/settings.ts";
import { asRequested, exportOf } from "./telemetry.ts";

/** The answers so far; a question without an answer is a missing field. Holds no secrets. */
export type Draft = { [Id in FieldId]?: Answers[Id] | undefined };
export const Draft: z.ZodMiniType<Draft> = z.strictObject(shapeOfDraft());

/** The names of its fields. */
export const DraftField = z.enum(fieldIds);

type Shape = { [Id in FieldId]: z.ZodMiniOptional<z.ZodMiniType<Answers[Id]>> };

function shapeOfDraft(): Shape {
  // It has the fields that it is made of, each with its own answer.
  return Object.fromEntries(fieldIds.map((field) => [field, z.optional(fields[field].answer)])) as Shape;
}

/** The proxy and the destination that a draft has by their IDs. */
export function idsIn({ proxy, telemetry }: Draft): {
  readonly proxy?: string;
  readonly destination?: string;
} {
  const exported = exportOf(telemetry);
  return {
    ...(proxy?.kind === "id" && { proxy: proxy.id }),
    ...(exported?.kind === "id" &&
      exported.destination !== undefined && { destination: exported.destination }),
  };
}

/** The draft without an answer, so that the service's default applies again. */
export function withDefault(draft: Draft, field: FieldId): Draft {
  return Object.fromEntries(Object.entries(draft).filter(([key]) => key !== field));
}

/** A draft of what each field gives; what gives nothing is missing. */
function draftFrom(answer: <Id extends FieldId>(field: Id) => Draft[Id]): Draft {
  return Object.fromEntries(
    fieldIds.flatMap((field) => {
      const given = answer(field);
      return given === undefined ? [] : [[field, given] as const];
    }),
  );
}

/**
 * The answers that would make a connection as this one is (§2.1): what its change begins with, and its duplicate. What it
 * does not report, or what no answer stands for, is a missing field; values are not checked, for they are its own.
 */
export function answersOf(connection: ManagedAuth): Draft {
  return answersIn(withFallbacks(connection));
}

/** The draft that stands for a request (§4.1), with every question answered: what it says nothing of was left open. */
export function draftOf(request: ManagedAuthCreateRequest): Draft {
  const answers = answersIn(request);
  const telemetry = asRequested(answers.telemetry, request.browser?.telemetry);
  return { ...answers, ...(telemetry && { telemetry }) };
}

/** The answers that stand for what is reported, or what a request says; what that leaves out was left open. */
export function answersIn(reported: Reported): Draft {
  return draftFrom((field) => fields[field].reported(reported));
}

/**
 * The request that a draft stands for (§4.1), or `undefined` while a question is open. Only what was answered is
 * sent; the proxy and credential answers that stand for the service's own choice are said by saying nothing.
 */
export function toRequest(draft: Draft): ManagedAuthCreateRequest | undefined {
  let body: Partial<ManagedAuthCreateRequest> = {};
  for (const field of fieldIds) {
    const part = partOf(field, draft);
    if (part === undefined) return undefined;
    body = merged(body, part);
  }
  const { browser, credential, domain, profile_name, ...options } = body;
  if (domain === undefined || profile_name === undefined) return undefined;
  return { domain, profile_name, ...options, ...(browser && { browser }), ...(credential && { credential }) };
}

function partOf<Id extends FieldId>(
  field: Id,
  draft: Pick<Draft, Id>,
): Partial<ManagedAuthCreateRequest> | undefined {
  const { create, isAsked } = fields[field];
  const answer = draft[field];
  if (answer === undefined) return isAsked === true ? undefined : {};
  return create(answer);
}

/** A body with one more part. */
export function merged<Body extends { readonly browser?: object | undefined }>(body: Body, part: Body): Body {
  return { ...body, ...part, ...(part.browser && { browser: { ...body.browser, ...part.browser } }) };
}

/** The draft that creates the same connection again, and the fields of it that the draft does not have as they are. */
export interface Duplicate {
  readonly draft: Draft;
  readonly notKept: readonly FieldId[];
  /** The browser region of the connection, which no request can set. */
  readonly region: string | undefined;
}

/**
 * The duplicate of a connection (§2.1, §4.1). Addresses and domains are written as they are sent; what this version can't
 * send is left to the service, and named.
 */
export function duplicateOf(connection: ManagedAuth): Duplicate {
  const answers = answersOf(connection);
  return {
    draft: draftFrom((field) => copyOf(field, answers).answer),
    notKept: fieldIds.filter((field) => !copyOf(field, answers).isWhole),
    region: connection.browser?.region,
  };
}

function copyOf<Id extends FieldId>(
  field: Id,
  answers: Draft,
): { readonly answer: Draft[Id]; readonly isWhole: boolean } {
  const { copy, otherwise } = fields[field];
  const answer = answers[field];
  return answer === undefined ? { answer: otherwise, isWhole: otherwise === undefined } : copy(answer);
}
