// Tools that plan and apply connection files. They work like the commands but never delete a connection.
import { realpath } from "node:fs/promises";
import { isAbsolute, relative, resolve } from "node:path";
import { FileType, l10n, type TextDocument, Uri, workspace } from "vscode";
import { draftFromConnection } from "../../domain/draft/draft.ts";
import { changingSteps, type PlanStep, allSurplus } from "../../domain/file/plan.ts";
import { hasErrors } from "../../domain/file/problem.ts";
import { withNames } from "../../domain/file/references.ts";
import { maxFullLength } from "../../domain/text/display.ts";
import { accountWithAddress } from "../accounts/accountLabels.ts";
import { domainAndProfileLines } from "../catalogue/connectionLabels.ts";
import { isTaskDone, taskSubject } from "../../domain/file/apply.ts";
import { describeTaskOutcome } from "../files/appliedCard.ts";
import { fileLabel } from "../files/commandFile.ts";
import { isConnectionFile } from "../files/documents.ts";
import type { PlannedFile } from "../files/filePlans.ts";
import { sendPlan } from "../files/sendPlan.ts";
import {
  changeLines,
  planCounts,
  hasUnsavedChanges,
  displayConnectionName,
  describeNotPlanned,
  problemLines,
} from "../files/planDescriptions.ts";
import { confirm } from "../kit/notify.ts";
import { labelWithValue, withFullStop } from "../words/sentences.ts";
import { type ToolAnswer, errorAnswer, notDone } from "./answer.ts";
import { type ToolCall, requestConsent } from "./consent.ts";
import type { ToolInput } from "./inputs.ts";
import { settingLines } from "./changeTools.ts";
import { compact } from "../../domain/compact.ts";

/** Describes the changes that applying a connection file would make. Doesn't apply any of them. */
export async function planFileTool(
  call: ToolCall,
  { path }: ToolInput<"managed_auth_plan_file">,
): Promise<ToolAnswer> {
  const planned = await planAtPath(call, path);
  return "sentences" in planned ? planned : planAnswer(planned);
}

/** Creates and changes the connections of a file after the user has confirmed all changes. Deletes nothing. */
export async function applyFileTool(
  call: ToolCall,
  { path }: ToolInput<"managed_auth_apply_file">,
): Promise<ToolAnswer> {
  const planned = await planAtPath(call, path);
  if ("sentences" in planned) return planned;
  const { plan } = planned;
  const steps = changingSteps(plan);
  if (hasErrors(plan.problems) || steps.length === 0) return planAnswer(planned);
  const lines = consentLines(planned);
  if (lines === undefined)
    return notDone(
      l10n.t("Not applied: the plan is too long to confirm in a dialog."),
      l10n.t('Next: ask the user to run "Managed Auth: Apply Connection File…".'),
    );
  const refused = await requestConsent(call, (asker) =>
    confirm(l10n.t("Apply this connection file?"), [...asker, "", ...lines].join("\n"), l10n.t("Apply")),
  );
  if (refused !== undefined) return refused;
  const agreed = { prune: false, replace: false };
  const outcomes = await sendPlan(call.parts, planned, agreed, { also: call.signal, asks: false });
  const doneCount = outcomes.filter(({ outcome }) => isTaskDone(outcome)).length;
  return {
    done: doneCount === outcomes.length,
    sentences: compact(
      l10n.t("Applied: {0} of {1}.", doneCount, outcomes.length),
      ...surplusSentences(planned),
      doneCount < outcomes.length && l10n.t("Next: plan again with managed_auth_plan_file."),
    ),
    serviceData: {
      results: outcomes.map(({ outcome, task }) => {
        const connection = displayConnectionName(taskSubject(task));
        const { notes, value } = describeTaskOutcome(outcome);
        return { connection, result: value.text, why: notes };
      }),
    },
    sent: true,
  };
}

function planAnswer(planned: PlannedFile): ToolAnswer {
  const { plan, state, text } = planned;
  const problems = problemLines(plan.problems, text, maxListedChanges);
  if (hasErrors(plan.problems)) return fileErrorsAnswer(problems);
  const steps = changingSteps(plan);
  const serviceData = {
    problems,
    changes: steps.slice(0, maxListedChanges).map((step) => ({
      connection: displayConnectionName(step.entry),
      action: step.kind,
      settings: changeLines(step, state),
    })),
    not_in_file: allSurplus(plan).slice(0, maxListedChanges).map(displayConnectionName),
  };
  return {
    done: true,
    sentences: compact(
      steps.length === 0
        ? l10n.t("The service has everything that the file lists.")
        : withFullStop(l10n.t("Plan: {0}", planCounts(plan))),
      hasUnsavedChanges(planned) && l10n.t("The file isn't saved; this plan uses the editor's text."),
      ...surplusSentences(planned),
      steps.length !== 0 &&
        l10n.t("Next: if the user wants these changes, apply the file with managed_auth_apply_file."),
    ),
    serviceData,
  };
}

/** Maximum length of each list in an answer. */
const maxListedChanges = 50;

function fileErrorsAnswer(problems: readonly string[]): ToolAnswer {
  const message = l10n.t("The file has errors. Next: correct them, then plan again.");
  return { ...notDone(message), serviceData: { problems } };
}

function surplusSentences({ plan }: PlannedFile): readonly string[] {
  const { length } = allSurplus(plan);
  if (length === 0) return [];
  return [
    l10n.t(
      "Tools never delete connections when applying a file. Connections missing from the file stay ({0}).",
      length,
    ),
    l10n.t('The user can delete these connections with "Managed Auth: Apply Connection File…".'),
  ];
}

/** Maximum number of characters in a confirmation dialog, so that the user can read all of it. */
const maxDialogCharacters = 2_000;
const maxDialogSteps = 10;

