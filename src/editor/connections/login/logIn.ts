import { l10n } from "vscode";
import type { ApiError } from "../../../api/errors.ts";
import type { ManagedAuth } from "../../../api/schemas.ts";
import { connectionView } from "../../../domain/connections/connectionView.ts";
import { loginForm } from "../../../domain/login/loginForm.ts";
import { isLoginRunning } from "../../../domain/login/loginState.ts";
import { display } from "../../../domain/text/display.ts";
import { isLoginHopeless, type LoginVariation } from "../../../domain/login/errorCodes.ts";
import type { AccountAccess } from "../../accounts/clientFactory.ts";
import { disposeIdleInput, type Choice, type Frame } from "../../kit/inputs/ask.ts";
import { whileLoading } from "../../kit/inputs/whileLoading.ts";
import { confirm, warn } from "../../kit/notify.ts";
import type { LoginSnapshot } from "../../../domain/login/loginSnapshot.ts";
import type { CommandArguments } from "../../words/contributions.ts";
import { describeError } from "../../words/errors.ts";
import { labelWithValue, joinSentences, withFullStop } from "../../words/sentences.ts";
import { flowSummary } from "../shown/loginProgress.ts";
import { fetchOrWarn, showAction } from "../shown/fetchConnection.ts";
import { awaitedName } from "../shown/words/awaitedWords.ts";
import { failureSentence } from "../shown/words/failureWords.ts";
import {
  chooseContinueMethod,
  chooseLoginMethod,
  confirmStartOver,
  type AlternativeMethod,
  alternativeMethods,
} from "./loginMethods.ts";
import type { LoginMethod } from "../context/loginMemory.ts";
import { answerLogin } from "./answerLogin.ts";
import { endSentence } from "./loginWords.ts";
import { continueHere, openHostedPage } from "./openHostedPage.ts";
import { warnDeleted } from "./loginSurfaces.ts";
import { nextLoginEvent } from "./loginEvents.ts";
import type { ConnectionsContext } from "../context/context.ts";
import { askVariedLogin } from "./variedLogin.ts";

interface LoginTask {
  readonly access: AccountAccess;
  readonly connection: ManagedAuth;
  readonly frame: Frame;
  readonly varied: LoginVariation | undefined;
}

/**
 * Time to wait, in milliseconds, for the service to detect that the connection is still logged in. If the login is
 * still running after this time, the login page is opened.
 */
const verifyMs = 15_000;

/**
 * Logs a connection in, either in the browser or in VS Code, as the user chooses. If a login is already running,
 * continues that login. Replaces a running login only after the user has confirmed that its progress will be lost.
 */
export async function logIn(
  parts: ConnectionsContext,
  { id, page, varied, way: method }: CommandArguments["managedAuth.logIn"],
): Promise<void> {
  const read = await fetchOrWarn(parts, l10n.t("Log In"), id);
  if (read === undefined) return;
  const { access, answeredAt, connection } = read;
  const title = l10n.t("Log In to {0}", siteName(connection));
  const task: LoginTask = { access, connection, frame: { title, back: false, stays: true }, varied };
  try {
    const runs = isLoginRunning(connection, answeredAt);
    if (page === true) await (runs ? reopenPage(parts, task) : closeAndShow(parts, connection));
    else if (runs) await continueLogin(parts, task, method);
    else if (!(await shouldLogIn(connection))) parts.connections.updateRow(access.account, connection);
    else await startNewLogin(parts, task, method, false);
  } finally {
    disposeIdleInput();
  }
}

function siteName({ domain, id }: ManagedAuth): string {
  return display(domain ?? id);
}

/**
 * Returns true if a login should be started. If the last login failed and another attempt will likely fail as well,
 * asks the user for confirmation.
 */
async function shouldLogIn(connection: ManagedAuth): Promise<boolean> {
  const { error_code } = connection;
  if (connection.status === "AUTHENTICATED" || connection.flow_status !== "FAILED") return true;
  if (!isLoginHopeless(error_code)) return true;
  return confirm(
    failureSentence(error_code) ?? "",
    l10n.t("Logging in now will likely fail and may extend the block."),
    l10n.t("Log In Anyway"),
  );
}

