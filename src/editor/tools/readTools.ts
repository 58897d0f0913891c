import { l10n, CancellationError } from "vscode";
import { connectionView, rankConnections } from "../../domain/connections/connectionView.ts";
import { PickerLists } from "../catalogue/pickerLists.ts";
import { errorAnswer, type ToolAnswer, notDone, prependSentences } from "./answer.ts";
import {
  connectionListEntry,
  connectionSecrets,
  listDestinationUsers,
  connectionAnswer,
  notReadAnswer,
  pickFields,
} from "./connectionAnswer.ts";
import { type ToolInput, maxHistoryEntries } from "./inputs.ts";
import type { ToolCall } from "./consent.ts";
import { maskedAddress } from "../../domain/text/secrets.ts";
import { getConnection } from "../../api/operations.ts";
import type { ManagedAuth } from "../../api/schemas.ts";
import type { TimelineEntry } from "../../api/loginSchemas.ts";
import { fetchHistory } from "../connections/history/fetchHistory.ts";
import { historyHeadline } from "../connections/history/historyWords.ts";
import { failureCause } from "../connections/shown/words/failureWords.ts";
import type { ToolData } from "./quoted.ts";
import { entitlementFacts, type PlanBound } from "../../domain/entitlements/entitlements.ts";
import { describeFailure } from "../catalogue/failures.ts";
import { boundLabel, boundUsageText } from "../entitlements/bounds.ts";
import { featureStateLabel } from "../entitlements/labels.ts";
import { labelWithValue, withFullStop, joinSentences } from "../words/sentences.ts";
import { systemClock } from "../../api/clock.ts";
import { isLoginRunning } from "../../domain/login/loginState.ts";
import { waitForLogin } from "../logins/loginWaiting.ts";
import type { Listing } from "../../api/listing.ts";
import { compact } from "../../domain/compact.ts";

/** Maximum number of connections or destinations in an answer. */
const maxListedRows = 50;

/**
 * Lists connections (interface.md §2.1), optionally filtered by domain, by profile, and by whether they need a person
 * to act.
 */
export async function listConnectionsTool(
  { access, signal }: ToolCall,
  { domain, needs_person, profile_name }: ToolInput<"managed_auth_list_connections">,
): Promise<ToolAnswer> {
  const load = new PickerLists(access.client).connections;
  const listing = await load(domain ?? profile_name ?? "", () => undefined, signal);
  if (listing.kind === "failed") return errorAnswer(listing.error);
  const found = rankConnections(listing.rows, new Date()).filter(
    ({ connection: row, group }) =>
      (domain === undefined || includesText(row.domain, domain)) &&
      (profile_name === undefined || includesText(row.profile_name, profile_name)) &&
      (needs_person === undefined || (group === "needsYou") === needs_person),
  );
  const listed = found.slice(0, maxListedRows);
  const needing = found.filter(({ group }) => group === "needsYou").length;
  return {
    done: true,
    sentences: [
      l10n.t("Connections found: {0}. Waiting for a person to log in: {1}.", found.length, needing),
      ...omissionSentences(
        listing,
        found.length - listed.length,
        l10n.t("Call this tool again with a narrower domain or profile_name."),
      ),
      found.length === 0
        ? l10n.t("Next: list without a filter, or create a connection with managed_auth_create_connection.")
        : l10n.t("Next: read a connection by id with managed_auth_show_connection."),
    ],
    serviceData: { connections: listed.map(connectionListEntry) },
    secrets: listed.flatMap(({ connection }) => connectionSecrets(connection)),
  };
}

/** True if the text contains `part`, ignoring case. The service's own search also ignores case. */
function includesText(text: string | undefined, part: string): boolean {
  return text?.toLowerCase().includes(part.toLowerCase()) === true;
}

