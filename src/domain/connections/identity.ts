// The identity of a connection: no other connection of its project has the same domain and profile (operations.md §9).
import { parseDomain } from "../draft/domainName.ts";
import { caselessName, plainName } from "../text/names.ts";

/** The domain and the profile of a connection or of an entry, as far as they are known. */
export interface ConnectionIdentity {
  readonly domain?: string | undefined;
  readonly profile_name?: string | undefined;
}

/** The result of a search for the connection of an identity. */
export type IdentityMatch<Connection> =
  /** `isExact` is false if the connection spells its profile differently. */
  | { readonly kind: "found"; readonly connection: Connection; readonly isExact: boolean }
  | { readonly kind: "absent" }
  /** Several connections match equally well, so none can be chosen. */
  | { readonly kind: "several"; readonly connections: readonly Connection[] };

/** Returns the spelling that all spellings of a domain share: ASCII (IDNA), lower case, no trailing dot. */
export function domainSpelling(domain: string): string {
  // To the service, an address with a port or path, or an escaped host, is a different domain.
  const read = /[/\\:?#@%]/.test(domain) ? undefined : parseDomain(domain);
  return read?.ok === true ? read.domain : domain.toLowerCase();
}

/** True if the service treats two identities as the same connection. */
export function isSameConnection(one: ConnectionIdentity, other: ConnectionIdentity): boolean {
  return looseIdentity(one) === looseIdentity(other);
}

/** An index of connections or entries by identity, independent of the spelling of domains and profiles. */
export class ConnectionIndex<Connection extends ConnectionIdentity> {
  readonly #bySpelling: ReadonlyMap<string, readonly Connection[]>;

  constructor(connections: readonly Connection[]) {
    this.#bySpelling = Map.groupBy(connections, looseIdentity);
  }

  /** Returns the connections that may be spellings of an identity. An incomplete identity matches nothing. */
  similar(wanted: ConnectionIdentity): readonly Connection[] {
    if (wanted.domain === undefined || wanted.profile_name === undefined) return [];
    return this.#bySpelling.get(looseIdentity(wanted)) ?? [];
  }

  /** Finds the connection with the nearest spelling: exact, then another case, then other accents on Latin letters. */
  find(wanted: ConnectionIdentity): IdentityMatch<Connection> {
    const similar = this.similar(wanted);
    const { domain, profile_name: name = "" } = wanted;
    const tiers: readonly ((one: ConnectionIdentity) => boolean)[] = [
      (one) => one.profile_name === name && one.domain === domain,
      (one) => one.profile_name === name,
      (one) => caselessName(one.profile_name ?? "") === caselessName(name),
      () => true,
    ];
    for (const isNear of tiers) {
      const near = similar.filter(isNear);
      const [connection] = near;
      if (near.length > 1) return { kind: "several", connections: near };
      if (connection !== undefined)
        return { kind: "found", connection, isExact: connection.profile_name === name };
    }
    return { kind: "absent" };
  }
}

function looseIdentity({ domain = "", profile_name = "" }: ConnectionIdentity): string {
  return JSON.stringify([domainSpelling(domain), plainName(profile_name)]);
}
