import { isOfThisWindow } from "../kit/ofThisWindow.ts";
import type { CommandId } from "../words/contributions.ts";
import { rowOf } from "./node.ts";
import type { Node } from "./node.ts";

/** Whether the first argument of a command is the row of this window that it was called from. */
export function isRow(first: unknown): first is Node {
  return isOfThisWindow(first) && "kind" in first;
}

/** What is done with all the connections that are selected. */
const ofConnections: ReadonlySet<CommandId> = new Set([
  "managedAuth.addToFile",
  "managedAuth.copyConnectionId",
  "managedAuth.deleteConnection",
  "managedAuth.ensureLoggedIn",
  "managedAuth.watchConnection",
  "managedAuth.stopWatching",
]);

/** What is done with the one connection, or destination, that is selected. */
const ofOneConnection: CommandId = "managedAuth.editConnection";
const ofOneDestination: CommandId = "managedAuth.editDestination";

/** What is done with all the destinations that are selected. */
const ofDestinations: ReadonlySet<CommandId> = new Set([
  "managedAuth.copyDestinationId",
  "managedAuth.deleteDestinations",
]);

/** What keys do with the one resource that is selected. */
const ofOneResource: ReadonlySet<CommandId> = new Set([
  "managedAuth.editResource",
  "managedAuth.deleteResource",
]);
const ofResources: CommandId = "managedAuth.copyResourceId";

/** What takes a profile by its name. */
const ofProfiles: ReadonlySet<CommandId> = new Set(["managedAuth.copyUseCode", "managedAuth.insertUseCode"]);

/** The view whose selection a key means that calls a command without a row. */
export function viewOf(command: CommandId): "connections" | "destinations" | "resources" | "entitlements" {
  if (ofOneResource.has(command) || command === ofResources) return "resources";
  if (ofDestinations.has(command) || command === ofOneDestination) return "destinations";
  return ofConnections.has(command) || command === ofOneConnection ? "connections" : "entitlements";
}

/**
 * What a command is told that is called from the view. A row's own button acts on that row, whatever else is selected; a
 * menu acts on the selection it was opened on; a key, without a row, on what is selected.
 */
export function toldByRows(
  command: CommandId,
  pressed: Node | undefined,
  selection: readonly Node[] = [],
): unknown {
  const targets = pressed === undefined || selection.includes(pressed) ? selection : [pressed];
  if (command === "managedAuth.copyValue")
    return { rows: targets.map((row) => rowOf(row)).map(({ label, value }) => ({ label, value })) };
  if (ofConnections.has(command))
    return { ids: among(targets, "connection").map(({ connection }) => connection.id) };
  if (ofDestinations.has(command)) {
    const chosen = among(targets, "destination").map(({ destination }) => destination);
    // Which are meant is asked.
    if (chosen.length === 0) return {};
    return command === "managedAuth.copyDestinationId"
      ? { ids: chosen.map(({ id }) => id) }
      : { targets: chosen.map(({ endpoint, id, name }) => ({ idOrName: id, name, endpoint })) };
  }
  if (command === ofResources) return { ids: among(targets, "resource").map(({ id }) => id) };
  if (ofOneResource.has(command)) {
    const [resource, ...others] = among(selection, "resource");
    return resource === undefined || others.length > 0
      ? {}
      : { resource: { kind: resource.of, id: resource.id } };
  }
  // A key means the one that is selected; which of several is meant is asked.
  const selected = [
    ...(command === ofOneConnection ? among(selection, "connection") : []),
    ...(command === ofOneDestination ? among(selection, "destination") : []),
  ];
  const row = pressed ?? (selected.length === 1 ? selected[0] : undefined);
  if (row?.kind === "connection") return { id: row.connection.id };
  if (row?.kind === "destination") return { id: row.destination.id };
  if (row?.kind === "resource") return ofProfiles.has(command) ? { profile: row.name } : { id: row.id };
  return row?.kind === "pending" ? { id: row.attempt.pending.id } : {};
}

function among<Kind extends Node["kind"]>(
  rows: readonly Node[],
  kind: Kind,
): readonly Extract<Node, { kind: Kind }>[] {
  return rows.filter((row): row is Extract<Node, { kind: Kind }> => row.kind === kind);
}
