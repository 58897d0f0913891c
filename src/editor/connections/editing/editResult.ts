import { l10n } from "vscode";
import type { ManagedAuth } from "../../../api/schemas.ts";
import type { ManagedAuthUpdateRequest } from "../../../api/updateRequest.ts";
import { compact } from "../../../domain/compact.ts";
import { draftFromConnection, type ConnectionDraft } from "../../../domain/draft/draft.ts";
import type { ConnectionEditOutcome } from "../../../domain/connections/applyEdit.ts";
import { connectionView } from "../../../domain/connections/connectionView.ts";
import type { SettingId } from "../../../domain/connections/settings.ts";
import type { NamedResource } from "../../../domain/text/names.ts";
import { connectionName } from "../../catalogue/connectionLabels.ts";
import {
  commandButton,
  copyIdButton,
  moreMenu,
  type ResultButton,
  type ResultCard,
  type ResultBlock,
} from "../../results/buttons.ts";
import {
  cardFrame,
  type ResultContext,
  serviceMessageBlocks,
  verdictHead,
  unknownOutcomeReason,
} from "../../results/cardParts.ts";
import { changeResult, type ChangedValue, changesTable } from "../../results/changesTable.ts";
import { quotedServiceMessages } from "../../words/errors.ts";
import { refusalParts } from "../creation/notCreatedCards.ts";
import { formatSettingForCard, stepLabel } from "../settings/settings.ts";
import { connectionBlocks } from "../shown/connectionBlocks.ts";
import { connectionActions, showConnectionButton } from "../shown/connectionActions.ts";
import type { AccountAccess } from "../../accounts/clientFactory.ts";
import { connectionTab, type CommandResult } from "../../results/result.ts";
import { newResultContext } from "../../results/showingContext.ts";
import { connectionPage, pageResultId } from "../shown/connectionPage.ts";
import type { ConnectionsContext } from "../context/context.ts";

/** Outcomes of an edit that need a result card. Saved changes are shown on the connection's own page instead. */
type ReportedEnd = Exclude<
  ConnectionEditOutcome,
  { readonly kind: "cancelled" | "conflict" | "nothing" | "saved" }
>;

export interface EditSummary {
  readonly connection: ManagedAuth;
  readonly settings: readonly SettingId[];
  /** The connection right before the edit, or undefined if the earlier values are no longer known. */
  readonly before?: ManagedAuth;
  readonly wanted: ConnectionDraft;
  /** Names and other details of the resources that the settings reference only by ID. */
  readonly named: readonly NamedResource[];
}

type SettingResult = Pick<ChangedValue, "notes" | "result">;
type PartlyAppliedOutcome = Extract<ReportedEnd, { readonly kind: "notTaken" }>;

function editedCard(context: ResultContext, summary: EditSummary, outcome: ReportedEnd): ResultCard {
  const { connection, named } = summary;
  const { domain, id, profile_name } = connection;
  const { id: resultId } = context;
  const frame = cardFrame(context, connectionName(connection));
  const unconfirmed = { head: verdictHead("warning"), title: l10n.t("Couldn't confirm the changes") };
  const [show, copy] = [showConnectionButton(id), copyIdButton(id)];
  // This button reopens the review with the answers, which this window keeps in memory.
  const change = commandButton(l10n.t("Change Answers…"), "managedAuth.editConnection", { id, resume: true });
  /** Returns the button that fetches the connection to find the outcome. The new result replaces this card. */
  const check = (sent: ManagedAuthUpdateRequest): ResultButton =>
    commandButton(l10n.t("Check Now"), "managedAuth.checkEdit", { id, domain, profile_name, sent, resultId });
  switch (outcome.kind) {
    case "notTaken": {
      const view = connectionView(outcome.after, context.serviceTime ?? context.at);
      const blocks = [
        requestedChanges(summary, (setting) => settingOutcome(setting, outcome, named)),
        ...connectionBlocks(view, named),
      ];
      const actions = connectionActions(context, view);
      if (outcome.isAnswered) return { ...frame, ...partlyAppliedHeader(summary, outcome), blocks, actions };
      return {
        ...frame,
        ...unconfirmed,
        summary: [
          l10n.t("We couldn't confirm the changes. The connection doesn't show all of them."),
          l10n.t("The rest may still arrive. Check Now only reads the current state."),
        ],
        blocks,
        actions: { next: check(outcome.sent), other: change, ...moreMenu(show, copy) },
      };
    }
    case "unknown":
      return {
        ...frame,
        ...unconfirmed,
        summary: [
          unknownOutcomeReason(outcome.error),
          l10n.t("The changes may be saved. Check Now only reads the current state."),
        ],
        blocks: [...serviceMessageBlocks(outcome.error), requestedChanges(summary)],
        actions: { next: check(outcome.sent), other: show, ...moreMenu(copy) },
      };
    case "refused":
    case "notRead": {
      const { buttons, ...refusal } = refusalParts(context, outcome.error, "change", {
        intro: compact(outcome.kind === "notRead" && l10n.t("Not sent: reading the connection failed.")),
        draftKept: l10n.t("Your answers stay until this window closes."),
        back: change,
      });
      const quoted = quotedServiceMessages(outcome.error).join(" ");
      return {
        ...frame,
        ...refusal,
        title: l10n.t("Changes not saved"),
        blocks: [
          ...serviceMessageBlocks(outcome.error),
          requestedChanges(summary, (setting) =>
            new RegExp(`\\b${setting}\\b`).test(quoted)
              ? { notes: [l10n.t("The service mentions this setting in its response.")] }
              : {},
          ),
        ],
        actions: { ...buttons, ...moreMenu(show, copy) },
      };
    }
    case "gone":
      return {
        ...frame,
        head: verdictHead("warning"),
        title: l10n.t("The connection no longer exists"),
        summary: [l10n.t("Someone deleted the connection.")],
        blocks: [requestedChanges(summary)],
        actions: moreMenu(copy),
      };
  }
}

