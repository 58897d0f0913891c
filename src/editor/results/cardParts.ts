import type { Named } from "../../domain/text/names.ts";
import { l10n } from "vscode";
import type { ApiError } from "../../api/errors.ts";
import { readDate } from "../../domain/dates.ts";
import { maskedJson } from "../../domain/text/secrets.ts";
import type { Block, Button, Card, Countdown, Head, Row, Tone, Value } from "../../card/card.ts";
import type { Account } from "../accounts/accounts.ts";
import { accountLabel, withProject, displayHost } from "../accounts/words.ts";
import { describeError, serviceLines, isPlainlyMissing } from "../words/errors.ts";
import { moment } from "../words/numbers.ts";
import { sentence } from "../words/sentences.ts";
import {
  type Effect,
  type ResultButton,
  type ResultCard,
  copyIdButton,
  more,
  remedyButton,
} from "./buttons.ts";

/** Where and when a result came about. */
export interface ResultContext {
  readonly id: string;
  readonly account: Account;
  readonly baseUrl: string;
  readonly at: Date;
  /** The same moment by the service's clock, where that is known: its own times are compared with it alone. */
  readonly serviceTime?: Date;
  /** Proxies and destinations that are known by now, for what a connection uses by ID alone. */
  readonly named?: readonly Named[];
}

/** The service's time for a result, from when it answered; nothing where it did not say. */
export function serviceTime(answeredAt: number | undefined): Pick<ResultContext, "serviceTime"> {
  return answeredAt === undefined ? {} : { serviceTime: new Date(answeredAt) };
}

/** What every card of an account begins with; `subject` is what it is about, where its title does not say that. */
export function cardFrame(
  { account, at, baseUrl, id }: ResultContext,
  ...subject: readonly string[]
): Pick<Card<never>, "id" | "at" | "context" | "sandbox"> {
  const frame = { id, at: at.getTime() };
  if (account.kind === "sandbox")
    return {
      ...frame,
      context: [...subject, withProject(l10n.t("Sandbox"), account)],
      sandbox: l10n.t("Sandbox · sample data on this computer"),
    };
  const [label, host] = [accountLabel(account), displayHost(baseUrl)];
  return { ...frame, context: [...subject, label, ...(label === host ? [] : [host])] };
}

/** Why the end of what was sent is not known. */
export function whyUnknown(error: ApiError | undefined): string {
  return error === undefined
    ? l10n.t("You canceled the request before the service responded.")
    : sentence(describeError(error).headline);
}

/** What stands on top of what happened. */
export function verdict(tone: Tone): Head {
  return { kind: "verdict", tone };
}

/** A plain value. */
export function plain(text: string): Value {
  return { text };
}

/** An id, name or code, drawn in the editor's font. */
export function code(text: string): Value {
  return { text, code: true };
}

/** A row of an id, name or code, which a button beside it copies. */
export function codeRow(label: string, text: string): Row<Effect> {
  return {
    label,
    value: code(text),
    copy: copyButton(text),
  };
}

/** The button beside a row that copies what the row says, or the ID of what it names. */
export function copyButton(text: string): Button<Effect> {
  return { label: l10n.t("Copy"), press: { does: "copyValue", text } };
}

/** A row of a plain text, where there is one. */
export function textRow(label: string, text: string | undefined): Row<Effect> | undefined {
  return text === undefined ? undefined : { label, value: plain(text) };
}

/** A row of a time that the service told, where it can be read. */
export function dateRow(label: string, text: string | undefined): Row<Effect> | undefined {
  const date = readDate(text);
  return textRow(label, date && moment(date));
}

/** Rows without the ones that have nothing to say. */
export function rows<P = never>(
  title: string,
  ...all: readonly (Row<P> | undefined)[]
): Extract<Block<P>, { readonly kind: "rows" }> {
  return { kind: "rows", title, rows: all.filter((row) => row !== undefined) };
}

/** A reply as received, with its secrets masked; not kept over a reload. */
export function rawReply(raw: unknown): Block {
  return {
    kind: "code",
    title: l10n.t("Response as received, secrets masked"),
    text: maskedJson(raw),
    volatile: true,
  };
}

/**
 * What to do about an error, below its headline; where the service says when to come back, that is counted down from
 * `at`, when it said so.
 */
export function adviceOn(
  error: ApiError,
  advice: readonly string[],
  at: Date,
): { readonly advice: readonly string[]; readonly countdown?: Countdown } {
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

/** The service's own words about an error, if it gave any: what it says, then its details. */
export function serviceSays(error: ApiError | undefined): readonly Block[] {
  if (error === undefined) return [];
  const { details, message } = serviceLines(error);
  if (message === undefined && details.length === 0) return [];
  return [
    { kind: "list", title: l10n.t("The service says"), ...(message && { lead: message }), items: details },
  ];
}

interface NotRead {
  readonly title: string;
  /** Names what was asked for. */
  readonly which: Block<Effect>;
  /** Reads it again. */
  readonly again: ResultButton;
  /** Offered where nothing helps more. */
  readonly other?: ResultButton;
  /** By what it was asked for, to be copied. */
  readonly id?: string | undefined;
}

/** Something that could not be read: why, what helps, and a button that reads it again. */
export function notReadCard(
  context: ResultContext,
  error: ApiError,
  { again, id, title, which, ...offered }: NotRead,
): ResultCard {
  const { headline, remedies, ...words } = describeError(error);
  const { advice, ...waits } = adviceOn(error, words.advice, context.at);
  const other = remedyButton(remedies) ?? offered.other;
  return {
    ...cardFrame(context),
    head: verdict("error"),
    title,
    summary: [sentence(headline), ...advice],
    ...waits,
    blocks: [which, ...(isPlainlyMissing(error) ? [] : serviceSays(error))],
    actions: {
      next: again,
      ...(other && { other }),
      ...more(id === undefined ? undefined : copyIdButton(id)),
    },
  };
}
