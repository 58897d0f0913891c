import * as z from "zod/mini";
import type { ManagedAuth } from "../../api/schemas.ts";
import { Folder } from "../../storage/folder.ts";
import { keptMs } from "../../storage/keptFor.ts";
import { nothingUnknown } from "../../storage/keeper.ts";
import type { Keeper, Scope } from "../../storage/keeper.ts";

/** What rows say beside a running login: nothing of it is an address, a message or a secret. */
const KeptConnection = z.object({
  id: z.string(),
  domain: z.optional(z.string()),
  profile_name: z.optional(z.string()),
  status: z.optional(z.string()),
  can_reauth_reason: z.optional(z.string()),
  last_auth_check_at: z.optional(z.string()),
});
const Stored = z.object({ v: z.literal(1), readAt: z.int(), rows: z.array(KeptConnection) });

const mostKept = 100;

/** Connections as they were read last, and when. */
export interface LastConnections {
  readonly rows: readonly ManagedAuth[];
  readonly readAt: Date;
}

/** What the connections of each account said when they were read last, for seven days: a window begins with it. */
export class KeptConnections implements Keeper {
  readonly #kept: Folder;
  readonly #failed: (fault: unknown) => void;
  readonly unknown = nothingUnknown;
  #written = Promise.resolve();

  /** `failed` is told why rows could not be read or kept; that is no reason to show none. */
  constructor(storageDirectory: string, failed: (fault: unknown) => void) {
    this.#kept = new Folder(storageDirectory, "connections");
    this.#failed = failed;
  }

  /** What was read last, if that is known and of the last seven days. Never rejects. */
  async last({ accountId }: Scope): Promise<LastConnections | undefined> {
    // What is to be forgotten has to be, first.
    await this.#written;
    try {
      const { data } = Stored.safeParse(await this.#kept.read(accountId));
      const age = data === undefined ? -1 : Date.now() - data.readAt;
      if (data === undefined || age < 0 || age > keptMs.connections) return undefined;
      return { rows: data.rows, readAt: new Date(data.readAt) };
    } catch (fault) {
      this.#failed(fault);
      return undefined;
    }
  }

  /** Keeps the first hundred of a reading. Never rejects. */
  async keep({ accountId }: Scope, { readAt, rows }: LastConnections): Promise<void> {
    const stored: z.infer<typeof Stored> = {
      v: 1,
      readAt: readAt.getTime(),
      rows: rows.slice(0, mostKept).map((row) => z.parse(KeptConnection, row)),
    };
    await this.#write(() => this.#kept.write(accountId, stored));
  }

  /** Forgets what was read of an account, also what is being written at the moment. Never rejects. */
  async forget({ accountId }: Scope): Promise<void> {
    await this.#write(() => this.#kept.remove(accountId));
  }

  /** Forgets what is older than is promised. Never rejects. */
  async prune(): Promise<void> {
    await this.#write(async () => {
      await this.#kept.pruned(keptMs.connections);
    });
  }

  /** Resolves when what is to be kept has been. */
  async settled(): Promise<void> {
    await this.#written;
  }

  async #write(work: () => Promise<void>): Promise<void> {
    this.#written = this.#written.then(work).catch(this.#failed);
    await this.#written;
  }
}
