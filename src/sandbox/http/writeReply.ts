// An answer on its way to the client: whole, or piece by piece.
import { once } from "node:events";
import type { ServerResponse } from "node:http";
import type { Answer, Reply, Streamed } from "./replies.ts";

const always = {
  "Cache-Control": "no-store",
  "Cross-Origin-Resource-Policy": "same-origin",
  "X-Content-Type-Options": "nosniff",
};

/** Writes an answer; a stream until it ends, its client leaves, or `ending` aborts. Rejects with what a stream throws. */
export async function write(response: ServerResponse, answer: Answer, ending: AbortSignal): Promise<void> {
  if ("stream" in answer) await writeStream(response, answer, ending);
  else writeWhole(response, answer);
}

/** Writes an answer that is there as a whole. */
export function writeWhole(response: ServerResponse, { status, body, headers }: Reply): void {
  if (body === undefined) {
    response.writeHead(status, { ...always, ...headers }).end();
    return;
  }
  const payload = Buffer.from(JSON.stringify(body));
  response
    .writeHead(status, {
      ...always,
      "Content-Type": "application/json; charset=utf-8",
      "Content-Length": payload.length,
      ...headers,
    })
    .end(payload);
}

async function writeStream(
  response: ServerResponse,
  { status, stream, headers }: Streamed,
  ending: AbortSignal,
): Promise<void> {
  response.writeHead(status, { ...always, "Content-Type": "text/event-stream", ...headers });
  response.flushHeaders();
  const left = new AbortController();
  const leave = (): void => left.abort();
  response.once("close", leave);
  const signal = AbortSignal.any([left.signal, ending]);
  const send = async (part: string | Uint8Array): Promise<void> => {
    signal.throwIfAborted();
    if (!response.write(part)) await once(response, "drain", { signal });
  };
  try {
    // HEAD asks how it would begin.
    if (response.req.method !== "HEAD" && !response.destroyed) await stream(send, signal);
  } catch (error) {
    // Whoever is gone misses nothing.
    if (!signal.aborted) throw error;
  } finally {
    response.off("close", leave);
  }
  response.end();
}
