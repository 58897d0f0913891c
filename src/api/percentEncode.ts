/**
 * Encodes every character but the unreserved ones of RFC 3986, which a URL parser leaves alone anywhere. Throws for
 * a lone surrogate.
 */
export function percentEncode(value: string): string {
  return encodeURIComponent(value).replaceAll(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
