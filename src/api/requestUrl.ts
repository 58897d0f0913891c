// The address of a request: one segment of a path, a query, and both below a base URL.

/** Longest encoded segment or value; servers begin to refuse request lines at 8 KiB. */
const maxEncodedLength = 2048;

export type SegmentReason = "empty" | "dots" | "control" | "surrogate" | "tooLong";

/**
 * Encodes an id or a name (§4.3) as exactly one path segment, byte for byte: nothing is trimmed or normalized.
 * `.` and `..` are refused because every URL parser resolves them, encoded or not, and an empty text because the
 * request would go to the collection.
 */
export function encodePathSegment(
  value: string,
): { readonly ok: true; readonly encoded: string } | { readonly ok: false; readonly reason: SegmentReason } {
  if (value === "") return { ok: false, reason: "empty" };
  if (value === "." || value === "..") return { ok: false, reason: "dots" };
  // Encoding never shortens, so an overlong text need not be encoded to be refused.
  if (value.length > maxEncodedLength) return { ok: false, reason: "tooLong" };
  // A lone surrogate would be sent as U+FFFD, which is another name.
  if (!value.isWellFormed()) return { ok: false, reason: "surrogate" };
  // eslint-disable-next-line no-control-regex -- control characters are what is looked for
  if (/[\x00-\x1f\x7f]/.test(value)) return { ok: false, reason: "control" };
  const encoded = percentEncode(value);
  if (encoded.length > maxEncodedLength) return { ok: false, reason: "tooLong" };
  return { ok: true, encoded };
}

/** Query parameters by name; what is `undefined` or an empty text is left out. */
export type QueryParameters = Readonly<Record<string, string | number | undefined>>;

/**
 * Encodes query parameters in their order, without a question mark: a space as %20, so that no server takes it for
 * a plus. `undefined` where a value is too long or holds a lone surrogate, which would be sent as another text.
 */
export function encodeQuery(parameters: QueryParameters): string | undefined {
  const pairs: string[] = [];
  for (const [name, value] of Object.entries(parameters)) {
    const text = String(value ?? "");
    if (text === "") continue;
    if (!text.isWellFormed()) return undefined;
    const part = percentEncode(text);
    if (part.length > maxEncodedLength) return undefined;
    pairs.push(`${percentEncode(name)}=${part}`);
  }
  return pairs.join("&");
}

/**
 * Encodes every character but the unreserved ones of RFC 3986, which a URL parser leaves alone anywhere. Throws for
 * a lone surrogate.
 */
function percentEncode(value: string): string {
  return encodeURIComponent(value).replaceAll(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

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

/** Longer than any id in use; keeps what is kept under it within the names of files. */
const maxProjectIdLength = 80;

/** Whether a text can stand in the header that names a project (`X-Kernel-Project-Id`). */
export function isProjectId(text: string): boolean {
  return text.length <= maxProjectIdLength && /^[\x21-\x7e]+$/.test(text);
}
