/** Parameters of a website's one-time codes (RFC 6238). A missing part has its usual value. */
export interface TotpSettings {
  readonly algorithm?: string | undefined;
  readonly digits?: number | string | undefined;
  /** Validity of a code, in seconds. */
  readonly period?: number | string | undefined;
}

/** The only parameters that can be stored, because requests contain only the secret (service-facts.md §6). */
export const defaultTotp = { algorithm: "SHA1", digits: 6, period: 30 } as const;

/** The result of parsing a text as an authenticator secret. */
export type TotpSecret =
  | { readonly kind: "secret"; readonly secret: string; readonly isFromAddress: boolean }
  /** An `otpauth://totp/` address whose codes differ from the usual ones. */
  | { readonly kind: "unusual"; readonly settings: Required<TotpSettings> }
  /** An `otpauth://hotp/` address. */
  | { readonly kind: "counter" }
  /** An authenticator app's export of several accounts. */
  | { readonly kind: "export" }
  /** Any other address of an authenticator app. */
  | { readonly kind: "noSecret" }
  | { readonly kind: "invalid" };

/** Parses an authenticator secret: base32 in any common notation, or the `otpauth:` address of a QR code. */
export function parseAuthenticatorSecret(text: string): TotpSecret {
  const clean = text.replace(/[\s\p{Cc}\p{Default_Ignorable_Code_Point}]/gu, "");
  if (/^otpauth-migration:/i.test(clean)) return { kind: "export" };
  const [isAddress, type = "", query = ""] = /^otpauth:\/*([^/?#]*)[^?]*\??([^#]*)/i.exec(clean) ?? [];
  if (isAddress !== undefined) return parseOtpauthUrl(type.toLowerCase(), query);
  const secret = parseBase32(clean);
  return secret === undefined ? { kind: "invalid" } : { kind: "secret", secret, isFromAddress: false };
}

function parseOtpauthUrl(type: string, query: string): TotpSecret {
  if (type === "hotp") return { kind: "counter" };
  // An address that was copied from the source of a page has "&amp;" between its parameters.
  const parameters = [...new URLSearchParams(query.replaceAll("&amp;", "&"))];
  // Join contradicting values, so that the result is invalid.
  const valueOf = (wanted: string): string | undefined => {
    const found = parameters.filter(([name, value]) => name.toLowerCase() === wanted && value !== "");
    return found.length === 0 ? undefined : [...new Set(found.map(([, value]) => value))].join(", ");
  };
  const secret = parseBase32(valueOf("secret") ?? "");
  if (type !== "totp" || secret === undefined) return { kind: "noSecret" };
  const settings = {
    // Steam's codes contain letters. Only the parameter `encoder` indicates that.
    algorithm: valueOf("encoder") ?? valueOf("algorithm") ?? defaultTotp.algorithm,
    digits: valueOf("digits") ?? defaultTotp.digits,
    period: valueOf("period") ?? defaultTotp.period,
  };
  return isDefaultTotp(settings)
    ? { kind: "secret", secret, isFromAddress: true }
    : { kind: "unusual", settings };
}

/** True if a service that only knows the secret generates the same codes. */
export function isDefaultTotp({ algorithm, digits, period }: TotpSettings): boolean {
  const name = (algorithm ?? defaultTotp.algorithm).toUpperCase().replaceAll(/HMAC|[-_]/g, "");
  return (
    name === defaultTotp.algorithm &&
    Number(digits ?? defaultTotp.digits) === defaultTotp.digits &&
    Number(period ?? defaultTotp.period) === defaultTotp.period
  );
}

/** Returns a secret in capital letters, without spaces, hyphens and padding, or undefined if it isn't base32. */
function parseBase32(text: string): string | undefined {
  const secret = text
    .replace(/[\s\p{Pd}]/gu, "")
    .replace(/(?<!=)=+$/, "")
    .toUpperCase();
  return /^[A-Z2-7]+$/.test(secret) ? secret : undefined;
}
