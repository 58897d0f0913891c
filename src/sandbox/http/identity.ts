// How a sandbox shows that it is the one whose token a client holds, before the client sends that token:
// another program may have taken its port.
import { createHmac } from "node:crypto";
import { isSecret } from "../ids.ts";

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