export async function listDestinationsTool({ access, signal }: ToolCall): Promise<ToolAnswer> {
  const lists = new PickerLists(access.client);
  const listing = await lists.destinations("", () => undefined, signal);
  if (listing.kind === "failed") return errorAnswer(listing.error);
  const users = await lists.connections("", () => undefined, signal);
  const listed = listing.rows.slice(0, maxListedRows);
  return {
    done: true,
    sentences: compact(
      l10n.t("Telemetry destinations: {0}.", listing.rows.length),
      ...omissionSentences(listing, listing.rows.length - listed.length, undefined),
      users.kind !== "complete" && l10n.t("Some connections couldn't be read and may use a destination."),
      l10n.t("A destination that a connection uses can't be deleted."),
    ),
    serviceData: {
      destinations: listed.map(({ consecutive_failures, endpoint, id, name, usedBy = [] }) => ({
        id,
        name,
        endpoint: endpoint && maskedAddress(endpoint),
        consecutive_failures,
        used_by_count: usedBy.length,
        used_by: listDestinationUsers(usedBy),
      })),
    },
  };
}

/** Describes a connection (interface.md §2.1) and the next step. */
export async function showConnectionTool(
  call: ToolCall,
  { id }: ToolInput<"managed_auth_show_connection">,
): Promise<ToolAnswer> {
  const read = await fetchConnection(call, id);
  return "sentences" in read ? read : connectionAnswer(read.connection, read.now);
}

/** Fetches a connection and the service's current time, or returns the answer that explains the failure. */
export async function fetchConnection(
  { access, parts, signal }: ToolCall,
  id: string,
): Promise<{ readonly connection: ManagedAuth; readonly now: Date } | ToolAnswer> {
  const outcome = await access.client.call(getConnection, { path: { id } }, signal);
  if (outcome.kind === "cancelled") throw new CancellationError();
  if (outcome.kind === "failed") return notReadAnswer(outcome.error);
  parts.connections.updateRow(access.account, outcome.value);
  return { connection: outcome.value, now: serviceNow(outcome.answeredAt) };
}

/**
 * Returns the service's current time, which must be used for comparisons with the times of a connection. Falls back
 * to the local clock.
 */
export const serviceNow = (answeredAt: number | undefined): Date => new Date(answeredAt ?? Date.now());

const defaultHistoryEntries = 20;

/** Describes the history of a connection: when its current state began, the reason, and the newest entries. */
export async function historyTool(
  { access, parts, signal }: ToolCall,
  { id, most: maxEntries = defaultHistoryEntries }: ToolInput<"managed_auth_history">,
): Promise<ToolAnswer> {
  // Fetch more entries than the answer contains, because the entry about the end of a login may be far back.
  const outcome = await fetchHistory(access, id, 4 * maxHistoryEntries, signal);
  if (outcome === undefined) throw new CancellationError();
  if (outcome.kind === "failed") return notReadAnswer(outcome.error);
  const { answeredAt, connection, timeline } = outcome;
  parts.connections.updateRow(access.account, connection);
  const now = serviceNow(answeredAt);
  const subject = { connection: connectionListEntry(connectionView(connection, now)) };
  const secrets = connectionSecrets(connection);
  if (timeline === undefined) {
    const sentences = [withFullStop(l10n.t("This service keeps no history"))];
    return { done: true, sentences, serviceData: subject, secrets };
  }
  const entries = timeline.rows;
  const isComplete = timeline.kind === "complete" && timeline.unreadable === 0;
  const origin = { status: connection.status, now: now.getTime(), isComplete };
  const shown = entries.slice(0, maxEntries);
  return {
    done: true,
    sentences: [
      withFullStop(historyHeadline(entries.map(withoutServiceText), origin)),
      ...omissionSentences(
        timeline,
        entries.length - shown.length,
        maxEntries < maxHistoryEntries
          ? l10n.t('Call this tool again with a larger "most", up to {0}.', maxHistoryEntries)
          : undefined,
      ),
      l10n.t("Next: see managed_auth_show_connection for what to do."),
    ],
    serviceData: { ...subject, entries: shown.map((entry) => pickFields(entry, ...entryKeys, ...causeKeys)) },
    secrets,
  };
}

/**
 * Removes text that the service or the website wrote, because this extension's sentences must not quote such text.
 * Keeps an error code that the extension can describe.
 */
function withoutServiceText(entry: TimelineEntry): TimelineEntry {
  return {
    ...entry,
    error_code: failureCause(entry.error_code) === undefined ? undefined : entry.error_code,
    error_message: undefined,
    website_error: undefined,
  };
}

