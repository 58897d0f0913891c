import { l10n } from "vscode";
import type { ManagedAuth } from "../../../api/schemas.ts";
import type { Awaited, FlowFacts } from "../../../domain/connections/flow.ts";
import { mask, maskedText } from "../../../domain/text/secrets.ts";
import type { Block, Row } from "../../../card/card.ts";
import { choiceType, fieldType } from "./words/awaited.ts";
import { flowType, flowWords } from "./words/flow.ts";
import { moment } from "../../words/numbers.ts";
import { button } from "../../results/buttons.ts";
import { code, plain, rows } from "../../results/cardParts.ts";
import type { Effect } from "../../results/buttonEffect.ts";

/** What is told of a connection's flow; nothing where there is none (§2.1, §3). It is shown once. */
export function flowBlocks(connection: ManagedAuth, facts: FlowFacts | undefined): readonly Block<Effect>[] {
  if (facts === undefined) return [];
  return [details(connection, facts), ...awaitedTable(facts.awaited)];
}

function details(connection: ManagedAuth, facts: FlowFacts): Block<Effect> {
  const { error_code, error_message, external_action_message, hosted_url, live_view_url, website_error } =
    connection;
  const told = (label: string, text: string | undefined): Row | undefined =>
    text === undefined ? undefined : { label, value: plain(maskedText(text)), volatile: true };
  const { expiresAt } = facts;
  return rows<Effect>(
    l10n.t("About the login"),
    { label: flowType(facts.type), value: plain(flowWords(facts)), volatile: true },
    expiresAt === undefined
      ? undefined
      : { label: l10n.t("Expires"), value: plain(moment(expiresAt)), volatile: true },
    told(l10n.t("What to do"), external_action_message),
    error_code === undefined
      ? undefined
      : { label: l10n.t("Error"), value: code(error_code), volatile: true },
    told(l10n.t("Message"), error_message),
    told(l10n.t("The website says"), website_error),
    hosted_url === undefined ? undefined : secret(l10n.t("Login page for a person"), "hosted_url"),
    live_view_url === undefined ? undefined : secret(l10n.t("Live view"), "live_view_url"),
  );
}

/** An address that opens a logged-in browser: it stays with the editor and is opened by a click only. */
function secret(label: string, address: "hosted_url" | "live_view_url"): Row<Effect> {
  const press: Effect = { does: "open", address };
  return { label, value: plain(mask), volatile: true, secret: button(l10n.t("Open…"), press) };
}

function awaitedTable(awaited: readonly Awaited[]): readonly Block[] {
  if (awaited.length === 0) return [];
  return [
    {
      kind: "table",
      volatile: true,
      title: l10n.t("It waits for"),
      columns: [l10n.t("What"), l10n.t("Kind")],
      rows: awaited.map((one) => ({
        cells: [plain(one.label), plain(kindOf(one))],
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

function kindOf({ kind, required, type }: Awaited): string {
  const what = type === undefined ? undefined : kind === "field" ? fieldType(type) : choiceType(type);
  const noun = kind === "field" ? l10n.t("Field") : l10n.t("Choice");
  const named = what === undefined ? noun : l10n.t("{0}: {1}", noun, what);
  return required === false ? l10n.t("{0}, optional", named) : named;
}
