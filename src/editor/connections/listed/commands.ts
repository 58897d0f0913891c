import * as z from "zod/mini";
import { command } from "../../kit/command.ts";
import type { Commands } from "../../kit/command.ts";
import { deleteConnections } from "./delete.ts";
import type { DeleteConnectionsParts } from "./delete.ts";

/** What people do with connections that are listed. */
export function listedCommands(parts: DeleteConnectionsParts): Commands<"managedAuth.deleteConnection"> {
  return {
    "managedAuth.deleteConnection": command(
      z.strictObject({ ids: z.optional(z.array(z.string())) }),
      async ({ ids }) => {
        await deleteConnections(parts, ids);
        return undefined;
      },
    ),
  };
}
