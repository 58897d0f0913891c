import type { FSWatcher } from "node:fs";
import { window } from "vscode";
import * as z from "zod/mini";
import type { BrowserSession } from "../../api/browserSchemas.ts";
import { systemClock } from "../../api/clock.ts";
import { listWith, type ListOperation } from "../../api/listing.ts";
import {
  listBrowsers,
  listCredentialProviders,
  listCredentials,
  listProfiles,
  listProxies,
} from "../../api/operations.ts";
import type { CredentialProvider, OtlpDestination } from "../../api/resourceSchemas.ts";
import type { ManagedAuth } from "../../api/schemas.ts";
import { compact } from "../../domain/compact.ts";
import { withFallbacks } from "../../domain/connections/deprecatedFields.ts";
import { selectedDestination } from "../../domain/resources/destinationUse.ts";
import type { NamedResource } from "../../domain/text/names.ts";
import { watchFolder, type AccountFiles, type AccountStore } from "../../storage/accountStore.ts";
import { connectionName } from "./connectionLabels.ts";
import type { AccountAccess, ClientFactory } from "../accounts/clientFactory.ts";
import type { WindowSession, SessionState } from "../accounts/session.ts";
import { ReadModel, type ReadState } from "./readModel.ts";

export interface ListReading<T> {
  readonly rows: readonly T[];
  readonly more: boolean;
  /** Number of additional rows that couldn't be parsed. */
  readonly unreadable: number;
  readonly readAt: Date;
}

export class ListModel<T> extends ReadModel<ListReading<T>> {
  readonly #operation: ListOperation<T>;

  constructor(session: WindowSession, service: ClientFactory, operation: ListOperation<T>) {
    super(session, service);
    this.#operation = operation;
  }

  protected async fetchAs(
    { client }: AccountAccess,
    session: SessionState,
    signal: AbortSignal,
  ): Promise<void> {
    const listing = await listWith(client, this.#operation, {}, signal);
    const { more, rows, unreadable } = listing;
    if (listing.kind === "cancelled" || signal.aborted) return;
    if (listing.kind === "failed") await this.publishFailure(session, listing.error, signal);
    else this.publish({ reading: { rows, more, unreadable, readAt: new Date() } });
  }
}

export type DestinationsModel = ListModel<OtlpDestination>;

interface NamedLists {
  readonly listed: Pick<ResourceLists, "proxies">;
  readonly destinations: DestinationsModel;
}

interface AllLists extends NamedLists {
  readonly connections: { readonly state: ReadState<{ readonly rows: readonly ManagedAuth[] }, unknown> };
  readonly listed: ResourceLists;
}

/** Returns the proxies and destinations that were already fetched, to show names where connections store IDs. */
export function fetchedNames({ destinations, listed }: NamedLists): readonly NamedResource[] {
  return [listed.proxies, destinations].flatMap(
    ({ state }): readonly NamedResource[] => state.reading?.rows ?? [],
  );
}

/** Returns the name of a resource or connection that this window has already fetched. */
export function fetchedName({ connections, destinations, listed }: AllLists, id: string): string | undefined {
  const { credentials, profiles, providers, proxies } = listed;
  const connection = connections.state.reading?.rows.find((row) => row.id === id);
  if (connection !== undefined) return connectionName(connection);
  return [credentials, profiles, providers, proxies, destinations]
    .flatMap(({ state }): readonly NamedResource[] => state.reading?.rows ?? [])
    .find((row) => row.id === id)?.name;
}

/** Maximum time that a page waits for the names of resources, in milliseconds. */
const maxNameWaitMs = 2_000;

/**
 * Finds the names of resources that a connection refers to only by ID. Fetches their lists if necessary. If the
 * service is slow, returns the names that are known after two seconds.
 */
export async function findNames(
  lists: NamedLists,
  connection: ManagedAuth,
): Promise<readonly NamedResource[]> {
  const isNeeded = (used: Partial<Record<"id" | "name", string | undefined>> = {}): boolean =>
    used.id !== undefined && used.name === undefined;
  const models = compact(
    isNeeded(withFallbacks(connection).browser?.proxy) && lists.listed.proxies,
    isNeeded(selectedDestination(connection)) && lists.destinations,
  );
  const timeout = Promise.withResolvers<unknown>();
  const cancel = systemClock.timer(maxNameWaitMs, () => timeout.resolve(undefined));
  await Promise.race([timeout.promise, Promise.all(models.map((model) => model.displayState()))]).finally(
    cancel,
  );
  return models.flatMap(({ state }): readonly NamedResource[] => state.reading?.rows ?? []);
}

/** The credential providers. Also remembers which providers failed their last test in this window. */
class ProvidersModel extends ListModel<CredentialProvider> {
  readonly #failedTests = new Set<string>();

