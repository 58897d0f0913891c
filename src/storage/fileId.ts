import { createHash } from "node:crypto";

/** The file name of a connection: a hash, so that no id can become a path. */
export function fileId(accountId: string, connectionId: string): string {
  return createHash("sha256")
    .update(JSON.stringify([accountId, connectionId]))
    .digest("hex");
}
