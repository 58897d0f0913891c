// The live page of a connection. Shown by the commands that show, create or edit a connection or start its login.
import { l10n } from "vscode";
import type { ManagedAuth } from "../../../api/schemas.ts";
import { connectionView, type ConnectionView } from "../../../domain/connections/connectionView.ts";
import { connectionName } from "../../catalogue/connectionLabels.ts";
import type { ResultBlock } from "../../results/buttons.ts";
import type { ResultContext } from "../../results/cardParts.ts";
import { connectionTab, type CommandResult } from "../../results/result.ts";
import { connectionActions } from "./connectionActions.ts";
import { connectionBlocks, rawConnection } from "./connectionBlocks.ts";
import { connectionFrame } from "./connectionCard.ts";
import { flowDetails, loginTask } from "./loginBlocks.ts";
import { answerCountdown, flowProgress, flowSummary } from "./loginProgress.ts";
import { statePill } from "./words/stateWords.ts";
import { weekBlock } from "../week/weekStrip.ts";
import type { LocalLoginInfo, ConnectionsContext } from "../context/context.ts";
import { labelWithValue } from "../../words/sentences.ts";

/** Returns the result ID of a connection's page. An open page keeps its ID, which preserves the scroll position. */
export function pageResultId(
  { panel, results }: ConnectionsContext,
  accountId: string,
  connectionId: string,
): string {
  return panel.findConnectionPage(accountId, connectionId)?.result.card.id ?? results.newId();
}

interface PageContent {
  /** The ID that was used to request the connection. Defaults to the connection's own ID. */
  readonly id?: string;
  /** The response that contained the connection. */
  readonly raw?: unknown;
  readonly login?: LocalLoginInfo | undefined;
  /** Text about the action that has just finished, such as "Saved". The page shows this text for five seconds. */
  readonly done?: string;
  /** The connection before the action. During these five seconds, the page highlights the values that have changed. */
  readonly before?: ManagedAuth;
}

const highlightMs = 5_000;

/** Builds a connection's live page (interface.md §2.1): its state, the available actions and all reported values. */
export function connectionPage(
  context: ResultContext,
  reported: ManagedAuth,
  { before, done, id = reported.id, login, raw }: PageContent,
): CommandResult {
  const connection = { ...reported, id };
  const { hosted_url } = connection;
  const { serviceTime: now = context.at } = context;
  const view = connectionView(connection, now);
  const { flow } = view;
  const countdown = answerCountdown(view);
  const blocks = [weekBlock(view, statePill(view).text), ...connectionBlocks(view, context.named)];
  if (flow?.running === true) blocks.unshift(loginTask(context, connection, flow, login?.opened === true));
  if (flow !== undefined) blocks.push(flowDetails(connection, flow, countdown !== undefined));
  if (raw !== undefined) blocks.push(rawConnection(connection, raw));
  return {
    accountId: context.account.id,
    connectionId: id,
    about: connectionName(connection),
    tab: connectionTab(connection),
    // Keep the login page's URL out of the card, because cards are stored and the URL gives access to the login.
    secrets: { ...(hosted_url !== undefined && { hosted_url }) },
    ...(flow?.running === true && { isBusy: true }),
    card: {
      ...connectionFrame(context, view),
      summary: connectionSummary(view, login?.notes),
      ...(flow && { progress: flowProgress(flow) }),
      ...(countdown && { countdown }),
      blocks: before
        ? withChanges(connectionBlocks(connectionView(before, now), context.named), blocks)
        : blocks,
      actions: connectionActions(context, view, login),
      ...(done !== undefined && { done: { text: done, until: Date.now() + highlightMs } }),
    },
  };
}

/**
 * Returns sentences about the running login or the result of the last login. If there is nothing to report, explains
 * how the connection can be used.
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

/** Adds the previous value to each row and cell whose value has changed. */
function withChanges(before: readonly ResultBlock[], after: readonly ResultBlock[]): readonly ResultBlock[] {
  const previousValues = new Map<string, string>();
  const keyOf = ({ title }: ResultBlock, label: string): string => JSON.stringify([title, label]);
  for (const block of before) {
    if (block.kind === "rows")
      for (const { label, value } of block.rows) previousValues.set(keyOf(block, label), value.text);
    if (block.kind === "grid")
      for (const { label, state } of block.cells) previousValues.set(keyOf(block, label), state);
  }
  const changed = (block: ResultBlock, label: string, current: string): { readonly changed?: string } => {
    const previous = previousValues.get(keyOf(block, label));
    if (previous === current) return {};
    return { changed: previous === undefined ? l10n.t("new") : labelWithValue(l10n.t("before"), previous) };
  };
  return after.map((block) => {
    if (block.kind === "rows" && block.folded !== true) {
      const rows = block.rows.map((row) => ({ ...row, ...changed(block, row.label, row.value.text) }));
      return { ...block, rows };
    }
    if (block.kind !== "grid") return block;
    const cells = block.cells.map((cell) => ({ ...cell, ...changed(block, cell.label, cell.state) }));
    return { ...block, cells };
  });
}
