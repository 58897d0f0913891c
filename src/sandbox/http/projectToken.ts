// Tokens of one project alone. They follow from the sandbox's own token, so that nothing has to be kept, and end with it.
import { createHmac } from "node:crypto";
import { isSecret } from "../ids.ts";

/** The token of a project. */
export const projectTokenOf = (token: string, projectId: string): string =>
  `${Buffer.from(projectId).toString("base64url")}.${mac(token, projectId)}`;

/** The id of the project whose token this is; `undefined` for everything else. */
export function projectOfToken(token: string, given: string): string | undefined {
  const [encoded = "", ...others] = given.split(".");
  const projectId = Buffer.from(encoded, "base64url").toString();
  const isIts = others.length === 1 && isSecret(projectTokenOf(token, projectId), given);
  return isIts ? projectId : undefined;
}

const mac = (token: string, projectId: string): string =>
  createHmac("sha256", token).update(`sandbox-project\n${projectId}`).digest("base64url");
