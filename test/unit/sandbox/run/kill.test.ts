// Checks that the sandbox keeps every acknowledged write when it is killed repeatedly.
import assert from "node:assert/strict";
import { Agent, createServer, request } from "node:http";
import { join } from "node:path";
import { setImmediate as later } from "node:timers/promises";
import { describe, it } from "node:test";
import { start } from "../process.ts";
import { create, listening, objectOf, send, temporaryDirectory, token } from "../support.ts";

const kills = 12;
const workers = 4;

/** IDs of the created connections by domain. */
type Acknowledged = Map<string, unknown>;

const bodyFor = (domain: string): string => `{"domain":"${domain}","profile_name":"p"}`;

/** Creates connections in parallel until the server stops responding, and records every complete reply. */
async function createUntilGone(port: number, round: number, acknowledged: Acknowledged, onReply: () => void) {
  const agent = new Agent({ keepAlive: true });
  const work = async (worker: number): Promise<void> => {
    for (let count = 0; ; count++) {
      const domain = `r${round}-w${worker}-${count}.example`;
      const answer = await post(agent, port, bodyFor(domain));
      if (answer === undefined) return;
      acknowledged.set(domain, objectOf(JSON.parse(answer))["id"]);
      onReply();
    }
  };
  await Promise.all(Array.from({ length: workers }, (_, index) => work(index)));
  agent.destroy();
}

/** Returns the response body, or undefined if it didn't arrive. */
function post(agent: Agent, port: number, body: string): Promise<string | undefined> {
  const { promise, resolve } = Promise.withResolvers<string | undefined>();
  const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
  const onError = (): void => resolve(undefined);
  const path = "/auth/connections";
  const sent = request({ agent, host: "127.0.0.1", port, method: "POST", path, headers }, (response) => {
    let text = "";
    response.setEncoding("utf8").on("data", (part: string) => (text += part));
    response.on("error", onError);
    response.on("end", () => resolve(response.complete && response.statusCode === 201 ? text : undefined));
  });
  sent.on("error", onError);
  sent.end(body);
  return promise;
}

/** Returns the acknowledged connections that the sandbox lost. */
async function missing(port: number, acknowledged: Acknowledged): Promise<string[]> {
  const lost: string[] = [];
  for (const [domain, id] of acknowledged) {
    const answer = await create(port, bodyFor(domain));
    if (answer.status !== 409 || objectOf(answer.body)["existing_id"] !== id) lost.push(domain);
  }
  return lost;
}

describe("killing the sandbox's process", () => {
  it(`loses no acknowledged write, even if repeated ${kills} times`, async (t) => {
    const file = join(temporaryDirectory(t), "data.db");
    const acknowledged: Acknowledged = new Map();
    let deleted = false;
    for (let round = 0; round < kills; round++) {
      const sandbox = await start(t, ["--token", token, "--data", file]);
      const recent = new Map([...acknowledged].slice(-workers * 4));
      assert.deepEqual(await missing(sandbox.port, recent), [], `after kill ${round}`);
      const path = "/telemetry/destinations/nightly-archive";
      assert.equal((await send(sandbox.port, { method: "DELETE", path })).status, deleted ? 404 : 204);
      deleted = true;
      // Kills the sandbox right after a reply, while other requests are under way.
      let remaining = 1 + Math.floor(Math.random() * 60);
      let ending: Promise<unknown> | undefined;
      await createUntilGone(sandbox.port, round, acknowledged, () => {
        remaining -= 1;
        if (remaining === 0) ending = sandbox.end("SIGKILL");
      });
      assert.ok(ending, "it was killed by the test and by nothing else");
      await ending;
    }
    const sandbox = await start(t, ["--token", token, "--data", file]);
    assert.ok(acknowledged.size >= kills);
    assert.deepEqual(await missing(sandbox.port, acknowledged), []);
    t.diagnostic(`${acknowledged.size} acknowledged connections, ${kills} kills, none missing`);
  });

  it("reveals lost writes of a test server that replies before it writes", async (t) => {
    // A server that replies before it writes, and forgets everything when a connection breaks.
    const written = new Map<string, string>();
    const server = createServer((incoming, response) => {
      const chunks: Buffer[] = [];
      incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
      incoming.on("end", () => {
        const domain = String(objectOf(JSON.parse(Buffer.concat(chunks).toString()))["domain"]);
        const existing = written.get(domain);
        if (existing !== undefined) {
          response.writeHead(409).end(`{"existing_id":"${existing}"}`);
          return;
        }
        const id = `ma_${written.size}`;
        response
          .writeHead(201)
          .end(`{"id":"${id}"}`, () => void later().then(() => alive && written.set(domain, id)));
      });
    });
    let alive = true;
    const port = await listening(t, server);
    const acknowledged: Acknowledged = new Map();
    let remaining = 30;
    await createUntilGone(port, 0, acknowledged, () => {
      remaining -= 1;
      if (remaining > 0) return;
      alive = false;
      server.closeAllConnections();
    });
    alive = true;
    assert.notDeepEqual(await missing(port, acknowledged), []);
  });
});
