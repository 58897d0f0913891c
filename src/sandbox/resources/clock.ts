// Implements the sandbox's clock, which is this computer's clock plus an offset. The offset is stored with the data,
// so that stored times aren't in the future after a restart.
import type { StoreReader, TableDefinition, StoreWriter } from "../db/store.ts";
import { getInteger } from "../db/sqlite.ts";

export const clockTable: TableDefinition = {
  name: "clock",
  columns: {
    id: "INTEGER PRIMARY KEY CHECK (id = 1)",
    ahead_ms: "INTEGER NOT NULL CHECK (ahead_ms >= 0)",
  },
};

/** Maximum offset, in milliseconds: 100 years of 365 days. The limit ensures that every year has four digits. */
const maxOffsetMs = 100 * 365 * 24 * 60 * 60 * 1000;

/** Returns this computer's time, in milliseconds since 1970. A new sandbox starts at this time. */
export const systemTime = (): number => Date.now();

/** Returns the sandbox's time, in milliseconds since 1970. */
export const sandboxTime = (store: StoreReader): number => systemTime() + clockOffset(store);

/** Moves the clock forward permanently. Returns false, without a change, if the offset would exceed 100 years. */
export function advanceClock(store: StoreWriter, ms: number): boolean {
  const ahead = clockOffset(store) + ms;
  if (ahead > maxOffsetMs) return false;
  store.write("INSERT OR REPLACE INTO clock VALUES (1, ?)", ahead);
  return true;
}

function clockOffset(store: StoreReader): number {
  const row = store.first("SELECT ahead_ms FROM clock");
  return (row && getInteger(row, "ahead_ms")) ?? 0;
}

export const msPerMinute = 60 * 1000;
export const msPerHour = 60 * msPerMinute;
const msPerDay = 24 * msPerHour;

/** Formats a time, in milliseconds since 1970, as ISO 8601. */
export const toIsoTime = (at: number): string => new Date(at).toISOString();

/** Formats the time `ms` milliseconds before `now` as ISO 8601. */
export const isoTimeBefore = (now: number, ms: number): string => toIsoTime(now - ms);

/** Creation time of sample rows: 30 days before `now`, in ISO 8601. */
export const seedCreatedAt = (now: number): string => isoTimeBefore(now, 30 * msPerDay);
