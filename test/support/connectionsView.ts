// The view of connections as VS Code asks it for its rows.
import type { TestContext } from "node:test";
import { ConnectionsTree } from "../../src/editor/sidebar/connections.ts";
import { rowOf, type Node } from "../../src/editor/sidebar/node.ts";
import { View } from "../doubles/vscode.ts";
import type { Call } from "./wire.ts";
import { origin, workplace, type Workplace } from "./workplace.ts";

/** The request that lists connections. */
export const list = "GET /auth/connections";
/** A connection as the service reports it. */
export const connection = (id: string, status = "NEEDS_AUTH", more: object = {}): object => ({
  id,
  domain: `${id}.example`,
  profile_name: "work",
  status,
  ...more,
});

/** The view of connections of a window that is signed in, over a wire that the test holds. */
export interface Scene extends Workplace {
  readonly tree: ConnectionsTree;
  readonly view: View<Node>;
  /** What VS Code was told to draw anew: everything, or these rows. */
  readonly drawn: ("all" | readonly string[])[];
}

export async function scene(context: TestContext): Promise<Scene> {
  const place = await workplace(context);
  await place.session.use(await place.accounts.add("Team", origin, "sk_token_1"));
  const tree = new ConnectionsTree(place.session, place.connections, place.pending);
  const view = new View<Node>();
  const drawn: Scene["drawn"] = [];
  const followed = [
    tree.describe(view),
    tree.onDidChangeTreeData((nodes) => drawn.push(nodes?.map(name) ?? "all")),
  ];
  context.after(() => {
    for (const owned of [...followed, tree, view]) owned.dispose();
  });
  return { ...place, tree, view, drawn };
}

const name = (node: Node): string => (node.kind === "connection" ? node.connection.id : rowOf(node).label);

/** What the rows are called, those below another one after a space. */
export async function rows({ tree }: Pick<Scene, "tree">, below?: Node): Promise<readonly string[]> {
  const nodes = await tree.getChildren(below);
  const all = await Promise.all(
    nodes.map(async (node) => [name(node), ...(await rows({ tree }, node)).map((row) => ` ${row}`)]),
  );
  return all.flat();
}

/** Lets the service list these for the reading that the rows are waiting for. */
export async function answered(
  at: Scene,
  connections: readonly object[],
  more = false,
): Promise<readonly string[]> {
  const waiting = rows(at);
  const call = await at.wire.next(list);
  // A list that repeats itself is cut, without a thousand rows.
  call.answer(200, connections, { "X-Has-More": String(more), "X-Next-Offset": "1" });
  if (more)
    (await at.wire.next(list)).answer(200, connections, { "X-Has-More": "true", "X-Next-Offset": "2" });
  await waiting;
  return whole(at);
}

/** Answers with the part of a list that is asked for. */
export function part(call: Call, all: readonly object[]): void {
  const { searchParams } = new URL(call.url);
  const [limit, offset] = [Number(searchParams.get("limit")), Number(searchParams.get("offset"))];
  const end = offset + limit;
  const hasMore = end < all.length;
  call.answer(200, all.slice(offset, end), {
    "X-Has-More": String(hasMore),
    "X-Next-Offset": String(hasMore ? end : 0),
  });
}

/** What the rows are called once all of what is being read has been. */
export async function whole(at: Scene): Promise<readonly string[]> {
  await at.connections.settled();
  return rows(at);
}

/** Reads anew, and has the service list these. */
export async function refreshed(at: Scene, connections: readonly object[]): Promise<void> {
  const reading = at.connections.refresh();
  (await at.wire.next(list)).answer(200, connections);
  await reading;
}
