// Generates IDs and secrets, and computes the proof of the sandbox's identity. Clients demand this proof before they
// send their token, because another program may have taken the sandbox's port.
import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";

/** Generates an ID in the service's format: the prefix, such as `ma`, and 24 hexadecimal digits. */
export const newId = (prefix: string): string => `${prefix}_${randomBytes(12).toString("hex")}`;

/** Generates a hosted URL's one-time code. Its slash and equals sign reveal clients that break percent-encoding. */
export const newOneTimeCode = (): string => `sandbox/${newToken()}=`;

/** Generates an unguessable token: 32 random bytes in base64url. */
export const newToken = (): string => randomBytes(32).toString("base64url");

/** Compares two secrets in constant time. */
export const secretsEqual = (secret: string, candidate: string): boolean =>
  timingSafeEqual(sha256Of(secret), sha256Of(candidate));

const sha256Of = (value: string): Buffer => createHash("sha256").update(value).digest();

export interface SandboxIdentity {
  readonly instanceId: string;
  readonly port: number;
  readonly token: string;
}

export const originOf = ({ port }: SandboxIdentity): string => `http://127.0.0.1:${port}`;

/** True if the nonce has a valid length, which is 16 to 64 bytes in base64url. */
export const isNonce = (nonce: string | null): nonce is string =>
  nonce !== null && /^[\w-]{22,86}$/.test(nonce);

/**
 * Computes the proof of identity, which is an HMAC of the nonce, the instance ID and the port. The port is included
 * so that a program on another port can't relay a proof.
 */
export const computeProof = ({ token, instanceId, port }: SandboxIdentity, nonce: string): string =>
  createHmac("sha256", token).update(`sandbox-health\n${instanceId}\n${port}\n${nonce}`).digest("base64url");

/** True if the proof was computed with the sandbox's token, which proves that its sender has the token. */
export const isValidProof = (identity: SandboxIdentity, nonce: string, proof: unknown): boolean =>
  typeof proof === "string" && secretsEqual(computeProof(identity, nonce), proof);
