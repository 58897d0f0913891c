// The messages between the editor and the result page. The editor sends finished words; the page only draws.
import * as z from "zod/mini";
import type { Block, Card, Strip } from "./card.ts";

/** A card for the page: its buttons carry ids that only the editor understands. */
export type PageCard = Card<string>;
export type PageBlock = Block<string>;

export type PageStrip = Strip<string>;

/**
 * Editor → page, as JSON: a card to draw, with the number of the drawing; or strips that replace those of the same key in
 * that drawing.
 */
export type ToPage =
  | { readonly type: "show"; readonly drawing: number; readonly card: PageCard; readonly lang: string }
  | { readonly type: "strips"; readonly drawing: number; readonly strips: readonly PageStrip[] };

/** Page → editor. Any other message is dropped. */
export const FromPage = z.discriminatedUnion("type", [
  /** The page has loaded and waits for its card. */
  z.strictObject({ type: z.literal("ready") }),
  /** The page has gained the focus. */
  z.strictObject({ type: z.literal("focused") }),
  /** The keys of the strips in sight; sent whenever these change. */
  z.strictObject({
    type: z.literal("seen"),
    drawing: z.int(),
    keys: z.array(z.string()).check(z.maxLength(200)),
  }),
  /** A button was pressed; its number only has a meaning in the same drawing. */
  z.strictObject({
    type: z.literal("press"),
    drawing: z.int(),
    press: z.string(),
  }),
]);
export type FromPage = z.infer<typeof FromPage>;
