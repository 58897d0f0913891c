import type { ApiError, Outcome, FailureOutcome } from "../../api/errors.ts";
import type { TimelineEntry } from "../../api/loginSchemas.ts";
import type { ListPage } from "../../api/listPage.ts";
import { isLogin, entryTime } from "../connections/history.ts";
import type { ManagedAuth } from "../../api/schemas.ts";
import type { TimelineLogins } from "./loginState.ts";

/** Fetches a connection and the logins in its timeline. */
export interface LoginReader {
  readonly connection: () => Promise<Outcome<ManagedAuth>>;
  readonly logins: () => ReturnType<typeof readLogins>;
}

/** Query for a page of a timeline, newest entries first, optionally restricted to entries of one type. */
export interface TimelineQuery {
  readonly limit: number;
  readonly offset: number;
  readonly type?: string;
}

/**
 * Fetches the newest logins of a connection, even if newer entries of other types fill the first page. Resolves to
 * `none` if the service has no timelines.
 */
export async function readLogins(
  readPage: (query: TimelineQuery) => Promise<Outcome<ListPage<TimelineEntry>>>,
): Promise<TimelineLogins | FailureOutcome> {
  const first = { limit: 20, offset: 0 };
  const page = await readPage(first);
  if (page.kind === "failed" && lacksTimelines(page.error)) return { kind: "none" };
  if (page.kind !== "ok") return page;
  const recent = page.value.rows.filter(isLogin);
  if (recent.length > 0 || page.value.next === undefined) return { kind: "logins", entries: recent };
  // Fetch logins separately, because more than a page of health checks can be newer than the last login.
  const logins = await readPage({ ...first, type: "login" });
  if (logins.kind !== "ok") return logins;
  const renewals = await readPage({ ...first, type: "reauth" });
  if (renewals.kind !== "ok") return renewals;
  // A service that ignores the type filter returns each entry twice.
  const rows = [...logins.value.rows, ...renewals.value.rows].filter(isLogin);
  const unique = [...new Map(rows.map((entry) => [entry.id, entry])).values()];
  return {
    kind: "logins",
    entries: unique.sort((a, b) => (entryTime(b) ?? 0) - (entryTime(a) ?? 0)),
  };
}

/**
 * True if the error shows that the service has no timelines. A 404 counts unless the project is missing, because
 * fetching the connection itself already reveals if the connection was deleted.
 */
function lacksTimelines(error: ApiError): boolean {
  if (error.kind === "notFound") return error.missing !== "project";
  return (
    (error.kind === "refused" && error.status === 405) || (error.kind === "server" && error.status === 501)
  );
}
