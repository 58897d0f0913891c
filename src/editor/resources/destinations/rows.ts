// Rows of telemetry destinations in the side bar, the wording of their export health, and the refresh after logins.
import { l10n, ThemeColor, ThemeIcon } from "vscode";
import type { Disposable } from "vscode";
import type { OtlpDestination } from "../../../api/resourceSchemas.ts";
import type { ManagedAuth } from "../../../api/schemas.ts";
import type { CardValue } from "../../../card/card.ts";
import { compact } from "../../../domain/compact.ts";
import { parseDate } from "../../../domain/dates.ts";
import { selectedDestination } from "../../../domain/resources/destinationUse.ts";
import { exportHealthOf } from "../../../domain/resources/destinations.ts";
import type { ExportHealth } from "../../../domain/resources/destinations.ts";
import { display } from "../../../domain/text/display.ts";
import { maskedAddress } from "../../../domain/text/secrets.ts";
import type { ConnectionsModel } from "../../catalogue/connectionsModel.ts";
import { connectionName } from "../../catalogue/connectionLabels.ts";
import { failureRow } from "../../catalogue/failures.ts";
import type { ReadingFailure, RefreshableModel } from "../../catalogue/readModel.ts";
import { runGuarded } from "../../kit/notify.ts";
import type { Log } from "../../kit/log.ts";
import { rowId } from "../../kit/row.ts";
import type { TreeRow } from "../../kit/row.ts";
import { formatCount, formatDateTime, formatShortDateTime } from "../../words/formatting.ts";
import { inQuotes, labelWithValue, joinSentences, withFullStop } from "../../words/sentences.ts";

/** A row of the telemetry destinations view, as plain data. */
export type DestinationNode =
  | {
      readonly kind: "destination";
      readonly destination: OtlpDestination;
      readonly usedBy: readonly ManagedAuth[];
      /** True if all connections are known, which means that no unlisted connection selects the destination. */
      readonly isComplete: boolean;
    }
  /** A row below a destination, for a connection that selects the destination. */
  | { readonly kind: "selecting"; readonly destinationId: string; readonly connection: ManagedAuth }
  | { readonly kind: "destinationsUnlisted"; readonly failure: ReadingFailure };

export function belowDestination(node: DestinationNode): readonly DestinationNode[] {
  if (node.kind !== "destination") return [];
  const { destination, usedBy } = node;
  return usedBy.map((connection) => ({ kind: "selecting", destinationId: destination.id, connection }));
}

export function destinationRow(node: DestinationNode): TreeRow {
  switch (node.kind) {
    case "destination":
      return destinationNodeRow(node);
    case "selecting": {
      const { connection, destinationId } = node;
      const name = display(connectionName(connection));
      return {
        id: rowId("selecting", destinationId, connection.id),
        label: display(connection.domain ?? connection.id),
        ...(connection.profile_name !== undefined && { value: display(connection.profile_name) }),
        tooltip: l10n.t("{0} uses this destination, which blocks deletion.", name),
        icon: new ThemeIcon("key"),
        accessibilityLabel: name,
        contextValue: "group",
        children: "nothing",
        command: {
          command: "managedAuth.showConnection",
          title: l10n.t("Show Connection"),
          arguments: [{ id: connection.id, preserveFocus: true }],
        },
      };
    }
    case "destinationsUnlisted":
      return destinationsUnlistedRow(node.failure);
  }
}

function destinationNodeRow({
  destination,
  usedBy,
  isComplete,
}: Extract<DestinationNode, { kind: "destination" }>): TreeRow {
  const { endpoint, id, name } = destination;
  const health = exportHealthOf(destination);
  const users = usersCountText(usedBy.length, isComplete);
  // Keep the description short, because a longer one would be truncated in a narrow side bar.
  const description = exportsWords(destination, health) ?? users ?? "";
  const label = display(name ?? id);
  return {
    id: rowId("destination", id),
    label,
    description,
    value: display(id),
    tooltip: compact(
      label,
      endpoint !== undefined && display(maskedAddress(endpoint)),
      ...healthFacts(destination).map(([title, value]) => labelWithValue(title, value)),
      users !== undefined && joinSentences([withFullStop(users)]),
      display(id),
    ).join("\n"),
    icon: healthIcon(health),
    contextValue: "destination",
    children: usedBy.length === 0 ? "nothing" : "closed",
    command: {
      command: "managedAuth.showDestination",
      title: l10n.t("Show Destination"),
      arguments: [{ id, preserveFocus: true }],
    },
  };
}

/** Summarizes the export health for a row. Returns undefined for unknown health and before the first export. */
function exportsWords(destination: OtlpDestination, health: ExportHealth): string | undefined {
  if (health.kind === "failing") return failuresWords(destination, health.failures);
  const at = health.kind === "fine" ? health.exportedAt : undefined;
  // The time comes first, because VS Code clips the end of a row.
  return at && l10n.t("{0} · exported", formatShortDateTime(at));
}

