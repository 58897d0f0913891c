/** A connection as stored; `settings` and `state` are JSON. */
export interface ConnectionRow {
  readonly id: string;
  readonly profileName: string;
  readonly domain: string;
  readonly settings: string;
  /** In what it differs from a connection that was just created. */
  readonly state: string;
  /** What its references resolved to; null where it has none. */
  readonly proxyId: string | null;
  readonly destinationId: string | null;
  readonly createdAt: string;
}

/** What keeps a destination from being deleted (§4.3): ids, or for connections words that name them. */
export interface Holders {
  readonly sessions: readonly string[];
  readonly connections: readonly string[];
  readonly logins: readonly string[];
}
