// What the editor and the result page say to each other. The editor sends finished words; the page only draws.
import * as z from "zod/mini";

/** A value in a row. `text` may hold the service's own words: the page sets it as text, never as markup. */
export interface Value {
  readonly text: string;
  /** Draws the value as a pill in this tone instead of plain text. */
  readonly tone?: Tone;
  /** Draws the value in the editor's monospace font: ids, names, codes. */
  readonly code?: true;
}

export type Tone = "success" | "warning" | "error" | "info" | "neutral";

export interface Row {
  readonly label: string;
  readonly value: Value;
  /** One or two sentences below the value. */
  readonly note?: string;
  /** Shown once and not kept over a reload: addresses, and values this version does not know. */
  readonly volatile?: true;
}

/** A marked place on a {@link Scale}, between 0 and 1. */
export interface Mark {
  readonly at: number;
  readonly label: string;
}

/** A picture of a bounded number: the allowed range on a line, with its marks. The text says the same. */
export interface Scale {
  readonly label: string;
  readonly text: string;
  readonly from: Mark;
  readonly to: Mark;
  readonly marks: readonly Mark[];
}

export type Block =
  | { readonly kind: "rows"; readonly title: string; readonly rows: readonly Row[] }
  | { readonly kind: "list"; readonly title: string; readonly items: readonly string[] }
  | { readonly kind: "steps"; readonly title: string; readonly items: readonly string[] }
  | { readonly kind: "scales"; readonly title: string; readonly scales: readonly Scale[] }
  /** Features as tiles: name, state, and what bounds it. */
  | {
      readonly kind: "tiles";
      readonly title: string;
      readonly tiles: readonly {
        readonly label: string;
        readonly state: Value;
        readonly notes: readonly string[];
      }[];
    }
  | {
      readonly kind: "table";
      readonly title: string;
      readonly columns: readonly string[];
      readonly rows: readonly {
        readonly cells: readonly Value[];
        /** Shown below the row: the service's words, then what to do. */
        readonly notes: readonly string[];
      }[];
    }
  /** Text kept as it is, folded until opened. */
  | { readonly kind: "code"; readonly title: string; readonly text: string; readonly volatile?: true };

/** What the buttons of a result do. Arguments stay with the editor, so a page cannot name its own target. */
export const ActionId = z.enum([
  "copyId",
  "copyDetails",
  "createAnother",
  "backToWizard",
  "retry",
  "signInAgain",
  "showEntitlements",
  "refresh",
  "showLog",
]);
export type ActionId = z.infer<typeof ActionId>;

export interface Action {
  readonly id: ActionId;
  readonly label: string;
  readonly primary?: true;
}

/** One result, ready to be drawn. */
export interface Card {
  readonly id: string;
  readonly tone: Tone;
  /** What happened, as a short heading. */
  readonly title: string;
  /** Which account and origin it happened in, and when. */
  readonly context: string;
  /** Set only in the sandbox: a line that nobody can overlook. */
  readonly sandbox?: string;
  /** Sentences below the heading: what it means and what comes next. */
  readonly summary: readonly string[];
  readonly blocks: readonly Block[];
  readonly actions: readonly Action[];
}

/** Editor → page. */
export interface ToPage {
  readonly type: "show";
  readonly card: Card;
  readonly lang: string;
}

/** Page → editor. Everything the page may ask for; anything else is dropped. */
export const FromPage = z.discriminatedUnion("type", [
  /** The page has loaded and waits for its card. */
  z.strictObject({ type: z.literal("ready") }),
  z.strictObject({ type: z.literal("action"), cardId: z.string(), action: ActionId }),
]);
export type FromPage = z.infer<typeof FromPage>;
