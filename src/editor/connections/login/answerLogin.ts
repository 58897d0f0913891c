import { compact } from "../../../domain/compact.ts";
import { l10n } from "vscode";
import type { SubmitRequest } from "../../../api/loginSchemas.ts";
import { getCredential } from "../../../api/operations.ts";
import type { ManagedAuth } from "../../../api/schemas.ts";
import { loginForm, type LoginForm } from "../../../domain/login/loginForm.ts";
import { type AnsweredPause, requestsSameInput } from "../../../domain/login/loginPause.ts";
import { totpSettingsOf } from "../../../domain/resources/credentials.ts";
import { display } from "../../../domain/text/display.ts";
import { maskedText } from "../../../domain/text/secrets.ts";
import type { AccountAccess } from "../../accounts/clientFactory.ts";
import { type Answer, type Choice, disposeIdleInput, type Frame, pickOne } from "../../kit/inputs/ask.ts";
import { whileLoading } from "../../kit/inputs/whileLoading.ts";
import { warn } from "../../kit/notify.ts";
import { refocusQuestion } from "../../kit/questionHost.ts";
import { currentInteraction } from "../../kit/userAttention.ts";
import type { LoginSnapshot, SubmitOutcome } from "../../../domain/login/loginSnapshot.ts";
import type { LoginSource } from "../../logins/loginWaiting.ts";
import { totpReplacementRefusal } from "../../words/authenticatorSecrets.ts";
import { describeError, serviceMessages } from "../../words/errors.ts";
import { ensureFullStop, inQuotes, joinSentences, withFullStop } from "../../words/sentences.ts";
import { askForm, optionRow, withHeading } from "./askForm.ts";
import type { AlternativeMethod } from "./loginMethods.ts";
import { submitAndObserve, nextLoginEvent, abortOnChange } from "./loginEvents.ts";
import type { ConnectionsContext } from "../context/context.ts";

/**
 * Time to wait, in milliseconds, for the service to confirm a step that the user has completed outside the browser.
 * After this time, the question is shown again.
 */
const confirmationWaitMs = 10_000;

/**
 * Prompts for each answer that a login tracked by this window needs, and returns the login after it has ended. Returns
 * undefined if the login continues without the user, or one of the `alternatives` if the user picks one. No answer is
 * sent twice. Only user names are remembered, in memory until the login ends. If a prompt for the login is already
 * open, focuses that prompt and returns undefined.
 */
export async function answerLogin(
  parts: ConnectionsContext,
  access: AccountAccess,
  { domain, id }: ManagedAuth,
  alternatives: readonly Choice<AlternativeMethod>[],
): Promise<LoginSnapshot | AlternativeMethod | undefined> {
  const { openPrompts } = parts.memory;
  const { key = "" } = parts.connections.logins.of(access.account.id, id) ?? {};
  const openPrompt = openPrompts.get(key);
  if (openPrompt !== undefined) {
    refocusQuestion(openPrompt);
    return undefined;
  }
  openPrompts.set(key, currentInteraction());
  const title = l10n.t("Log In to {0}", display(domain ?? id));
  const frame = { title, back: false, stays: true };
  return askQuestions(parts, access, id, frame, alternatives).finally(() => {
    openPrompts.delete(key);
    disposeIdleInput();
  });
}

/**
 * Shows a prompt for each question of the login until the login ends. Returns undefined if VS Code can't show the
 * form or the user cancels. In both cases, the login continues, and the status bar and the connection's row still
 * show the login.
 */
async function askQuestions(
  parts: ConnectionsContext,
  access: AccountAccess,
  connectionId: string,
  frame: Frame,
  alternatives: readonly Choice<AlternativeMethod>[],
): Promise<LoginSnapshot | AlternativeMethod | undefined> {
  const source: LoginSource = { connections: parts.connections, accountId: access.account.id, connectionId };
  let answered: AnsweredPause | undefined;
  /** Message about the last answer, for the next prompt. */
  let message: string | undefined;
  /** The connection as it was before its form changed, if the form changed while the user was answering. */
  let outdated: ManagedAuth | undefined;
  for (;;) {
    const waiting = answered ? l10n.t("Checking what you entered…") : l10n.t("Waiting for the website…");
    const event = await whileLoading(frame, waiting, (signal) => nextLoginEvent(source, answered, signal));
    if (event === undefined || event.kind === "unknown") return undefined;
    if (event.kind === "ended") return event.login;
    const { connection } = event;
    const form = loginForm(connection);
    if (outdated !== undefined) message = describeOutdatedForm(outdated, connection);
    outdated = undefined;
    if (event.kind === "asks" && form === undefined) {
      void warn(l10n.t("This form can't be shown here. Use the login page."), {
        label: l10n.t("Open Login Page"),
        run: () => parts.start("managedAuth.logIn", { id: connectionId, page: true }, access.account.id),
      });
      return undefined;
    }
    const refusal = await checkSecretReplacement(access, frame, connection, form);
    if (refusal === undefined) return undefined;
    const change = abortOnChange(source, event);
    const questionFrame = { ...frame, until: change.signal };
    const answer = await (
      event.kind === "asks" && form !== undefined
        ? askForm({
            form,
            frame: questionFrame,
            userNames: parts.memory.userNamesOf(event.key),
            message: message ?? describeWebsiteError(connection),
            saves: connection.save_credentials,
            secretRefusal: refusal.reason,
            alternatives,
          })
        : askConfirmation(questionFrame, connection, form, message, alternatives)
    ).finally(() => change.dispose());
    message = undefined;
    if (change.signal.aborted) {
      // The login changed while the prompt was open, so the partial answer is discarded.
      answered = undefined;
      if (event.kind === "asks") outdated = connection;
      continue;
    }
    if (answer.kind !== "accepted") return undefined;
    if (answer.value === "page" || answer.value === "over") return answer.value;
    if (answer.value === "readAgain") {
      // Fetch the login's state immediately and wait briefly for a change.
      parts.logins.readNow(source.accountId, connectionId);
      const pause = { pause: connection, checked: false };
      const checked = await whileLoading(frame, l10n.t("Checking with the service…"), async (signal) => ({
        change: await nextLoginEvent(source, pause, signal, confirmationWaitMs),
      }));
      if (checked === undefined) return undefined;
      if (checked.change === undefined) message = l10n.t("The website hasn't confirmed the step yet.");
      continue;
    }
    const submission = answer.value;
    // Don't take ownership of the login from another window until the user answers here.
    await parts.logins.takeOwnership(access.account.id, connectionId);
    const sent = await submitAndObserve(source, connection, () =>
      whileLoading(frame, l10n.t("Sending what you entered…"), (signal) =>
        parts.logins.submit(access, connection, submission, signal),
      ),
    );
    const submitted = sent.outcome;
    if (submitted === undefined || submitted.kind === "cancelled") return undefined;
    answered = submitted.kind === "accepted" ? sent.answered : undefined;
    if (submitted.kind === "stale") outdated = connection;
    else message = submissionMessage(submitted);
  }
}

