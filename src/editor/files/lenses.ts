// Code lenses of a connection file: a summary of the plan and the state of each connection.
import { CodeLens, l10n, type Command, type TextDocument } from "vscode";
import type { ManagedAuth } from "../../api/schemas.ts";
import type { ConnectionIndex } from "../../domain/connections/identity.ts";
import { connectionView, type ConnectionView } from "../../domain/connections/connectionView.ts";
import { changingSteps, sensitiveIn } from "../../domain/file/plan.ts";
import { display } from "../../domain/text/display.ts";
import type { SettingId } from "../../domain/connections/settings.ts";
import { accountLabel } from "../accounts/accountLabels.ts";
import { describeDeadline, describeState, statePill } from "../connections/shown/words/stateWords.ts";
import { rememberCommand } from "../kit/ofThisWindow.ts";
import type { CommandArguments, CommandId } from "../words/contributions.ts";
import { describeError } from "../words/errors.ts";
import { formatAge, formatCount } from "../words/formatting.ts";
import { describeOtherProject, projectSwitch, type OtherProject } from "./projectMatch.ts";
import type { FileStatus } from "./fileStatus.ts";
import { planCounts, sensitiveLines, settingNames } from "./planDescriptions.ts";
import { toRange, parseDocument } from "./documents.ts";
import { compact } from "../../domain/compact.ts";
import { oneOrMany } from "../words/sentences.ts";

/** The connections that the window has fetched for its account. */
export interface KnownConnections {
  readonly rows: readonly ManagedAuth[];
  readonly connections: ConnectionIndex<ManagedAuth>;
  /** True if every connection was fetched. Otherwise, a connection that isn't in `rows` may still exist. */
  readonly isComplete: boolean;
}

export function codeLenses(
  document: TextDocument,
  connections: KnownConnections,
  standing: FileStatus,
  now: Date,
): readonly CodeLens[] {
  const at = (offset: number, commands: readonly Command[]): readonly CodeLens[] => {
    const range = toRange(document, { offset, length: 0 });
    return commands.map((command) => new CodeLens(range, command));
  };
  const uri = document.uri.toString();
  const { outline } = parseDocument(document);
  const planSteps = standing.kind === "planned" ? standing.plan.steps : [];
  const steps = new Map(planSteps.map((step) => [step.entry.range.offset, step]));
  return [
    ...at(0, summaryLenses(standing, uri)),
    ...outline.entries.flatMap(({ range, ...entry }) => {
      const match = connections.connections.find(entry);
      const step = steps.get(range.offset);
      const changes = step?.kind === "update" && changesLens(step.settings, uri);
      if (match.kind === "found")
        return at(range.offset, compact(...connectionLenses(connectionView(match.connection, now)), changes));
      const isAbsent = (connections.isComplete && match.kind === "absent") || step?.kind === "create";
      return at(range.offset, compact(isAbsent && textLens(l10n.t("Not created")), changes));
    }),
  ];
}

