// The result page: draws what the editor sends, and reports which button was pressed.
import { visible } from "../domain/text/visible.ts";
import type { RunningCountdown } from "./countdown.ts";
import { el } from "./dom.ts";
import type { PageCard, ToPage, FromPage } from "../card/protocol.ts";
import { updateStrips, watchStrips } from "./blocks/strips.ts";
import { renderCard } from "./render.ts";

/** The editor, as VS Code hands it to a webview's script. */
interface Host {
  postMessage(message: FromPage): void;
  getState(): unknown;
  setState(state: ViewState): void;
}

/** The reader's changes to the view; never any data of the result. */
interface ViewState {
  readonly cardId: string;
  /** Pixels from the top. */
  readonly scrollY: number;
  /** Ids of the opened folds. */
  readonly open: readonly string[];
  /** The filter of the strips. */
  readonly filter: string;
}

/** The kept state if it is one and belongs to this card, else that of a card never seen. */
function stateFor(cardId: string, kept: unknown): ViewState {
  const fresh = { cardId, scrollY: 0, open: [], filter: "" };
  if (!isRecord(kept) || kept["cardId"] !== cardId) return fresh;
  const { filter, open, scrollY } = kept;
  return {
    cardId,
    scrollY: typeof scrollY === "number" && Number.isFinite(scrollY) ? scrollY : 0,
    open: Array.isArray(open) ? open.filter((id) => typeof id === "string") : [],
    filter: typeof filter === "string" ? filter : "",
  };
}

/** Whether this is a message that this version of the page knows. The editor builds cards from typed parts. */
function isToPage(message: unknown): message is ToPage {
  if (!isRecord(message)) return false;
  if (typeof message["drawing"] !== "number") return false;
  if (message["type"] === "strips") return Array.isArray(message["strips"]);
  if (message["type"] !== "show") return false;
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

declare function acquireVsCodeApi(): Host;

/** How long the page must keep the focus before it is reported, in milliseconds. */
const focusMs = 100;
const host = acquireVsCodeApi();

// Live regions must exist before their text changes, or nothing is announced.
const polite = el("div", "announcer");
polite.setAttribute("role", "status");
const urgent = el("div", "announcer");
urgent.setAttribute("role", "alert");
const root = el("div", "");
document.body.replaceChildren(polite, urgent, root);

let state: ViewState | undefined;
/** The last announcement of the card. */
let announced = "";
let countdown: RunningCountdown | undefined;
/** Removes the marks of what was just done. */
let fadeTimer: ReturnType<typeof setTimeout> | undefined;
/** The number of the current drawing. */
let drawn: number | undefined;
let stopWatching: (() => void) | undefined;
let focusTimer: ReturnType<typeof setTimeout> | undefined;

/** Runs the countdown only while the page is visible. */
function runCountdown(): void {
  if (document.hidden) countdown?.stop();
  // Announced by a new node, so that the same text twice is announced twice.
  else countdown?.start((text) => polite.replaceChildren(visible(text)));
}

function keep(change: Partial<ViewState>): void {
  if (state === undefined) return;
  state = { ...state, ...change };
  host.setState(state);
}

/** Announces the card and its state; a redrawn card only if these have changed. */
function announce({ done, head, id, title }: PageCard): void {
  const isError = head.kind === "verdict" && head.tone === "error";
  const pill = head.kind === "header" ? head.state?.text : undefined;
  const news = done !== undefined && done.until > Date.now() ? done.text : undefined;
  const text = [news, title, pill].flatMap((part) => (part === undefined ? [] : [visible(part)])).join(". ");
  if (state?.cardId === id && text === announced) return;
  announced = text;
  polite.textContent = isError ? "" : text;
  urgent.textContent = isError ? text : "";
}

function press(button: string): void {
  if (drawn !== undefined) host.postMessage({ type: "press", drawing: drawn, press: button });
}

function show({ drawing, card, lang }: Extract<ToPage, { readonly type: "show" }>): void {
  const earlier = state?.cardId;
  const active = document.activeElement;
  // Drawing closes a menu.
  const focused = (active?.closest("[popover]") ? "more" : active?.id) ?? "";
  const restored = stateFor(card.id, state ?? host.getState());
  const view = {
    isOpen: (id: string) => restored.open.includes(id),
    changed: (id: string, open: boolean) => {
      // The event is late, and may belong to an earlier card.
      if (state?.cardId !== card.id) return;
      keep({ open: [...state.open.filter((other) => other !== id), ...(open ? [id] : [])] });
    },
    filter: restored.filter,
    filtered: (filter: string) => keep({ filter }),
  };
  countdown?.stop();
  clearTimeout(fadeTimer);
  stopWatching?.();
  drawn = drawing;
  const { parts, heading, ...rendered } = renderCard(card, lang, view, press);

  document.documentElement.lang = lang;
  const title = visible(card.title);
  document.title = title;
  root.replaceChildren(...parts);
  announce(card);
  const leftMs = (card.done?.until ?? 0) - Date.now();
  const fade = (): void => root.querySelectorAll(".done, .changed").forEach((mark) => mark.remove());
  if (card.done !== undefined && leftMs > 0) fadeTimer = setTimeout(fade, leftMs);
  else if (card.done !== undefined) fade();
  stopWatching = watchStrips(root, (keys) => host.postMessage({ type: "seen", drawing, keys: [...keys] }));
  countdown = rendered.countdown;
  runCountdown();

  state = restored;
  host.setState(state);
  window.scrollTo(0, state.scrollY);
  // A card drawn again keeps the reader's place; another card is read from its heading. The first card leaves the
  // focus where the editor put it, and a page in the background never takes it.
  if (earlier === undefined || !document.hasFocus()) return;
  const target = earlier === card.id ? document.getElementById(focused) : heading;
  target?.focus({ preventScroll: true });
}

window.addEventListener("message", (event: MessageEvent<unknown>) => {
  const data: unknown = typeof event.data === "string" ? JSON.parse(event.data) : undefined;
  if (!isToPage(data)) return;
  if (data.type === "show") show(data);
  else if (data.drawing === drawn) updateStrips(root, data.strips, press);
});
document.addEventListener("visibilitychange", runCountdown);
window.addEventListener("pagehide", () => countdown?.stop());
document.addEventListener("scrollend", () => keep({ scrollY: window.scrollY }));

/** When the palette closes, the page has the focus only until the started command asks something: too short to report. */
function reportFocus(): void {
  clearTimeout(focusTimer);
  focusTimer = setTimeout(() => {
    if (document.hasFocus()) host.postMessage({ type: "focused" });
  }, focusMs);
}
window.addEventListener("focus", reportFocus);
reportFocus();
host.postMessage({ type: "ready" });
