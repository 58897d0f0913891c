// Functions that declare operations. An operation consists of an endpoint, its input, a parser for the reply and a
// retry policy. `operations.ts` lists all operations.
import type * as z from "zod/mini";
import { parseBody, type ResponseBody, type ParsedBody } from "./body.ts";
import type { DispatchedResponse, HttpMethod } from "./dispatcher.ts";
import { responseCaps, type ResponseCaps } from "./json.ts";
import { isPageRequest, readPage, type ListPage, type PageRequest } from "./listPage.ts";
import { retryPolicies, type RetryPolicy } from "./retryPolicy.ts";
import type { QueryParameters } from "./requestUrl.ts";
import type { StreamOptions, EventStream, ResponseStream } from "./stream.ts";

export interface OperationInput {
  /** Values of the placeholders in the path template. */
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: QueryParameters;
  readonly body?: unknown;
}

/** An operation of the service. `in` makes the compiler reject callers that lack a part of `Input`. */
export interface Operation<in Input extends OperationInput, Value> {
  readonly method: HttpMethod;
  /** Path template from interface.md §4, such as `/profiles/{id_or_name}`, without a query. */
  readonly template: string;
  readonly policy: RetryPolicy;
  readonly caps: ResponseCaps;
  readonly body?: z.ZodMiniType;
  readonly errorFields?: readonly "existing_id"[];
  /**
   * Value to return if a retry receives a 404 and the service may have executed an earlier attempt, which would
   * explain the 404. Without such an attempt, a 404 is a failure.
   */
  readonly resultIfGone?: { readonly value: Value };
  accepts?(input: Input): boolean;
  /** "secret" if the reply may contain secrets, such as a login URL. The outcome then has no `raw`. */
  readonly raw?: "secret";
  /** Paths of secret fields in the request body. Their values are masked in every response. */
  readonly secrets?: readonly string[];
  /**
   * Paths of secret fields whose values are masked only in error responses. A successful response may contain the same
   * text for another reason, because a credential can be named after its user.
   */
  readonly secretsInErrors?: readonly string[];
  /** True if the last path segment is a secret. The segment is then masked in error responses. */
  readonly isPathSecret?: boolean;
  /** Converts an event stream to the operation's value. Any other reply is passed to `read`. */
  openStream?(stream: ResponseStream): Value;
  read(body: ResponseBody, headers: DispatchedResponse["headers"], input: Input): ParsedBody<Value>;
}

type PathNames<Template> = Template extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathNames<Rest>
  : never;

type PathInput<Template extends string> = [PathNames<Template>] extends [never]
  ? unknown
  : { readonly path: Readonly<Record<PathNames<Template>, string>> };

/** True if the path identifies a single object instead of a list. Unlike a list, an object may have been deleted. */
export function hasPathParameter({ template }: Operation<never, unknown>): boolean {
  return template.includes("{");
}

type OperationExtras = Pick<
  Operation<never, never>,
  "errorFields" | "isPathSecret" | "raw" | "secrets" | "secretsInErrors"
>;

/**
 * Declares an operation that reads one resource or, with {@link StreamOptions}, follows an event stream. For a
 * stream, the retry policy applies only until the response head arrives. A stream that ends later isn't reopened
 * automatically. The outcome of a stream has no `raw`.
 */
export function httpGet<const Template extends string, Event>(
  template: Template,
  reply: StreamOptions<Event>,
): Operation<OperationInput & PathInput<Template>, EventStream<Event>>;
export function httpGet<const Template extends string, Value>(
  template: Template,
  reply: z.ZodMiniType<Value>,
  extras?: OperationExtras,
): Operation<OperationInput & PathInput<Template>, Value>;
export function httpGet(
  template: string,
  reply: z.ZodMiniType | StreamOptions<unknown>,
  extras: OperationExtras = {},
): Operation<never, unknown> {
  const declared = {
    method: "GET",
    template,
    policy: retryPolicies.read,
    caps: responseCaps.resource,
    ...extras,
  } as const;
  if (!("idleMs" in reply)) return { ...declared, read: (body) => parseBody(reply, body) };
  return {
    ...declared,
    openStream: (stream) => stream.events(reply, responseCaps.resource),
    read: rejectNonStream,
  };
}

