import { l10n } from "vscode";
import type { ManagedAuth } from "../../../api/schemas.ts";
import {
  alternativesTo,
  requestedInputKind,
  type AwaitedInput,
} from "../../../domain/connections/awaitedInputs.ts";
import type { FlowFacts } from "../../../domain/connections/connectionView.ts";
import { loginForm } from "../../../domain/login/loginForm.ts";
import { secretMask, maskedText } from "../../../domain/text/secrets.ts";
import type { CardRow } from "../../../card/card.ts";
import { connectionStatusLabel } from "../../catalogue/connectionLabels.ts";
import { awaitedName, choiceTypeLabel, fieldPrompt, fieldTypeLabel } from "./words/awaitedWords.ts";
import { flowStepLabel, flowTypeLabel, describeFlow } from "./words/flowWords.ts";
import { formatDateTime } from "../../words/formatting.ts";
import { joinWithCommas } from "../../words/sentences.ts";
import { codeValue, type ResultContext, plainValue, rowsBlock } from "../../results/cardParts.ts";
import {
  commandButton,
  type ButtonAction,
  type ResultButton,
  type ResultBlock,
  type ResultRow,
} from "../../results/buttons.ts";
import { refreshConnectionButton } from "./connectionActions.ts";
import { awaitedFieldName } from "./loginProgress.ts";

/**
 * Builds the block with the user's task in a running login: the requested input, explanations, the website's own
 * messages and the buttons to continue (interface.md §2.7).
 */
export function loginTask(
  context: ResultContext,
  connection: ManagedAuth,
  facts: FlowFacts,
  opened: boolean,
): ResultBlock {
  const { external_action_message, hosted_url, id, live_view_url, website_error } = connection;
  const fields = awaitedFields(facts);
  const choices = facts.awaited.filter(({ kind }) => kind === "choice");
  const isOffer = facts.step === "AWAITING_EXTERNAL_ACTION" || fields.length > 0;
  const alternatives = isOffer ? alternativesTo(fields, choices).map(awaitedName) : [];
  const isOnPage = loginForm(connection) === undefined;
  const refused = isOnPage ? undefined : rejectionTitle(connection, facts, opened);
  const task = opened && refused === undefined ? l10n.t("Finish in your browser") : taskTitle(facts);
  const [first, ...further] = fields;
  const buttons = [...answerButtons(context, id, facts, isOnPage)];
  if (hosted_url !== undefined) {
    const page = commandButton(l10n.t("Open Login Page"), "managedAuth.logIn", { id, page: true });
    // Put the login page's button first if the user has already opened that page.
    if (opened) buttons.unshift(page);
    else buttons.push(page);
  }
  if (live_view_url !== undefined)
    buttons.push(commandButton(l10n.t("Watch Live"), "managedAuth.watchLive", { connection: id }));
  const notes: string[] = [];
  if (refused !== undefined) notes.push(task);
  if (first?.hints[0]) notes.push(maskedText(first.hints[0]));
  if (further.length > 0) notes.push(l10n.t("Then: {0}", joinWithCommas(further.map(awaitedFieldName))));
  if (website_error) notes.push(l10n.t('The website says: "{0}"', maskedText(website_error)));
  if (alternatives.length > 0)
    notes.push(l10n.t("The website also offers: {0}", joinWithCommas(alternatives)));
  return {
    kind: "task",
    title: refused ?? task,
    ...(external_action_message !== undefined && { message: maskedText(external_action_message) }),
    notes,
    buttons,
  };
}

/**
 * Returns the fields that a login asks for, in the order in which they are filled in. Returns an empty list if the
 * login doesn't wait for input.
 */
function awaitedFields({ awaited, step }: FlowFacts): readonly AwaitedInput[] {
  return step === "AWAITING_INPUT" ? awaited.filter(({ kind }) => kind === "field") : [];
}

/** Returns the title of the login block: the user's task or, if there is none, the current step of the login. */
function taskTitle(facts: FlowFacts): string {
  const { awaited, step } = facts;
  if (step === "AWAITING_EXTERNAL_ACTION") return l10n.t("Complete the step that the website asks for");
  if (step === undefined) return l10n.t("Logging in");
  if (step !== "AWAITING_INPUT" || awaited.length === 0) return flowStepLabel(step);
  const [first] = awaitedFields(facts);
  return first === undefined ? l10n.t("Choose how to continue") : fieldPrompt(first);
}

