// A connection is identified by its domain and profile, because no two connections of a project share both
// (operations.md §9).
import { parseDomain } from "../draft/domainName.ts";
import { caselessName, plainName } from "../text/names.ts";

/** Domain and profile of a connection or of an entry in a connection file. Unknown parts are missing. */
export interface ConnectionIdentity {
  readonly domain?: string | undefined;
  readonly profile_name?: string | undefined;
}

/** The result of searching for a connection by domain and profile. */
export type IdentityMatch<Connection> =
  /** `isExact` is false if the connection's profile name is spelled differently than in the search. */
  | { readonly kind: "found"; readonly connection: Connection; readonly isExact: boolean }
  | { readonly kind: "absent" }
  /** Several connections match equally well, so none can be chosen. */
  | { readonly kind: "several"; readonly connections: readonly Connection[] };

/** Normalizes the spelling of a domain: ASCII (IDNA), lowercase, no trailing dot. */
export function domainSpelling(domain: string): string {
  // The service treats an address with a port, a path or percent-encoded characters as a different domain.
  const read = /[/\\:?#@%]/.test(domain) ? undefined : parseDomain(domain);
  return read?.domain ?? domain.toLowerCase();
}

/** True if the service treats two identities as the same connection. */
export function isSameConnection(a: ConnectionIdentity, b: ConnectionIdentity): boolean {
  return looseIdentity(a) === looseIdentity(b);
}

/** An index of connections or entries by identity, independent of the spelling of domains and profiles. */
export class ConnectionIndex<Connection extends ConnectionIdentity> {
  readonly #bySpelling: ReadonlyMap<string, readonly Connection[]>;

  constructor(connections: readonly Connection[]) {
    this.#bySpelling = Map.groupBy(connections, looseIdentity);
  }

  /**
   * Returns the connections that may match an identity despite a different spelling. Returns none for an incomplete
   * identity.
   */
  similar(wanted: ConnectionIdentity): readonly Connection[] {
    if (wanted.domain === undefined || wanted.profile_name === undefined) return [];
    return this.#bySpelling.get(looseIdentity(wanted)) ?? [];
  }

  /**
   * Finds the connection with the closest spelling. An exact match is preferred over different capitalization, which
   * is preferred over different accents on Latin letters.
   */
  find(wanted: ConnectionIdentity): IdentityMatch<Connection> {
    const similar = this.similar(wanted);
    const { domain, profile_name: name = "" } = wanted;
    const tiers: readonly ((candidate: ConnectionIdentity) => boolean)[] = [
      (candidate) => candidate.profile_name === name && candidate.domain === domain,
      (candidate) => candidate.profile_name === name,
      (candidate) => caselessName(candidate.profile_name ?? "") === caselessName(name),
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
