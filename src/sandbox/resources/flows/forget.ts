import type { Writer } from "../../db/store.ts";

/** Ends every flow of a connection that is about to be deleted, and forgets what its checks found. */
export function forgetFlows(store: Writer, connectionId: string): void {
  store.write("DELETE FROM flows WHERE connection_id = ?", connectionId);
  store.write("DELETE FROM health_checks WHERE connection_id = ?", connectionId);
}
