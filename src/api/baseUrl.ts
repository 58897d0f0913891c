/** Maximum length of a base URL in characters. Longer than any real URL, and short enough to be shown in full. */
const maxUrlLength = 2048;

/** Ports that `fetch` blocks (Fetch standard, "bad port"), and port 0, which can't be connected to. */
const blockedPorts = new Set(
  (
    "0 1 7 9 11 13 15 17 19 20 21 22 23 25 37 42 43 53 69 77 79 87 95 101 102 103 104 109 110 111 113 115 117 119 " +
    "123 135 137 139 143 161 179 389 427 465 512 513 514 515 526 530 531 532 540 548 554 556 563 587 601 636 989 " +
    "990 993 995 1719 1720 1723 2049 3659 4045 4190 5060 5061 6000 6566 6665 6666 6667 6668 6669 6679 6697 10080"
  ).split(" "),
);

/** Whitespace, control characters and invisible characters, which can make a URL look like a different one. */
const deceptiveUrlCharacters = /[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/u;

export type BaseUrlReason =
  | "empty"
  | "tooLong"
  /** A space, control character or invisible character. */
  | "characters"
  | "backslash"
  | "notUrl"
  /** The scheme is neither https nor http. */
  | "scheme"
  | "userinfo"
  /** The host name is too long or has invalid characters. */
  | "host"
  | "query"
  | "fragment"
  /** A port that `fetch` blocks. */
  | "port"
  /** An http URL with a host other than this computer. */
  | "insecure"
  /** An http URL with the host `localhost`. Unlike 127.0.0.1 and [::1], this name can resolve to another computer. */
  | "localhost";

/** Result of {@link parseBaseUrl}. `url` is normalized, without a trailing slash. Tokens are stored per `origin`. */
type ParsedBaseUrl =
  | { readonly ok: true; readonly url: string; readonly origin: string }
  | { readonly ok: false; readonly reason: BaseUrlReason };

/**
 * Parses the base URL of a service, which is an https origin with an optional path. http is allowed only for
 * 127.0.0.1 and [::1]. Rejects `http://localhost` instead of rewriting it to 127.0.0.1, because the server may listen
 * on [::1]. Ignores surrounding whitespace. Callers must show, store and use only the parsed form.
 */
export function parseBaseUrl(text: string): ParsedBaseUrl {
  const input = text.trim();
  if (input === "") return { ok: false, reason: "empty" };
  if (input.length > maxUrlLength) return { ok: false, reason: "tooLong" };
  if (deceptiveUrlCharacters.test(input)) return { ok: false, reason: "characters" };
  if (input.includes("\\")) return { ok: false, reason: "backslash" };
  // Require the slashes, because URL parsers read "https:host" and "https:///host" as "https://host/".
  if (!/^[a-z][a-z0-9+.-]*:\/\/[^/]/i.test(input) || !URL.canParse(input))
    return { ok: false, reason: "notUrl" };
  const url = new URL(input);
  const reason = rejectionReason(input, url);
  if (reason !== undefined) return { ok: false, reason };
  return { ok: true, url: url.origin + url.pathname.replace(/(?<!\/)\/+$/, ""), origin: url.origin };
}

function rejectionReason(given: string, url: URL): BaseUrlReason | undefined {
  if (url.protocol !== "https:" && url.protocol !== "http:") return "scheme";
  // Check the original text, because the parsed URL doesn't reveal an empty userinfo, query or fragment.
  const authority = given
    .slice(given.indexOf("//") + 2)
    .split(/[/?#]/, 1)
    .join("");
  if (authority.includes("@") || url.username !== "" || url.password !== "") return "userinfo";
  if (given.includes("#")) return "fragment";
  if (given.includes("?")) return "query";
  if (!isValidHost(url)) return "host";
  if (blockedPorts.has(url.port)) return "port";
  if (url.protocol === "https:" || url.hostname === "127.0.0.1" || url.hostname === "[::1]") return undefined;
  if (url.hostname === "localhost") return "localhost";
  return "insecure";
}

/** Maximum length of a DNS name (RFC 1035), without the optional trailing dot. */
const maxDnsNameLength = 253;
const hostName = /^[a-z0-9._-]+$/;
const ipv6Host = /^\[[0-9a-f:]+\]$/;

/**
 * True if the host is syntactically valid. A valid host is short enough to be shown in full and contains no character
 * that VS Code would render differently.
 */
export function isValidHost({ hostname }: URL): boolean {
  return (
    hostname.replace(/\.$/, "").length <= maxDnsNameLength &&
    (hostName.test(hostname) || ipv6Host.test(hostname))
  );
}
