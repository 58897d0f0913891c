// Shared by the contract tests: our client, the official SDK and raw requests for a sandbox on a given port.
import type { TestContext } from "node:test";
import Kernel, { type ClientOptions } from "@onkernel/sdk";
import { ApiClient } from "../../src/api/client.ts";
import { HostDispatchers } from "../../src/api/hostDispatchers.ts";
import { objectOf, send, token, type Answer } from "../unit/sandbox/support.ts";

export function clientOf(t: TestContext, port: number, key = token): ApiClient {
  const dispatchers = new HostDispatchers();
  t.after(() => dispatchers.dispose());
  return new ApiClient({
    baseUrl: `http://127.0.0.1:${port}`,
    token: () => Promise.resolve(key),
    dispatchers,
    userAgent: "contract-test",
  });
}

/** Returns the official SDK without retries, because it would resend 409 responses and POST requests. */
export const kernelOf = (port: number, options: ClientOptions = {}): Kernel =>
  new Kernel({
    apiKey: token,
    baseURL: `http://127.0.0.1:${port}`,
    maxRetries: 0,
    logLevel: "off",
    ...options,
  });

export interface Asked extends Omit<Answer, "body"> {
  /** Empty if the response has no body. */
  readonly body: ReturnType<typeof objectOf>;
}

/** Returns a function that sends requests below a path, with the body unchanged. */
export function asking(port: number, path: string) {
  return async (method: string, segment: string, body?: string): Promise<Asked> => {
    const answer = await send(port, { method, path: path + segment, ...(body !== undefined && { body }) });
    return { ...answer, body: answer.text === "" ? {} : objectOf(answer.body) };
  };
}
