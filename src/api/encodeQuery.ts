import { percentEncode } from "./percentEncode.ts";

/** Longest encoded value; servers begin to refuse request lines at 8 KiB. */
const maxEncodedLength = 2048;

/** Query parameters by name; what is `undefined` or an empty text is left out. */
export type Parameters = Readonly<Record<string, string | number | undefined>>;

/**
 * Encodes query parameters in their order, without a question mark: a space as %20, so that no server takes it for
 * a plus. `undefined` where a value is too long or holds a lone surrogate, which would be sent as another text.
 */
export function encodeQuery(parameters: Parameters): string | undefined {
  const pairs: string[] = [];
  for (const [name, given] of Object.entries(parameters)) {
    const value = String(given ?? "");
    if (value === "") continue;
    if (!value.isWellFormed()) return undefined;
    const encoded = percentEncode(value);
    if (encoded.length > maxEncodedLength) return undefined;
    pairs.push(`${percentEncode(name)}=${encoded}`);
  }
  return pairs.join("&");
}
