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

/** Options for tracking a login. */
export interface FollowOptions {
  readonly startedHere: boolean;
  /** The login's key if this window tracked the login before. */
  readonly key?: string;
  /** The connection, if it was already fetched. */
  readonly connection?: ManagedAuth;
  /** The key of the stored login that this login corresponds to. */
  readonly storedKey?: string;
}

const initialObservation = { confirming: false, lostSince: undefined, aheadMs: 0 } as const;

/** A login that this window tracks or has tracked. */
export class TrackedLogin {
  readonly access: AccountAccess;
  readonly #id: string;
  readonly #options: FollowOptions;
  #key: string;
  readonly #started: StoredLogins;
  readonly #changed: (running: TrackedLogin) => void;
  readonly #stop = new AbortController();
  #storedKey: Promise<string | undefined>;
  #observation: LoginObservation | undefined;
  #follower: LoginFollower | undefined;
  /** True if the user works on the login in this window. */
  #isInteractive: boolean;
  #isUserStarted: boolean;
  #hostedUrl: string | undefined;
  #end: LoginEnd | undefined;
  #snapshot: LoginSnapshot;
  #stopReason: "closed" | "signedOut" | "left" | undefined;

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
    this.#isInteractive = options.startedHere;
    this.#isUserStarted = options.startedHere || options.storedKey !== undefined;
    this.#key = options.key ?? randomUUID();
    this.#started = started;
    this.#storedKey = Promise.resolve(options.storedKey);
    this.#changed = changed;
    this.#snapshot = this.#createSnapshot();
  }

  get snapshot(): LoginSnapshot {
    return this.#snapshot;
  }

  get hasEnded(): boolean {
    return this.#end !== undefined;
  }

  /** True if the user has asked to stop tracking the login. */
  get isAbandoned(): boolean {
    return this.#end?.kind === "stopped" && this.#end.why === "left";
  }

  /**
   * Returns the options for tracking the connection's login again. Keeps the key if the user had stopped tracking the
   * login and the fetched connection still reports the same login.
   */
  followOptions(connection: ManagedAuth): FollowOptions {
    const isSame = this.#snapshot.connection?.flow_expires_at === connection.flow_expires_at;
    if (!this.isAbandoned || !isSame) return { startedHere: false, connection };
    return { startedHere: this.#options.startedHere, key: this.#key, connection };
  }

  /** Aborts when this window stops tracking the login. */
  get stopped(): AbortSignal {
    return this.#stop.signal;
  }

  /**
   * Stores the login just before its request is sent. The returned function undoes this if the request wasn't sent.
   */
  async noteSending(target: LoginSelector): Promise<() => Promise<void>> {
    const { account } = this.access;
    this.#storedKey = Promise.resolve(this.#key);
    return this.#started.add(account.id, this.#id, this.#key, target);
  }

  /** Notes that the user works on the login in this window. The login then has an event stream. */
  attend(): void {
    // The follower opens the stream after this fetch.
    if (!this.#isInteractive) this.#follower?.readAfterAction();
    this.#isInteractive = true;
  }

  /** Notes that the user continues the login in this window. */
  async takeOwnership(): Promise<void> {
    this.attend();
    const key = await this.#storedKey;
    if (key !== undefined) await this.#started.takeOwnership(this.access.account.id, this.#id, key);
  }

  /** The key of the corresponding stored login. Reporting the end of this login also settles the stored login. */
  get storedKey(): Promise<string | undefined> {
    return this.#storedKey;
  }

  /** Returns true in exactly one of the user's windows, which must then report the end of the login. */
  async claimReport(closing: AbortSignal): Promise<boolean> {
    const key = await this.#storedKey;
    return key !== undefined && this.#started.claimReport(this.access.account.id, this.#id, key, closing);
  }

  /** Tracks the login until it ends, and reports the end unless another login replaced this one. Never rejects. */
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
    this.#updateStoredTarget(target);
    const login = { ...initialLoginState(target, shared.clock.now(), expires), seen };
    const tell = (standing: LoginObservation): void => {
      const { target: now } = standing.login;
      if (!isDeepStrictEqual(now, this.#observation?.login.target ?? target)) this.#updateStoredTarget(now);
      if (standing.login.takeoverCount > (this.#observation?.login.takeoverCount ?? 0)) {
        // Another login has replaced this one and has its own login page. Forget the old address, which no longer
        // works, so that opening it doesn't count as opening the new page.
        this.#hostedUrl = undefined;
        this.#key = randomUUID();
      }
      this.#observation = standing;
      this.#notify();
    };
    const { connection } = this.#options;
    tell({ ...initialObservation, login: connection === undefined ? login : { ...login, connection } });
    const isOwn = (): boolean => this.#isInteractive;
    this.#follower = new LoginFollower(shared, this.access.client, this.#id, login, tell, isOwn);
    this.finish(await this.#follower.run(this.#stop.signal));
  }

  readNow(): void {
    this.#follower?.readNow();
  }

  /** Updates the login from a connection that other code has fetched. */
  acceptReading(connection: ManagedAuth): void {
    this.#follower?.acceptReading(connection);
  }

  /** Fetches immediately, because the user has acted on the login in this window. */
  readAfterAction(): void {
    this.#follower?.readAfterAction();
  }

  /** Records that the login has ended or is no longer tracked. */
  finish(end: LoginEnd): void {
    if (this.#end !== undefined) return;
    this.#end =
      end.kind === "stopped" && this.#stopReason !== undefined ? { ...end, why: this.#stopReason } : end;
    // The address of the login page no longer works.
    this.#hostedUrl = undefined;
    this.#stop.abort();
    this.#notify();
  }

  /** Stops tracking the login, which continues at the service. */
  stop(why: "closed" | "signedOut" | "left"): void {
    this.#stopReason = why;
    this.finish({ kind: "stopped", why });
  }

  /** Stops tracking the login without an event, because another login replaces this one. */
  replace(): void {
    this.#end ??= { kind: "stopped", why: "left" };
    this.#stop.abort();
  }

  #updateStoredTarget(target: LoginSelector): void {
    this.#storedKey = this.#started.identify(this.access.account.id, this.#id, target, this.#key);
    void this.#storedKey.then((key) => {
      if (key === undefined || this.#isUserStarted) return;
      this.#isUserStarted = true;
      this.#notify();
    });
  }

  #notify(): void {
    const before = this.#snapshot;
    this.#snapshot = this.#createSnapshot();
    if (before.phase !== "ended") this.#changed(this);
  }

  #createSnapshot(): LoginSnapshot {
    const { aheadMs, confirming, login, lostSince } = this.#observation ?? {
      ...initialObservation,
      login: undefined,
    };
    const end = this.#end;
    const begun =
      login?.seenRunning === true || (login === undefined && this.#options.connection !== undefined);
    // If the login had already ended when this window began to track it, use the connection that revealed the end.
    const reported = begun || end !== undefined ? login?.connection : undefined;
    const connection = reported ?? this.#options.connection;
    return {
      accountId: this.access.account.id,
      connectionId: this.#id,
      key: this.#key,
      startedHere: this.#options.startedHere,
      startedByUser: this.#isUserStarted,
      superseded: (login?.takeoverCount ?? 0) > 0,
      phase: end !== undefined ? "ended" : confirming ? "confirming" : begun ? "running" : "starting",
      connection,
      hostedUrl: end === undefined ? (this.#hostedUrl ?? connection?.hosted_url) : undefined,
      contact: lostSince === undefined ? { kind: "live" } : { kind: "lost", since: lostSince },
      serviceAheadMs: aheadMs,
      end,
    };
  }
}
