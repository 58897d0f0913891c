import { randomUUID } from "node:crypto";
import type { FSWatcher } from "node:fs";
import { type Disposable, EventEmitter, l10n } from "vscode";
import * as z from "zod/mini";
import { systemClock } from "../../../api/clock.ts";
import { ManagedAuthCreateRequest } from "../../../api/schemas.ts";
import { display } from "../../../domain/text/display.ts";
import { accountIdOf, scopeCovers, parseScopeId, type Scope } from "../../../storage/scope.ts";
import { isProcessAlive } from "../../../storage/crossWindowLock.ts";
import { type AccountFiles, type AccountStore, watchFolder } from "../../../storage/accountStore.ts";

const Stored = z.object({
  v: z.literal(1),
  id: z.string(),
  accountId: z.string(),
  /** Where it was sent. It is checked there or nowhere. */
  baseUrl: z.string(),
  /** The request; sent again it is byte for byte the same. It holds references, never secrets. */
  request: ManagedAuthCreateRequest,
  /** Milliseconds since 1970. */
  startedAt: z.number(),
  /** The process that sends; as long as it lives, the attempt is its own. */
  pid: z.number(),
  phase: z.enum(["sending", "unknown"]),
});

/** An attempt to create a connection whose end is not known. */
export type PendingCreation = z.infer<typeof Stored>;

/**
 * Longer than any attempt takes, in milliseconds; an older one has been abandoned. A create may take 90 seconds, the
 * moment before it is sent again 3, and that 90 more; the rest is for a machine that is held up.
 */
const longestAttemptMs = 240_000;

/** How soon an attempt of another process is looked at again, in milliseconds: it may die without a word. */
const lookMs = 5_000;

/** Attempts to create connections, one file each from before the sending until the answer is known. */
export class PendingCreations implements Disposable {
  readonly #kept: AccountFiles<PendingCreation>;
  readonly #changed = new EventEmitter<undefined>();
  readonly #watcher: FSWatcher | undefined;
  #stopLooking: (() => void) | undefined;
  /** Fires when an attempt may be open for checking, or no longer is, whichever window has it. */
  readonly onDidChange = this.#changed.event;

  constructor(store: AccountStore) {
    this.#kept = store.files("pending", Stored);
    this.#watcher = watchFolder(this.#kept.path, () => this.#changed.fire(undefined));
  }

  /** Notes that an attempt is about to be sent. */
  async begin(
    accountId: string,
    baseUrl: string,
    request: ManagedAuthCreateRequest,
  ): Promise<PendingCreation> {
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

  /** Keeps an attempt for the user to check, unless another window has learned its end meanwhile. */
  async keep(pending: PendingCreation): Promise<void> {
    if ((await this.find(pending.id)) === undefined) return;
    await this.#write({ ...pending, phase: "unknown" });
    this.#changed.fire(undefined);
  }

  /** Forgets an attempt whose end is known. */
  async settle(pending: PendingCreation): Promise<void> {
    await this.#kept.remove(pending.id);
    this.#changed.fire(undefined);
  }

  /** The account's attempts that wait for a check, the oldest first; those that a window still sends are left out. */
  async open(accountId: string): Promise<readonly PendingCreation[]> {
    return (await this.#stored()).filter((one) => one.accountId === accountId && isOpen(one));
  }

  /** The attempts of other accounts that wait for a check at an address, in the same project, the oldest first. */
  async openElsewhere(accountId: string, baseUrl: string): Promise<readonly PendingCreation[]> {
    return (await this.#stored()).filter(
      (one) =>
        accountIdOf(one.accountId) !== accountIdOf(accountId) &&
        parseScopeId(one.accountId).projectId === parseScopeId(accountId).projectId &&
        one.baseUrl === baseUrl &&
        isOpen(one),
    );
  }

  /** The attempts of an account in whatever project, or in one, the oldest first. */
  async covered(scope: Scope): Promise<readonly PendingCreation[]> {
    return (await this.#stored()).filter((pending) => scopeCovers(scope, pending.accountId));
  }

  /** The names of what can be checked only with the account's token. */
  async unknown(scope: Scope): Promise<readonly string[]> {
    return (await this.covered(scope)).map(({ request: { domain, profile_name } }) =>
      l10n.t("{0} on {1}", display(profile_name), display(domain)),
    );
  }

  /** An attempt by its id, or `undefined` where it is settled. */
  async find(id: string): Promise<PendingCreation | undefined> {
    return this.#kept.read(id);
  }

  dispose(): void {
    this.#stopLooking?.();
    // Whoever is still reading attempts begins no other look.
    this.#stopLooking = () => undefined;
    this.#watcher?.close();
    this.#changed.dispose();
  }

  async #stored(): Promise<readonly PendingCreation[]> {
    const all = await this.#kept.all();
    if (all.some((one) => one.pid !== process.pid && !isOpen(one))) this.#lookAgain();
    return all.toSorted((one, other) => one.startedAt - other.startedAt);
  }

  #lookAgain(): void {
    this.#stopLooking ??= systemClock.timer(lookMs, () => {
      this.#stopLooking = undefined;
      this.#changed.fire(undefined);
    });
  }

  async #write(pending: PendingCreation): Promise<void> {
    await this.#kept.write(pending.id, pending, { durable: true });
  }
}

function isOpen({ phase, pid, startedAt }: PendingCreation): boolean {
  return phase === "unknown" || Date.now() - startedAt > longestAttemptMs || !isProcessAlive(pid);
}
