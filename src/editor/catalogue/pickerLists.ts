import { listAll, listWith, type Listing, type ListOperation } from "../../api/listing.ts";
import type { ApiClient } from "../../api/client.ts";
import type {
  Credential,
  CredentialProvider,
  CredentialProviderItem,
  OtlpDestination,
  ProxyResource,
} from "../../api/resourceSchemas.ts";
import {
  listBrowsers,
  listConnections,
  listCredentialProviderItems,
  listCredentialProviders,
  listCredentials,
  listDestinations,
  listProfiles,
  listProxies,
} from "../../api/operations.ts";
import type { ManagedAuth } from "../../api/schemas.ts";
import { indexBySelectedDestination } from "../../domain/resources/destinationUse.ts";
import type { ListedDestination } from "../../domain/resources/destinations.ts";
import { connectionsByProfile, type ListedProfile } from "../../domain/resources/profiles.ts";
import { idsIn, type ConnectionDraft } from "../../domain/draft/draft.ts";
import type { NamedResource } from "../../domain/text/names.ts";
import type { LoadRows } from "../kit/inputs/liveListing.ts";
import { driversAmong, type ListedBrowser } from "./browsers.ts";
import { SharedFetch } from "./sharedFetch.ts";
import { compact } from "../../domain/compact.ts";

export type CredentialSource =
  | { readonly kind: "stored"; readonly item: Credential }
  | { readonly kind: "provider"; readonly item: CredentialProvider };

/** Lists to which the user can add a new resource while a picker is open. */
type CreatableList = "credentials" | "destinations" | "providers" | "proxies";

/** Lists of the organization's resources for pickers. Complete lists are cached as long as this object exists. */
export class PickerLists {
  readonly connections: LoadRows<ManagedAuth>;
  readonly profiles: LoadRows<ListedProfile>;
  readonly proxies: LoadRows<ProxyResource>;
  readonly credentials: LoadRows<Credential>;
  readonly providers: LoadRows<CredentialProvider>;
  /** Stored credentials that match the search text, followed by all providers. */
  readonly credentialSources: LoadRows<CredentialSource>;
  readonly destinations: LoadRows<ListedDestination>;
  readonly browsers: LoadRows<ListedBrowser>;
  readonly knownCredentials = new Map<string, Credential>();
  readonly #client: ApiClient;
  readonly #fetchedNames: readonly NamedResource[];
  readonly #creatable: Readonly<Record<CreatableList, { readonly invalidate: () => void }>>;
  readonly #knownProxies = new Map<string, ProxyResource>();
  readonly #knownDestinations = new Map<string, OtlpDestination>();
  readonly #loadDestinations: LoadRows<OtlpDestination>;
  #knownConnections: readonly ManagedAuth[] = [];

