// Stored credentials: /credentials. The interface doesn't document these operations. Behavior that the sandbox
// chooses:
//
//   rename                 connections keep referring to the renamed credential
//   a name like an ID      allowed; IDs take precedence over names
//   last value removed     the credential stays, without values
//   {} as a change         400
//   empty value or key     400
//   SSO provider           any text; empty or null removes it in a change and is 400 in a creation
//   secret                 base32; blanks, dashes, padding and lower case are normalized
import * as z from "zod/mini";
import { containsText, getOptionalText, type DatabaseRow, getText } from "../db/sqlite.ts";
import type { StoreReader, StoreWriter } from "../db/store.ts";
import { notFound } from "../http/replies.ts";
import { newId } from "../identity.ts";
import type { ConnectionRow } from "./connections/connectionRows.ts";
import { replaceCredential, updateTotpReauth } from "./connections/credentialChanges.ts";
import {
  textSchema,
  changeSchema,
  creationSchema,
  domainSchema,
  nonEmptyTextSchema,
  mapSchema,
} from "./requestSchemas.ts";
import { simulatedError, collectionRoutes, readTexts, readTimes } from "./collection.ts";
import { belongsToProject, projectColumn } from "./projectScope.ts";
import { getRoute, defineResource } from "./resource.ts";
import { seedCreatedAt, toIsoTime } from "./clock.ts";
import { isInSample } from "./smallSample.ts";
import { createHmac } from "node:crypto";

const credentialValueMap = mapSchema(nonEmptyTextSchema, nonEmptyTextSchema);
const totpSecretSchema = z
  .string()
  .check(z.refine((value) => normalizeTotpSecret(value) !== undefined, { error: "must be base32" }));

const CreateCredential = creationSchema(
  { name: nonEmptyTextSchema, domain: domainSchema, values: credentialValueMap },
  { totp_secret: totpSecretSchema, sso_provider: nonEmptyTextSchema },
);

/** A change first removes the listed values, then sets the new values. Other values stay unchanged. */
const UpdateCredential = changeSchema({
  name: nonEmptyTextSchema,
  values: credentialValueMap,
  remove_value_keys: z.array(nonEmptyTextSchema),
  totp_secret: z.union([z.literal(""), totpSecretSchema]),
  sso_provider: z.nullable(textSchema),
});

/** The base32 secret from the examples in RFC 4226. */
const sampleTotpSecret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";

const seededCredentials = [
  { id: "cred_sandboxgithub", name: "github-bot", domain: "github.example", totp_secret: sampleTotpSecret },
  { id: "cred_sandboxhelpdesk", name: "helpdesk-agent", domain: "helpdesk.example", sso_provider: "google" },
  { id: "cred_sandboxpayroll", name: "payroll-import", domain: "payroll.example", value_keys: "[]" },
];

const ValueKeys = z.array(z.string());
const readValueKeys = (row: DatabaseRow): readonly string[] =>
  ValueKeys.parse(JSON.parse(getText(row, "value_keys")));

const storedTotpSecret = (row: DatabaseRow): string => getText(row, "totp_secret");

const findCredentialByName = (store: StoreReader, project: string, name: string): DatabaseRow | undefined =>
  store.first("SELECT * FROM credentials WHERE project_id = ? AND name = ?", project, name);

export const hasCredential = (store: StoreReader, project: string, name: string): boolean =>
  findCredentialByName(store, project, name) !== undefined;

/** Returns whether the credential has values, such as a password, and a secret for one-time codes. */
export function credentialParts(
  store: StoreReader,
  project: string,
  name: string,
): { readonly values: boolean; readonly secret: boolean } {
  const row = findCredentialByName(store, project, name);
  return { values: !!row && readValueKeys(row).length > 0, secret: !!row && storedTotpSecret(row) !== "" };
}

/**
 * Stores a connection's credential, unless the credential already exists. Returns the credential's name. `now` is in
 * milliseconds since 1970.
 */
export function saveCredential(
  store: StoreWriter,
  { projectId, profileName, domain }: ConnectionRow,
  now: number,
): string {
  const name = `${profileName}-${domain}`;
  if (!hasCredential(store, projectId, name))
    store.insert("credentials", { id: newId("cred"), projectId, name, domain, createdAt: toIsoTime(now) });
  return name;
}

/** Renders a credential in a list. Lists omit the names of the credential's values. */
const listedCredentialReply = (row: DatabaseRow): object => ({
  ...readTexts(row, "id", "name", "domain"),
  ...readTimes(row),
  has_values: readValueKeys(row).length > 0,
  has_totp_secret: storedTotpSecret(row) !== "",
  sso_provider: getOptionalText(row, "sso_provider"),
});

const credentialReply = (row: DatabaseRow): object => ({
  ...listedCredentialReply(row),
  value_keys: readValueKeys(row),
});

/** Renders a changed credential. If the change set the secret for one-time codes, the reply includes a code. */
function changedCredentialReply(row: DatabaseRow, totpSecret: string | undefined, now: number): object {
  if (totpSecret === undefined || totpSecret === "") return credentialReply(row);
  const { code, expiresAt } = totpCodeAt(totpSecret, now);
  return { ...credentialReply(row), totp_code: code, totp_code_expires_at: toIsoTime(expiresAt) };
}

