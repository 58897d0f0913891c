import { isFromThisWindow } from "../kit/ofThisWindow.ts";
import type { ResourceKind } from "../words/declaredArguments.ts";
import type { CommandArguments, CommandId } from "../words/contributions.ts";
import { nodeRow, type SidebarNode } from "./sidebarNode.ts";

/** True if the first argument of a command is a row that was created by this window. */
export const isRow = (first: unknown): first is SidebarNode => isFromThisWindow(first) && "kind" in first;

interface CommandRows {
  /** The row with the pressed button. Undefined if the command was run with a keyboard shortcut. */
  readonly pressed: SidebarNode | undefined;
  /** The selected rows, or only the pressed row if that row isn't selected. */
  readonly targets: readonly SidebarNode[];
}

type RowSubject = "connections" | "destinations" | "attempts" | ResourceKind;

/**
 * For each command that acts on rows, converts rows to arguments. Commands that aren't in this table get no arguments
 * from rows, because VS Code passes the focused row to every command in a view's title bar.
 */
const rowArguments: { readonly [Id in CommandId]?: (rows: CommandRows) => CommandArguments[Id] } = {
  "managedAuth.logIn": singleId("connections"),
  "managedAuth.showConnection": singleId("connections"),
  "managedAuth.showHistory": singleId("connections"),
  "managedAuth.editConnection": singleId("connections"),
  "managedAuth.duplicateConnection": singleId("connections"),
  "managedAuth.copyConnectionAsJson": singleId("connections"),
  "managedAuth.copyConnectionAsCurl": singleId("connections"),
  "managedAuth.copyConnectionAsTypeScript": singleId("connections"),
  "managedAuth.copyConnectionAsPython": singleId("connections"),
  "managedAuth.ensureLoggedIn": allIds("connections"),
  "managedAuth.watchConnection": allIds("connections"),
  "managedAuth.stopWatching": allIds("connections"),
  "managedAuth.copyConnectionId": allIds("connections"),
  "managedAuth.addToFile": allIds("connections"),
  "managedAuth.deleteConnection": allIds("connections"),
  "managedAuth.copyUseCode": connectionOrProfile,
  "managedAuth.insertUseCode": connectionOrProfile,
  "managedAuth.checkPending": singleId("attempts"),
  "managedAuth.dismissPending": singleId("attempts"),
  "managedAuth.showDestination": singleId("destinations"),
  "managedAuth.editDestination": singleId("destinations"),
  "managedAuth.copyDestinationId": allIds("destinations"),
  "managedAuth.deleteDestination": destinationTargets,
  "managedAuth.deleteDestinations": destinationTargets,
  "managedAuth.showProfile": singleId("profiles"),
  "managedAuth.renameProfile": singleId("profiles"),
  "managedAuth.deleteProfile": singleId("profiles"),
  "managedAuth.showProxy": singleId("proxies"),
  "managedAuth.checkProxy": singleId("proxies"),
  "managedAuth.renameProxy": singleId("proxies"),
  "managedAuth.deleteProxy": singleId("proxies"),
  "managedAuth.showCredential": singleId("credentials"),
  "managedAuth.copyOneTimeCode": singleId("credentials"),
  "managedAuth.editCredential": singleId("credentials"),
  "managedAuth.deleteCredential": singleId("credentials"),
  "managedAuth.showProvider": singleId("providers"),
  "managedAuth.testProvider": singleId("providers"),
  "managedAuth.editProvider": singleId("providers"),
  "managedAuth.deleteProvider": singleId("providers"),
  "managedAuth.showBrowser": singleId("browsers"),
  "managedAuth.launchBrowser": connectionOrProfile,
  "managedAuth.endBrowser": singleId("browsers"),
  "managedAuth.watchLive": connectionOrBrowser,
  "managedAuth.editResource": selectedResource,
  "managedAuth.deleteResource": selectedResource,
  "managedAuth.copyResourceId": allIds("profiles", "proxies", "credentials", "providers"),
  "managedAuth.copyValue": ({ targets }) => ({
    rows: targets.map((row) => nodeRow(row)).map(({ label, value }) => ({ label, value })),
  }),
};

/**
 * For each command, the view whose selection the command acts on if no row is passed, for example because the user
 * pressed a keyboard shortcut.
 */
