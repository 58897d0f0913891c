import { l10n } from "vscode";
import type { ApiError } from "../../../api/errors.ts";
import type { ManagedAuth } from "../../../api/schemas.ts";
import { display } from "../../../domain/text/display.ts";
import { flowFacts } from "../../../domain/connections/flow.ts";
import type { FlowFacts } from "../../../domain/connections/flow.ts";
import type { Card, Tone } from "../../../card/card.ts";
import { describeError, isPlainlyMissing } from "../../words/errors.ts";
import { button, copyIdButton, more, signInAgainButton } from "../../results/buttons.ts";
import { adviceOn, cardFrame, codeRow, rows, serviceSays, verdict } from "../../results/cardParts.ts";
import { run } from "../../results/buttonEffect.ts";
import type { ResultButton, ResultCard } from "../../results/buttonEffect.ts";
import type { Occasion } from "../../results/cardParts.ts";
import { connectionBlocks, rawConnection, statusValue } from "./blocks.ts";
import { flowProgress, flowState, flowSummary } from "./progress.ts";
import { mending } from "./words/failure.ts";
import { sentence } from "../../words/sentences.ts";

/**
 * An existing connection (§2.1). `raw` is the reply that tells of it, where it is told of by one; `notes` are sentences on
 * its login that the connection itself does not tell.
 */
export function connectionCard(
  occasion: Occasion,
  id: string,
  connection: ManagedAuth,
  raw: unknown,
  notes: readonly string[] = [],
): ResultCard {
  const { domain, profile_name, status } = connection;
  const now = occasion.serviceTime ?? occasion.at;
  const facts = flowFacts(connection, now);
  return {
    ...cardFrame(occasion, ...(domain === undefined || profile_name === undefined ? [] : [profile_name])),
    head: { kind: "header", state: (facts && flowState(facts)) ?? statusValue(status) },
    title: display(domain === undefined || profile_name === undefined ? connection.id : domain),
    summary: [
      ...notes,
      ...(status === "NEEDS_AUTH" && facts?.status !== "IN_PROGRESS"
        ? [l10n.t("Agents can use this profile there once it is logged in.")]
        : []),
      ...(facts === undefined ? [] : flowSummary(facts, connection.error_code)),
    ],
    ...progressOf(facts),
    blocks: [
      ...connectionBlocks(connection, facts),
      ...(raw === undefined ? [] : [rawConnection(connection, raw)]),
    ],
    actions: connectionActions(occasion, { ...connection, id }, facts),
  };
}

/** What can be done with a connection that is shown. */
export function connectionActions(
  occasion: Occasion,
  connection: ManagedAuth,
  facts: FlowFacts | undefined,
): ResultCard["actions"] {
  const { id } = connection;
  return {
    ...firstActions(connection, facts),
    refresh: readButton(l10n.t("Refresh"), id, occasion),
    ...more(
      button(l10n.t("Show History"), run("managedAuth.showHistory", { id })),
      button(l10n.t("Duplicate…"), run("managedAuth.duplicateConnection", { id })),
      button(l10n.t("Delete…"), run("managedAuth.deleteConnection", { ids: [id] })),
      copyIdButton(id),
    ),
  };
}

/** How far the login of a connection is, where one is told of. */
export function progressOf(facts: FlowFacts | undefined): Pick<Card<never>, "progress"> {
  return facts === undefined ? {} : { progress: flowProgress(facts) };
}

/** The two in sight: what mends the last login comes first. Where another one would do harm, none is offered. */
function firstActions(
  connection: ManagedAuth,
  facts: FlowFacts | undefined,
): Pick<ResultCard["actions"], "next" | "other"> {
  const logIn = logInButton(connection, facts);
  const edit = button(l10n.t("Edit…"), run("managedAuth.editConnection", { id: connection.id }));
  if (logIn === undefined) return { other: edit };
  return facts?.status === "FAILED" && mending(connection.error_code) === "edit"
    ? { next: edit, other: logIn }
    : { next: logIn, other: edit };
}

/** What logs a connection in, or goes on with its login; `undefined` where it needs none, or none would do any good. */
export function logInButton(
  { error_code, id, status }: ManagedAuth,
  facts: FlowFacts | undefined,
): ResultButton | undefined {
  if (facts?.status === "IN_PROGRESS")
    return button(l10n.t("Continue Login…"), run("managedAuth.logIn", { id }));
  if (status === "AUTHENTICATED") return undefined;
  if (facts?.status === "FAILED" && mending(error_code) === "nothing") return undefined;
  return button(l10n.t("Log In…"), run("managedAuth.logIn", { id }));
}

/** A connection that could not be read. */
export function noConnectionCard(occasion: Occasion, id: string, error: ApiError): ResultCard {
  const { headline, remedies, ...words } = describeError(error);
  const { advice, ...waits } = adviceOn(error, words.advice, occasion.at);
  return {
    ...cardFrame(occasion),
    head: verdict("error"),
    title: l10n.t("Connection not read"),
    summary: [sentence(headline), ...advice],
    ...waits,
    blocks: [
      rows(l10n.t("Connection"), codeRow(l10n.t("ID"), id)),
      ...(isPlainlyMissing(error) ? [] : serviceSays(error)),
    ],
    actions: {
      next: readButton(l10n.t("Try Again"), id, occasion),
      ...(remedies.includes("signIn") && { other: signInAgainButton() }),
      ...more(copyIdButton(id)),
    },
  };
}

/** Reads the connection again, in the place of this result. */
function readButton(label: string, id: string, { id: resultId }: Occasion): ResultButton {
  return button(label, run("managedAuth.showConnection", { id, resultId }));
}

/** What a status asks of the reader: nothing, a login, or nobody knows. */
export function toneOf(status: string | undefined): Tone {
  switch (status) {
    case "AUTHENTICATED":
      return "success";
    case "NEEDS_AUTH":
      return "warning";
    case undefined:
    default:
      return "info";
  }
}
