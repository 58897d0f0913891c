// One-time codes that an authenticator app would show: RFC 6238 with SHA-1, six digits and thirty seconds.
import { createHmac } from "node:crypto";

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
const period = 30_000;

/** A secret in base32 as it is kept: without the blanks, dashes and padding of how people write it; undefined if it is none. */
export function canonicalSecret(given: string): string | undefined {
  const written = given.replace(/[\s-]/g, "").toUpperCase();
  return /^([A-Z2-7]+)=*$/.exec(written)?.[1];
}

/** The code of a secret at a time, and until when that is the one (both times in milliseconds since 1970). */
export function codeAt(secret: string, now: number): { readonly code: string; readonly expiresAt: number } {
  const step = Math.floor(now / period);
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const hash = createHmac("sha1", bytesOf(secret)).update(counter).digest();
  const offset = hash.readUInt8(hash.length - 1) & 0xf;
  const number = (hash.readUInt32BE(offset) & 0x7fffffff) % 1_000_000;
  return { code: String(number).padStart(6, "0"), expiresAt: (step + 1) * period };
}

/** The bytes of a text in base32; what does not fill a last byte is left out. */
function bytesOf(secret: string): Buffer {
  const bytes: number[] = [];
  let value = 0;
  let bits = 0;
  for (const character of secret) {
    value = (value << 5) | alphabet.indexOf(character);
    bits += 5;
    if (bits < 8) continue;
    bits -= 8;
    bytes.push((value >> bits) & 0xff);
    value &= (1 << bits) - 1;
  }
  return Buffer.from(bytes);
}
