// The target of a request as it was sent: nothing in it is resolved or cleaned.

export interface Target {
  /** The address that an absolute target names beside the Host header; undefined in the usual form. */
  readonly authority: string | undefined;
  readonly path: string;
  readonly query: string;
}

const absolute = /^http:\/\/([^/?#]*)([^]*)$/i;

/** Reads `/path?query`, and `http://host/path?query` as a client of a proxy sends it (RFC 9112, 3.2.2). */
export function targetOf(url: string): Target {
  const [, authority, rest = url] = absolute.exec(url) ?? [];
  const [path = ""] = rest.split("?", 1);
  return { authority, path: path === "" ? "/" : path, query: rest.slice(path.length + 1) };
}
