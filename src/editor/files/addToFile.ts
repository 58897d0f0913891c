import { commands, l10n, Uri } from "vscode";
import { boundProject } from "../../api/projectLookup.ts";
import { readProject } from "../../api/projectReading.ts";
import { forImport, importIntoFile, type ImportedFile } from "../../domain/file/importIntoFile.ts";
import { addFileProject } from "../../domain/file/fileProject.ts";
import { chooseConnections } from "../connections/shown/fetchConnection.ts";
import { setContext } from "../kit/contextKeys.ts";
import { pickOne } from "../kit/inputs/ask.ts";
import { whileLoading } from "../kit/inputs/whileLoading.ts";
import { inform, warn } from "../kit/notify.ts";
import type { CommandArguments } from "../words/contributions.ts";
import { joinSentences, joinWithCommas } from "../words/sentences.ts";
import {
  fileLabel,
  workspaceFiles,
  openDocument,
  replaceText,
  saveAction,
  unsavedDocument,
  defaultFiles,
} from "./commandFile.ts";
import { parseDocument } from "./documents.ts";
import type { FilesContext } from "./planFile.ts";
import { describeOtherProject, switchProjectAction } from "./projectMatch.ts";
import { displayConnectionName, describeNotPlanned } from "./planDescriptions.ts";
import { compact } from "../../domain/compact.ts";

/**
 * Runs "Add Connections to File…", which adds connections to a connection file. If no connections are given, prompts
 * for one. Leaves the file open and unsaved. Existing entries and comments don't change.
 */
export async function addToFile(
  parts: FilesContext,
  { ids, uri }: CommandArguments["managedAuth.addToFile"],
): Promise<void> {
  const title = l10n.t("Add Connections to File");
  const chosen = await chooseConnections(parts, title, ids);
  if (chosen === undefined) return;
  const target =
    uri === undefined ? await pickFileTarget(title) : { uri: Uri.parse(uri, true), isNew: false };
  if (target === undefined) return;
  const document = target.isNew ? await unsavedDocument(target.uri) : await openDocument(target.uri);
  if (document === undefined) return;
  const { access } = chosen;
  const { file, outline } = parseDocument(document);
  const [connections, project] = [outline.entries, file.project];
  const isNew = project === undefined && connections.length === 0;
  const reading = await whileLoading(
    { title, back: false },
    l10n.t("Reading the connections…"),
    async (signal) => {
      const match = await parts.filePlans.matchProject(access.account, { connections, project }, signal);
      if (match.kind !== "sameProject") return match;
      const owner = access.account.project ?? (isNew ? await boundProject(access.client, signal) : undefined);
      return { ...(await readProject(access.client, forImport, signal)), owner };
    },
  );
  if (reading === undefined || reading.kind === "cancelled") return;
  if (reading.kind === "otherProject") {
    void warn(describeOtherProject(reading), switchProjectAction(parts.start, reading));
    return;
  }
  if (reading.kind === "failed") {
    void warn(l10n.t("{0}: {1}", title, describeNotPlanned(reading)), {
      label: l10n.t("Try Again"),
      run: () => parts.start("managedAuth.addToFile", { ids: chosen.ids, uri }, access.account.id),
    });
    return;
  }
  const { state } = reading;
  const selected = state.connections.filter(({ id }) => chosen.ids.includes(id));
  if (selected.length === 0) {
    void warn(l10n.t("The connection no longer exists, so it wasn't added."));
    return;
  }
  const imported = importIntoFile(document.getText(), selected, state);
  if (imported === undefined) {
    void warn(l10n.t("The file has errors. Correct them first."), {
      label: l10n.t("Show Problems"),
      run: () => commands.executeCommand("workbench.actions.view.problems"),
    });
    return;
  }
  if (imported.kind === "tooLarge") {
    const { fitting, total } = imported;
    void warn(l10n.t("The file would be too large to read: {0} of {1} connections fit.", fitting, total), {
      label: l10n.t("Choose Another File…"),
      run: () => parts.start("managedAuth.addToFile", { ids: chosen.ids }, access.account.id),
    });
    return;
  }
  // Declare the project in a new file. Otherwise, other windows and the command-line tool would look for the
  // connections in the default project.
  const { owner } = reading;
  const isOwned = owner !== undefined && isNew && imported.added.length > 0;
  const text = isOwned ? addFileProject(imported.text, owner.name ?? owner.id) : imported.text;
  if (!(await replaceText(document, text))) return;
  if (imported.added.length > 0) void setContext("managedAuth.fileWritten", true);
  const words = additionMessage(imported);
  if (imported.added.length === 0 && words === "") void inform(l10n.t("The file has these connections."));
  else void inform(words, saveAction(document));
}

function additionMessage({ added, omitted, overridden, unwritable }: ImportedFile): string {
  return joinSentences(
    compact(
      added.length > 0 && l10n.t("Added: {0}.", joinWithCommas(added.map(displayConnectionName))),
      ...[...omitted].map(([connection, settings]) =>
        l10n.t("{0}: a file can't contain {1}.", displayConnectionName(connection), joinWithCommas(settings)),
      ),
      ...[...overridden].map(([connection, settings]) =>
        l10n.t(
          "{0}: left out; the file's defaults would change {1}.",
          displayConnectionName(connection),
          joinWithCommas(settings),
        ),
      ),
      ...unwritable.map((connection) =>
        l10n.t("{0}: left out; a file can't contain this name.", displayConnectionName(connection)),
      ),
    ),
  );
}

interface FileTarget {
  readonly uri: Uri;
  readonly isNew: boolean;
}

/**
 * Prompts for a connection file: an existing one in the workspace, or a new one in a workspace folder. Returns
 * undefined if the user cancels or no folder is open.
 */
async function pickFileTarget(title: string): Promise<FileTarget | undefined> {
  const files = await workspaceFiles();
  const existing = new Set(files.map((uri) => uri.toString()));
  const fresh = defaultFiles().filter((uri) => !existing.has(uri.toString()));
  if (files.length + fresh.length === 0) {
    void inform(l10n.t("Open a folder for the file first."));
    return undefined;
  }
  const choices = [
    ...files.map((uri) => ({ label: fileLabel(uri), value: { uri, isNew: false } })),
    ...fresh.map((uri) => ({
      label: l10n.t("New {0}", fileLabel(uri)),
      icon: "new-file",
      value: { uri, isNew: true },
    })),
  ];
  const answer = await pickOne<FileTarget>({
    frame: { title, back: false },
    placeholder: l10n.t("Choose a connection file"),
    choices,
  });
  return answer.value;
}
