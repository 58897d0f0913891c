import type { OtlpDestination } from "../../api/otherResources.ts";
import { readDate } from "../dates.ts";

/** How exporting to a destination goes. */
export type Health =
  /** The last deliveries failed, so many in a row. */
  | { readonly kind: "failing"; readonly failures: number }
  /** The last delivery arrived. */
  | { readonly kind: "fine"; readonly exportedAt?: Date }
  /** Nothing was delivered yet. */
  | { readonly kind: "idle" }
  /** The service tells nothing of it: an older one. */
  | { readonly kind: "unknown" };

type Told = Pick<OtlpDestination, "consecutive_failures" | "last_error" | "last_error_at" | "last_export_at">;

/** Reads how exporting goes. An error alone says nothing: it stays after a success. */
export function healthOf(destination: Told): Health {
  const { consecutive_failures: failures, last_error, last_error_at, last_export_at } = destination;
  if (failures !== undefined && failures > 0) return { kind: "failing", failures };
  const exportedAt = last_export_at === undefined ? undefined : readDate(last_export_at);
  if (failures === undefined && last_export_at === undefined) return { kind: "unknown" };
  const isIdle = last_export_at === undefined && last_error === undefined && last_error_at === undefined;
  return isIdle ? { kind: "idle" } : { kind: "fine", ...(exportedAt !== undefined && { exportedAt }) };
}
