import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type { ManagedAuth } from "../../api/schemas.ts";
import { initialLoginState } from "../../domain/login/loginState.ts";
import type { LoginEnd, LoginSelector } from "../../domain/login/loginState.ts";
import type { AccountAccess } from "../accounts/clientFactory.ts";
import type { LoginSnapshot } from "./loginSnapshot.ts";
import { LoginFollower } from "./loginFollower.ts";
import type { FollowerDeps } from "./loginFollower.ts";
import type { LoginObservation } from "./loginTracker.ts";
import type { StoredLogins } from "./storedLogins.ts";

/** Options for following a login. */
export interface FollowOptions {
  readonly startedHere: boolean;
  /** The login's key if it was followed here before. */
  readonly key?: string;
  /** The connection, if it was already fetched. */
  readonly connection?: ManagedAuth;
  /** Key of the stored login as which this login is looked up. */
  readonly kept?: string;
}

const initialObservation = { confirming: false, lostSince: undefined, aheadMs: 0 } as const;

/** A login that this window follows or has followed. */
export class TrackedLogin {
  readonly access: AccountAccess;
  readonly #id: string;
  readonly #options: FollowOptions;
  #key: string;
  readonly #started: StoredLogins;
  readonly #changed: (running: TrackedLogin) => void;
  readonly #stop = new AbortController();
  #kept: Promise<string | undefined>;
  #standing: LoginObservation | undefined;
  #follower: LoginFollower | undefined;
  /** True if the user works on the login in this window. */
  #isOwn: boolean;
  #isUsers: boolean;
  #hostedUrl: string | undefined;
  #end: LoginEnd | undefined;
  #shown: LoginSnapshot;
  #why: "closed" | "signedOut" | "left" | undefined;

  constructor(
    access: AccountAccess,
    connectionId: string,
    options: FollowOptions,
    started: StoredLogins,
    changed: (running: TrackedLogin) => void,
  ) {
    this.access = access;
    this.#id = connectionId;
    this.#options = options;
    this.#isOwn = options.startedHere;
    this.#isUsers = options.startedHere || options.kept !== undefined;
    this.#key = options.key ?? randomUUID();
    this.#started = started;
    this.#kept = Promise.resolve(options.kept);
    this.#changed = changed;
    this.#shown = this.#show();
  }

  get shown(): LoginSnapshot {
    return this.#shown;
  }

  get isOver(): boolean {
    return this.#end !== undefined;
  }

  /** True if the user has stopped following the login. */
  get isAbandoned(): boolean {
    return this.#end?.kind === "stopped" && this.#end.why === "left";
  }

