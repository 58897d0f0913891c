import { env, l10n, window } from "vscode";
import * as z from "zod/mini";
import type { ConnectionsModel } from "../catalogue/connectionsModel.ts";
import type { ResourceLists } from "../catalogue/listModel.ts";
import { refreshView, type RefreshParts } from "../catalogue/refreshView.ts";
import { copyLines, inform } from "../kit/notify.ts";
import { command, plainCommand, type CommandGroup, type StartCommand } from "../kit/command.ts";
import { askText } from "../kit/inputs/ask.ts";
import { labelWithValue, oneOrMany } from "../words/sentences.ts";
import type { ConnectionsTree } from "./connectionsTree.ts";
import {
  connectionsViewId,
  resourcesViewId,
  type CommandArguments,
  type CommandId,
} from "../words/contributions.ts";
import { resourceKinds, type ResourceKind } from "../words/declaredArguments.ts";

interface SidebarParts extends RefreshParts {
  readonly connections: ConnectionsModel;
  readonly connectionsTree: ConnectionsTree;
  readonly listed: ResourceLists;
  readonly start: StartCommand;
}

export function sidebarCommands(parts: SidebarParts) {
  const { connections, connectionsTree, listed, start } = parts;
  const Row = z.strictObject({ label: z.string(), value: z.optional(z.string()) });
  const Resource = z.strictObject({ kind: z.enum(resourceKinds), id: z.string() });
  const Selected = z.strictObject({ resource: z.optional(Resource) });
  return {
    "managedAuth.copyValue": command(z.strictObject({ rows: z.optional(z.array(Row)) }), copyValues),
    "managedAuth.refreshResources": plainCommand(() =>
      refreshView(parts, resourcesViewId, () =>
        Promise.all([
          connections.refreshIfLoaded(),
          ...resourceKinds.map((kind) => listed[kind].refreshIfLoaded()),
        ]),
      ),
    ),
    "managedAuth.editResource": command(
      Selected,
      ({ resource }) => resource && start(editCommands[resource.kind], { id: resource.id }),
    ),
    "managedAuth.deleteResource": command(
      Selected,
      ({ resource }) => resource && start(deleteCommands[resource.kind], { id: resource.id }),
    ),
    "managedAuth.copyResourceId": command(
      z.strictObject({ ids: z.optional(z.array(z.string())) }),
      async ({ ids = [] }) => {
        if (ids.length > 0 && (await copyLines(ids)))
          void inform(oneOrMany(ids.length, l10n.t("ID copied"), l10n.t("IDs copied")));
      },
    ),
    "managedAuth.refreshConnections": plainCommand(() =>
      refreshView(parts, connectionsViewId, () => connections.refresh()),
    ),
    "managedAuth.loadMoreConnections": plainCommand(() =>
      window.withProgress({ location: { viewId: connectionsViewId } }, () => connections.loadMore()),
    ),
    "managedAuth.findConnections": plainCommand(() => findConnections(connectionsTree)),
    "managedAuth.showConnectionsNeedingYou": plainCommand(() => connectionsTree.filter({ needingYou: true })),
    "managedAuth.showAllConnections": plainCommand(() =>
      connectionsTree.filter({ needingYou: false, text: "" }),
    ),
    "managedAuth.groupConnectionsByStatus": plainCommand(() => connectionsTree.group("status")),
    "managedAuth.groupConnectionsByProfile": plainCommand(() => connectionsTree.group("profile")),
    "managedAuth.ungroupConnections": plainCommand(() => connectionsTree.group("none")),
  } satisfies CommandGroup;
}

/** For each kind of resource, the command that the keyboard shortcut for editing runs. */
const editCommands: Readonly<Record<ResourceKind, CommandId>> = {
  profiles: "managedAuth.renameProfile",
  proxies: "managedAuth.renameProxy",
  credentials: "managedAuth.editCredential",
  providers: "managedAuth.editProvider",
  // Show the browser, because a browser can't be edited.
  browsers: "managedAuth.showBrowser",
};
const deleteCommands: typeof editCommands = {
  profiles: "managedAuth.deleteProfile",
  proxies: "managedAuth.deleteProxy",
  credentials: "managedAuth.deleteCredential",
  providers: "managedAuth.deleteProvider",
  browsers: "managedAuth.endBrowser",
};

/** Prompts for a search text and shows only the connections that match. An empty text shows all connections. */
async function findConnections(tree: ConnectionsTree): Promise<void> {
  const answer = await askText({
    frame: { title: l10n.t("Find Connections"), back: false },
    prompt: l10n.t("Leave empty to show all"),
    placeholder: l10n.t("Type a website, profile or ID"),
    value: tree.text,
    endsOnFocusOut: true,
    check: () => undefined,
  });
  if (answer.kind !== "accepted") return;
  const text = answer.value.trim();
  await window.withProgress({ location: { viewId: connectionsViewId } }, () => tree.filter({ text }));
}

/**
 * Copies the values of rows. For a single row, copies only its value. For several rows, copies one line per row, with
 * the name and the value.
 */
async function copyValues({ rows = [] }: CommandArguments["managedAuth.copyValue"]): Promise<void> {
  const [first, ...others] = rows;
  if (first === undefined) return;
  const lines = rows.map(({ label, value }) => (value === undefined ? label : labelWithValue(label, value)));
  await env.clipboard.writeText(others.length === 0 ? (first.value ?? first.label) : lines.join("\n"));
  // Show a notification because screen readers don't announce the status bar.
  void inform(oneOrMany(rows.length, l10n.t("Value copied"), l10n.t("Values copied")));
}
