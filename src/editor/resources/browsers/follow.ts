import { l10n, StatusBarAlignment, window } from "vscode";
import type { BrowserSession } from "../../../api/browserSchemas.ts";
import { display } from "../../../domain/text/display.ts";
import { driversAmong, joinProxies } from "../../catalogue/browsers.ts";
import { browserName } from "../../catalogue/picks.ts";
import type { ConnectionsContext } from "../../connections/context/context.ts";
import { withIcon } from "../../connections/login/loginWords.ts";
import { rememberCommand } from "../../kit/ofThisWindow.ts";
import { runGuarded } from "../../kit/notify.ts";
import { resourcePage } from "../../resourceEngine/pages.ts";
import { listedBrowsers } from "../../results/deletedSubjectCard.ts";
import { newResultContext } from "../../results/showingContext.ts";
import { browsers } from "./browsers.ts";

/**
 * Whenever the list of browsers is fetched, updates open pages about browsers and marks ended browsers on all pages.
 * Shows the browsers that were launched from VS Code in the status bar.
 */
export function followBrowsers(parts: ConnectionsContext): { readonly dispose: () => void } {
  const { connections, listed, log, panel, service, session } = parts;
  const closing = new AbortController();
  /** Returns the open pages that show running browsers, with the handles of these browsers. */
  const open = () =>
    panel
      .resultsOfAccount(session.state.account?.id ?? "")
      .map(({ card, isGone, resourceId, tab }) => {
        const isBrowserPage = tab?.icon === "browser" && resourceId !== undefined && !isGone;
        return { card, resourceId, handles: isBrowserPage ? [resourceId] : listedBrowsers(card) };
      })
      .filter(({ handles }) => handles.length > 0);
  const item = window.createStatusBarItem("managedAuth.browsers", StatusBarAlignment.Left);
  item.name = l10n.t("Managed Auth Browsers");
  /** Returns the running browsers that were launched from VS Code. */
  const launched = (): readonly BrowserSession[] =>
    (listed.browsers.state.reading?.rows ?? []).filter(({ id }) => listed.browsers.launched.has(id));
  const isUnknown = () => listed.browsers.state.reading === undefined && listed.browsers.launched.size > 0;
  const draw = (): void => {
    const [first, ...others] = launched();
    if (first === undefined) {
      item.hide();
      return;
    }
    const isOne = others.length === 0;
    const words = isOne ? display(browserName(first)) : l10n.t("{0} browsers", others.length + 1);
    const tooltip = isOne ? l10n.t("Show the browser") : l10n.t("Show the browsers");
    item.text = withIcon("browser", words);
    item.tooltip = tooltip;
    const command = isOne ? "managedAuth.showBrowser" : "managedAuth.showBrowsers";
    item.command = rememberCommand({ command, title: tooltip, arguments: isOne ? [{ id: first.id }] : [] });
    item.show();
  };
  draw();
  const following = [
    item,
    listed.browsers.onDidChange(draw),
    listed.browsers.keepFresh(
      () => isUnknown() || launched().length > 0 || open().some(({ card }) => panel.isVisible(card.id)),
    ),
    listed.browsers.onDidChange(() => void runGuarded(log, "browsers", update)),
  ];
  return {
    dispose() {
      closing.abort();
      for (const disposable of following) disposable.dispose();
    },
  };

  async function update(): Promise<void> {
    const { failure, reading } = listed.browsers.state;
    const { state } = session;
    if (reading === undefined || failure !== undefined || state.kind === "signedOut") return;
    const access = await service.access(state.account, closing.signal);
    const withProxy = joinProxies(listed);
    const { more = true, rows = [], unreadable = 0 } = connections.state.reading ?? {};
    const driversOf = driversAmong(rows);
    for (const { card, handles, resourceId } of open())
      for (const handle of handles) {
        const running = reading.rows.find(({ id }) => id === handle);
        if (running !== undefined && handle === resourceId) {
          const found = {
            live: withProxy(running),
            users: { usedBy: driversOf(running), isComplete: !more && unreadable === 0 },
          };
          const page = resourcePage(browsers(parts), newResultContext(access, card.id), found);
          await panel.update(page, { isPassing: true });
        } else if (running === undefined && !reading.more && reading.unreadable === 0)
          await panel.markDeleted(access.account.id, handle);
      }
  }
}
