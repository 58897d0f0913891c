import type { FromPage, ToPage } from "../card/protocol.ts";

/** The editor, as VS Code hands it to a webview's script. */
export interface Host {
  postMessage(message: FromPage): void;
  getState(): unknown;
  setState(state: ViewState): void;
}

/** What the reader did to the view. Never anything of the result itself. */
export interface ViewState {
  readonly cardId: string;
  /** Pixels from the top. */
  readonly scrollY: number;
  /** Ids of the opened folds. */
  readonly open: readonly string[];
}

/** The kept state if it is one and belongs to this card, else that of a card never seen. */
export function stateFor(cardId: string, kept: unknown): ViewState {
  const fresh = { cardId, scrollY: 0, open: [] };
  if (!isRecord(kept) || kept["cardId"] !== cardId) return fresh;
  const { scrollY, open } = kept;
  return {
    cardId,
    scrollY: typeof scrollY === "number" && Number.isFinite(scrollY) ? scrollY : 0,
    open: Array.isArray(open) ? open.filter((id) => typeof id === "string") : [],
  };
}

/** Whether this is a message that this version of the page knows. The editor builds cards from typed parts. */
export function isToPage(message: unknown): message is ToPage {
  if (!isRecord(message)) return false;
  if (message["type"] === "say") return typeof message["text"] === "string";
  if (message["type"] !== "show" || typeof message["drawing"] !== "number") return false;
  if (typeof message["lang"] !== "string") return false;
  const { card } = message;
  return (
    isRecord(card) &&
    typeof card["id"] === "string" &&
    typeof card["title"] === "string" &&
    isRecord(card["head"]) &&
    isRecord(card["actions"]) &&
    ["context", "summary", "blocks"].every((key) => Array.isArray(card[key]))
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
