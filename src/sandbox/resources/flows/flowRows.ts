// Stores the start, the script and the answers of each flow.
import type { DatabaseRow } from "../../db/sqlite.ts";
import type { ColumnValue, StoreReader, TableDefinition, StoreWriter } from "../../db/store.ts";
import {
  flowAt,
  type SandboxFlow,
  type FlowRow,
  type StoredAnswer,
  endedFlow,
  flowFromRow,
} from "./flowState.ts";

export const flowsTable: TableDefinition = {
  name: "flows",
  columns: {
    id: "TEXT PRIMARY KEY",
    connection_id: "TEXT NOT NULL REFERENCES connections (id) ON DELETE CASCADE",
    destination_id: "TEXT REFERENCES destinations (id) ON DELETE CASCADE",
    proxy_id: "TEXT REFERENCES proxies (id) ON DELETE SET NULL",
    script: "TEXT NOT NULL",
    began_at: "INTEGER NOT NULL",
    type: "TEXT",
    code: "TEXT",
    answers: "TEXT NOT NULL DEFAULT '[]'",
    canceled_at: "INTEGER",
    // 1 if all changes that the flow's end causes have been written. Ended sample flows start with 1.
    settled: "INTEGER NOT NULL DEFAULT 1 CHECK (settled IN (0, 1))",
  },
  indexed: ["connection_id", "destination_id", "settled"],
  read: flowFromRow,
};

const selectFlows = (store: StoreReader, condition: string, ...values: ColumnValue[]): FlowRow[] =>
  store.select(`SELECT * FROM flows WHERE ${condition}`, ...values).map(flowFromRow);

/** Returns a connection's flows, newest first. Sorts by row ID, because the clock may have been set back. */
export const findFlowRows = (store: StoreReader, connectionId: string): FlowRow[] =>
  selectFlows(store, "connection_id = ? ORDER BY rowid DESC", connectionId);

export const findLatestFlowRow = (store: StoreReader, connectionId: string): FlowRow | undefined =>
  selectFlows(store, "connection_id = ? ORDER BY rowid DESC LIMIT 1", connectionId)[0];

export function findLatestFlow(
  store: StoreReader,
  connectionId: string,
  now: number,
): SandboxFlow | undefined {
  const row = findLatestFlowRow(store, connectionId);
  return row && flowAt(row, now);
}

export const findFlowRow = (store: StoreReader, id: string): FlowRow | undefined =>
  selectFlows(store, "id = ?", id)[0];

/** Returns a flow's current state, even if `row` is outdated, or a canceled flow if the row was deleted. */
export function currentFlow(store: StoreReader, row: FlowRow, now: number): SandboxFlow {
  const current = findFlowRow(store, row.id);
  if (current !== undefined) return flowAt(current, now);
  const { flow_step } = flowAt(row, row.beganAt).reported;
  return endedFlow(row, { flow_status: "CANCELED", flow_step }, now);
}

export const findRunningFlows = (store: StoreReader, now: number): FlowRow[] =>
  selectFlows(store, "settled = 0 OR code IS NULL").filter((row) => flowAt(row, now).isInProgress);

/** Returns the flows that are in progress, and ended flows whose resulting changes haven't been written yet. */
export const findUnsettledFlows = (store: StoreReader): FlowRow[] => selectFlows(store, "settled = 0");

/** Adds a flow. After the flow ends, `applyFlowChanges` writes the resulting changes. */
export const insertFlow = (store: StoreWriter, row: FlowRow): DatabaseRow =>
  store.insert("flows", { ...row, answers: JSON.stringify(row.answers), settled: false });

export const addFlowAnswer = (
  store: StoreWriter,
  { id, answers }: FlowRow,
  answer: StoredAnswer,
): DatabaseRow => store.update("flows", id, { answers: JSON.stringify([...answers, answer]), settled: 0 });

export const markFlowCanceled = (store: StoreWriter, { id }: FlowRow, now: number): DatabaseRow =>
  store.update("flows", id, { canceled_at: now, settled: 0 });

/** Records that the changes caused by the flow's end are written, and releases the flow's destination. */
export const markFlowSettled = (store: StoreWriter, { id }: FlowRow): DatabaseRow =>
  store.update("flows", id, { settled: 1, destination_id: null });
