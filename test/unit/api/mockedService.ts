// A service that undici's MockAgent plays. By itself: whoever loads undici whole has another fetch.
import { afterEach, beforeEach } from "node:test";
import { MockAgent } from "undici";
import type { ClientOptions } from "../../../src/api/client.ts";
import { bench } from "./support.ts";

/** One that answers what a test tells it to, anew for each test of a file. */
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
      path: (asked) => (path === undefined ? asked.startsWith("/v1/") : asked === `/v1${path}`),
    });
  return {
    bench: (options: Partial<ClientOptions> = {}) => bench(agent, options),
    calls: () => agent.getCallHistory()?.calls() ?? [],
    forget: () => agent.clearCallHistory(),
    /** The next request of this method, to this path or to any. */
    intercept,
    /** Answers in JSON by default. */
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
