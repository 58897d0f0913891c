// Stores health checks, including those of sample connections. Consecutive checks with the same outcome share a row.
import * as z from "zod/mini";
import { getInteger, type DatabaseRow, getText } from "../../db/sqlite.ts";
import type { StoreReader, TableDefinition, StoreWriter } from "../../db/store.ts";
import { findConnectionRow } from "../connections/connectionRows.ts";
import { readSettings } from "../connections/storedSettings.ts";

export const healthChecksTable: TableDefinition = {
  name: "health_checks",
  columns: {
    connection_id: "TEXT NOT NULL REFERENCES connections (id) ON DELETE CASCADE",
    first_at: "INTEGER NOT NULL",
    interval: "INTEGER NOT NULL CHECK (interval > 0)",
    count: "INTEGER NOT NULL CHECK (count > 0)",
    status: "TEXT NOT NULL CHECK (status IN ('AUTHENTICATED', 'NEEDS_AUTH'))",
  },
  indexed: ["connection_id"],
  read: (row) => healthChecksFromRow(row),
};

const CheckedStatus = z.enum(["AUTHENTICATED", "NEEDS_AUTH"]);

const healthChecksFromRow = (row: DatabaseRow) => ({
  connectionId: getText(row, "connection_id"),
  firstAt: getInteger(row, "first_at"),
  interval: getInteger(row, "interval"),
  count: getInteger(row, "count"),
  status: CheckedStatus.parse(row["status"]),
});

/** Consecutive health checks with equal intervals and the same outcome. Times are in milliseconds since 1970. */
export type HealthCheckRun = Readonly<ReturnType<typeof healthChecksFromRow>>;

/** Returns the health checks of a connection, newest first. */
export const findHealthChecks = (store: StoreReader, connectionId: string): HealthCheckRun[] =>
  store
    .select("SELECT * FROM health_checks WHERE connection_id = ? ORDER BY first_at DESC", connectionId)
    .map(healthChecksFromRow);

/** Adds health checks. Extends the latest row if there is no gap and the interval and outcome are the same. */
export function addHealthChecks(store: StoreWriter, checks: HealthCheckRun): void {
  const [before] = findHealthChecks(store, checks.connectionId);
  const goesOn =
    before?.status === checks.status &&
    before.interval === checks.interval &&
    before.firstAt + before.count * before.interval === checks.firstAt;
  if (goesOn) {
    store.write(
      "UPDATE health_checks SET count = count + ? WHERE connection_id = ? AND first_at = ?",
      checks.count,
      checks.connectionId,
      before.firstAt,
    );
    return;
  }
  store.insert("health_checks", checks);
}

/**
 * For each sample connection, the number of consecutive checks that found the connection logged in, and `out` if a
 * further check found it logged out.
 */
const sampleCheckCounts: Readonly<Record<string, readonly [count: number, last?: "out"]>> = {
  compliance: [90],
  github: [26],
  ledger: [240],
  maps: [70],
  rail: [5],
  registry: [5],
  mail: [30, "out"],
  payroll: [72, "out"],
  tax: [40, "out"],
  visa: [50, "out"],
  wiki: [60, "out"],
};

/** Adds health checks to the sample connections. The time of the last check is the connection's `lastAuthCheckAt`. */
export function seedHealthChecks(store: StoreWriter): void {
  for (const [name, [count, last]] of Object.entries(sampleCheckCounts)) {
    const connection = findConnectionRow(store, `ma_sandbox${name}`);
    const lastAt = Date.parse(connection?.lastAuthCheckAt ?? "");
    if (connection === undefined || Number.isNaN(lastAt)) continue;
    const interval = readSettings(connection).health_check_interval * 1000;
    const run = { connectionId: connection.id, interval };
    const firstAt = lastAt - (last === "out" ? count : count - 1) * interval;
    addHealthChecks(store, { ...run, firstAt, count, status: "AUTHENTICATED" });
    if (last === "out") addHealthChecks(store, { ...run, firstAt: lastAt, count: 1, status: "NEEDS_AUTH" });
  }
}
