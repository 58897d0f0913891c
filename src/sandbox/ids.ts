import { createHash, randomBytes, timingSafeEqual } from "node:crypto";

/** A new id in the style of the service: `ma_` and 24 hexadecimal digits. */
export const newId = (prefix: string): string => `${prefix}_${randomBytes(12).toString("hex")}`;

/** The one-time code of an address; clients have to leave its escapes as they are. */
export const newCode = (): string => `sandbox/${newToken()}=`;

/** A token that nobody can guess: 32 random bytes in base64url. */
export const newToken = (): string => randomBytes(32).toString("base64url");

/** Whether what was given is the secret, in a time that tells nothing about it. */
export const isSecret = (secret: string, given: string): boolean =>
  timingSafeEqual(digest(secret), digest(given));

const digest = (value: string): Buffer => createHash("sha256").update(value).digest();
