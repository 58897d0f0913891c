import { URL } from "node:url";

/**
 * Returns the address of a login page or live view of the sandbox that VS Code opened through the server's proxy, or
 * `undefined` for any other request. VS Code decodes the query, so the end of a return address is found by the name of
 * the next parameter.
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
    // The query isn't valid percent-encoding.
    return undefined;
  }
  return address.href;
}