/** Describes how many connections use a destination, if known. Other browser sessions may use the destination, too. */
function usersCountText(users: number, isComplete: boolean): string | undefined {
  if (users === 1) return l10n.t("1 connection");
  if (users > 1) return l10n.t("{0} connections", formatCount(users));
  return isComplete ? l10n.t("not used") : undefined;
}

/**
 * Returns the icon for the export health. The icon's shape and the row's text also show the health, so that no
 * information depends on color alone.
 */
function healthIcon({ kind }: ExportHealth): ThemeIcon {
  if (kind === "failing") return new ThemeIcon("warning", new ThemeColor("list.warningForeground"));
  return new ThemeIcon("broadcast");
}

function destinationsUnlistedRow(failure: ReadingFailure): TreeRow {
  if (failure.kind !== "notFound" || failure.missing === "project")
    return failureRow("destinationsUnlisted", failure, "managedAuth.refreshDestinations");
  const label = l10n.t("This service can't list telemetry destinations");
  return {
    id: "destinationsUnlisted",
    label,
    tooltip: l10n.t("The service may be older than this extension."),
    icon: new ThemeIcon("warning", new ThemeColor("list.warningForeground")),
    contextValue: "error",
    children: "nothing",
  };
}

export function healthValue(destination: OtlpDestination): CardValue {
  const values: Record<ExportHealth["kind"], CardValue> = {
    failing: { text: l10n.t("Exports fail"), tone: "warning" },
    fine: { text: l10n.t("Exports arrive"), tone: "success" },
    idle: { text: l10n.t("No exports yet"), tone: "neutral" },
    unknown: { text: l10n.t("Not reported"), tone: "neutral" },
  };
  return values[exportHealthOf(destination).kind];
}

/** Summarizes consecutive export failures for a row: their number, and the class of the last HTTP status code. */
function failuresWords(destination: OtlpDestination, failures: number): string {
  const words = failures === 1 ? l10n.t("1 failure") : l10n.t("{0} failures", formatCount(failures));
  const status = statusClass(destination);
  return status === undefined ? words : `${words} · ${status}`;
}

/**
 * Returns the class of the HTTP status code that the collector returned, such as "5xx". Returns undefined if the last
 * error doesn't contain a class (operations.md §5).
 */
export function statusClass({ last_error }: OtlpDestination): string | undefined {
  return /\b[1-5]xx\b/.exec(last_error ?? "")?.[0];
}

/** Explains that telemetry isn't arriving, with any reported reason. Returns undefined unless exports fail. */
export function arrivalWords(destination: OtlpDestination): string | undefined {
  if (exportHealthOf(destination).kind !== "failing") return undefined;
  const { last_error } = destination;
  const status = statusClass(destination);
  if (status === undefined)
    return last_error === undefined
      ? l10n.t("Telemetry isn't arriving.")
      : l10n.t('Telemetry isn\'t arriving: "{0}".', display(last_error));
  const reason = l10n.t("Telemetry isn't arriving: the collector returned a {0}.", status);
  return joinSentences([
    reason,
    status === "4xx" ? l10n.t("Check the address and headers.") : l10n.t("Check the collector."),
  ]);
}

/** Returns the reported export data as labels and values. Marks data that the service didn't report. */
export function healthFacts(destination: OtlpDestination): readonly (readonly [string, string])[] {
  const { consecutive_failures: failures, last_error, last_error_at, last_export_at } = destination;
  const unknown = exportHealthOf(destination).kind === "unknown";
  const [error, date] = [last_error && inQuotes(display(last_error)), formatReportedDate(last_error_at)];
  const missing = unknown ? l10n.t("Not reported") : l10n.t("None");
  return [
    [l10n.t("Last export"), formatReportedDate(last_export_at) ?? missing],
    [l10n.t("Failures in a row"), failures === undefined ? l10n.t("Not reported") : formatCount(failures)],
    [
      l10n.t("Last error"),
      error !== undefined && date !== undefined ? labelWithValue(date, error) : (error ?? date ?? missing),
    ],
  ];
}

function formatReportedDate(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const date = parseDate(text);
  return date === undefined ? display(text) : formatDateTime(date);
}

export interface FollowExportsParts {
  readonly connections: Pick<ConnectionsModel, "logins" | "state">;
  readonly destinations: RefreshableModel;
  readonly log: Log;
}

/**
 * Refreshes the destinations when a login ends and its connection exports to a destination, because the rows show the
 * time of the last export.
 */
export function followExports({ connections, destinations, log }: FollowExportsParts): Disposable {
  return connections.logins.onDidChange(({ connection, connectionId, end }) => {
    if (end === undefined) return;
    const row = connection ?? connections.state.reading?.rows.find(({ id }) => id === connectionId);
    if (row === undefined || selectedDestination(row) === undefined) return;
    void runGuarded(log, "destinations", () => destinations.refreshIfLoaded());
  });
}
