import { l10n } from "vscode";
import type { Block, TableRow } from "../../card/card.ts";
import { applicable, isEmpty, isSensitive, surplusOf } from "../../domain/file/plan.ts";
import type { Plan, Step } from "../../domain/file/plan.ts";
import { hasErrors } from "../../domain/file/problem.ts";
import type { Problem } from "../../domain/file/problem.ts";
import type { ManagedAuth } from "../../api/schemas.ts";
import { type ResultCard, type Effect, button, more } from "../results/buttons.ts";
import { cardFrame, verdict } from "../results/cardParts.ts";
import type { ResultContext } from "../results/cardParts.ts";
import { fileLabel } from "./chosenFile.ts";
import type { Planned } from "./plans.ts";
import {
  changeLines,
  countWords,
  isUnsaved,
  nameOf,
  problemLines,
  settingNames,
  unreadWords,
} from "./words.ts";

/**
 * Builds the page of a plan. Settings that decide where a stored credential is sent come first. Deletions, which end
 * logins, have their own section.
 */
export function planCard(context: ResultContext, planned: Planned): ResultCard {
  const { plan, state, text, uri } = planned;
  const isWrong = hasErrors(plan.problems);
  const [address, resultId] = [uri.toString(), context.id];
  const applyButton = button(l10n.t("Apply…"), "managedAuth.applyFile", {
    uri: address,
    resultId,
    listed: surplusOf(plan).map(({ id }) => id),
  });
  const again = button(l10n.t("Plan Again"), "managedAuth.planFile", { uri: address, resultId });
  const compare = button(l10n.t("Show Comparison"), "managedAuth.planFile", {
    uri: address,
    resultId,
    compare: true,
  });
  const hasWork = !isEmpty(plan) && !isWrong;
  return {
    ...cardFrame(context, fileLabel(uri)),
    head: verdict(toneOf(plan)),
    title: titleOf(plan),
    summary: summaryOf(planned),
    blocks: [
      ...problemBlocks(plan.problems, text),
      ...stepBlocks(plan, state),
      ...deletionBlocks(plan),
      ...unverifiedBlocks(plan.steps),
    ],
    actions: {
      next: hasWork ? applyButton : again,
      ...(hasWork && { other: again }),
      ...more(isEmpty(plan) ? undefined : compare),
    },
  };
}

/** Builds the page of a file with errors. Such a file isn't compared with the service. */
export function invalidCard(
  context: ResultContext,
  { file, text, uri }: Pick<Planned, "file" | "text" | "uri">,
): ResultCard {
  return {
    ...cardFrame(context, fileLabel(uri)),
    head: verdict("error"),
    title: l10n.t("The file has errors"),
    summary: [l10n.t("Correct the errors, then plan again.")],
    blocks: problemBlocks(file.problems, text),
    actions: {
      next: button(l10n.t("Plan Again"), "managedAuth.planFile", {
        uri: uri.toString(),
        resultId: context.id,
      }),
      ...more(),
    },
  };
}

function toneOf(plan: Plan): "error" | "warning" | "info" | "success" {
  if (hasErrors(plan.problems)) return "error";
  if (isEmpty(plan)) return "success";
  return surplusOf(plan).length > 0 || applicable(plan).some(isSensitive) ? "warning" : "info";
}

function titleOf(plan: Plan): string {
  if (hasErrors(plan.problems)) return l10n.t("This plan can't be applied");
  return isEmpty(plan) ? l10n.t("The service matches the file") : l10n.t("Plan: {0}", countWords(plan));
}

function summaryOf({ plan, state, uri }: Planned): readonly string[] {
  const same = plan.steps.filter(({ kind }) => kind === "same").length;
  return [
    ...(hasErrors(plan.problems) ? [l10n.t("Correct the errors, then plan again.")] : []),
    ...(applicable(plan).some(isSensitive)
      ? [l10n.t("Review the first changes: they decide where stored credentials are sent.")]
      : []),
    ...(surplusOf(plan).length > 0 ? [l10n.t("Apply asks about deletions separately.")] : []),
    ...[...(state.unread?.keys() ?? [])].map(unreadWords),
    ...(state.unread?.has("connections") === true ? [l10n.t("So nothing is deleted.")] : []),
    ...(same > 0 ? [l10n.t("Unchanged connections: {0}.", same)] : []),
    ...(isUnsaved({ uri }) ? [l10n.t("The file isn't saved; this plan uses the editor's text.")] : []),
  ];
}

function problemBlocks(problems: readonly Problem[], text: string): readonly Block<Effect>[] {
  const [errors, warnings] = (["error", "warning"] as const).map((severity) =>
    problemLines(
      problems.filter((problem) => problem.severity === severity),
      text,
    ),
  );
  return [...listOf(l10n.t("Errors"), errors ?? []), ...listOf(l10n.t("Warnings"), warnings ?? [])];
}

function stepBlocks(plan: Plan, state: Planned["state"]): readonly Block<Effect>[] {
  const steps = applicable(plan);
  const sensitive = steps.filter(isSensitive);
  const others = steps.filter((step) => !isSensitive(step));
  return [
    ...tableOf(l10n.t("Review first: login page, domains, credential, proxy"), sensitive.map(rowOf)),
    ...tableOf(sensitive.length > 0 ? l10n.t("Other changes") : l10n.t("Changes"), others.map(rowOf)),
  ];

  function rowOf(step: Step): TableRow<Effect> {
    return {
      cells: [
        { text: nameOf(step.entry) },
        step.kind === "create"
          ? { text: l10n.t("Create"), tone: "success" }
          : { text: l10n.t("Change"), tone: "info" },
      ],
      notes: changeLines(step, state),
    };
  }
}

function deletionBlocks({ deletions, renames }: Plan): readonly Block<Effect>[] {
  return [
    ...tableOf(l10n.t("To delete: no longer in the file"), deletions.map(deletionRow)),
    ...tableOf(l10n.t("Possibly renamed: kept unless you delete them"), renames.map(deletionRow)),
  ];
}

function deletionRow(connection: ManagedAuth): TableRow<Effect> {
  return {
    cells: [
      { text: nameOf(connection), hint: connection.id },
      { text: l10n.t("Delete"), tone: "error" },
    ],
    notes: connection.status === "AUTHENTICATED" ? [l10n.t("Logged in now.")] : [],
  };
}

function unverifiedBlocks(steps: readonly Step[]): readonly Block<Effect>[] {
  const items = steps
    .filter(({ unverified }) => unverified.length > 0)
    .map(({ entry, unverified }) => l10n.t("{0}: {1}", nameOf(entry), settingNames(unverified)));
  return listOf(l10n.t("Can't be verified: not reported by the service"), items);
}

function tableOf(title: string, rows: readonly TableRow<Effect>[]): readonly Block<Effect>[] {
  const columns = [l10n.t("Connection"), l10n.t("Action")];
  return rows.length === 0 ? [] : [{ kind: "table", title, columns, rows }];
}

function listOf(title: string, lines: readonly string[]): readonly Block<Effect>[] {
  return lines.length === 0 ? [] : [{ kind: "list", title, items: lines.map((text) => ({ text })) }];
}