  recordTest(id: string, success: boolean): void {
    if (success) this.#failedTests.delete(id);
    else this.#failedTests.add(id);
    this.publish(this.state);
  }

  hasFailedTest(id: string): boolean {
    return this.#failedTests.has(id);
  }

  protected override reset(): void {
    this.#failedTests.clear();
    super.reset();
  }
}

/** Refresh interval while browsers are visible, in milliseconds. */
const freshBrowsersMs = 30_000;

const LaunchedBrowser = z.object({ accountId: z.string(), handle: z.string() });

/**
 * The running browsers. Browsers end on their own, so the list is refreshed while visible. The handle (ID) of each
 * launched browser is stored in a file, so that all windows recognize the browser, even after a reload.
 */
class BrowsersModel extends ListModel<BrowserSession> {
  /** Handles of the browsers that any window has launched. Some of these browsers may have ended. */
  readonly launched = new Set<string>();
  readonly #files: AccountFiles<z.infer<typeof LaunchedBrowser>>;
  readonly #watcher: FSWatcher | undefined;
  readonly #viewers = new Set<() => boolean>();
  readonly #timer = setInterval(() => {
    // Don't abort a slow fetch, because the next fetch may take just as long.
    if (
      this.running === undefined &&
      window.state.focused &&
      [...this.#viewers].some((isNeeded) => isNeeded())
    )
      void this.refresh();
  }, freshBrowsersMs).unref();

  constructor(session: WindowSession, service: ClientFactory, store: AccountStore) {
    super(session, service, listBrowsers);
    this.#files = store.files("browsers", LaunchedBrowser);
    this.#watcher = watchFolder(this.#files.path, () => void this.#findLaunched());
  }

  /** Adds a launched browser. Rejects if its handle can't be stored. In that case, only this window knows it. */
  async addLaunched(accountId: string, handle: string): Promise<void> {
    this.launched.add(handle);
    await this.#files.write(handle, { accountId, handle });
  }

  /** Refreshes the list at a regular interval while `isNeeded` returns true and the window has the focus. */
  keepFresh(isNeeded: () => boolean): { readonly dispose: () => void } {
    this.#viewers.add(isNeeded);
    return { dispose: () => void this.#viewers.delete(isNeeded) };
  }

  override dispose(): void {
    clearInterval(this.#timer);
    this.#watcher?.close();
    super.dispose();
  }

  protected override async fetchAs(...request: [AccountAccess, SessionState, AbortSignal]): Promise<void> {
    const before = this.state.reading;
    // Read the handles before the list. Otherwise, the handle of a browser that another window launches in the
    // meantime would be deleted, because the list lacks the browser.
    const stored = await this.#storedHandles();
    for (const handle of stored) this.launched.add(handle);
    await super.fetchAs(...request);
    const { reading } = this.state;
    // After a switch of accounts or an incomplete fetch, a missing row doesn't mean that the browser has ended.
    if (request[2].aborted || reading === before || reading?.more !== false || reading.unreadable > 0) return;
    const ended = stored.filter((handle) => !reading.rows.some(({ id }) => id === handle));
    await Promise.allSettled(ended.map((handle) => this.#files.remove(handle)));
  }

  protected override reset(): void {
    this.launched.clear();
    super.reset();
    void this.#findLaunched();
  }

  async #storedHandles(): Promise<readonly string[]> {
    const { account } = this.session.state;
    const all = await this.#files.all().catch(() => []);
    return all.flatMap(({ accountId, handle }) => (accountId === account?.id ? handle : []));
  }

  /** Fetches the list if the account has launched browsers in another window or before a reload. */
  async #findLaunched(): Promise<void> {
    const stored = await this.#storedHandles();
    if (!this.isDisposed && stored.some((handle) => !this.launched.has(handle))) await this.refresh();
  }
}

/** Creates the lists of resources that connections use. Each list is fetched when it is first shown. */
export function createResourceLists(session: WindowSession, service: ClientFactory, store: AccountStore) {
  return {
    profiles: new ListModel(session, service, listProfiles),
    proxies: new ListModel(session, service, listProxies),
    credentials: new ListModel(session, service, listCredentials),
    providers: new ProvidersModel(session, service, listCredentialProviders),
    browsers: new BrowsersModel(session, service, store),
  };
}
export type ResourceLists = ReturnType<typeof createResourceLists>;
