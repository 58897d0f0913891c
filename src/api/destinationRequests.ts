// What a telemetry destination may be, as it is sent, and what is wrong with what somebody typed. The document shows none
// of it: the rules are those of the service's SDK.
import * as z from "zod/mini";
import { saysSomething } from "./schemas.ts";

export const longestEndpoint = 2048;
export const longestDescription = 1024;
export const mostHeaders = 32;
/** Names and values of all headers together. */
export const mostHeaderBytes = 8192;

/** Why a text is no name of a destination. */
export type DestinationNameFault = "empty" | "tooLong" | "characters";

/** The fault of a name, or `undefined` if it can be sent. That none is shaped like an id, only the ids can tell. */
export function destinationNameFault(name: string): DestinationNameFault | undefined {
  if (name === "") return "empty";
  if (!/^[\w.-]*$/.test(name)) return "characters";
  return name.length > 255 ? "tooLong" : undefined;
}

/** Why an address cannot be where telemetry is sent to. */
export type EndpointFault = "empty" | "tooLong" | "notUrl" | "query" | "user" | "private" | "signal";

/** Addresses that only this computer or its network reaches, each with how many of its first bits count. */
const unreachable = {
  4: [
    [0x00000000, 8],
    [0x0a000000, 8],
    [0x7f000000, 8],
    [0xa9fe0000, 16],
    [0xac100000, 12],
    [0xc0a80000, 16],
  ],
  /** By their first 32 bits. */
  6: [
    [0xfc000000, 7],
    [0xfe800000, 10],
  ],
} as const;

/** Whether a host, as the URL parser writes it, is this computer or an address that only its network reaches. */
export function isPrivate(hostname: string): boolean {
  const host = hostname.replace(/\.$/, "");
  if (/(?:^|\.)localhost$/.test(host)) return true;
  if (/^\d+\.\d+\.\d+\.\d+$/.test(host)) return isIn(4, valueOf(host.split(".").map(Number), 8));
  // An address of IPv4 within one of IPv6.
  const [, mapped] = /^\[::ffff:([\da-f]+:[\da-f]+)\]$/.exec(host) ?? [];
  if (mapped !== undefined) return isIn(4, valueOf(groupsOf(mapped), 16));
  const [, first] = /^\[([\da-f]+:[\da-f]*)/.exec(host) ?? [];
  if (first === undefined) return host === "[::]" || host === "[::1]";
  return isIn(6, valueOf(groupsOf(first), 16));
}

/** The groups of an address of IPv6; an empty one is zero. */
function groupsOf(text: string): readonly number[] {
  return text.split(":").map((group) => Number.parseInt(`0${group}`, 16));
}

/** Parts of so many bits each as one number. */
function valueOf(parts: readonly number[], bits: number): number {
  return parts.reduce((value, part) => value * 2 ** bits + part, 0);
}

function isIn(version: 4 | 6, address: number): boolean {
  return unreachable[version].some(([range, bits]) => address >>> (32 - bits) === range >>> (32 - bits));
}

/**
 * The fault of an endpoint, or `undefined`. Names of hosts are not resolved: the service does that, and refuses those that
 * lead to no public address.
 */
export function endpointFault(text: string): EndpointFault | undefined {
  if (text === "") return "empty";
  if (text.length > longestEndpoint) return "tooLong";
  if (!/^https?:\/\/[^/]/i.test(text) || /[^\x21-\x7e]/.test(text)) return "notUrl";
  const url = URL.parse(text);
  if (url === null) return "notUrl";
  if (/[?#]/.test(text)) return "query";
  if (text.split("/", 3)[2]?.includes("@") === true || url.username !== "" || url.password !== "")
    return "user";
  if (isPrivate(url.hostname)) return "private";
  return /\/v1\/(?:logs|traces|metrics)\/*$/.test(url.pathname) ? "signal" : undefined;
}

/** Whether a text can be a header's name: a token (RFC 9110, 5.6.2). */
export const isHeaderName = (text: string): boolean => /^[\w!#$%&'*+.^`|~-]+$/.test(text);

/** Whether a text can be a header's value, and says something; nobody says that more than ASCII is taken. */
export const isHeaderValue = (text: string): boolean => /^[\t -~]+$/.test(text);

/** The bytes of names and values that can be such. */
export function headerBytes(headers: Headers): number {
  return Object.entries(headers).reduce((sum, [name, value]) => sum + name.length + (value ?? "").length, 0);
}

type Headers = Readonly<Record<string, string | null>>;

const isEachHeader = (headers: Headers): boolean => {
  const names = Object.keys(headers);
  return (
    names.every(isHeaderName) &&
    new Set(names.map((name) => name.toLowerCase())).size === names.length &&
    Object.values(headers).every((value) => value === null || isHeaderValue(value))
  );
};

const areWithinLimits = (headers: Headers): boolean =>
  Object.keys(headers).length <= mostHeaders && headerBytes(headers) <= mostHeaderBytes;

const areHeaders = (headers: Headers): boolean => isEachHeader(headers) && areWithinLimits(headers);

/** What is taken away takes no room. */
const areChanges = (headers: Headers): boolean =>
  isEachHeader(headers) &&
  areWithinLimits(Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== null)));

const name = z.string().check(z.refine((text) => destinationNameFault(text) === undefined));
const endpoint = z.string().check(z.refine((text) => endpointFault(text) === undefined));
const description = z.string().check(z.maxLength(longestDescription));

/** What creates a destination. A header is named once, however it is spelled. */
export const OtlpDestinationCreateRequest = z.strictObject({
  name,
  endpoint,
  description: z.optional(description),
  headers: z.optional(z.record(z.string(), z.string()).check(z.refine(areHeaders))),
});
export type OtlpDestinationCreateRequest = z.infer<typeof OtlpDestinationCreateRequest>;

/**
 * What changes a destination: what is left out stays. A header is set by a text and taken away by null; those that are
 * there beside these count towards the limits too, which only the service can tell.
 */
export const OtlpDestinationUpdateRequest = z
  .strictObject({
    name: z.optional(name),
    endpoint: z.optional(endpoint),
    description: z.optional(description),
    headers: z.optional(z.record(z.string(), z.nullable(z.string())).check(z.refine(areChanges))),
  })
  .check(saysSomething);
export type OtlpDestinationUpdateRequest = z.infer<typeof OtlpDestinationUpdateRequest>;
