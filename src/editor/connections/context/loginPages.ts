import { randomBytes } from "node:crypto";
import { env, Uri } from "vscode";
import * as z from "zod/mini";
import type { AccountFiles, AccountStore } from "../../../storage/accountStore.ts";
import { extensionId } from "../../words/contributions.ts";

const StoredCallback = z.object({ v: z.literal(1), accountId: z.string(), connectionId: z.string() });

/** The account and connection that an open login page belongs to. */
export type CallbackLogin = Omit<z.infer<typeof StoredCallback>, "v">;

const callbackPath = "/login-finished";
/**
 * A callback ID contains only these characters, because the ID is decoded twice on the way back from the browser.
 * Decoding twice would change IDs with `+`, `&` or `=`.
 */
const callbackIdPattern = /^[A-Za-z0-9_-]{22}$/;

/**
 * Stores the account and connection of each open login page under an unguessable ID. The page redirects to a URL with
 * this ID. Each page has its own file, because VS Code may deliver the URL to any of its windows. A redirect only
 * suggests that the connection should be fetched. It doesn't prove how the login ended.
 */
export class LoginCallbacks {
  readonly #files: AccountFiles<z.infer<typeof StoredCallback>>;

  constructor(store: AccountStore) {
    this.#files = store.files("returns", StoredCallback);
  }

  /** Creates the URL for the redirect from a login page to VS Code. The URL works once and expires after 30 minutes. */
  async createAddress(awaited: CallbackLogin): Promise<string> {
    await this.#files.prune();
    const flow = randomBytes(16).toString("base64url");
    await this.#files.write(flow, { v: 1, ...awaited });
    const back = Uri.from({
      scheme: env.uriScheme,
      authority: extensionId,
      path: callbackPath,
      query: `flow=${flow}`,
    });
    // `toString(true)` prevents a second encoding, which would make the separators of the query unrecognizable.
    return (await env.asExternalUri(back)).toString(true);
  }

  /**
   * Returns the login that a redirect URI belongs to and invalidates the URI, so that it works only once. Returns
   * `undefined` if the URI is unknown, already used or expired.
   */
  async consume(uri: Uri): Promise<CallbackLogin | undefined> {
    const flow = new URLSearchParams(uri.query).get("flow") ?? "";
    if (uri.path !== callbackPath || !callbackIdPattern.test(flow)) return undefined;
    const awaited = await this.#files.read(flow);
    await this.#files.remove(flow);
    return awaited && { accountId: awaited.accountId, connectionId: awaited.connectionId };
  }
}

const StoredHosts = z.object({ v: z.literal(1), hosts: z.array(z.string()) });

/**
 * Stores the hosts that the user trusts for login pages in addition to the service's own hosts. Each account has its
 * own entries, which are kept until the account signs out.
 */
export class TrustedHosts {
  readonly #files: AccountFiles<z.infer<typeof StoredHosts>>;

  constructor(store: AccountStore) {
    this.#files = store.files("hosts", StoredHosts);
  }

  /** True if the user has allowed login pages on this host to be opened for the account. */
  async has(accountId: string, host: string): Promise<boolean> {
    return (await this.#hosts(accountId)).includes(host);
  }

  async add(accountId: string, host: string): Promise<void> {
    const hosts = new Set([...(await this.#hosts(accountId)), host]);
    await this.#files.write(accountId, { v: 1, hosts: [...hosts] });
  }

  async #hosts(accountId: string): Promise<readonly string[]> {
    return (await this.#files.read(accountId))?.hosts ?? [];
  }
}
