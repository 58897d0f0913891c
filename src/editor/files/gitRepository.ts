// Finds the Git repository of a file by reading the `.git` folder, because VS Code's Git extension may be disabled or
// may not have discovered the repository yet.
import { Uri, workspace } from "vscode";

interface GitRepository {
  readonly root: Uri;
  /** The default branch of the remote `origin`, or the checked-out branch if the default is unknown. */
  readonly branch: string;
}

/** Returns the innermost Git repository that contains a file, or undefined if the file isn't in a repository. */
export async function findRepository(file: Uri): Promise<GitRepository | undefined> {
  for (let path = parentPath(file.path); ; path = parentPath(path)) {
    const root = file.with({ path });
    const branch = await defaultBranch(root);
    if (branch !== undefined) return { root, branch };
    if (path === "/") return undefined;
  }
}

const parentPath = (path: string): string => path.slice(0, path.lastIndexOf("/")) || "/";

/** Returns the default branch of the repository at `root`, or undefined if `root` isn't a repository root. */
async function defaultBranch(root: Uri): Promise<string | undefined> {
  const dotGit = Uri.joinPath(root, ".git");
  // In a linked worktree, `.git` is a file that contains the path of another folder. The file `commondir` in that
  // folder contains the path of the folder with the branches.
  const linked = /^gitdir: (.+)/.exec((await readSmallFile(dotGit)) ?? "")?.[1];
  const gitFolder = linked === undefined ? dotGit : resolveGitPath(root, linked);
  const common = await readSmallFile(Uri.joinPath(gitFolder, "commondir"));
  const shared = common === undefined ? gitFolder : resolveGitPath(gitFolder, common);
  const remoteHead = await readSmallFile(Uri.joinPath(shared, "refs", "remotes", "origin", "HEAD"));
  const head = await readSmallFile(Uri.joinPath(gitFolder, "HEAD"));
  return (
    /^ref: refs\/remotes\/origin\/(.+)/.exec(remoteHead ?? "")?.[1] ??
    // A repository in the reftable format has no readable branch. Its HEAD contains `.invalid`.
    /^ref: refs\/heads\/(?!\.)(.+)/.exec(head ?? "")?.[1] ??
    // Fall back to `main` if HEAD is detached or unreadable.
    (head === undefined ? undefined : "main")
  );
}

function resolveGitPath(folder: Uri, path: string): Uri {
  if (/^(?:\/|[a-z]:)/i.test(path)) return folder.with({ path: path.replace(/^(?!\/)/, "/") });
  return Uri.joinPath(folder, path);
}

async function readSmallFile(uri: Uri): Promise<string | undefined> {
  return workspace.fs.readFile(uri).then(
    (bytes) => Buffer.from(bytes).toString("utf8").trim(),
    () => undefined,
  );
}
