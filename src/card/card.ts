// A result as the page draws it: finished words, and buttons with their presses.

/** A value in a row. `text` may hold the service's own words: the page sets it as text, never as markup. */
export interface Value {
  readonly text: string;
  /** Draws the value as a pill in this tone instead of plain text. */
  readonly tone?: Tone;
  /** Draws the value in the editor's monospace font: ids, names, codes. */
  readonly code?: true;
  /** The tooltip: the ID of what the text names. */
  readonly hint?: string;
}

/** A cell of a table. */
export interface TableCell<P> extends Value {
  /** Drawn instead of the text: the names in it, as links. */
  readonly links?: readonly Button<P>[];
}

export type Tone = "success" | "warning" | "error" | "info" | "neutral";

export interface Row<P = never> {
  readonly label: string;
  readonly value: Value;
  /** One or two sentences below the value. */
  readonly note?: string;
  /** The value as a share of a whole, from 0 to 1, drawn as a bar. */
  readonly share?: number;
  /** Never stored: addresses, and values that this version does not know. */
  readonly volatile?: true;
  /** Marks the value as changed: "was 20 minutes". */
  readonly changed?: string;
  /** The value stays in the editor, and `value.text` is a mask; the button uses the value. */
  readonly secret?: Button<P>;
  /** Opens what the value names. */
  readonly leads?: Button<P>;
  readonly copy?: Button<P>;
}

/** A row of a table; its first cell names it. */
export interface TableRow<P> {
  readonly cells: readonly TableCell<P>[];
  /** Copies the ID of the row; drawn beside the first cell. */
  readonly copy?: Button<P>;
  /** Below the row: the service's words, then what to do. */
  readonly notes: readonly string[];
  readonly actions?: readonly Button<P>[];
  /** Never stored. */
  readonly volatile?: true;
}

/** Progress as a line of steps; `text` says the same in words. */
export interface Progress {
  readonly text: string;
  readonly steps: readonly {
    readonly label: string;
    readonly mark: "done" | "current" | "failed" | "ahead";
  }[];
}

/** A sentence with a countdown. */
export interface Countdown {
  /** When the countdown ends, in milliseconds since 1970. */
  readonly until: number;
  /** The sentence until then; `{0}` is the time left. */
  readonly before: string;
  readonly after: string;
}

/** Something on, off, or neither; `state` says which in a word. */
export interface Cell {
  readonly label: string;
  readonly on: boolean | undefined;
  readonly state: string;
  /** As in a row. */
  readonly changed?: string;
  /** A few words of explanation; may be empty. */
  readonly note: string;
}

/** A period or a moment on a line of time, with its text; shares are from 0 to 1. */
export type DayPiece = { readonly text: string } & (
  | { readonly look: "in" | "out" | "unknown" | "unread"; readonly from: number; readonly to: number }
  | { readonly look: Tone | "now" | "next"; readonly at: number }
);

/** A line of days of one subject, with its state now. */
export interface Strip<P = never> {
  /** Identifies the strip in its card, also when only the strip is updated. */
  readonly key: string;
  readonly name: string;
  /** A few words about the subject, such as its profile. */
  readonly about?: string;
  readonly state?: Value;
  readonly pieces: readonly DayPiece[];
  /** The pieces in words, for screen readers. */
  readonly text: string;
  /** What comes next, such as the next check; may be empty. */
  readonly note: string;
  /** Opens the page of the subject. */
  readonly leads?: Button<P>;
  /** What the subject needs next. */
  readonly action?: Button<P>;
  /** True if less than an hour is known. Days that only have such strips are hidden. */
  readonly short?: true;
}

/** The meaning of each look. */
type Legend = readonly { readonly look: DayPiece["look"]; readonly text: string }[];

/** A sentence of a list, with its code. */
export interface Item {
  readonly text: string;
  readonly code?: string;
}

