import { l10n, Uri, workspace, type TextDocument } from "vscode";
import type { StartCommand } from "../kit/command.ts";
import { confirm, inform, openFolderAction, warn } from "../kit/notify.ts";
import {
  pickDocument,
  fileLabel,
  fileExists,
  openDocument,
  replaceText,
  saveAction,
  unsavedDocument,
} from "./commandFile.ts";
import { findRepository } from "./gitRepository.ts";
import {
  commandLineChecksum,
  isOtherWorkflow,
  workflowPath,
  workflowText,
} from "../../domain/file/workflow.ts";

/**
 * Runs "Add CI Workflow…", which adds a CI workflow for a connection file to the Git repository that contains the
 * file. The workflow is pinned to this build of the command-line tool. Opens the workflow and leaves it unsaved.
 */
export async function addCiWorkflow(start: StartCommand, version: string): Promise<void> {
  if (commandLineChecksum === undefined) {
    void warn(l10n.t("Not added: this build isn't a published release."));
    return;
  }
  const title = l10n.t("Add CI Workflow");
  const source = await pickDocument(start, title);
  if (source === undefined) return;
  if (source.isUntitled) {
    void inform(l10n.t("Save {0} first.", fileLabel(source.uri)), saveAction(source));
    return;
  }
  const folder = workspace.getWorkspaceFolder(source.uri);
  const repository = folder && ((await findRepository(source.uri)) ?? { root: folder.uri, branch: "main" });
  const file = repository && source.uri.path.slice(repository.root.path.length).replace(/^\//, "");
  // Refuse a path that contains `${{`, because GitHub would evaluate it as an expression.
  if (repository === undefined || file === undefined || file.includes("${{")) {
    void warn(l10n.t("The file isn't in a folder of this workspace."), openFolderAction());
    return;
  }
  const { branch, root } = repository;
  let number = 1;
  let document = await openWorkflow(root, file, number);
  while (document !== undefined && isOtherWorkflow(document.getText(), file))
    document = await openWorkflow(root, file, ++number);
  if (document === undefined) return;
  // Ask even if the workflow exists only as unsaved text in the editor, because the user may have written that text.
  if (
    document.getText() !== "" &&
    !(await confirm(
      l10n.t("Overwrite {0}?", fileLabel(document.uri)),
      l10n.t("This replaces the text in the editor. The file changes when you save."),
      l10n.t("Overwrite"),
    ))
  )
    return;
  const text = workflowText({ file, number, branch, version, sha256: commandLineChecksum });
  if (!(await replaceText(document, text))) return;
  void inform(l10n.t("Save the workflow, then set its secret and reviewers."));
}

async function openWorkflow(root: Uri, file: string, number: number): Promise<TextDocument | undefined> {
  const uri = Uri.joinPath(root, ...workflowPath(file, number));
  return (await fileExists(uri)) ? openDocument(uri) : unsavedDocument(uri);
}