const credentialRoutes = collectionRoutes({
  path: "/credentials",
  noun: "credential",
  key: "id_or_name",
  readOptions: { requiresAnyOf: ["credentials"] },
  findByName: findCredentialByName,
  table: "credentials",
  // `domain` is compared exactly. `query` matches a part of the name or domain, or the whole ID.
  filters: ["domain", "query"],
  where: `(?1 = '' OR domain = ?1) AND (id = ?2 OR ${containsText("?2", "name", "domain")})`,
  projectCondition: belongsToProject,
  toReply: listedCredentialReply,
  toSingleReply: credentialReply,
});

export const credentialResource = defineResource({
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
        // Unlike the credential's values, this secret is stored, because one-time codes are computed from it. Never
        // enter the secret of a real login.
        totp_secret: "TEXT NOT NULL DEFAULT ''",
        project_id: projectColumn,
      },
      unique: ["project_id", "name"],
      read: credentialReply,
    },
  ],
  seed(store, now, sample) {
    for (const row of seededCredentials.filter(({ id }) => isInSample(sample, id)))
      store.insert("credentials", { ...row, created_at: seedCreatedAt(now) });
  },
  routes: [
    credentialRoutes.list,
    credentialRoutes.create(CreateCredential, ({ store, body, project, now }) => {
      const simulated = simulatedError(body.domain);
      if (simulated !== undefined) return simulated;
      const { name, domain, values, totp_secret: totpSecret = "", sso_provider = null } = body;
      const secret = normalizeTotpSecret(totpSecret);
      const row = store.insert("credentials", {
        id: newId("cred"),
        project_id: project,
        name,
        domain,
        value_keys: JSON.stringify([...values.keys()].sort()),
        totp_secret: secret ?? "",
        sso_provider,
        created_at: toIsoTime(now),
      });
      return { status: 201, body: changedCredentialReply(row, secret, now) };
    }),
    credentialRoutes.read,
    credentialRoutes.update(UpdateCredential, (row, { store, project, body, now }) => {
      const before = getText(row, "name");
      const { name = before, sso_provider: provider = getOptionalText(row, "sso_provider") } = body;
      const removed = new Set(body.remove_value_keys);
      const keys = new Set(readValueKeys(row).filter((key) => !removed.has(key)));
      for (const key of body.values?.keys() ?? []) keys.add(key);
      const set = body.totp_secret && (normalizeTotpSecret(body.totp_secret) ?? "");
      const after = store.update("credentials", getText(row, "id"), {
        name,
        value_keys: JSON.stringify([...keys].sort()),
        totp_secret: set ?? storedTotpSecret(row),
        // An empty string removes the SSO provider.
        sso_provider: provider === "" ? null : provider,
        updated_at: toIsoTime(now),
      });
      if (name !== before) replaceCredential(store, project, before, { name });
      if (set !== undefined) updateTotpReauth(store, project, name, set !== "", now);
      return { status: 200, body: changedCredentialReply(after, set, now) };
    }),
    // Remove the deleted credential from the connections that refer to it.
    credentialRoutes.remove((row, { store, project }) => {
      replaceCredential(store, project, getText(row, "name"), undefined);
      return undefined;
    }),
    // Replies with 404 if the credential has no secret.
    getRoute(
      credentialRoutes.rowPath("/totp-code"),
      { requiresAnyOf: ["credentials"] },
      credentialRoutes.withRow((row, { now }) => {
        const secret = storedTotpSecret(row);
        if (secret === "") return notFound("This credential has no one-time code secret.");
        const { code, expiresAt } = totpCodeAt(secret, now);
        return { status: 200, body: { code, expires_at: toIsoTime(expiresAt) } };
      }),
    ),
  ],
});

// Computes one-time codes like an authenticator app: RFC 6238 with SHA-1, six digits and a period of 30 seconds.

const base32Alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
const totpPeriodMs = 30_000;

/** Converts a base32 secret to upper case without blanks, dashes and padding. Returns undefined if it is invalid. */
export function normalizeTotpSecret(text: string): string | undefined {
  return /^([A-Z2-7]+)=*$/.exec(text.replace(/[\s-]/g, "").toUpperCase())?.[1];
}

/** Computes the code that is valid at `now`, and the code's expiry. Both times are in milliseconds since 1970. */
export function totpCodeAt(
  secret: string,
  now: number,
): { readonly code: string; readonly expiresAt: number } {
  const step = Math.floor(now / totpPeriodMs);
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const hash = createHmac("sha1", decodeBase32(secret)).update(counter).digest();
  const offset = hash.readUInt8(hash.length - 1) & 0xf;
  const number = (hash.readUInt32BE(offset) & 0x7fffffff) % 1_000_000;
  return { code: String(number).padStart(6, "0"), expiresAt: (step + 1) * totpPeriodMs };
}

/** Decodes base32. An incomplete trailing byte is dropped. */
function decodeBase32(secret: string): Buffer {
  const bytes: number[] = [];
  let value = 0;
  let bits = 0;
  for (const character of secret) {
    value = (value << 5) | base32Alphabet.indexOf(character);
    bits += 5;
    if (bits < 8) continue;
    bits -= 8;
    bytes.push((value >> bits) & 0xff);
    value &= (1 << bits) - 1;
  }
  return Buffer.from(bytes);
}
