import { l10n } from "vscode";
import type { ApiError } from "../../../api/errors.ts";
import type { ManagedAuth } from "../../../api/schemas.ts";
import { display } from "../../../domain/text/display.ts";
import { connectionState } from "../../../domain/connections/connectionState.ts";
import { flowFacts, type FlowFacts } from "../../../domain/connections/flowFacts.ts";
import {
  cardFrame,
  codeRow,
  type ResultContext,
  rowsBlock,
  failedFetchCard,
} from "../../results/cardParts.ts";
import type { ResultButton, ResultCard } from "../../results/buttons.ts";
import { connectionActions, refreshConnectionButton } from "./connectionActions.ts";
import type { LocalLoginInfo } from "../context/context.ts";
import { connectionBlocks, rawConnection } from "./connectionBlocks.ts";
import { flowDetails, loginTask } from "./loginBlocks.ts";
import { answerCountdown, flowProgress, flowSummary, statePill } from "./loginProgress.ts";
import { weekBlock } from "../week/weekStrip.ts";

/**
 * Builds the card of an existing connection (interface.md §2.1): its state, the action that fixes it and every
 * reported value. `raw` is the response that contained the connection, if any. `login` contains facts about the login
 * that only this window has.
 */
export function connectionCard(
  context: ResultContext,
  id: string,
  connection: ManagedAuth,
  raw: unknown,
  login?: LocalLoginInfo,
): ResultCard {
  const now = context.serviceTime ?? context.at;
  const facts = flowFacts(connection, now);
  const state = connectionState(connection, now);
  const requested = { ...connection, id };
  const blocks = [
    weekBlock(connection, statePill(state).text, now.getTime()),
    ...connectionBlocks(connection, context.named),
  ];
  if (facts?.running === true) blocks.unshift(loginTask(context, requested, facts, login?.opened === true));
  if (facts !== undefined) blocks.push(flowDetails(requested, facts));
  if (raw !== undefined) blocks.push(rawConnection(connection, raw));
  const countdown = facts && answerCountdown(facts);
  return {
    ...connectionFrame(context, connection),
    summary: connectionSummary(connection, facts, login?.notes),
    ...(facts && { progress: flowProgress(facts) }),
    ...(countdown && { countdown }),
    blocks,
    actions: connectionActions(context, requested, state, login),
  };
}

/**
 * Returns sentences about the running login or the end of the last login. Without such sentences, explains how the
 * connection can be used.
 */
function connectionSummary(
  { error_code, status }: ManagedAuth,
  facts: FlowFacts | undefined,
  notes: readonly string[] = [],
): readonly string[] {
  if (facts?.running === true) return notes;
  const ended = facts === undefined ? [] : flowSummary(facts, error_code);
  if (status === "NEEDS_AUTH" && ended.length === 0)
    return [...notes, l10n.t("Log in once, and agents can use this profile.")];
  if (status === "AUTHENTICATED" && notes.length === 0)
    return [...ended, l10n.t("Agents can use this profile.")];
  return [...notes, ...ended];
}

/** Returns the header of a page about a connection: its name and state. */
export function connectionFrame(
  context: ResultContext,
  connection: ManagedAuth,
): ReturnType<typeof cardFrame> & Pick<ResultCard, "head" | "title"> {
  const { domain, id, profile_name } = connection;
  const state = connectionState(connection, context.serviceTime ?? context.at);
  const head = { kind: "header", state: statePill(state) } as const;
  if (domain === undefined || profile_name === undefined)
    return { ...cardFrame(context), head, title: display(id) };
  return { ...cardFrame(context, profile_name), head, title: display(domain) };
}

/** Builds the card of a connection that couldn't be fetched. */
export function noConnectionCard(context: ResultContext, id: string, error: ApiError): ResultCard {
  const again = refreshConnectionButton(l10n.t("Try Again"), id, context);
  return connectionNotReadCard(context, id, error, { title: l10n.t("Couldn't read the connection"), again });
}

/** Builds the card for a part of a connection that couldn't be fetched, with a button to retry. */
export function connectionNotReadCard(
  context: ResultContext,
  id: string,
  error: ApiError,
  words: { readonly title: string; readonly again: ResultButton },
): ResultCard {
  return failedFetchCard(context, error, {
    ...words,
    which: rowsBlock(l10n.t("Connection"), codeRow(l10n.t("ID"), id)),
    id,
  });
}
