// Stored credentials: /credentials. The interface doesn't document these operations. Where it is silent:
//
//   rename                 connections that refer to the credential follow
//   a name like an ID      allowed; IDs take precedence over names
//   last value removed     the credential stays, without values
//   {} as a change         400
//   empty value or key     400
//   SSO provider           any text; empty or null removes it in a change and is 400 in a creation
//   secret                 base32; blanks, dashes, padding and small letters are normalized
import * as z from "zod/mini";
import { containsText, readOptionalText, type DatabaseRow, readText } from "../db/sqlite.ts";
import type { StoreReader, StoreWriter } from "../db/store.ts";
import { notFound } from "../http/replies.ts";
import { newId } from "../identity.ts";
import type { ConnectionRow } from "./connections/connectionRows.ts";
import { referTo, secretChanged } from "./connections/credentialChanges.ts";
import { anyText, change, creation, domain, filled, namedBy } from "./fields.ts";
import { askedFor, collection, texts, times } from "./records.ts";
import { ownedBy, projectColumn } from "./projectScope.ts";
import { get, resource } from "./resource.ts";
import { created, iso } from "./clock.ts";
import { isSeeded } from "./smallSample.ts";
import { createHmac } from "node:crypto";

const values = namedBy(filled, filled);
const secret = z
  .string()
  .check(z.refine((value) => canonicalSecret(value) !== undefined, { error: "must be base32" }));

const CreateCredential = creation(
  { name: filled, domain, values },
  { totp_secret: secret, sso_provider: filled },
);

/** Removes values first, then sets the given ones. Other values stay. */
const UpdateCredential = change({
  name: filled,
  values,
  remove_value_keys: z.array(filled),
  totp_secret: z.union([z.literal(""), secret]),
  sso_provider: z.nullable(anyText),
});

/** The public secret of the examples in RFC 4226. */
const sampleSecret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";

const seeded = [
  { id: "cred_sandboxgithub", name: "github-bot", domain: "github.example", totp_secret: sampleSecret },
  { id: "cred_sandboxhelpdesk", name: "helpdesk-agent", domain: "helpdesk.example", sso_provider: "google" },
  { id: "cred_sandboxpayroll", name: "payroll-import", domain: "payroll.example", value_keys: "[]" },
];

const Keys = z.array(z.string());
const keysOf = (row: DatabaseRow): readonly string[] => Keys.parse(JSON.parse(readText(row, "value_keys")));

const secretOf = (row: DatabaseRow): string => readText(row, "totp_secret");

const named = (store: StoreReader, project: string, name: string): DatabaseRow | undefined =>
  store.first("SELECT * FROM credentials WHERE project_id = ? AND name = ?", project, name);

export const hasCredential = (store: StoreReader, project: string, name: string): boolean =>
  named(store, project, name) !== undefined;

/** Reports which parts of a login the credential can fill in. */
export function stored(
  store: StoreReader,
  project: string,
  name: string,
): { readonly values: boolean; readonly secret: boolean } {
  const row = named(store, project, name);
  return { values: !!row && keysOf(row).length > 0, secret: !!row && secretOf(row) !== "" };
}

/** Saves the credential of a connection and returns its name. `now` is in milliseconds since 1970. */
export function saveCredential(
  store: StoreWriter,
  { projectId, profileName, domain }: Pick<ConnectionRow, "projectId" | "profileName" | "domain">,
  now: number,
): string {
  const name = `${profileName}-${domain}`;
  if (!hasCredential(store, projectId, name)) {
    store.insert("credentials", { id: newId("cred"), projectId, name, domain, createdAt: iso(now) });
  }
  return name;
}

/** Lists omit the names of a credential's values. */
const listed = (row: DatabaseRow): object => ({
  ...texts(row, "id", "name", "domain"),
  ...times(row),
  has_values: keysOf(row).length > 0,
  has_totp_secret: secretOf(row) !== "",
  sso_provider: readOptionalText(row, "sso_provider"),
});

const shown = (row: DatabaseRow): object => ({ ...listed(row), value_keys: keysOf(row) });

/** Reply to a change. Contains a one-time code if the secret was just set. */
function changed(row: DatabaseRow, secret: string | undefined, now: number): object {
  if (secret === undefined || secret === "") return shown(row);
  const { code, expiresAt } = codeAt(secret, now);
  return { ...shown(row), totp_code: code, totp_code_expires_at: iso(expiresAt) };
}

const routes = collection({
  path: "/credentials",
  noun: "credential",
  key: "id_or_name",
  reads: { needs: ["credentials"] },
  named,
  from: "credentials",
  // `domain` is compared exactly. `query` is a part of the name or domain, or the whole ID.
  filters: ["domain", "query"],
  where: `(?1 = '' OR domain = ?1) AND (id = ?2 OR ${containsText("?2", "name", "domain")})`,
  owned: ownedBy,
  shown: listed,
  shownAlone: shown,
});

