// Writes the agent skill (instructions for AI agents) to the workspace, so that agents outside VS Code can read it.
import { extensions, l10n, Uri, window, workspace } from "vscode";
import { display } from "../../domain/text/display.ts";
import { pickOne } from "../kit/inputs/ask.ts";
import { confirm, inform, openFolderAction, warn } from "../kit/notify.ts";
import { extensionId } from "../words/contributions.ts";

const skillPath = "skills/managed-auth-login/SKILL.md";

/** Runs "Add Agent Skill to Workspace…". Writes the skill to `.agents`, which several agent products search. */
export async function addSkill(): Promise<void> {
  const extension = extensions.getExtension(extensionId);
  const folder = await pickFolder();
  if (folder === undefined || extension === undefined) return;
  const uri = Uri.joinPath(folder, ".agents", skillPath);
  const label = display(workspace.asRelativePath(uri));
  const text = await workspace.fs.readFile(Uri.joinPath(extension.extensionUri, "media", skillPath));
  const existing = await workspace.fs.readFile(uri).then(
    (bytes) => bytes,
    () => undefined,
  );
  if (existing !== undefined && Buffer.compare(existing, text) === 0) {
    void inform(l10n.t("The skill is up to date."));
  } else {
    const detail = l10n.t("This replaces the whole file with the skill of this version.");
    const question = l10n.t("Overwrite {0}?", label);
    if (existing !== undefined && !(await confirm(question, detail, l10n.t("Overwrite")))) return;
    try {
      await workspace.fs.writeFile(uri, text);
    } catch {
      void warn(l10n.t("The skill couldn't be written to this folder."), {
        label: l10n.t("Try Again"),
        run: addSkill,
      });
      return;
    }
    void inform(l10n.t("Skill added to the workspace."));
  }
  await window.showTextDocument(await workspace.openTextDocument(uri));
}

async function pickFolder(): Promise<Uri | undefined> {
  const [first, ...others] = workspace.workspaceFolders ?? [];
  if (first === undefined) {
    void inform(l10n.t("Open a folder first."), openFolderAction());
    return undefined;
  }
  if (others.length === 0) return first.uri;
  const answer = await pickOne<Uri>({
    frame: { title: l10n.t("Add Agent Skill to Workspace"), back: false },
    placeholder: l10n.t("Choose a folder"),
    choices: [first, ...others].map(({ name, uri }) => ({ label: display(name), value: uri })),
  });
  return answer.value;
}
