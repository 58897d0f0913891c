// Messages between the editor and the result page. The editor sends complete texts, and the page only renders them.
import * as z from "zod/mini";
import type { BlockOf, CardBlock, CardModel, DayStrip } from "./card.ts";

/** A card in which each button's press is an id that only the editor can resolve. */
export type PageCard = CardModel<string>;
export type PageBlock = CardBlock<string>;
export type PageBlockOf<Kind extends PageBlock["kind"]> = BlockOf<Kind, string>;

export type PageStrip = DayStrip<string>;

/**
 * Messages from the editor to the page, sent as JSON. `show` renders a card and assigns the number `drawing` to this
 * rendering. `strips` updates the rendering with that number. Each strip replaces the strip with the same key.
 */
export type ToPage =
  | { readonly type: "show"; readonly drawing: number; readonly card: PageCard; readonly lang: string }
  | { readonly type: "strips"; readonly drawing: number; readonly strips: readonly PageStrip[] };

/** Messages from the page to the editor. All other messages are ignored. */
export const FromPage = z.discriminatedUnion("type", [
  /** The page has loaded and is ready to show a card. */
  z.strictObject({ type: z.literal("ready") }),
  z.strictObject({ type: z.literal("focused") }),
  /** The set of visible timeline strips has changed. `keys` contains the keys of all strips that are visible now. */
  z.strictObject({
    type: z.literal("seen"),
    drawing: z.int(),
    keys: z.array(z.string()).check(z.maxLength(200)),
  }),
  /** A button was pressed. `press` is valid only for the rendering in `drawing`. */
  z.strictObject({
    type: z.literal("press"),
    drawing: z.int(),
    press: z.string(),
  }),
]);
export type FromPage = z.infer<typeof FromPage>;
