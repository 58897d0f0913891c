import { randomUUID } from "node:crypto";
import type { FSWatcher } from "node:fs";
import { type Disposable, EventEmitter, l10n } from "vscode";
import * as z from "zod/mini";
import { systemClock } from "../../../api/clock.ts";
import { ManagedAuthCreateRequest } from "../../../api/schemas.ts";
import { display } from "../../../domain/text/display.ts";
import { accountIdOf, scopeCovers, parseScopeId, type AccountScope } from "../../../storage/scope.ts";
import { isProcessAlive } from "../../../storage/crossWindowLock.ts";
import { type AccountFiles, type AccountStore, watchFolder } from "../../../storage/accountStore.ts";

const StoredAttempt = z.object({
  v: z.literal(1),
  id: z.string(),
  accountId: z.string(),
  /** Base URL that the request was sent to. The result of the attempt can only be checked at the same URL. */
  baseUrl: z.string(),
  /**
   * The request body, stored so that a retry sends identical bytes. The body only refers to credentials and never
   * contains secrets.
   */
  request: ManagedAuthCreateRequest,
  /** Milliseconds since 1970. */
  startedAt: z.number(),
  /**
   * ID of the process that sends the request. While the process is sending, no window offers to check the attempt. An
   * attempt can be checked once the process has exited or {@link maxAttemptMs} is over.
   */
  pid: z.number(),
  phase: z.enum(["sending", "unknown"]),
});

/** An attempt to create a connection that the service hasn't confirmed or refused yet. */
export type PendingCreation = z.infer<typeof StoredAttempt>;

/**
 * Maximum duration of an attempt, in milliseconds. Older attempts count as abandoned. A create request takes up to 90
 * seconds, the pause before its retry up to 3 seconds, and the retry up to 90 seconds. The remaining time allows for
 * a slow machine.
 */
const maxAttemptMs = 240_000;

/**
 * Poll interval for attempts of other processes, in milliseconds. Polling is needed because a process can exit
 * without notifying the others.
 */
const attemptPollMs = 5_000;

/**
 * Stores attempts to create connections, one file per attempt. The file exists from before the request is sent until
 * the outcome is known.
 */
export class PendingCreations implements Disposable {
  readonly #files: AccountFiles<PendingCreation>;
  readonly #changed = new EventEmitter<undefined>();
  readonly #watcher: FSWatcher | undefined;
  #cancelPoll: (() => void) | undefined;
  /** Fires when the attempts that the user must check may have changed, in this or another window. */
  readonly onDidChange = this.#changed.event;

  constructor(store: AccountStore) {
    this.#files = store.files("pending", StoredAttempt);
    this.#watcher = watchFolder(this.#files.path, () => this.#changed.fire(undefined));
  }

  /** Stores an attempt before its request is sent. */
  async add(accountId: string, baseUrl: string, request: ManagedAuthCreateRequest): Promise<PendingCreation> {
    const pending: PendingCreation = {
      v: 1,
      id: randomUUID(),
      accountId,
      baseUrl,
      request,
      startedAt: Date.now(),
      pid: process.pid,
      phase: "sending",
    };
    await this.#write(pending);
    return pending;
  }

  /**
   * Marks the result of an attempt as unknown, so that the user can check it. Does nothing if another window has
   * deleted the attempt in the meantime, because the outcome is known or the user has dismissed the attempt.
   */
  async markUnknown(pending: PendingCreation): Promise<void> {
    if ((await this.find(pending.id)) === undefined) return;
    await this.#write({ ...pending, phase: "unknown" });
    this.#changed.fire(undefined);
  }

  /** Deletes an attempt once its outcome is known. */
  async settle(pending: PendingCreation): Promise<void> {
    await this.#files.remove(pending.id);
    this.#changed.fire(undefined);
  }

  /** Returns the account's attempts with an unknown outcome, oldest first. Skips requests that are still being sent. */
  async open(accountId: string): Promise<readonly PendingCreation[]> {
    return (await this.#stored()).filter((pending) => pending.accountId === accountId && needsCheck(pending));
  }

  /** Returns other accounts' attempts with the same base URL and project and an unknown outcome, oldest first. */
  async openElsewhere(accountId: string, baseUrl: string): Promise<readonly PendingCreation[]> {
    return (await this.#stored()).filter(
      (pending) =>
        accountIdOf(pending.accountId) !== accountIdOf(accountId) &&
        parseScopeId(pending.accountId).projectId === parseScopeId(accountId).projectId &&
        pending.baseUrl === baseUrl &&
        needsCheck(pending),
    );
  }

  /** Returns the attempts in a scope, oldest first. A scope is an account with all its projects, or one project. */
  async listInScope(scope: AccountScope): Promise<readonly PendingCreation[]> {
    return (await this.#stored()).filter((pending) => scopeCovers(scope, pending.accountId));
  }

  /**
   * Returns the profile and domain of each attempt in a scope as text. A sign-out must list these attempts, because
   * their outcomes can only be checked with the account's token.
   */
  async unknown(scope: AccountScope): Promise<readonly string[]> {
    return (await this.listInScope(scope)).map(({ request: { domain, profile_name } }) =>
      l10n.t("{0} on {1}", display(profile_name), display(domain)),
    );
  }

  /** Returns the attempt with this ID, or `undefined` if its outcome is already known. */
  async find(id: string): Promise<PendingCreation | undefined> {
    return this.#files.read(id);
  }

  dispose(): void {
    this.#cancelPoll?.();
    // Prevent a running read from scheduling another poll.
    this.#cancelPoll = () => undefined;
    this.#watcher?.close();
    this.#changed.dispose();
  }

  async #stored(): Promise<readonly PendingCreation[]> {
    const stored = await this.#files.all();
    if (stored.some((pending) => pending.pid !== process.pid && !needsCheck(pending))) this.#schedulePoll();
    return stored.toSorted((a, b) => a.startedAt - b.startedAt);
  }

  #schedulePoll(): void {
    this.#cancelPoll ??= systemClock.timer(attemptPollMs, () => {
      this.#cancelPoll = undefined;
      this.#changed.fire(undefined);
    });
  }

  async #write(pending: PendingCreation): Promise<void> {
    await this.#files.write(pending.id, pending, { durable: true });
  }
}

function needsCheck({ phase, pid, startedAt }: PendingCreation): boolean {
  return phase === "unknown" || Date.now() - startedAt > maxAttemptMs || !isProcessAlive(pid);
}
