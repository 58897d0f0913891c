// A sandbox as its users reach it: over HTTP, whichever process runs it, and over connections that have shown that the
// sandbox is at their other end. A proof on one connection says nothing of who accepts the next, since the sandbox may end
// and its port go to another program.
import { request, type IncomingMessage } from "node:http";
import { type Socket, connect } from "node:net";
import { SandboxError } from "../sandboxError.ts";
import { type Identity, isProof } from "../identity.ts";
import { randomBytes } from "node:crypto";

/** How long a connection with its proof may take, and an answer, in milliseconds. */
const patience = 5000;
const answerCap = 64 * 1024;

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
    return await send(socket, identity, method, path, body, signal);
  } catch (cause) {
    signal.throwIfAborted();
    if (cause instanceof SandboxError) throw cause;
    throw new SandboxError("unreachable", "The sandbox is unresponsive.", { cause });
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
): Promise<unknown> {
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
  const answer: unknown = text === "" ? undefined : JSON.parse(text);
  const { statusCode: status = 0 } = response;
  if (status >= 200 && status < 300) return answer;
  throw new SandboxError("unreachable", `The sandbox answered ${status}.`);
}

/** The longest head of an answer that is waited for, in characters; the sandbox's own has a tenth of them. */
const headCap = 4096;

/**
 * Opens a connection to the sandbox of that identity and to nobody else, ready for a request. Before the proof nothing
 * is sent but a random number. Rejects with the signal's reason, or a {@link SandboxError} `unreachable`.
 */
export async function connectProven(identity: Identity, signal?: AbortSignal): Promise<Socket> {
  signal?.throwIfAborted();
  const { port } = identity;
  const nonce = randomBytes(32).toString("base64url");
  const socket = connect({ host: "127.0.0.1", port, noDelay: true });
  // It may fail before whoever asked for it listens.
  socket.on("error", () => undefined);
  const cancel = (): void => void socket.destroy(new Error("cancelled"));
  signal?.addEventListener("abort", cancel);
  const overdue = setTimeout(() => socket.destroy(new Error("no proof in time")), patience);
  try {
    socket.write(`GET /sandbox/health?nonce=${nonce} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`);
    const given = proofIn(await answerOn(socket));
    if (!isProof(identity, nonce, given)) throw new Error("another program listens there");
    return socket;
  } catch (cause) {
    socket.destroy();
    signal?.throwIfAborted();
    throw new SandboxError("unreachable", "The sandbox is unresponsive.", { cause });
  } finally {
    clearTimeout(overdue);
    signal?.removeEventListener("abort", cancel);
  }
}

/** The body of the one answer on a connection; nothing may follow it, since nothing else was asked. */
function answerOn(socket: Socket): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let text = "";
  const take = (): void => {
    for (let chunk: unknown = socket.read(); Buffer.isBuffer(chunk); chunk = socket.read()) {
      text += chunk.toString("latin1");
    }
    const end = text.indexOf("\r\n\r\n");
    if (end < 0) {
      if (text.length > headCap) reject(new Error("the answer is too long"));
      return;
    }
    const [, length] =
      /^HTTP\/1\.1 200 .*\r\ncontent-length: (\d{1,3})(?:\r\n|$)/is.exec(text.slice(0, end)) ?? [];
    const body = text.slice(end + 4);
    if (length === undefined || body.length > Number(length)) reject(new Error("it answers something else"));
    else if (body.length === Number(length)) resolve(body);
  };
  const close = (): void => reject(new Error("closed without a proof"));
  socket.on("readable", take).on("end", close).on("close", close).on("error", reject);
  return promise.finally(() => {
    socket.off("readable", take).off("end", close).off("close", close).off("error", reject);
  });
}

function proofIn(text: string): unknown {
  const body: unknown = JSON.parse(text);
  return typeof body === "object" && body !== null && "proof" in body ? body.proof : undefined;
}
