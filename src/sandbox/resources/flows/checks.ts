// Health checks as they are stored: those that follow upon each other with the same outcome are one row.
import * as z from "zod/mini";
import type { Row } from "../../db/sqlite.ts";
import { integer, text } from "../../db/sqlite.ts";
import type { Reader, Table, Writer } from "../../db/store.ts";

export const table: Table = {
  name: "health_checks",
  columns: {
    connection_id: "TEXT NOT NULL REFERENCES connections (id)",
    first_at: "INTEGER NOT NULL",
    interval_ms: "INTEGER NOT NULL CHECK (interval_ms > 0)",
    count: "INTEGER NOT NULL CHECK (count > 0)",
    status: "TEXT NOT NULL CHECK (status IN ('AUTHENTICATED', 'NEEDS_AUTH'))",
  },
  indexed: ["connection_id"],
};

const Outcome = z.enum(["AUTHENTICATED", "NEEDS_AUTH"]);

const rowOf = (row: Row) => ({
  connectionId: text(row, "connection_id"),
  firstAt: integer(row, "first_at"),
  interval: integer(row, "interval_ms"),
  count: integer(row, "count"),
  status: Outcome.parse(row["status"]),
});

/** Checks at equal intervals, all with one outcome. Times in milliseconds since 1970. */
export type Checks = Readonly<ReturnType<typeof rowOf>>;

/** The checks of a connection, newest first. */
export const checksOf = (store: Reader, connectionId: string): Checks[] =>
  store
    .select("SELECT * FROM health_checks WHERE connection_id = ? ORDER BY first_at DESC", connectionId)
    .map(rowOf);

/** Adds checks, to those before them where they go on as these did. */
export function addChecks(store: Writer, checks: Checks): void {
  const [before] = checksOf(store, checks.connectionId);
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
  store.add("health_checks", {
    connection_id: checks.connectionId,
    first_at: checks.firstAt,
    interval_ms: checks.interval,
    count: checks.count,
    status: checks.status,
  });
}
