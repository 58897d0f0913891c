// What the contract tests share: our client, the official SDK and literal requests, each of a sandbox that listens there.
import type { TestContext } from "node:test";
import Kernel, { type ClientOptions } from "@onkernel/sdk";
import { Client } from "../../src/api/client.ts";
import { HostDispatchers } from "../../src/api/hostDispatchers.ts";
import { objectOf, send, token, type Answer } from "../unit/sandbox/support.ts";

export function clientOf(t: TestContext, port: number, given = token): Client {
  const dispatchers = new HostDispatchers();
  t.after(() => dispatchers.dispose());
  return new Client({
    baseUrl: `http://127.0.0.1:${port}`,
    token: () => Promise.resolve(given),
    dispatchers,
    userAgent: "contract-test",
  });
}

/** Left alone, it repeats what it must not, 409 and POST among it; each request is to be seen once. */
export const kernelOf = (port: number, options: ClientOptions = {}): Kernel =>
  new Kernel({
    apiKey: token,
    baseURL: `http://127.0.0.1:${port}`,
    maxRetries: 0,
    logLevel: "off",
    ...options,
  });

export interface Asked extends Omit<Answer, "body"> {
  /** Empty where the answer has none. */
  readonly body: ReturnType<typeof objectOf>;
}

/** Asks for what is below a path, and with a body as it is. */
export function asking(port: number, path: string) {
  return async (method: string, segment: string, body?: string): Promise<Asked> => {
    const call = { method, path: path + segment, ...(body !== undefined && { body }) };
    const answer = await send(port, call);
    return { ...answer, body: answer.text === "" ? {} : objectOf(answer.body) };
  };
}
