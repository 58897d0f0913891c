// What the editor and the result page say to each other. The editor sends finished words; the page only draws.
import * as z from "zod/mini";
import type { Block, Card, Strip } from "./card.ts";

/** A card as the page has it: its buttons carry ids that mean something to the editor alone. */
export type PageCard = Card<string>;
export type PageBlock = Block<string>;

export type PageStrip = Strip<string>;

/**
 * Editor → page: the card to draw, with the number of the drawing; or strips of that drawing, each in place of the one of the
 * same key.
 */
export type ToPage =
  | { readonly type: "show"; readonly drawing: number; readonly card: PageCard; readonly lang: string }
  | { readonly type: "strips"; readonly drawing: number; readonly strips: readonly PageStrip[] };

/** Page → editor. Everything the page may ask for; anything else is dropped. */
export const FromPage = z.discriminatedUnion("type", [
  /** The page has loaded and waits for its card. */
  z.strictObject({ type: z.literal("ready") }),
  /** The page has the focus, which it had not before. */
  z.strictObject({ type: z.literal("focused") }),
  /** The strips that the reader sees, by their keys; sent whenever these change. */
  z.strictObject({
    type: z.literal("seen"),
    drawing: z.int(),
    keys: z.array(z.string()).check(z.maxLength(200)),
  }),
  /** A button was pressed; it is named by its place, so only the drawing that it stood in says which one it is. */
  z.strictObject({
    type: z.literal("press"),
    drawing: z.int(),
    press: z.string(),
  }),
]);
export type FromPage = z.infer<typeof FromPage>;
