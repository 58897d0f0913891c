// A service played by undici's MockAgent. In its own module, because loading undici's main module replaces the global
// fetch.
import { afterEach, beforeEach } from "node:test";
import { MockAgent } from "undici";
import type { ClientOptions } from "../../../src/api/client.ts";
import { bench } from "./support.ts";

/** Creates a mocked service, reset for each test of a file. */
export function mockedService() {
  let agent: MockAgent;
  beforeEach(() => {
    agent = new MockAgent({ enableCallHistory: true });
    agent.disableNetConnect();
  });
  afterEach(() => agent.close());
  const intercept = (method: string, path?: string) =>
    agent.get("https://api.example.test").intercept({
      method,
      path: (url) => (path === undefined ? url.startsWith("/v1/") : url === `/v1${path}`),
    });
  return {
    bench: (options: Partial<ClientOptions> = {}) => bench(agent, options),
    calls: () => agent.getCallHistory()?.calls() ?? [],
    forget: () => agent.clearCallHistory(),
    /** Answers the next request with this method, and with this path if given. */
    intercept,
    /** Sends JSON by default. */
    reply: (
      status: number,
      body: string,
      headers: Record<string, string | string[]> = {},
      [method, path]: readonly [method: string, path?: string] = ["GET"],
    ) =>
      intercept(method, path).reply(status, body, {
        headers: { "content-type": "application/json", ...headers },
      }),
  };
}
