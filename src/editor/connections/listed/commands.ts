import * as z from "zod/mini";
import { command } from "../../kit/command.ts";
import type { Commands } from "../../kit/command.ts";
import type { PageParts } from "../../results/showingParts.ts";
import { copyConnectionIds } from "./copyId.ts";
import { deleteConnections } from "./delete.ts";
import type { ListedParts } from "./delete.ts";
import { stopWatching, watchConnections } from "./watch.ts";

/** What people do with connections that are listed. */
export function listedCommands(
  parts: ListedParts & PageParts,
): Commands<
  | "managedAuth.copyConnectionId"
  | "managedAuth.deleteConnection"
  | "managedAuth.watchConnection"
  | "managedAuth.stopWatching"
> {
  const Listed = z.strictObject({ ids: z.optional(z.array(z.string())) });
  return {
    "managedAuth.copyConnectionId": command(Listed, ({ ids }) => copyConnectionIds(parts, ids)),
    "managedAuth.deleteConnection": command(Listed, ({ ids }) => deleteConnections(parts, ids)),
    "managedAuth.watchConnection": command(Listed, ({ ids }) => watchConnections(parts, ids)),
    "managedAuth.stopWatching": command(Listed, ({ ids }) => stopWatching(parts, ids)),
  };
}
