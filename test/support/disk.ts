/** The operations on files that a process waits for, as Node calls them. */
const onFiles = /^(?:FSReq|FileHandle|Close)/;

/** Whether this process waits for a file to be read, written or removed. */
export function isDiskBusy(): boolean {
  return process.getActiveResourcesInfo().some((name) => onFiles.test(name));
}
