// A result as it is drawn: finished words, and what its buttons carry.

/** A value in a row. `text` may hold the service's own words: the page sets it as text, never as markup. */
export interface Value {
  readonly text: string;
  /** Draws the value as a pill in this tone instead of plain text. */
  readonly tone?: Tone;
  /** Draws the value in the editor's monospace font: ids, names, codes. */
  readonly code?: true;
}

export type Tone = "success" | "warning" | "error" | "info" | "neutral";

export interface Row<P = never> {
  readonly label: string;
  readonly value: Value;
  /** One or two sentences below the value. */
  readonly note?: string;
  /** Shown once and not kept over a reload: addresses, and values this version does not know. */
  readonly volatile?: true;
  /** Marks the value as changed since the last look: "was 20 minutes". */
  readonly changed?: string;
  /** The value stays with the editor and `value.text` is its mask; the button beside it does something with it. */
  readonly secret?: Button<P>;
}

/** A picture of a bounded number: a line between its ends, with a mark. The text says the same. */
export interface Scale {
  readonly label: string;
  readonly text: string;
  readonly from: string;
  readonly to: string;
  /** `at` is how far along the line it stands, from 0 to 1. */
  readonly mark: { readonly at: number; readonly label: string };
}

/** One row of a flow's picture: the states that a field can have, in order. */
export interface Lane {
  readonly label: string;
  readonly states: readonly {
    readonly label: string;
    readonly current?: true;
    /** Drawn only while the state is current. */
    readonly tone?: Tone;
  }[];
}

/** How much of a limit is used. The text says the same in words, also what is near or over the limit. */
export interface Bar {
  readonly label: string;
  readonly text: string;
  readonly used: number;
  readonly allowed: number;
}

/** Something that is on, off, or neither. The state says which in a word. */
export interface Cell {
  readonly label: string;
  readonly on: boolean | undefined;
  readonly state: string;
  /** A few words on what it is; may be empty. */
  readonly note: string;
}

/** A part of a card; `P` is what its buttons carry, and one without buttons fits every card. */
export type Block<P = never> =
  | { readonly kind: "rows"; readonly title: string; readonly rows: readonly Row<P>[] }
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
        /** Marks the state as changed since the last look. */
        readonly changed?: string;
      }[];
    }
  /** States side by side, the current ones marked; `text` says the same in words. */
  | {
      readonly kind: "flow";
      readonly title: string;
      readonly text: string;
      readonly lanes: readonly Lane[];
      readonly notes: readonly string[];
    }
  | { readonly kind: "bars"; readonly title: string; readonly bars: readonly Bar[] }
  | { readonly kind: "grid"; readonly title: string; readonly cells: readonly Cell[] }
  | {
      readonly kind: "table";
      readonly title: string;
      readonly columns: readonly string[];
      readonly rows: readonly {
        readonly cells: readonly Value[];
        /** Shown below the row: the service's words, then what to do. */
        readonly notes: readonly string[];
        readonly actions?: readonly Button<P>[];
      }[];
      /** Shown once and not kept over a reload. */
      readonly volatile?: true;
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
  readonly primary?: true;
}

/** One result, ready to be drawn; `P` is what its buttons carry. */
export interface Card<P> {
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
  readonly blocks: readonly Block<P>[];
  readonly actions: readonly Button<P>[];
}
