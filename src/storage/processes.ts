/** Whether a process is there, whoever owns it. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (fault) {
    // Another user's process is alive, too.
    return fault instanceof Error && "code" in fault && fault.code === "EPERM";
  }
}
