// A result as it is drawn: finished words, and what its buttons carry.

/** A value in a row. `text` may hold the service's own words: the page sets it as text, never as markup. */
export interface Value {
  readonly text: string;
  /** Draws the value as a pill in this tone instead of plain text. */
  readonly tone?: Tone;
  /** Draws the value in the editor's monospace font: ids, names, codes. */
  readonly code?: true;
  /** Shown while pointed at: the ID of what the text names. */
  readonly hint?: string;
}

/** A cell of a table. */
export interface TableCell<P> extends Value {
  /** Drawn instead of the text: the names in it, each leading somewhere. */
  readonly links?: readonly Button<P>[];
}

export type Tone = "success" | "warning" | "error" | "info" | "neutral";

export interface Row<P = never> {
  readonly label: string;
  readonly value: Value;
  /** One or two sentences below the value. */
  readonly note?: string;
  /** What the value says of a whole, from 0 to 1, drawn as a bar beside it. */
  readonly share?: number;
  /** Shown once and not kept over a reload: addresses, and values this version does not know. */
  readonly volatile?: true;
  /** Marks the value as changed: "was 20 minutes". */
  readonly changed?: string;
  /** The value stays with the editor and `value.text` is its mask; the button beside it does something with it. */
  readonly secret?: Button<P>;
  /** Leads to what the value names, such as its page. */
  readonly leads?: Button<P>;
  readonly copy?: Button<P>;
}

/** A row of a table; its first cell names it. */
export interface TableRow<P> {
  readonly cells: readonly TableCell<P>[];
  /** Beside the first cell: copies the ID of what it names. */
  readonly copy?: Button<P>;
  /** Shown below the row: the service's words, then what to do. */
  readonly notes: readonly string[];
  readonly actions?: readonly Button<P>[];
  /** Shown once and not kept over a reload. */
  readonly volatile?: true;
}

/** How far something has come, as one line of steps; `text` says the same in words. */
export interface Progress {
  readonly text: string;
  readonly steps: readonly {
    readonly label: string;
    readonly mark: "done" | "current" | "failed" | "ahead";
  }[];
}

/** A sentence that tells how long something still takes, and changes as that passes. */
export interface Countdown {
  /** When it is over, in milliseconds since 1970. */
  readonly until: number;
  /** The sentence until then; `{0}` in it is the time that is left. */
  readonly before: string;
  readonly after: string;
}

/** Something that is on, off, or neither. The state says which in a word. */
export interface Cell {
  readonly label: string;
  readonly on: boolean | undefined;
  readonly state: string;
  /** As that of a row. */
  readonly changed?: string;
  /** A few words on what it is; may be empty. */
  readonly note: string;
}

/** A part of a day or of a week, or a moment of it, each with what it tells; shares are from 0 to 1. */
export type DayPiece = { readonly text: string } & (
  | { readonly look: "in" | "out" | "unknown" | "unread"; readonly from: number; readonly to: number }
  | { readonly look: Tone | "now" | "next"; readonly at: number }
);

/** A line of days that tells of one subject, and how that is now. */
export interface Strip<P = never> {
  /** Names the strip in its card, also when it is drawn anew by itself. */
  readonly key: string;
  readonly name: string;
  /** More about the subject in a few words, such as its profile. */
  readonly about?: string;
  readonly state?: Value;
  readonly pieces: readonly DayPiece[];
  /** What the pieces say, for who does not see them. */
  readonly text: string;
  /** What comes next, such as when it is checked again; may be empty. */
  readonly note: string;
  /** Leads to the page of the subject. */
  readonly leads?: Button<P>;
}

/** What each look of a picture stands for. */
type Legend = readonly { readonly look: DayPiece["look"]; readonly text: string }[];

/** A sentence of a list, and the code that belongs to it. */
export interface Item {
  readonly text: string;
  readonly code?: string;
}

