// Fetches project data and creates the requests that are needed to plan and apply a connection file. Used by the
// editor and the command line.
import type { ApiError, Outcome } from "./errors.ts";
import { listAll, listWith, type Listing } from "./listing.ts";
import type { Operation, OperationInput } from "./operation.ts";
import {
  createConnection,
  deleteConnection,
  getConnection,
  getEntitlements,
  getOrgLimits,
  listConnections,
  listCredentialProviders,
  listCredentials,
  listDestinations,
  listProxies,
  updateConnection,
} from "./operations.ts";
import type {
  CredentialProvider,
  Credential,
  OrgLimits,
  OtlpDestination,
  ProxyResource,
} from "./resourceSchemas.ts";
import type { ListPage, PageRequest, UnreadRow } from "./listPage.ts";
import type { Entitlements, ManagedAuth, ManagedAuthCreateRequest } from "./schemas.ts";
import type { ManagedAuthUpdateRequest } from "./updateRequest.ts";
import type { ApiCaller } from "./client.ts";

/** Maximum number of rows to fetch from a list. A longer list counts as incomplete. */
export const maxListRows = 20_000;

/** Lists of resources that connections can refer to. */
export type ReferenceList = "proxies" | "credentials" | "providers" | "destinations";

export type UnreadRows = ReadonlyMap<"connections" | ReferenceList, readonly UnreadRow[]>;

/**
 * The data fetched from a project. A list is undefined if it wasn't needed or the organization's plan lacks the
 * feature.
 */
export interface ServiceState {
  readonly connections: readonly ManagedAuth[];
  readonly proxies?: readonly ProxyResource[] | undefined;
  readonly credentials?: readonly Credential[] | undefined;
  readonly providers?: readonly CredentialProvider[] | undefined;
  readonly destinations?: readonly OtlpDestination[] | undefined;
  /**
   * If undefined, features aren't checked before a request is sent, and the service rejects features that the
   * organization's plan doesn't include.
   */
  readonly entitlements?: Entitlements | undefined;
  /** Fetched only together with the entitlements. */
  readonly limits?: OrgLimits | undefined;
  /** Rows that couldn't be parsed, grouped by list. */
  readonly unread?: UnreadRows | undefined;
}

/** The data of a project to fetch in addition to its connections. */
export interface ProjectNeeds {
  readonly lists: ReadonlySet<ReferenceList>;
  readonly entitlements: boolean;
}

/** A list that couldn't be fetched completely. If `error` is missing, the list is too long. */
export interface UnreadList {
  readonly kind: "failed";
  readonly list: "connections" | ReferenceList;
  readonly error?: ApiError;
}

export type ProjectReading =
  { readonly kind: "ok"; readonly state: ServiceState } | UnreadList | { readonly kind: "cancelled" };

/**
 * Timeout for fetching entitlements and limits, in milliseconds. Both requests are optional, because the service
 * checks the entitlements and limits as well.
 */
const planPatienceMs = 10_000;

/** Fetches lists in parallel (interface.md §4.2). Fails if a list is incomplete, because callers need all rows. */
export async function readProject(
  client: ApiCaller,
  needs: ProjectNeeds,
  signal: AbortSignal,
): Promise<ProjectReading> {
  const unread = new Map<UnreadList["list"], readonly UnreadRow[]>();
  const failures: (UnreadList | { readonly kind: "cancelled" })[] = [];
  const completeRows = async <Row>(
    list: UnreadList["list"],
    operation: Operation<{ readonly query: PageRequest }, ListPage<Row>>,
  ): Promise<readonly Row[] | undefined> => {
    if (list !== "connections" && !needs.lists.has(list)) return undefined;
    const listing = await listWith(client, operation, { maxRows: maxListRows }, signal);
    if (listing.unread !== undefined) unread.set(list, listing.unread);
    if (listing.kind === "complete") return listing.rows;
    const error = listing.kind === "failed" ? listing.error : undefined;
    // The organization's plan doesn't include the resources in this list, so the organization has none. The service
    // rejects any reference to such a resource.
    if (list !== "connections" && error?.code === "insufficient_plan" && error.kind === "forbidden")
      return undefined;
    if (listing.kind === "cancelled") failures.push({ kind: "cancelled" });
    else failures.push({ kind: "failed", list, ...(error && { error }) });
    return undefined;
  };
  const patience = AbortSignal.any([signal, AbortSignal.timeout(planPatienceMs)]);
  const readIfNeeded = async <Value>(
    operation: Operation<OperationInput, Value>,
  ): Promise<Value | undefined> => {
    if (!needs.entitlements) return undefined;
    const outcome = await client.call(operation, {}, patience);
    if (outcome.kind !== "ok") return undefined;
    return outcome.value;
  };
  const [connections = [], proxies, credentials, providers, destinations, entitlements, limits] =
    await Promise.all([
      completeRows("connections", listConnections),
      completeRows("proxies", listProxies),
      completeRows("credentials", listCredentials),
      completeRows("providers", listCredentialProviders),
      completeRows("destinations", listDestinations),
      readIfNeeded(getEntitlements),
      readIfNeeded(getOrgLimits),
    ]);
  const lists = { connections, proxies, credentials, providers, destinations };
  return failures[0] ?? { kind: "ok", state: { ...lists, entitlements, limits, unread } };
}

/**
 * Result of searching a list for a connection. `unclear` means that the list is incomplete or that several
 * connections match, because names are compared regardless of capitalization and accents.
 */
export type ConnectionFound =
  | { readonly kind: "found"; readonly id: string }
  | { readonly kind: "absent" }
  | { readonly kind: "unclear"; readonly error?: ApiError };

/**
 * Lists the existing connections that may match the domain and profile of a creation request. Doesn't send the
 * creation request.
 */
export async function listSimilar(
  client: ApiCaller,
  { domain, profile_name }: ManagedAuthCreateRequest,
  signal: AbortSignal,
): Promise<Listing<ManagedAuth>> {
  const list = (filters: object): Promise<Listing<ManagedAuth>> =>
    listAll(
      (page, stop) => client.call(listConnections, { query: { ...filters, ...page } }, stop),
      { maxRows: maxListRows },
      signal,
    );
  const listing = await list({ domain, profile_name });
  const isExact = listing.rows.some((row) => row.domain === domain && row.profile_name === profile_name);
  // The service's filters match only exact text, so search the complete list for other spellings.
  if (isExact || listing.kind !== "complete") return listing;
  return list({});
}

/** Functions that send the requests of a connection file's plan. */
export interface ConnectionRequests {
  readonly create: (body: ManagedAuthCreateRequest) => Promise<Outcome<ManagedAuth>>;
  readonly read: (id: string) => Promise<Outcome<ManagedAuth>>;
  readonly update: (id: string, body: ManagedAuthUpdateRequest) => Promise<Outcome<ManagedAuth>>;
  readonly remove: (id: string) => Promise<Outcome<unknown>>;
  readonly list: (request: ManagedAuthCreateRequest) => Promise<Listing<ManagedAuth>>;
}

export function connectionRequests(client: ApiCaller, signal: AbortSignal): ConnectionRequests {
  return {
    create: (body) => client.call(createConnection, { body }, signal),
    read: (id) => client.call(getConnection, { path: { id } }, signal),
    update: (id, body) => client.call(updateConnection, { path: { id }, body }, signal),
    remove: (id) => client.call(deleteConnection, { path: { id } }, signal),
    list: (request) => listSimilar(client, request, signal),
  };
}
