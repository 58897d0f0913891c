/** Whether a process exists, whoever owns it. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (fault) {
    // No permission to signal it: another user's process.
    return fault instanceof Error && "code" in fault && fault.code === "EPERM";
  }
}
