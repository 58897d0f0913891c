// The account's identity in a complete window: fetched after the rows and shown above them.
import assert from "node:assert/strict";
import { beforeEach, describe, it } from "node:test";
import { window, type TreeDataProvider } from "vscode";
import { until } from "../../../host/until.ts";
import { reset, View } from "../../../doubles/vscode.ts";
import { openWindow } from "../../../support/window.ts";

beforeEach(reset);

describe("the Connections view", () => {
  it("fetches and shows the account's identity once the rows are loaded", async (context) => {
    const opened = new Map<string, { view: View<unknown>; provider: TreeDataProvider<unknown> }>();
    const createTreeView = (id: string, { treeDataProvider: provider }: { treeDataProvider: never }) => {
      const view = new View<unknown>();
      opened.set(id, { view, provider });
      return view;
    };
    context.mock.method(window, "createTreeView", createTreeView);
    const { wire } = await openWindow(context);
    const connections = opened.get("managedAuth.connections");
    assert.ok(connections);
    const rows = connections.provider.getChildren();
    const listed = await wire.next("GET /auth/connections");
    assert.equal(connections.view.description, "Team · api.example.com");
    assert.equal(wire.count("GET /auth/context"), 0);
    wire.serve("GET /auth/context", 200, { organization: { id: "org_1" } });
    listed.answer(200, []);
    await rows;
    await until("the message of the view", () => connections.view.description.endsWith(" · org_1"), 5_000);
    assert.equal(connections.view.description, "Team · api.example.com · org_1");
  });
});
