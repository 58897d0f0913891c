import * as z from "zod/mini";
import type { Clock } from "../../api/clock.ts";
import type { RememberedTimes } from "../../domain/login/ensureDecision.ts";
import { connectionFileId } from "../../storage/scope.ts";
import type { AccountFiles, AccountStore } from "../../storage/accountStore.ts";

const StoredTime = z.object({ v: z.literal(1), accountId: z.string(), at: z.number() });

/** The type of a stored event: a login request was sent (`started`), or the user acted on the connection (`acted`). */
type TimedEvent = "started" | "acted";

/**
 * Stores when each connection's last login request was sent and when the user last acted on the connection. All
 * windows share these times. A storage failure is reported, but never prevents a login.
 */
export class LoginTimes {
  readonly #files: AccountFiles<z.infer<typeof StoredTime>>;
  readonly #clock: Clock;
  readonly #onError: (fault: unknown) => void;

  constructor(store: AccountStore, clock: Clock, failed: (fault: unknown) => void) {
    this.#files = store.files("loginTimes", StoredTime);
    this.#clock = clock;
    this.#onError = failed;
  }

  /** Returns the stored times of a connection in milliseconds since 1970, by this computer's clock. */
  async read(accountId: string, connectionId: string): Promise<RememberedTimes> {
    const read = async (event: TimedEvent): Promise<number | undefined> => {
      const stored = this.#files.read(timeFileId(accountId, connectionId, event));
      return (await stored.catch(this.#onError))?.at;
    };
    return { startedAt: await read("started"), actedAt: await read("acted") };
  }

  /**
   * Stores the current time as the time of the user's last action. Called when the user requests a login or changes
   * the connection, because either action may make a failed login work again.
   */
  async noteUserAction(accountId: string, connectionId: string): Promise<void> {
    await this.#note(accountId, connectionId, "acted");
  }

  /**
   * Stores the current time as the time of a login request that is about to be sent. Returns a function that removes
   * the time if the request wasn't sent.
   */
  async noteSending(accountId: string, connectionId: string): Promise<() => Promise<void>> {
    await this.#note(accountId, connectionId, "started");
    return () => this.#files.remove(timeFileId(accountId, connectionId, "started")).catch(this.#onError);
  }

  async #note(accountId: string, connectionId: string, event: TimedEvent): Promise<void> {
    const noted = { v: 1, accountId, at: this.#clock.now() } as const;
    await this.#files.write(timeFileId(accountId, connectionId, event), noted).catch(this.#onError);
  }
}

/**
 * Returns the ID of the file that stores an event. Each event has its own file, so that windows that write at the
 * same time don't overwrite each other's events.
 */
function timeFileId(accountId: string, connectionId: string, event: TimedEvent): string {
  return `${connectionFileId(accountId, connectionId)}-${event}`;
}
