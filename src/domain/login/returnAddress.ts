/** What the page is told to lead back to, by the parameter that says so. */
const parameters = ["success_url", "error_url"] as const;

/**
 * The address of a login's page that leads back to `back` once it is done, whatever came of it. Nothing that stands in the
 * address is written anew: a code that is decoded and encoded again may be another one.
 */
export function withWayBack(address: string, back: string): string {
  const at = address.indexOf("#");
  const [whole, fragment] = at < 0 ? [address, ""] : [address.slice(0, at), address.slice(at)];
  const query = whole.indexOf("?");
  const [page, given] = query < 0 ? [whole, ""] : [whole.slice(0, query), whole.slice(query + 1)];
  const kept = given.split("&").filter((part) => part !== "" && !isWayBack(part));
  const added = parameters.map((name) => `${name}=${encodeURIComponent(back)}`);
  return `${page}?${[...kept, ...added].join("&")}${fragment}`;
}

/** Whether a part of a query already names where to go back to. */
function isWayBack(part: string): boolean {
  const [name] = new URLSearchParams(part).keys();
  return parameters.some((one) => one === name);
}
