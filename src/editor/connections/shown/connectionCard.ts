import { l10n } from "vscode";
import type { ApiError } from "../../../api/errors.ts";
import { display } from "../../../domain/text/display.ts";
import type { ConnectionView } from "../../../domain/connections/connectionView.ts";
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
import { answerCountdown, flowProgress, flowSummary } from "./loginProgress.ts";
import { statePill } from "./words/stateWords.ts";
import { weekBlock } from "../week/weekStrip.ts";

/**
 * Builds the card of an existing connection (interface.md §2.1): its state, the action that fixes it and every
 * reported value. `raw` is the response that contained the connection, if any. `login` contains facts about the login
 * that only this window has.
 */
export function connectionCard(
  context: ResultContext,
  view: ConnectionView,
  raw: unknown,
  login?: LocalLoginInfo,
): ResultCard {
  const { connection, flow } = view;
  const blocks = [weekBlock(view, statePill(view).text), ...connectionBlocks(view, context.named)];
  const countdown = answerCountdown(view);
  if (flow?.running === true) blocks.unshift(loginTask(context, connection, flow, login?.opened === true));
  if (flow !== undefined) blocks.push(flowDetails(connection, flow, countdown !== undefined));
  if (raw !== undefined) blocks.push(rawConnection(connection, raw));
  return {
    ...connectionFrame(context, view),
    summary: connectionSummary(view, login?.notes),
    ...(flow && { progress: flowProgress(flow) }),
    ...(countdown && { countdown }),
    blocks,
    actions: connectionActions(context, view, login),
  };
}

/**
 * Returns sentences about the running login or the end of the last login. Without such sentences, explains how the
 * connection can be used.
 */
function connectionSummary(view: ConnectionView, notes: readonly string[] = []): readonly string[] {
  const { kind } = view.state;
  if (kind === "running") return notes;
  const ended = flowSummary(view);
  if (kind === "needsLogin" && ended.length === 0)
    return [...notes, l10n.t("Log in once, and agents can use this profile.")];
  if (kind === "loggedIn" && notes.length === 0) return [...ended, l10n.t("Agents can use this profile.")];
  return [...notes, ...ended];
}

/** Returns the header of a page about a connection: its name and state. */
export function connectionFrame(
  context: ResultContext,
  view: ConnectionView,
): ReturnType<typeof cardFrame> & Pick<ResultCard, "head" | "title"> {
  const { domain, id, profile_name } = view.connection;
  const head = { kind: "header", state: statePill(view) } as const;
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