  /**
   * Returns the options for following the connection again: as the same login if the user had stopped following it
   * and the fetched connection still reports that login.
   */
  again(connection: ManagedAuth): FollowOptions {
    const isSame = this.#shown.connection?.flow_expires_at === connection.flow_expires_at;
    if (!this.isAbandoned || !isSame) return { startedHere: false, connection };
    return { startedHere: this.#options.startedHere, key: this.#key, connection };
  }

  /** Aborts when following stops. */
  get stopped(): AbortSignal {
    return this.#stop.signal;
  }

  /** Notes that the login is about to be sent. The returned function undoes the note if it wasn't sent. */
  async sending(target: LoginSelector): Promise<() => Promise<void>> {
    const { account } = this.access;
    this.#kept = Promise.resolve(this.#key);
    return this.#started.add(account.id, this.#id, this.#key, target);
  }

  /** Notes that the user continues the login in this window. */
  async own(): Promise<void> {
    this.#isOwn = true;
    const key = await this.#kept;
    if (key !== undefined) await this.#started.own(this.access.account.id, this.#id, key);
  }

  /** The key of the stored login whose end is reported together with this one's. */
  get kept(): Promise<string | undefined> {
    return this.#kept;
  }

  /** Returns true if this window reports the end, which exactly one of the user's windows does. */
  async claims(closing: AbortSignal): Promise<boolean> {
    const key = await this.#kept;
    return key !== undefined && this.#started.claim(this.access.account.id, this.#id, key, closing);
  }

  /** Follows the login to its end and reports the end unless the login was replaced. Never rejects. */
  async follow(
    shared: FollowerDeps,
    target: LoginSelector,
    {
      expires,
      hostedUrl,
      seen = false,
    }: { expires?: string | undefined; hostedUrl?: string | undefined; seen?: boolean },
  ): Promise<void> {
    this.#hostedUrl = hostedUrl;
    this.#keep(target);
    const login = { ...initialLoginState(target, shared.clock.now(), expires), seen };
    const tell = (standing: LoginObservation): void => {
      const { target: now } = standing.login;
      if (!isDeepStrictEqual(now, this.#standing?.login.target ?? target)) this.#keep(now);
      if (standing.login.takenOver > (this.#standing?.login.takenOver ?? 0)) {
        // The new login has a page of its own. The old address no longer works, and opening it doesn't count as
        // opening the new page.
        this.#hostedUrl = undefined;
        this.#key = randomUUID();
      }
      this.#standing = standing;
      this.#tell();
    };
    const { connection } = this.#options;
    tell({ ...initialObservation, login: connection === undefined ? login : { ...login, connection } });
    const isOwn = (): boolean => this.#isOwn;
    this.#follower = new LoginFollower(shared, this.access.client, this.#id, login, tell, isOwn);
    this.finish(await this.#follower.run(this.#stop.signal));
  }

  hint(): void {
    this.#follower?.hint();
  }

  /** Accepts a connection that was fetched elsewhere. */
  take(connection: ManagedAuth): void {
    this.#follower?.take(connection);
  }

  /** Fetches immediately, because values were sent. */
  nudge(): void {
    this.#follower?.nudge();
  }

  /** Notes that the login has ended or is no longer followed. */
  finish(end: LoginEnd): void {
    if (this.#end !== undefined) return;
    this.#end = end.kind === "stopped" && this.#why !== undefined ? { ...end, why: this.#why } : end;
    // The page's address no longer works.
    this.#hostedUrl = undefined;
    this.#stop.abort();
    this.#tell();
  }

  /** Stops following. The login continues at the service. */
  stop(why: "closed" | "signedOut" | "left"): void {
    this.#why = why;
    this.finish({ kind: "stopped", why });
  }

  /** Stops following silently, because another login replaces this one. */
  replace(): void {
    this.#end ??= { kind: "stopped", why: "left" };
    this.#stop.abort();
  }

  #keep(target: LoginSelector): void {
    this.#kept = this.#started.keyOf(this.access.account.id, this.#id, target, this.#key);
    void this.#kept.then((key) => {
      if (key === undefined || this.#isUsers) return;
      this.#isUsers = true;
      this.#tell();
    });
  }

  #tell(): void {
    const before = this.#shown;
    this.#shown = this.#show();
    if (before.phase !== "ended") this.#changed(this);
  }

  #show(): LoginSnapshot {
    const { aheadMs, confirming, login, lostSince } = this.#standing ?? {
      ...initialObservation,
      login: undefined,
    };
    const end = this.#end;
    const begun = login?.seen === true || (login === undefined && this.#options.connection !== undefined);
    // The end of a login that ended unobserved is reported with the connection that revealed it.
    const reported = begun || end !== undefined ? login?.connection : undefined;
    const connection = reported ?? this.#options.connection;
    return {
      accountId: this.access.account.id,
      connectionId: this.#id,
      key: this.#key,
      startedHere: this.#options.startedHere,
      startedByUser: this.#isUsers,
      superseded: (login?.takenOver ?? 0) > 0,
      phase: end !== undefined ? "ended" : confirming ? "confirming" : begun ? "running" : "starting",
      connection,
      hostedUrl: end === undefined ? (this.#hostedUrl ?? connection?.hosted_url) : undefined,
      contact: lostSince === undefined ? { kind: "live" } : { kind: "lost", since: lostSince },
      serviceAheadMs: aheadMs,
      end,
    };
  }
}
