// The script of the result page. Renders the cards that the editor sends, and reports pressed buttons.
import { visibleText } from "../domain/text/visible.ts";
import type { RunningCountdown } from "./countdown.ts";
import { el } from "./dom.ts";
import type { PageCard, ToPage, FromPage } from "../card/protocol.ts";
import { updateStrips, watchStrips } from "./blocks/strips.ts";
import { renderCard } from "./render.ts";

interface WebviewApi {
  postMessage(message: FromPage): void;
  getState(): unknown;
  setState(state: ViewState): void;
}

/** The part of the page's state that the user can change. Never contains data from the card. */
interface ViewState {
  readonly cardId: string;
  /** In pixels. */
  readonly scrollY: number;
  /** IDs of the expanded sections and the selected tabs. */
  readonly open: readonly string[];
  /** Text that the user entered to filter the strips. */
  readonly filter: string;
}

/** Returns the saved view state if it is valid and belongs to this card. Otherwise, returns the initial state. */
function restoreViewState(cardId: string, saved: unknown): ViewState {
  const fresh = { cardId, scrollY: 0, open: [], filter: "" };
  if (!isObject(saved) || saved["cardId"] !== cardId) return fresh;
  const { filter, open, scrollY } = saved;
  return {
    cardId,
    scrollY: typeof scrollY === "number" && Number.isFinite(scrollY) ? scrollY : 0,
    open: Array.isArray(open) ? open.filter((id) => typeof id === "string") : [],
    filter: typeof filter === "string" ? filter : "",
  };
}

/**
 * True if this version of the page supports the message. Doesn't validate the details of a card, because the editor
 * builds cards from typed parts.
 */
