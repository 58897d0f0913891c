import { l10n, ThemeColor, ThemeIcon } from "vscode";
import type {
  ConnectionState,
  ConnectionView,
  FlowProgress,
} from "../../../domain/connections/connectionView.ts";
import { compact } from "../../../domain/compact.ts";
import { display, displayShort } from "../../../domain/text/display.ts";
import { connectionName, connectionStatusLabel } from "../../catalogue/connectionLabels.ts";
import { failureRow } from "../../catalogue/failures.ts";
import type { ReadingFailure } from "../../catalogue/readModel.ts";
import { rowId, type TreeRow } from "../../kit/row.ts";
import { capitalize } from "../../words/labels.ts";
import { formatCount, formatDateTime } from "../../words/formatting.ts";
import { labelWithValue, joinWithCommas } from "../../words/sentences.ts";
import type { ListedConnectionNode, ConnectionGroup, ListedNode } from "./listedNodes.ts";
import {
  describeDeadline,
  answerDeadline,
  describeStateBriefly,
  describeState,
} from "../shown/words/stateWords.ts";
import type { ManagedAuth } from "../../../api/schemas.ts";
import { reauthRow } from "../shown/reauthRow.ts";
import { everyInterval } from "../settings/settingWords.ts";

export function listedRow(node: ListedNode): TreeRow {
  switch (node.kind) {
    case "connection":
      return listedConnectionRow(node);
    case "connectionGroup":
      return connectionGroupRow(node.group, node.children.length);
    case "unlisted":
      return unlistedConnectionsRow(node.failure);
    case "more":
      return {
        id: "more",
        label: l10n.t("Load More"),
        value: l10n.t("{0} read", formatCount(node.read)),
        tooltip: l10n.t("Load 1,000 more connections"),
        contextValue: "group",
        children: "nothing",
        command: { command: "managedAuth.loadMoreConnections", title: l10n.t("Load More") },
      };
    case "nothingNeedsYou": {
      const tooltip = l10n.t("No connection needs you. Remove the filter to see all.");
      return emptyRow(node.kind, l10n.t("No login needs you"), tooltip, "check");
    }
    case "nothingFound": {
      const text = display(node.text);
      const tooltip = l10n.t('No website, profile or ID contains "{0}". Remove the filter to see all.', text);
      return emptyRow(node.kind, l10n.t("No matches"), tooltip, "search");
    }
  }
}

function emptyRow(id: string, label: string, tooltip: string, icon: string): TreeRow {
  return { id, label, tooltip, icon: new ThemeIcon(icon), contextValue: "group", children: "nothing" };
}

function listedConnectionRow(node: ListedConnectionNode): TreeRow {
  const { view, watched = false } = node;
  const { connection } = view;
  const name = display(connection.domain ?? connection.id);
  const { brief, contextValue, deadline, due, icon, words } = rowState(node);
  const watchedNote = watched ? l10n.t("watched") : undefined;
  // The deadline comes first, because VS Code clips the end of a row.
  const label = compact(due, name).join(" · ");
  // The accessible name must contain the label (WCAG 2.5.3).
  const subject = [connectionName(connection)];
  if (due !== undefined) subject.splice(0, 1, label, ...compact(connection.profile_name));
  return {
    id: rowId("connection", connection.id),
    label,
    description: rowDescription(node, brief),
    value: display(connection.id),
    get tooltip() {
      const tooltip = connectionTooltip(view);
      return watchedNote === undefined ? tooltip : `${tooltip}\n${watchedNote}`;
    },
    isOneOfMany: true,
    icon,
    accessibilityLabel: compact(
      labelWithValue(display(subject.join(", ")), words),
      due === undefined && deadline,
      watchedNote,
    ).join(", "),
    contextValue,
    children: "nothing",
    command: {
      command: "managedAuth.showConnection",
      title: l10n.t("Show Connection"),
      arguments: [{ id: connection.id, preserveFocus: true }],
    },
  };
}

/** Returns the parts of a row that depend on the connection's state. The row has no button during a deletion. */
function rowState({ deleting = false, view, watched = false }: ListedConnectionNode) {
  if (deleting) {
    const words = l10n.t("deleting…");
    return { words, brief: words, icon: new ThemeIcon("loading~spin"), contextValue: "group" };
  }
  return {
    words: display(describeState(view)),
    brief: describeStateBriefly(view),
    due: answerDeadline(view),
    // If a login needs no answer, its deadline isn't shown in the row but is announced by screen readers.
    deadline: describeDeadline(view),
    icon: stateIcon(view.state),
    // If a connection needs an action by the user, its row has a button for this action. The button is omitted while
    // the website refuses every login, because no action can help.
    contextValue: connectionContextValue(view.group === "needsYou" && !view.isHopeless, watched),
  };
}

/** Maximum length of a row's description, in characters, so that the description fits a narrow side bar. */
const maxRowDescriptionLength = 32;

/** Joins the state with the profile. The profile comes last, because VS Code clips long descriptions. */
function rowDescription(
  { showsProfile = false, view, watched = false }: ListedConnectionNode,
  words: string,
): string {
  const text = compact(words, showsProfile && view.connection.profile_name).join(" · ");
  const shown = display(watched ? `${watchedPrefix}${text}` : text);
  return shown.length > maxRowDescriptionLength ? displayShort(shown, maxRowDescriptionLength - 1) : shown;
}

