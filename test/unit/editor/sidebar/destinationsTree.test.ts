// Tests the destinations view through VS Code's tree API.
import assert from "node:assert/strict";
import { beforeEach, describe, it, type TestContext } from "node:test";
import { DestinationsTree } from "../../../../src/editor/sidebar/destinationsTree.ts";
import { commandArgumentsFor, selectionView } from "../../../../src/editor/sidebar/commandArguments.ts";
import { formatShortDateTime } from "../../../../src/editor/words/formatting.ts";
import { nodeRow, type SidebarNode } from "../../../../src/editor/sidebar/sidebarNode.ts";
import { contextKeys, reset, View } from "../../../doubles/vscode.ts";
import { until } from "../../../host/until.ts";
import { signedInParts } from "../../../support/windowParts.ts";
import { labelsOf } from "../../../support/rows.ts";

beforeEach(reset);

const list = "GET /telemetry/destinations";
const connections = "GET /auth/connections";
const archive = { id: "otlp_1", name: "archive", endpoint: "https://user:pw@archive.example/otlp?key=1" };
const failingDestination = {
  id: "otlp_2",
  name: "live",
  endpoint: "https://collector.example:4318",
  headers: { Authorization: "never-shown" },
  consecutive_failures: 3,
  last_error: "destination returned a 4xx response",
  last_error_at: "2026-11-20T10:00:00.000Z",
};
const selecting = {
  id: "ma_1",
  domain: "bank.example",
  profile_name: "work",
  browser: { telemetry: { export: { otlp: { destination: { id: "otlp_1" } } } } },
};

async function openTree(context: TestContext) {
  const fixture = await signedInParts(context);
  const tree = new DestinationsTree(fixture.session, fixture.destinations, fixture.connections);
  const view = new View<SidebarNode>();
  let drawn = 0;
  const owned = [tree.describe(view), tree.onDidChangeTreeData(() => (drawn += 1)), tree, view];
  context.after(() => {
    for (const disposable of owned) disposable.dispose();
  });
  const rows = async (parent?: SidebarNode) => (await tree.getChildren(parent)).map((node) => nodeRow(node));
  return { ...fixture, tree, view, rows, drawn: () => drawn };
}

const rowTexts = (rows: readonly { label: string; description?: string; icon?: { readonly id: string } }[]) =>
  rows.map(({ description, icon, label }): readonly unknown[] => [icon?.id, label, description]);