/** A part of a card; `P` is what its buttons carry, and one without buttons fits every card. */
export type Block<P = never> =
  | {
      readonly kind: "rows";
      readonly title: string;
      readonly rows: readonly Row<P>[];
      /** Only its title is in sight until it is opened. */
      readonly folded?: true;
    }
  /** What someone has to do next: its title says what and until when, the first button is the usual way. */
  | {
      readonly kind: "task";
      readonly title: string;
      /** The website's own words, drawn large; not kept over a reload. */
      readonly message?: string;
      readonly notes: readonly string[];
      readonly buttons: readonly Button<P>[];
    }
  /** What was said in `lead`, and what belongs to it as bullets; or bullets alone. */
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
      /** Below the last row: has more of them read. */
      readonly more?: Button<P>;
      /** Shown once and not kept over a reload. */
      readonly volatile?: true;
    }
  /** A picture of days, newest first: what was the case all along, and what happened, in the order of their times. */
  | {
      readonly kind: "days";
      readonly title: string;
      /** Some hours of a day, by their share of it. */
      readonly hours: readonly { readonly at: number; readonly label: string }[];
      readonly days: readonly {
        readonly label: string;
        readonly pieces: readonly DayPiece[];
        /** Draws a line at this share: the moment that the picture was made. */
        readonly now?: number;
      }[];
      readonly legend: Legend;
    }
  /** Strips of the same days below each other, in groups where they have titles. */
  | {
      readonly kind: "strips";
      readonly title: string;
      /** The days by the share of the strip at which each begins. */
      readonly days: readonly { readonly at: number; readonly label: string }[];
      readonly groups: readonly { readonly title?: string; readonly strips: readonly Strip<P>[] }[];
      readonly legend: Legend;
      /** Words of a field that narrows the strips, where there is one. */
      readonly filter?: { readonly label: string; readonly nothingFound: string };
    }
  /** Text kept as it is, folded until opened. */
  | { readonly kind: "code"; readonly title: string; readonly text: string; readonly volatile?: true }
  /** One text in several forms, folded until opened: a tab for each, and one button that copies the form shown. */
  | {
      readonly kind: "forms";
      readonly title: string;
      readonly copyLabel: string;
      /** What a form carries is what the button does while that form is shown. */
      readonly forms: readonly (Button<P> & { readonly text: string })[];
      readonly volatile?: true;
    };

/** A button. What it carries is opaque to whoever draws it. */
export interface Button<P> {
  readonly press: P;
  readonly label: string;
  /** Shown while pointed at: the ID of what the label names. */
  readonly hint?: string;
  /** It can be pressed again once the account of its card is worked with again. */
  readonly rests?: true;
}

/** The buttons of a whole card: at most two in sight, one of them for what the summary says comes next. */
export interface Actions<P> {
  readonly next?: Button<P>;
  readonly other?: Button<P>;
  /** Reads anew what the card tells; drawn as an icon. */
  readonly refresh?: Button<P>;
  /** The rest, behind a button of this name. */
  readonly more?: { readonly label: string; readonly items: readonly Button<P>[] };
}

/** What stands on top of a card. */
export type Head =
  /** Of something that is; its state is drawn as a pill. */
  | { readonly kind: "header"; readonly state?: Value }
  /** Of something that happened; the tone is what it asks of the reader. */
  | { readonly kind: "verdict"; readonly tone: Tone };

/** One result, ready to be drawn; `P` is what its buttons carry. */
export interface Card<P> {
  readonly id: string;
  readonly head: Head;
  /** What is or what happened, as a short heading. */
  readonly title: string;
  /** Whose it is, in a few words each. */
  readonly context: readonly string[];
  /** When it was so, in milliseconds since 1970. */
  readonly at?: number;
  /** Set only in the sandbox: a line that nobody can overlook. */
  readonly sandbox?: string;
  /** What was just done, said until that time, in milliseconds since 1970; rows that it changed are marked as long. */
  readonly done?: { readonly text: string; readonly until: number };
  /** Sentences below the heading: what it means and what comes next. */
  readonly summary: readonly string[];
  /** The last of them. */
  readonly countdown?: Countdown;
  /** Not kept over a reload. */
  readonly progress?: Progress;
  readonly blocks: readonly Block<P>[];
  readonly actions: Actions<P>;
}
