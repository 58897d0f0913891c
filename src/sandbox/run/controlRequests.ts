// A sandbox as its users reach it: over HTTP, whichever process runs it.
import { request, type IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import { SandboxError } from "../sandboxError.ts";
import type { Identity } from "../identity.ts";
import { connectProven } from "./provenConnection.ts";

/** How long an answer may take, in milliseconds. */
const patience = 5000;
/** The longest answer that is read, in bytes. */
const answerCap = 64 * 1024;

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/** Asks a control route with the token. Rejects with the signal's reason, or a SandboxError `unreachable`. */
export async function ask(
  identity: Identity,
  method: "GET" | "POST" | "PUT",
  path: string,
  body: object | undefined,
  signal: AbortSignal,
): Promise<unknown> {
  const socket = await connectProven(identity, signal);
  try {
    const answer = await send(socket, identity, method, path, body, signal);
    if (answer.status >= 200 && answer.status < 300) return answer.body;
    throw new SandboxError("unreachable", `The sandbox answered ${answer.status}.`);
  } catch (cause) {
    signal.throwIfAborted();
    if (cause instanceof SandboxError) throw cause;
    throw new SandboxError("unreachable", "The sandbox does not answer.", { cause });
  } finally {
    socket.destroy();
  }
}

/** Whether the sandbox of that identity, and no other program, listens on its port. Sends no token. */
export async function isAlive(identity: Identity, signal: AbortSignal): Promise<boolean> {
  try {
    (await connectProven(identity, signal)).destroy();
    return true;
  } catch (error) {
    if (error instanceof SandboxError) return false;
    throw error;
  }
}

async function send(
  socket: Socket,
  { port, token }: Identity,
  method: string,
  path: string,
  body: object | undefined,
  signal: AbortSignal,
): Promise<Answer> {
  const payload = body === undefined ? undefined : Buffer.from(JSON.stringify(body));
  const content = payload && { "Content-Type": "application/json", "Content-Length": payload.length };
  const headers = { Authorization: `Bearer ${token}`, ...content };
  const limited = AbortSignal.any([signal, AbortSignal.timeout(patience)]);
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  request(
    { host: "127.0.0.1", port, method, path, headers, createConnection: () => socket, signal: limited },
    resolve,
  )
    .on("error", reject)
    .end(payload);
  const response = await promise;
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of response) {
    if (!Buffer.isBuffer(chunk)) throw new TypeError("an answer arrives as bytes");
    length += chunk.length;
    if (length > answerCap) throw new Error("the answer is too long");
    chunks.push(chunk);
  }
  // What ends with its connection is not told apart from what was cut off by us.
  limited.throwIfAborted();
  const text = Buffer.concat(chunks, length).toString();
  return { status: response.statusCode ?? 0, body: text === "" ? undefined : JSON.parse(text) };
}
