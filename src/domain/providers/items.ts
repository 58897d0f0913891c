import type { CredentialProviderItem } from "../../api/resourceSchemas.ts";
import { isDomainWithin, readDomain } from "../draft/domainName.ts";

/** The items of a vault; of several, where the service does not say which. */
export interface Vault {
  readonly name: string | undefined;
  readonly items: readonly CredentialProviderItem[];
}

/** The items of a provider as somebody looks for one: those for a website, then the others by their vaults. */
export interface Grouped {
  readonly matching: readonly CredentialProviderItem[];
  readonly vaults: readonly Vault[];
}

/** Groups items; of several with one path the first alone can be referred to, as the service takes that. */
export function byVault(items: readonly CredentialProviderItem[], domain: string | undefined): Grouped {
  const known = new Set<string>();
  const each = items.filter(({ path }) => known.size < known.add(path).size);
  const [matching = [], others = []] = [true, false].map((is) =>
    each.filter((item) => isFor(item, domain) === is),
  );
  const vaults = [...Map.groupBy(others, ({ vault_name }) => vault_name)]
    .map(([name, of]): Vault => ({ name, items: of }))
    .toSorted((one, other) => Number(isAfter(one, other)) - Number(isAfter(other, one)));
  return { matching, vaults };
}

/** Vaults stand by their names; what has none comes last. */
function isAfter({ name }: Vault, { name: other }: Vault): boolean {
  return other !== undefined && (name === undefined || name > other);
}

/** Whether an item has an address of this domain, of one above it, or of one below it. */
function isFor({ urls = [] }: CredentialProviderItem, domain: string | undefined): boolean {
  if (domain === undefined) return false;
  return urls.some((url) => {
    const read = readDomain(url);
    return read.ok && (isDomainWithin(read.domain, domain) || isDomainWithin(domain, read.domain));
  });
}

/** Whether the names in a path have a "/" themselves: the service looks for a vault and an item of it. */
export function isAmbiguous({ path, title, vault_name }: CredentialProviderItem): boolean {
  return [title, vault_name].some((name) => name?.includes("/") === true) || path.split("/").length > 2;
}