describe("the Destinations view", () => {
  it("is empty and sends no request while signed out", async (context) => {
    const at = await openTree(context);
    await at.session.signOut();
    assert.deepEqual(await at.rows(), []);
    assert.equal(at.wire.count(list), 0);
  });

  it("shows each destination's export health or, if unreported, its connections", async (context) => {
    const at = await openTree(context);
    const exported = new Date();
    const fine = { id: "otlp_4", consecutive_failures: 0, last_export_at: exported.toISOString() };
    at.wire.serve(list, 200, [archive, failingDestination, { id: "otlp_3" }, fine]);
    at.wire.serve(connections, 200, [selecting]);
    await at.connections.refresh();
    assert.deepEqual(rowTexts(await at.rows()), [
      ["broadcast", "archive", "1 connection"],
      ["warning", "live", "3 failures · 4xx"],
      ["broadcast", "otlp_3", "not used"],
      ["broadcast", "otlp_4", `${formatShortDateTime(exported)} · exported`],
    ]);
    assert.equal(at.view.description, "4");
    const [first] = await at.tree.getChildren();
    assert.deepEqual(rowTexts(await at.rows(first)), [["key", "bank.example", undefined]]);
  });

  it("shows reported export data in the tooltip and marks missing data as not reported", async (context) => {
    const at = await openTree(context);
    at.wire.serve(list, 200, [archive, failingDestination]);
    at.wire.serve(connections, 200, []);
    await at.connections.refresh();
    const [older, newer] = (await at.rows()).map(({ tooltip }) => tooltip);
    assert.match(
      older ?? "",
      /Last export: Not reported\nFailures in a row: Not reported\nLast error: Not reported/,
    );
    assert.match(
      newer ?? "",
      /^live\nhttps:\/\/collector\.example:4318\/?\nLast export: None\nFailures in a row: 3\nLast error: .+"destination returned a 4xx/,
    );
    for (const secret of ["pw", "key=1", "never-shown"])
      for (const words of [older, newer]) assert.doesNotMatch(words ?? "", new RegExp(secret));
  });

  it("shows a destination as unused only after all connections are fetched", async (context) => {
    const at = await openTree(context);
    at.wire.serve(list, 200, [archive]);
    at.wire.serve(connections, 503, {});
    assert.deepEqual(rowTexts(await at.rows()), [["broadcast", "archive", ""]]);
  });

  it("refreshes its rows once the connections are fetched", async (context) => {
    const at = await openTree(context);
    at.wire.serve(list, 200, [archive]);
    const waiting = await at.rows();
    assert.equal(waiting.length, 1);
    const before = at.drawn();
    (await at.wire.next(connections)).answer(200, [selecting]);
    await until("the rows to be redrawn", () => at.drawn() > before, 2_000);
    assert.deepEqual(rowTexts(await at.rows()), [["broadcast", "archive", "1 connection"]]);
  });

  it("reports an empty list only if there are no destinations", async (context) => {
    const at = await openTree(context);
    at.wire.serve(connections, 200, []);
    at.wire.serve(list, 200, [{ name: "no id" }]);
    await at.rows();
    assert.equal(contextKeys.get("managedAuth.noDestinations"), false);
    assert.equal(at.view.message, "1 destination couldn't be read.");
    at.wire.serve(list, 200, []);
    await at.destinations.refresh();
    assert.equal(contextKeys.get("managedAuth.noDestinations"), true);
  });

  for (const [status, body, label] of [
    [404, { code: "not_found", message: "?" }, "This service can't list telemetry destinations"],
    [401, { code: "unauthorized", message: "?" }, "Token refused"],
    [403, { code: "insufficient_permissions", message: "?" }, "This token doesn't allow this action"],
  ] as const)
    it(`explains why there are no rows after status ${status}`, async (context) => {
      const at = await openTree(context);
      at.wire.serve(list, status, body);
      at.wire.serve(connections, 200, []);
      assert.deepEqual(labelsOf(await at.rows()), [label]);
    });

  it("keeps old rows and shows their age after a failed fetch", async (context) => {
    const at = await openTree(context);
    at.wire.serve(list, 200, [archive]);
    at.wire.serve(connections, 200, []);
    await at.rows();
    at.wire.serve(list, 400, { code: "bad_request", message: "?" });
    await at.destinations.refresh();
    assert.deepEqual(labelsOf(await at.rows()), ["archive"]);
    assert.match(at.view.message, /^The service didn't accept the input\. As of /);
  });
});

describe("command arguments for destination rows", () => {
  const unreported = {
    description: undefined,
    headers: undefined,
    created_at: undefined,
    updated_at: undefined,
    consecutive_failures: undefined,
    last_error: undefined,
    last_error_at: undefined,
    last_export_at: undefined,
  };
  const node = (id: string, name?: string): SidebarNode => ({
    kind: "destination",
    destination: { ...unreported, id, name, endpoint: "https://a.example" },
    usedBy: [],
    isComplete: true,
  });
  const [one, unnamed] = [node("otlp_1", "archive"), node("otlp_2")];

  it("contain the selected rows, or the row of a pressed button", () => {
    for (const command of ["managedAuth.deleteDestination", "managedAuth.deleteDestinations"] as const)
      assert.equal(selectionView(command), "destinations");
    const first = { idOrName: "otlp_1", name: "archive", endpoint: "https://a.example" };
    const second = { idOrName: "otlp_2", name: undefined, endpoint: "https://a.example" };
    const argumentsOf = (pressed: SidebarNode | undefined, selection: readonly SidebarNode[]): unknown =>
      commandArgumentsFor("managedAuth.deleteDestinations", pressed, selection);
    assert.deepEqual(argumentsOf(undefined, [one, unnamed]), { targets: [first, second] });
    assert.deepEqual(argumentsOf(unnamed, [one, unnamed]), { targets: [first, second] });
    assert.deepEqual(argumentsOf(unnamed, [one]), { targets: [second] });
    assert.deepEqual(argumentsOf(undefined, []), {});
    assert.deepEqual(commandArgumentsFor("managedAuth.copyDestinationId", undefined, [unnamed]), {
      ids: ["otlp_2"],
    });
    assert.deepEqual(commandArgumentsFor("managedAuth.showDestination", one, [unnamed]), { id: "otlp_1" });
  });
});
