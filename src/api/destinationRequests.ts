// What a telemetry destination may be, as it is sent, and what is wrong with what somebody typed. The document shows none
// of it: the rules are those of the service's SDK.
import * as z from "zod/mini";
import { isPrivateHostname } from "../net/privateHosts.ts";
import { hasSomeValue } from "./schemas.ts";

export const maxEndpointLength = 2048;
export const maxDescriptionLength = 1024;
export const maxHeaders = 32;
/** Names and values of all headers together. */
export const maxHeaderBytes = 8192;

export type DestinationNameProblem = "empty" | "tooLong" | "characters";

/** The fault of a name, or `undefined` if it can be sent. That none is shaped like an id, only the ids can tell. */
export function destinationNameProblem(destinationName: string): DestinationNameProblem | undefined {
  if (destinationName === "") return "empty";
  if (!/^[\w.-]*$/.test(destinationName)) return "characters";
  return destinationName.length > 255 ? "tooLong" : undefined;
}

export type EndpointProblem = "empty" | "tooLong" | "notUrl" | "query" | "user" | "private" | "signal";

/**
 * The fault of an endpoint, or `undefined`. Names of hosts are not resolved: the service does that, and refuses those that
 * lead to no public address.
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
  return /\/v1\/(?:logs|traces|metrics)\/*$/.test(url.pathname) ? "signal" : undefined;
}

/** Whether a text can be a header's name: a token (RFC 9110, 5.6.2). */
export const isHeaderName = (text: string): boolean => /^[\w!#$%&'*+.^`|~-]+$/.test(text);

/** Whether a text can be a header's value, and says something; nobody says that more than ASCII is taken. */
export const isHeaderValue = (text: string): boolean => /^[\t -~]+$/.test(text);

/** The bytes of names and values that can be such. */
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

/** What is taken away takes no room. */
const areHeaderChanges = (headers: HeaderValues): boolean =>
  areValidHeaders(headers) &&
  areWithinLimits(Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== null)));

const name = z.string().check(z.refine((text) => destinationNameProblem(text) === undefined));
const destinationEndpoint = z.string().check(z.refine((text) => endpointProblem(text) === undefined));
const destinationDescription = z.string().check(z.maxLength(maxDescriptionLength));

/** What creates a destination. A header is named once, however it is spelled. */
export const OtlpDestinationCreateRequest = z.strictObject({
  name,
  endpoint: destinationEndpoint,
  description: z.optional(destinationDescription),
  headers: z.optional(z.record(z.string(), z.string()).check(z.refine(areNewHeaders))),
});
export type OtlpDestinationCreateRequest = z.infer<typeof OtlpDestinationCreateRequest>;

/**
 * What changes a destination: what is left out stays. A header is set by a text and taken away by null; those that are
 * there beside these count towards the limits too, which only the service can tell.
 */
export const OtlpDestinationUpdateRequest = z
  .strictObject({
    name: z.optional(name),
    endpoint: z.optional(destinationEndpoint),
    description: z.optional(destinationDescription),
    headers: z.optional(z.record(z.string(), z.nullable(z.string())).check(z.refine(areHeaderChanges))),
  })
  .check(hasSomeValue);
export type OtlpDestinationUpdateRequest = z.infer<typeof OtlpDestinationUpdateRequest>;