export const credentials = resource({
  tables: [
    {
      name: "credentials",
      columns: {
        id: "TEXT PRIMARY KEY",
        name: "TEXT NOT NULL",
        domain: "TEXT NOT NULL",
        sso_provider: "TEXT",
        created_at: "TEXT NOT NULL DEFAULT ''",
        updated_at: "TEXT NOT NULL DEFAULT ''",
        value_keys: `TEXT NOT NULL DEFAULT '["password","username"]'`,
        // The secret is stored because codes are computed from it, so never enter a real login's secret. Values
        // aren't stored.
        totp_secret: "TEXT NOT NULL DEFAULT ''",
        project_id: projectColumn,
      },
      unique: ["project_id", "name"],
      read: shown,
    },
  ],
  seed(store, now, sample) {
    for (const row of seeded.filter(({ id }) => isSeeded(sample, id)))
      store.insert("credentials", { ...row, created_at: created(now) });
  },
  routes: [
    routes.list,
    routes.create(CreateCredential, ({ store, body, project, now }) => {
      const rare = askedFor(body.domain);
      if (rare !== undefined) return rare;
      const { name, domain, values, totp_secret: given = "", sso_provider = null } = body;
      const secret = canonicalSecret(given);
      const row = store.insert("credentials", {
        id: newId("cred"),
        project_id: project,
        name,
        domain,
        value_keys: JSON.stringify([...values.keys()].sort()),
        totp_secret: secret ?? "",
        sso_provider,
        created_at: iso(now),
      });
      return { status: 201, body: changed(row, secret, now) };
    }),
    routes.read,
    routes.update(UpdateCredential, (row, { store, project, body, now }) => {
      const before = readText(row, "name");
      const { name = before, sso_provider: provider = readOptionalText(row, "sso_provider") } = body;
      const removed = new Set(body.remove_value_keys);
      const keys = new Set(keysOf(row).filter((key) => !removed.has(key)));
      for (const key of body.values?.keys() ?? []) keys.add(key);
      const set = body.totp_secret === undefined ? undefined : (canonicalSecret(body.totp_secret) ?? "");
      const after = store.update("credentials", readText(row, "id"), {
        name,
        value_keys: JSON.stringify([...keys].sort()),
        totp_secret: set ?? secretOf(row),
        // An empty provider removes the provider.
        sso_provider: provider === "" ? null : provider,
        updated_at: iso(now),
      });
      if (name !== before) referTo(store, project, before, { name });
      if (set !== undefined) secretChanged(store, project, name, set !== "", now);
      return { status: 200, body: changed(after, set, now) };
    }),
    // Connections lose their reference to the deleted credential.
    routes.remove((row, { store, project }) => {
      referTo(store, project, readText(row, "name"), undefined);
      return undefined;
    }),
    // 404 if the credential has no secret.
    get(
      routes.at("/totp-code"),
      { needs: ["credentials"] },
      routes.on((row, { now }) => {
        const secret = secretOf(row);
        if (secret === "") return notFound("This credential has no one-time code secret.");
        const { code, expiresAt } = codeAt(secret, now);
        return { status: 200, body: { code, expires_at: iso(expiresAt) } };
      }),
    ),
  ],
});

// One-time codes as in an authenticator app: RFC 6238 with SHA-1, six digits and thirty seconds.

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
const period = 30_000;

/** Normalizes a base32 secret by removing blanks, dashes and padding. Returns undefined if the secret is invalid. */
export function canonicalSecret(given: string): string | undefined {
  const written = given.replace(/[\s-]/g, "").toUpperCase();
  return /^([A-Z2-7]+)=*$/.exec(written)?.[1];
}

/** Computes the code at a time and its expiry, both in milliseconds since 1970. */
export function codeAt(secret: string, now: number): { readonly code: string; readonly expiresAt: number } {
  const step = Math.floor(now / period);
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const hash = createHmac("sha1", bytesOf(secret)).update(counter).digest();
  const offset = hash.readUInt8(hash.length - 1) & 0xf;
  const number = (hash.readUInt32BE(offset) & 0x7fffffff) % 1_000_000;
  return { code: String(number).padStart(6, "0"), expiresAt: (step + 1) * period };
}

/** Decodes base32. Incomplete trailing bytes are dropped. */
function bytesOf(secret: string): Buffer {
  const bytes: number[] = [];
  let value = 0;
  let bits = 0;
  for (const character of secret) {
    value = (value << 5) | alphabet.indexOf(character);
    bits += 5;
    if (bits < 8) continue;
    bits -= 8;
    bytes.push((value >> bits) & 0xff);
    value &= (1 << bits) - 1;
  }
  return Buffer.from(bytes);
}
