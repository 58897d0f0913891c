import { randomBytes } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { l10n, ThemeIcon, Uri, window, type ViewColumn, type Webview, type WebviewPanel } from "vscode";
import { FromPage, type PageCard, type ToPage } from "../../card/protocol.ts";
import { numberButtons } from "../../card/buttons.ts";
import { type DayStrip, stripsOf, withStrips } from "../../card/card.ts";
import {
  notePageOpening,
  notePageDrawn,
  notePageClosed,
  restoreFocusAfterPage,
} from "../kit/questionHost.ts";
import { resultPanelType } from "../words/contributions.ts";
import { uiLanguage } from "../words/formatting.ts";
import { withParentheses } from "../words/sentences.ts";
import type { ActiveSession } from "../accounts/session.ts";
import { disabledReason, withTimeAndReason } from "./cardText.ts";
import { needsAccount, type ButtonAction } from "./buttons.ts";
import type { CommandResult } from "./result.ts";

export interface PanelParts {
  readonly extensionUri: Uri;
  readonly session: ActiveSession;
  readonly press: (effect: ButtonAction, result: CommandResult) => Promise<void>;
}

export interface ResultPageParts extends PanelParts {
  /** Called with a result and the keys of its timeline strips that are in view, whenever these keys change. */
  readonly onStripsSeen: (result: CommandResult, keys: readonly string[]) => void;
  /** Returns the titles of all result pages except this one. */
  readonly otherTitles: (panel: WebviewPanel) => ReadonlySet<string>;
}

/** The column in which a new page opens. With `preserveFocus`, the page doesn't take the focus. */
interface PanelPlacement {
  readonly preserveFocus: boolean;
  readonly column: ViewColumn;
}

/** A panel and its result. The webview gets only texts and IDs. The actions of buttons run in the extension. */
export class ResultPage {
  readonly #parts: ResultPageParts;
  readonly panel: WebviewPanel;
  #result: CommandResult;
  #ready = false;
  /** Number of renderings so far, which identifies the latest one. */
  #drawing = 0;
  /** The result of the previous rendering. It may still be on screen when the user presses a button. */
  #previous: CommandResult;
  /** The reason why buttons are disabled in the latest rendering. Undefined if no buttons are disabled. */
  #disabledReason: string | undefined;

