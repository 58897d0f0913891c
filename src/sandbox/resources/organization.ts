// What the organization has booked, as stored.
import type { Reader, Table, Writer } from "../db/store.ts";
import { integer, optionalInteger, optionalText } from "../db/sqlite.ts";
import type { Booking, Features } from "./plans.ts";
import { entitlements, PlanId } from "./plans.ts";

export const organization: Table = {
  name: "organization",
  columns: {
    id: "INTEGER PRIMARY KEY CHECK (id = 1)",
    plan: "TEXT NOT NULL",
    is_trialing: "INTEGER NOT NULL CHECK (is_trialing IN (0, 1))",
    trial_ends_at: "TEXT",
    default_project_sessions: "INTEGER",
  },
};

export function bookingOf(store: Reader): Booking {
  const row = store.first("SELECT plan, is_trialing, trial_ends_at FROM organization") ?? {};
  return {
    plan: PlanId.parse(row["plan"]),
    isTrialing: integer(row, "is_trialing") === 1,
    trialEndsAt: optionalText(row, "trial_ends_at"),
  };
}

export function book(store: Writer, { plan, isTrialing, trialEndsAt }: Booking): void {
  store.write(
    "INSERT INTO organization (id, plan, is_trialing, trial_ends_at) VALUES (1, ?1, ?2, ?3) " +
      "ON CONFLICT (id) DO UPDATE SET plan = ?1, is_trialing = ?2, trial_ends_at = ?3",
    plan,
    isTrialing ? 1 : 0,
    trialEndsAt,
  );
}

/** How many browsers a project without a cap of its own may run at once; null where that is not capped. */
export function projectDefault(store: Reader): number | null {
  const row = store.first("SELECT default_project_sessions AS cap FROM organization") ?? {};
  return optionalInteger(row, "cap");
}

export const setProjectDefault = (store: Writer, cap: number | null): void =>
  store.write("UPDATE organization SET default_project_sessions = ?", cap);

/** What the plan of that time has; `now`: milliseconds since 1970. */
export const featuresOf = (store: Reader, now: number): Features =>
  entitlements(bookingOf(store), now).features;

/** Whether projects are disabled at that time: on the Free plan, as the sandbox chooses, so that it can be seen. */
export const hasNoProjects = (store: Reader, now: number): boolean =>
  entitlements(bookingOf(store), now).plan.effective_id === "FREE";
