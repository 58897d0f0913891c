/** Parameters of a website's one-time codes (RFC 6238). A missing parameter has its default value. */
export interface TotpSettings {
  readonly algorithm?: string | undefined;
  readonly digits?: number | string | undefined;
  /** How long a code is valid, in seconds. */
  readonly period?: number | string | undefined;
}

/** The only supported parameters, because requests contain only the secret (service-facts.md §6). */
export const defaultTotp = { algorithm: "SHA1", digits: 6, period: 30 } as const;

/** The result of parsing text as an authenticator secret. */
export type TotpSecret =
  | { readonly kind: "secret"; readonly secret: string; readonly isFromAddress: boolean }
  /** An `otpauth://totp/` URI with unsupported parameters, such as eight digits. */
  | { readonly kind: "unusual"; readonly settings: Required<TotpSettings> }
  /** An `otpauth://hotp/` URI, which generates counter-based codes. */
  | { readonly kind: "counter" }
  /** An authenticator app's export URI, which contains several accounts. */
  | { readonly kind: "export" }
  /** Any other authenticator URI, without a usable secret. */
  | { readonly kind: "noSecret" }
  | { readonly kind: "invalid" };

/** Parses an authenticator secret: base32 in any common notation, or the `otpauth:` URI of a QR code. */
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
  // A URI copied from the HTML source of a page has "&amp;" between its parameters.
  const parameters = [...new URLSearchParams(query.replaceAll("&amp;", "&"))];
  // If a parameter occurs with different values, join the values, which makes the result invalid.
  const valueOf = (parameter: string): string | undefined => {
    const found = parameters.filter(([name, value]) => name.toLowerCase() === parameter && value !== "");
    return found.length === 0 ? undefined : [...new Set(found.map(([, value]) => value))].join(", ");
  };
  const secret = parseBase32(valueOf("secret") ?? "");
  if (type !== "totp" || secret === undefined) return { kind: "noSecret" };
  const settings = {
    // Steam's codes contain letters. Only the parameter `encoder` identifies this format.
    algorithm: valueOf("encoder") ?? valueOf("algorithm") ?? defaultTotp.algorithm,
    digits: valueOf("digits") ?? defaultTotp.digits,
    period: valueOf("period") ?? defaultTotp.period,
  };
  if (isDefaultTotp(settings)) return { kind: "secret", secret, isFromAddress: true };
  return { kind: "unusual", settings };
}

/** True if the secret alone, without these parameters, is enough to generate the same codes. */
export function isDefaultTotp({ algorithm, digits, period }: TotpSettings): boolean {
  const name = (algorithm ?? defaultTotp.algorithm).toUpperCase().replaceAll(/HMAC|[-_]/g, "");
  return (
    name === defaultTotp.algorithm &&
    Number(digits ?? defaultTotp.digits) === defaultTotp.digits &&
    Number(period ?? defaultTotp.period) === defaultTotp.period
  );
}

/** Normalizes a base32 secret to capitals without spaces, hyphens and padding. Returns undefined for other text. */
function parseBase32(text: string): string | undefined {
  const secret = text
    .replace(/[\s\p{Pd}]/gu, "")
    .replace(/(?<!=)=+$/, "")
    .toUpperCase();
  return /^[A-Z2-7]+$/.test(secret) ? secret : undefined;
}