  /** Uses the names in `fetchedNames` until this object has fetched newer ones, or permanently if the fetch fails. */
  constructor(client: ApiClient, fetchedNames: readonly NamedResource[] = []) {
    this.#client = client;
    this.#fetchedNames = fetchedNames;
    const { load: connections } = cacheList(client, listConnections);
    this.connections = async (query, onRows, signal) => {
      const listing = await connections(query, onRows, signal);
      // A cancelled or failed fetch may have returned fewer rows than a previous fetch.
      const knowsMore = listing.kind === "complete" || listing.rows.length > this.#knownConnections.length;
      if (query === "" && knowsMore) this.#knownConnections = listing.rows;
      return listing;
    };
    const proxies = cacheList(client, listProxies);
    this.proxies = sortBrokenLast(
      recordRowsById(proxies.load, this.#knownProxies),
      ({ status }) => status === "unavailable",
    );
    const credentials = cacheList(client, listCredentials);
    this.credentials = recordRowsById(credentials.load, this.knownCredentials);
    const providers = cacheList(client, listCredentialProviders);
    this.providers = sortBrokenLast(providers.load, ({ enabled }) => enabled === false);
    this.credentialSources = mergeCredentialSources(this.credentials, this.providers);
    this.profiles = joinUsers(cacheList(client, listProfiles).load, this.connections, connectionsByProfile);
    const destinations = cacheList(client, listDestinations);
    this.#loadDestinations = recordRowsById(destinations.load, this.#knownDestinations);
    this.destinations = joinUsers(this.#loadDestinations, this.connections, indexBySelectedDestination);
    this.browsers = joinUsers(cacheList(client, listBrowsers).load, this.connections, driversAmong);
    this.#creatable = { credentials, destinations, providers, proxies };
  }

  invalidate(list: CreatableList): void {
    this.#creatable[list].invalidate();
  }

  get knownConnections(): readonly ManagedAuth[] {
    return this.#knownConnections;
  }

  get knownProxies(): readonly ProxyResource[] {
    return [...this.#knownProxies.values()];
  }

  /** Names of all known proxies and destinations. Needed to show drafts, which store only the IDs. */
  get knownNames(): readonly NamedResource[] {
    const rows = [...this.#fetchedNames, ...this.#knownProxies.values(), ...this.#knownDestinations.values()];
    return [...new Map(rows.map((row) => [row.id, row])).values()];
  }

  /**
   * Fetches the names of resources that drafts store only by ID, and the stored credentials that drafts refer to.
   * Returns undefined if all of them are known.
   */
  fetchNames(drafts: readonly ConnectionDraft[], signal: AbortSignal): Promise<unknown> | undefined {
    const ids = drafts.map(idsIn);
    const stored = new Set(
      compact(...drafts.map(({ credential }) => credential?.kind === "stored" && credential.name)),
    );
    for (const { name } of this.knownCredentials.values()) stored.delete(name);
    const ignore = (): void => undefined;
    const reads: Promise<unknown>[] = [...stored].map((name) => this.credentials(name, ignore, signal));
    if (ids.some(({ proxy }) => proxy !== undefined && !this.#knownProxies.has(proxy)))
      reads.push(this.proxies("", ignore, signal));
    if (ids.some(({ destination }) => destination !== undefined && !this.#knownDestinations.has(destination)))
      reads.push(this.#loadDestinations("", ignore, signal));
    return reads.length === 0 ? undefined : Promise.all(reads);
  }

  /**
   * Returns a function that fetches a provider's items. Looks up the provider's ID by name, because connections store
   * only the name (interface.md §2.5), but requests need the ID.
   */
  items(providerName: string): LoadRows<CredentialProviderItem> {
    return async (_text, _onRows, signal) => {
      const providers = await this.providers("", () => undefined, signal);
      const provider = providers.rows.find(({ name }) => name === providerName);
      if (provider === undefined) return { ...providers, rows: [], unreadable: 0, more: false };
      return listAll(
        (_page, stop) => this.#client.call(listCredentialProviderItems, { path: { id: provider.id } }, stop),
        {},
        signal,
      );
    };
  }
}

/** Fetches a list page by page. The complete, unfiltered list is cached, and concurrent callers share its fetch. */
function cacheList<T>(client: ApiClient, operation: ListOperation<T>): CachedList<T> {
  const load: LoadRows<T> = (query, onRows, signal) => listWith(client, operation, { query, onRows }, signal);
  let complete: Listing<T> | undefined;
  let running: SharedFetch<T> | undefined;
  return {
    load: async (query, onRows, signal) => {
      if (query !== "") return load(query, onRows, signal);
      if (complete !== undefined) return complete;
      if (running === undefined || running.isOver) running = new SharedFetch(load);
      const joined = running;
      const listing = await joined.join(onRows, signal);
      // Don't cache a list that was requested before a resource was created, because the list lacks this resource.
      if (listing.kind === "complete" && joined === running) complete = listing;
      return listing;
    },
    invalidate: () => (complete = running = undefined),
  };
}

function mapListings<T, Mapped>(
  load: LoadRows<T>,
  convert: (listing: Listing<T>) => Listing<Mapped>,
): LoadRows<Mapped> {
  return async (query, onRows, signal) =>
    convert(await load(query, (listing) => onRows(convert(listing)), signal));
}

function recordRowsById<T extends { id: string }>(load: LoadRows<T>, rowsById: Map<string, T>): LoadRows<T> {
  return mapListings(load, (listing) => {
    for (const row of listing.rows) rowsById.set(row.id, row);
    return listing;
  });
}

/** Wraps `load`, so that items that can't be used come last. */
export function sortBrokenLast<T>(load: LoadRows<T>, isBroken: (item: T) => boolean): LoadRows<T> {
  return mapListings(load, (listing) => ({
    ...listing,
    rows: listing.rows.toSorted((a, b) => Number(isBroken(a)) - Number(isBroken(b))),
  }));
}

interface CachedList<T> {
  readonly load: LoadRows<T>;
  readonly invalidate: () => void;
}

interface UsedResource {
  readonly usedBy: readonly ManagedAuth[];
}

/** Adds to each row the connections that use it. The connections may arrive after the rows or not at all. */
function joinUsers<T>(
  load: LoadRows<T>,
  connections: LoadRows<ManagedAuth>,
  usersAmong: (connections: readonly ManagedAuth[]) => (item: T) => readonly ManagedAuth[],
): LoadRows<T & UsedResource> {
  return async (query, onRows, signal) => {
    let users = usersAmong([]);
    const join = (listing: Listing<T>): Listing<T & UsedResource> => ({
      ...listing,
      rows: listing.rows.map((item) => ({ ...item, usedBy: users(item) })),
    });
    const allConnections = connections("", ({ rows }) => (users = usersAmong(rows)), signal);
    const listing = await load(query, (partial) => onRows(join(partial)), signal);
    onRows(join({ ...listing, kind: "loading" }));
    users = usersAmong((await allConnections).rows);
    return join(listing);
  };
}

/** Concatenates stored credentials and providers. The result is complete once both lists are complete. */
function mergeCredentialSources(
  stored: LoadRows<Credential>,
  providers: LoadRows<CredentialProvider>,
): LoadRows<CredentialSource> {
  return async (query, onRows, signal) => {
    const empty = { kind: "loading", rows: [], unreadable: 0, more: true } as const;
    let credentialListing: Listing<Credential> = empty;
    let providerListing: Listing<CredentialProvider> = empty;
    const joined = (): Listing<CredentialSource> => ({
      ...(credentialListing.kind === "complete" ? providerListing : credentialListing),
      rows: [
        ...credentialListing.rows.map((item): CredentialSource => ({ kind: "stored", item })),
        ...providerListing.rows.map((item): CredentialSource => ({ kind: "provider", item })),
      ],
      unreadable: credentialListing.unreadable + providerListing.unreadable,
      more: credentialListing.more || providerListing.more,
    });
    const notify = (): void => onRows({ ...joined(), kind: "loading" });
    const setCredentials = (listing: Listing<Credential>): void => {
      credentialListing = listing;
      notify();
    };
    const setProviders = (listing: Listing<CredentialProvider>): void => {
      providerListing = listing;
      notify();
    };
    await Promise.all([
      stored(query, setCredentials, signal).then(setCredentials),
      providers("", setProviders, signal).then(setProviders),
    ]);
    return joined();
  };
}
