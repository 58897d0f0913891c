// Sends requests to a sandbox that runs in this or another process. On every connection, the sandbox must first prove
// its identity. A proof is valid for one connection only, because the sandbox may stop and another program may take
// its port.
import { request, type IncomingMessage } from "node:http";
import { type Socket, connect } from "node:net";
import { SandboxError } from "../sandboxError.ts";
import { type SandboxIdentity, isValidProof } from "../identity.ts";
import { randomBytes } from "node:crypto";

/** Time limit in milliseconds. Applies separately to the proof of identity and to the reply. */
const timeoutMs = 5000;
const maxReplyBytes = 64 * 1024;

/**
 * Sends a control request with the sandbox's token. Rejects with the signal's reason, or with a {@link SandboxError}
 * `unreachable`.
 */
export async function requestControl(
  identity: SandboxIdentity,
  method: "GET" | "POST" | "PUT",
  path: string,
  body: object | undefined,
  signal: AbortSignal,
): Promise<unknown> {
  const socket = await connectProven(identity, signal);
  try {
    return await sendRequest(socket, identity, method, path, body, signal);
  } catch (cause) {
    signal.throwIfAborted();
    if (cause instanceof SandboxError) throw cause;
    throw new SandboxError("unreachable", "The sandbox is unresponsive.", { cause });
  } finally {
    socket.destroy();
  }
}

/** Resolves to true if the sandbox with this identity listens on its port. The request contains no token. */
export async function isAlive(identity: SandboxIdentity, signal: AbortSignal): Promise<boolean> {
  try {
    (await connectProven(identity, signal)).destroy();
    return true;
  } catch (error) {
    if (error instanceof SandboxError) return false;
    throw error;
  }
}

async function sendRequest(
  socket: Socket,
  { port, token }: SandboxIdentity,
  method: string,
  path: string,
  body: object | undefined,
  signal: AbortSignal,
): Promise<unknown> {
  const payload = body && Buffer.from(JSON.stringify(body));
  const content = payload && { "Content-Type": "application/json", "Content-Length": payload.length };
  const headers = { Authorization: `Bearer ${token}`, ...content };
  const limited = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
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
    if (!Buffer.isBuffer(chunk)) throw new TypeError("a reply arrives as bytes");
    length += chunk.length;
    if (length > maxReplyBytes) throw new Error("the answer is too long");
    chunks.push(chunk);
  }
  // Throw if the request was aborted or timed out. Otherwise, a truncated reply could look complete, because the end
  // of the connection may mark the end of the body.
  limited.throwIfAborted();
  const text = Buffer.concat(chunks, length).toString();
  const answer: unknown = text === "" ? undefined : JSON.parse(text);
  const { statusCode: status = 0 } = response;
  if (status >= 200 && status < 300) return answer;
  throw new SandboxError("unreachable", `The sandbox answered ${status}.`);
}

/** Maximum length of a reply's head, in characters. Heads of the sandbox's replies are about a tenth as long. */
const maxHeadLength = 4096;

/**
 * Opens a connection to the sandbox with this identity. Resolves after the proof, when the connection is ready for a
 * request. Only a random nonce is sent before the proof. Rejects with the signal's reason, or with a {@link
 * SandboxError} `unreachable`.
 */
export async function connectProven(identity: SandboxIdentity, signal?: AbortSignal): Promise<Socket> {
  signal?.throwIfAborted();
  const { port } = identity;
  const nonce = randomBytes(32).toString("base64url");
  const socket = connect({ host: "127.0.0.1", port, noDelay: true });
  // Ignore errors until the caller adds a listener, because an unhandled error event would throw.
  socket.on("error", () => undefined);
  const cancel = (): void => void socket.destroy(new Error("cancelled"));
  signal?.addEventListener("abort", cancel);
  const overdue = setTimeout(() => socket.destroy(new Error("no proof in time")), timeoutMs);
  try {
    socket.write(`GET /sandbox/health?nonce=${nonce} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`);
    const proof = parseProof(await readOnlyReply(socket));
    if (!isValidProof(identity, nonce, proof)) throw new Error("another program listens there");
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

/** Reads the reply on a connection. Rejects if more data follows the reply, because only one request was sent. */
function readOnlyReply(socket: Socket): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let text = "";
  const take = (): void => {
    for (let chunk: unknown = socket.read(); Buffer.isBuffer(chunk); chunk = socket.read()) {
      text += chunk.toString("latin1");
    }
    const end = text.indexOf("\r\n\r\n");
    if (end < 0) {
      if (text.length > maxHeadLength) reject(new Error("the answer is too long"));
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

function parseProof(text: string): unknown {
  const body: unknown = JSON.parse(text);
  if (typeof body === "object" && body !== null && "proof" in body) return body.proof;
  return undefined;
}
