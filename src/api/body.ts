import type * as z from "zod/mini";
import type { DispatchedResponse } from "./dispatcher.ts";
import type { UnreadableReason } from "./errors.ts";
import { type ResponseCaps, parseJson } from "./json.ts";
import { tryParse } from "./lenient.ts";
import type { SecretMask } from "./token.ts";

/** What a body turned out to be. `html` never comes from the API (§4: all bodies are JSON). */
export type ResponseBody =
  | { readonly kind: "empty" }
  | { readonly kind: "json"; readonly value: unknown }
  | { readonly kind: "html" }
  | { readonly kind: "tooLarge" }
  /** `text` is there where an error is plain text, which may say why. */
  | { readonly kind: "unreadable"; readonly reason: "encoding" | "json"; readonly text?: string };

interface InterpretOptions {
  readonly caps: ResponseCaps;
  readonly secret: SecretMask;
  /** Whether the body's content encoding has been undone already. */
  readonly decoded: boolean;
}

/**
 * Says what a body is. A success that is declared as HTML is HTML whatever stands in it; of an error, JSON under a
 * wrong declaration is still the API's own word. A body that begins with `<` is no JSON under any declaration.
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
  // These two never have a body (RFC 9110), and some servers declare the type of none.
  const mayHaveBody = bytes.length > 0 || (statusCode !== 204 && statusCode !== 205);
  if (declaredHtml && success && mayHaveBody) return { kind: "html" };
  if (bytes.length === 0) return { kind: "empty" };
  const isMarkup = (): boolean => declaredHtml || startsWithMarkup(bytes);
  if (!complete) return isMarkup() ? { kind: "html" } : { kind: "tooLarge" };
  const text = hasIdentityEncoding(headers) || decoded ? decodeUtf8(bytes) : undefined;
  const json = text === undefined ? undefined : parseJson(text, caps, secret);
  if (json !== undefined) return { kind: "json", value: json.value };
  if (isMarkup()) return { kind: "html" };
  if (text === undefined) return { kind: "unreadable", reason: "encoding" };
  return { kind: "unreadable", reason: "json", ...(success ? {} : { text: secret.mask(text) }) };
}

export type ParsedBody<T> =
  | { readonly kind: "ok"; readonly value: T; readonly raw: unknown }
  | { readonly kind: "unreadable"; readonly reason: UnreadableReason }
  | { readonly kind: "tooLarge" };

/** Reads a body that has to be JSON of a certain shape. */
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

/** A header that may stand only once; `undefined` where it is missing or repeated. */
export function singleHeader(headers: DispatchedResponse["headers"], name: string): string | undefined {
  const value = headers[name];
  return typeof value === "string" ? value : undefined;
}

/** Whether a body came without a content encoding. */
export function hasIdentityEncoding(headers: DispatchedResponse["headers"]): boolean {
  const encoding = headers["content-encoding"];
  return encoding === undefined || /^(identity)?$/i.test(String(encoding).trim());
}

function startsWithMarkup(bytes: Uint8Array): boolean {
  const byteOrderMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  const first = bytes.subarray(byteOrderMark).find((byte) => !/\s/.test(String.fromCharCode(byte)));
  return first === 0x3c;
}

const utf8Decoder = new TextDecoder("utf-8", { fatal: true });

/** `undefined` for anything but UTF-8; replaced bytes would be another text. A byte order mark is dropped. */
function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return utf8Decoder.decode(bytes);
  } catch {
    return undefined;
  }
}

/** The bytes of a body, or its beginning where it is longer than the cap. */
export interface BodyBytes {
  readonly bytes: Uint8Array;
  readonly complete: boolean;
}

/**
 * Reads a body and stops at the first byte beyond the cap, however much more would come. Rejects where the body
 * breaks off.
 */
export async function readBody(body: AsyncIterable<Uint8Array>, capBytes: number): Promise<BodyBytes> {
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
    // Gives the connection up. How that ends concerns no one: the body has been judged already.
    if (open) iterator.return?.().catch(() => undefined);
  }
}