const selectionViews: Readonly<Partial<Record<CommandId, "connections" | "destinations" | "resources">>> = {
  "managedAuth.addToFile": "connections",
  "managedAuth.copyConnectionId": "connections",
  "managedAuth.deleteConnection": "connections",
  "managedAuth.editConnection": "connections",
  "managedAuth.ensureLoggedIn": "connections",
  "managedAuth.stopWatching": "connections",
  "managedAuth.watchConnection": "connections",
  "managedAuth.copyDestinationId": "destinations",
  "managedAuth.deleteDestination": "destinations",
  "managedAuth.deleteDestinations": "destinations",
  "managedAuth.editDestination": "destinations",
  "managedAuth.copyResourceId": "resources",
  "managedAuth.deleteResource": "resources",
  "managedAuth.editResource": "resources",
};

export const selectionView = (command: CommandId) => selectionViews[command] ?? "entitlements";

/**
 * Returns the arguments of a command that is called from a view, or undefined if the command takes no arguments from
 * rows. A row's own button acts on that row, even if other rows are selected. A context menu acts on the selection
 * that it was opened on. A keyboard shortcut acts on the selection.
 */
export function commandArgumentsFor(
  command: CommandId,
  pressed: SidebarNode | undefined,
  selection: readonly SidebarNode[] = [],
): unknown {
  const targets = pressed === undefined || selection.includes(pressed) ? selection : [pressed];
  return rowArguments[command]?.({ pressed, targets });
}

/** Returns the resource that a row represents, or undefined for groups, messages and entitlements. */
function rowSubject(row: SidebarNode): { readonly of: RowSubject; readonly id: string } | undefined {
  if (row.kind === "connection") return { of: "connections", id: row.view.connection.id };
  if (row.kind === "destination") return { of: "destinations", id: row.destination.id };
  if (row.kind === "pending") return { of: "attempts", id: row.attempt.pending.id };
  if (row.kind !== "resource") return undefined;
  return row;
}

/**
 * Creates a function that returns the ID of the pressed row or, if no row was pressed, of the only selected row.
 * Without an ID, the command prompts for a resource.
 */
function singleId(of: RowSubject) {
  return ({ pressed, targets }: CommandRows): { readonly id?: string } => {
    const [first, ...others] = (pressed === undefined ? targets : [pressed])
      .map(rowSubject)
      .filter((subject) => subject?.of === of);
    if (first === undefined || others.length > 0) return {};
    return { id: first.id };
  };
}

/** Creates a function that returns the IDs of all target rows. Without IDs, the command prompts for a resource. */
function allIds(...kinds: readonly RowSubject[]) {
  return ({ targets }: CommandRows): { readonly ids?: readonly string[] } => {
    const found = targets.map(rowSubject).filter((subject) => subject !== undefined);
    const ids = found.filter(({ of }) => kinds.includes(of)).map(({ id }) => id);
    return { ...(ids.length > 0 && { ids }) };
  };
}

/** Returns the selected destinations. Without a selection, the command prompts for destinations. */
function destinationTargets({ targets }: CommandRows): CommandArguments["managedAuth.deleteDestination"] {
  const found = targets.filter((row) => row.kind === "destination").map((row) => row.destination);
  if (found.length === 0) return {};
  return { targets: found.map(({ endpoint, id, name }) => ({ idOrName: id, name, endpoint })) };
}

/** Returns the name of the pressed profile or, if no profile was pressed, the ID of a connection. */
function connectionOrProfile(rows: CommandRows): {
  readonly id?: string;
  readonly profile?: string | undefined;
} {
  const { pressed } = rows;
  if (pressed?.kind === "resource" && pressed.of === "profiles") return { profile: pressed.name };
  return singleId("connections")(rows);
}

/** Returns the ID of the connection whose login to watch or, without a connection, the ID of the browser to watch. */
function connectionOrBrowser(rows: CommandRows): CommandArguments["managedAuth.watchLive"] {
  const { id: connection } = singleId("connections")(rows);
  if (connection === undefined) return singleId("browsers")(rows);
  return { connection };
}

/** Returns the selected resource, if exactly one is selected. */
function selectedResource({ targets }: CommandRows): CommandArguments["managedAuth.editResource"] {
  const [first, ...others] = targets.filter((row) => row.kind === "resource");
  if (first === undefined || others.length > 0) return {};
  return { resource: { kind: first.of, id: first.id } };
}
