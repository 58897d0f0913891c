import { nameAmong, type NamedResource } from "../../domain/text/names.ts";
import { l10n } from "vscode";
import type { ApiError } from "../../api/errors.ts";
import { parseDate } from "../../domain/dates.ts";
import { maskedJson } from "../../domain/text/secrets.ts";
import type {
  CardBlock,
  CardButton,
  CardModel,
  CardCountdown,
  CardHead,
  CardRow,
  CardTone,
  CardValue,
  BlockOf,
} from "../../card/card.ts";
import type { Account } from "../accounts/accounts.ts";
import { accountLabel, appendProject, displayHost } from "../accounts/accountLabels.ts";
import { describeError, serviceMessages, isPlainlyMissing } from "../words/errors.ts";
import { formatDateTime } from "../words/formatting.ts";
import { withFullStop } from "../words/sentences.ts";
import {
  type ButtonAction,
  type ResultButton,
  type ResultCard,
  copyIdButton,
  moreMenu,
  remedyButton,
  type ResultBlock,
  type ResultRow,
} from "./buttons.ts";
import { compact } from "../../domain/compact.ts";

/** The account, time and other common data of a result. */
export interface ResultContext {
  readonly id: string;
  readonly account: Account;
  readonly baseUrl: string;
  readonly at: Date;
  /** The current time by the service's clock, if known. Compare times from the service only with this time. */
  readonly serviceTime?: Date;
  /** Known proxies and destinations, to show their names. A connection stores only their IDs. */
  readonly named?: readonly NamedResource[];
}

/**
 * Returns the time at which the service sent its response, as a field of {@link ResultContext}. Returns an empty
 * object if the service didn't report the time.
 */
export function serviceTime(answeredAt: number | undefined): { readonly serviceTime?: Date } {
  return { ...(answeredAt !== undefined && { serviceTime: new Date(answeredAt) }) };
}

/** Builds the common parts of an account's cards. Pass `subject` if the card's title doesn't name the subject. */
export function cardFrame(
  { account, at, baseUrl, id }: ResultContext,
  ...subject: readonly string[]
): Pick<CardModel<never>, "id" | "at" | "context" | "sandbox"> {
  const frame = { id, at: at.getTime() };
  if (account.kind === "sandbox")
    return {
      ...frame,
      context: [...subject, appendProject(l10n.t("Sandbox"), account)],
      sandbox: l10n.t("Sandbox · sample data on this computer"),
    };
  const [label, host] = [accountLabel(account), displayHost(baseUrl)];
  return { ...frame, context: compact(...subject, label, label !== host && host) };
}

export function unknownOutcomeReason(error: ApiError | undefined): string {
  if (error === undefined) return l10n.t("You canceled the request before the service responded.");
  return withFullStop(describeError(error).headline);
}

export function verdictHead(tone: CardTone): CardHead {
  return { kind: "verdict", tone };
}

export function plainValue(text: string): CardValue {
  return { text };
}

/** Builds a value for an ID, name or code, in the editor's font. */
export function codeValue(text: string): CardValue {
  return { text, code: true };
}

export function codeRow(label: string, text: string): ResultRow {
  return { label, value: codeValue(text), copy: copyButton(text) };
}

/** Builds a button that copies a row's value or the ID of the object that the row names. */
export function copyButton(text: string): CardButton<ButtonAction> {
  return { label: l10n.t("Copy"), press: { does: "copyValue", text } };
}

export function textRow(label: string, text: string | undefined): ResultRow | undefined {
  return text === undefined ? undefined : { label, value: plainValue(text) };
}

/** Builds a row with a time from the service, or returns undefined if the time can't be parsed. */
export function dateRow(label: string, text: string | undefined): ResultRow | undefined {
  const date = parseDate(text);
  return textRow(label, date && formatDateTime(date));
}

export function rowsBlock<P = never>(
  title: string,
  ...rows: readonly (CardRow<P> | false | undefined)[]
): BlockOf<"rows", P> {
  return { kind: "rows", title, rows: compact(...rows) };
}

/** Builds the rows that identify an object that couldn't be fetched: its name, if known, and its ID. */
export function identityBlock(
  { named = [] }: ResultContext,
  title: string,
  idLabel: string,
  id: string,
): BlockOf<"rows", ButtonAction> {
  return rowsBlock(title, textRow(l10n.t("Name"), nameAmong(id, named)), codeRow(idLabel, id));
}

/**
 * Builds a block with notes and the response, in which secrets are masked. The block isn't stored and disappears on
 * reload.
 */
export function rawReplyBlock(raw: unknown, notes: readonly string[] = []): CardBlock {
  return {
    kind: "code",
    title: l10n.t("Response as received, secrets masked"),
    text: [...notes, maskedJson(raw)].join("\n"),
    volatile: true,
  };
}

/**
 * Returns the advice for an error. If the service asks for a delay before the next request, a countdown from `at`
 * replaces the advice.
 */
export function adviceWithCountdown(
  error: ApiError,
  advice: readonly string[],
  at: Date,
): { readonly advice: readonly string[]; readonly countdown?: CardCountdown } {
  if (error.kind !== "limited" || error.retryAfterSeconds === undefined) return { advice };
  return {
    advice: [],
    countdown: {
      until: at.getTime() + error.retryAfterSeconds * 1_000,
      before: l10n.t("Try again in {0}.", "{0}"),
      after: l10n.t("You can try again now."),
    },
  };
}

export function serviceMessageBlocks(error: ApiError | undefined): readonly CardBlock[] {
  if (error === undefined) return [];
  const { details, message } = serviceMessages(error);
  if (message === undefined && details.length === 0) return [];
  return [
    { kind: "list", title: l10n.t("The service says"), ...(message && { lead: message }), items: details },
  ];
}

interface FailedFetch {
  readonly title: string;
  /** A block that names the requested object. */
  readonly identity: ResultBlock;
  readonly retry: ResultButton;
  /** A second button, used if the error has no remedy. */
  readonly other?: ResultButton;
  /** The requested ID, for the "Copy ID" button. */
  readonly id?: string | undefined;
}

export function failedFetchCard(
  context: ResultContext,
  error: ApiError,
  { retry, id, title, identity, ...offered }: FailedFetch,
): ResultCard {
  const { headline, remedies, ...words } = describeError(error);
  const { advice, ...waits } = adviceWithCountdown(error, words.advice, context.at);
  const other = remedyButton(remedies) ?? offered.other;
  return {
    ...cardFrame(context),
    head: verdictHead("error"),
    title,
    summary: [withFullStop(headline), ...advice],
    ...waits,
    blocks: [identity, ...(isPlainlyMissing(error) ? [] : serviceMessageBlocks(error))],
    actions: { next: retry, ...(other && { other }), ...moreMenu(id !== undefined && copyIdButton(id)) },
  };
}
