import * as z from "zod/mini";
import { command } from "../../kit/command.ts";
import type { Commands } from "../../kit/command.ts";
import { logIn } from "./logIn.ts";
import type { LogInParts } from "./logIn.ts";

/** What people do to log connections in. */
export function loginCommands(parts: LogInParts): Commands<"managedAuth.logIn"> {
  const takes = z.strictObject({
    id: z.optional(z.string()),
    way: z.optional(z.enum(["browser", "here"])),
  });
  return {
    "managedAuth.logIn": command(takes, async (told) => {
      await logIn(parts, told);
      return undefined;
    }),
  };
}
