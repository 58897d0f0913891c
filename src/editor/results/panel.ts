import { randomBytes } from "node:crypto";
import { l10n, ThemeIcon, Uri, ViewColumn, window } from "vscode";
import type { Disposable, Webview, WebviewPanel } from "vscode";
import * as z from "zod/mini";
import { FromPage } from "../../card/protocol.ts";
import type { ToPage } from "../../card/protocol.ts";
import { numbered } from "../../card/buttons.ts";
import { display } from "../../domain/display.ts";
import { whereabouts } from "../kit/attention.ts";
import { goneCard } from "./gone.ts";
import { resultPanelType } from "../words/contributions.ts";
import { pageComes, pageDrawn, pageGone, pageTookFocus } from "../kit/lateFocus.ts";
import { inform } from "../kit/notify.ts";
import { RecentResults } from "./recent.ts";
import type { Effect } from "./effect.ts";
import type { Result } from "./result.ts";
import type { Results } from "./store.ts";
import { locale } from "../words/numbers.ts";

const State = z.object({ cardId: z.string() });

/** The one panel that shows results. Its page holds words and ids only; every button comes back here. */
export class ResultPanel implements Disposable {
  readonly #extensionUri: Uri;
  readonly #results: Results;
  readonly #press: (effect: Effect, result: Result) => Promise<void>;
  /** What can be shown again. */
  readonly recent: RecentResults;
  #panel: WebviewPanel | undefined;
  #result: Result | undefined;
  #ready = false;
  #disposed = false;

  constructor(extensionUri: Uri, results: Results, press: (effect: Effect, result: Result) => Promise<void>) {
    this.#extensionUri = extensionUri;
    this.#results = results;
    this.#press = press;
    this.recent = new RecentResults(results);
  }

  /** The result in the panel, if one is open. */
  get shown(): Result | undefined {
    return this.#result;
  }

  /**
   * Shows a result, in place of the one before, and stores it; in a window that closes it does nothing. It takes the
   * focus only from who still waits for it, and whoever writes a text is asked before it covers that.
   */
  async show(result: Result): Promise<void> {
    if (this.#disposed) return;
    const where = whereabouts();
    if (where === "writing" && this.#panel?.visible !== true) {
      const label = l10n.t("Show");
      void inform(display(result.card.title), { label, run: () => this.showAgain(result) });
    } else {
      await this.#bring(result, where !== "here");
    }
    await this.#keep(result);
  }

  /** Shows a result that is stored already, which makes it no younger. */
  async showAgain(result: Result): Promise<void> {
    if (!this.#disposed) await this.#bring(result, false);
  }

  /** Draws a result anew, in its place and without the focus, where it is still what is shown; and stores it. */
  async update(result: Result): Promise<void> {
    if (this.#disposed || this.#result?.card.id !== result.card.id) return;
    this.#result = result;
    await this.#send();
    await this.#keep(result);
  }

  /** Has the page say what one of its buttons did, to who cannot see it; nothing is drawn. */
  async say(text: string): Promise<void> {
    const message: ToPage = { type: "say", text };
    await this.#panel?.webview.postMessage(message);
  }

  /** Fills a panel that VS Code brought back after a reload; the state is what its page had kept. */
  async restore(panel: WebviewPanel, state: unknown): Promise<void> {
    const kept = State.safeParse(state);
    const result = kept.success ? await this.#results.load(kept.data.cardId) : undefined;
    if (this.#panel !== undefined) {
      // A newer result has come meanwhile, which the user waited for; this one can be shown again.
      panel.dispose();
      return;
    }
    this.#result = result ?? { card: goneCard(this.#results.newId()) };
    this.#adopt(panel);
  }

  dispose(): void {
    this.#disposed = true;
    this.#panel?.dispose();
  }

  async #keep(result: Result): Promise<void> {
    await this.recent.note(result);
    if (!(await this.#results.save(result))) this.recent.leaveOut(result);
  }

  async #bring(result: Result, preserveFocus: boolean): Promise<void> {
    this.#result = result;
    if (!preserveFocus) pageComes();
    if (this.#panel === undefined) {
      this.#adopt(
        window.createWebviewPanel(
          resultPanelType,
          result.card.title,
          { viewColumn: ViewColumn.Active, preserveFocus },
          { enableScripts: true, localResourceRoots: [this.#assets()] },
        ),
      );
    } else {
      this.#panel.reveal(undefined, preserveFocus);
      await this.#send();
    }
  }

  #adopt(panel: WebviewPanel): void {
    this.#panel = panel;
    this.#ready = false;
    panel.iconPath = new ThemeIcon("key");
    const listening = panel.webview.onDidReceiveMessage((message: unknown) => this.#receive(message));
    panel.onDidDispose(() => {
      listening.dispose();
      pageGone();
      this.#panel = undefined;
      this.#result = undefined;
    });
    panel.webview.options = { enableScripts: true, localResourceRoots: [this.#assets()] };
    panel.webview.html = this.#shell(panel.webview);
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
        await pageTookFocus();
        return;
      case "press":
        if (this.#result?.card.id === parsed.data.cardId)
          await this.#pressed(this.#result, parsed.data.press);
        return;
    }
  }

  /** A page can only name a button, and only one that its card has. */
  async #pressed(result: Result, button: string): Promise<void> {
    const effect = numbered(result.card).presses.find((_, index) => String(index) === button);
    if (effect !== undefined) await this.#press(effect, result);
  }

  async #send(): Promise<void> {
    if (this.#panel === undefined || this.#result === undefined || !this.#ready) return;
    const { card } = this.#result;
    this.#panel.title = card.title;
    const message: ToPage = { type: "show", card: numbered(card).card, lang: locale() };
    await this.#panel.webview.postMessage(message);
    pageDrawn();
  }

  #assets(): Uri {
    return Uri.joinPath(this.#extensionUri, "dist");
  }

  #shell(webview: Webview): string {
    const nonce = randomBytes(16).toString("base64url");
    const asset = (name: string): string =>
      webview.asWebviewUri(Uri.joinPath(this.#assets(), name)).toString();
    const policy = `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'; form-action 'none'; base-uri 'none'`;
    return `<!DOCTYPE html>
<html lang="${locale()}">
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
