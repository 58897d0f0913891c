import {
  commands,
  l10n,
  StatusBarAlignment,
  ThemeColor,
  window,
  type Disposable,
  type StatusBarItem,
} from "vscode";
import { systemClock } from "../../../api/clock.ts";
import { setContext } from "../../kit/contextKeys.ts";
import { runGuarded, inform, mayNotify, showStatus, warn, type NotifyAction } from "../../kit/notify.ts";
import { rememberCommand } from "../../kit/ofThisWindow.ts";
import { isAnythingWaiting, onDidChangeWaiting } from "../../kit/waiting.ts";
import { connectionKey, type LoginSnapshot } from "../../../domain/login/loginSnapshot.ts";
import { connectionsViewId, type CommandArguments, type CommandId } from "../../words/contributions.ts";
import { fixButton } from "../shown/connectionActions.ts";
import { verifyDeletion, renderLoginPage } from "./renderLoginPage.ts";
import { endSentence, statusBarText, withIcon } from "./loginWords.ts";
import type { ConnectionsContext } from "../context/context.ts";
import { display } from "../../../domain/text/display.ts";
import { suggestedFix } from "../../../domain/login/errorCodes.ts";
import { changeSetting } from "../../kit/settings.ts";
import type { AccountConnections } from "../../watching/connectionWatcher.ts";

/** Minimum time between two renderings of a page, in milliseconds. Services may send a thousand events per second. */
const renderIntervalMs = 200;

/**
 * Shows the logins that this window tracks on the pages of their connections and in the status bar. Notifies the user
 * about the end of a login if the user isn't looking at its page.
 */
export class LoginSurfaces implements Disposable {
  readonly #parts: ConnectionsContext;
  readonly #statusBarItem: StatusBarItem;
  readonly #subscriptions: readonly Disposable[];
  readonly #closing = new AbortController();
  /**
   * Logins whose pages must be rendered, by account and connection. Recently rendered pages wait until
   * {@link renderIntervalMs} is over. Pages of other accounts wait until their account is active in this window.
   */
  readonly #unrendered = new Map<string, LoginSnapshot>();
  /** Keys of the pages that were rendered less than {@link renderIntervalMs} ago. */
  readonly #throttled = new Set<string>();
  /** Fetch time of the connection list that `#findDeleted` last compared with the open pages. */
  #comparedAt: Date | undefined;

