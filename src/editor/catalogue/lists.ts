import { type Page, type PageRequest } from "../../api/page.ts";
import { allPages, type Listing } from "../../api/listing.ts";
import type { Client } from "../../api/client.ts";
import type {
  Credential,
  CredentialProvider,
  CredentialProviderItem,
  OtlpDestination,
  Profile,
  Proxy,
} from "../../api/neighbours.ts";
import {
  listConnections,
  listCredentialProviderItems,
  listCredentialProviders,
  listCredentials,
  listDestinations,
  listProfiles,
  listProxies,
} from "../../api/operations.ts";
import type { Operation } from "../../api/operation.ts";
import type { ManagedAuth } from "../../api/schemas.ts";
import { selectingAmong } from "../../domain/destinationUse.ts";
import type { LoadRows } from "../kit/liveListing.ts";
import { SharedReading } from "./sharedReading.ts";

/** A row and the connections that use it, as far as they are known. */
export interface Used<T> {
  readonly item: T;
  readonly usedBy: readonly ManagedAuth[];
}

type ListOperation<T> = Operation<{ readonly query: PageRequest & { readonly query?: string } }, Page<T>>;

/** What the organization has, to pick from. What was read whole is kept for as long as this object lives. */
export class Lists {
  readonly connections: LoadRows<ManagedAuth>;
  readonly profiles: LoadRows<Used<Profile>>;
  readonly proxies: LoadRows<Proxy>;
  readonly credentials: LoadRows<Credential>;
  readonly providers: LoadRows<CredentialProvider>;
  readonly destinations: LoadRows<Used<OtlpDestination>>;
  readonly #client: Client;
  #known: readonly ManagedAuth[] = [];

  constructor(client: Client) {
    this.#client = client;
    const connections = kept(client, listConnections);
    this.connections = async (query, onRows, signal) => {
      const listing = await connections(query, onRows, signal);
      // One that was called off, or failed, may know less than one before it.
      const knowsMore = listing.kind === "complete" || listing.rows.length > this.#known.length;
      if (query === "" && knowsMore) this.#known = listing.rows;
      return listing;
    };
    this.proxies = kept(client, listProxies);
    this.credentials = kept(client, listCredentials);
    this.providers = kept(client, listCredentialProviders);
    this.profiles = used(kept(client, listProfiles), this.connections, loggingIn);
    this.destinations = used(kept(client, listDestinations), this.connections, selectingAmong);
  }

  /** The connections read so far. */
  get knownConnections(): readonly ManagedAuth[] {
    return this.#known;
  }

  /** The items of a provider, which a connection names (§2.5) and the service lists by id. */
  items(providerName: string): LoadRows<CredentialProviderItem> {
    return async (_text, _onRows, signal) => {
      const providers = await this.providers("", () => undefined, signal);
      const provider = providers.rows.find(({ name }) => name === providerName);
      if (provider === undefined) return { ...providers, rows: [], unreadable: 0, more: false };
      return allPages(
        (_page, stop) => this.#client.call(listCredentialProviderItems, { path: { id: provider.id } }, stop),
        {},
        signal,
      );
    };
  }
}

/** Reads a list page by page; a whole one that nothing narrows is read once, for all who ask for it meanwhile too. */
function kept<T>(client: Client, operation: ListOperation<T>): LoadRows<T> {
  const load: LoadRows<T> = (query, onRows, signal) =>
    allPages((page, stop) => client.call(operation, { query: { query, ...page } }, stop), { onRows }, signal);
  let whole: Listing<T> | undefined;
  let reading: SharedReading<T> | undefined;
  return async (query, onRows, signal) => {
    if (query !== "") return load(query, onRows, signal);
    if (whole !== undefined) return whole;
    if (reading === undefined || reading.over) reading = new SharedReading(load);
    const listing = await reading.join(onRows, signal);
    if (listing.kind === "complete") whole = listing;
    return listing;
  };
}

/** Tells which of these connections keep a profile logged in. */
function loggingIn(connections: readonly ManagedAuth[]): (profile: Profile) => readonly ManagedAuth[] {
  const byProfile = Map.groupBy(connections, ({ profile_name }) => profile_name);
  return ({ name }) => (name === undefined ? [] : (byProfile.get(name) ?? []));
}

/** Joins rows with the connections that use them, which may come later and may not come at all. */
function used<T>(
  load: LoadRows<T>,
  connections: LoadRows<ManagedAuth>,
  usersAmong: (connections: readonly ManagedAuth[]) => (item: T) => readonly ManagedAuth[],
): LoadRows<Used<T>> {
  return async (query, onRows, signal) => {
    let users = usersAmong([]);
    const join = (listing: Listing<T>): Listing<Used<T>> => ({
      ...listing,
      rows: listing.rows.map((item) => ({ item, usedBy: users(item) })),
    });
    const all = connections("", ({ rows }) => (users = usersAmong(rows)), signal);
    const listing = await load(query, (sofar) => onRows(join(sofar)), signal);
    onRows(join({ ...listing, kind: "loading" }));
    users = usersAmong((await all).rows);
    return join(listing);
  };
}
