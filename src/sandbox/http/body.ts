// The body of a request, read and parsed.
import type { IncomingMessage } from "node:http";
import type { Reply } from "./replies.ts";
import { badRequest, refusal } from "./replies.ts";

const utf8 = new TextDecoder("utf-8", { fatal: true });

export type Body<Value> =
  | { readonly kind: "read"; readonly value: Value }
  | { readonly kind: "refused"; readonly reply: Reply }
  /** The client left before all of it was read. */
  | { readonly kind: "left" };

/** The body as JSON, or 413 when it is longer than `cap` bytes, or 400 when it is no JSON. */
export const readJson = (request: IncomingMessage, cap: number): Promise<Body<unknown>> =>
  readBody(request, cap, "The body is not JSON.", (text): unknown => JSON.parse(text));

/** The fields of a form, or 413 when it is longer than `cap` bytes, or 400 when it is not UTF-8. */
export const readForm = (request: IncomingMessage, cap: number): Promise<Body<URLSearchParams>> =>
  readBody(request, cap, "The form is not UTF-8.", (text) => new URLSearchParams(text));

async function readBody<Value>(
  request: IncomingMessage,
  cap: number,
  unreadable: string,
  parse: (text: string) => Value,
): Promise<Body<Value>> {
  const chunks: Buffer[] = [];
  let length = 0;
  if (Number(request.headers["content-length"] ?? 0) > cap) return tooLarge(request, cap);
  try {
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      if (!Buffer.isBuffer(chunk)) throw new TypeError("a request body arrives as bytes");
      length += chunk.length;
      if (length > cap) return tooLarge(request, cap);
      chunks.push(chunk);
    }
  } catch (error) {
    if (request.destroyed) return { kind: "left" };
    throw error;
  }
  try {
    return { kind: "read", value: parse(utf8.decode(Buffer.concat(chunks, length))) };
  } catch {
    return { kind: "refused", reply: badRequest([unreadable]) };
  }
}

/** The rest is read and dropped, so that the client gets to the answer; the connection then ends. */
function tooLarge(request: IncomingMessage, cap: number): Body<never> {
  request.resume();
  const message = `The body is longer than ${cap} bytes.`;
  return { kind: "refused", reply: refusal(413, "payload_too_large", message, { Connection: "close" }) };
}