/** A part of a card; `P` is the press of its buttons, `never` for a block without any. */
export type Block<P = never> =
  | {
      readonly kind: "rows";
      readonly title: string;
      readonly rows: readonly Row<P>[];
      /** Shows only the title until opened. */
      readonly folded?: true;
    }
  /** What the reader has to do: the title says what and until when, the first button is the usual way. */
  | {
      readonly kind: "task";
      readonly title: string;
      /** The website's own words, drawn large; never stored. */
      readonly message?: string;
      readonly notes: readonly string[];
      readonly buttons: readonly Button<P>[];
    }
  /** A sentence in `lead` with its bullets, or bullets alone. */
  | {
      readonly kind: "list";
      readonly title: string;
      readonly lead?: Item;
      readonly items: readonly Item[];
    }
  | { readonly kind: "grid"; readonly title: string; readonly cells: readonly Cell[] }
  | {
      readonly kind: "table";
      readonly title: string;
      readonly columns: readonly string[];
      readonly rows: readonly TableRow<P>[];
      /** Reads more rows; drawn below the last one. */
      readonly more?: Button<P>;
      /** Never stored. */
      readonly volatile?: true;
    }
  /** Days, newest first, each with its periods and moments in order of time. */
  | {
      readonly kind: "days";
      readonly title: string;
      /** Labels of hours, by their share of a day. */
      readonly hours: readonly { readonly at: number; readonly label: string }[];
      readonly days: readonly {
        readonly label: string;
        readonly pieces: readonly DayPiece[];
        /** Draws a line for now at this share. */
        readonly now?: number;
      }[];
      readonly legend: Legend;
    }
  /** Strips of the same days, in groups that may have titles. */
  | {
      readonly kind: "strips";
      readonly title: string;
      /** Labels of days, by the share at which each begins. */
      readonly days: readonly { readonly at: number; readonly label: string }[];
      readonly groups: readonly { readonly title?: string; readonly strips: readonly Strip<P>[] }[];
      readonly legend: Legend;
      /** The words of a field that filters the strips. */
      readonly filter?: { readonly label: string; readonly nothingFound: string };
    }
  /** Preformatted text, folded until opened. */
  | { readonly kind: "code"; readonly title: string; readonly text: string; readonly volatile?: true }
  /** One text in several forms, folded until opened: a tab for each, and one button that copies the form shown. */
  | {
      readonly kind: "forms";
      readonly title: string;
      readonly copyLabel: string;
      /** The copy button presses what the shown form carries. */
      readonly forms: readonly (Button<P> & { readonly text: string })[];
      readonly volatile?: true;
    };

/** A button. Its press is opaque to the page. */
export interface Button<P> {
  readonly press: P;
  readonly label: string;
  /** The tooltip: the ID of what the label names. */
  readonly hint?: string;
  /** While the window doesn't use the card's account. */
  readonly disabled?: true;
  /** Drawn as the primary button, although the state of the subject needs nothing. */
  readonly primary?: true;
}

/** The buttons of a card, at most two of them outside the menu. `next` is the step that the summary recommends. */
export interface Actions<P> {
  readonly next?: Button<P>;
  readonly other?: Button<P>;
  /** Reads the card's subject again; drawn as an icon. */
  readonly refresh?: Button<P>;
  /** The other buttons, in a menu of this name. */
  readonly more?: { readonly label: string; readonly items: readonly Button<P>[] };
}

/** The top of a card. */
export type Head =
  /** Of a resource; its state is drawn as a pill. */
  | { readonly kind: "header"; readonly state?: Value }
  /** Of an event; the tone says how much it needs the reader. */
  | { readonly kind: "verdict"; readonly tone: Tone };

/** One result, ready to be drawn; `P` is the press of its buttons. */
export interface Card<P> {
  readonly id: string;
  readonly head: Head;
  /** A short heading: the resource or the event. */
  readonly title: string;
  /** Whose the subject is, in a few words each. */
  readonly context: readonly string[];
  /** When this was true, in milliseconds since 1970. */
  readonly at?: number;
  /** A prominent line, in the sandbox only. */
  readonly sandbox?: string;
  /** What was just done, shown until a time in milliseconds since 1970, as are the marks of changed rows. */
  readonly done?: { readonly text: string; readonly until: number };
  /** Sentences below the heading: what happened and what comes next. */
  readonly summary: readonly string[];
  /** The last sentence of the summary. */
  readonly countdown?: Countdown;
  /** Never stored. */
  readonly progress?: Progress;
  readonly blocks: readonly Block<P>[];
  readonly actions: Actions<P>;
}

/** The strips of a card, in the drawn order. */
export function stripsOf<P>(card: Card<P>): readonly Strip<P>[] {
  return card.blocks.flatMap((block) =>
    block.kind === "strips" ? block.groups.flatMap(({ strips }) => strips) : [],
  );
}

/** The same card with these strips, each replacing the one of the same key. */
export function withStrips<P>(card: Card<P>, strips: readonly Strip<P>[]): Card<P> {
  const byKey = new Map(strips.map((strip) => [strip.key, strip]));
  const blocks = card.blocks.map((block) => {
    if (block.kind !== "strips") return block;
    const groups = block.groups.map((group) => ({
      ...group,
      strips: group.strips.map((strip) => byKey.get(strip.key) ?? strip),
    }));
    return { ...block, groups };
  });
  return { ...card, blocks };
}
