import { compact } from "../../../domain/compact.ts";
import { l10n } from "vscode";
import type { CardTone } from "../../../card/card.ts";
import type { ManagedAuth } from "../../../api/schemas.ts";
import { display } from "../../../domain/text/display.ts";
import { connectionName } from "../../catalogue/connectionLabels.ts";
import type { EnsureResult } from "../../../domain/login/ensureLogin.ts";
import {
  commandButton,
  copyIdButton,
  moreMenu,
  type ResultButton,
  type ResultCard,
} from "../../results/buttons.ts";
import {
  cardFrame,
  codeValue,
  codeRow,
  type ResultContext,
  plainValue,
  rowsBlock,
  verdictHead,
} from "../../results/cardParts.ts";
import { connectionTab, type ResultTab } from "../../results/result.ts";
import { showConnectionButton } from "../shown/connectionActions.ts";
import { bestAction, ensuredNotes, ensuredPill, isKnownLoggedOut } from "./ensuredWords.ts";

/** The result of "Make Sure It Is Logged In" for one connection. `connection` may contain only the ID. */
export interface EnsuredConnection {
  readonly connection: ManagedAuth;
  readonly ensured: EnsureResult;
}

/**
 * Renders the results of "Make Sure It Is Logged In". Connections that need an action by the user come first. No
 * login page was opened for any of these connections.
 */
export function ensuredCard(context: ResultContext, all: readonly EnsuredConnection[]): ResultCard {
  const [first, ...rest] = all;
  if (first !== undefined && rest.length === 0) return singleEnsuredCard(context, first);
  const retryable = all.filter(({ ensured }) => isRetryable(ensured)).map(({ connection: { id } }) => id);
  const worstFirst = all.toSorted(
    (a, b) => ensuredOrder.indexOf(a.ensured.kind) - ensuredOrder.indexOf(b.ensured.kind),
  );
  const needing = all.filter(({ ensured }) => ensured.kind === "needsPerson").length;
  return {
    ...cardFrame(context),
    head: verdictHead(ensuredTone(all)),
    title: l10n.t("{0} of {1} connections are logged in", countLoggedIn(all), all.length),
    summary: needing === 0 ? [] : [l10n.t("Connections that need you: {0}. No page was opened.", needing)],
    blocks: [
      {
        kind: "table",
        title: l10n.t("Connections"),
        columns: [l10n.t("Connection"), l10n.t("ID"), l10n.t("Result")],
        rows: worstFirst.map(({ connection, ensured }) => {
          const action = bestAction(ensured, connection.id);
          return {
            cells: [
              plainValue(display(connectionName(connection))),
              codeValue(display(connection.id)),
              ensuredPill(ensured),
            ],
            notes: ensuredNotes(ensured),
            ...(action !== undefined && { actions: [action] }),
          };
        }),
      },
    ],
    actions: { ...(retryable.length > 0 && { next: retryEnsureButton(retryable) }), ...moreMenu() },
  };
}

function singleEnsuredCard(context: ResultContext, { connection, ensured }: EnsuredConnection): ResultCard {
  const { id } = connection;
  const best = bestAction(ensured, id);
  const retry = isRetryable(ensured) ? retryEnsureButton([id]) : undefined;
  const [next, other] = compact(best, retry, showConnectionButton(id));
  return {
    ...cardFrame(context),
    head: verdictHead(ensuredTone([{ connection, ensured }])),
    title: ensuredTitle(display(connectionName(connection)), ensured),
    summary: ensuredNotes(ensured),
    blocks: [rowsBlock(l10n.t("Connection"), codeRow(l10n.t("ID"), id))],
    actions: {
      ...(next !== undefined && { next }),
      ...(other !== undefined && other.label !== next?.label && { other }),
      ...moreMenu(copyIdButton(id)),
    },
  };
}

function ensuredTitle(name: string, ensured: EnsureResult): string {
  switch (ensured.kind) {
    case "loggedIn":
    case "loggedInAfterLogin":
      return l10n.t("{0} is logged in", name);
    case "needsPerson":
      return l10n.t("{0} needs you", name);
    case "cannot":
    case "cancelled":
      if (isKnownLoggedOut(ensured)) return l10n.t("{0} isn't logged in", name);
      return l10n.t("Couldn't confirm that {0} is logged in", name);
  }
}

/** Returns the tab's icon and title. For a single result, these are the same as on the connection's page. */
export function ensuredTab(all: readonly EnsuredConnection[]): ResultTab {
  const [first, ...rest] = all;
  if (first !== undefined && rest.length === 0) return connectionTab(first.connection);
  return { icon: "key", title: l10n.t("Logged in: {0} of {1}", countLoggedIn(all), all.length) };
}

export function countLoggedIn(all: readonly EnsuredConnection[]): number {
  return all.filter(({ ensured: { kind } }) => kind === "loggedIn" || kind === "loggedInAfterLogin").length;
}

/** True if a retry may succeed without any action by the user. */
function isRetryable(ensured: EnsureResult): boolean {
  if (ensured.kind === "cancelled") return true;
  return ensured.kind === "cannot" && ensured.why.kind === "error";
}

function retryEnsureButton(ids: readonly string[]): ResultButton {
  return commandButton(l10n.t("Try Again"), "managedAuth.ensureLoggedIn", { ids });
}

const ensuredOrder = ["needsPerson", "cannot", "cancelled", "loggedInAfterLogin", "loggedIn"] as const;

function ensuredTone(all: readonly EnsuredConnection[]): CardTone {
  const kinds = new Set(all.map(({ ensured: { kind } }) => kind));
  if (kinds.has("cannot")) return "error";
  if (kinds.has("needsPerson")) return "warning";
  return kinds.has("cancelled") ? "info" : "success";
}
