// A draft of a connection. Contains answers from the wizard, or answers converted from an existing connection.
import * as z from "zod/mini";
import type { ManagedAuth, ManagedAuthCreateRequest } from "../../api/schemas.ts";
import { withFallbacks } from "../connections/deprecatedFields.ts";
import { type ReportedSettings, type CreateRequestPart } from "../connections/settingModel.ts";
import { type FieldAnswers, type FieldId, fieldIds, connectionFields } from "../connections/settings.ts";
import { destinationOf, exportOf, withChosenCategories } from "./telemetry.ts";

/** The answers given so far. A missing field is an unanswered question. Drafts contain no secrets. */
export type ConnectionDraft = { [Id in FieldId]?: FieldAnswers[Id] | undefined };
export const ConnectionDraft: z.ZodMiniType<ConnectionDraft> = z.strictObject(buildDraftShape());

export type AnswersTo<Id extends FieldId> = Pick<ConnectionDraft, Id>;

export const DraftField = z.enum(fieldIds);

type DraftShape = { [Id in FieldId]: z.ZodMiniOptional<z.ZodMiniType<FieldAnswers[Id]>> };

function buildDraftShape(): DraftShape {
  // The cast is safe because there is one entry per field.
  return Object.fromEntries(
    fieldIds.map((field) => [field, z.optional(connectionFields[field].answer)]),
  ) as DraftShape;
}

/** Returns the IDs of the proxy and the telemetry destination that a draft refers to by ID. */
export function idsIn({ proxy, telemetry }: ConnectionDraft): {
  readonly proxy: string | undefined;
  readonly destination: string | undefined;
} {
  return {
    proxy: proxy?.kind === "id" ? proxy.id : undefined,
    destination: exportOf(telemetry)?.kind === "id" ? destinationOf(telemetry) : undefined,
  };
}

/** Removes the answer to a field, so that the service's default applies. */
export function withDefault(draft: ConnectionDraft, field: FieldId): ConnectionDraft {
  return Object.fromEntries(Object.entries(draft).filter(([key]) => key !== field));
}

/** Builds a draft by calling `answer` for each field. Omits undefined answers. */
function buildDraft(answer: <Id extends FieldId>(field: Id) => ConnectionDraft[Id]): ConnectionDraft {
  const entries = fieldIds.map((field) => [field, answer(field)] as const);
  return Object.fromEntries(entries.filter(([, given]) => given !== undefined));
}

/**
 * Converts an existing connection (interface.md §2.1) to a draft for changing or duplicating the connection. Values
 * aren't validated, because the connection already has them.
 */
export function draftFromConnection(connection: ManagedAuth): ConnectionDraft {
  return draftFromReported(withFallbacks(connection));
}

/** Converts a create request (interface.md §4.1) to a draft. Requested telemetry categories are an explicit choice. */
export function draftFromRequest(request: ManagedAuthCreateRequest): ConnectionDraft {
  const answers = draftFromReported(request);
  const telemetry = withChosenCategories(answers.telemetry, request.browser?.telemetry);
  return { ...answers, ...(telemetry && { telemetry }) };
}

/** Converts settings to answers. A missing proxy or credential yields the default, other settings yield no answer. */
export function draftFromReported(reported: ReportedSettings): ConnectionDraft {
  return buildDraft((field) => connectionFields[field].readReported(reported));
}

/**
 * Builds the create request from a draft (interface.md §4.1), or returns `undefined` while a question is unanswered.
 * Contains only answered fields. Omits a proxy or credential if the answer leaves the choice to the service.
 */
export function toRequest(draft: ConnectionDraft): ManagedAuthCreateRequest | undefined {
  let body: CreateRequestPart = {};
  for (const field of fieldIds) {
    const part = requestPart(field, draft);
    if (part === undefined) return undefined;
    body = mergeRequestParts(body, part);
  }
  const { browser, credential, domain, profile_name, ...options } = body;
  if (domain === undefined || profile_name === undefined) return undefined;
  return { domain, profile_name, ...options, ...(browser && { browser }), ...(credential && { credential }) };
}

function requestPart<Id extends FieldId>(field: Id, draft: AnswersTo<Id>): CreateRequestPart | undefined {
  const { create, isRequired } = connectionFields[field];
  const answer = draft[field];
  if (answer === undefined) return isRequired === true ? undefined : {};
  return create(answer);
}

/** Merges a part into a request body, including the nested `browser` object. */
export function mergeRequestParts<Body extends { readonly browser?: object | undefined }>(
  body: Body,
  part: Body,
): Body {
  return { ...body, ...part, ...(part.browser && { browser: { ...body.browser, ...part.browser } }) };
}

/** A draft that recreates a connection, and the fields that couldn't be copied unchanged. */
export interface DuplicateDraft {
  readonly draft: ConnectionDraft;
  readonly notKept: readonly FieldId[];
  /** Browser region of the original connection. Requests can't set a region. */
  readonly region: string | undefined;
}

/**
 * Builds a draft that duplicates a connection (interface.md §2.1, §4.1). Normalizes URLs and domains. Omits
 * settings that this version can't send and lists them in `notKept`.
 */
export function toDuplicateDraft(connection: ManagedAuth): DuplicateDraft {
  const answers = draftFromConnection(connection);
  return {
    draft: buildDraft((field) => copyField(field, answers).answer),
    notKept: fieldIds.filter((field) => !copyField(field, answers).isExact),
    region: connection.browser?.region,
  };
}

function copyField<Id extends FieldId>(
  field: Id,
  answers: ConnectionDraft,
): { readonly answer: ConnectionDraft[Id]; readonly isExact: boolean } {
  const { copy, copyFallback } = connectionFields[field];
  const answer = answers[field];
  return answer === undefined ? { answer: copyFallback, isExact: copyFallback === undefined } : copy(answer);
}
