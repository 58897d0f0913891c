import { withoutInvisible } from "../text/invisible.ts";

export interface LoginValue {
  readonly value: string;
  /**
   * The value without invisible characters and without leading and trailing spaces. If `tidy` differs from `value`,
   * the user is asked which one to send.
   */
  readonly tidy: string;
}

/** Kinds of values, each with different rules for cleaning up pasted text. */
export type LoginValueKind = "code" | "userName" | "other";

/** Returns the kind of a value, depending on the type of its field (interface.md §2.7, operations.md §2.4). */
export const loginValueKind = (type: string | undefined): LoginValueKind => fieldKinds.get(type) ?? "other";

const fieldKinds: ReadonlyMap<string | undefined, LoginValueKind> = new Map([
  ["code", "code"],
  ["totp", "code"],
  ["totp_code", "code"],
  ["identifier", "userName"],
  ["email", "userName"],
  ["tel", "userName"],
]);

/**
 * Cleans up a pasted value. Removes characters that never occur in values of the given kind. Passwords and values of
 * unknown kinds stay unchanged.
 */
export function prepareLoginValue(kind: LoginValueKind, text: string): LoginValue {
  const tidy = withoutInvisible(text).trim();
  switch (kind) {
    case "code": {
      const code = digitsOf(text) ?? tidy;
      return { value: code, tidy: code };
    }
    case "userName":
      return { value: text.trim(), tidy };
    case "other":
      return { value: text, tidy };
  }
}

/** Returns the digits of a code such as `123-456`, `G-123456` or `Ｇ－１２３ ４５６`, or undefined for other text. */
function digitsOf(text: string): string | undefined {
  const bare = text
    .replace(/[\s\u2800\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, "")
    .replace(/[\u2212\p{Pd}]/gu, "-")
    .replace(/^[GＧ]-/iu, "")
    .replaceAll("-", "");
  return /^\p{Nd}+$/u.test(bare) ? bare.replace(/\p{Nd}/gu, (digit) => String(digitValue(digit))) : undefined;
}

/**
 * Returns the value of a decimal digit in any script. Unicode encodes the digits of each script in a run of ten that
 * starts at zero.
 */
function digitValue(digit: string): number {
  const codePoint = digit.codePointAt(0) ?? 0;
  let before = 0;
  while (/\p{Nd}/u.test(String.fromCodePoint(codePoint - before - 1))) before++;
  return before % 10;
}
