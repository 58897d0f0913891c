import type { CredentialProviderItem } from "../../api/resourceSchemas.ts";
import { isDomainWithin, parseDomain } from "../draft/domainName.ts";

/** Items of a vault, or of several vaults if the service doesn't report the vault. */
export interface VaultItems {
  readonly name: string | undefined;
  readonly items: readonly CredentialProviderItem[];
}

/** A provider's items for selection: those for a website, then the others by vault. */
export interface GroupedItems {
  readonly matching: readonly CredentialProviderItem[];
  readonly vaults: readonly VaultItems[];
}

/**
 * Groups items. If several have the same path, only the first one is listed, because the service resolves the path to
 * it.
 */
export function byVault(items: readonly CredentialProviderItem[], domain: string | undefined): GroupedItems {
  const known = new Set<string>();
  const each = items.filter(({ path }) => known.size < known.add(path).size);
  const [matching = [], others = []] = [true, false].map((is) =>
    each.filter((item) => isItemForDomain(item, domain) === is),
  );
  const vaults = [...Map.groupBy(others, ({ vault_name }) => vault_name)]
    .map(([name, of]): VaultItems => ({ name, items: of }))
    .toSorted((one, other) => Number(isVaultAfter(one, other)) - Number(isVaultAfter(other, one)));
  return { matching, vaults };
}

/** Sorts vaults by name. Unnamed ones come last. */
function isVaultAfter({ name }: VaultItems, { name: other }: VaultItems): boolean {
  return other !== undefined && (name === undefined || name > other);
}

/** True if an address of the item is within the domain, or the domain within the address. */
function isItemForDomain({ urls = [] }: CredentialProviderItem, domain: string | undefined): boolean {
  if (domain === undefined) return false;
  return urls.some((url) => {
    const read = parseDomain(url);
    return read.ok && (isDomainWithin(read.domain, domain) || isDomainWithin(domain, read.domain));
  });
}

/** True if a name in the path contains "/", so that the service would split the path at the wrong place. */
export function isAmbiguousPath({ path, title, vault_name }: CredentialProviderItem): boolean {
  return [title, vault_name].some((name) => name?.includes("/") === true) || path.split("/").length > 2;
}
