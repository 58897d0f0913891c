/**
 * Reason why a sandbox is unavailable.
 * - `sqliteMissing`: this Node.js has no `node:sqlite`.
 * - `unusableFile`: the data can't be stored at the given path.
 * - `foreignFile`: a file at the path of the data or its lock must not be overwritten by the sandbox.
 * - `held`: another process owns the data and is unresponsive.
 * - `portUnusable`: another program listens on the port, or the user lacks permission.
 * - `unreachable`: the sandbox is unresponsive.
 * - `crashed`: the sandbox's thread exited.
 */
export type SandboxFailure =
  "sqliteMissing" | "unusableFile" | "foreignFile" | "held" | "portUnusable" | "unreachable" | "crashed";

/** A sandbox failed to start or is unresponsive. Users may see the message, which never contains a token. */
export class SandboxError extends Error {
  readonly kind: SandboxFailure;

  constructor(kind: SandboxFailure, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "SandboxError";
    this.kind = kind;
  }
}

/** Wraps an error from the file system or SQLite in a SandboxError. Returns every other error unchanged. */
export function toSandboxError(file: string, error: unknown): unknown {
  if (error instanceof SandboxError || !(error instanceof Error) || !("code" in error)) return error;
  const message = `The sandbox can't keep its data in ${file}: ${error.message}.`;
  return new SandboxError("unusableFile", message, { cause: error });
}
