import type { OtlpDestination } from "../api/neighbours.ts";
import type { ManagedAuth } from "../api/schemas.ts";

/**
 * The destination that a connection selects (§2.6), by id or name; `browser_telemetry`, its deprecated place, is
 * read where `browser.telemetry` says nothing.
 */
export function selectedDestination({
  browser,
  browser_telemetry,
}: ManagedAuth): { readonly id?: string; readonly name?: string } | undefined {
  const otlp = (browser?.telemetry ?? browser_telemetry)?.export?.otlp;
  if (otlp?.destination === undefined) return undefined;
  const { id, name } = otlp.destination;
  return { ...(id !== undefined && { id }), ...(name !== undefined && { name }) };
}

/** The connections that select a destination. Sessions and logins may use it too; no list tells. */
export function selectedBy(
  { id, name }: Pick<OtlpDestination, "id" | "name">,
  connections: readonly ManagedAuth[],
): readonly ManagedAuth[] {
  return connections.filter((connection) => {
    const selected = selectedDestination(connection);
    if (selected === undefined) return false;
    return selected.id === undefined
      ? selected.name !== undefined && selected.name === name
      : selected.id === id;
  });
}
