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
  selection: readonly Node[] | undefined,
): unknown {
  if (command === "managedAuth.copyValue") {
    const rows = resolveTargets(pressed, selection);
    return { rows: rows.map((row) => rowOf(row)).map(({ label, value }) => ({ label, value })) };
  }
  if (ofConnections.has(command)) return { ids: idsOf(resolveTargets(pressed, selection)) };
  if (ofDestinations.has(command)) {
    const chosen = resolveTargets(pressed, selection).flatMap((row) =>
      row.kind === "destination" ? [row.destination] : [],
    );
    // Which are meant is asked.
    if (chosen.length === 0) return {};
    return command === "managedAuth.copyDestinationId"
      ? { ids: chosen.map(({ id }) => id) }
      : { targets: chosen.map(({ endpoint, id, name }) => ({ idOrName: id, name, endpoint })) };
  }
  if (command === ofResources)
    return { ids: resourcesAmong(resolveTargets(pressed, selection)).map(({ id }) => id) };
  if (ofOneResource.has(command)) {
    const [resource, ...others] = resourcesAmong(selection ?? []);
    return resource === undefined || others.length > 0
      ? {}
      : { resource: { kind: resource.of, id: resource.id } };
  }
  if ((command === ofOneConnection || command === ofOneDestination) && pressed === undefined) {
    const [id, ...others] =
      command === ofOneConnection ? idsOf(selection ?? []) : destinationIdsOf(selection ?? []);
    // Which of several is meant is asked.
    return others.length === 0 ? { id } : {};
  }
  if (pressed?.kind === "connection") return { id: pressed.connection.id };
  if (pressed?.kind === "destination") return { id: pressed.destination.id };
  if (pressed?.kind === "resource")
    return ofProfiles.has(command) ? { profile: pressed.name } : { id: pressed.id };
  return pressed?.kind === "pending" ? { id: pressed.attempt.pending.id } : {};
}

function idsOf(rows: readonly Node[]): readonly string[] {
  return rows.flatMap((row) => (row.kind === "connection" ? [row.connection.id] : []));
}

function destinationIdsOf(rows: readonly Node[]): readonly string[] {
  return rows.flatMap((row) => (row.kind === "destination" ? [row.destination.id] : []));
}

function resourcesAmong(rows: readonly Node[]): readonly Extract<Node, { kind: "resource" }>[] {
  return rows.flatMap((row) => (row.kind === "resource" ? [row] : []));
}

function resolveTargets(pressed: Node | undefined, selection: readonly Node[] | undefined): readonly Node[] {
  return pressed === undefined || selection?.includes(pressed) === true ? (selection ?? []) : [pressed];
}