  /** Opens a panel for a result, or adopts one that VS Code restored. */
  constructor(parts: ResultPageParts, result: CommandResult, opened: PanelPlacement | WebviewPanel) {
    this.#parts = parts;
    this.#result = this.#previous = result;
    // VS Code focuses a panel that is the active editor, even if that panel was only restored after a reload.
    if ("webview" in opened ? opened.active : !opened.preserveFocus) notePageOpening();
    this.panel =
      "webview" in opened
        ? opened
        : window.createWebviewPanel(
            resultPanelType,
            tabTitle(result),
            { viewColumn: opened.column, preserveFocus: opened.preserveFocus },
            this.#options(),
          );
    this.#setTitle();
    const following = [
      this.panel.webview.onDidReceiveMessage((message: unknown) => this.#receive(message)),
      parts.session.onDidChange(() => this.#followAccount()),
    ];
    this.panel.onDidDispose(() => {
      for (const disposable of following) disposable.dispose();
      notePageClosed();
    });
    this.panel.webview.options = this.#options();
    this.panel.webview.html = this.#shell(this.panel.webview);
  }

  get result(): CommandResult {
    return this.#result;
  }

  async show(result: CommandResult, preserveFocus: boolean): Promise<void> {
    if (!preserveFocus) notePageOpening();
    this.panel.reveal(undefined, preserveFocus);
    await this.draw(result);
  }

  /** Renders a result without revealing the panel. */
  async draw(result: CommandResult): Promise<void> {
    const previous = this.#result;
    this.#result = result;
    this.#setTitle();
    await this.#send(previous);
  }

  /** Updates timeline strips of the result without rendering the whole page again. */
  async drawStrips(strips: readonly DayStrip<ButtonAction>[]): Promise<void> {
    this.#result = { ...this.#result, card: withStrips(this.#result.card, strips) };
    if (!this.#ready || this.#drawing === 0) return;
    const keys = new Set(strips.map(({ key }) => key));
    const drawn = stripsOf(this.#numbered()).filter(({ key }) => keys.has(key));
    await this.#post({ type: "strips", drawing: this.#drawing, strips: drawn });
  }

  async #receive(message: unknown): Promise<void> {
    const parsed = FromPage.safeParse(message);
    if (!parsed.success) return;
    switch (parsed.data.type) {
      case "ready":
        this.#ready = true;
        await this.#send();
        return;
      case "focused":
        restoreFocusAfterPage();
        return;
      case "seen":
        if (parsed.data.drawing === this.#drawing) this.#parts.onStripsSeen(this.#result, parsed.data.keys);
        return;
      case "press":
        await this.#handlePress(parsed.data.drawing, parsed.data.press);
        return;
    }
  }

  /**
   * Handles a pressed button. The webview sends only the button's number, so the webview can only start actions of
   * its card.
   */
  async #handlePress(drawing: number, press: string): Promise<void> {
    const [previous, result] = [this.#previous, this.#result];
    const effectIn = ({ card }: CommandResult): ButtonAction | undefined =>
      numberButtons(card).presses.find((_, index) => String(index) === press);
    const effect = effectIn(result);
    // The card may have been rendered again just before the user clicked. Accept the click only if that button hasn't
    // changed.
    const stayed =
      drawing === this.#drawing - 1 &&
      previous.card.id === result.card.id &&
      isDeepStrictEqual(effectIn(previous), effect);
    if (effect !== undefined && (drawing === this.#drawing || stayed))
      await this.#parts.press(effect, result);
  }

  async #followAccount(): Promise<void> {
    if (this.#disabledReason !== this.#currentDisabledReason()) await this.#send();
  }

  #currentDisabledReason(): string | undefined {
    return disabledReason(this.#result, this.#parts.session.state);
  }

  async #send(previous = this.#result): Promise<void> {
    if (!this.#ready) return;
    this.#previous = previous;
    const reason = this.#currentDisabledReason();
    this.#disabledReason = reason;
    this.#setTitle();
    this.#drawing += 1;
    const card = withTimeAndReason(this.#numbered(), reason);
    await this.#post({ type: "show", drawing: this.#drawing, card, lang: uiLanguage() });
    notePageDrawn();
  }

  #numbered(): PageCard {
    const { card } = this.#result;
    return numberButtons(card, (effect) => this.#disabledReason !== undefined && needsAccount(effect)).card;
  }

  /** Sets a unique tab title, because VS Code offers no other way to find a page's tab. */
  #setTitle(): void {
    const title = tabTitle(this.#result);
    const otherTitles = this.#parts.otherTitles(this.panel);
    let named = title;
    for (let number = 2; otherTitles.has(named); number++) named = withParentheses(title, String(number));
    if (this.panel.title !== named) this.panel.title = named;
    this.panel.iconPath = new ThemeIcon(this.#result.tab?.icon ?? "key");
  }

  async #post(message: ToPage): Promise<void> {
    // Send a string. For an object, VS Code would serialize each value separately, which takes ten times as long.
    await this.panel.webview.postMessage(JSON.stringify(message));
  }

  #options(): { readonly enableScripts: true; readonly localResourceRoots: readonly Uri[] } {
    return { enableScripts: true, localResourceRoots: [this.#assets()] };
  }

  #assets(): Uri {
    return Uri.joinPath(this.#parts.extensionUri, "dist");
  }

  #shell(webview: Webview): string {
    const nonce = randomBytes(16).toString("base64url");
    const asset = (name: string): string =>
      webview.asWebviewUri(Uri.joinPath(this.#assets(), name)).toString();
    const policy = `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'; form-action 'none'; base-uri 'none'`;
    return `<!DOCTYPE html>
<html lang="${uiLanguage()}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" nonce="${nonce}" href="${asset("page.css")}">
<title>${l10n.t("Managed Auth")}</title>
</head>
<body>
<script nonce="${nonce}" src="${asset("page.js")}"></script>
</body>
</html>`;
  }
}

function tabTitle({ card, tab }: CommandResult): string {
  return tab?.title ?? card.title;
}