/** Returns the code lenses at the top of the file: the result of the comparison and the next action. */
function summaryLenses(standing: FileStatus, uri: string): readonly Command[] {
  switch (standing.kind) {
    case "untrusted":
      return [
        textLens(l10n.t("Not compared: this workspace isn't trusted")),
        { title: l10n.t("Manage Workspace Trust"), command: "workbench.trust.manage" },
      ];
    case "signedOut":
      return [
        textLens(l10n.t("Not compared: not signed in")),
        commandLens(l10n.t("Sign In"), "managedAuth.signIn", {}),
      ];
    case "empty":
      return [commandLens(l10n.t("Add Connections…"), "managedAuth.addToFile", { uri })];
    case "planning":
      return [textLens(l10n.t("Planning…"))];
    case "invalid":
      return [problemsLens(standing.errors)];
    case "otherProject":
      return otherProjectLenses(standing);
    case "notStarted":
    case "failed": {
      let headline = l10n.t("Not everything could be read");
      if (standing.kind === "notStarted") headline = l10n.t("The sandbox didn't start");
      else if (standing.error !== undefined) headline = describeError(standing.error).headline;
      return [
        textLens(l10n.t("Not compared: {0}", headline)),
        commandLens(l10n.t("Plan Again"), "managedAuth.planFile", { uri }),
      ];
    }
    case "planned": {
      const { access, errors, plan } = standing;
      // Show sensitive settings first, because someone could edit the file so that a stored credential is sent to
      // another website.
      const sensitive = [...new Set(changingSteps(plan).flatMap(sensitiveIn))];
      if (errors > 0) return [problemsLens(errors)];
      const words = planCounts(plan);
      const summary = words === "" ? l10n.t("Plan: no changes") : l10n.t("Plan: {0}", words);
      const tooltip = l10n.t("Compared using {0}", accountLabel(access.account));
      return compact(
        sensitive.length > 0 &&
          textLens(l10n.t("Sensitive: {0}", settingNames(sensitive)), sensitiveLines(standing).join("\n")),
        commandLens(summary, "managedAuth.planFile", { uri }, tooltip),
        words !== "" && commandLens(l10n.t("Apply…"), "managedAuth.applyFile", { uri }, tooltip),
      );
    }
  }
}

function otherProjectLenses(other: OtherProject): readonly Command[] {
  const found = projectSwitch(other);
  return compact(
    textLens(describeOtherProject(other)),
    found && commandLens(found.label, "managedAuth.chooseProject", found.args),
  );
}

function problemsLens(errors: number | undefined): Command {
  const words =
    errors === undefined
      ? l10n.t("Syntax errors: nothing can be applied")
      : oneOrMany(
          errors,
          l10n.t("1 error: nothing can be applied"),
          l10n.t("{0} errors: nothing can be applied", formatCount(errors)),
        );
  return { title: words, command: "workbench.actions.view.problems" };
}

/**
 * Builds a lens with the number of settings that will change. The tooltip lists the settings, starting with the ones
 * that determine where a credential is sent.
 */
function changesLens(changed: readonly SettingId[], uri: string): Command {
  const { length } = changed;
  const words = oneOrMany(length, l10n.t("1 change"), l10n.t("{0} changes", formatCount(length)));
  return commandLens(words, "managedAuth.planFile", { uri }, settingNames(changed));
}

function connectionLenses(view: ConnectionView): readonly Command[] {
  const { id } = view.connection;
  const logIn = view.state.kind === "running" ? l10n.t("Resume Login…") : l10n.t("Log In…");
  return compact(
    textLens(stateTitle(view)),
    !view.isHopeless && commandLens(logIn, "managedAuth.logIn", { id }),
    commandLens(l10n.t("Show"), "managedAuth.showConnection", { id }),
  );
}

/** Formats a connection's state in a form short enough for a code lens. */
function stateTitle(view: ConnectionView): string {
  const { awaits, now, state } = view;
  const isLoggedIn = state.kind === "loggedIn";
  const parts = compact(
    statePill(view).text,
    awaits !== undefined && describeDeadline(view),
    isLoggedIn && state.hasHealthChecks && state.checkedAt !== undefined && formatAge(state.checkedAt, now),
    // Add the full state only if health checks or automatic re-authentication are missing. No other part shows that.
    isLoggedIn && (!state.hasHealthChecks || state.canReauth === false) && describeState(view),
  );
  return display(parts.join(" · "));
}

/**
 * Builds a lens without an action. Callers must escape variable text with `display`, because VS Code renders icons in
 * titles.
 */
function textLens(title: string, tooltip?: string): Command {
  return { title, command: "", ...(tooltip !== undefined && { tooltip }) };
}

function commandLens<Id extends CommandId>(
  title: string,
  command: Id,
  args: CommandArguments[Id],
  tooltip?: string,
): Command {
  return rememberCommand({ title, command, arguments: [args], ...(tooltip !== undefined && { tooltip }) });
}