function partlyAppliedHeader(
  { settings }: EditSummary,
  { unapplied }: PartlyAppliedOutcome,
): Pick<ResultCard, "head" | "summary" | "title"> {
  if (unapplied.every(({ isCertain }) => !isCertain))
    return {
      head: verdictHead("info"),
      title: l10n.t("Changes saved, partly unverified"),
      summary: [l10n.t("The service reports some settings in another form; the values may be the same.")],
    };
  const isNone = unapplied.length === settings.length;
  return {
    head: verdictHead("warning"),
    title: isNone ? l10n.t("Changes not applied") : l10n.t("Some changes not applied"),
    summary: [l10n.t("The service accepted the changes, but the connection doesn't show all of them.")],
  };
}

function settingOutcome(
  setting: SettingId,
  { after, unapplied }: PartlyAppliedOutcome,
  named: readonly NamedResource[],
): SettingResult {
  const mismatch = unapplied.find(({ field }) => field === setting);
  if (mismatch === undefined) return { result: changeResult(true) };
  const current = formatSettingForCard(setting, draftFromConnection(after), named);
  if (mismatch.isCertain)
    return { result: changeResult(false), notes: [l10n.t("The connection has {0}.", current)] };
  return {
    result: { text: l10n.t("Unverified"), tone: "info" },
    notes: [l10n.t("The service reports {0}.", current)],
  };
}

/** Renders the requested changes as a table. A table with a login URL is volatile: it is shown but never stored. */
function requestedChanges(
  { before, named, settings, wanted }: EditSummary,
  outcomeOf: (setting: SettingId) => SettingResult = () => ({}),
): ResultBlock {
  const earlier = before && draftFromConnection(before);
  const changes = settings.map((setting) => ({
    label: stepLabel(setting),
    before: earlier && formatSettingForCard(setting, earlier, named),
    wanted: formatSettingForCard(setting, wanted, named),
    ...outcomeOf(setting),
  }));
  const table = changesTable(l10n.t("Setting"), changes);
  return { ...table, ...(settings.includes("login_url") && { volatile: true }) };
}

/**
 * Returns the result of an edit. Saved changes are shown on the connection's live page, which highlights the
 * differences. Any other outcome is shown as a card in the connection's tab. `resultId` is the ID of an
 * open result to replace.
 */
export function editResult(
  parts: ConnectionsContext,
  access: AccountAccess,
  summary: EditSummary,
  outcome: Extract<ConnectionEditOutcome, { readonly kind: "saved" }> | ReportedEnd,
  resultId?: string,
): CommandResult {
  const { before, connection } = summary;
  const accountId = access.account.id;
  if (outcome.kind === "saved") {
    const context = newResultContext(access, resultId ?? pageResultId(parts, accountId, connection.id));
    return connectionPage({ ...context, named: summary.named }, outcome.after, {
      done: l10n.t("Saved"),
      ...(before !== undefined && { before }),
    });
  }
  return {
    card: editedCard(newResultContext(access, resultId ?? parts.results.newId()), summary, outcome),
    accountId,
    about: connectionName(connection),
    connectionId: connection.id,
    tab: connectionTab(connection),
  };
}
