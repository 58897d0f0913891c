import { l10n } from "vscode";
import type { ManagedAuth } from "../../../api/schemas.ts";
import {
  alternativesTo,
  requestedInputKind,
  type AwaitedInput,
  type FlowFacts,
} from "../../../domain/connections/flowFacts.ts";
import { loginForm } from "../../../domain/login/loginForm.ts";
import { secretMask, maskedText } from "../../../domain/text/secrets.ts";
import type { CardBlock, CardRow } from "../../../card/card.ts";
import { connectionStatusLabel } from "../../catalogue/connectionLabels.ts";
import { awaitedName, choiceTypeLabel, fieldPrompt, fieldTypeLabel } from "./words/awaited.ts";
import { flowStepLabel, flowTypeLabel, describeFlow } from "./words/flow.ts";
import { formatDateTime } from "../../words/formatting.ts";
import { joinWithCommas } from "../../words/sentences.ts";
import { codeValue, type ResultContext, plainValue, rowsBlock } from "../../results/cardParts.ts";
import { commandButton, type ButtonAction, type ResultButton } from "../../results/buttons.ts";
import { refreshConnectionButton } from "./actions.ts";
import { answerCountdown, awaitedFieldName } from "./progress.ts";

/**
 * Builds the task block of a running login: the requested input, hints, the website's own messages and the buttons to
 * continue (interface.md §2.7).
 */
export function loginTask(
  context: ResultContext,
  connection: ManagedAuth,
  facts: FlowFacts,
  opened: boolean,
): CardBlock<ButtonAction> {
  const { external_action_message, hosted_url, id, live_view_url, website_error } = connection;
  const fields = awaitedFields(facts);
  const choices = facts.awaited.filter(({ kind }) => kind === "choice");
  const isOffer = facts.step === "AWAITING_EXTERNAL_ACTION" || fields.length > 0;
  const others = isOffer ? alternativesTo(fields, choices).map(awaitedName) : [];
  const answers = answerButtons(context, connection, facts);
  const page =
    hosted_url === undefined
      ? undefined
      : commandButton(l10n.t("Open Login Page"), "managedAuth.logIn", { id, page: true });
  const refused = rejectionTitle(connection, facts, opened);
  const task = opened && refused === undefined ? l10n.t("Finish in your browser") : taskTitle(facts);
  const [first, ...further] = fields;
  const buttons = [
    // The first button continues the login in the place that the user has already chosen.
    ...(opened ? [page, ...answers] : [...answers, page]),
    live_view_url === undefined
      ? undefined
      : ({ label: l10n.t("Open Live View"), press: { does: "open", address: "live_view_url" } } as const),
  ];
  const notes = [
    refused && task,
    first?.hints[0] && maskedText(first.hints[0]),
    further.length > 0 ? l10n.t("Then: {0}", joinWithCommas(further.map(awaitedFieldName))) : undefined,
    website_error && l10n.t('The website says: "{0}"', maskedText(website_error)),
    others.length > 0 ? l10n.t("The website also offers: {0}", joinWithCommas(others)) : undefined,
  ];
  return {
    kind: "task",
    title: refused ?? task,
    ...(external_action_message !== undefined && { message: maskedText(external_action_message) }),
    notes: notes.filter((note) => note !== undefined),
    buttons: buttons.filter((one) => one !== undefined),
  };
}

/** Returns the fields of a login that waits for input, starting with the first one to fill in. */
function awaitedFields({ awaited, step }: FlowFacts): readonly AwaitedInput[] {
  return step === "AWAITING_INPUT" ? awaited.filter(({ kind }) => kind === "field") : [];
}

/** The task for the user, or the current step of the login if the user has nothing to do. */
function taskTitle(facts: FlowFacts): string {
  const { awaited, step } = facts;
  if (step === "AWAITING_EXTERNAL_ACTION") return l10n.t("Complete the step that the website asks for");
  if (step !== "AWAITING_INPUT") return step === undefined ? l10n.t("Logging in") : flowStepLabel(step);
  const [first] = awaitedFields(facts);
  if (first !== undefined) return fieldPrompt(first);
  return awaited.length === 0 ? flowStepLabel(step) : l10n.t("Choose how to continue");
}