async function startNewLogin(
  parts: ConnectionsContext,
  task: LoginTask,
  method: LoginMethod | undefined,
  supersede: boolean,
): Promise<void> {
  const { access, connection, frame } = task;
  const varied = task.varied && (await askVariedLogin(parts, task, task.varied));
  const isCancelled = task.varied !== undefined && varied === undefined;
  const chosen = isCancelled
    ? undefined
    : (method ?? (await chooseLoginMethod(frame, access, parts.memory.lastMethod)));
  // Update the row only after the list of login methods has closed. A changed row makes VS Code focus its view, and an
  // open list would close. Skip the update if the new login replaces a running login, because the row already shows
  // the running login.
  if (!supersede) parts.connections.updateRow(access.account, connection);
  if (chosen === undefined) return;
  parts.memory.lastMethod = chosen;
  const started = await whileLoading(frame, l10n.t("Starting the login…"), (signal) =>
    parts.logins.start(access, connection, { ...varied?.request, supersede }, signal),
  );
  if (started?.kind === "started" && varied !== undefined)
    parts.memory.variationNotes.set(started.login.key, varied.note);
  switch (started?.kind) {
    case undefined:
      return;
    case "started":
      if (chosen === "here") await answerHere(parts, task);
      else await logInInBrowser(parts, task, started.login);
      return;
    case "running":
      await continueLogin(parts, { ...task, connection: started.login.connection ?? connection }, chosen);
      return;
    case "notStarted":
      if (started.error !== undefined) {
        const words = withFullStop(labelWithValue(frame.title, startFailureReason(started.error)));
        void warn(words, showAction(parts, access, connection));
      }
      return;
    case "unknown":
      void warn(l10n.t("We couldn't confirm that the login to {0} started.", siteName(connection)), {
        label: l10n.t("Check Now"),
        run: () => parts.start("managedAuth.showConnection", { id: connection.id }, access.account.id),
      });
  }
}

/**
 * Continues a running login that any client may have started. If the login is waiting for an answer, shows the
 * question immediately.
 */
async function continueLogin(
  parts: ConnectionsContext,
  task: LoginTask,
  method: LoginMethod | undefined,
): Promise<void> {
  const { access, connection, frame } = task;
  const login = parts.logins.follow(access, connection, true);
  const address = login.hostedUrl ?? connection.hosted_url;
  const page = parts.memory.openedPages.has(login.key) ? undefined : address;
  const methods = alternativeMethods(page !== undefined);
  const { awaits } = login;
  const isAskable = awaits === "confirms" || (awaits === "asks" && loginForm(connection) !== undefined);
  const asks = method === "here" || (method === undefined && isAskable);
  const next = asks ? "here" : await chooseContinueMethod(frame, describeRunningLogin(connection), methods);
  await (next === "here" ? answerHere(parts, task, methods) : continueElsewhere(parts, task, next));
}

/** Continues a running login on its login page, or starts a new login that replaces the running one. */
async function continueElsewhere(
  parts: ConnectionsContext,
  task: LoginTask,
  method: AlternativeMethod | undefined,
): Promise<void> {
  if (method === "page") await reopenPage(parts, task);
  else if (method === "over" && (await confirmStartOver(siteName(task.connection))))
    await startNewLogin(parts, task, undefined, true);
}

/**
 * Opens the page of a running login. If this window has already used the login's one-time link, offers to start a new
 * login instead.
 */
async function reopenPage(parts: ConnectionsContext, task: LoginTask): Promise<void> {
  const { access, connection } = task;
  const login = parts.logins.follow(access, connection);
  if (parts.memory.openedPages.has(login.key)) {
    if (await confirmStartOver(siteName(connection), [l10n.t("The link works once.")]))
      await startNewLogin(parts, task, "browser", true);
    return;
  }
  await openReportedPage(parts, task, login, login.hostedUrl ?? connection.hosted_url);
}

