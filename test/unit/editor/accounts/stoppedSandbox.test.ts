// The sandbox stops during a create request. The result stays unknown until the next sandbox resolves it.
import assert from "node:assert/strict";
import { once } from "node:events";
import { connect } from "node:net";
import { beforeEach, describe, it } from "node:test";
import { sandboxAccount } from "../../../../src/editor/accounts/accounts.ts";
import { creationResult } from "../../../../src/editor/connections/creation/creationResult.ts";
import { Log } from "../../../../src/editor/kit/log.ts";
import { SandboxRunner, type SandboxInstance } from "../../../../src/editor/accounts/sandboxRunner.ts";
import { resendCreation, sendCreation } from "../../../../src/editor/connections/creation/sendCreation.ts";
import { ClientFactory } from "../../../../src/editor/accounts/clientFactory.ts";
import { until } from "../../../host/until.ts";
import { alreadyExists } from "../../../ui/literals.ts";
import { StandIn } from "../../../ui/standIn.ts";
import { reset } from "../../../doubles/vscode.ts";
import { offlineParts } from "../../../support/windowParts.ts";
import { inPart } from "../../../support/inPart.ts";

const request = { domain: "shop.example", profile_name: "buyer" };

beforeEach(reset);

/** Wraps a stand-in as a running sandbox. */
function running(standIn: StandIn, token: string): SandboxInstance {
  return {
    origin: standIn.baseUrl,
    token,
    isNew: false,
    connect: async () => {
      const socket = connect(standIn.port, "127.0.0.1");
      await once(socket, "connect");
      return socket;
    },
    plan: () => Promise.resolve({ plan: "FREE", is_trialing: false }),
    choosePlan: () => Promise.resolve(),
    reset: () => Promise.resolve(),
    alive: () => Promise.resolve(standIn.isListening),
    stop: () => standIn.stop(),
  };
}

describe("a create request when the sandbox stops", () => {
  for (const [requestState, stopAt] of [
    ["pending", "request"],
    ["about to be retried", "pause"],
  ] as const)
    it(`has an unknown result until the sandbox restarts if it was ${requestState}`, async (context) => {
      const fixture = await offlineParts(context);
      const [first, next] = [await StandIn.start("tok_1"), await StandIn.start("tok_2")];
      context.after(() => Promise.all([first.stop(), next.stop()]));
      const starts = [running(first, "tok_1"), running(next, "tok_2")];
      const launch = (): Promise<SandboxInstance> => {
        const start = starts.shift();
        return start === undefined ? Promise.reject(new Error("No more.")) : Promise.resolve(start);
      };
      const sandbox = new SandboxRunner(launch);
      const service = new ClientFactory(fixture.accounts, fixture.session, sandbox, new Log(), "1.2.3");
      context.after(() => service.dispose());
      await fixture.session.switchTo(sandboxAccount);
      const { signal } = new AbortController();
      const access = await service.access(sandboxAccount, signal);
      first.reply("POST", stopAt === "request" ? "silence" : { status: 500 });
      const wait = async (): Promise<boolean> => {
        await sandbox.stop();
        return true;
      };
      const attempt = sendCreation(inPart({ ...fixture, wait }), access, request);
      await until("the request", () => first.of("POST").length === 1);
      if (stopAt === "request") await sandbox.stop();
      const { pending, verdict } = await attempt;
      assert.equal(verdict.kind, "unknown");
      const result = creationResult({ ...fixture, access, entitlements: undefined }, { pending, verdict });
      assert.equal(result?.accountId, "sandbox");
      assert.equal(first.of("POST").length, 1);
      assert.deepEqual((await fixture.pending.open("sandbox")).length, 1);

      next.reply("POST", { status: 409, body: alreadyExists });
      const successor = await service.access(sandboxAccount, signal);
      assert.equal(successor.baseUrl, next.baseUrl);
      const checked = await resendCreation(inPart(fixture), successor, pending);
      assert.equal(checked.verdict.kind, "exists");
      assert.deepEqual(await fixture.pending.open("sandbox"), []);
      assert.equal(next.of("POST")[0]?.authorization, "Bearer tok_2");
      assert.equal(next.of("POST")[0]?.body, first.of("POST")[0]?.body);
    });
});
