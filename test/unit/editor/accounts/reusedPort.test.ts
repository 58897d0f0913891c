// After the sandbox has stopped, another program uses its port. Requests for the sandbox must not reach that program.
import assert from "node:assert/strict";
import { beforeEach, describe, it, type TestContext } from "node:test";
import { createServer } from "node:http";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { createConnection, deleteDestination, getEntitlements } from "../../../../src/api/operations.ts";
import { sandboxAccount } from "../../../../src/editor/accounts/accounts.ts";
import { Log } from "../../../../src/editor/kit/log.ts";
import { SandboxRunner } from "../../../../src/editor/accounts/sandboxRunner.ts";
import { ClientFactory, type AccountAccess } from "../../../../src/editor/accounts/clientFactory.ts";
import { launchSandbox } from "../../../../src/sandbox/run/launch.ts";
import { reset } from "../../../doubles/vscode.ts";
import { created } from "../../../ui/literals.ts";
import { temporaryDirectory } from "../../../support/temporary.ts";
import { offlineParts } from "../../../support/windowParts.ts";

const workerFile = fileURLToPath(new URL("../../../../src/sandbox/run/worker.ts", import.meta.url));
const { signal } = new AbortController();
const request = { domain: "shop.example", profile_name: "buyer" };

beforeEach(reset);

interface SandboxPort {
  readonly access: AccountAccess;
  /** Stops the sandbox and starts another program on its port. Returns the requests that the program receives. */
  readonly takeOver: () => Promise<readonly string[]>;
}

async function setUpSandbox(context: TestContext): Promise<SandboxPort> {
  const { accounts, session } = await offlineParts(context);
  const directory = await temporaryDirectory(context);
  const sandbox = new SandboxRunner(() => launchSandbox({ directory, workerFile, signal }));
  const service = new ClientFactory(accounts, session, sandbox, new Log(), "1.2.3");
  context.after(async () => {
    service.dispose();
    await sandbox.stop();
  });
  const access = await service.access(sandboxAccount, signal);
  const takeOver = async (): Promise<readonly string[]> => {
    await sandbox.stop();
    const sent: string[] = [];
    const other = createServer(({ method = "", url = "", headers }, response) => {
      sent.push(`${method} ${url.split("?", 1)[0] ?? ""} ${headers.authorization ?? "no token"}`);
      response.writeHead(201, { "Content-Type": "application/json" }).end(created);
    });
    other.listen(Number(new URL(access.baseUrl).port), "127.0.0.1");
    await once(other, "listening");
    context.after(() => {
      other.closeAllConnections();
      other.close();
    });
    return sent;
  };
  return { access, takeOver };
}

describe("another program on a stopped sandbox's port", () => {
  for (const [condition, before] of [
    ["no request was sent before", () => Promise.resolve()],
    [
      "an earlier connection is kept alive",
      async ({ client }: AccountAccess) => {
        assert.equal((await client.call(getEntitlements, {}, signal)).kind, "ok");
      },
    ],
  ] as const)
    it(`receives no API request and no token if ${condition}`, async (context) => {
      const { access, takeOver } = await setUpSandbox(context);
      await before(access);
      const sent = await takeOver();
      const outcome = await access.client.call(createConnection, { body: request }, signal);
      assert.equal(outcome.kind, "failed");
      assert.deepEqual(outcome.error.kind === "offline" && outcome.error.sent, "no");
      for (const line of sent) assert.equal(line, "GET /sandbox/health no token");
    });

  it("receives neither read nor delete requests", async (context) => {
    const { access, takeOver } = await setUpSandbox(context);
    const sent = await takeOver();
    assert.equal((await access.client.call(getEntitlements, {}, signal)).kind, "failed");
    assert.equal(
      (await access.client.call(deleteDestination, { path: { id_or_name: "nightly-archive" } }, signal)).kind,
      "failed",
    );
    for (const line of sent) assert.equal(line, "GET /sandbox/health no token");
  });
});
