import { createHash } from "node:crypto";
import type { BrowserSession } from "../../api/browserSchemas.ts";
import type { ProxyResource } from "../../api/resourceSchemas.ts";
import type { ManagedAuth } from "../../api/schemas.ts";
import { isLoginRunning } from "../login/loginState.ts";
import type { ResourceModel } from "../resource/resourceModel.ts";

/**
 * A browser from the list. Its ID is a handle, because the session ID and the live view's address give control over
 * the browser.
 */
export interface ListedBrowser extends BrowserSession {
  /** The browser's proxy, or "deleted" if the project no longer has it. Unset if the proxies aren't known. */
  readonly proxy?: ProxyResource | "deleted" | undefined;
  /** The connections with a login that runs in the browser. Unset until the connections are known. */
  readonly usedBy?: readonly ManagedAuth[];
}

/** No field of a browser can be edited. */
export type BrowserValues = Readonly<Record<string, never>>;

/**
 * Tag of browsers that the extension or generated code launches. A name wouldn't work, because each browser needs a
 * unique name.
 */
export const [tagKey, tagValue] = ["source", "managed-auth"] as const;
/** Tag that is set to "true" if the browser saves its state to the profile when it ends. */
export const savesTag = "managed-auth-saves";

const sessionIds = new Map<string, string>();

/** Returns the handle of a session ID. The handle is a hash, so it is valid in all windows and after a reload. */
export function browserHandle(sessionId: string): string {
  const handle = createHash("sha256").update(sessionId).digest("hex").slice(0, 12);
  sessionIds.set(handle, sessionId);
  return handle;
}

/** Returns the session ID of a browser that this window has listed. */
export function sessionOf(handle: string): string | undefined {
  return sessionIds.get(handle);
}

/** Replaces the session ID with a handle, drops the address of the live view, and adds the proxy. */
export function listedBrowser(browser: BrowserSession, proxies?: readonly ProxyResource[]): ListedBrowser {
  const { proxy_id } = browser;
  const proxy =
    proxy_id && proxies ? (proxies.find((one) => one.id === proxy_id) ?? ("deleted" as const)) : undefined;
  return { ...browser, id: browserHandle(browser.id), browser_live_view_url: undefined, proxy };
}

/** True if the browser can't load pages, because its proxy is deleted or unavailable. */
export function hasLostProxy({ proxy }: ListedBrowser): boolean {
  return proxy === "deleted" || proxy?.status === "unavailable";
}

/**
 * Returns a function that finds the connections with a login that runs in a browser. The browser's ID may be a
 * session ID or a handle.
 */
export function driversAmong(
  connections: readonly ManagedAuth[],
): (browser: { readonly id: string }) => readonly ManagedAuth[] {
  const now = Date.now();
  const drivers = new Map<string, readonly ManagedAuth[]>();
  for (const connection of connections) {
    const { browser_session_id: id } = connection;
    if (id === undefined || !isLoginRunning(connection, now)) continue;
    drivers.set(id, [connection]).set(browserHandle(id), [connection]);
  }
  return ({ id }) => drivers.get(id) ?? [];
}

export const browserModel: ResourceModel<ListedBrowser, BrowserValues> = {
  fields: {},
  identifyingFields: [],
  version: () => undefined,
  usedBy: (browser, connections) => driversAmong(connections)(browser),
};
