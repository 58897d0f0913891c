/**
 * The address of a path below a base URL (as `parseBaseUrl` accepts it), or `undefined` where a URL parser
 * would not send exactly that: whatever a path or a query (without its question mark) may hold, it cannot lead to
 * another resource or another server.
 */
export function serviceUrl(baseUrl: URL, path: string, query = ""): URL | undefined {
  const basePath = baseUrl.pathname === "/" ? "" : baseUrl.pathname;
  const search = query === "" ? "" : `?${query}`;
  const url = new URL(baseUrl.origin + basePath + path + search);
  const exact =
    url.origin === baseUrl.origin &&
    url.pathname === basePath + path &&
    url.search === search &&
    url.hash === "";
  return exact ? url : undefined;
}
