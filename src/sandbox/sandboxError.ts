/**
 * Why a sandbox is not there:
 * `sqliteMissing`: this Node has no `node:sqlite`; `unusableFile`: the data cannot be kept in that place;
 * `foreignFile`: what is in the place of the data or its lock is not for the sandbox to take;
 * `held`: another process owns the data and does not answer; `portUnusable`: another program has it, or this
 * user may not; `unreachable`: it does not answer any more; `crashed`: it ended by itself.
 */
export type SandboxFailure =
  "sqliteMissing" | "unusableFile" | "foreignFile" | "held" | "portUnusable" | "unreachable" | "crashed";

/** A sandbox that could not start or does not answer. Its message is fit to be shown and holds no token. */
export class SandboxError extends Error {
  readonly kind: SandboxFailure;

  constructor(kind: SandboxFailure, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "SandboxError";
    this.kind = kind;
  }
}

/** The failure that an error of the file system or of SQLite amounts to; any other error as it is. */
export function asFailure(file: string, error: unknown): unknown {
  if (error instanceof SandboxError || !(error instanceof Error) || !("code" in error)) return error;
  const message = `The sandbox can't keep its data in ${file}: ${error.message}.`;
  return new SandboxError("unusableFile", message, { cause: error });
}
