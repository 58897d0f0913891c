import * as z from "zod/mini";
import type { ManagedAuth } from "../../api/schemas.ts";
import { LastRead } from "../../storage/lastRead.ts";
import { nothingUnknown } from "../../storage/keeper.ts";
import type { Keeper } from "../../storage/keeper.ts";
import type { Scope } from "../../storage/scope.ts";

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
  readonly #kept: LastRead<z.infer<typeof Stored>>;
  readonly unknown = nothingUnknown;

  /** `failed` is told why rows could not be read or kept; that is no reason to show none. */
  constructor(storageDirectory: string, failed: (fault: unknown) => void) {
    this.#kept = new LastRead(storageDirectory, "connections", Stored, failed);
  }

  /** What was read last, if that is known and of the last seven days. Never rejects. */
  async last({ accountId }: Scope): Promise<LastConnections | undefined> {
    const stored = await this.#kept.read(accountId);
    return stored && { rows: stored.rows, readAt: new Date(stored.readAt) };
  }

  /** Keeps the first hundred of a reading. Never rejects. */
  async keep({ accountId }: Scope, { readAt, rows }: LastConnections): Promise<void> {
    const first = rows.slice(0, mostKept).map((row) => z.parse(KeptConnection, row));
    await this.#kept.write(accountId, { v: 1, readAt: readAt.getTime(), rows: first });
  }

  /** Forgets what was read of an account, also what is being written at the moment. Never rejects. */
  async forget(scope: Scope): Promise<void> {
    await this.#kept.forget(scope);
  }

  /** Forgets what is older than is promised, and each account that is not there any more. Never rejects. */
  async prune(isThere: (accountId: string) => Promise<boolean>): Promise<void> {
    await this.#kept.prune(isThere);
  }

  /** Resolves when what is to be kept has been. */
  async settled(): Promise<void> {
    await this.#kept.settled();
  }
}
