import { l10n } from "vscode";
import type { ApiError } from "../../../api/errors.ts";
import type { ManagedAuth } from "../../../api/schemas.ts";
import { display } from "../../../domain/text/display.ts";
import { connectionState } from "../../../domain/connections/connectionState.ts";
import { flowFacts, type FlowFacts } from "../../../domain/connections/flow.ts";
import { cardFrame, codeRow, type ResultContext, rows, notReadCard } from "../../results/cardParts.ts";
import type { ResultButton, ResultCard } from "../../results/buttons.ts";
import { connectionActions, readButton } from "./actions.ts";
import type { LoginKnown } from "../context/context.ts";
import { connectionBlocks, rawConnection } from "./blocks.ts";
import { flowDetails, loginTask } from "./flow.ts";
import { answerCountdown, flowProgress, flowSummary, stateValue } from "./progress.ts";
import { weekBlock } from "../week/strip.ts";

/**
 * An existing connection (§2.1): its state, what fixes it, and all that it reports. `raw` is the reply that reported it,
 * where there is one; `login` is what this window knows of its login beside that.
 */
export function connectionCard(
  context: ResultContext,
  id: string,
  connection: ManagedAuth,
  raw: unknown,
  login?: LoginKnown,
): ResultCard {
  const now = context.serviceTime ?? context.at;
  const facts = flowFacts(connection, now);
  const state = connectionState(connection, now);
  const askedFor = { ...connection, id };
  const countdown = facts && answerCountdown(facts);
  return {
    ...connectionFrame(context, connection),
    summary: summaryOf(connection, facts, login),
    ...(facts && { progress: flowProgress(facts) }),
    ...(countdown && { countdown }),
    blocks: [
      ...(facts?.running === true ? [loginTask(context, askedFor, facts, login?.opened === true)] : []),
      weekBlock(connection, stateValue(state).text, now.getTime()),
      ...connectionBlocks(connection, context.named),
      ...(facts === undefined ? [] : [flowDetails(askedFor, facts)]),
      ...(raw === undefined ? [] : [rawConnection(connection, raw)]),
    ],
    actions: connectionActions(context, askedFor, state, login),
  };
}

/** What is known of the login of a connection, how the last one ended, else what the connection is good for. */
function summaryOf(
  { error_code, status }: ManagedAuth,
  facts: FlowFacts | undefined,
  { notes }: LoginKnown = { notes: [], opened: false, following: "no" },
): readonly string[] {
  if (facts?.running === true) return notes;
  const ended = facts === undefined ? [] : flowSummary(facts, error_code);
  if (status === "NEEDS_AUTH" && ended.length === 0)
    return [...notes, l10n.t("Log in once, and agents can use this profile.")];
  if (status === "AUTHENTICATED" && notes.length === 0)
    return [...ended, l10n.t("Agents can use this profile.")];
  return [...notes, ...ended];
}

/** What a page about a connection begins with: which one it is, and its state. */
export function connectionFrame(
  context: ResultContext,
  connection: ManagedAuth,
): Pick<ResultCard, "id" | "at" | "context" | "sandbox" | "head" | "title"> {
  const { domain, id, profile_name } = connection;
  const isNamed = domain !== undefined && profile_name !== undefined;
  const state = connectionState(connection, context.serviceTime ?? context.at);
  return {
    ...cardFrame(context, ...(isNamed ? [profile_name] : [])),
    head: { kind: "header", state: stateValue(state) },
    title: display(isNamed ? domain : id),
  };
}

/** A connection that could not be read. */
export function noConnectionCard(context: ResultContext, id: string, error: ApiError): ResultCard {
  const again = readButton(l10n.t("Try Again"), id, context);
  return connectionNotReadCard(context, id, error, { title: l10n.t("Couldn't read the connection"), again });
}

/** Something of a connection that could not be read: the title says what, and a button reads it again. */
export function connectionNotReadCard(
  context: ResultContext,
  id: string,
  error: ApiError,
  words: { readonly title: string; readonly again: ResultButton },
): ResultCard {
  return notReadCard(context, error, {
    ...words,
    which: rows(l10n.t("Connection"), codeRow(l10n.t("ID"), id)),
    id,
  });
}
