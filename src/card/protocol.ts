// Messages between the editor and the result page. The editor sends final texts, and the page only renders them.
import * as z from "zod/mini";
import type { CardBlock, CardModel, DayStrip } from "./card.ts";

/** A card with button ids that only the editor can resolve. */
export type PageCard = CardModel<string>;
export type PageBlock = CardBlock<string>;
export type PageBlockOf<Kind extends PageBlock["kind"]> = Extract<PageBlock, { kind: Kind }>;

export type PageStrip = DayStrip<string>;

/**
 * Editor → page, as JSON: a card with the number of this rendering, or strips that replace those with the same keys in
 * that rendering.
 */
export type ToPage =
  | { readonly type: "show"; readonly drawing: number; readonly card: PageCard; readonly lang: string }
  | { readonly type: "strips"; readonly drawing: number; readonly strips: readonly PageStrip[] };

/** Page → editor. Other messages are ignored. */
export const FromPage = z.discriminatedUnion("type", [
  /** The page has loaded and needs its card. */
  z.strictObject({ type: z.literal("ready") }),
  /** The page has gained focus. */
  z.strictObject({ type: z.literal("focused") }),
  /** Keys of the visible strips. Sent on each change. */
  z.strictObject({
    type: z.literal("seen"),
    drawing: z.int(),
    keys: z.array(z.string()).check(z.maxLength(200)),
  }),
  /** A button was pressed. Its number is valid only for the same rendering. */
  z.strictObject({
    type: z.literal("press"),
    drawing: z.int(),
    press: z.string(),
  }),
]);
export type FromPage = z.infer<typeof FromPage>;
