import { percentEncode } from "./percentEncode.ts";

/** Longest encoded segment; servers begin to refuse request lines at 8 KiB. */
const maxEncodedLength = 2048;

/** Why a text cannot be one segment of a path. */
export type SegmentReason = "empty" | "dots" | "control" | "surrogate" | "tooLong";

/**
 * Encodes an id or a name (§4.3) as exactly one path segment, byte for byte: nothing is trimmed or normalized.
 * `.` and `..` are refused because every URL parser resolves them, encoded or not, and an empty text because the
 * request would go to the collection.
 */
export function encodeSegment(
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
