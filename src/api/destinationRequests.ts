// Request schemas for telemetry destinations, and validation of user input. interface.md doesn't describe these
// requests. The rules come from the service's SDK.
import * as z from "zod/mini";
import { isPrivateHostname } from "../net/privateHosts.ts";
import { hasSomeValue } from "./schemas.ts";

export const maxEndpointLength = 2048;
export const maxDescriptionLength = 1024;
export const maxHeaders = 32;
/** Maximum total size of all header names and values, in bytes. */
export const maxHeaderBytes = 8192;

export type DestinationNameProblem = "empty" | "tooLong" | "characters";

/**
 * Returns the problem with a name, or `undefined` if the name is valid. Doesn't check if the name differs from the ids
 * of all destinations, because this check requires a list of the destinations.
 */
export function destinationNameProblem(destinationName: string): DestinationNameProblem | undefined {
  if (destinationName === "") return "empty";
  if (!/^[\w.-]*$/.test(destinationName)) return "characters";
  if (destinationName.length > 255) return "tooLong";
  return undefined;
}

export type EndpointProblem = "empty" | "tooLong" | "notUrl" | "query" | "user" | "private" | "signal";

/**
 * Returns the problem with an endpoint, or `undefined` if the endpoint is valid. Doesn't resolve host names. The
 * service resolves them and rejects hosts without a public address.
 */
export function endpointProblem(text: string): EndpointProblem | undefined {
  if (text === "") return "empty";
  if (text.length > maxEndpointLength) return "tooLong";
  if (!/^https?:\/\/[^/]/i.test(text) || /[^\x21-\x7e]/.test(text)) return "notUrl";
  const url = URL.parse(text);
  if (url === null) return "notUrl";
  if (/[?#]/.test(text)) return "query";
  if (text.split("/", 3)[2]?.includes("@") === true || url.username !== "" || url.password !== "")
    return "user";
  if (isPrivateHostname(url.hostname)) return "private";
  if (/\/v1\/(?:logs|traces|metrics)\/*$/.test(url.pathname)) return "signal";
  return undefined;
}

/** True if the text is a header name, that is, a token (RFC 9110, section 5.6.2). */
export const isHeaderName = (text: string): boolean => /^[\w!#$%&'*+.^`|~-]+$/.test(text);

/**
 * True if the text is a non-empty header value. Allows only ASCII, because the service doesn't document support for
 * other characters.
 */
export const isHeaderValue = (text: string): boolean => /^[\t -~]+$/.test(text);

/** Returns the total size of headers in bytes. Assumes that all names and values are valid and therefore ASCII. */
export function headerBytes(headers: HeaderValues): number {
  return Object.entries(headers).reduce((sum, [name, value]) => sum + name.length + (value ?? "").length, 0);
}

type HeaderValues = Readonly<Record<string, string | null>>;

const areValidHeaders = (headers: HeaderValues): boolean => {
  const names = Object.keys(headers);
  return (
    names.every(isHeaderName) &&
    new Set(names.map((name) => name.toLowerCase())).size === names.length &&
    Object.values(headers).every((value) => value === null || isHeaderValue(value))
  );
};

const areWithinLimits = (headers: HeaderValues): boolean =>
  Object.keys(headers).length <= maxHeaders && headerBytes(headers) <= maxHeaderBytes;

const areNewHeaders = (headers: HeaderValues): boolean =>
  areValidHeaders(headers) && areWithinLimits(headers);

/** True if the header changes are valid. Headers that are removed (null) don't count towards the limits. */
const areHeaderChanges = (headers: HeaderValues): boolean =>
  areValidHeaders(headers) &&
  areWithinLimits(Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== null)));

const destinationNameText = z.string().check(z.refine((text) => destinationNameProblem(text) === undefined));
const destinationEndpoint = z.string().check(z.refine((text) => endpointProblem(text) === undefined));
const destinationDescription = z.string().check(z.maxLength(maxDescriptionLength));

/** Request to create a destination. Header names must be unique regardless of capitalization. */
export const OtlpDestinationCreateRequest = z.strictObject({
  name: destinationNameText,
  endpoint: destinationEndpoint,
  description: z.optional(destinationDescription),
  headers: z.optional(z.record(z.string(), z.string()).check(z.refine(areNewHeaders))),
});
export type OtlpDestinationCreateRequest = z.infer<typeof OtlpDestinationCreateRequest>;

/**
 * Request to update a destination. Omitted fields stay unchanged. A null value removes a header. Existing headers
 * also count towards the limits, but only the service can check that.
 */
export const OtlpDestinationUpdateRequest = z
  .strictObject({
    name: z.optional(destinationNameText),
    endpoint: z.optional(destinationEndpoint),
    description: z.optional(destinationDescription),
    headers: z.optional(z.record(z.string(), z.nullable(z.string())).check(z.refine(areHeaderChanges))),
  })
  .check(hasSomeValue);
export type OtlpDestinationUpdateRequest = z.infer<typeof OtlpDestinationUpdateRequest>;
