import { isFromThisWindow } from "../kit/ofThisWindow.ts";
import type { ResourceKind } from "../words/declaredArguments.ts";
import type { CommandArguments, CommandId } from "../words/contributions.ts";
import { rowOf } from "./node.ts";
import type { Node } from "./node.ts";

/** True if the first argument of a command is a row that this window made. */
export function isRow(first: unknown): first is Node {
  return isFromThisWindow(first) && "kind" in first;
}

/** The rows that a command is called on. */
interface CalledOn {
  /** The row whose button was pressed. Undefined if a key was pressed. */
  readonly pressed: Node | undefined;
  /** The selection, or only the pressed row if the selection leaves that row out. */
  readonly targets: readonly Node[];
}

type Subject = "connections" | "destinations" | "attempts" | ResourceKind;

/**
 * Converts rows to arguments, for each command that acts on rows. VS Code passes the focused row to every command of
 * a view's title bar, so a command that is missing here gets no arguments from rows.
 */
const argumentsFromRows: { readonly [Id in CommandId]?: (rows: CalledOn) => CommandArguments[Id] } = {
  "managedAuth.logIn": idOfOne("connections"),
  "managedAuth.showConnection": idOfOne("connections"),
  "managedAuth.showHistory": idOfOne("connections"),
  "managedAuth.editConnection": idOfOne("connections"),
  "managedAuth.duplicateConnection": idOfOne("connections"),
  "managedAuth.copyConnectionAsJson": idOfOne("connections"),
  "managedAuth.copyConnectionAsCurl": idOfOne("connections"),
  "managedAuth.copyConnectionAsTypeScript": idOfOne("connections"),
  "managedAuth.copyConnectionAsPython": idOfOne("connections"),
  "managedAuth.ensureLoggedIn": idsOfAll("connections"),
  "managedAuth.watchConnection": idsOfAll("connections"),
  "managedAuth.stopWatching": idsOfAll("connections"),
  "managedAuth.copyConnectionId": idsOfAll("connections"),
  "managedAuth.addToFile": idsOfAll("connections"),
  "managedAuth.deleteConnection": idsOfAll("connections"),
  "managedAuth.copyUseCode": connectionOrProfile,
  "managedAuth.insertUseCode": connectionOrProfile,
  "managedAuth.checkPending": idOfOne("attempts"),
  "managedAuth.dismissPending": idOfOne("attempts"),
  "managedAuth.showDestination": idOfOne("destinations"),
  "managedAuth.editDestination": idOfOne("destinations"),
  "managedAuth.copyDestinationId": idsOfAll("destinations"),
  "managedAuth.deleteDestinations": ({ targets }) => {
    const found = targets.flatMap((row) => (row.kind === "destination" ? [row.destination] : []));
    // Without a target, the command asks for destinations.
    if (found.length === 0) return {};
    return { targets: found.map(({ endpoint, id, name }) => ({ idOrName: id, name, endpoint })) };
  },
  "managedAuth.showProfile": idOfOne("profiles"),
  "managedAuth.renameProfile": idOfOne("profiles"),
  "managedAuth.deleteProfile": idOfOne("profiles"),
  "managedAuth.showProxy": idOfOne("proxies"),
  "managedAuth.checkProxy": idOfOne("proxies"),
  "managedAuth.renameProxy": idOfOne("proxies"),
  "managedAuth.deleteProxy": idOfOne("proxies"),
  "managedAuth.showCredential": idOfOne("credentials"),
  "managedAuth.copyOneTimeCode": idOfOne("credentials"),
  "managedAuth.editCredential": idOfOne("credentials"),
  "managedAuth.deleteCredential": idOfOne("credentials"),
  "managedAuth.showProviders": idOfOne("providers"),
  "managedAuth.testProvider": idOfOne("providers"),
  "managedAuth.editProvider": idOfOne("providers"),
  "managedAuth.deleteProvider": idOfOne("providers"),
  "managedAuth.editResource": selectedResource,
  "managedAuth.deleteResource": selectedResource,
  "managedAuth.copyResourceId": idsOfAll("profiles", "proxies", "credentials", "providers"),
  "managedAuth.copyValue": ({ targets }) => ({
    rows: targets.map((row) => rowOf(row)).map(({ label, value }) => ({ label, value })),
  }),
};

