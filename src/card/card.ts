// The data model of a result page: final texts, and buttons with opaque presses. Results are stored, so fields can't be
// renamed.

/** A value in a row. `text` may come from the service, so the page never parses it as markup. */
export interface CardValue {
  readonly text: string;
  /** Draws the value as a pill in this tone instead of plain text. */
  readonly tone?: CardTone;
  /** Draws the value in the editor's monospace font: ids, names, codes. */
  readonly code?: true;
  /** Tooltip with the ID of the named object. */
  readonly hint?: string;
}

export interface TableCell<P> extends CardValue {
  /** Shown instead of the text, as links. */
  readonly links?: readonly CardButton<P>[] | undefined;
}

export type CardTone = "success" | "warning" | "error" | "info" | "neutral";

export interface CardRow<P = never> {
  readonly label: string;
  readonly value: CardValue;
  /** One or two sentences below the value. */
  readonly note?: string;
  /** Share from 0 to 1, drawn as a bar. */
  readonly share?: number;
  /** Never stored. For URLs, and values that this version doesn't know. */
  readonly volatile?: true;
  /** Marks the value as changed, for example "was 20 minutes". */
  readonly changed?: string;
  /** The secret stays in the editor and `value.text` is masked. The button acts on the secret. */
  readonly secret?: CardButton<P> | undefined;
  /** Opens the object that the value names. */
  readonly leads?: CardButton<P> | undefined;
  readonly copy?: CardButton<P> | undefined;
}

/** A table row, named by its first cell. */
export interface TableRow<P> {
  readonly cells: readonly TableCell<P>[];
  /** Copies the ID of the row. Shown next to the first cell. */
  readonly copy?: CardButton<P> | undefined;
  /** Shown below the row: the service's message, then advice. */
  readonly notes: readonly string[];
  readonly actions?: readonly CardButton<P>[] | undefined;
  /** Never stored. */
  readonly volatile?: true;
}

/** Progress as a line of steps. `text` is the accessible name. */
export interface CardProgress {
  readonly text: string;
  readonly steps: readonly {
    readonly label: string;
    readonly mark: "done" | "current" | "failed" | "ahead";
  }[];
}

/** A sentence with a countdown. */
export interface CardCountdown {
  /** End of the countdown, in milliseconds since 1970. */
  readonly until: number;
  /** Shown until then. `{0}` is replaced by the remaining time. */
  readonly before: string;
  readonly after: string;
}

/** A feature that is on, off or neither. `state` is its status in words. */
export interface GridCell {
  readonly label: string;
  readonly on: boolean | undefined;
  readonly state: string;
  /** See {@link CardRow.changed}. */
  readonly changed?: string;
  /** Short explanation. May be empty. */
  readonly note: string;
}

/** A period or moment on a time line. Positions are shares from 0 to 1. */
export type DayPiece = { readonly text: string } & (
  | { readonly look: "in" | "out" | "unknown" | "unread"; readonly from: number; readonly to: number }
  | { readonly look: CardTone | "now" | "next"; readonly at: number }
);

/** The days of one subject as a time line, with its current state. */
export interface DayStrip<P = never> {
  /** Identifies the strip within its card, for updates of single strips. */
  readonly key: string;
  readonly name: string;
  /** Short description of the subject, such as its profile. */
  readonly about?: string;
  readonly state?: CardValue;
  readonly pieces: readonly DayPiece[];
  /** Accessible description of the pieces. */
  readonly text: string;
  /** The next event, such as the next check. May be empty. */
  readonly note: string;
  /** Opens the page of the subject. */
  readonly leads?: CardButton<P> | undefined;
  /** The recommended action for the subject. */
  readonly action?: CardButton<P> | undefined;
  /** True if less than an hour is known. Time lines are hidden if all strips are short. */
  readonly short?: true;
}

type DayLegend = readonly { readonly look: DayPiece["look"]; readonly text: string }[];

/** A list item with optional code. */
export interface ListItem {
  readonly text: string;
  readonly code?: string;
}

