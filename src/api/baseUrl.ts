/** Longest base URL: far beyond real ones, and short enough to be shown whole. */
const maxUrlLength = 2048;

/** Ports that fetch refuses before it sends anything (Fetch standard, "bad port"); 0 is no port to connect to. */
const blockedPorts = new Set(
  (
    "0 1 7 9 11 13 15 17 19 20 21 22 23 25 37 42 43 53 69 77 79 87 95 101 102 103 104 109 110 111 113 115 117 119 " +
    "123 135 137 139 143 161 179 389 427 465 512 513 514 515 526 530 531 532 540 548 554 556 563 587 601 636 989 " +
    "990 993 995 1719 1720 1723 2049 3659 4045 4190 5060 5061 6000 6566 6665 6666 6667 6668 6669 6679 6697 10080"
  ).split(" "),
);

/** White space, control characters, and invisible ones that show a URL as another one than it is. */
const deceptiveCharacters = /[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/u;

export type BaseUrlReason =
  | "empty"
  | "tooLong"
  /** A space, a control character or an invisible one inside. */
  | "characters"
  | "backslash"
  | "notUrl"
  /** Neither https nor http. */
  | "scheme"
  | "userinfo"
  /** Too long for a host, or with a character that none has. */
  | "host"
  | "query"
  | "fragment"
  /** A port that fetch never connects to. */
  | "port"
  /** http to another host than this computer. */
  | "insecure"
  /** http to `localhost`: a name, which may lead elsewhere; 127.0.0.1 and [::1] cannot. */
  | "localhost";

/** `url` is normalized and without trailing slash; `origin` is what a token is bound to. */
type ParsedBaseUrl =
  | { readonly ok: true; readonly url: string; readonly origin: string }
  | { readonly ok: false; readonly reason: BaseUrlReason };

/**
 * Reads where a service lives: an https origin with an optional path. http is allowed for 127.0.0.1 and [::1]
 * alone. `http://localhost` is refused rather than turned into 127.0.0.1, since the server meant may be on [::1].
 * White space around the text is ignored. The parsed form is the one to show, to keep and to send to.
 */
export function parseBaseUrl(text: string): ParsedBaseUrl {
  const input = text.trim();
  if (input === "") return { ok: false, reason: "empty" };
  if (input.length > maxUrlLength) return { ok: false, reason: "tooLong" };
  if (deceptiveCharacters.test(input)) return { ok: false, reason: "characters" };
  if (input.includes("\\")) return { ok: false, reason: "backslash" };
  // Without the slashes a parser guesses: "https:host" and "https:///host" are both taken for "https://host/".
  if (!/^[a-z][a-z0-9+.-]*:\/\/[^/]/i.test(input) || !URL.canParse(input))
    return { ok: false, reason: "notUrl" };
  const url = new URL(input);
  const reason = rejectionReason(input, url);
  if (reason !== undefined) return { ok: false, reason };
  return { ok: true, url: url.origin + url.pathname.replace(/(?<!\/)\/+$/, ""), origin: url.origin };
}

function rejectionReason(given: string, url: URL): BaseUrlReason | undefined {
  if (url.protocol !== "https:" && url.protocol !== "http:") return "scheme";
  // The parsed URL no longer shows an empty userinfo, query or fragment.
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
  return url.hostname === "localhost" ? "localhost" : "insecure";
}

/** Longest name that DNS knows (RFC 1035), without the dot that may stand at its end. */
const maxHostLength = 253;
const hostName = /^[a-z0-9._-]+$/;
const ipv6Host = /^\[[0-9a-f:]+\]$/;

/**
 * Whether the host of an address can be one at all. Such a host is short enough to be shown whole, and has no character
 * that a surface of the editor would draw as anything else.
 */
export function isValidHost({ hostname }: URL): boolean {
  return (
    hostname.replace(/\.$/, "").length <= maxHostLength &&
    (hostName.test(hostname) || ipv6Host.test(hostname))
  );
}