/** Commands that act on the selection of a view if they are called without a row, as a key does. */
const actingOnSelection = {
  connections: new Set<CommandId>([
    "managedAuth.addToFile",
    "managedAuth.copyConnectionId",
    "managedAuth.deleteConnection",
    "managedAuth.editConnection",
    "managedAuth.ensureLoggedIn",
    "managedAuth.stopWatching",
    "managedAuth.watchConnection",
  ]),
  destinations: new Set<CommandId>([
    "managedAuth.copyDestinationId",
    "managedAuth.deleteDestinations",
    "managedAuth.editDestination",
  ]),
  resources: new Set<CommandId>([
    "managedAuth.copyResourceId",
    "managedAuth.deleteResource",
    "managedAuth.editResource",
  ]),
};

/** The view whose selection a command acts on if it is called without a row. */
export function viewOf(command: CommandId): "connections" | "destinations" | "resources" | "entitlements" {
  const { connections, destinations, resources } = actingOnSelection;
  if (connections.has(command)) return "connections";
  if (destinations.has(command)) return "destinations";
  return resources.has(command) ? "resources" : "entitlements";
}

/**
 * Returns the arguments of a command that is called from a view, or undefined if rows are no arguments. A row's own button acts on that row, even if other rows
 * are selected. A context menu acts on the selection it was opened on. A key acts on the selection.
 */
export function toldByRows(
  command: CommandId,
  pressed: Node | undefined,
  selection: readonly Node[] = [],
): unknown {
  const targets = pressed === undefined || selection.includes(pressed) ? selection : [pressed];
  return argumentsFromRows[command]?.({ pressed, targets });
}

/** Returns the resource that a row represents. Undefined for groups, messages and entitlements. */
function subjectOf(row: Node): { readonly of: Subject; readonly id: string } | undefined {
  if (row.kind === "connection") return { of: "connections", id: row.connection.id };
  if (row.kind === "destination") return { of: "destinations", id: row.destination.id };
  if (row.kind === "pending") return { of: "attempts", id: row.attempt.pending.id };
  return row.kind === "resource" ? row : undefined;
}

/** Makes the ID of the pressed row, or of the only selected one, an argument. The command asks if there is none. */
function idOfOne(of: Subject) {
  return ({ pressed, targets }: CalledOn): { readonly id?: string } => {
    const [first, ...others] = (pressed === undefined ? targets : [pressed])
      .map(subjectOf)
      .filter((subject) => subject?.of === of);
    return first === undefined || others.length > 0 ? {} : { id: first.id };
  };
}

/** Makes the IDs of all target rows an argument. The command asks if there is none. */
function idsOfAll(...kinds: readonly Subject[]) {
  return ({ targets }: CalledOn): { readonly ids?: readonly string[] } => {
    const found = targets.map(subjectOf).filter((subject) => subject !== undefined);
    const ids = found.filter(({ of }) => kinds.includes(of)).map(({ id }) => id);
    return ids.length === 0 ? {} : { ids };
  };
}

/** Makes a connection's ID or a profile's name an argument. */
function connectionOrProfile(rows: CalledOn): {
  readonly id?: string;
  readonly profile?: string | undefined;
} {
  const { pressed } = rows;
  if (pressed?.kind === "resource" && pressed.of === "profiles") return { profile: pressed.name };
  return idOfOne("connections")(rows);
}

/** Makes the only selected resource an argument. */
function selectedResource({ targets }: CalledOn): CommandArguments["managedAuth.editResource"] {
  const [first, ...others] = targets.filter((row) => row.kind === "resource");
  if (first === undefined || others.length > 0) return {};
  return { resource: { kind: first.of, id: first.id } };
}
