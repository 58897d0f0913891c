import * as z from "zod/mini";
import { command } from "../../kit/command.ts";
import type { Commands } from "../../kit/command.ts";
import { ensureLoggedIn } from "./makeSure.ts";
import type { EnsureLoggedInParts } from "./makeSure.ts";
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
    "managedAuth.logIn": command(takes, (told) => logIn(parts, told)),
    "managedAuth.followLogin": command(one, ({ id }) => followAgain(parts, id)),
    "managedAuth.stopFollowing": command(one, ({ id }) => stopFollowing(parts, id)),
    "managedAuth.ensureLoggedIn": command(
      z.strictObject({ ids: z.optional(z.array(z.string())) }),
      ({ ids }) => ensureLoggedIn(parts, ids),
    ),
  };
}
