// The sandbox's own folder. What stands in it is believed, so nobody else may ever have been able to write there.
import { closeSync, constants, fchmodSync, fstatSync, lstatSync, mkdirSync, openSync } from "node:fs";
import { SandboxError } from "../sandboxError.ts";

/**
 * Makes the folder, or makes sure of it: this user's, open to nobody else, and no link.
 * @throws {SandboxError} `unusableFile`, and what the file system throws.
 */
export function prepareFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (!lstatSync(folder).isDirectory())
    throw new SandboxError("unusableFile", `${folder} is no folder, but a link.`);
  const user = process.getuid?.();
  // Windows keeps it among the files of the user's profile, which others have no right to.
  if (user === undefined) return;
  // The folder itself is held open meanwhile: another one may come in its place.
  const opened = openSync(folder, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW);
  try {
    const { uid, mode } = fstatSync(opened);
    if (uid !== user) throw new SandboxError("unusableFile", `${folder} belongs to another user.`);
    if ((mode & 0o077) !== 0) fchmodSync(opened, 0o700);
  } finally {
    closeSync(opened);
  }
}
