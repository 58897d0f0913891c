// Flows as they are stored: when each began, how it goes, and what was answered.
import type { DatabaseRow } from "../../db/sqlite.ts";
import type { StoreReader, TableDefinition, StoreWriter } from "../../db/store.ts";
import { flowAt, type Flow, type FlowRow, type Given, over, rowOf } from "./flow.ts";

export const table: TableDefinition = {
  name: "flows",
  columns: {
    id: "TEXT PRIMARY KEY",
    connection_id: "TEXT NOT NULL REFERENCES connections (id) ON DELETE CASCADE",
    destination_id: "TEXT REFERENCES destinations (id) ON DELETE CASCADE",
    script: "TEXT NOT NULL",
    began_at: "INTEGER NOT NULL",
    type: "TEXT",
    code: "TEXT",
    answers: "TEXT NOT NULL DEFAULT '[]'",
    canceled_at: "INTEGER",
    // Whether the effects of its end are written; those of sample flows are from the start.
    settled: "INTEGER NOT NULL DEFAULT 1 CHECK (settled IN (0, 1))",
  },
  indexed: ["connection_id", "destination_id", "settled"],
  read: rowOf,
};

/** The last flow of a connection as it is stored; undefined where there was none. A clock that was put back orders nothing. */
export function lastFlowRow(store: StoreReader, connectionId: string): FlowRow | undefined {
  const sql = "SELECT * FROM flows WHERE connection_id = ? ORDER BY rowid DESC LIMIT 1";
  const row = store.first(sql, connectionId);
  return row && rowOf(row);
}

/** The last flow of a connection, as it is at that time; undefined where there was none. */
export function latestFlow(store: StoreReader, connectionId: string, now: number): Flow | undefined {
  const row = lastFlowRow(store, connectionId);
  return row && flowAt(row, now);
}

/** The flow with this id, if it is there. */
export function flowById(store: StoreReader, id: string): FlowRow | undefined {
  const row = store.first("SELECT * FROM flows WHERE id = ?", id);
  return row && rowOf(row);
}

/** A flow as it is by now, whatever it was when its row was read; one that is gone was canceled with its connection. */
export function flowNow(store: StoreReader, row: FlowRow, now: number): Flow {
  const current = flowById(store, row.id);
  if (current !== undefined) return flowAt(current, now);
  return over(row, { flow_status: "CANCELED", flow_step: flowAt(row, row.beganAt).shown.flow_step }, now);
}

/** Every flow of a connection, newest first. */
export const flowsOf = (store: StoreReader, connectionId: string): FlowRow[] =>
  store.select("SELECT * FROM flows WHERE connection_id = ? ORDER BY rowid DESC", connectionId).map(rowOf);

/** Every flow that is in progress at that time. */
export const runningFlows = (store: StoreReader, now: number): FlowRow[] =>
  store
    .select("SELECT * FROM flows WHERE settled = 0 OR code IS NULL")
    .map(rowOf)
    .filter((row) => flowAt(row, now).inProgress);

/** Every flow whose end, if it has come, has brought about nothing yet. */
export const unsettledFlows = (store: StoreReader): FlowRow[] =>
  store.select("SELECT * FROM flows WHERE settled = 0").map(rowOf);

/** What its end brings about is still to be written. */
export const addFlow = (store: StoreWriter, row: FlowRow): DatabaseRow =>
  store.insert("flows", { ...row, answers: JSON.stringify(row.answers), settled: false });

/** Stores an answer to a flow that is in progress. */
export const addAnswer = (store: StoreWriter, { id, answers }: FlowRow, answer: Given): DatabaseRow =>
  store.update("flows", id, { answers: JSON.stringify([...answers, answer]), settled: 0 });

/** Ends a flow that is in progress. */
export const cancelFlow = (store: StoreWriter, { id }: FlowRow, now: number): DatabaseRow =>
  store.update("flows", id, { canceled_at: now, settled: 0 });

/** What its end brought about is written; it uses its destination no more. */
export const settleFlow = (store: StoreWriter, { id }: FlowRow): DatabaseRow =>
  store.update("flows", id, { settled: 1, destination_id: null });
