// Combines the running browsers with their proxies and logins.
import { browserHandle, type BrowserSession } from "../../api/browserSchemas.ts";
import type { ProxyResource } from "../../api/resourceSchemas.ts";
import type { ManagedAuth } from "../../api/schemas.ts";
import { isLoginRunning } from "../../domain/login/loginState.ts";
import type { ResourceLists } from "./listModel.ts";

export interface ListedBrowser extends BrowserSession {
  /** The browser's proxy, or "deleted" if the project no longer has it. Unset if the proxies aren't known. */
  readonly proxy?: ProxyResource | "deleted" | undefined;
  /** The connections whose login is running in the browser. Unset until the connections are known. */
  readonly usedBy?: readonly ManagedAuth[];
}

/** Returns a function that adds a browser's proxy, or "deleted" if the complete list of proxies lacks the proxy. */
export function joinProxies({ proxies }: ResourceLists): (browser: BrowserSession) => ListedBrowser {
  const { more = true, rows = [], unreadable = 0 } = proxies.state.reading ?? {};
  const missing = more || unreadable > 0 ? undefined : "deleted";
  return (browser) => {
    const { proxy_id: id } = browser;
    return id ? { ...browser, proxy: rows.find((proxy) => proxy.id === id) ?? missing } : browser;
  };
}

/** Returns a function that finds the connections with a login that runs in the given browser. */
export function driversAmong(
  connections: readonly ManagedAuth[],
): (browser: BrowserSession) => readonly ManagedAuth[] {
  const now = Date.now();
  const running = connections.filter((connection) => isLoginRunning(connection, now));
  const drivers = Map.groupBy(running, ({ browser_session_id: id }) => id && browserHandle(id));
  return ({ id }) => drivers.get(id) ?? [];
}
