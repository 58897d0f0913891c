// The tables, as steps: entry n takes a database from user_version n to n + 1. A released step never changes.

export const migrations: readonly string[] = [
  `
  CREATE TABLE organization (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    plan TEXT NOT NULL,
    is_trialing INTEGER NOT NULL CHECK (is_trialing IN (0, 1)),
    trial_ends_at TEXT
  ) STRICT;

  CREATE TABLE profiles (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    created_at TEXT NOT NULL
  ) STRICT;

  CREATE TABLE proxies (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    active INTEGER NOT NULL CHECK (active IN (0, 1))
  ) STRICT;
  CREATE INDEX proxies_by_name ON proxies (name);

  CREATE TABLE credentials (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    domain TEXT NOT NULL
  ) STRICT;

  CREATE TABLE credential_providers (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL UNIQUE
  ) STRICT;

  CREATE TABLE destinations (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    endpoint TEXT NOT NULL
  ) STRICT;

  -- settings: what was asked for, with the defaults filled in, as JSON.
  -- proxy_id and destination_id: what its references resolved to.
  CREATE TABLE connections (
    id TEXT PRIMARY KEY,
    profile_name TEXT NOT NULL REFERENCES profiles (name),
    domain TEXT NOT NULL,
    settings TEXT NOT NULL,
    proxy_id TEXT REFERENCES proxies (id),
    destination_id TEXT REFERENCES destinations (id),
    created_at TEXT NOT NULL,
    UNIQUE (profile_name, domain)
  ) STRICT;
  CREATE INDEX connections_by_destination ON connections (destination_id);

  -- Browser sessions that are exporting.
  CREATE TABLE sessions (
    id TEXT PRIMARY KEY,
    destination_id TEXT NOT NULL REFERENCES destinations (id)
  ) STRICT;
  CREATE INDEX sessions_by_destination ON sessions (destination_id);

  -- expires_at: milliseconds since 1970. renews: a login of the seed, which stays in progress.
  CREATE TABLE logins (
    id TEXT PRIMARY KEY,
    connection_id TEXT NOT NULL REFERENCES connections (id),
    destination_id TEXT REFERENCES destinations (id) ON DELETE CASCADE,
    expires_at INTEGER NOT NULL,
    renews INTEGER NOT NULL CHECK (renews IN (0, 1))
  ) STRICT;
  CREATE INDEX logins_by_destination ON logins (destination_id);
  `,
  // What lists show of each resource. details: whatever the service may leave out, as JSON.
  `
  CREATE TABLE profiles_2 (
    id TEXT PRIMARY KEY,
    name TEXT UNIQUE,
    created_at TEXT NOT NULL,
    last_used_at TEXT
  ) STRICT;
  INSERT INTO profiles_2 SELECT id, name, created_at, NULL FROM profiles;
  DROP TABLE profiles;
  ALTER TABLE profiles_2 RENAME TO profiles;

  ALTER TABLE proxies ADD COLUMN type TEXT NOT NULL DEFAULT 'datacenter';
  ALTER TABLE proxies ADD COLUMN details TEXT NOT NULL DEFAULT '{}';

  ALTER TABLE credentials ADD COLUMN details TEXT NOT NULL DEFAULT '{}';
  ALTER TABLE credentials ADD COLUMN created_at TEXT NOT NULL DEFAULT '';
  ALTER TABLE credential_providers ADD COLUMN created_at TEXT NOT NULL DEFAULT '';
  ALTER TABLE destinations ADD COLUMN details TEXT NOT NULL DEFAULT '{}';
  ALTER TABLE destinations ADD COLUMN created_at TEXT NOT NULL DEFAULT '';
  -- The seed wrote them together with the first profiles.
  UPDATE credentials SET created_at = (SELECT min(created_at) FROM profiles);
  UPDATE credential_providers SET created_at = (SELECT min(created_at) FROM profiles);
  UPDATE destinations SET created_at = (SELECT min(created_at) FROM profiles);

  CREATE TABLE credential_provider_items (
    id TEXT PRIMARY KEY,
    provider_id TEXT NOT NULL REFERENCES credential_providers (id),
    details TEXT NOT NULL
  ) STRICT;

  -- state: in what a connection differs from one that was just created, as JSON.
  ALTER TABLE connections ADD COLUMN state TEXT NOT NULL DEFAULT '{}';
  `,
];

/** Every table, in an order in which they can be emptied. */
export const tables: readonly string[] = [
  "logins",
  "sessions",
  "connections",
  "destinations",
  "credential_provider_items",
  "credential_providers",
  "credentials",
  "proxies",
  "profiles",
  "organization",
];
