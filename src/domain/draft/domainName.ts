/** The result of parsing typed or pasted text as a domain (interface.md §2.1 `domain`). */
export type ParsedDomain =
  | {
      readonly ok: true;
      /** The host in ASCII, as requests contain it. */
      readonly domain: string;
      /** True if the text contains more than the host, or spells the host differently. */
      readonly reduced: boolean;
    }
  | {
      readonly ok: false;
      readonly domain?: undefined;
      readonly reason: "empty" | "space" | "scheme" | "notADomain" | "tooLong";
    };

const schemePattern = /^([a-z][a-z0-9+.-]*):\/\//i;
// DNS limits: 253 characters for a name, 63 for a label.
const maxHostNameLength = 253;
const maxLabelLength = 63;

/** Parses a domain. Reduces a URL to its host. Never throws. */
export function parseDomain(text: string): ParsedDomain {
  const typed = text.trim();
  if (typed === "") return { ok: false, reason: "empty" };
  if (/\s/u.test(typed)) return { ok: false, reason: "space" };
  const protocol = schemePattern.exec(typed)?.[1]?.toLowerCase();
  if (protocol !== undefined && protocol !== "http" && protocol !== "https")
    return { ok: false, reason: "scheme" };
  const url = URL.parse(protocol === undefined ? `https://${typed}` : typed);
  if (url === null) return { ok: false, reason: "notADomain" };
  const domain = url.hostname.replace(/\.$/, "");
  const labels = domain.split(".");
  if (!labels.every((label) => /^[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?$/.test(label)))
    return { ok: false, reason: "notADomain" };
  if (domain.length > maxHostNameLength || labels.some((label) => label.length > maxLabelLength))
    return { ok: false, reason: "tooLong" };
  return { ok: true, domain, reduced: domain !== typed };
}

/**
 * Parses an allowed domain (interface.md §2.1 `allowed_domains`): a domain, or `*.` followed by a domain to allow the
 * domain's subdomains.
 */
export function parseAllowedDomain(text: string): ParsedDomain {
  const typed = text.trim();
  const host = typed.replace(/^((?:https?:\/\/)?)\*\./i, "$1");
  const read = parseDomain(host);
  if (!read.ok || host === typed) return read;
  const domain = `*.${read.domain}`;
  return { ok: true, domain, reduced: domain !== typed };
}

/** True if the text is a domain in the normalized form that requests send. */
export function isNormalizedDomain(text: string): boolean {
  const read = parseDomain(text);
  return read.ok && read.domain === text;
}

/** True if a domain equals `other` or is a subdomain of it. A top-level domain such as `com` only matches itself. */
export function isDomainWithin(domain: string, other: string): boolean {
  return domain === other || (other.includes(".") && domain.endsWith(`.${other}`));
}
