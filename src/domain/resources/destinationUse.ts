import type { OtlpDestination } from "../../api/resourceSchemas.ts";
import type { ManagedAuth } from "../../api/schemas.ts";

/**
 * Returns the destination that a connection selects (interface.md §2.6). Reads the deprecated `browser_telemetry` if
 * `browser.telemetry` is missing.
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

type DestinationKey = Pick<OtlpDestination, "id" | "name">;

/**
 * Indexes connections in a single pass by the ID of their selected destination, or by its name if the ID is missing.
 * Sessions and logins may use a destination too, but no list reports these uses.
 */
export function indexBySelectedDestination(
  connections: readonly ManagedAuth[],
): (destination: DestinationKey) => readonly ManagedAuth[] {
  const selecting = connections.map((connection, index) => ({
    connection,
    index,
    selected: selectedDestination(connection),
  }));
  const byId = Map.groupBy(selecting, ({ selected }) => selected?.id);
  const byName = Map.groupBy(selecting, ({ selected }) =>
    selected?.id === undefined ? selected?.name : undefined,
  );
  return ({ id, name }) => {
    const named = name === undefined ? [] : (byName.get(name) ?? []);
    const matches = [...(byId.get(id) ?? []), ...named].sort((a, b) => a.index - b.index);
    return matches.map(({ connection }) => connection);
  };
}

/** Returns a function that finds a destination by ID or name. IDs take precedence over names. */
export function indexByIdOrName<T extends DestinationKey>(
  destinations: readonly T[],
): (idOrName: string) => T | undefined {
  const byKey = new Map<string, T>();
  for (const keyOf of [(row: T) => row.id, (row: T) => row.name]) {
    for (const destination of destinations) {
      const key = keyOf(destination);
      if (key !== undefined && !byKey.has(key)) byKey.set(key, destination);
    }
  }
  return (idOrName) => byKey.get(idOrName);
}
