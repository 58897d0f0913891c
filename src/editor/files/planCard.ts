import { l10n } from "vscode";
import type { CardBlock, TableRow } from "../../card/card.ts";
import {
  changingSteps,
  isEmptyPlan,
  isSensitiveStep,
  allSurplus,
  type ChangePlan,
  type PlanStep,
} from "../../domain/file/plan.ts";
import { hasErrors, type FileProblem } from "../../domain/file/problem.ts";
import type { ManagedAuth } from "../../api/schemas.ts";
import { type ResultCard, type ButtonAction, commandButton, moreMenu } from "../results/buttons.ts";
import { cardFrame, verdictHead, type ResultContext } from "../results/cardParts.ts";
import { fileLabel } from "./commandFile.ts";
import type { FileText, PlannedFile } from "./filePlans.ts";
import {
  changeLines,
  planCounts,
  hasUnsavedChanges,
  displayConnectionName,
  problemLines,
  settingNames,
  unreadListMessage,
} from "./planDescriptions.ts";
import { compact } from "../../domain/compact.ts";

/**
 * Builds the page of a plan. Settings that determine where a stored credential is sent come first. Deletions, which
 * end logins, have a section of their own.
 */
export function planCard(context: ResultContext, planned: PlannedFile): ResultCard {
  const { plan, state, text, uri } = planned;
  const isWrong = hasErrors(plan.problems);
  const page = { uri: uri.toString(), resultId: context.id };
  const listed = allSurplus(plan).map(({ id }) => id);
  const applyButton = commandButton(l10n.t("Apply…"), "managedAuth.applyFile", { ...page, listed });
  const planAgain = commandButton(l10n.t("Plan Again"), "managedAuth.planFile", page);
  const compare = commandButton(l10n.t("Show Comparison"), "managedAuth.planFile", {
    ...page,
    compare: true,
  });
  const hasWork = !isEmptyPlan(plan) && !isWrong;
  return {
    ...cardFrame(context, fileLabel(uri)),
    head: verdictHead(planTone(plan)),
    title: planTitle(plan),
    summary: planCardSummary(planned),
    blocks: [
      ...problemBlocks(plan.problems, text),
      ...stepBlocks(plan, state),
      ...planDeletionBlocks(plan),
      ...unverifiedBlocks(plan.steps),
    ],
    actions: {
      next: hasWork ? applyButton : planAgain,
      ...(hasWork && { other: planAgain }),
      ...moreMenu(!isEmptyPlan(plan) && compare),
    },
  };
}

/** Builds the page for a file with errors. Such a file isn't compared with the service. */
export function invalidFileCard(context: ResultContext, { file, text, uri }: FileText): ResultCard {
  const page = { uri: uri.toString(), resultId: context.id };
  const planAgain = commandButton(l10n.t("Plan Again"), "managedAuth.planFile", page);
  return {
    ...cardFrame(context, fileLabel(uri)),
    head: verdictHead("error"),
    title: l10n.t("The file has errors"),
    summary: [l10n.t("Correct the errors, then plan again.")],
    blocks: problemBlocks(file.problems, text),
    actions: { next: planAgain, ...moreMenu() },
  };
}

function planTone(plan: ChangePlan): "error" | "warning" | "info" | "success" {
  if (hasErrors(plan.problems)) return "error";
  if (isEmptyPlan(plan)) return "success";
  if (allSurplus(plan).length > 0 || changingSteps(plan).some(isSensitiveStep)) return "warning";
  return "info";
}

function planTitle(plan: ChangePlan): string {
  if (hasErrors(plan.problems)) return l10n.t("This plan can't be applied");
  if (isEmptyPlan(plan)) return l10n.t("The service matches the file");
  return l10n.t("Plan: {0}", planCounts(plan));
}

function planCardSummary({ plan, state, uri }: PlannedFile): readonly string[] {
  const unchanged = plan.steps.filter(({ kind }) => kind === "same").length;
  return compact(
    hasErrors(plan.problems) && l10n.t("Correct the errors, then plan again."),
    changingSteps(plan).some(isSensitiveStep) &&
      l10n.t("Review the first changes: they decide where stored credentials are sent."),
    allSurplus(plan).length > 0 && l10n.t("Apply asks about deletions separately."),
    ...[...(state.unread?.keys() ?? [])].map(unreadListMessage),
    state.unread?.has("connections") === true && l10n.t("So nothing is deleted."),
    unchanged > 0 && l10n.t("Unchanged connections: {0}.", unchanged),
    hasUnsavedChanges({ uri }) && l10n.t("The file isn't saved; this plan uses the editor's text."),
  );
}

function problemBlocks(problems: readonly FileProblem[], text: string): readonly CardBlock<ButtonAction>[] {
  const { error = [], warning = [] } = Object.groupBy(problems, ({ severity }) => severity);
  return [
    ...planList(l10n.t("Errors"), problemLines(error, text)),
    ...planList(l10n.t("Warnings"), problemLines(warning, text)),
  ];
}

function stepBlocks(plan: ChangePlan, state: PlannedFile["state"]): readonly CardBlock<ButtonAction>[] {
  const steps = changingSteps(plan);
  const sensitive = steps.filter(isSensitiveStep);
  const otherSteps = steps.filter((step) => !isSensitiveStep(step));
  return [
    ...planTable(l10n.t("Review first: login page, domains, credential, proxy"), sensitive.map(rowOf)),
    ...planTable(sensitive.length > 0 ? l10n.t("Other changes") : l10n.t("Changes"), otherSteps.map(rowOf)),
  ];

  function rowOf(step: PlanStep): TableRow<ButtonAction> {
    return {
      cells: [
        { text: displayConnectionName(step.entry) },
        step.kind === "create"
          ? { text: l10n.t("Create"), tone: "success" }
          : { text: l10n.t("Change"), tone: "info" },
      ],
      notes: changeLines(step, state),
    };
  }
}

function planDeletionBlocks({ deletions, renames }: ChangePlan): readonly CardBlock<ButtonAction>[] {
  return [
    ...planTable(l10n.t("To delete: no longer in the file"), deletions.map(planDeletionRow)),
    ...planTable(l10n.t("Possibly renamed: kept unless you delete them"), renames.map(planDeletionRow)),
  ];
}

function planDeletionRow(connection: ManagedAuth): TableRow<ButtonAction> {
  return {
    cells: [
      { text: displayConnectionName(connection), hint: connection.id },
      { text: l10n.t("Delete"), tone: "error" },
    ],
    notes: connection.status === "AUTHENTICATED" ? [l10n.t("Logged in now.")] : [],
  };
}

function unverifiedBlocks(steps: readonly PlanStep[]): readonly CardBlock<ButtonAction>[] {
  const items = steps
    .filter(({ unverified }) => unverified.length > 0)
    .map(({ entry, unverified }) =>
      l10n.t("{0}: {1}", displayConnectionName(entry), settingNames(unverified)),
    );
  return planList(l10n.t("Can't be verified: not reported by the service"), items);
}

function planTable(
  title: string,
  rows: readonly TableRow<ButtonAction>[],
): readonly CardBlock<ButtonAction>[] {
  const columns = [l10n.t("Connection"), l10n.t("Action")];
  return rows.length === 0 ? [] : [{ kind: "table", title, columns, rows }];
}

function planList(title: string, lines: readonly string[]): readonly CardBlock<ButtonAction>[] {
  if (lines.length === 0) return [];
  return [{ kind: "list", title, items: lines.map((text) => ({ text })) }];
}
