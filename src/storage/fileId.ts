import { createHash } from "node:crypto";

/** What the file of a connection is called: a name that no id can make a path of. */
export function fileId(accountId: string, connectionId: string): string {
  return createHash("sha256")
    .update(JSON.stringify([accountId, connectionId]))
    .digest("hex");
}
