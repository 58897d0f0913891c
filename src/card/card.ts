// The data model of a result page. Contains final texts, and buttons with actions ("presses") that the page can't
// interpret. Results are stored, so fields can't be renamed.

/** A value in a row. `text` may come from the service, so the page never parses it as markup. */
export interface CardValue {
  readonly text: string;
  /** Shows the value as a pill in this tone instead of as plain text. */
  readonly tone?: CardTone;
  /** Shows the value in the editor's monospace font. Used for ids, names and codes. */
  readonly code?: true;
  /** Tooltip with the ID of the connection or resource that the text names. */
  readonly hint?: string;
}

export interface TableCell<P> extends CardValue {
  /** Links to show instead of the text. */
  readonly links?: readonly CardButton<P>[] | undefined;
}

export type CardTone = "success" | "warning" | "error" | "info" | "neutral";

export interface CardRow<P = never> {
  readonly label: string;
  readonly value: CardValue;
  /** One or two sentences below the value. */
  readonly note?: string;
  /** Fraction from 0 to 1, shown as a bar. */
  readonly share?: number;
  /** Excludes the row from stored results. Set for URLs, and for values that this version doesn't recognize. */
  readonly volatile?: true;
  /** Marks the value as changed. Contains the old value, for example "was 20 minutes". */
  readonly changed?: string;
  /** Button that acts on the secret behind the value. The secret stays in the editor, and `value.text` is masked. */
  readonly secret?: CardButton<P> | undefined;
  /** Opens the resource that the value names. */
  readonly leads?: CardButton<P> | undefined;
  readonly copy?: CardButton<P> | undefined;
}

/** A table row. The first cell is the row's header. */
export interface TableRow<P> {
  readonly cells: readonly TableCell<P>[];
  /** Copies the ID of the row's resource. Shown next to the first cell. */
  readonly copy?: CardButton<P> | undefined;
  /** Texts below the row. The service's message comes first, followed by advice. */
  readonly notes: readonly string[];
  readonly actions?: readonly CardButton<P>[] | undefined;
  /** Excludes the row from stored results. */
  readonly volatile?: true;
}

/** Progress, shown as a line of steps. `text` is the accessible name. */
export interface CardProgress {
  readonly text: string;
  readonly steps: readonly {
    readonly label: string;
    readonly mark: "done" | "current" | "failed" | "ahead";
  }[];
}

export interface CardCountdown {
  /** End of the countdown, in milliseconds since 1970. */
  readonly until: number;
  /** Sentence to show until the end of the countdown. `{0}` is replaced with the remaining time. */
  readonly before: string;
  readonly after: string;
}

/** A feature in a grid. `on` is `undefined` if it is unknown. `state` describes the current setting in words. */
export interface GridCell {
  readonly label: string;
  readonly on: boolean | undefined;
  readonly state: string;
  /** Marks the feature as changed. Contains the old value, for example "was off". */
  readonly changed?: string;
  /** Short explanation of the feature. May be empty. */
  readonly note: string;
}

/** A period or a moment on a timeline. Positions are fractions of the timeline's width, from 0 to 1. */
export type DayPiece = { readonly text: string } & (
  | { readonly look: "in" | "out" | "unknown" | "unread"; readonly from: number; readonly to: number }
  | { readonly look: CardTone | "now" | "next"; readonly at: number }
);

/** A timeline strip: a row with the timeline and current state of one subject, such as a connection. */
export interface DayStrip<P = never> {
  /** Identifies the strip within its card, so that individual strips can be updated. */
  readonly key: string;
  readonly name: string;
  /** Short description of the subject, such as its profile. */
  readonly about?: string;
  readonly state?: CardValue;
  readonly pieces: readonly DayPiece[];
  /** Accessible description of the timeline. */
  readonly text: string;
  /** Text about the next event, such as the next health check. May be empty. */
  readonly note: string;
  /** Opens the result page of the subject. */
  readonly leads?: CardButton<P> | undefined;
  /** The recommended action for the subject. */
  readonly action?: CardButton<P> | undefined;
  /**
   * True if less than an hour of the subject's history is known. If this is true for all strips, the timelines are
   * hidden.
   */
  readonly short?: boolean;
}

type DayLegend = readonly { readonly look: DayPiece["look"]; readonly text: string }[];

/** A list item. `code` is shown in the editor's monospace font. */
export interface ListItem {
  readonly text: string;
  readonly code?: string;
}

/**
 * A section of a card. `P` is the type of the buttons' presses (actions), or `never` for sections without buttons.
 */
