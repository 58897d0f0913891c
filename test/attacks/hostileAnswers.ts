import * as z from "zod/mini";
import {
  DiscoveredField,
  ManagedAuthChoice,
  ManagedAuthField,
  MFAOption,
  SignInOption,
  SSOButton,
  Entitlements,
  ErrorBody,
  Feature,
  ManagedAuth,
} from "../../src/api/schemas.ts";
import {
  Credential,
  CredentialProvider,
  CredentialProviderItem,
  OrgLimits,
  OtlpDestination,
  Profile,
  Proxy,
} from "../../src/api/resourceSchemas.ts";
import { TimelineEntry } from "../../src/api/loginSchemas.ts";
import type { StandIn } from "../ui/standIn.ts";
import { filled, filledObject, type Items } from "./filled.ts";
import { answerReads, answersToTries, opened } from "./hostileResources.ts";

/** The lists of a connection (§2.7) and of a provider's item. */
const awaited: Items = {
  allowed_domains: z.string(),
  bypass_hosts: z.string(),
  value_keys: z.string(),
  urls: z.string(),
  choices: ManagedAuthChoice,
  discovered_fields: DiscoveredField,
  fields: ManagedAuthField,
  mfa_options: MFAOption,
  pending_sso_buttons: SSOButton,
  sign_in_options: SignInOption,
};

/** What one resource may hold: a connection has ninety texts, and an answer of more than 1 MiB is refused whole. */
const mostPerField = 6 * 1024;

/** What the service answers with. */
export interface HostileTexts {
  /** Stands where a row is chosen by its text, and where a surface shows one text alone. */
  readonly lead: string;
  /** Stand in turn wherever else there is room for a text. */
  readonly others: readonly string[];
  /** Have a row each in every list. */
  readonly rows: readonly string[];
}

/** The same text everywhere. */
export function everywhere(text: string): HostileTexts {
  return { lead: text, others: [text], rows: [] };
}

/**
 * Makes the service answer everything with a text in every field, but for what leads from one surface to the next. What is
 * returned makes it tell of what a login asks for as older services do.
 */
export function answerAllWith(standIn: StandIn, { lead, others, rows }: HostileTexts): () => void {
  const all = [...new Set([lead, ...others])];
  let given = 0;
  const next = (): string => (others[given++ % others.length] ?? lead).slice(0, mostPerField);
  standIn.reply("GET", { status: 200, body: JSON.stringify(hostileEntitlements(all, next)) });
  standIn.at("/org/limits", { status: 200, body: JSON.stringify(filled(OrgLimits, next)) });
  const connection = (): object => ({
    ...filledObject(ManagedAuth, next, awaited),
    domain: lead.slice(0, mostPerField),
    profile_name: lead.slice(0, mostPerField),
    // A status that is not known is that of a login that runs until its time is up: each that runs is followed.
    flow_expires_at: "2026-01-01T00:00:00Z",
  });
  const created = { ...connection(), id: `${lead.slice(0, mostPerField)} created` };
  standIn.list("/auth/connections", [
    // One that selects the destination, and the credential, by its name.
    {
      ...connection(),
      id: "ma_1",
      browser: { telemetry: exportTo({ name: lead }) },
      credential: { name: lead },
    },
    // One that the wizard meets again: its review names it. It refers to a proxy, and to a provider.
    {
      ...connection(),
      domain: "example.com",
      profile_name: lead,
      browser: { proxy: { id: opened.proxy } },
      credential: { provider: lead, path: lead },
    },
    ...rows.map((text) => ({ ...connection(), id: text, domain: text, profile_name: text })),
    // The page of one that is not listed would say that it no longer exists.
    created,
  ]);
  const listed = (schema: typeof Profile | typeof Proxy | typeof Credential): readonly object[] =>
    [lead, ...rows].map((text) => filledObject(schema, () => text, awaited));
  standIn.list("/profiles", listed(Profile));
  const [proxy, ...proxies] = listed(Proxy);
  standIn.list("/proxies", [{ ...proxy, id: opened.proxy }, ...proxies]);
  const [credential, ...credentials] = listed(Credential);
  standIn.list("/credentials", [{ ...credential, id: opened.credential }, ...credentials]);
  const [provider, ...providers] = [lead, ...rows].map((text) =>
    filledObject(CredentialProvider, () => text),
  );
  standIn.list("/org/credential_providers", [{ ...provider, id: opened.provider }, ...providers]);
  standIn.at(`/org/credential_providers/${opened.provider}/items`, {
    status: 200,
    body: JSON.stringify({
      items: [lead, ...rows].map((text) => filledObject(CredentialProviderItem, () => text, awaited)),
    }),
  });
  const [destination, ...destinations] = [lead, ...rows].map((text) =>
    filledObject(OtlpDestination, () => text),
  );
  standIn.list("/telemetry/destinations", [{ ...destination, id: opened.destination }, ...destinations]);
  // It runs, and is followed: what is read of it again says the same.
  const waiting = JSON.stringify({ ...waitingConnection(connection()), id: "ma_1" });
  const older = JSON.stringify({ ...olderConnection(waitingConnection(connection())), id: "ma_1" });
  let isOlder = false;
  standIn.at("/auth/connections/ma_1", () => ({ status: 200, body: isOlder ? older : waiting }));
  standIn.list("/auth/connections/ma_1/timeline", timeline(all));
  const texts = { lead, all: all.map((text) => text.slice(0, mostPerField)), next };
  answerReads(standIn, texts);
  const refusal = JSON.stringify(hostileError(lead, rows, next));
  standIn.reply("DELETE", { status: 409, body: refusal });
  let creations = 0;
  const tried = answersToTries(texts, refusal);
  standIn.reply("POST", (received) => {
    const answer = tried(received);
    if (answer !== undefined) return answer;
    creations += 1;
    return creations % 2 === 1
      ? { status: 400, body: refusal }
      : { status: 201, body: JSON.stringify(created) };
  });
  return () => {
    isOlder = true;
  };
}

