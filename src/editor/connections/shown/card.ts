import { l10n } from "vscode";
import type { ApiError } from "../../../api/errors.ts";
import type { ManagedAuth } from "../../../api/schemas.ts";
import { display } from "../../../domain/text/display.ts";
import { flowFacts } from "../../../domain/connections/flow.ts";
import type { FlowFacts } from "../../../domain/connections/flow.ts";
import type { Card } from "../../../card/card.ts";
import { cardFrame, codeRow, rows } from "../../results/cardParts.ts";
import type { ResultButton, ResultCard } from "../../results/buttonEffect.ts";
import type { Occasion } from "../../results/cardParts.ts";
import { notReadCard } from "../../results/notReadCard.ts";
import { connectionActions, readButton } from "./actions.ts";
import { connectionBlocks, rawConnection, statusValue } from "./blocks.ts";
import type { LoginKnown } from "./known.ts";
import { flowProgress, flowState, flowSummary, timeLeft } from "./progress.ts";
import { weekBlock } from "../week/strip.ts";
import { paragraph } from "../../words/sentences.ts";

/**
 * An existing connection (§2.1). `raw` is the reply that tells of it, where it is told of by one; `login` is what is known
 * of its login that the connection itself does not tell.
 */
export function connectionCard(
  occasion: Occasion,
  id: string,
  connection: ManagedAuth,
  raw: unknown,
  login?: LoginKnown,
): ResultCard {
  const facts = factsOf(occasion, connection);
  return {
    ...connectionFrame(occasion, connection),
    summary:
      facts?.running === true
        ? runningSummary(facts, login)
        : [
            ...(login?.notes ?? []),
            ...(facts === undefined ? [] : flowSummary(facts, connection.error_code)),
            ...useOf(connection, login?.notes),
          ],
    ...progressOf(facts),
    blocks: [
      weekBlock(connection, (occasion.serviceTime ?? occasion.at).getTime()),
      ...connectionBlocks(connection, facts, id),
      ...(raw === undefined ? [] : [rawConnection(connection, raw)]),
    ],
    actions: connectionActions(occasion, { ...connection, id }, facts, login),
  };
}

/** What a connection is good for as it stands, where nothing was said of that. */
function useOf({ status }: ManagedAuth, notes: readonly string[] = []): readonly string[] {
  switch (status) {
    case "NEEDS_AUTH":
      return [l10n.t("Agents can use this profile there once it is logged in.")];
    case "AUTHENTICATED":
      return notes.length === 0 ? [l10n.t("Agents can use this profile there.")] : [];
    case undefined:
    default:
      return [];
  }
}

/** What a page about a connection begins with: which one it is, and where it stands. */
export function connectionFrame(
  occasion: Occasion,
  connection: ManagedAuth,
): Pick<ResultCard, "id" | "at" | "context" | "sandbox" | "head" | "title"> {
  const { domain, id, profile_name, status } = connection;
  const facts = factsOf(occasion, connection);
  const isNamed = domain !== undefined && profile_name !== undefined;
  return {
    ...cardFrame(occasion, ...(isNamed ? [profile_name] : [])),
    head: { kind: "header", state: (facts && flowState(facts)) ?? statusValue(status) },
    title: display(isNamed ? domain : id),
  };
}

function factsOf({ at, serviceTime }: Occasion, connection: ManagedAuth): FlowFacts | undefined {
  return flowFacts(connection, serviceTime ?? at);
}

/**
 * What the reader is asked for. Where nobody is needed, the state above says all that there is; and who finishes it in the
 * browser needs no word of what the website asks there.
 */
function runningSummary(facts: FlowFacts, { notes, opened }: Partial<LoginKnown> = {}): readonly string[] {
  const asks = facts.step === "AWAITING_INPUT" || facts.step === "AWAITING_EXTERNAL_ACTION";
  if (asks && opened !== true) return [...(notes ?? []), ...flowSummary(facts)];
  const said = [...(notes ?? []), ...timeLeft(facts)];
  return said.length === 0 ? [] : [paragraph(said)];
}

/** How far the login of a connection is, where one is told of. */
export function progressOf(facts: FlowFacts | undefined): Pick<Card<never>, "progress"> {
  return facts === undefined ? {} : { progress: flowProgress(facts) };
}

/** A connection that could not be read. */
export function noConnectionCard(occasion: Occasion, id: string, error: ApiError): ResultCard {
  const again = readButton(l10n.t("Try Again"), id, occasion);
  return connectionNotReadCard(occasion, id, error, { title: l10n.t("Connection not read"), again });
}

/** Something of a connection that could not be read: the title says what, and a button reads it again. */
export function connectionNotReadCard(
  occasion: Occasion,
  id: string,
  error: ApiError,
  words: { readonly title: string; readonly again: ResultButton },
): ResultCard {
  return notReadCard(occasion, error, {
    ...words,
    which: rows(l10n.t("Connection"), codeRow(l10n.t("ID"), id)),
    id,
  });
}