  constructor(parts: ConnectionsContext) {
    this.#parts = parts;
    this.#statusBarItem = window.createStatusBarItem("managedAuth.logins", StatusBarAlignment.Left);
    this.#statusBarItem.name = l10n.t("Managed Auth Logins");
    this.#subscriptions = [
      parts.connections.logins.onDidChange((login) => {
        this.#updateStatusBar();
        const key = connectionKey(login.accountId, login.connectionId);
        this.#unrendered.set(key, login);
        this.#renderPage(key);
        const running = parts.connections.logins.all.filter(({ end }) => end === undefined);
        parts.memory.pruneUserNames(new Set(running.map(({ key }) => key)));
        if (login.phase !== "ended") return;
        if (login.startedHere && login.end?.kind === "loggedIn")
          void setContext("managedAuth.loggedIn", true);
        void runGuarded(parts.log, "logins", () => reportLoginEnd(parts, login));
      }),
      parts.session.onDidChange(() => {
        this.#updateStatusBar();
        for (const key of this.#unrendered.keys()) this.#renderPage(key);
      }),
      parts.logins.onDidSignOut(
        () => void inform(l10n.t("Live updates stopped; the login is still running.")),
      ),
      onDidChangeWaiting(() => this.#updateStatusBar()),
      parts.connections.onDidChange(
        () => void runGuarded(parts.log, "connections", () => this.#findDeleted()),
      ),
    ];
    if (parts.connections.logins.all.length > 0) this.#updateStatusBar();
    // Report logins that ended before this object was created.
    for (const login of parts.connections.logins.all)
      void runGuarded(parts.log, "logins", () => reportLoginEnd(parts, login));
  }

  dispose(): void {
    this.#closing.abort();
    for (const subscription of this.#subscriptions) subscription.dispose();
    this.#statusBarItem.dispose();
  }

  /** Renders the page of a connection whose login has changed, at most once per {@link renderIntervalMs}. */
  #renderPage(key: string): void {
    const { clock = systemClock, log, session } = this.#parts;
    const { signal } = this.#closing;
    const login = this.#unrendered.get(key);
    if (login === undefined || this.#throttled.has(key) || session.state.account?.id !== login.accountId)
      return;
    this.#unrendered.delete(key);
    this.#throttled.add(key);
    void clock.sleep(renderIntervalMs, signal).then((isOver) => {
      this.#throttled.delete(key);
      if (isOver) this.#renderPage(key);
    });
    void runGuarded(log, "logins", () => renderLoginPage(this.#parts, login, signal));
  }

  /** Marks open pages as deleted if their connection is no longer listed and a fetch confirms the deletion. */
  async #findDeleted(): Promise<void> {
    const { connections, panel, session } = this.#parts;
    const { reading } = connections.state;
    if (session.state.kind !== "signedIn" || reading === undefined || reading.more || reading.isPartial)
      return;
    if (this.#comparedAt === reading.readAt) return;
    this.#comparedAt = reading.readAt;
    const { account } = session.state;
    const listed = new Set(reading.rows.map(({ id }) => id));
    for (const id of panel.openConnectionIds(account.id, reading.readAt))
      if (!listed.has(id)) await verifyDeletion(this.#parts, account, id, this.#closing.signal);
  }

  /**
   * Shows the status bar item while a login that this window started is running. A login that the user started before a
   * reload or in another window is only shown while it waits for an answer. Hides the item while a question waits to be
   * opened by the user, because such a question has its own item. If the user has several logins, the item counts all
   * running logins, like the list of connections. The item opens this list if the user's logins all belong to the
   * active account.
   */
  #updateStatusBar(): void {
    const { connections, memory, session } = this.#parts;
    const active = session.state.account?.id;
    const running = connections.logins.all.filter(
      ({ accountId, phase, startedHere }) => phase !== "ended" && (startedHere || accountId === active),
    );
    const mine = running
      .filter(
        ({ awaits, startedByUser, startedHere }) => startedHere || (startedByUser && awaits !== undefined),
      )
      .map((login) => ({ login, ...statusBarText(login, memory.openedPages.has(login.key)) }));
    const [first] = mine;
    if (first === undefined || isAnythingWaiting()) {
      this.#statusBarItem.hide();
      return;
    }
    const needing = mine.filter(({ needsYou }) => needsYou);
    const waiting =
      mine.length === 1 ? needing.length : running.filter(({ awaits }) => awaits !== undefined).length;
    this.#statusBarItem.text =
      mine.length === 1
        ? first.text
        : withIcon(waiting === 0 ? "sync~spin" : "bell-dot", describeLogins(running.length, waiting));
    if (mine.length > 1 && mine.every(({ login }) => login.accountId === active)) {
      this.#statusBarItem.tooltip = l10n.t("Show the connections");
      this.#statusBarItem.command = `${connectionsViewId}.focus`;
    } else {
      const { accountId, connectionId: id } = (needing[0] ?? first).login;
      this.#statusBarItem.tooltip = l10n.t("Show the connection");
      this.#statusBarItem.command = rememberCommand({
        command: "managedAuth.showConnection",
        title: l10n.t("Show Connection"),
        arguments: [{ id, accountId }],
      });
    }
    this.#statusBarItem.backgroundColor =
      waiting === 0 ? undefined : new ThemeColor("statusBarItem.warningBackground");
    this.#statusBarItem.show();
  }
}

/** Returns the status bar text for `total` logins, of which `waiting` need an answer. */
function describeLogins(total: number, waiting: number): string {
  if (waiting === 0) return l10n.t("{0} logins", total);
  if (waiting === total) return l10n.t("{0} logins are waiting for you", total);
  return l10n.t("{0} logins, {1} waiting for you", total, waiting);
}

/**
 * Reports the end of a login if this window is responsible for the report. If the user isn't looking at the
 * connection's page, shows a notification with the most helpful action, otherwise a status bar message.
 */
async function reportLoginEnd(parts: ConnectionsContext, login: LoginSnapshot): Promise<void> {
  // Call `isReported` before the first `await`. A command that reports the end of the login itself may remove its
  // registration during the wait.
  const isReported = parts.memory.isReported(login.key);
  const message = endSentence(login);
  if (!(await parts.logins.claimReport(login)) || message === undefined || isReported) return;
  const { accountId, connectionId: id, end } = login;
  if (end?.kind === "gone" && parts.connections.wasDeleted(id)) return;
  const isViewing = window.state.focused && parts.panel.findConnectionPage(accountId, id)?.active === true;
  if (isViewing || !mayNotify()) {
    showStatus(message);
    return;
  }
  const commandAction = <Id extends CommandId>(
    label: string,
    command: Id,
    args: CommandArguments[Id],
  ): NotifyAction => ({ label, run: () => parts.start(command, args, accountId) });
  const show = commandAction(l10n.t("Show Connection"), "managedAuth.showConnection", { id });
  if (end?.kind === "loggedIn") {
    void inform(
      message,
      commandAction(l10n.t("Copy Code…"), "managedAuth.copyUseCode", { id }),
      commandAction(l10n.t("Launch Browser…"), "managedAuth.launchBrowser", { id }),
      show,
    );
    return;
  }
  if (end?.kind === "gone") {
    warnDeleted(message);
    return;
  }
  const connection = { ...login.connection, id };
  const fix = end?.kind === "failed" ? suggestedFix(connection, end.code) : "logIn";
  const helps = end?.kind === "unconfirmed" ? undefined : fixButton(connection, fix);
  if (helps === undefined) {
    void warn(message, show);
    return;
  }
  const { label, press } = helps;
  const run = async (): Promise<void> => {
    if (press.does === "run") await parts.start(press.command, press.args, accountId);
    else if (press.does === "openWebsite") await parts.opener.openWebsite(press.domain);
  };
  void warn(message, { label, run });
}

/** Warns that a login's connection was deleted, with a button that shows the other connections. */
export function warnDeleted(message: string): void {
  void warn(message, {
    label: l10n.t("Show Connections"),
    run: () => commands.executeCommand(`${connectionsViewId}.focus`),
  });
}

/** Shows one message about all watched connections that were logged out, with a button for the next action. */
export function notifyLoggedOut(
  parts: ConnectionsContext,
  { account, connections }: AccountConnections,
): void {
  const [first, ...rest] = connections;
  if (first === undefined || !mayNotify()) return;
  const silence: NotifyAction = {
    label: l10n.t("Don't Notify Me"),
    run: () => changeSetting("managedAuth.notices", "badge"),
  };
  if (rest.length === 0) {
    const run = (): Promise<void> => parts.start("managedAuth.logIn", { id: first.id }, account.id);
    const words = l10n.t("{0} is logged out.", display(first.domain ?? first.id));
    void warn(words, { label: l10n.t("Log In…"), run }, silence);
    return;
  }
  const run = async (): Promise<void> => {
    await commands.executeCommand(`${connectionsViewId}.focus`);
    await parts.start("managedAuth.showConnectionsNeedingYou", undefined, account.id);
  };
  const words = l10n.t("{0} connections that you watch are logged out.", connections.length);
  void warn(words, { label: l10n.t("Show Connections"), run }, silence);
}