/** §2.6. */
function exportTo(destination: object): object {
  return { enabled: true, export: { otlp: { enabled: true, destination } } };
}

/** A flow that waits, in the service's own terms: only then is what it waits for shown. */
function waitingConnection(connection: object): object {
  const flow_expires_at = new Date(Date.now() + 3_600_000).toISOString();
  return { ...connection, flow_status: "IN_PROGRESS", flow_expires_at };
}

/** Logins and checks of the last days, the newest first; of every second one no time is told. */
function timeline(texts: readonly string[]): readonly object[] {
  const hour = 3_600_000;
  return texts.map((text, index) => {
    const at = new Date(Date.now() - (index + 1) * hour).toISOString();
    const type = ["login", "reauth", "health_check", text][index % 4];
    const entry = filledObject(TimelineEntry, () => text.slice(0, mostPerField));
    return { ...entry, type, ...(index % 2 === 0 && { timestamp: at, updated_at: at }) };
  });
}

/** The same as older services tell it. */
function olderConnection(connection: object): object {
  return { ...connection, fields: null, choices: null };
}

function hostileEntitlements(all: readonly string[], next: () => string): object {
  const feature = filledObject(Feature, next);
  const brief = all.map((text) => text.slice(0, mostPerField));
  return {
    ...filledObject(Entitlements, next),
    plan: {
      id: brief.at(-1),
      effective_id: brief.at(-2) ?? brief.at(-1),
      status: next(),
      is_trialing: true,
      [next()]: next(),
    },
    features: {
      ...Object.fromEntries(brief.map((text) => [text, feature])),
      managed_auth: { ...feature, health_check_interval_min_seconds: next(), max_connections: next() },
      browser_replays: { enabled: next(), retention_days: next() },
      gpu: next(),
    },
    limits: {
      ...Object.fromEntries(brief.map((text) => [text, text])),
      [`${brief[0] ?? ""} `]: 7,
      max_concurrent_browsers: next(),
    },
  };
}

/** §2.9; messages unlike their details, which would be told only once, and a text in each: only the first few are told. */
function hostileError(lead: string, rows: readonly string[], next: () => string): object {
  const told = [...rows, lead].map((text) => text.slice(0, mostPerField));
  const details = told.flatMap((code, at) =>
    at % 2 === 0 ? [{ code, message: `${told[at + 1] ?? code}  ` }] : [],
  );
  return { ...filledObject(ErrorBody, next), message: `${lead.slice(0, mostPerField)} `, details };
}