/**
 * Marks a watched connection at the start of its description, because VS Code may clip the end. The tooltip and the
 * screen reader use a word instead.
 */
const watchedPrefix = "◉ ";

/** Returns the row's `contextValue`, which determines the commands that the manifest offers. */
function connectionContextValue(needingYou: boolean, watched: boolean): string {
  if (needingYou) return watched ? "connectionNeedingYouWatched" : "connectionNeedingYou";
  return watched ? "connectionWatched" : "connection";
}

function connectionGroupRow(group: ConnectionGroup, size: number): TreeRow {
  const label = connectionGroupLabel(group);
  return {
    id: rowId("group", group.by, group.name ?? ""),
    label,
    value: formatCount(size),
    tooltip: labelWithValue(label, formatCount(size)),
    contextValue: "group",
    children: "open",
  };
}

function connectionGroupLabel(group: ConnectionGroup): string {
  if (group.by === "profile")
    return group.name === undefined ? l10n.t("Profile not reported") : display(group.name);
  return {
    needsYou: l10n.t("Needs you"),
    inProgress: l10n.t("In progress"),
    loggedIn: l10n.t("Logged in"),
    other: l10n.t("Others"),
  }[group.name];
}

/** Builds a row that explains why no connections are listed. The Enter key runs a remedy, such as a refresh. */
function unlistedConnectionsRow(failure: ReadingFailure): TreeRow {
  if (failure.kind === "notFound" && failure.missing !== "project") {
    return {
      id: "unlisted",
      label: l10n.t("This service can't list connections"),
      tooltip: l10n.t("Press Enter to show a connection by ID."),
      icon: new ThemeIcon("warning", new ThemeColor("list.warningForeground")),
      contextValue: "group",
      accessibilityLabel: l10n.t(
        "This service can't list connections. Press Enter to show a connection by ID",
      ),
      children: "nothing",
      command: { command: "managedAuth.showConnection", title: l10n.t("Show Connection") },
    };
  }
  return failureRow("unlisted", failure, "managedAuth.refreshConnections");
}

/**
 * Returns the icon for a state. The icon's shape and the row's text already distinguish the states, so no information
 * depends on color alone.
 */
function stateIcon(state: ConnectionState): ThemeIcon {
  const warning = new ThemeColor("list.warningForeground");
  switch (state.kind) {
    case "running":
      return progressIcon(state.progress, warning);
    case "loggedIn":
      if (state.canReauth === true) return new ThemeIcon("pass-filled", new ThemeColor("charts.green"));
      if (state.hasHealthChecks) return new ThemeIcon("pass", new ThemeColor("charts.green"));
      return new ThemeIcon("pass");
    case "needsLogin":
      if (state.why === "never") return new ThemeIcon("circle-large-outline", warning);
      return new ThemeIcon("warning", warning);
    case "failed":
      return new ThemeIcon("error", new ThemeColor("list.errorForeground"));
    case "unknown":
      return new ThemeIcon("question");
  }
}

function progressIcon({ kind }: FlowProgress, waitingColor: ThemeColor): ThemeIcon {
  switch (kind) {
    case "asks":
      return new ThemeIcon("bell-dot", waitingColor);
    case "confirms":
      return new ThemeIcon("device-mobile", waitingColor);
    case "sends":
    case "looks":
      return new ThemeIcon("sync~spin");
  }
}

/** Returns a connection's tooltip as plain text, because Markdown would fetch remote images. */
export function connectionTooltip(view: ConnectionView): string {
  const { connection, state } = view;
  const status = connectionStatusLabel(connection.status);
  const lines = [connectionName(connection)];
  if (state.kind === "loggedIn") lines.push(status, describeChecks(connection, state.checkedAt));
  else lines.push(labelWithValue(status, compact(describeState(view), describeDeadline(view)).join(", ")));
  lines.push(...describeRenewal(view), connection.id);
  return lines.map((line) => display(line)).join("\n");
}

function describeChecks({ health_check_interval, health_checks }: ManagedAuth, at: Date | undefined): string {
  const lastCheck =
    at === undefined ? l10n.t("Not checked yet") : capitalize(l10n.t("checked {0}", formatDateTime(at)));
  if (health_checks === false) return l10n.t("{0}, health checks are off", lastCheck);
  if (health_check_interval === undefined) return lastCheck;
  return joinWithCommas([lastCheck, everyInterval(health_check_interval)]);
}

/**
 * Returns the tooltip lines that state whether the connection can log in again automatically. If automatic logins are
 * turned off, the lines omit the reason that the service reports.
 */
function describeRenewal(view: ConnectionView): readonly string[] {
  const { can_reauth, can_reauth_reason } = view.connection;
  if (view.isReauthAllowed && (can_reauth ?? can_reauth_reason) === undefined) return [];
  const { label, note, value } = reauthRow(view);
  return compact(labelWithValue(label, value.text), view.isReauthAllowed && note);
}
