// The connections view, driven through its tree data provider.
import type { TestContext } from "node:test";
import type { ServiceAccount } from "../../src/editor/accounts/accounts.ts";
import { ConnectionsTree } from "../../src/editor/sidebar/connectionsTree.ts";
import { nodeRow, type SidebarNode } from "../../src/editor/sidebar/sidebarNode.ts";
import { View } from "../doubles/vscode.ts";
import type { Call } from "./wire.ts";
import { signedInParts, type OfflineParts } from "./windowParts.ts";

/** The request for the list of connections. */
export const list = "GET /auth/connections";
/** Returns a connection as the service reports it. */
export const connection = (id: string, status = "NEEDS_AUTH", more: object = {}): object => ({
  id,
  domain: `${id}.example`,
  profile_name: "work",
  status,
  ...more,
});

/** The connections view of a signed-in window whose requests the test answers. */
export interface Scene extends OfflineParts {
  readonly account: ServiceAccount;
  readonly tree: ConnectionsTree;
  readonly view: View<SidebarNode>;
  /** The change events of the tree: the whole tree or the names of its changed rows. */
  readonly drawn: ("all" | readonly string[])[];
}

export async function openConnectionsView(context: TestContext): Promise<Scene> {
  const fixture = await signedInParts(context);
  const tree = new ConnectionsTree(fixture.session, fixture.connections, fixture.pending);
  const view = new View<SidebarNode>();
  const drawn: Scene["drawn"] = [];
  const followed = [
    tree.describe(view),
    tree.onDidChangeTreeData((nodes) => drawn.push(nodes?.map(name) ?? "all")),
  ];
  context.after(() => {
    for (const owned of [...followed, tree, view]) owned.dispose();
  });
  return { ...fixture, tree, view, drawn };
}

const name = (node: SidebarNode): string =>
  node.kind === "connection" ? node.view.connection.id : nodeRow(node).label;

/** Returns the names of all rows. Each level is indented by a space. */
export async function rows({ tree }: Pick<Scene, "tree">, parent?: SidebarNode): Promise<readonly string[]> {
  const nodes = await tree.getChildren(parent);
  const all = await Promise.all(
    nodes.map(async (node) => [name(node), ...(await rows({ tree }, node)).map((row) => ` ${row}`)]),
  );
  return all.flat();
}

/** Answers the pending list request with these connections and returns the rows. */
export async function answerList(
  at: Scene,
  connections: readonly object[],
  more = false,
): Promise<readonly string[]> {
  const waiting = rows(at);
  // The list reader stops when a page repeats, so the test of a long list doesn't need a thousand rows.
  (await at.wire.next(list)).answer(200, connections, { "X-Has-More": String(more), "X-Next-Offset": "1" });
  if (more)
    (await at.wire.next(list)).answer(200, connections, { "X-Has-More": "true", "X-Next-Offset": "2" });
  await waiting;
  return allRows(at);
}

/** Answers a list request with the requested page. */
export function sendPage(call: Call, all: readonly object[]): void {
  const { searchParams } = new URL(call.url);
  const [limit, offset] = [Number(searchParams.get("limit")), Number(searchParams.get("offset"))];
  const end = offset + limit;
  const hasMore = end < all.length;
  call.answer(200, all.slice(offset, end), {
    "X-Has-More": String(hasMore),
    "X-Next-Offset": String(hasMore ? end : 0),
  });
}

/** Returns the rows after all pages are read. */
export async function allRows(at: Scene): Promise<readonly string[]> {
  await at.connections.untilIdle();
  return rows(at);
}

/** Refreshes the view and answers the request with these connections. */
export async function refreshWith(at: Scene, connections: readonly object[]): Promise<void> {
  const reading = at.connections.refresh();
  (await at.wire.next(list)).answer(200, connections);
  await reading;
}
