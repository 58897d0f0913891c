// DELETE /telemetry/destinations/{id_or_name} (§4.3).
import { askedFor } from "./asked.ts";
import type { Reply } from "./http/replies.ts";
import { inUse, notFound } from "./http/replies.ts";
import type { Holders } from "./rows.ts";
import type { Store } from "./store.ts";

/** 204, 404 or 409. An id wins over a name that looks like it. `now`: milliseconds since 1970. */
export function deleteDestination(store: Store, idOrName: string, now: number): Reply {
  return askedFor(idOrName) ?? store.transaction(() => remove(store, idOrName, now));
}

function remove(store: Store, idOrName: string, now: number): Reply {
  const id = store.destinationById(idOrName) ?? store.destinationByName(idOrName);
  if (id === undefined) return notFound("There is no telemetry destination with this id or name.");
  store.renewLogins(now);
  const causes = causesOf(store.holders(id, now));
  if (causes.length > 0) return inUse(causes);
  store.deleteDestination(id);
  return { status: 204, body: undefined };
}

/** The three causes of §4.3, in its order, each naming what holds the destination. */
function causesOf({ sessions, connections, logins }: Holders): string[] {
  const causes: string[] = [];
  if (sessions.length > 0) {
    causes.push(
      `Sessions bound to the destination are still exporting: ${named(sessions)}. Wait for them to end or delete them first.`,
    );
  }
  if (connections.length > 0) {
    causes.push(`An auth connection still selects the destination: ${named(connections)}.`);
  }
  if (logins.length > 0) {
    causes.push(`A managed auth login using the destination is in progress: connection ${named(logins)}.`);
  }
  return causes;
}

const listed = 5;

const named = (names: readonly string[]): string =>
  names.length <= listed
    ? names.join(", ")
    : `${names.slice(0, listed).join(", ")} and ${names.length - listed} more`;