/** Returns the buttons for answering a login's prompts in VS Code. A form that VS Code can't show gets no button. */
function answerButtons(
  context: ResultContext,
  id: string,
  facts: FlowFacts,
  isOnPage: boolean,
): readonly ResultButton[] {
  const { awaited, step } = facts;
  const [first] = awaitedFields(facts);
  const answerHere = (label: string): ResultButton =>
    commandButton(label, "managedAuth.logIn", { id, way: "here" });
  if (step === "AWAITING_EXTERNAL_ACTION") {
    const approved = refreshConnectionButton(l10n.t("I've Approved It"), id, context);
    return isOnPage ? [approved] : [approved, answerHere(l10n.t("Choose Another Way…"))];
  }
  if (step !== "AWAITING_INPUT" || isOnPage) return [];
  const buttons = {
    code: answerHere(l10n.t("Enter Code…")),
    password: answerHere(l10n.t("Enter Password…")),
    userName: answerHere(l10n.t("Enter User Name…")),
    choice: answerHere(l10n.t("Choose…")),
    input: answerHere(l10n.t("Answer…")),
  };
  return [buttons[requestedInputKind(first === undefined ? awaited : [first])]];
}

/** Returns a title that names the answer rejected by the website. Returns `undefined` if no answer was rejected. */
function rejectionTitle(
  { website_error }: ManagedAuth,
  { awaited, step }: FlowFacts,
  opened: boolean,
): string | undefined {
  if (step !== "AWAITING_INPUT") return undefined;
  const refused = awaited.filter(({ rejected }) => rejected);
  if (refused.length === 0 && website_error === undefined) return undefined;
  const kind = requestedInputKind(refused.length > 0 ? refused : awaited);
  const isSecret = kind === "password" || kind === "code";
  // If no field is marked as rejected, the website's error may not be about the answer.
  if (refused.length === 0 && !isSecret) return undefined;
  const inBrowser = {
    password: l10n.t("The website refused the password. Try again in your browser."),
    code: l10n.t("The website refused the code. Try again in your browser."),
    answer: l10n.t("The website refused the answer. Try again in your browser."),
  };
  const inEditor = {
    password: l10n.t("The website refused the password. Try again."),
    code: l10n.t("The website refused the code. Try again."),
    answer: l10n.t("The website refused the answer. Try again."),
  };
  return (opened ? inBrowser : inEditor)[isSecret ? kind : "answer"];
}

type RowsBlock = ReturnType<typeof rowsBlock<ButtonAction>>;

/**
 * Builds a block with the remaining details of a login flow (interface.md §2.1 and §3) for troubleshooting. The block
 * is collapsed, and its rows aren't persisted.
 */
export function flowDetails(connection: ManagedAuth, facts: FlowFacts, hasCountdown: boolean): RowsBlock {
  const { error_code, error_message, hosted_url, website_error } = connection;
  const { awaited, expiresAt, running, type } = facts;
  const details: ResultRow[] = [];
  const add = (label: string, text: string | undefined): void => {
    if (text !== undefined) details.push({ label, value: plainValue(maskedText(text)), volatile: true });
  };
  if (running) add(l10n.t("Reported status"), connection.status && connectionStatusLabel(connection.status));
  details.push({ label: flowTypeLabel(type), value: plainValue(describeFlow(facts)), volatile: true });
  // A countdown at the top of the page already shows the deadline.
  if (!hasCountdown) add(l10n.t("Expires"), expiresAt && formatDateTime(expiresAt));
  details.push(...awaited.map(awaitedRow));
  if (error_code !== undefined)
    details.push({ label: l10n.t("Error"), value: codeValue(error_code), volatile: true });
  add(l10n.t("Message"), error_message);
  if (!running) add(l10n.t("The website says"), website_error);
  if (!running && hosted_url !== undefined)
    details.push({
      label: l10n.t("Login page for a person"),
      value: plainValue(secretMask),
      volatile: true,
      secret: { label: l10n.t("Open…"), press: { does: "open", address: "hosted_url" } },
    });
  return { ...rowsBlock(l10n.t("Login details"), ...details), folded: true };
}

function awaitedRow(awaited: AwaitedInput): CardRow {
  const { hints, kind, maskedDestination, method, replacesStored: replaces, storedAs, type } = awaited;
  const notes = [
    maskedDestination && l10n.t("Goes to {0}", maskedDestination),
    ...hints,
    method && l10n.t("Belongs to: {0}", choiceTypeLabel(method)),
    storedAs && l10n.t("Stored as {0}", storedAs),
    replaces && l10n.t("Replaces the stored value, which the website refused"),
  ].filter((note) => typeof note === "string" && note !== "");
  let typeLabel = kind === "field" ? l10n.t("Field") : l10n.t("Choice");
  if (type !== undefined) typeLabel = kind === "field" ? fieldTypeLabel(type) : choiceTypeLabel(type);
  return {
    label: awaitedName(awaited),
    value: plainValue(typeLabel),
    ...(notes.length > 0 && { note: notes.join(" · ") }),
    volatile: true,
  };
}
