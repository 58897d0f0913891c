// An operation of the service is one declaration: where it goes, what it takes, how its reply is read, and a policy,
// which says how it is repeated. What declares one is below; `operations.ts` has them all.
import type * as z from "zod/mini";
import { parseBody, type ResponseBody, type ParsedBody } from "./body.ts";
import type { DispatchedResponse, Method } from "./dispatcher.ts";
import { responseCaps, type ResponseCaps } from "./json.ts";
import { isPageRequest, readPage, type Page, type PageRequest } from "./page.ts";
import { policies, type Policy } from "./policy.ts";
import type { QueryParameters } from "./requestUrl.ts";
import type { StreamOptions, EventStream, ResponseStream } from "./stream.ts";

export interface OperationInput {
  /** What stands in the path, by its name in the template. */
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: QueryParameters;
  readonly body?: unknown;
}

export interface Operation<Given extends OperationInput, Value> {
  readonly method: Method;
  /** The path as §4 writes it: `{id_or_name}` in place of a name, and no query. */
  readonly template: string;
  readonly policy: Policy;
  readonly caps: ResponseCaps;
  readonly body?: z.ZodMiniType;
  readonly errorFields?: readonly "existing_id"[];
  /** What a 404 means once an earlier attempt may have been carried out; without it, nothing but a 404. */
  readonly resultIfGone?: { readonly value: Value };
  accepts?(given: Given): boolean;
  /** Whether what its reply holds opens something by itself, such as a login: then no outcome has it as it came. */
  readonly raw?: "secret";
  /** Fields of its body, or parts of them, whose texts are secrets: nothing of an answer may hold them. */
  readonly secrets?: readonly string[];
  /** The same for texts that a success may rightly hold: a credential may be called as its user is. */
  readonly secretsInErrors?: readonly string[];
  /** Where its reply is a stream of events, what is made of it; `read` is asked of every other one. */
  openStream?(stream: ResponseStream): Value;
  read(body: ResponseBody, headers: DispatchedResponse["headers"], given: Given): ParsedBody<Value>;
}

type PathNames<Template> = Template extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathNames<Rest>
  : never;

type PathInput<Template extends string> = [PathNames<Template>] extends [never]
  ? unknown
  : { readonly path: Readonly<Record<PathNames<Template>, string>> };

/** Whether the path names something, which may be gone for good. */
export function hasPathParameter({ template }: Operation<never, unknown>): boolean {
  return template.includes("{");
}

type OperationExtras = Pick<Operation<never, never>, "errorFields" | "raw" | "secrets" | "secretsInErrors">;

/**
 * Reads one resource; or, with what `each` event has to be, follows it. Its policy holds until the head of a stream has
 * come: who reads it decides what is done when it ends. A stream has no `raw`.
 */
export function get<const Template extends string, Event>(
  template: Template,
  reply: StreamOptions<Event>,
): Operation<OperationInput & PathInput<Template>, EventStream<Event>>;
export function get<const Template extends string, Value>(
  template: Template,
  reply: z.ZodMiniType<Value>,
  more?: OperationExtras,
): Operation<OperationInput & PathInput<Template>, Value>;
export function get(
  template: string,
  reply: z.ZodMiniType | StreamOptions<unknown>,
  more: OperationExtras = {},
): Operation<OperationInput, unknown> {
  const declared = {
    method: "GET",
    template,
    policy: policies.read,
    caps: responseCaps.resource,
    ...more,
  } as const;
  if (!("idleMs" in reply)) return { ...declared, read: (body) => parseBody(reply, body) };
  return {
    ...declared,
    openStream: (stream) => stream.events(reply, responseCaps.resource),
    read: rejectNonStream,
  };
}

/** A whole body in place of a stream: of something on the way, or of a service that speaks otherwise. */
function rejectNonStream(body: ResponseBody): ParsedBody<never> {
  if (body.kind === "unreadable" || body.kind === "tooLarge") return body;
  return { kind: "unreadable", reason: body.kind === "html" ? "html" : "shape" };
}

/**
 * Reads a list page by page, narrowed by `query`, a part of a name (or host), unless it takes other fields, which have to
 * be exactly so. Empty texts narrow nothing. Its outcome has no `raw`: rows may hold secrets that nobody asked for.
 */
export function list<const Template extends string, Value, Field extends string = "query">(
  template: Template,
  row: z.ZodMiniType<Value>,
  ...fields: readonly Field[]
): Operation<
  PathInput<Template> & {
    readonly query: PageRequest & Readonly<Partial<Record<Field, string | undefined>>>;
  },
  Page<Value>
> {
  const known = new Set<string>(["limit", "offset", ...(fields.length > 0 ? fields : ["query"])]);
  return {
    method: "GET",
    template,
    policy: policies.read,
    caps: responseCaps.list,
    accepts: ({ query }) => isPageRequest(query) && Object.keys(query).every((name) => known.has(name)),
    read: (body, headers, { query }) => readPage(row, query, body, headers),
  };
}

/** Sends a body, which is checked before; a success without what the reply must hold is unreadable. */
const bodyOperation =
  (method: "POST" | "PATCH", policy: Policy) =>
  <const Template extends string, Request extends z.ZodMiniType, Value>(
    template: Template,
    body: Request,
    reply: z.ZodMiniType<Value>,
    more: OperationExtras = {},
  ): Operation<OperationInput & PathInput<Template> & { readonly body: z.input<Request> }, Value> => {
    const read = (answer: ResponseBody) => parseBody(reply, answer);
    return { method, template, policy, caps: responseCaps.resource, body, read, ...more };
  };

/** A second one would be another one. */
export const post = bodyOperation("POST", policies.nonIdempotent);
/** Whether it was made can be read. */
export const patch = bodyOperation("PATCH", policies.update);

/**
 * Deletes what the path names. The document names no success status: any 2xx is one whose body is not HTML. A 404 of the
 * API shows that an attempt was carried out, where an earlier one may have been.
 */
export function remove<const Template extends string>(
  template: Template,
  policy: Policy,
): Operation<OperationInput & PathInput<Template>, undefined> {
  const gone = { value: undefined };
  return {
    method: "DELETE",
    template,
    policy,
    caps: responseCaps.resource,
    resultIfGone: gone,
    read: readDeletion,
  };
}

function readDeletion(body: ResponseBody): ParsedBody<undefined> {
  if (body.kind === "html") return { kind: "unreadable", reason: "html" };
  // Bytes that cannot be read as text cannot be told from a page either.
  if (body.kind === "unreadable" && body.reason === "encoding") return body;
  return { kind: "ok", value: undefined, raw: body.kind === "json" ? body.value : undefined };
}

/** An answer that leaves the id out is about the one that the path names; the id is empty where it names none. */
export function withPathId<Given extends OperationInput, Value extends { readonly id?: string | undefined }>(
  operation: Omit<Operation<Given, Value>, "resultIfGone" | "openStream">,
): Operation<Given, Value & { readonly id: string }> {
  return {
    ...operation,
    read(body, headers, given) {
      const reading = operation.read(body, headers, given);
      if (reading.kind !== "ok") return reading;
      const { id = given.path?.["id"] ?? "" } = reading.value;
      return { ...reading, value: { ...reading.value, id } };
    },
  };
}
