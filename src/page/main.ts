// The result page. It draws what the editor sends and reports which button was pressed; it asks for nothing else.
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

/** What the reader did to the view. Never anything of the result itself. */
interface ViewState {
  readonly cardId: string;
  /** Pixels from the top. */
  readonly scrollY: number;
  /** Ids of the opened folds. */
  readonly open: readonly string[];
  /** What the strips are narrowed by. */
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

/** How long the page must have had the focus for it to be told, in milliseconds. */
const passingMs = 100;
const host = acquireVsCodeApi();

// Live regions have to stand in the page before they are written to, or nothing is announced.
const polite = el("div", "announcer");
polite.setAttribute("role", "status");
const urgent = el("div", "announcer");
urgent.setAttribute("role", "alert");
const root = el("div", "");
document.body.replaceChildren(polite, urgent, root);

let state: ViewState | undefined;
/** What was announced of the card last. */
let announced = "";
let countdown: RunningCountdown | undefined;
/** Takes the marks of what was just done away. */
let fading: ReturnType<typeof setTimeout> | undefined;
/** The number of what is drawn. */
let drawn: number | undefined;
let stopWatching: (() => void) | undefined;
let passing: ReturnType<typeof setTimeout> | undefined;

/** Lets time pass while somebody can see it, and only then. */
function goOn(): void {
  if (document.hidden) countdown?.stop();
  else countdown?.start(say);
}

/** A new node: the same words twice are heard twice. */
function say(text: string): void {
  polite.replaceChildren(visible(text));
}

function keep(change: Partial<ViewState>): void {
  if (state === undefined) return;
  state = { ...state, ...change };
  host.setState(state);
}

/** Says which card it is and how it stands; of one that is drawn again only what has changed is news. */
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
  // Drawn anew, a menu is closed.
  const focused = (active?.closest("[popover]") ? "more" : active?.id) ?? "";
  const restored = stateFor(card.id, state ?? host.getState());
  const view = {
    isOpen: (id: string) => restored.open.includes(id),
    changed: (id: string, open: boolean) => {
      // The event comes late and may belong to a card that is gone.
      if (state?.cardId !== card.id) return;
      keep({ open: [...state.open.filter((other) => other !== id), ...(open ? [id] : [])] });
    },
    filter: restored.filter,
    filtered: (filter: string) => keep({ filter }),
  };
  countdown?.stop();
  clearTimeout(fading);
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
  if (card.done !== undefined && leftMs > 0) fading = setTimeout(fade, leftMs);
  else if (card.done !== undefined) fade();
  stopWatching = watchStrips(root, (keys) => host.postMessage({ type: "seen", drawing, keys: [...keys] }));
  countdown = rendered.countdown;
  goOn();

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
  if (!isToPage(event.data)) return;
  const { data } = event;
  if (data.type === "show") show(data);
  else if (data.drawing === drawn) updateStrips(root, data.strips, press);
});
document.addEventListener("visibilitychange", goOn);
window.addEventListener("pagehide", () => countdown?.stop());
document.addEventListener("scrollend", () => keep({ scrollY: window.scrollY }));

/** A palette that closes leaves the focus to the page only until the command it started asks something. */
function tellFocus(): void {
  clearTimeout(passing);
  passing = setTimeout(() => {
    if (document.hasFocus()) host.postMessage({ type: "focused" });
  }, passingMs);
}
window.addEventListener("focus", tellFocus);
tellFocus();
host.postMessage({ type: "ready" });
