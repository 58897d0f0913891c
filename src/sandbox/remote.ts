// A sandbox as its users reach it: over HTTP, whichever process runs it.
import { randomBytes } from "node:crypto";
import { request } from "node:http";
import { SandboxError } from "./failure.ts";
import type { Identity } from "./health.ts";
import { isProof } from "./health.ts";

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
  { port, token }: Identity,
  method: "GET" | "POST" | "PUT",
  path: string,
  body: object | undefined,
  signal: AbortSignal,
): Promise<unknown> {
  const headers = { Authorization: `Bearer ${token}` };
  const answer = await exchange(port, method, path, headers, body, signal);
  if (answer.status >= 200 && answer.status < 300) return answer.body;
  throw new SandboxError("unreachable", `The sandbox answered ${answer.status}.`);
}

/** Whether the sandbox of that identity, and no other program, listens on its port. Sends no token. */
export async function isAlive(identity: Identity, signal: AbortSignal): Promise<boolean> {
  const nonce = randomBytes(32).toString("base64url");
  try {
    const { body } = await exchange(
      identity.port,
      "GET",
      `/sandbox/health?nonce=${nonce}`,
      {},
      undefined,
      signal,
    );
    return (
      typeof body === "object" && body !== null && "proof" in body && isProof(identity, nonce, body.proof)
    );
  } catch (error) {
    if (error instanceof SandboxError) return false;
    throw error;
  }
}

async function exchange(
  port: number,
  method: string,
  path: string,
  headers: Readonly<Record<string, string>>,
  body: object | undefined,
  signal: AbortSignal,
): Promise<Answer> {
  signal.throwIfAborted();
  const payload = body === undefined ? undefined : Buffer.from(JSON.stringify(body));
  const content = payload && { "Content-Type": "application/json", "Content-Length": payload.length };
  try {
    return await send(port, method, path, { ...headers, ...content }, payload, signal);
  } catch (cause) {
    signal.throwIfAborted();
    throw new SandboxError("unreachable", "The sandbox does not answer.", { cause });
  }
}

function send(
  port: number,
  method: string,
  path: string,
  headers: Readonly<Record<string, string | number>>,
  payload: Buffer | undefined,
  signal: AbortSignal,
): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const limited = AbortSignal.any([signal, AbortSignal.timeout(patience)]);
  const sent = request(
    { host: "127.0.0.1", port, method, path, headers, agent: false, signal: limited },
    (response) => {
      const chunks: Buffer[] = [];
      let length = 0;
      response.on("error", reject);
      response.on("data", (chunk: Buffer) => {
        length += chunk.length;
        if (length > answerCap) sent.destroy(new Error("the answer is too long"));
        else chunks.push(chunk);
      });
      response.on("end", () => {
        try {
          const body: unknown = length === 0 ? undefined : JSON.parse(Buffer.concat(chunks).toString());
          resolve({ status: response.statusCode ?? 0, body });
        } catch (error) {
          reject(error instanceof Error ? error : new Error(String(error)));
        }
      });
    },
  );
  sent.on("error", reject);
  sent.end(payload);
  return promise;
}
