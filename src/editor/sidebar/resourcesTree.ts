import { l10n, type TreeItem } from "vscode";
import type { ManagedAuth } from "../../api/schemas.ts";
import type { WindowSession } from "../accounts/session.ts";
import type { ConnectionsModel } from "../catalogue/connectionsModel.ts";
import type { EntitlementsModel } from "../catalogue/entitlementsModel.ts";
import type { ResourceLists } from "../catalogue/listModel.ts";
import { treeItem } from "../kit/row.ts";
import { resourceKinds, type ResourceKind } from "../words/declaredArguments.ts";
import { formatCount, formatShortDateTime } from "../words/formatting.ts";
import { nodeRow, type SidebarNode } from "./sidebarNode.ts";
import { sortedResourceNodes, type ResourceListNode } from "./resourceRows.ts";
import { AccountTree } from "./accountTree.ts";
import { compact } from "../../domain/compact.ts";

/** The tree of resources that connections use. Each list is fetched when its row is first expanded. */
export class ResourcesTree extends AccountTree {
  readonly #lists: ResourceLists;
  readonly #connections: ConnectionsModel;
  readonly #entitlements: EntitlementsModel;
  /** The rows of the resource kinds. The objects are reused, because VS Code identifies a row by its object. */
  readonly #nodes = new Map(
    resourceKinds.map((of): [ResourceKind, ResourceListNode] => [of, { kind: "resourceList", of }]),
  );

  constructor(
    session: WindowSession,
    lists: ResourceLists,
    connections: ConnectionsModel,
    entitlements: EntitlementsModel,
    view: { readonly visible: boolean },
  ) {
    super(session);
    this.#lists = lists;
    this.#entitlements = entitlements;
    this.#connections = connections;
    this.subscriptions.push(
      lists.browsers.keepFresh(() => view.visible && lists.browsers.hasOutcome),
      ...resourceKinds.map((of) => lists[of].onDidChange(() => this.#redrawList(of))),
      connections.onDidChange(() => {
        for (const of of resourceKinds)
          if (dependsOnConnections(of) && lists[of].state.reading !== undefined) this.#redrawList(of);
      }),
    );
  }

  getTreeItem(node: SidebarNode): TreeItem {
    const row = nodeRow(node);
    return treeItem(node.kind === "resourceList" ? { ...row, description: this.#summary(node.of) } : row);
  }

  protected rows(): readonly SidebarNode[] {
    return [...this.#nodes.values()];
  }

  protected override childRows(node: SidebarNode): Promise<readonly SidebarNode[]> | readonly SidebarNode[] {
    if (node.kind !== "resourceList") return [];
    const { of } = node;
    return this.rowsForAccount(
      async () => {
        // Don't wait for the connections, because fetching them may be slow or fail.
        if (dependsOnConnections(of)) void this.#connections.displayState();
        if (of === "browsers") void this.#lists.proxies.displayState().then(() => this.#redrawList(of));
        await this.#lists[of].displayState();
      },
      () => this.#buildRows(of),
    );
  }

  #redrawList(of: ResourceKind): void {
    const node = this.#nodes.get(of);
    if (node !== undefined) this.redraw([node]);
  }

  #buildRows(of: ResourceKind): readonly SidebarNode[] {
    const { failure, reading } = this.#lists[of].state;
    const failed = failure && ({ kind: "resourcesUnlisted", of, failure } as const);
    if (reading === undefined) return compact(failed);
    const rows = sortedResourceNodes(of, this.#lists, this.#allConnections());
    const isEmpty = rows.length === 0 && !reading.more && reading.unreadable === 0;
    return compact<SidebarNode>(
      failed,
      isEmpty && { kind: "noResources", of },
      ...rows,
      reading.more && { kind: "moreResources", of, read: rows.length },
    );
  }

  /**
   * Returns the number of fetched, problematic and unreadable resources in a list. If the list is outdated, adds the
   * time of the fetch. Empty before the first fetch.
   */
  #summary(of: ResourceKind): string {
    const { failure, reading } = this.#lists[of].state;
    if (reading === undefined) return "";
    const rows = sortedResourceNodes(of, this.#lists, this.#allConnections());
    const problems = rows.filter(({ isProblem }) => isProblem).length;
    const { more, readAt, unreadable } = reading;
    const parts = compact(
      more ? l10n.t("{0} read", formatCount(rows.length)) : this.#withLimit(of, rows.length),
      problems !== 0 && problemCountText(of, formatCount(problems)),
      unreadable !== 0 && l10n.t("{0} unreadable", formatCount(unreadable)),
      failure !== undefined && l10n.t("as of {0}", formatShortDateTime(readAt)),
    );
    return parts.join(" · ");
  }

  /** Formats the number of resources. For browsers, adds the organization's limit, which its projects share. */
  #withLimit(of: ResourceKind, rows: number): string {
    const limit = this.#entitlements.state.reading?.value.limits["max_concurrent_browsers"];
    if (of !== "browsers" || typeof limit !== "number") return formatCount(rows);
    return l10n.t("{0} of {1}", formatCount(rows), formatCount(limit));
  }

  /** Returns all connections, or undefined if some of them are missing or unreadable. */
  #allConnections(): readonly ManagedAuth[] | undefined {
    const { reading } = this.#connections.state;
    if (reading === undefined || reading.more || reading.unreadable > 0) return undefined;
    return reading.rows;
  }
}

/** Describes the number of resources with problems, in the same words as their rows. */
function problemCountText(of: ResourceKind, problems: string): string {
  return {
    profiles: l10n.t("{0} not ready", problems),
    proxies: l10n.t("{0} unavailable", problems),
    credentials: l10n.t("{0} not used", problems),
    providers: l10n.t("{0} failed", problems),
    browsers: l10n.t("{0} without proxy", problems),
  }[of];
}

/** True if the rows of this kind show how connections use the resource. */
function dependsOnConnections(of: ResourceKind): boolean {
  return of === "profiles" || of === "credentials" || of === "browsers";
}
