// Finds the running browsers. Browsers that clients created are stored in a table. The browser of a login isn't
// stored, because it exists only while the login runs.
import { type DatabaseRow, getInteger, getOptionalText, getText } from "../db/sqlite.ts";
import type { SandboxStore, StoreReader, StoreWriter, TableDefinition, SampleSize } from "../db/store.ts";
import { isoTimeBefore, msPerHour, msPerMinute, sandboxTime, toIsoTime } from "./clock.ts";
import { readDetails } from "./collection.ts";
import { findConnectionRow } from "./connections/connectionRows.ts";
import { readSettings } from "./connections/storedSettings.ts";
import { type FlowRow, browserSessionIdOf } from "./flows/flowState.ts";
import { findRunningFlows } from "./flows/flowRows.ts";
import { findProfileRow } from "./profiles.ts";
import { projectColumn } from "./projectScope.ts";
import { isInSample } from "./smallSample.ts";

export const browserTable: TableDefinition = {
  name: "browsers",
  columns: {
    id: "TEXT PRIMARY KEY",
    name: "TEXT",
    profile_id: "TEXT REFERENCES profiles (id) ON DELETE SET NULL",
    proxy_id: "TEXT REFERENCES proxies (id) ON DELETE SET NULL",
    // The destination to which the browser's telemetry is exported.
    destination_id: "TEXT REFERENCES destinations (id)",
    headless: "INTEGER NOT NULL DEFAULT 0",
    stealth: "INTEGER NOT NULL",
    timeout: "INTEGER NOT NULL",
    // Optional fields of the reply, as JSON.
    details: "TEXT NOT NULL DEFAULT '{}'",
    created_at: "TEXT NOT NULL",
    // Null for sample browsers. They never end, because they count as having a client that stays connected.
    ends_at: "INTEGER",
    project_id: projectColumn,
  },
  indexed: ["destination_id"],
};

/** Adds two sample browsers that export telemetry to a destination. */
export function seedBrowsers(store: StoreWriter, now: number, sample: SampleSize): void {
  const shared = { destination_id: "otlp_sandboxsessions", stealth: true, timeout: 300 };
  const rows = [
    {
      ...shared,
      id: "bs_sandbox1",
      name: "nightly-report",
      profile_id: "prof_sandboxcompliance",
      proxy_id: "proxy_sandboxparis",
      details: JSON.stringify({ start_url: "https://bank.example/statements" }),
      created_at: isoTimeBefore(now, 2 * msPerHour),
    },
    {
      ...shared,
      id: "bs_sandbox2",
      profile_id: "prof_sandboxresearch",
      details: JSON.stringify({ tags: { source: "managed-auth" } }),
      created_at: isoTimeBefore(now, 12 * msPerMinute),
    },
  ];
  for (const row of rows) if (isInSample(sample, row.id)) store.insert("browsers", row);
}

/** Returns the IDs of the browsers that export telemetry to a destination. */
export const exportingBrowsers = (store: StoreReader, destinationId: string): string[] =>
  store
    .select("SELECT id FROM browsers WHERE destination_id = ?", destinationId)
    .map((row) => getText(row, "id"));

/** A page with a browser's live view. While the page is open, it counts as a client of the browser. */
interface BrowserViewer {
  readonly browserId: string;
  /** Time in milliseconds since 1970. Undefined while the live view is open. */
  closedAt?: number;
}

/**
 * The open live views, and the closed ones that haven't extended the end time of their browser yet. Kept in memory
 * only, because every live view is disconnected when the process exits.
 */
const viewersByStore = new WeakMap<StoreReader, Set<BrowserViewer>>();

/** Counts a live view as a client of its browser until the returned function is called. */
export function addViewer(store: StoreReader, browserId: string): () => void {
  const viewer: BrowserViewer = { browserId };
  viewersByStore.set(store, (viewersByStore.get(store) ?? new Set()).add(viewer));
  return () => (viewer.closedAt = sandboxTime(store));
}

/** Ends browsers that have had no client for the duration of their timeout. `now` is in milliseconds since 1970. */
export function endIdleBrowsers(store: SandboxStore, now: number): void {
  const viewers = viewersByStore.get(store) ?? new Set();
  const isDue = store.first("SELECT 1 FROM browsers WHERE ends_at <= ?", now) !== undefined;
  if (viewers.size === 0 && !isDue) return;
  store.transaction((writer) => {
    for (const viewer of viewers) {
      const { browserId, closedAt } = viewer;
      // Keep the later end time, because another live view of the browser may have been closed later.
      const extend = "UPDATE browsers SET ends_at = max(ends_at, ? + timeout * 1000) WHERE id = ?";
      writer.write(extend, closedAt ?? now, browserId);
      if (closedAt !== undefined) viewers.delete(viewer);
    }
    writer.write("DELETE FROM browsers WHERE ends_at <= ?", now);
  });
}

export interface RunningBrowser {
  readonly project: string;
  readonly profile: DatabaseRow | undefined;
  /**
   * The login that uses the browser, and the domain of the login's website. Undefined if a client created the
   * browser.
   */
  readonly login?: { readonly flow: FlowRow; readonly domain: string };
  /** The fields of the reply, except the URLs and the profile. */
  readonly fields: {
    readonly session_id: string;
    readonly created_at: string;
    readonly headless: boolean;
    readonly name?: string | undefined;
    readonly proxy_id?: string | undefined;
    readonly start_url?: string;
  };
}

/** Timeout of a login's browser, in seconds. */
const loginTimeoutSeconds = 600;

/** Returns the running browsers of the organization, newest first. `now` is in milliseconds since 1970. */
export function runningBrowsers(store: StoreReader, now: number): RunningBrowser[] {
  const stored = store.select("SELECT * FROM browsers").map((row) => ({
    project: getText(row, "project_id"),
    profile: findProfileRow(store, getText(row, "project_id"), getOptionalText(row, "profile_id") ?? ""),
    fields: {
      session_id: getText(row, "id"),
      created_at: getText(row, "created_at"),
      headless: getInteger(row, "headless") === 1,
      stealth: getInteger(row, "stealth") === 1,
      timeout_seconds: getInteger(row, "timeout"),
      name: getOptionalText(row, "name") ?? undefined,
      proxy_id: getOptionalText(row, "proxy_id") ?? undefined,
      ...readDetails(row),
    },
  }));
  const ofLogins = findRunningFlows(store, now).flatMap((flow) => loginBrowser(store, flow));
  return [...stored, ...ofLogins].sort((a, b) => b.fields.created_at.localeCompare(a.fields.created_at));
}

function loginBrowser(store: StoreReader, flow: FlowRow): RunningBrowser[] {
  const connection = findConnectionRow(store, flow.connectionId);
  if (connection === undefined) return [];
  const fields = {
    session_id: browserSessionIdOf(flow),
    created_at: toIsoTime(flow.beganAt),
    headless: false,
    stealth: readSettings(connection).browser.stealth,
    timeout_seconds: loginTimeoutSeconds,
    proxy_id: flow.proxyId ?? undefined,
  };
  const { domain, profileName, projectId } = connection;
  const profile = findProfileRow(store, projectId, profileName);
  return [{ project: projectId, profile, login: { flow, domain }, fields }];
}
