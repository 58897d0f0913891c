import { randomBytes } from "node:crypto";
import { env, Uri } from "vscode";
import * as z from "zod/mini";
import type { AccountFiles, AccountStore } from "../../../storage/accountStore.ts";
import { extensionId } from "../../words/contributions.ts";

const StoredCallback = z.object({ v: z.literal(1), accountId: z.string(), connectionId: z.string() });

/** The login that an open login page belongs to. */
export type CallbackLogin = Omit<z.infer<typeof StoredCallback>, "v">;

const callbackPath = "/login-finished";
/** Only these characters survive the round trip. `+`, `&` and `=` are decoded twice on the way. */
const callbackIdPattern = /^[A-Za-z0-9_-]{22}$/;

/**
 * Stores the login pages that may redirect back to the editor, each under an unguessable name. Each has its own file,
 * because VS Code may deliver the redirect to any of its windows. A redirect only hints that the connection should be
 * fetched. It never proves how a login ended.
 */
export class LoginCallbacks {
  readonly #kept: AccountFiles<z.infer<typeof StoredCallback>>;

  constructor(store: AccountStore) {
    this.#kept = store.files("returns", StoredCallback);
  }

  /** Creates the address that redirects a page back to the editor. It is valid once and for half an hour. */
  async createAddress(awaited: CallbackLogin): Promise<string> {
    await this.#kept.prune();
    const flow = randomBytes(16).toString("base64url");
    await this.#kept.write(flow, { v: 1, ...awaited });
    const back = Uri.from({
      scheme: env.uriScheme,
      authority: extensionId,
      path: callbackPath,
      query: `flow=${flow}`,
    });
    // `toString(true)` skips another encoding, after which the separators would not be recognized.
    return (await env.asExternalUri(back)).toString(true);
  }

  /** Consumes a redirect and returns its login, or `undefined` if the address is unknown, used or expired. */
  async consume(uri: Pick<Uri, "path" | "query">): Promise<CallbackLogin | undefined> {
    const flow = new URLSearchParams(uri.query).get("flow") ?? "";
    if (uri.path !== callbackPath || !callbackIdPattern.test(flow)) return undefined;
    const awaited = await this.#kept.read(flow);
    await this.#kept.remove(flow);
    return awaited && { accountId: awaited.accountId, connectionId: awaited.connectionId };
  }
}

const StoredHosts = z.object({ v: z.literal(1), hosts: z.array(z.string()) });

/** Stores the foreign hosts from which the user lets an account open login pages, until the account signs out. */
export class TrustedHosts {
  readonly #kept: AccountFiles<z.infer<typeof StoredHosts>>;

  constructor(store: AccountStore) {
    this.#kept = store.files("hosts", StoredHosts);
  }

  /** True if the user allowed the account to open pages of this host. */
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