/** Returns the buttons that open the login's form in VS Code, or none if VS Code can't show the form. */
function answerButtons(
  context: ResultContext,
  connection: ManagedAuth,
  facts: FlowFacts,
): readonly ResultButton[] {
  const { id } = connection;
  const { awaited, step } = facts;
  const [first] = awaitedFields(facts);
  const told = { id, way: "here" } as const;
  const isOnPage = typeof loginForm(connection) === "string";
  if (step === "AWAITING_EXTERNAL_ACTION")
    return [
      refreshConnectionButton(l10n.t("I've Approved It"), id, context),
      ...(isOnPage ? [] : [commandButton(l10n.t("Choose Another Way…"), "managedAuth.logIn", told)]),
    ];
  if (step !== "AWAITING_INPUT" || isOnPage) return [];
  const answer = {
    code: commandButton(l10n.t("Enter Code…"), "managedAuth.logIn", told),
    password: commandButton(l10n.t("Enter Password…"), "managedAuth.logIn", told),
    userName: commandButton(l10n.t("Enter User Name…"), "managedAuth.logIn", told),
    choice: commandButton(l10n.t("Choose…"), "managedAuth.logIn", told),
    input: commandButton(l10n.t("Answer…"), "managedAuth.logIn", told),
  }[requestedInputKind(first === undefined ? awaited : [first])];
  return [answer];
}

/** Describes the answer that the website rejected. Returns `undefined` if none was rejected. */
function rejectionTitle(
  connection: ManagedAuth,
  { awaited, step }: FlowFacts,
  opened: boolean,
): string | undefined {
  const form = loginForm(connection);
  if (step !== "AWAITING_INPUT" || typeof form === "string") return undefined;
  const refused = awaited.filter(({ rejected }) => rejected);
  if (refused.length === 0 && connection.website_error === undefined) return undefined;
  const what = requestedInputKind(refused.length > 0 ? refused : awaited);
  const words = {
    password: opened
      ? l10n.t("The website refused the password. Try again in your browser.")
      : l10n.t("The website refused the password. Try again."),
    code: opened
      ? l10n.t("The website refused the code. Try again in your browser.")
      : l10n.t("The website refused the code. Try again."),
  };
  if (what === "password" || what === "code") return words[what];
  // Without a rejected field, the website's error may be about something else.
  if (refused.length === 0) return undefined;
  return opened
    ? l10n.t("The website refused the answer. Try again in your browser.")
    : l10n.t("The website refused the answer. Try again.");
}

/**
 * Builds the remaining details of a flow (interface.md §2.1 and §3) for troubleshooting. The block is collapsed, and
 * its rows aren't stored.
 */
export function flowDetails(
  connection: ManagedAuth,
  facts: FlowFacts,
): Extract<CardBlock<ButtonAction>, { readonly kind: "rows" }> {
  const { error_code, error_message, hosted_url, website_error } = connection;
  const { awaited, expiresAt, running, status, step, type } = facts;
  const told = (label: string, text: string | undefined): CardRow | undefined =>
    text === undefined ? undefined : { label, value: plainValue(maskedText(text)), volatile: true };
  const block = rowsBlock<ButtonAction>(
    l10n.t("Login details"),
    running
      ? told(l10n.t("Reported status"), connection.status && connectionStatusLabel(connection.status))
      : undefined,
    { label: flowTypeLabel(type), value: plainValue(describeFlow({ status, step })), volatile: true },
    // If the login waits for the user, the countdown at the top of the page already shows the deadline.
    answerCountdown(facts) === undefined
      ? told(l10n.t("Expires"), expiresAt && formatDateTime(expiresAt))
      : undefined,
    ...awaited.map(awaitedRow),
    error_code === undefined
      ? undefined
      : { label: l10n.t("Error"), value: codeValue(error_code), volatile: true },
    told(l10n.t("Message"), error_message),
    running ? undefined : told(l10n.t("The website says"), website_error),
    running || hosted_url === undefined
      ? undefined
      : {
          label: l10n.t("Login page for a person"),
          value: plainValue(secretMask),
          volatile: true,
          secret: { label: l10n.t("Open…"), press: { does: "open", address: "hosted_url" } },
        },
  );
  return { ...block, folded: true };
}

/** Builds the row of a field or choice: its type and the other reported details. */
function awaitedRow(awaited: AwaitedInput): CardRow {
  const { hints, kind, maskedDestination, method, replacesStored: replaces, storedAs, type } = awaited;
  const notes = [
    maskedDestination && l10n.t("Goes to {0}", maskedDestination),
    ...hints,
    method && l10n.t("Belongs to: {0}", choiceTypeLabel(method)),
    storedAs && l10n.t("Stored as {0}", storedAs),
    replaces ? l10n.t("Replaces the stored value, which the website refused") : undefined,
  ].filter((note) => note !== undefined && note !== "");
  const isField = kind === "field";
  const words = type === undefined ? undefined : isField ? fieldTypeLabel(type) : choiceTypeLabel(type);
  return {
    label: awaitedName(awaited),
    value: plainValue(words ?? (isField ? l10n.t("Field") : l10n.t("Choice"))),
    ...(notes.length > 0 && { note: notes.join(" · ") }),
    volatile: true,
  };
}
