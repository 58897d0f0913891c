// Storage of flows: start, script and answers.
import type { DatabaseRow } from "../../db/sqlite.ts";
import type { StoreReader, TableDefinition, StoreWriter } from "../../db/store.ts";
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
    script: "TEXT NOT NULL",
    began_at: "INTEGER NOT NULL",
    type: "TEXT",
    code: "TEXT",
    answers: "TEXT NOT NULL DEFAULT '[]'",
    canceled_at: "INTEGER",
    // 1 if the effects of the flow's end are stored. Sample flows start with 1.
    settled: "INTEGER NOT NULL DEFAULT 1 CHECK (settled IN (0, 1))",
  },
  indexed: ["connection_id", "destination_id", "settled"],
  read: flowFromRow,
};

/** The latest stored flow. Ordered by row, because the clock may have been set back. */
export function findLatestFlowRow(store: StoreReader, connectionId: string): FlowRow | undefined {
  const sql = "SELECT * FROM flows WHERE connection_id = ? ORDER BY rowid DESC LIMIT 1";
  const row = store.first(sql, connectionId);
  return row && flowFromRow(row);
}

/** The state of the connection's latest flow at a time. */
export function findLatestFlow(
  store: StoreReader,
  connectionId: string,
  now: number,
): SandboxFlow | undefined {
  const row = findLatestFlowRow(store, connectionId);
  return row && flowAt(row, now);
}

export function findFlowRow(store: StoreReader, id: string): FlowRow | undefined {
  const row = store.first("SELECT * FROM flows WHERE id = ?", id);
  return row && flowFromRow(row);
}

/**
 * The current state of a flow that may have changed since its row was read. A missing row was canceled with its
 * connection.
 */
export function currentFlow(store: StoreReader, row: FlowRow, now: number): SandboxFlow {
  const current = findFlowRow(store, row.id);
  if (current !== undefined) return flowAt(current, now);
  return endedFlow(
    row,
    { flow_status: "CANCELED", flow_step: flowAt(row, row.beganAt).shown.flow_step },
    now,
  );
}

/** A connection's flows, newest first. */
export const findFlowRows = (store: StoreReader, connectionId: string): FlowRow[] =>
  store
    .select("SELECT * FROM flows WHERE connection_id = ? ORDER BY rowid DESC", connectionId)
    .map(flowFromRow);

/** Flows in progress. */
export const findRunningFlows = (store: StoreReader, now: number): FlowRow[] =>
  store
    .select("SELECT * FROM flows WHERE settled = 0 OR code IS NULL")
    .map(flowFromRow)
    .filter((row) => flowAt(row, now).inProgress);

/** Flows whose end has no stored effects yet. */
export const findUnsettledFlows = (store: StoreReader): FlowRow[] =>
  store.select("SELECT * FROM flows WHERE settled = 0").map(flowFromRow);

/** Adds a flow. The effects of its end will be stored later. */
export const insertFlow = (store: StoreWriter, row: FlowRow): DatabaseRow =>
  store.insert("flows", { ...row, answers: JSON.stringify(row.answers), settled: false });

/** Adds an answer to a flow in progress. */
export const addFlowAnswer = (
  store: StoreWriter,
  { id, answers }: FlowRow,
  answer: StoredAnswer,
): DatabaseRow => store.update("flows", id, { answers: JSON.stringify([...answers, answer]), settled: 0 });

/** Cancels a flow in progress. */
export const markFlowCanceled = (store: StoreWriter, { id }: FlowRow, now: number): DatabaseRow =>
  store.update("flows", id, { canceled_at: now, settled: 0 });

/** Marks the effects of the flow's end as stored, and releases its destination. */
export const markFlowSettled = (store: StoreWriter, { id }: FlowRow): DatabaseRow =>
  store.update("flows", id, { settled: 1, destination_id: null });
