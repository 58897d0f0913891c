/** Node.js's names of pending file operations. */
const onFiles = /^(?:FSReq|FileHandle|Close)/;

/** True while this process reads, writes or deletes a file. */
export function isDiskBusy(): boolean {
  return process.getActiveResourcesInfo().some((name) => onFiles.test(name));
}
