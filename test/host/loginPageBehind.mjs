import { URL } from "node:url";

/**
 * The address of a sandbox's login page or live view that was opened as one of a proxy of the VS Code server, or
 * `undefined` for any other request. VS Code decodes a query on the way, so that the ways back in it end at the next one of their parameters.
 */
export function loginPageBehind(url = "") {
  // The address of a live view has no query.
  const [, livePort, livePath] = /^\/proxy\/(\d{1,5})(\/browsers\/\w+\/live)$/.exec(url) ?? [];
  if (livePath !== undefined) return `http://127.0.0.1:${livePort}${livePath}`;
  const [, port, path, code = "", back = ""] =
    /^\/proxy\/(\d{1,5})(\/login\/\w+)\?code=(.*?)&success_url=(.*?)&error_url=/.exec(url) ?? [];
  if (path === undefined) return undefined;
  const address = new URL(`http://127.0.0.1:${port}${path}`);
  try {
    address.searchParams.set("code", decodeURIComponent(code));
    for (const name of ["success_url", "error_url"])
      address.searchParams.set(name, decodeURIComponent(back).replace("%3F", "?"));
  } catch {
    // What nobody's address looks like.
    return undefined;
  }
  return address.href;
}
