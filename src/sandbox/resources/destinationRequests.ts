// Schemas of the requests that create and change telemetry destinations. The interface doesn't document these
// operations. Rules that only the sandbox defines:
//
//   {} as a change        400
//   a name like an ID     400, if it has the prefix of the sandbox's IDs (otlp_)
//   an empty value        400
//   an empty description  removes the description
import * as z from "zod/mini";
import { isPrivateHostname } from "../../net/privateHosts.ts";
import { textSchema, changeSchema, creationSchema, mapSchema } from "./requestSchemas.ts";

const maxHeaderCount = 32;
const maxTotalHeaderBytes = 8192;

const destinationNameSchema = z.string().check(
  z.regex(/^[a-zA-Z0-9._-]{1,255}$/, {
    error: "must be 1 to 255 letters, digits, dots, dashes and underscores",
  }),
  z.refine((value) => !value.startsWith("otlp_"), { error: "must not look like an id" }),
);

function endpointUrlProblem(value: string): string | undefined {
  if (value.length < 1 || value.length > 2048) return "must have 1 to 2048 characters";
  const url = /^https?:\/\/[^/]/i.test(value) && /^[\x21-\x7e]*$/.test(value) ? URL.parse(value) : null;
  if (url === null) return "must be an http or https address";
  if (/[?#]/.test(value)) return "must have no query and no fragment";
  if (url.username !== "" || url.password !== "" || /^[^/]*\/\/[^/]*@/.test(value))
    return "must name no user";
  if (isPrivateHostname(url.hostname)) return "must be a public address";
  if (/\/v1\/(?:logs|traces|metrics)\/*$/.test(url.pathname)) return "must not end with a signal path";
  return undefined;
}

/** Creates a validation rule from a function that returns the problem's message, or undefined for a valid value. */
const problemRule = <Value>(faultOf: (value: Value) => string | undefined) =>
  z.superRefine<Value>((value, context) => {
    const fault = faultOf(value);
    if (fault !== undefined) context.addIssue({ code: "custom", message: fault, input: value });
  });

const endpointSchema = z.string().check(problemRule(endpointUrlProblem));

const descriptionSchema = textSchema.check(z.maxLength(1024));

/** Header names are RFC 9110 tokens. Header values must be ASCII, because servers may reject other characters. */
const headerName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const headerValue = /^[\t\x20-\x7e]+$/;

/** Returns a message about the first invalid header, if any. Doesn't check the number of headers. */
function headerSyntaxProblem(headers: ReadonlyMap<string, string | null>): string | undefined {
  const names = [...headers.keys()];
  if (names.some((name) => !headerName.test(name))) return "must have names that are header tokens";
  if (new Set(names.map((name) => name.toLowerCase())).size < names.length)
    return "must not have two spellings of one name";
  if ([...headers.values()].some((value) => value !== null && !headerValue.test(value)))
    return "must have values that can stand in a header";
  return undefined;
}

/**
 * Returns a message if there are too many headers or their total size is too large. `sizes` contains the sizes of the
 * values, in bytes.
 */
export function headerSizeProblem(sizes: ReadonlyMap<string, number>): string | undefined {
  if (sizes.size > maxHeaderCount) return `headers: must be at most ${maxHeaderCount}.`;
  const bytes = [...sizes].reduce((sum, [name, size]) => sum + name.length + size, 0);
  if (bytes > maxTotalHeaderBytes) return `headers: must have at most ${maxTotalHeaderBytes} bytes.`;
  return undefined;
}

const headersSchema = <Value extends string | null>(value: z.ZodMiniType<Value>) =>
  mapSchema(z.string(), value).check(problemRule(headerSyntaxProblem));

export const CreateDestination = creationSchema(
  { name: destinationNameSchema, endpoint: endpointSchema },
  { description: descriptionSchema, headers: headersSchema(z.string()) },
);

/** Schema of a change. A string sets a header's value, and null removes the header. Omitted headers stay unchanged. */
export const UpdateDestination = changeSchema({
  name: destinationNameSchema,
  endpoint: endpointSchema,
  description: descriptionSchema,
  headers: headersSchema(z.nullable(z.string())),
});
export type UpdateDestination = z.infer<typeof UpdateDestination>;

/** Capitalizes each word of a header's name: "x-api-key" becomes "X-Api-Key". */
export const canonicalHeaderName = (name: string): string =>
  name
    .toLowerCase()
    .split("-")
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join("-");