/** A section of a card. `P` is the type of its buttons' presses, `never` for blocks without buttons. */
export type CardBlock<P = never> =
  | {
      readonly kind: "rows";
      readonly title: string;
      readonly rows: readonly CardRow<P>[];
      /** Shows only the title until expanded. */
      readonly folded?: true;
    }
  /** A task for the user. The title names the task and its deadline, and the first button is the usual action. */
  | {
      readonly kind: "task";
      readonly title: string;
      /** Message of the website, shown in large type. Never stored. */
      readonly message?: string;
      readonly notes: readonly string[];
      readonly buttons: readonly CardButton<P>[];
    }
  /** A bullet list with an optional lead sentence. */
  | {
      readonly kind: "list";
      readonly title: string;
      readonly lead?: ListItem;
      readonly items: readonly ListItem[];
    }
  | { readonly kind: "grid"; readonly title: string; readonly cells: readonly GridCell[] }
  | {
      readonly kind: "table";
      readonly title: string;
      readonly columns: readonly string[];
      readonly rows: readonly TableRow<P>[];
      /** Loads more rows. Shown below the last row. */
      readonly more?: CardButton<P> | undefined;
      /** Never stored. */
      readonly volatile?: true;
    }
  /** Days, newest first, each with its pieces in chronological order. */
  | {
      readonly kind: "days";
      readonly title: string;
      /** Labels of hours, positioned by their share of a day. */
      readonly hours: readonly { readonly at: number; readonly label: string }[];
      readonly days: readonly {
        readonly label: string;
        readonly pieces: readonly DayPiece[];
        /** Position of the line for the current time, as a fraction of the strip. */
        readonly now?: number;
      }[];
      readonly legend: DayLegend;
    }
  /** Strips that show the same days, in groups with optional titles. */
  | {
      readonly kind: "strips";
      readonly title: string;
      /** Labels of days, positioned by the share at which each day starts. */
      readonly days: readonly { readonly at: number; readonly label: string }[];
      readonly groups: readonly { readonly title?: string; readonly strips: readonly DayStrip<P>[] }[];
      readonly legend: DayLegend;
      /** Texts of a field that filters the strips. */
      readonly filter?: { readonly label: string; readonly nothingFound: string };
    }
  /** Preformatted text, collapsed until expanded. */
  | { readonly kind: "code"; readonly title: string; readonly text: string; readonly volatile?: true }
  /**
   * One text in several formats, collapsed until expanded: a tab per format, and a button that copies the selected
   * format.
   */
  | {
      readonly kind: "forms";
      readonly title: string;
      readonly copyLabel: string;
      /** The copy button sends the press of the selected format. */
      readonly forms: readonly (CardButton<P> & { readonly text: string })[];
      readonly volatile?: true;
    };

/** A button. Its press is opaque to the page. */
export interface CardButton<P> {
  readonly press: P;
  readonly label: string;
  /** Tooltip with the ID of the named object. */
  readonly hint?: string;
  /** Set while the window doesn't use the card's account. */
  readonly disabled?: true | undefined;
  /** Shown as the primary button even if the state of the subject requires no action. */
  readonly primary?: true;
}

/** The buttons of a card, at most two outside the menu. `next` is the step that the summary recommends. */
export interface CardActions<P> {
  readonly next?: CardButton<P> | undefined;
  readonly other?: CardButton<P> | undefined;
  /** Reloads the card. Shown as an icon. */
  readonly refresh?: CardButton<P> | undefined;
  /** The remaining buttons, in a menu with this label. */
  readonly more?: { readonly label: string; readonly items: readonly CardButton<P>[] } | undefined;
}

export type CardHead =
  /** For a resource. The state is shown as a pill. */
  | { readonly kind: "header"; readonly state?: CardValue }
  /** For an event. The tone shows its severity. */
  | { readonly kind: "verdict"; readonly tone: CardTone };

/** A result page. `P` is the type of its buttons' presses. */
export interface CardModel<P> {
  readonly id: string;
  readonly head: CardHead;
  /** Short heading that names the resource or event. */
  readonly title: string;
  /** The context of the subject, such as its account, in short phrases. */
  readonly context: readonly string[];
  /** Time of the shown state, in milliseconds since 1970. */
  readonly at?: number;
  /** Prominent line, set only in the sandbox. */
  readonly sandbox?: string;
  /**
   * Confirmation of the last action. Shown until a time in milliseconds since 1970, as are the marks of changed rows.
   */
  readonly done?: { readonly text: string; readonly until: number };
  /** Sentences below the heading: the outcome and the next step. */
  readonly summary: readonly string[];
  /** Shown as the last sentence of the summary. */
  readonly countdown?: CardCountdown;
  /** Never stored. */
  readonly progress?: CardProgress;
  readonly blocks: readonly CardBlock<P>[];
  readonly actions: CardActions<P>;
}

/** Returns the strips of a card in display order. */
export function stripsOf<P>(card: CardModel<P>): readonly DayStrip<P>[] {
  const groups = card.blocks.flatMap((block) => (block.kind === "strips" ? block.groups : []));
  return groups.flatMap(({ strips }) => strips);
}

/** Replaces the strips of a card that have the same keys. */
export function withStrips<P>(card: CardModel<P>, strips: readonly DayStrip<P>[]): CardModel<P> {
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
