// The sandbox's clock: this computer's, and as much ahead of it as it was moved. All that is a function of the time reads
// it. How far ahead it is stands among the data, so that what was written under it is never in the future later on.
import type { StoreReader, TableDefinition, StoreWriter } from "../db/store.ts";
import { readInteger } from "../db/sqlite.ts";

export const clock: TableDefinition = {
  name: "clock",
  columns: {
    id: "INTEGER PRIMARY KEY CHECK (id = 1)",
    ahead_ms: "INTEGER NOT NULL CHECK (ahead_ms >= 0)",
  },
};

/** How far ahead it may be, in milliseconds: 100 years of 365 days, so that every year has four digits. */
const furthest = 100 * 365 * 24 * 60 * 60 * 1000;

/** This computer's clock, which the data of a new sandbox begins with. Milliseconds since 1970. */
export const presentTime = (): number => Date.now();

/** What time it is in the sandbox, in milliseconds since 1970. */
export const timeIn = (store: StoreReader): number => presentTime() + aheadOf(store);

/** Moves the clock forward, for good. Returns false, and leaves it, where it would be more than 100 years ahead. */
export function moveClock(store: StoreWriter, ms: number): boolean {
  const ahead = aheadOf(store) + ms;
  if (ahead > furthest) return false;
  store.write("INSERT OR REPLACE INTO clock VALUES (1, ?)", ahead);
  return true;
}

function aheadOf(store: StoreReader): number {
  const row = store.first("SELECT ahead_ms FROM clock");
  return row === undefined ? 0 : readInteger(row, "ahead_ms");
}

export const minute = 60 * 1000;
export const hour = 60 * minute;
const day = 24 * hour;

/** A time (milliseconds since 1970) in ISO 8601. */
export const iso = (at: number): string => new Date(at).toISOString();

/** So many milliseconds before `now`, in ISO 8601. */
export const before = (now: number, ms: number): string => iso(now - ms);

/** When the seed says that its rows were created. */
export const created = (now: number): string => before(now, 30 * day);
