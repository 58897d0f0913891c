// The health checks of a new sandbox: what a history is made of before anybody has used it.
import type { Writer } from "../../db/store.ts";
import { connectionById } from "../connections/rows.ts";
import { storedSettings } from "../connections/shown.ts";
import type { Checks } from "./checks.ts";
import { addChecks } from "./checks.ts";

/** How many found a connection of the seed logged in, one after the other; and whether the last one found it logged out. */
const samples: Readonly<Record<string, readonly [count: number, last?: "out"]>> = {
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

/** Adds them, so that the last one is where the connection was checked last. */
export function seedChecks(store: Writer): void {
  for (const [name, [count, last]] of Object.entries(samples)) {
    const connection = connectionById(store, `ma_sandbox${name}`);
    const lastAt = Date.parse(connection?.lastAuthCheckAt ?? "");
    if (connection === undefined || Number.isNaN(lastAt)) continue;
    const interval = storedSettings(connection).health_check_interval * 1000;
    const of: Pick<Checks, "connectionId" | "interval"> = { connectionId: connection.id, interval };
    const firstAt = lastAt - (last === "out" ? count : count - 1) * interval;
    addChecks(store, { ...of, firstAt, count, status: "AUTHENTICATED" });
    if (last === "out") addChecks(store, { ...of, firstAt: lastAt, count: 1, status: "NEEDS_AUTH" });
  }
}