export type CardBlock<P = never> =
  | {
      readonly kind: "rows";
      readonly title: string;
      readonly rows: readonly CardRow<P>[];
      /** True if only the title is shown until the user expands the section. */
      readonly folded?: true;
    }
  /** A task for the user. The title states the task and its deadline. The first button is the most common action. */
  | {
      readonly kind: "task";
      readonly title: string;
      /** Message from the website, shown in large type. Never stored. */
      readonly message?: string;
      readonly notes: readonly string[];
      readonly buttons: readonly CardButton<P>[];
    }
  /** A bullet list with an optional introductory sentence. */
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
      /** Button below the last row that loads more rows. */
      readonly more?: CardButton<P> | undefined;
      /** Excludes the table from stored results. */
      readonly volatile?: true;
    }
  /** Timelines of several days, newest day first. Each day's segments (`pieces`) are in chronological order. */
  | {
      readonly kind: "days";
      readonly title: string;
      /** Hour labels. `at` is the position as a fraction of the day. */
      readonly hours: readonly { readonly at: number; readonly label: string }[];
      readonly days: readonly {
        readonly label: string;
        readonly pieces: readonly DayPiece[];
        /** Position of the line that marks the current time, as a fraction of the day. */
        readonly now?: number;
      }[];
      readonly legend: DayLegend;
    }
  /** Timeline strips that all cover the same days, in groups with optional titles. */
  | {
      readonly kind: "strips";
      readonly title: string;
      /** Day labels. `at` is the start of the day as a fraction of the strip's width. */
      readonly days: readonly { readonly at: number; readonly label: string }[];
      readonly groups: readonly { readonly title?: string; readonly strips: readonly DayStrip<P>[] }[];
      readonly legend: DayLegend;
      /** Texts for an input field that filters the timeline strips. */
      readonly filter?: { readonly label: string; readonly nothingFound: string };
    }
  /** Preformatted text. Collapsed initially. */
  | { readonly kind: "code"; readonly title: string; readonly text: string; readonly volatile?: true }
  /**
   * One text in several formats. Collapsed initially, with a tab per format and a button that copies the selected
   * format.
   */
  | {
      readonly kind: "forms";
      readonly title: string;
      readonly copyLabel: string;
      /** The formats to choose from. The copy button runs the action (`press`) of the selected format. */
      readonly forms: readonly (CardButton<P> & { readonly text: string })[];
      readonly volatile?: true;
    };

export type BlockOf<Kind extends CardBlock["kind"], P = never> = Extract<
  CardBlock<P>,
  { readonly kind: Kind }
>;

/** A button. `press` identifies the action that the editor performs. The page can't interpret this value. */
export interface CardButton<P> {
  readonly press: P;
  readonly label: string;
  /** Tooltip with the ID of the connection or resource that the label names. */
  readonly hint?: string;
  /** Set while this window uses an account other than the card's account. */
  readonly disabled?: true | undefined;
  /** Shows the button as primary even if the subject's state requires no action. */
  readonly primary?: true;
}

/** The buttons of a card: up to two labelled buttons, a refresh icon and a menu. `next` is the recommended action. */
export interface CardActions<P> {
  readonly next?: CardButton<P> | undefined;
  readonly other?: CardButton<P> | undefined;
  /** Reloads the card. Shown as an icon. */
  readonly refresh?: CardButton<P> | undefined;
  /** Menu with the remaining buttons. `label` is the name of the menu. */
  readonly more?: { readonly label: string; readonly items: readonly CardButton<P>[] } | undefined;
}

export type CardHead =
  /** Head of a card about a resource. The state is shown as a pill. */
  | { readonly kind: "header"; readonly state?: CardValue }
  /** Head of a card about an event. The tone shows the severity of the event. */
  | { readonly kind: "verdict"; readonly tone: CardTone };

/** The content of a result page. `P` is the type of the buttons' presses (actions). */
export interface CardModel<P> {
  readonly id: string;
  readonly head: CardHead;
  /** Short heading that names the resource or event. */
  readonly title: string;
  /** Short phrases about the subject's context, such as its account. */
  readonly context: readonly string[];
  /** Time at which the displayed state was read, in milliseconds since 1970. */
  readonly at?: number;
  /** Prominent line above the card. Set only in the sandbox. */
  readonly sandbox?: string;
  /**
   * Confirmation of the last action. The confirmation and the marks on changed rows are removed at `until`, in
   * milliseconds since 1970.
   */
  readonly done?: { readonly text: string; readonly until: number };
  /** Sentences about the outcome and the next step, shown below the heading. */
  readonly summary: readonly string[];
  /** Shown as the last sentence of the summary. */
  readonly countdown?: CardCountdown;
  /** Never stored. */
  readonly progress?: CardProgress;
  readonly blocks: readonly CardBlock<P>[];
  readonly actions: CardActions<P>;
}

/** Returns the timeline strips of a card in display order. */
export function stripsOf<P>(card: CardModel<P>): readonly DayStrip<P>[] {
  const groups = card.blocks.flatMap((block) => (block.kind === "strips" ? block.groups : []));
  return groups.flatMap(({ strips }) => strips);
}

/** Returns a card in which each given strip replaces the timeline strip with the same key. */
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
