import type * as z from "zod/mini";
import type { DispatchedResponse } from "./dispatcher.ts";
import type { UnreadableReason } from "./errors.ts";
import { type ResponseCaps, parseJson } from "./json.ts";
import { tryParse } from "./lenient.ts";
import type { SecretMask } from "./token.ts";

/**
 * A classified response body. `html` means that the body didn't come from the API, because all API bodies are JSON
 * (interface.md §4).
 */
export type ResponseBody =
  | { readonly kind: "empty" }
  | { readonly kind: "json"; readonly value: unknown }
  | { readonly kind: "html" }
  | { readonly kind: "tooLarge" }
  /** `text` is the body of an error response that isn't JSON. Plain text may contain the reason for the error. */
  | { readonly kind: "unreadable"; readonly reason: "encoding" | "json"; readonly text?: string };

interface InterpretOptions {
  readonly caps: ResponseCaps;
  readonly secret: SecretMask;
  /** True if the body has already been decompressed. */
  readonly decoded: boolean;
}

/**
 * Classifies a response body. A successful response that is declared as HTML is always `html`, even if the body is
 * JSON. JSON in an error response is accepted with any content type. A body that starts with `<` is never JSON.
 */
export function interpretBody(
  { statusCode, headers }: DispatchedResponse,
  { bytes, complete }: BodyBytes,
  { caps, secret, decoded }: InterpretOptions,
): ResponseBody {
  const declaredHtml = /^(text\/html|application\/xhtml\+xml)\b/i.test(
    singleHeader(headers, "content-type") ?? "",
  );
  const success = statusCode >= 200 && statusCode < 300;
  // 204 and 205 never have a body (RFC 9110), but some servers send a content type anyway.
  const mayHaveBody = bytes.length > 0 || (statusCode !== 204 && statusCode !== 205);
  if (declaredHtml && success && mayHaveBody) return { kind: "html" };
  if (bytes.length === 0) return { kind: "empty" };
  const isMarkup = (): boolean => declaredHtml || startsWithMarkup(bytes);
  if (!complete && !isMarkup()) return { kind: "tooLarge" };
  if (!complete) return { kind: "html" };
  const text = hasIdentityEncoding(headers) || decoded ? decodeUtf8(bytes) : undefined;
  const json = text === undefined ? undefined : parseJson(text, caps, secret);
  if (json !== undefined) return { kind: "json", value: json.value };
  if (isMarkup()) return { kind: "html" };
  if (text === undefined) return { kind: "unreadable", reason: "encoding" };
  return { kind: "unreadable", reason: "json", ...(!success && { text: secret.mask(text) }) };
}

export type ParsedBody<T> =
  | { readonly kind: "ok"; readonly value: T; readonly raw: unknown }
  | { readonly kind: "unreadable"; readonly reason: UnreadableReason }
  | { readonly kind: "tooLarge" };

/** Validates a body that must be JSON and match a schema. */
export function parseBody<T>(schema: z.ZodMiniType<T>, body: ResponseBody): ParsedBody<T> {
  switch (body.kind) {
    case "json": {
      const reading = tryParse(schema, body.value);
      if (reading === undefined) return { kind: "unreadable", reason: "shape" };
      return { kind: "ok", value: reading.value, raw: body.value };
    }
    case "empty":
      return { kind: "unreadable", reason: "json" };
    case "html":
      return { kind: "unreadable", reason: "html" };
    case "unreadable":
    case "tooLarge":
      return body;
  }
}

/** Returns the value of a header, or `undefined` if the header is missing or repeated. */
export function singleHeader(headers: DispatchedResponse["headers"], name: string): string | undefined {
  const value = headers[name];
  if (typeof value !== "string") return undefined;
  return value;
}

export function hasIdentityEncoding(headers: DispatchedResponse["headers"]): boolean {
  const encoding = headers["content-encoding"];
  return encoding === undefined || /^(identity)?$/i.test(String(encoding).trim());
}

function startsWithMarkup(bytes: Uint8Array): boolean {
  const byteOrderMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  const first = bytes.subarray(byteOrderMark).find((byte) => !/\s/.test(String.fromCharCode(byte)));
  return first === 0x3c;
}

const bodyDecoder = new TextDecoder("utf-8", { fatal: true });

/**
 * Decodes UTF-8 and drops a byte order mark. Returns `undefined` for invalid UTF-8, because replacement characters
 * would alter the text.
 */
function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return bodyDecoder.decode(bytes);
  } catch {
    return undefined;
  }
}

/** The bytes of a body. `complete` is false if the body exceeds the size limit. */
export interface BodyBytes {
  readonly bytes: Uint8Array;
  readonly complete: boolean;
}

/** Reads a body, but stops once the body exceeds the size limit. Rejects if the connection breaks. */
export async function readBodyBytes(body: AsyncIterable<Uint8Array>, capBytes: number): Promise<BodyBytes> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const iterator = body[Symbol.asyncIterator]();
  let open = true;
  try {
    while (size <= capBytes) {
      const next = await iterator.next();
      if (next.done === true) {
        open = false;
        return { bytes: Buffer.concat(chunks, size), complete: true };
      }
      chunks.push(next.value);
      size += next.value.byteLength;
    }
    return { bytes: Buffer.concat(chunks, capBytes), complete: false };
  } finally {
    // Release the connection. Ignore errors, because the rest of the body isn't needed.
    if (open) iterator.return?.().catch(() => undefined);
  }
}
