// Where the page leads back to. An address comes with the link, so anybody may have written it.

/** What the service adds to an address that is returned to. */
type Added = Readonly<Record<string, string>>;

const longest = 8000;

/** Editors that register a scheme of their own. */
const editors = [
  "code-oss",
  "cursor",
  "kiro",
  "positron",
  "trae",
  "vscode",
  "vscode-insiders",
  "vscodium",
  "vscodium-insiders",
  "windsurf",
  "windsurf-next",
];

/** Whether a page may lead there: to a website, or to an editor; never to what a browser would run or open itself. */
export function isReturnAddress(address: string): boolean {
  const url = address.length > longest ? null : URL.parse(address);
  if (url === null || url.host === "" || url.username !== "" || url.password !== "") return false;
  return ["http", "https", ...editors].includes(url.protocol.slice(0, -1));
}

/** The address with these parameters added; nothing that stands in it is written anew. */
export function withAdded(address: string, added: Added): string {
  const at = address.indexOf("#");
  const [before, fragment] = at < 0 ? [address, ""] : [address.slice(0, at), address.slice(at)];
  const query = new URLSearchParams(added).toString();
  return `${before}${before.includes("?") ? "&" : "?"}${query}${fragment}`;
}
