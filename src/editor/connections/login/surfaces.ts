import { l10n, StatusBarAlignment, ThemeColor, window } from "vscode";
import type { Disposable, StatusBarItem } from "vscode";
import { setContext } from "../../kit/contextKeys.ts";
import { guarded } from "../../kit/guarded.ts";
import type { Log } from "../../kit/log.ts";
import { inform, mayNotify, mention, warn } from "../../kit/notify.ts";
import type { NotifyAction } from "../../kit/notify.ts";
import type { FollowedLogin } from "../../logins/followedLogin.ts";
import type { Logins } from "../../logins/logins.ts";
import type { CommandArguments, CommandId } from "../../words/contributions.ts";
import { connectionsViewId } from "../../words/contributions.ts";
import { mendingOf } from "../shown/words/failure.ts";
import { drawPage, offerContinuing } from "./drawPage.ts";
import type { DrawParts } from "./drawPage.ts";
import { endSentence, statusOf, withIcon } from "./loginWords.ts";

/** What tells of followed logins, and where. */
export interface SurfaceParts extends DrawParts {
  readonly logins: Pick<Logins, "all" | "of" | "onDidChange" | "onDidSignOut">;
  readonly log: Log;
  readonly start: (command: CommandId, told?: unknown) => Promise<void>;
}

/** Tells of the logins that are followed: on the pages of their connections, in the status bar, and to who is away. */
export class LoginSurfaces implements Disposable {
  readonly #parts: SurfaceParts;
  readonly #item: StatusBarItem;
  readonly #following: readonly Disposable[];
  readonly #closing = new AbortController();

  constructor(parts: SurfaceParts) {
    this.#parts = parts;
    this.#item = window.createStatusBarItem("managedAuth.logins", StatusBarAlignment.Left);
    this.#item.name = l10n.t("Managed Auth Logins");
    this.#following = [
      parts.logins.onDidChange((login) => {
        this.#draw();
        void guarded(parts.log, "logins", () => drawPage(parts, login, this.#closing.signal));
        void guarded(parts.log, "logins", () => offerContinuing(parts, login));
        if (login.phase !== "ended") return;
        if (login.startedHere && login.end?.kind === "loggedIn")
          void setContext("managedAuth.loggedIn", true);
        tellEnd(parts, login);
      }),
      parts.logins.onDidSignOut((logins) => {
        this.#draw();
        if (logins.length > 0) void inform(l10n.t("A login is followed no more. It goes on."));
      }),
    ];
  }

  dispose(): void {
    this.#closing.abort();
    for (const one of this.#following) one.dispose();
    this.#item.dispose();
  }

  /** One item while a login of this window runs. */
  #draw(): void {
    const { logins, memory } = this.#parts;
    const mine = logins.all.filter(({ phase, startedHere }) => startedHere && phase !== "ended");
    const [first, ...others] = mine;
    if (first === undefined) {
      this.#item.hide();
      return;
    }
    const stands = mine.map((login) => statusOf(login, memory.opened.has(login.key)));
    const waiting = stands.filter(({ needsYou }) => needsYou).length;
    if (others.length === 0) {
      this.#item.text = stands[0]?.text ?? "";
      this.#item.tooltip = l10n.t("Show the connection");
      this.#item.command = {
        command: "managedAuth.showConnection",
        title: l10n.t("Show Connection"),
        arguments: [{ id: first.connectionId }],
      };
    } else {
      this.#item.text = withIcon(
        waiting === 0 ? "sync~spin" : "bell-dot",
        severalWords(mine.length, waiting),
      );
      this.#item.tooltip = l10n.t("Show the connections");
      this.#item.command = `${connectionsViewId}.focus`;
    }
    this.#item.backgroundColor =
      waiting === 0 ? undefined : new ThemeColor("statusBarItem.warningBackground");
    this.#item.show();
  }
}

/** How several logins of this window stand, in the few words of the status bar. */
function severalWords(all: number, waiting: number): string {
  if (waiting === 0) return l10n.t("{0} logins", all);
  return waiting === all
    ? l10n.t("{0} logins wait for you", all)
    : l10n.t("{0} logins, {1} waiting for you", all, waiting);
}

/** Says how a login of this window ended: to who is away, with what helps most; else in passing. */
function tellEnd(parts: SurfaceParts, login: FollowedLogin): void {
  const said = endSentence(login);
  if (said === undefined || !login.startedHere || parts.memory.asking.has(login.connectionId)) return;
  const { accountId, connectionId, end } = login;
  const looks = window.state.focused && parts.panel.ofConnection(accountId, connectionId)?.active === true;
  if (looks || !mayNotify()) {
    mention(said);
    return;
  }
  const id = connectionId;
  const starts = <Id extends CommandId>(
    label: string,
    command: Id,
    told: CommandArguments[Id],
  ): NotifyAction => ({ label, run: () => parts.start(command, told) });
  const show = starts(l10n.t("Show Connection"), "managedAuth.showConnection", { id });
  if (end?.kind === "loggedIn") {
    void inform(said, show);
    return;
  }
  const { name } = login.connection?.credential ?? {};
  const logIn = starts(l10n.t("Log In…"), "managedAuth.logIn", { id });
  const editCredential = starts(l10n.t("Edit Credential…"), "managedAuth.editCredential", { id: name });
  const edit = starts(l10n.t("Edit Connection…"), "managedAuth.editConnection", { id });
  const helps =
    end?.kind === "failed"
      ? mendingOf(login.connection ?? {}, end.code)
      : end?.kind === "unconfirmed"
        ? "nothing"
        : "logIn";
  void warn(said, { logIn, edit, editCredential, nothing: show }[helps]);
}