/** Asks the user to confirm that a step outside the browser is complete, or to choose an alternative. */
async function askConfirmation(
  frame: Frame,
  connection: ManagedAuth,
  form: LoginForm | undefined,
  message: string | undefined,
  alternatives: readonly Choice<AlternativeMethod>[],
): Promise<Answer<SubmitRequest | AlternativeMethod | "readAgain">> {
  const { external_action_message: action } = connection;
  const website = describeWebsiteError(connection);
  const step =
    action === undefined
      ? withFullStop(l10n.t("Complete the step that the website asks for"))
      : display(maskedText(action));
  const prompt = compact(message, website && ensureFullStop(website), step);
  const options = form?.options.map(optionRow) ?? [];
  return pickOne<SubmitRequest | AlternativeMethod | "readAgain">({
    frame,
    placeholder: l10n.t("Choose how to continue"),
    prompt: joinSentences(prompt),
    ignoreFocusOut: true,
    choices: [
      {
        label: l10n.t("I've Approved It"),
        description: l10n.t("reads the login again"),
        icon: "check",
        value: "readAgain",
      },
      ...withHeading(l10n.t("Another way"), options),
      ...withHeading(l10n.t("This login"), alternatives),
    ],
  });
}

function describeWebsiteError({ website_error }: ManagedAuth): string | undefined {
  if (website_error === undefined) return undefined;
  return l10n.t('The website says: "{0}"', display(maskedText(website_error)));
}

/** Returns the message about the last answer, to be shown if the same question is asked again. */
function submissionMessage(
  submitted: Exclude<SubmitOutcome, { readonly kind: "cancelled" | "stale" }>,
): string | undefined {
  switch (submitted.kind) {
    case "accepted":
      return undefined;
    case "notTaken":
      return l10n.t("Your answer wasn't accepted. Enter the answer again.");
    case "unknown":
      return l10n.t("We couldn't confirm receipt. Resend?");
    case "refused": {
      const { error } = submitted;
      const sentences = [withFullStop(describeError(error).headline)];
      const { message } = serviceMessages(error, inQuotes);
      if (message !== undefined) sentences.push(display(message.text));
      sentences.push(l10n.t("Your answer wasn't accepted. Enter the answer again."));
      return joinSentences(sentences);
    }
  }
}

/** Returns the message for an answer to an outdated form, with the website's message about the new form. */
function describeOutdatedForm(before: ManagedAuth, now: ManagedAuth): string {
  const website = describeWebsiteError(now);
  const message = requestsSameInput(before, now)
    ? l10n.t("The form was renewed. Enter the value again.")
    : l10n.t("The website now asks for something else. Your answer wasn't used.");
  return website === undefined ? message : joinSentences([message, ensureFullStop(website)]);
}

/**
 * If the form asks for an authenticator secret, checks whether this secret may replace the one in the connection's
 * stored credential. If not, `reason` explains why. Returns undefined if the user cancels. If the credential can't be
 * fetched, the replacement is allowed.
 */
async function checkSecretReplacement(
  access: AccountAccess,
  frame: Frame,
  { credential }: ManagedAuth,
  form: LoginForm | undefined,
): Promise<{ readonly reason: string | undefined } | undefined> {
  const asksSecret = form?.entries.some(({ type }) => type === "totp_secret") === true;
  const name = credential?.name;
  if (!asksSecret || name === undefined) return { reason: undefined };
  const outcome = await whileLoading(frame, l10n.t("Reading the credential…"), (signal) =>
    access.client.call(getCredential, { path: { id_or_name: name } }, signal),
  );
  if (outcome === undefined || outcome.kind === "cancelled") return undefined;
  if (outcome.kind !== "ok") return { reason: undefined };
  return { reason: totpReplacementRefusal(totpSettingsOf(outcome.value)) };
}
