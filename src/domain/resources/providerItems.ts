import type { CredentialProviderItem } from "../../api/resourceSchemas.ts";
import { isDomainWithin, parseDomain } from "../draft/domainName.ts";

/**
 * The items of a vault. If the service doesn't report vaults, the items of all vaults are in one group without a
 * name.
 */
export interface VaultItems {
  readonly name: string | undefined;
  readonly items: readonly CredentialProviderItem[];
}

/** A provider's items in the order of the selection list: first the items for a domain, then the others by vault. */
export interface GroupedItems {
  readonly matching: readonly CredentialProviderItem[];
  readonly vaults: readonly VaultItems[];
}

/**
 * Groups items by vault. If several items have the same path, only the first is listed, because the service resolves
 * the path to the first item.
 */
export function byVault(items: readonly CredentialProviderItem[], domain: string | undefined): GroupedItems {
  const vaultNames = new Set<string>();
  const each = items.filter(({ path }) => vaultNames.size < vaultNames.add(path).size);
  const [matching = [], otherItems = []] = [true, false].map((expected) =>
    each.filter((item) => isItemForDomain(item, domain) === expected),
  );
  const vaults = [...Map.groupBy(otherItems, ({ vault_name }) => vault_name)]
    .map(([name, vaultItems]): VaultItems => ({ name, items: vaultItems }))
    .toSorted((a, b) => Number(isVaultAfter(a, b)) - Number(isVaultAfter(b, a)));
  return { matching, vaults };
}

/** True if the first vault is listed after the second. Vaults are sorted by name, and unnamed vaults come last. */
function isVaultAfter({ name }: VaultItems, { name: other }: VaultItems): boolean {
  return other !== undefined && (name === undefined || name > other);
}

/** True if a URL of the item belongs to the domain, to one of its subdomains or to one of its parent domains. */
function isItemForDomain({ urls = [] }: CredentialProviderItem, domain: string | undefined): boolean {
  if (domain === undefined) return false;
  return urls.some((url) => {
    const read = parseDomain(url);
    return read.ok && (isDomainWithin(read.domain, domain) || isDomainWithin(domain, read.domain));
  });
}

/** True if a name in the item's path contains "/". The service would split such a path at the wrong slash. */
export function isAmbiguousPath({ path, title, vault_name }: CredentialProviderItem): boolean {
  return [title, vault_name].some((name) => name?.includes("/") === true) || path.split("/").length > 2;
}
