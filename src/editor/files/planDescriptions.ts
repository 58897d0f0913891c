// Describes plans for pages, dialogs and language models.
import { l10n, workspace, type Uri } from "vscode";
import type { UnreadList, ServiceState } from "../../api/projectReading.ts";
import { draftFromConnection, type ConnectionDraft } from "../../domain/draft/draft.ts";
import type { SettingId } from "../../domain/connections/settings.ts";
import type { ConnectionIdentity } from "../../domain/connections/identity.ts";
import {
  changingSteps,
  isSensitiveStep,
  sensitiveIn,
  type ChangePlan,
  type PlanStep,
} from "../../domain/file/plan.ts";
import { limitProblems, lineAndColumn, problemMessage, type FileProblem } from "../../domain/file/problem.ts";
import { withNames } from "../../domain/file/references.ts";
import { display, displayFull } from "../../domain/text/display.ts";
import { connectionName } from "../catalogue/connectionLabels.ts";
import { formatSettingForCard, formatSetting, stepLabel } from "../connections/settings/settings.ts";
import { describeError, sandboxStartFailure } from "../words/errors.ts";
import { formatCount } from "../words/formatting.ts";
import { labelWithValue, joinSentences, withFullStop, joinWithCommas } from "../words/sentences.ts";
import { describeOtherProject } from "./projectMatch.ts";
import type { MissingPlan, PlanData } from "./filePlans.ts";

export function displayConnectionName(connection: ConnectionIdentity & { readonly id?: string }): string {
  return display(connectionName({ ...connection, id: connection.id ?? "" }));
}

/**
 * Formats the settings that a step of a plan sends: the new value and, for an existing connection, the current value.
 * By default, URLs are shown without their queries. `formatNew` can format new values differently.
 */
export function changeLines(
  step: PlanStep,
  state: ServiceState,
  settings: readonly SettingId[] = step.settings,
  formatNew: typeof formatSettingForCard = formatSettingForCard,
): readonly string[] {
  const words = (of: typeof formatSettingForCard, setting: SettingId, answers: ConnectionDraft): string =>
    of(setting, withNames(answers, state), state.proxies ?? []);
  return settings.map((setting) => {
    const newValue = words(formatNew, setting, step.declared);
    const current = step.kind === "create" ? undefined : draftFromConnection(step.connection);
    return labelWithValue(
      stepLabel(setting),
      current ? formatChange(words(formatSettingForCard, setting, current), newValue) : newValue,
    );
  });
}

export function formatChange(currentValue: string, newValue: string): string {
  return l10n.t({
    message: "{0} → {1}",
    args: [currentValue, newValue],
    comment: "what a setting is now, and what it will be",
  });
}

export function settingNames(settings: readonly SettingId[]): string {
  return joinWithCommas(settings.map(stepLabel));
}

/** Formats the number of connections that a plan creates, changes and, if the user agrees, deletes. */
export function planCounts(plan: ChangePlan): string {
  const steps = changingSteps(plan);
  const created = steps.filter(({ kind }) => kind === "create").length;
  const changed = steps.length - created;
  const { deletions, renames } = plan;
  const counts: readonly (readonly [number, string])[] = [
    [created, l10n.t("{0} to create", created)],
    [changed, l10n.t("{0} to change", changed)],
    [deletions.length, l10n.t("{0} to delete", deletions.length)],
    [renames.length, l10n.t("{0} possibly renamed", renames.length)],
  ];
  return joinWithCommas(counts.filter(([number]) => number > 0).map(([, words]) => words));
}

/**
 * Returns one line per connection with the changes that determine where its stored credential is sent. The lines must
 * not be stored, because they contain complete URLs.
 */
export function sensitiveLines({ plan, state }: PlanData): readonly string[] {
  return changingSteps(plan)
    .filter(isSensitiveStep)
    .map((step) =>
      labelWithValue(
        displayConnectionName(step.entry),
        joinWithCommas(changeLines(step, state, sensitiveIn(step), formatFullSetting)),
      ),
    );
}

/**
 * Formats a setting. Shows the URL of a login page in full, because the query or the end of the path may lead to
 * another website.
 */
function formatFullSetting(...[setting, answers, proxies]: Parameters<typeof formatSettingForCard>): string {
  const { login_url } = answers;
  if (setting === "login_url" && login_url !== undefined) return displayFull(login_url);
  return formatSetting(setting, answers, proxies);
}

/** Formats problems with line numbers. If there are too many, the last line gives the number of omitted problems. */
export function problemLines(
  problems: readonly FileProblem[],
  text: string,
  maxProblems?: number,
): readonly string[] {
  const { more, shown } = limitProblems(problems, maxProblems);
  const lines = shown.map((problem) => {
    const words = display(problemMessage(problem, l10n.t));
    return labelWithValue(l10n.t("Line {0}", lineAndColumn(text, problem.offset).line), words);
  });
  return more === 0 ? lines : [...lines, hiddenProblemsLine(more)];
}

export const hiddenProblemsLine = (count: number): string =>
  l10n.t("Problems not shown: {0}.", formatCount(count));

export function hasUnsavedChanges({ uri }: { readonly uri: Uri }): boolean {
  return workspace.textDocuments.some((open) => open.isDirty && open.uri.toString() === uri.toString());
}

/** Returns the message for a list from the service in which some rows couldn't be parsed. */
export function unreadListMessage(list: UnreadList["list"]): string {
  return {
    connections: l10n.t("Some connections couldn't be read."),
    proxies: l10n.t("Some proxies couldn't be read."),
    credentials: l10n.t("Some credentials couldn't be read."),
    providers: l10n.t("Some credential providers couldn't be read."),
    destinations: l10n.t("Some destinations couldn't be read."),
  }[list];
}

/** Explains why there is no plan. Files with errors have a separate page instead. */
export function describeNotPlanned(result: MissingPlan): string {
  switch (result.kind) {
    case "untrusted":
      return l10n.t("This workspace isn't trusted, so its files can't reach the service.");
    case "signedOut":
      return l10n.t("Not signed in.");
    case "otherProject":
      return describeOtherProject(result);
    case "notStarted":
      return l10n.t("The sandbox didn't start. {0}", sandboxStartFailure(result.fault));
    case "failed": {
      const list =
        result.list === "projects"
          ? l10n.t("The file's project couldn't be read.")
          : unreadListMessage(result.list);
      if (result.error === undefined) return list;
      const { advice, headline } = describeError(result.error);
      return joinSentences([list, withFullStop(headline), ...advice]);
    }
  }
}
