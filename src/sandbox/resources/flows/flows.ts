// The flows of connections: when each began, and how it goes.
import type { Row } from "../../db/sqlite.ts";
import { integer, optionalText, text } from "../../db/sqlite.ts";
import type { Store } from "../../db/store.ts";
import { seededFlows } from "../connections/seed.ts";
import { resource } from "../resource.ts";
import type { Flow, FlowRow } from "./flow.ts";
import { flowAt } from "./flow.ts";
import { ScriptName } from "./scripts.ts";

/** The last flow of a connection, as it is at that time; undefined where there was none. */
export function latestFlow(store: Store, connectionId: string, now: number): Flow | undefined {
  const sql = "SELECT * FROM flows WHERE connection_id = ? ORDER BY began_at DESC, rowid DESC LIMIT 1";
  const row = store.first(sql, connectionId);
  return row && flowAt(rowOf(row), now);
}

/** Every flow that is in progress at that time. */
export const runningFlows = (store: Store, now: number): FlowRow[] =>
  store
    .select("SELECT * FROM flows")
    .map(rowOf)
    .filter((row) => flowAt(row, now).inProgress);

/** Ends every flow of a connection that is about to be deleted. */
export const forgetFlows = (store: Store, connectionId: string): void =>
  store.write("DELETE FROM flows WHERE connection_id = ?", connectionId);

const rowOf = (row: Row): FlowRow => ({
  connectionId: text(row, "connection_id"),
  destinationId: optionalText(row, "destination_id"),
  script: ScriptName.parse(row["script"]),
  beganAt: integer(row, "began_at"),
});

export const flows = resource({
  tables: [
    {
      name: "flows",
      columns: {
        id: "TEXT PRIMARY KEY",
        connection_id: "TEXT NOT NULL REFERENCES connections (id)",
        destination_id: "TEXT REFERENCES destinations (id) ON DELETE CASCADE",
        script: "TEXT NOT NULL",
        began_at: "INTEGER NOT NULL",
      },
      indexed: ["connection_id", "destination_id"],
    },
  ],
  seed(store, now) {
    for (const row of seededFlows(now)) store.add("flows", row);
  },
});
