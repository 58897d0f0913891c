import * as z from "zod/mini";
import type { ManagedAuth } from "../../api/schemas.ts";
import { LastRead } from "../../storage/lastRead.ts";
import type { Store } from "../../storage/store.ts";

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
export class KeptConnections extends LastRead<z.infer<typeof Stored>> {
  /** `failed` is told why rows could not be read or kept; that is no reason to show none. */
  constructor(store: Store, failed: (fault: unknown) => void) {
    super(store, "connections", Stored, failed);
  }

  /** What was read last, if that is known and of the last seven days. Never rejects. */
  async newest(accountId: string): Promise<LastConnections | undefined> {
    const stored = await this.read(accountId);
    return stored && { rows: stored.rows, readAt: new Date(stored.readAt) };
  }

  /** Keeps the first hundred of a reading. Never rejects. */
  async keep(accountId: string, { readAt, rows }: LastConnections): Promise<void> {
    const first = rows.slice(0, mostKept).map((row) => z.parse(KeptConnection, row));
    await this.write(accountId, { v: 1, readAt: readAt.getTime(), rows: first });
  }
}