/** Returns an error for a reply that isn't a stream, such as one from a proxy or an incompatible service. */
function rejectNonStream(body: ResponseBody): ParsedBody<never> {
  if (body.kind === "unreadable" || body.kind === "tooLarge") return body;
  return { kind: "unreadable", reason: body.kind === "html" ? "html" : "shape" };
}

/**
 * Declares a paginated list. `fields` names the query parameters that filter the list (default: `query`). `query`
 * matches part of a name or host, and the other parameters match exact values. Empty parameters are ignored. The
 * outcome has no `raw`, because rows may contain secrets that the caller didn't ask for.
 */
export function pagedGet<const Template extends string, Value, Field extends string = "query">(
  template: Template,
  row: z.ZodMiniType<Value>,
  ...fields: readonly Field[]
): Operation<
  PathInput<Template> & {
    readonly query: PageRequest & Readonly<Partial<Record<Field, string | undefined>>>;
  },
  ListPage<Value>
> {
  const allowed = new Set<string>(["limit", "offset", ...(fields.length > 0 ? fields : ["query"])]);
  return {
    method: "GET",
    template,
    policy: retryPolicies.read,
    caps: responseCaps.list,
    accepts: ({ query }) => isPageRequest(query) && Object.keys(query).every((name) => allowed.has(name)),
    read: (body, headers, { query }) => readPage(row, query, body, headers),
  };
}

/** Declares operations with a validated request body. A reply without the required fields counts as unreadable. */
const bodyOperation =
  (method: "POST" | "PATCH", policy: RetryPolicy) =>
  <const Template extends string, Request extends z.ZodMiniType, Value>(
    template: Template,
    body: Request,
    reply: z.ZodMiniType<Value>,
    extras: OperationExtras = {},
  ): Operation<OperationInput & PathInput<Template> & { readonly body: z.input<Request> }, Value> => {
    const read = (answer: ResponseBody) => parseBody(reply, answer);
    return { method, template, policy, caps: responseCaps.resource, body, read, ...extras };
  };

/**
 * Declares a POST operation. A request that may have been executed is never repeated, because a repeated request
 * would take effect again.
 */
export const httpPost = bodyOperation("POST", retryPolicies.nonIdempotent);
/**
 * Declares a PATCH operation. A request that may have been executed is never repeated. Reading the resource reveals
 * the outcome instead.
 */
export const httpPatch = bodyOperation("PATCH", retryPolicies.update);

/**
 * Declares a deletion. interface.md specifies no success status, so any 2xx status without an HTML body is a success.
 * After an attempt that may have been executed, a 404 from the API proves the deletion, so it is a success as well.
 */
export function httpDelete<const Template extends string>(
  template: Template,
  policy: RetryPolicy,
  extras: OperationExtras = {},
): Operation<OperationInput & PathInput<Template>, undefined> {
  return {
    ...extras,
    method: "DELETE",
    template,
    policy,
    caps: responseCaps.resource,
    resultIfGone: { value: undefined },
    read: readDeletion,
  };
}

function readDeletion(body: ResponseBody): ParsedBody<undefined> {
  if (body.kind === "html") return { kind: "unreadable", reason: "html" };
  // A body that can't be decoded could be an HTML page, so it doesn't prove success.
  if (body.kind === "unreadable" && body.reason === "encoding") return body;
  return { kind: "ok", value: undefined, raw: body.kind === "json" ? body.value : undefined };
}

/** Fills in the id from the path if the reply omits the id. If the path contains no id either, the id is empty. */
export function withPathId<Input extends OperationInput, Value extends { readonly id?: string | undefined }>(
  operation: Omit<Operation<Input, Value>, "resultIfGone" | "openStream">,
): Operation<Input, Value & { readonly id: string }> {
  return {
    ...operation,
    read(body, headers, input) {
      const reading = operation.read(body, headers, input);
      if (reading.kind !== "ok") return reading;
      const { id = input.path?.["id"] ?? "" } = reading.value;
      return { ...reading, value: { ...reading.value, id } };
    },
  };
}
