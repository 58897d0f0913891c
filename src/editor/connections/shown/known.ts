import type { ManagedAuth } from "../../../api/schemas.ts";

/** What this window knows of a connection's login that the connection itself does not tell. */
export interface LoginKnown {
  /** Sentences on it. */
  readonly notes: readonly string[];
  /** Whether this window has opened its page, whose link works once. */
  readonly opened: boolean;
  /** Whether this window follows it; `left` where the user has had it stop. */
  readonly following: "here" | "left" | "no";
}

/** Tells what is known of the login of a connection that was just read; `undefined` where that is nothing. */
export type KnowsLogin = (accountId: string, connection: ManagedAuth) => LoginKnown | undefined;
