// Other extensions may start our commands only as the command palette does, without arguments.
import assert from "node:assert/strict";
import { beforeEach, describe, it, type TestContext } from "node:test";
import { commands, env } from "vscode";
import type { CommandId } from "../../../../src/editor/words/contributions.ts";
import {
  rowRenderers,
  InputBox,
  Message,
  QuickPick,
  reset,
  screen,
  WebviewPanel,
} from "../../../doubles/vscode.ts";
import { quiet } from "../../../support/offers.ts";
import { openWindow } from "../../../support/window.ts";
import { expectMessage } from "../../../support/messages.ts";

beforeEach(reset);

const bank = { id: "ma_1", domain: "bank.example", profile_name: "work", status: "NEEDS_AUTH" };
const archive = { id: "td_1", name: "archive", endpoint: "https://otlp.example/v1" };
const credential = { id: "cred_1", name: "bank", domain: "bank.example", has_totp_secret: true };
const page = { id: "3f0e9f0c-94bd-4c5b-9d4c-2b0d1f3b6a11" };

/** Forged arguments for each command that accepts arguments. */
const forgedArguments: Readonly<Partial<Record<CommandId, object>>> = {
  "managedAuth.createConnection": {
    draft: {
      domain: "evil.example",
      profile_name: "work",
      proxy: { kind: "default" },
      credential: { kind: "none" },
    },
    start: "review",
    send: true,
  },
  "managedAuth.logIn": { id: "ma_1", way: "browser" },
  "managedAuth.followLogin": { id: "ma_1" },
  "managedAuth.stopFollowing": { id: "ma_1" },
  "managedAuth.ensureLoggedIn": { ids: ["ma_1"] },
  "managedAuth.editConnection": { id: "ma_1", resume: true },
  "managedAuth.duplicateConnection": { id: "ma_1" },
  "managedAuth.copyUseCode": { id: "ma_1" },
  "managedAuth.insertUseCode": { id: "ma_1" },
  "managedAuth.deleteConnection": { ids: ["ma_1"] },
  "managedAuth.watchConnection": { ids: ["ma_1"] },
  "managedAuth.stopWatching": { ids: ["ma_1"] },
  "managedAuth.copyConnectionId": { ids: ["made up"] },
  "managedAuth.checkPending": { id: "p1" },
  "managedAuth.dismissPending": { id: "p1" },
  "managedAuth.checkEdit": { id: "ma_1", sent: { record_session: true }, resultId: page.id },
  "managedAuth.editDestination": { id: "td_1", rotate: true },
  "managedAuth.copyDestinationId": { ids: ["made up"] },
  "managedAuth.deleteDestinations": {
    targets: [{ idOrName: "td_1", name: "harmless", endpoint: "https://harmless.example" }],
  },
  "managedAuth.editProvider": { id: "prov_1" },
  "managedAuth.testProvider": { id: "prov_1" },
  "managedAuth.deleteProvider": { id: "prov_1" },
  "managedAuth.renameProxy": { id: "prox_1" },
  "managedAuth.deleteProxy": { id: "prox_1" },
  "managedAuth.checkProxy": { id: "prox_1", site: "" },
  "managedAuth.editCredential": { id: "cred_1" },
  "managedAuth.deleteCredential": { id: "cred_1" },
  "managedAuth.copyOneTimeCode": { id: "cred_1" },
  "managedAuth.editResource": { resource: { kind: "proxies", id: "prox_1" } },
  "managedAuth.deleteResource": { resource: { kind: "proxies", id: "prox_1" } },
  "managedAuth.copyResourceId": { ids: ["made up"] },
  "managedAuth.copyValue": { rows: [{ label: "made up", value: "made up" }] },
};

/** Opens a window of the account "Team" whose service has one object of each kind. */
async function openExtension(context: TestContext) {
  const { wire } = await openWindow(context);
  for (const [path, rows] of [
    ["/auth/connections", [bank]],
    ["/telemetry/destinations", [archive]],
    ["/credentials", [credential]],
    ["/org/credential_providers", []],
    ["/proxies", []],
    ["/profiles", []],
  ] as const)
    wire.serve(`GET ${path}`, 200, rows);
  wire.serve("GET /auth/connections/ma_1", 200, bank);
  wire.serve("GET /credentials/cred_1/totp-code", 200, { code: "123456" });
  wire.serve("POST", 500, {});
  wire.serve("PATCH", 500, {});
  wire.serve("DELETE", 500, {});
  await env.clipboard.writeText("before");
  /** Counts requests that change something or refer to an object named in forged arguments. */
  const acted = (): number =>
    ["POST", "PATCH", "DELETE"].reduce((sum, method) => sum + wire.count(method), 0) +
    [
      "/auth/connections/ma_1",
      "/telemetry/destinations/td_1",
      "/credentials/cred_1",
      "/proxies/prox_1",
    ].reduce((sum, path) => sum + wire.count(`GET ${path}`), 0);
  return { acted };
}

describe("a command called by another extension", () => {
  for (const [command, args] of Object.entries(forgedArguments))
    it(`ignores forged arguments of ${command}`, async (context) => {
      const { acted } = await openExtension(context);
      const running = commands.executeCommand(command, args);
      await quiet();
      for (const shown of screen.all) {
        assert.ok(
          !(shown instanceof Message && shown.options.modal === true),
          "nobody is asked to agree to it",
        );
        if (shown instanceof QuickPick || shown instanceof InputBox) shown.escape();
        if (shown instanceof Message) shown.choose(undefined);
      }
      await running;
      assert.deepEqual([acted(), await env.clipboard.readText()], [0, "before"]);
    });

  it("opens the wizard's first prompt even if its arguments contain a draft", async (context) => {
    await openExtension(context);
    const running = commands.executeCommand(
      "managedAuth.createConnection",
      forgedArguments["managedAuth.createConnection"],
    );
    const input = await screen.next(InputBox);
    assert.equal(input.value, "");
    input.escape();
    await running;
  });

  for (const [object, row] of [
    ["row", { kind: "destination", destination: { ...archive, name: "harmless" }, usedBy: [], whole: true }],
    ["copy of a row", undefined],
  ] as const)
    it(`ignores a ${object} that this window didn't create`, async (context) => {
      await openExtension(context);
      const [real] = (await rowRenderers.get("managedAuth.destinations")?.()) ?? [];
      assert.ok(real);
      const running = commands.executeCommand(
        "managedAuth.deleteDestinations",
        row ?? structuredClone(real.row),
      );
      (await screen.next(QuickPick)).escape();
      await running;
    });
});

describe("a command invoked on a row of this window", () => {
  it("asks for confirmation with the name that the service reported for the row", async (context) => {
    const { acted } = await openExtension(context);
    const [destination] = (await rowRenderers.get("managedAuth.destinations")?.()) ?? [];
    assert.ok(destination);
    const running = commands.executeCommand("managedAuth.deleteDestinations", destination.row, [
      destination.row,
    ]);
    (await expectMessage(/"archive"/)).choose(undefined);
    await running;
    assert.equal(acted(), 0);
  });

  it("opens the page of the row's connection", async (context) => {
    await openExtension(context);
    const [connection] = (await rowRenderers.get("managedAuth.connections")?.()) ?? [];
    const command = connection?.item.command;
    assert.ok(command);
    const args: readonly unknown[] = command.arguments ?? [];
    const running = commands.executeCommand(command.command, ...args);
    assert.equal((await screen.next(WebviewPanel)).title, "bank.example · work");
    await running;
  });
});
