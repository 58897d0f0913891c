// A credential stored for another site is the riskiest setting of a connection, because its values are typed into the
// connection's site.
import type { Credential } from "../../api/resourceSchemas.ts";
import { isDomainWithin, parseAllowedDomain } from "../draft/domainName.ts";
import type { AnswersTo } from "../draft/draft.ts";

/**
 * Returns the site of the draft's stored credential if that site differs from the connection's site. Returns
 * undefined if the credential signs in with an SSO provider. Also returns undefined if the credential's site is a
 * parent domain or subdomain of the connection's site, or if an allowed domain covers the credential's site.
 */
export function foreignCredentialSite(
  { allowed_domains = [], credential, domain }: AnswersTo<"allowed_domains" | "credential" | "domain">,
  credentials: Iterable<Pick<Credential, "domain" | "name" | "sso_provider">>,
): string | undefined {
  if (credential?.kind !== "stored" || domain === undefined) return undefined;
  const stored = [...credentials].find(({ name }) => name === credential.name);
  const site = hostWithoutPrefix(stored?.domain ?? "");
  if (site === "" || stored?.sso_provider) return undefined;
  const host = hostWithoutPrefix(domain);
  const isAllowed =
    isDomainWithin(host, site) ||
    [host, ...allowed_domains.map(hostWithoutPrefix)].some((allowed) => isDomainWithin(site, allowed));
  return isAllowed ? undefined : site;
}

/**
 * Returns the host of a domain without `www.` and `*.`, in the form that the service uses for allowed domains. Text
 * that isn't a domain is only trimmed and lowercased.
 */
function hostWithoutPrefix(domain: string): string {
  return (parseAllowedDomain(domain).domain ?? domain.trim().toLowerCase()).replace(/^(?:\*|www)\./, "");
}
