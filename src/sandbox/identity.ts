// Ids, secrets, and how a sandbox shows that it is the one whose token a client holds, before the client sends that token:
// another program may have taken its port.
import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";

/** A new id in the style of the service: `ma_` and 24 hexadecimal digits. */
export const newId = (prefix: string): string => `${prefix}_${randomBytes(12).toString("hex")}`;

/** The one-time code of an address; clients have to leave its escapes as they are. */
export const newCode = (): string => `sandbox/${newToken()}=`;

/** An unguessable token: 32 random bytes in base64url. */
export const newToken = (): string => randomBytes(32).toString("base64url");

/** Whether what was given is the secret, in a time that tells nothing about it. */
export const isSecret = (secret: string, given: string): boolean =>
  timingSafeEqual(digest(secret), digest(given));

const digest = (value: string): Buffer => createHash("sha256").update(value).digest();

export interface Identity {
  readonly instanceId: string;
  readonly port: number;
  readonly token: string;
}

/** Where it is reached. */
export const originOf = ({ port }: Identity): string => `http://127.0.0.1:${port}`;

/** 16 to 64 bytes in base64url. */
export const isNonce = (nonce: string | null): nonce is string =>
  nonce !== null && /^[\w-]{22,86}$/.test(nonce);

/** HMAC over the nonce and the address: it cannot be passed on by a program on another port. */
export const proofOf = ({ token, instanceId, port }: Identity, nonce: string): string =>
  createHmac("sha256", token).update(`sandbox-health\n${instanceId}\n${port}\n${nonce}`).digest("base64url");

/** Whether a proof is the one that only the holder of the token can give. */
export const isProof = (identity: Identity, nonce: string, given: unknown): boolean =>
  typeof given === "string" && isSecret(proofOf(identity, nonce), given);
