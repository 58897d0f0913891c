import * as z from "zod/mini";
import { command } from "../../kit/command.ts";
import type { Commands } from "../../kit/command.ts";
import { ensureLoggedIn } from "./ensure.ts";
import type { EnsureLoggedInParts } from "./ensure.ts";
import { followAgain, stopFollowing } from "./following.ts";
import type { FollowingParts } from "./following.ts";
import { logIn } from "./logIn.ts";
import type { LogInParts } from "./logIn.ts";

/** What people do to log connections in, and to know that they are. */
export function loginCommands(
  parts: LogInParts & FollowingParts & EnsureLoggedInParts,
): Commands<
  "managedAuth.logIn" | "managedAuth.ensureLoggedIn" | "managedAuth.followLogin" | "managedAuth.stopFollowing"
> {
  const one = z.strictObject({ id: z.string() });
  const takes = z.strictObject({
    id: z.optional(z.string()),
    way: z.optional(z.enum(["browser", "here"])),
    page: z.optional(z.literal(true)),
  });
  return {
    "managedAuth.logIn": command(takes, async (told) => {
      await logIn(parts, told);
      return undefined;
    }),
    "managedAuth.followLogin": command(one, async ({ id }) => {
      await followAgain(parts, id);
      return undefined;
    }),
    "managedAuth.stopFollowing": command(one, async ({ id }) => {
      await stopFollowing(parts, id);
      return undefined;
    }),
    "managedAuth.ensureLoggedIn": command(
      z.strictObject({ ids: z.optional(z.array(z.string())) }),
      async ({ ids }) => {
        await ensureLoggedIn(parts, ids);
        return undefined;
      },
    ),
  };
}
