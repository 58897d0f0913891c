// What the thread of a sandbox and the window that started it say to each other.
import type { SandboxFailure } from "../sandboxError.ts";
import type { Identity } from "../http/identity.ts";

/** What the user must be told about the data. */
export type Notice = "keptAside" | "inMemory";

export type FromWorker =
  | { readonly kind: "ready"; readonly identity: Identity; readonly notice?: Notice }
  /** Another process owns the data. */
  | { readonly kind: "held" }
  | { readonly kind: "failed"; readonly failure: SandboxFailure; readonly message: string };

export type ToWorker =
  /** Start, unless another process owns the data. May be asked again after `held`. */
  | { readonly kind: "start" }
  /** End; the thread then exits. */
  | { readonly kind: "stop" };

/** What the thread is started with. */
export interface WorkerData {
  /** The sandbox's own directory, as an absolute path. */
  readonly directory: string;
  /** What tells this computer from others. */
  readonly machine: string;
}
