import * as z from "zod/mini";
import type { Clock } from "../../api/clock.ts";
import type { Remembered } from "../../domain/login/ensuring.ts";
import { connectionFileId } from "../../storage/scope.ts";
import type { AccountFiles, AccountStore } from "../../storage/accountStore.ts";

const Stored = z.object({ v: z.literal(1), accountId: z.string(), at: z.number() });

/** What is remembered of: a login that was sent, or what its user did about one. */
type What = "started" | "acted";

/**
 * When a login of each connection was last sent, and its user last did something about one: all windows know it. What
 * cannot be kept is told, and is no reason not to log in.
 */
export class LoginTimes {
  readonly #kept: AccountFiles<z.infer<typeof Stored>>;
  readonly #clock: Clock;
  readonly #failed: (fault: unknown) => void;

  constructor(store: AccountStore, clock: Clock, failed: (fault: unknown) => void) {
    this.#kept = store.files("loginTimes", Stored);
    this.#clock = clock;
    this.#failed = failed;
  }

  /** What is remembered of a connection, in milliseconds since 1970, by the clock of this computer. */
  async of(accountId: string, connectionId: string): Promise<Remembered> {
    const at = async (what: What): Promise<number | undefined> => {
      try {
        return (await this.#kept.read(idOf(accountId, connectionId, what)))?.at;
      } catch (fault) {
        this.#failed(fault);
        return undefined;
      }
    };
    return { startedAt: await at("started"), actedAt: await at("acted") };
  }

  /** Its user asks for a login, or has changed the connection: what stood against a login may not any more. */
  async acted(accountId: string, connectionId: string): Promise<void> {
    await this.#note(accountId, connectionId, "acted");
  }

  /** A login is about to be sent. */
  async sending(accountId: string, connectionId: string): Promise<void> {
    await this.#note(accountId, connectionId, "started");
  }

  /** The login that was about to be was not sent after all. */
  async notSent(accountId: string, connectionId: string): Promise<void> {
    await this.#kept.remove(idOf(accountId, connectionId, "started")).catch(this.#failed);
  }

  async #note(accountId: string, connectionId: string, what: What): Promise<void> {
    const noted = { v: 1, accountId, at: this.#clock.now() } as const;
    await this.#kept.write(idOf(accountId, connectionId, what), noted).catch(this.#failed);
  }
}

/** A file for each of both, so that windows that note at once overwrite nothing of each other. */
function idOf(accountId: string, connectionId: string, what: What): string {
  return `${connectionFileId(accountId, connectionId)}-${what}`;
}
