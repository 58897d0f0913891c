import { l10n } from "vscode";
import type { ManagedAuth } from "../../../api/schemas.ts";
import type { Awaited, FlowFacts } from "../../../domain/connections/flow.ts";
import { mask, maskedText } from "../../../domain/text/secrets.ts";
import type { Block, Row } from "../../../card/card.ts";
import { choiceType, fieldType } from "./words/awaited.ts";
import { flowType, flowWords } from "./words/flow.ts";
import { moment } from "../../words/numbers.ts";
import { code, plain, rows } from "../../results/cardParts.ts";
import type { Effect, ResultButton } from "../../results/buttonEffect.ts";
import { openPageButton } from "./actions.ts";

/** What is told of a connection's flow; nothing where there is none (§2.1, §3). It is shown once. */
export function flowBlocks(connection: ManagedAuth, facts: FlowFacts | undefined): readonly Block<Effect>[] {
  if (facts === undefined) return [];
  return [details(connection, facts), ...waysTable(facts.awaited.filter(({ kind }) => kind === "choice"))];
}

function details(connection: ManagedAuth, facts: FlowFacts): Block<Effect> {
  const { error_code, error_message, external_action_message, hosted_url, id, live_view_url, website_error } =
    connection;
  const told = (label: string, text: string | undefined): Row | undefined =>
    text === undefined ? undefined : { label, value: plain(maskedText(text)), volatile: true };
  const { expiresAt } = facts;
  return rows<Effect>(
    l10n.t("About the login"),
    standing(facts),
    expiresAt === undefined
      ? undefined
      : { label: l10n.t("Expires"), value: plain(moment(expiresAt)), volatile: true },
    told(l10n.t("What to do"), external_action_message),
    ...facts.awaited.filter(({ kind }) => kind === "field").map(fieldRow),
    error_code === undefined
      ? undefined
      : { label: l10n.t("Error"), value: code(error_code), volatile: true },
    told(l10n.t("Message"), error_message),
    told(l10n.t("The website says"), website_error),
    hosted_url === undefined ? undefined : loginPage(id, facts),
    live_view_url === undefined ? undefined : secret(l10n.t("Live view"), openAddress("live_view_url")),
  );
}

/** Where a login in progress stands is said on top; here only what kind of login it is, where a person did not begin it. */
function standing({ status, step, type }: FlowFacts): Row | undefined {
  if (status !== "IN_PROGRESS")
    return { label: flowType(type), value: plain(flowWords({ status, step })), volatile: true };
  return type === undefined || type === "LOGIN"
    ? undefined
    : { label: l10n.t("Kind"), value: plain(flowType(type)), volatile: true };
}

/** The page of a login that runs leads back, and its link works once; of one that is over it is an address like any. */
function loginPage(id: string, { running }: FlowFacts): Row<Effect> {
  const label = l10n.t("Login page for a person");
  return running
    ? { ...secret(label, openPageButton(l10n.t("Open…"), id)), note: l10n.t("Its link works once.") }
    : secret(label, openAddress("hosted_url"));
}

function openAddress(address: "hosted_url" | "live_view_url"): ResultButton {
  return { label: l10n.t("Open…"), press: { does: "open", address } };
}

/** An address that opens a logged-in browser: it stays with the editor and is opened by a click only. */
function secret(label: string, open: ResultButton): Row<Effect> {
  return { label, value: plain(mask), volatile: true, secret: open };
}

/** A field that is asked for: of what kind it is, and what else is told of it. */
function fieldRow(field: Awaited): Row {
  const notes = notesOf(field);
  return {
    label: field.label,
    value: plain(field.type === undefined ? l10n.t("Field") : fieldType(field.type)),
    ...(notes.length > 0 && { note: notes.join(" · ") }),
    volatile: true,
  };
}

function waysTable(choices: readonly Awaited[]): readonly Block[] {
  if (choices.length === 0) return [];
  return [
    {
      kind: "table",
      volatile: true,
      title: l10n.t("Ways it offers"),
      columns: [l10n.t("What"), l10n.t("Kind")],
      rows: choices.map((one) => ({
        cells: [plain(one.label), plain(one.type === undefined ? l10n.t("Choice") : choiceType(one.type))],
        notes: notesOf(one),
      })),
    },
  ];
}

function notesOf({ hints, maskedDestination, method, replaces, storedAs }: Awaited): readonly string[] {
  return [
    maskedDestination === undefined ? undefined : l10n.t("Goes to {0}", maskedDestination),
    ...hints,
    method === undefined ? undefined : l10n.t("Belongs to: {0}", choiceType(method)),
    storedAs === undefined ? undefined : l10n.t("Stored as {0}", storedAs),
    replaces ? l10n.t("Replaces what is stored, which the website refused") : undefined,
  ].filter((note) => note !== undefined);
}
