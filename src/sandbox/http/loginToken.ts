// Tokens that a login's page works with (3.8): JSON Web Tokens that follow from the sandbox's own token.
import { createHmac } from "node:crypto";
import * as z from "zod/mini";
import { isSecret } from "../ids.ts";

const Claims = z.strictObject({
  iss: z.literal("kernel-api"),
  managed_auth_session_id: z.string(),
  /** Seconds since 1970. */
  exp: z.int(),
});

export interface LoginToken {
  /** The login that it is of. */
  readonly sessionId: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

const encoded = (part: object): string => Buffer.from(JSON.stringify(part)).toString("base64url");
const head = encoded({ alg: "HS256", typ: "JWT" });

const signed = (token: string, claims: string): string => {
  const key = createHmac("sha256", token).update("sandbox-login").digest();
  return `${head}.${claims}.${createHmac("sha256", key).update(`${head}.${claims}`).digest("base64url")}`;
};

export function loginTokenOf(token: string, { sessionId, expiresAt }: LoginToken): string {
  const exp = Math.floor(expiresAt / 1000);
  return signed(token, encoded({ iss: "kernel-api", managed_auth_session_id: sessionId, exp }));
}

/** What such a token says; undefined for everything else. */
export function readLoginToken(token: string, given: string): LoginToken | undefined {
  const [, claims = ""] = given.split(".", 3);
  if (!isSecret(signed(token, claims), given)) return undefined;
  const said = Claims.parse(JSON.parse(Buffer.from(claims, "base64url").toString()));
  return { sessionId: said.managed_auth_session_id, expiresAt: said.exp * 1000 };
}
