// What planning and applying a file of connections asks of a project, for the editor and the command line alike.
import type { Client } from "./client.ts";
import type { ApiError, Outcome } from "./errors.ts";
import { listAll, type Listing } from "./listing.ts";
import type { Operation } from "./operation.ts";
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
import type { CredentialProvider, Credential, OrgLimits, OtlpDestination, Proxy } from "./resourceSchemas.ts";
import type { Page, PageRequest, UnreadRow } from "./page.ts";
import type { Entitlements, ManagedAuth, ManagedAuthCreateRequest } from "./schemas.ts";
import type { ManagedAuthUpdateRequest } from "./updateRequest.ts";

/** A list has at most so many rows that are read whole. */
export const mostRows = 20_000;

/** Lists that connections refer to. */
export type ReferenceList = "proxies" | "credentials" | "providers" | "destinations";

export type UnreadRows = ReadonlyMap<"connections" | ReferenceList, readonly UnreadRow[]>;

/** What was read of a project. Lists that nothing refers to needn't be read. */
export interface ServiceState {
  readonly connections: readonly ManagedAuth[];
  readonly proxies?: readonly Proxy[] | undefined;
  readonly credentials?: readonly Credential[] | undefined;
  readonly providers?: readonly CredentialProvider[] | undefined;
  readonly destinations?: readonly OtlpDestination[] | undefined;
  /** If missing, the service itself refuses what the organization's plan doesn't allow. */
  readonly entitlements?: Entitlements | undefined;
  readonly limits?: OrgLimits | undefined;
  /** Rows that can't be read, by list. */
  readonly unread?: UnreadRows | undefined;
}

/** What is read beside the connections. */
export interface ProjectNeeds {
  readonly lists: ReadonlySet<ReferenceList>;
  readonly entitlements: boolean;
}

/** A list that can't be read to its end; without an error, it is too long. */
export interface NotRead {
  readonly kind: "failed";
  readonly list: "connections" | ReferenceList;
  readonly error?: ApiError;
}

export type ProjectReading =
  { readonly kind: "ok"; readonly state: ServiceState } | NotRead | { readonly kind: "cancelled" };

/** Longest wait for what the organization's plan allows, in milliseconds. The service checks the same. */
const planPatienceMs = 10_000;

/** Reads whole lists (§4.2), all at once; nothing is planned with half of one. */
export async function readProject(
  client: Pick<Client, "call">,
  needs: ProjectNeeds,
  signal: AbortSignal,
): Promise<ProjectReading> {
  const unread = new Map<NotRead["list"], readonly UnreadRow[]>();
  const failures: (NotRead | { readonly kind: "cancelled" })[] = [];
  const whole = async <Row>(
    list: NotRead["list"],
    operation: Operation<{ readonly query: PageRequest }, Page<Row>>,
  ): Promise<readonly Row[] | undefined> => {
    if (list !== "connections" && !needs.lists.has(list)) return undefined;
    const listing = await listAll(
      (query, stop) => client.call(operation, { query }, stop),
      { maxRows: mostRows },
      signal,
    );
    if (listing.unread !== undefined) unread.set(list, listing.unread);
    if (listing.kind === "complete") return listing.rows;
    const error = listing.kind === "failed" ? listing.error : undefined;
    // A plan without the feature has nothing to refer to. The service refuses a reference that is sent.
    if (list !== "connections" && error?.code === "insufficient_plan" && error.kind === "forbidden")
      return undefined;
    if (listing.kind === "cancelled") failures.push({ kind: "cancelled" });
    else failures.push(error === undefined ? { kind: "failed", list } : { kind: "failed", list, error });
    return undefined;
  };
  const patience = AbortSignal.any([signal, AbortSignal.timeout(planPatienceMs)]);
  const [connections = [], proxies, credentials, providers, destinations, entitlements, limits] =
    await Promise.all([
      whole("connections", listConnections),
      whole("proxies", listProxies),
      whole("credentials", listCredentials),
      whole("providers", listCredentialProviders),
      whole("destinations", listDestinations),
      needs.entitlements ? client.call(getEntitlements, {}, patience) : undefined,
      needs.entitlements ? client.call(getOrgLimits, {}, patience) : undefined,
    ]);
  return (
    failures[0] ?? {
      kind: "ok",
      state: {
        connections,
        proxies,
        credentials,
        providers,
        destinations,
        entitlements: entitlements?.kind === "ok" ? entitlements.value : undefined,
        limits: limits?.kind === "ok" ? limits.value : undefined,
        unread,
      },
    }
  );
}

/** Result of looking for a connection in the list; `unclear` if the list isn't whole, or has several near spellings. */
export type ConnectionFound =
  | { readonly kind: "found"; readonly id: string }
  | { readonly kind: "absent" }
  | { readonly kind: "unclear"; readonly error?: ApiError };

/** Lists the connections that may be the one of a profile and domain. Sends nothing that could create a connection. */
export async function listSimilar(
  client: Pick<Client, "call">,
  { domain, profile_name }: Pick<ManagedAuthCreateRequest, "domain" | "profile_name">,
  signal: AbortSignal,
): Promise<Listing<ManagedAuth>> {
  const list = (filters: object): Promise<Listing<ManagedAuth>> =>
    listAll(
      (page, stop) => client.call(listConnections, { query: { ...filters, ...page } }, stop),
      { maxRows: mostRows },
      signal,
    );
  const listing = await list({ domain, profile_name });
  const isExact = listing.rows.some((row) => row.domain === domain && row.profile_name === profile_name);
  // The filters compare texts as they are written. Another spelling is only found in the whole list.
  return isExact || listing.kind !== "complete" ? listing : list({});
}

/** The requests that applying a plan sends. */
export interface ConnectionRequests {
  readonly create: (body: ManagedAuthCreateRequest) => Promise<Outcome<ManagedAuth>>;
  readonly read: (id: string) => Promise<Outcome<ManagedAuth>>;
  readonly update: (id: string, body: ManagedAuthUpdateRequest) => Promise<Outcome<ManagedAuth>>;
  readonly remove: (id: string) => Promise<Outcome<unknown>>;
  /** Lists the connections that may be the one of a request. */
  readonly list: (request: ManagedAuthCreateRequest) => Promise<Listing<ManagedAuth>>;
}

/** These requests of a client, all called off by one signal. */
export function connectionRequests(client: Pick<Client, "call">, signal: AbortSignal): ConnectionRequests {
  return {
    create: (body) => client.call(createConnection, { body }, signal),
    read: (id) => client.call(getConnection, { path: { id } }, signal),
    update: (id, body) => client.call(updateConnection, { path: { id }, body }, signal),
    remove: (id) => client.call(deleteConnection, { path: { id } }, signal),
    list: (request) => listSimilar(client, request, signal),
  };
}