function describeRunningLogin(connection: ManagedAuth): string {
  const view = connectionView(connection, new Date());
  // Escape the website's labels, because some parts of the VS Code UI don't show text verbatim.
  const awaited = view.flow?.awaited.map((input) => ({ ...input, label: display(awaitedName(input)) }));
  const sentences = flowSummary(view, awaited);
  return sentences.length === 0 ? l10n.t("A login is running.") : joinSentences(sentences);
}

/** Prompts for the login's answers in VS Code until the login ends, and then shows the connection. */
async function answerHere(
  parts: ConnectionsContext,
  task: LoginTask,
  methods: readonly Choice<AlternativeMethod>[] = [],
): Promise<void> {
  const { access, connection } = task;
  const { key } = parts.connections.logins.of(access.account.id, connection.id) ?? {};
  const reported = key === undefined ? undefined : parts.memory.report(key);
  let ended: LoginSnapshot | AlternativeMethod | undefined;
  try {
    ended = await answerLogin(parts, access, connection, methods);
    if (typeof ended === "object") await showEnd(parts, connection, ended);
  } finally {
    reported?.();
  }
  if (typeof ended === "string") await continueElsewhere(parts, task, ended);
}

/** Shows the outcome of a login that was answered in VS Code, or a warning if the connection was deleted. */
async function showEnd(
  parts: ConnectionsContext,
  connection: ManagedAuth,
  login: LoginSnapshot,
): Promise<void> {
  if (login.end?.kind === "stopped") return;
  if (login.end?.kind !== "gone") return closeAndShow(parts, connection);
  const message = endSentence(login);
  if (message !== undefined && !parts.connections.wasDeleted(connection.id)) warnDeleted(message);
}

/** Opens the login page, unless the service first detects that the connection is still logged in. */
async function logInInBrowser(
  parts: ConnectionsContext,
  task: LoginTask,
  login: LoginSnapshot,
): Promise<void> {
  const { access, connection, frame } = task;
  // The user may have stopped the updates or signed out while the login was starting. An ended login has no page.
  if (login.end?.kind === "stopped" && login.end.why !== "left") return;
  if (login.end !== undefined) return closeAndShow(parts, connection);
  if (connection.status === "AUTHENTICATED") {
    const progress = l10n.t("Checking the login…");
    const { connections } = parts;
    const source = { connections, accountId: access.account.id, connectionId: connection.id };
    const waited = await whileLoading(frame, progress, async (signal) => ({
      event: await nextLoginEvent(source, undefined, signal, verifyMs),
    }));
    if (waited === undefined) return;
    if (waited.event?.kind === "ended") {
      // A deleted connection has no page to show. `LoginSurfaces` warns about the deletion instead.
      if (waited.event.login.end?.kind !== "gone") await closeAndShow(parts, connection);
      return;
    }
  }
  await openReportedPage(parts, task, login, login.hostedUrl);
}

async function openReportedPage(
  parts: ConnectionsContext,
  { access, connection }: LoginTask,
  login: LoginSnapshot,
  address: string | undefined,
): Promise<void> {
  if (address === undefined) {
    const words = l10n.t("The service reported no page for this login.");
    void warn(words, continueHere(parts, access, connection.id));
    return;
  }
  if (!(await openHostedPage(parts, access, connection.id, address))) return;
  parts.memory.openedPages.add(login.key);
  await parts.logins.takeOwnership(access.account.id, connection.id);
  await closeAndShow(parts, connection);
}

async function closeAndShow(parts: ConnectionsContext, { id }: ManagedAuth): Promise<void> {
  disposeIdleInput();
  await parts.start("managedAuth.showConnection", { id });
}

function startFailureReason(error: ApiError): string {
  if (error.kind !== "conflict") return describeError(error).headline;
  return error.code === "too_many_pending_sessions"
    ? l10n.t("too many logins are running; try again when a login ends")
    : l10n.t("another login for this connection is running");
}
