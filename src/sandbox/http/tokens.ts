// Tokens that follow from the sandbox's own, so that nothing has to be kept, and that end with it: JSON Web Tokens of one
// project alone, or of one login, which its page works with (3.8).
import { createHmac } from "node:crypto";
import * as z from "zod/mini";
import { isSecret } from "../identity.ts";

const Claims = z.union([
  z.strictObject({ project_id: z.string() }),
  z.strictObject({
    iss: z.literal("kernel-api"),
    managed_auth_session_id: z.string(),
    /** Seconds since 1970. */
    exp: z.int(),
  }),
]);

export interface LoginToken {
  /** The login that it is of. */
  readonly sessionId: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

/** What a token is good for: all, where both are undefined. */
export interface Allowed {
  /** The only project. */
  readonly tokenProject: string | undefined;
  /** The only login. */
  readonly login: LoginToken | undefined;
}

const encoded = (part: object): string => Buffer.from(JSON.stringify(part)).toString("base64url");
const head = encoded({ alg: "HS256", typ: "JWT" });

function signed(token: string, claims: string): string {
  const key = createHmac("sha256", token).update("sandbox-claims").digest();
  return `${head}.${claims}.${createHmac("sha256", key).update(`${head}.${claims}`).digest("base64url")}`;
}

const tokenOf = (token: string, claims: z.infer<typeof Claims>): string => signed(token, encoded(claims));

export const projectTokenOf = (token: string, projectId: string): string =>
  tokenOf(token, { project_id: projectId });

export const loginTokenOf = (token: string, { sessionId, expiresAt }: LoginToken): string =>
  tokenOf(token, {
    iss: "kernel-api",
    managed_auth_session_id: sessionId,
    exp: Math.floor(expiresAt / 1000),
  });

/** What such a token is good for; undefined for everything else. */
export function readToken(token: string, given: string): Allowed | undefined {
  const [, payload = ""] = given.split(".", 3);
  if (!isSecret(signed(token, payload), given)) return undefined;
  const claims = Claims.parse(JSON.parse(Buffer.from(payload, "base64url").toString()));
  return "project_id" in claims
    ? { tokenProject: claims.project_id, login: undefined }
    : {
        tokenProject: undefined,
        login: { sessionId: claims.managed_auth_session_id, expiresAt: claims.exp * 1000 },
      };
}
