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
  FeatureEntitlement,
  ManagedAuth,
} from "../../src/api/schemas.ts";
import {
  Credential,
  CredentialProvider,
  CredentialProviderItem,
  OrgLimits,
  OtlpDestination,
  Profile,
  ProxyResource,
} from "../../src/api/resourceSchemas.ts";
import { TimelineEntry } from "../../src/api/loginSchemas.ts";
import type { StandIn } from "../ui/standIn.ts";
import { filledValue, filledObject, type Items } from "./filled.ts";
import { answerReads, answersToTries, openedIds } from "./hostileResources.ts";

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

/**
 * Maximum size of a field, in characters. A connection has ninety texts, and a response of more than 1 MiB is
 * rejected.
 */
const maxFieldLength = 6 * 1024;

/** The texts of the service's responses. */
export interface HostileTexts {
  /** Used for texts by which a row is chosen and on surfaces that show a single text. */
  readonly lead: string;
  /** Used in turn for all other texts. */
  readonly rest: readonly string[];
  /** Each has its own row in every list. */
  readonly rows: readonly string[];
}

/** Uses the same text everywhere. */
export function sameText(text: string): HostileTexts {
  return { lead: text, rest: [text], rows: [] };
}

/**
 * Makes the service use a hostile text in every field except those that lead from one surface to the next. The
 * returned function switches to the login fields of older services.
 */
export function answerAllWith(standIn: StandIn, { lead, rest, rows }: HostileTexts): () => void {
  const all = [...new Set([lead, ...rest])];
  let count = 0;
  const next = (): string => (rest[count++ % rest.length] ?? lead).slice(0, maxFieldLength);
  standIn.reply("GET", { status: 200, body: JSON.stringify(hostileEntitlements(all, next)) });
  standIn.at("/org/limits", { status: 200, body: JSON.stringify(filledValue(OrgLimits, next)) });
  const connection = (): object => ({
    ...filledObject(ManagedAuth, next, awaited),
    domain: lead.slice(0, maxFieldLength),
    profile_name: lead.slice(0, maxFieldLength),
    // An unknown status counts as a login that runs until it expires, and each running login is followed.
    flow_expires_at: "2026-01-01T00:00:00Z",
  });
  const created = { ...connection(), id: `${lead.slice(0, maxFieldLength)} created` };
  standIn.list("/auth/connections", [
    // A connection that selects the destination and the credential by name.
    {
      ...connection(),
      id: "ma_1",
      browser: { telemetry: exportTo({ name: lead }) },
      credential: { name: lead },
    },
    // A connection whose name appears in the wizard's review. It refers to a proxy and a provider.
    {
      ...connection(),
      domain: "example.com",
      profile_name: lead,
      browser: { proxy: { id: openedIds.proxy } },
      credential: { provider: lead, path: lead },
    },
    ...rows.map((text) => ({ ...connection(), id: text, domain: text, profile_name: text })),
    // The page of an unlisted connection would report that the connection no longer exists.
    created,
  ]);
  const listed = (schema: typeof Profile | typeof ProxyResource | typeof Credential): readonly object[] =>
    [lead, ...rows].map((text) => filledObject(schema, () => text, awaited));
  standIn.list("/profiles", listed(Profile));
  const [proxy, ...proxies] = listed(ProxyResource);
  standIn.list("/proxies", [{ ...proxy, id: openedIds.proxy }, ...proxies]);
  const [credential, ...credentials] = listed(Credential);
  standIn.list("/credentials", [{ ...credential, id: openedIds.credential }, ...credentials]);
  const [provider, ...providers] = [lead, ...rows].map((text) =>
    filledObject(CredentialProvider, () => text),
  );
  standIn.list("/org/credential_providers", [{ ...provider, id: openedIds.provider }, ...providers]);
  standIn.at(`/org/credential_providers/${openedIds.provider}/items`, {
    status: 200,
    body: JSON.stringify({
      items: [lead, ...rows].map((text) => filledObject(CredentialProviderItem, () => text, awaited)),
    }),
  });
  const [destination, ...destinations] = [lead, ...rows].map((text) =>
    filledObject(OtlpDestination, () => text),
  );
  standIn.list("/telemetry/destinations", [{ ...destination, id: openedIds.destination }, ...destinations]);
  // The login runs and is followed, so a second read must return the same state.
  const waiting = JSON.stringify({ ...waitingConnection(connection()), id: "ma_1" });
  const older = JSON.stringify({ ...olderConnection(waitingConnection(connection())), id: "ma_1" });
  let isOlder = false;
  standIn.at("/auth/connections/ma_1", () => ({ status: 200, body: isOlder ? older : waiting }));
  standIn.list("/auth/connections/ma_1/timeline", timeline(all));
  const texts = { lead, all: all.map((text) => text.slice(0, maxFieldLength)), next };
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

/** Returns a connection whose flow waits, in the service's own terms. Only then are its prompts shown. */
function waitingConnection(connection: object): object {
  const flow_expires_at = new Date(Date.now() + 3_600_000).toISOString();
  return { ...connection, flow_status: "IN_PROGRESS", flow_expires_at };
}

/** Returns logins and checks of the last days, newest first. Every second entry has no time. */
function timeline(texts: readonly string[]): readonly object[] {
  const hour = 3_600_000;
  return texts.map((text, index) => {
    const at = new Date(Date.now() - (index + 1) * hour).toISOString();
    const type = ["login", "reauth", "health_check", text][index % 4];
    const entry = filledObject(TimelineEntry, () => text.slice(0, maxFieldLength));
    return { ...entry, type, ...(index % 2 === 0 && { timestamp: at, updated_at: at }) };
  });
}

/** Returns the connection as older services report it. */
function olderConnection(connection: object): object {
  return { ...connection, fields: null, choices: null };
}

function hostileEntitlements(all: readonly string[], next: () => string): object {
  const feature = filledObject(FeatureEntitlement, next);
  const brief = all.map((text) => text.slice(0, maxFieldLength));
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

/**
 * Returns an error (interface.md §2.9). Messages differ from their details, because equal ones are shown once.
 * Every text is hostile, because only the first few are shown.
 */
function hostileError(lead: string, rows: readonly string[], next: () => string): object {
  const texts = [...rows, lead].map((text) => text.slice(0, maxFieldLength));
  const details = texts.flatMap((code, at) =>
    at % 2 === 0 ? [{ code, message: `${texts[at + 1] ?? code}  ` }] : [],
  );
  return { ...filledObject(ErrorBody, next), message: `${lead.slice(0, maxFieldLength)} `, details };
}