const entryKeys = ["type", "status", "previous_status", "step", "timestamp", "updated_at"] as const;
const causeKeys = ["error_code", "error_message", "website_error"] as const;

/** Describes the features and limits of the organization's plan (interface.md §2.8), and how much of them is used. */
export async function entitlementsTool({ access, parts }: ToolCall): Promise<ToolAnswer> {
  const { failure } = await parts.entitlements.recentState();
  if (failure?.kind === "sandboxFailed") return notDone(withFullStop(describeFailure(failure).headline));
  if (failure !== undefined) return errorAnswer(failure);
  await parts.entitlements.loadUsage();
  const { reading } = parts.entitlements.state;
  // If the user has switched accounts, the fetched entitlements belong to the other account.
  if (reading?.account.id !== access.account.id) return notDone(l10n.t("Not read. Next: try again."));
  const { features, limits, plan } = entitlementFacts(reading.value, new Date(), reading.usage);
  const managed = features.find(({ key }) => key === "managed_auth");
  return {
    done: true,
    sentences: compact(
      managed && l10n.t("Managed Auth in the plan: {0}.", featureStateLabel(managed)),
      ...boundSentences(managed?.bounds ?? []),
      l10n.t("Next: stay within these limits, or ask the user to change the organization's plan."),
    ),
    serviceData: {
      plan: { id: plan.id, effective_id: plan.effective_id, status: plan.status },
      features: features
        .filter(({ reported }) => reported)
        .map(({ bounds, enabled, key }) => ({ feature: key, enabled, limits: bounds.map(boundFacts) })),
      limits: limits.map(boundFacts),
    },
  };
}

/** Describes numeric limits in sentences. Skips other limits, because they may contain text from the service. */
function boundSentences(bounds: readonly PlanBound[]): readonly string[] {
  return bounds
    .filter(({ unit, value }) => unit !== undefined && (typeof value === "number" || value === null))
    .map((bound) => withFullStop(labelWithValue(boundLabel(bound), boundUsageText(bound))));
}

function boundFacts({ key, used, value }: PlanBound): ToolData {
  return { name: key, value: typeof value === "object" && value !== null ? value.raw : value, used };
}

/** Maximum duration of a call, in milliseconds. The model may consider a slower tool unresponsive. */
const maxLoginWaitMs = 25_000;

/** Waits up to 25 seconds for a running login to end. Only fetches data and never changes anything. */
export async function waitForLoginTool(
  call: ToolCall,
  { id }: ToolInput<"managed_auth_wait_for_login">,
): Promise<ToolAnswer> {
  const { access, parts, signal } = call;
  const { clock = systemClock, connections, logins } = parts;
  const fetched = await fetchConnection(call, id);
  if ("sentences" in fetched) return fetched;
  const accountId = access.account.id;
  if (isLoginRunning(fetched.connection, fetched.now.getTime())) logins.follow(access, fetched.connection);
  await waitForLogin(
    { accountId, clock, connectionId: id, connections },
    (login) => (login?.phase ?? "ended") === "ended" || undefined,
    signal,
    maxLoginWaitMs,
  );
  const ended = await fetchConnection(call, id);
  if ("sentences" in ended) return ended;
  const answer = connectionAnswer(ended.connection, ended.now);
  const login = connections.logins.of(accountId, id);
  if (login === undefined || login.end !== undefined) return answer;
  const seconds = maxLoginWaitMs / 1_000;
  const goesOn = l10n.t("The login is still running after {0} seconds. This is fine.", seconds);
  return prependSentences([goesOn], answer);
}

/**
 * Describes the entries that an answer omits because they exceed the answer's limit, weren't fetched or couldn't be
 * parsed. `instruction` explains how to get the `beyond` entries that exceed the limit, if that is possible.
 */
function omissionSentences(
  { more, unreadable }: Listing<unknown>,
  beyond: number,
  instruction: string | undefined,
): readonly string[] {
  return compact(
    beyond > 0 && joinSentences(compact(l10n.t("Left out here: {0}.", beyond), instruction)),
    more && l10n.t("The list is incomplete: some entries weren't read."),
    unreadable > 0 && l10n.t("Rows that this version can't read: {0}.", unreadable),
  );
}
