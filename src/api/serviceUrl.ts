/**
 * The address of a path below a base URL (normalized, without trailing slash), or `undefined` where a URL parser
 * would not send exactly that: whatever a path or a query (without its question mark) may hold, it cannot lead to
 * another resource or another server.
 */
export function serviceUrl(baseUrl: string, path: string, query = ""): URL | undefined {
  const base = new URL(baseUrl);
  const basePath = base.pathname === "/" ? "" : base.pathname;
  const search = query === "" ? "" : `?${query}`;
  const url = new URL(base.origin + basePath + path + search);
  const exact =
    url.origin === base.origin &&
    url.pathname === basePath + path &&
    url.search === search &&
    url.hash === "";
  return exact ? url : undefined;
}
