// A connection that has shown that the sandbox is at its other end. Every request goes over such a one: a proof on one
// connection says nothing of who accepts the next, since the sandbox may end and its port go to another program.
import { randomBytes } from "node:crypto";
import type { Socket } from "node:net";
import { connect } from "node:net";
import { SandboxError } from "../sandboxError.ts";
import type { Identity } from "../identity.ts";
import { isProof } from "../identity.ts";

/** How long a connection and its proof may take, in milliseconds. */
const patience = 5000;
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
    throw new SandboxError("unreachable", "The sandbox does not answer.", { cause });
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
