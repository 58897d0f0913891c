import type { Proxy } from "../../api/otherResources.ts";
import type { ManagedAuth } from "../../api/schemas.ts";
import { withFallbacks } from "../connections/deprecatedFields.ts";

/**
 * The connections among these that go through a proxy, by its id or by its name (§2.3). A name that several proxies have
 * may mean any of them.
 */
export function goingThrough(
  connections: readonly ManagedAuth[],
): (proxy: Pick<Proxy, "id" | "name">) => readonly ManagedAuth[] {
  return (proxy) => {
    const isNamed = isNamedBy(proxy);
    return connections.filter(
      (connection) => withFallbacks(connection).browser?.proxy?.id === proxy.id || isNamed(connection),
    );
  };
}

/** Whether a connection chooses a proxy by its name, and so would not find it by another. */
export function isNamedBy({ name }: Pick<Proxy, "name">): (connection: ManagedAuth) => boolean {
  return (connection) => {
    const chosen = withFallbacks(connection).browser?.proxy;
    return chosen?.id === undefined && name !== undefined && chosen?.name === name;
  };
}