function isToPage(message: unknown): message is ToPage {
  if (!isObject(message)) return false;
  if (typeof message["drawing"] !== "number") return false;
  if (message["type"] === "strips") return Array.isArray(message["strips"]);
  if (message["type"] !== "show") return false;
  if (typeof message["lang"] !== "string") return false;
  const { card } = message;
  return (
    isObject(card) &&
    typeof card["id"] === "string" &&
    typeof card["title"] === "string" &&
    isObject(card["head"]) &&
    isObject(card["actions"]) &&
    ["context", "summary", "blocks"].every((key) => Array.isArray(card[key]))
  );
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

declare function acquireVsCodeApi(): WebviewApi;

/** Delay after which the page reports the focus if the page still has the focus, in milliseconds. */
const focusDelayMs = 100;
const webviewApi = acquireVsCodeApi();

// Create the live regions before their text changes. Otherwise, screen readers don't announce the change.
const statusRegion = el("div", "announcer");
statusRegion.setAttribute("role", "status");
const alertRegion = el("div", "announcer");
alertRegion.setAttribute("role", "alert");
const cardRoot = el("div", "");
document.body.replaceChildren(statusRegion, alertRegion, cardRoot);

let viewState: ViewState | undefined;
let lastAnnouncement = "";
let runningCountdown: RunningCountdown | undefined;
/** Timer that removes the confirmation of the last action and the marks on changed rows. */
let fadeTimer: ReturnType<typeof setTimeout> | undefined;
let currentDrawing: number | undefined;
let stopWatchingStrips: (() => void) | undefined;
let focusTimer: ReturnType<typeof setTimeout> | undefined;

/** Runs the countdown only while the page is visible. */
function runCountdown(): void {
  if (document.hidden) runningCountdown?.stop();
  // Replace the text node, so that screen readers announce the text even if the text hasn't changed.
  else runningCountdown?.start((text) => statusRegion.replaceChildren(visibleText(text)));
}

function updateViewState(change: Partial<ViewState>): void {
  if (viewState === undefined) return;
  viewState = { ...viewState, ...change };
  webviewApi.setState(viewState);
}

/**
 * Announces the card's title and state to screen readers. A re-rendered card is announced again only if the
 * announcement has changed.
 */
function announceCard({ done, head, id, title }: PageCard): void {
  const isError = head.kind === "verdict" && head.tone === "error";
  const parts = [title];
  if (done !== undefined && done.until > Date.now()) parts.unshift(done.text);
  if (head.kind === "header" && head.state !== undefined) parts.push(head.state.text);
  const text = parts.map(visibleText).join(". ");
  if (viewState?.cardId === id && text === lastAnnouncement) return;
  lastAnnouncement = text;
  statusRegion.textContent = isError ? "" : text;
  alertRegion.textContent = isError ? text : "";
}

function sendPress(button: string): void {
  if (currentDrawing !== undefined)
    webviewApi.postMessage({ type: "press", drawing: currentDrawing, press: button });
}

function showCard({ drawing, card, lang }: Extract<ToPage, { readonly type: "show" }>): void {
  const previousCardId = viewState?.cardId;
  const active = document.activeElement;
  // Rendering closes an open menu. Move the focus from a menu item to the button that opens the menu.
  const focused = (active?.closest("[popover]") ? "more" : active?.id) ?? "";
  const restored = restoreViewState(card.id, viewState ?? webviewApi.getState());
  const view = {
    isOpen: (id: string) => restored.open.includes(id),
    changed: (id: string, open: boolean) => {
      // The toggle event is asynchronous, so it may belong to a card that is no longer shown.
      if (viewState?.cardId !== card.id) return;
      const otherOpen = viewState.open.filter((other) => other !== id);
      updateViewState({ open: open ? [...otherOpen, id] : otherOpen });
    },
    filter: restored.filter,
    onFilterChange: (filter: string) => updateViewState({ filter }),
  };
  runningCountdown?.stop();
  clearTimeout(fadeTimer);
  stopWatchingStrips?.();
  currentDrawing = drawing;
  const { parts, heading, ...rendered } = renderCard(card, lang, view, sendPress);

  document.documentElement.lang = lang;
  const title = visibleText(card.title);
  document.title = title;
  cardRoot.replaceChildren(...parts);
  announceCard(card);
  const remainingMs = (card.done?.until ?? 0) - Date.now();
  const fade = (): void => cardRoot.querySelectorAll(".done, .changed").forEach((mark) => mark.remove());
  if (card.done !== undefined && remainingMs > 0) fadeTimer = setTimeout(fade, remainingMs);
  else if (card.done !== undefined) fade();
  stopWatchingStrips = watchStrips(cardRoot, (keys) =>
    webviewApi.postMessage({ type: "seen", drawing, keys: [...keys] }),
  );
  runningCountdown = rendered.countdown;
  runCountdown();

  viewState = restored;
  webviewApi.setState(viewState);
  window.scrollTo(0, viewState.scrollY);
  // Keep the focus if the same card is rendered again, and focus the heading of a different card. When the first card
  // is shown, keep the focus that the editor has set. A page that doesn't have the focus never takes it.
  if (previousCardId === undefined || !document.hasFocus()) return;
  const target = previousCardId === card.id ? document.getElementById(focused) : heading;
  target?.focus({ preventScroll: true });
}

window.addEventListener("message", (event: MessageEvent<unknown>) => {
  const data: unknown = typeof event.data === "string" ? JSON.parse(event.data) : undefined;
  if (!isToPage(data)) return;
  if (data.type === "show") showCard(data);
  else if (data.drawing === currentDrawing) updateStrips(cardRoot, data.strips, sendPress);
});
document.addEventListener("visibilitychange", runCountdown);
window.addEventListener("pagehide", () => runningCountdown?.stop());
document.addEventListener("scrollend", () => updateViewState({ scrollY: window.scrollY }));

/**
 * Reports the focus after a delay. When the command palette closes, the page has the focus only briefly, until the
 * selected command prompts for input.
 */
function reportFocus(): void {
  clearTimeout(focusTimer);
  focusTimer = setTimeout(() => {
    if (document.hasFocus()) webviewApi.postMessage({ type: "focused" });
  }, focusDelayMs);
}
window.addEventListener("focus", reportFocus);
reportFocus();
webviewApi.postMessage({ type: "ready" });
