import * as z from "zod/mini";

/** What a window tells of a login that it follows: nothing of it is an address, a message or a secret. */
const ToldLogin = z.object({
  accountId: z.string(),
  connectionId: z.string(),
  key: z.string(),
  /** When the window took it up, in milliseconds; the last one to do so follows it. */
  takenAt: z.number(),
  target: z.discriminatedUnion("kind", [
    z.object({ kind: z.literal("after"), id: z.optional(z.string()) }),
    z.object({ kind: z.literal("is"), id: z.string() }),
    z.object({ kind: z.literal("since"), at: z.optional(z.number()) }),
  ]),
  phase: z.enum(["starting", "running", "confirming", "ended"]),
  /** Whether it may have been sent, and its answer has not come. */
  unanswered: z.boolean(),
  flow_status: z.optional(z.string()),
  flow_step: z.optional(z.string()),
  flow_type: z.optional(z.string()),
  flow_expires_at: z.optional(z.string()),
});
export type ToldLogin = z.infer<typeof ToldLogin>;

/** What a window tells of the logins that it follows, and how often. */
export const toldLogins = {
  folder: "logins",
  told: z.array(ToldLogin),
  beatMs: 3000,
  lookMs: 5000,
  // What is older than any login takes is of no use.
  longestMs: 60 * 60 * 1000,
} as const;