/** Returns the lines of the confirmation dialog, or `undefined` if they don't fit in one dialog. */
function consentLines(planned: PlannedFile): readonly string[] | undefined {
  const { access, plan, text, uri } = planned;
  const steps = changingSteps(plan);
  const longestAnswer = longestStringLength(steps.map(({ entry }) => entry.answers));
  if (steps.length > maxDialogSteps || longestAnswer > maxFullLength) return undefined;
  const lines = compact(
    labelWithValue(l10n.t("File"), fileLabel(uri)),
    planCounts({ ...plan, deletions: [], renames: [] }),
    hasUnsavedChanges({ uri }) && l10n.t("The editor's unsaved text is applied."),
    ...problemLines(plan.problems, text, maxListedChanges),
    ...steps.flatMap((step) => ["", ...stepLines(step, planned)]),
    accountWithAddress(access),
  );
  return lines.join("\n").length > maxDialogCharacters ? undefined : lines;
}

function stepLines(step: PlanStep, { state }: PlannedFile): readonly string[] {
  const declared = withNames(step.declared, state);
  const current = step.kind === "create" ? undefined : withNames(draftFromConnection(step.connection), state);
  return [
    step.kind === "create" ? l10n.t("New connection") : l10n.t("Changed connection"),
    ...domainAndProfileLines(step.entry),
    ...settingLines(step.settings, declared, current),
  ];
}

/** Returns the length of the longest string in a value. */
function longestStringLength(value: unknown): number {
  if (typeof value === "string") return value.length;
  if (typeof value !== "object" || value === null) return 0;
  return Math.max(0, ...Object.values(value).map(longestStringLength));
}

/**
 * Plans the changes for the connection file at a workspace path, or returns an answer that explains why that's
 * impossible.
 */
async function planAtPath({ parts, signal }: ToolCall, path: string): Promise<PlannedFile | ToolAnswer> {
  const document = await openFileAtPath(path);
  if (document === undefined)
    return notDone(
      l10n.t("The workspace has no connection file at this path."),
      l10n.t("Next: specify a managed-auth.jsonc or *.managed-auth.jsonc file in the workspace."),
    );
  const result = await parts.filePlans.plan(document, signal);
  signal.throwIfAborted();
  switch (result.kind) {
    case "planned":
      return result;
    case "invalid":
      return fileErrorsAnswer(problemLines(result.file.problems, result.text, maxListedChanges));
    case "otherProject":
      return {
        ...notDone(
          result.lookup.kind === "found"
            ? l10n.t("The file belongs to a different project than this window.")
            : l10n.t("The file's project doesn't exist, is archived, or isn't available to this token."),
          l10n.t('Next: ask the user to run the command "Managed Auth: Choose Project…".'),
        ),
        serviceData: { project: result.declared },
      };
    case "failed":
    case "untrusted":
    case "signedOut":
    case "notStarted":
      if ("error" in result) return errorAnswer(result.error);
      return notDone(describeNotPlanned(result));
    case "cancelled":
      return notDone();
  }
}

/**
 * Opens a connection file by its path in the workspace. Returns undefined if the file doesn't exist or a symbolic link
 * leads out of the workspace.
 */
async function openFileAtPath(path: string): Promise<TextDocument | undefined> {
  if (path.split(/[\\/]/).includes("..")) return undefined;
  const folders = workspace.workspaceFolders ?? [];
  // If several folders are open, VS Code's relative paths start with the folder's name. Try the folder with that name
  // first.
  const named = folders.filter(({ name }) => folders.length > 1 && path.startsWith(`${name}/`));
  const candidates = [
    ...named.map(({ name, uri }) => ({ uri, file: path.slice(name.length + 1) })),
    ...folders.map(({ uri }) => ({ uri, file: path })),
  ];
  for (const { file, uri } of candidates) {
    const fileUri = uri.scheme === "file" ? await localFileUri(uri, file) : await virtualFileUri(uri, file);
    if (fileUri === undefined) continue;
    const document = await workspace.openTextDocument(fileUri).then(
      (opened) => opened,
      () => undefined,
    );
    if (document !== undefined && isConnectionFile(document)) return document;
  }
  return undefined;
}

async function localFileUri(folder: Uri, path: string): Promise<Uri | undefined> {
  const absolute = resolve(folder.fsPath, path);
  const [root, real] = await Promise.all([realPath(folder.fsPath), realPath(absolute)]);
  const isInside = root !== undefined && real !== undefined && isInsideFolder(root, real);
  if (!isInside || !isInsideFolder(folder.fsPath, absolute)) return undefined;
  return Uri.file(absolute);
}

/**
 * Returns the URI of a file in a virtual or remote folder. Returns undefined if a part of its path is a symbolic link,
 * because VS Code can't resolve links in such folders.
 */
async function virtualFileUri(folder: Uri, path: string): Promise<Uri | undefined> {
  const relativePath = path.startsWith(`${folder.path}/`) ? path.slice(folder.path.length) : path;
  let uri = folder;
  for (const name of relativePath.split(/[\\/]/).filter((part) => part !== "" && part !== ".")) {
    uri = Uri.joinPath(uri, name);
    const type = await workspace.fs.stat(uri).then(
      (found) => found.type,
      () => undefined,
    );
    if (type === undefined || (type & FileType.SymbolicLink) !== 0) return undefined;
  }
  return uri;
}

const realPath = (path: string): Promise<string | undefined> => realpath(path).catch(() => undefined);

function isInsideFolder(folder: string, path: string): boolean {
  const from = relative(folder, path);
  return from !== "" && !from.startsWith("..") && !isAbsolute(from);
}
