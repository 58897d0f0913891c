import * as z from "zod/mini";
import type { Clock } from "../../api/clock.ts";
import type { RememberedTimes } from "../../domain/login/ensureDecision.ts";
import { connectionFileId } from "../../storage/scope.ts";
import type { AccountFiles, AccountStore } from "../../storage/accountStore.ts";

const StoredTime = z.object({ v: z.literal(1), accountId: z.string(), at: z.number() });

/** The remembered event: a login that was sent, or an action of the user. */
type TimedEvent = "started" | "acted";

/**
 * Stores when a login of each connection was last sent and when the user last acted on it, shared by all windows. A
 * storage failure is reported, but never prevents a login.
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
    const at = async (what: TimedEvent): Promise<number | undefined> => {
      try {
        return (await this.#files.read(timeFileId(accountId, connectionId, what)))?.at;
      } catch (fault) {
        this.#onError(fault);
        return undefined;
      }
    };
    return { startedAt: await at("started"), actedAt: await at("acted") };
  }

  /** Notes that the user requested a login or changed the connection, which may remove an obstacle. */
  async noteUserAction(accountId: string, connectionId: string): Promise<void> {
    await this.#note(accountId, connectionId, "acted");
  }

  /** Notes that a login is about to be sent. */
  async noteSending(accountId: string, connectionId: string): Promise<void> {
    await this.#note(accountId, connectionId, "started");
  }

  /** Removes the note of a login that wasn't sent. */
  async removeSending(accountId: string, connectionId: string): Promise<void> {
    await this.#files.remove(timeFileId(accountId, connectionId, "started")).catch(this.#onError);
  }

  async #note(accountId: string, connectionId: string, what: TimedEvent): Promise<void> {
    const noted = { v: 1, accountId, at: this.#clock.now() } as const;
    await this.#files.write(timeFileId(accountId, connectionId, what), noted).catch(this.#onError);
  }
}

/** One file per event, so that windows that write at the same time overwrite nothing. */
function timeFileId(accountId: string, connectionId: string, what: TimedEvent): string {
  return `${connectionFileId(accountId, connectionId)}-${what}`;
}
