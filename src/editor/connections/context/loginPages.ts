import { randomBytes } from "node:crypto";
import { env, Uri } from "vscode";
import * as z from "zod/mini";
import type { AccountFiles, AccountStore } from "../../../storage/accountStore.ts";
import { extensionId } from "../../words/contributions.ts";

const StoredReturn = z.object({ v: z.literal(1), accountId: z.string(), connectionId: z.string() });

/** The login that a page was opened for. */
export type AwaitedReturn = Omit<z.infer<typeof StoredReturn>, "v">;

const path = "/login-finished";
/** No other character comes back as it was sent: `+`, `&` and `=` are decoded twice on the way. */
const flowPattern = /^[A-Za-z0-9_-]{22}$/;

/**
 * Pages that may lead back to the editor, each by a name that nobody can guess; a file each, since VS Code may hand what
 * comes back to any of its windows. What comes back is a hint to read, and never says how a login ended.
 */
export class Returns {
  readonly #kept: AccountFiles<z.infer<typeof StoredReturn>>;

  constructor(store: AccountStore) {
    this.#kept = store.files("returns", StoredReturn);
  }

  /** The address that leads a page back to the editor, for half an hour and once. */
  async begin(awaited: AwaitedReturn): Promise<string> {
    await this.#kept.prune();
    const flow = randomBytes(16).toString("base64url");
    await this.#kept.write(flow, { v: 1, ...awaited });
    const back = Uri.from({ scheme: env.uriScheme, authority: extensionId, path, query: `flow=${flow}` });
    // Encoded once more, its separators would not be found again.
    return (await env.asExternalUri(back)).toString(true);
  }

  /** The login whose page leads back with this address; `undefined` where none does, or not any more. */
  async take(uri: Pick<Uri, "path" | "query">): Promise<AwaitedReturn | undefined> {
    const flow = new URLSearchParams(uri.query).get("flow") ?? "";
    if (uri.path !== path || !flowPattern.test(flow)) return undefined;
    const awaited = await this.#kept.read(flow);
    await this.#kept.remove(flow);
    return awaited && { accountId: awaited.accountId, connectionId: awaited.connectionId };
  }
}

const StoredHosts = z.object({ v: z.literal(1), hosts: z.array(z.string()) });

/** The other hosts whose login pages the user lets an account open; until it signs out. */
export class AgreedHosts {
  readonly #kept: AccountFiles<z.infer<typeof StoredHosts>>;

  constructor(store: AccountStore) {
    this.#kept = store.files("hosts", StoredHosts);
  }

  /** Whether the user has let the account open pages of this host. */
  async has(accountId: string, host: string): Promise<boolean> {
    return (await this.#hosts(accountId)).includes(host);
  }

  async add(accountId: string, host: string): Promise<void> {
    const hosts = new Set([...(await this.#hosts(accountId)), host]);
    await this.#kept.write(accountId, { v: 1, hosts: [...hosts] });
  }

  async #hosts(accountId: string): Promise<readonly string[]> {
    return (await this.#kept.read(accountId))?.hosts ?? [];
  }
}
