import { EventEmitter } from "vscode";
import type { Disposable } from "vscode";
import type { Session } from "../accounts/session.ts";
import { freshMs } from "./reading.ts";

/** What the window knows of something that its account has, read for a view; at most one reading is under way. */
export abstract class ReadModel<State> implements Disposable {
  protected readonly session: Session;
  readonly #nothing: State;
  readonly #changed = new EventEmitter<State>();
  readonly #following: Disposable;
  #state: State;
  #underWay: { readonly done: Promise<State>; readonly stop: AbortController } | undefined;
  /** When a reading was begun, in milliseconds. */
  #triedAt: number | undefined;
  readonly onDidChange = this.#changed.event;

  /** `nothing` is what is known of an account before anything was read. */
  constructor(session: Session, nothing: State) {
    this.session = session;
    this.#state = this.#nothing = nothing;
    this.#following = session.onDidChange(() => this.forget());
  }

  get state(): State {
    return this.#state;
  }

  /** Reads anew what was read, or tried, more than a minute ago: for whoever comes back to it. */
  async renew(): Promise<void> {
    if (this.#triedAt !== undefined && Date.now() - this.#triedAt >= freshMs) await this.refresh();
  }

  /** Reads anew what somebody has looked at: some were created, changed or deleted. */
  async changed(): Promise<void> {
    if (this.#triedAt !== undefined) await this.refresh();
  }

  /** Reads anew, also what is being read: something has changed since that began. Rows stay until then. */
  async refresh(): Promise<State> {
    this.#underWay?.stop.abort();
    this.#triedAt = Date.now();
    const stop = new AbortController();
    const done = this.read(stop.signal).finally(() => {
      if (this.#underWay?.stop === stop) this.#underWay = undefined;
    });
    this.#underWay = { done, stop };
    const state = await done;
    // One that took its place has the answer that was asked for.
    return stop.signal.aborted ? (this.underWay ?? this.#state) : state;
  }

  dispose(): void {
    this.#following.dispose();
    this.#underWay?.stop.abort();
    this.#changed.dispose();
  }

  /** Reads it, and takes up what that comes to, unless the signal has aborted: whoever left the account ends its readings. */
  protected abstract read(signal: AbortSignal): Promise<State>;

  /** What is being read. */
  protected get underWay(): Promise<State> | undefined {
    return this.#underWay?.done;
  }

  /** Takes a state up without a word. */
  protected note(state: State): void {
    this.#state = state;
  }

  /** Takes a state up. */
  protected take(state: State): void {
    this.note(state);
    this.#changed.fire(state);
  }

  /** Knows nothing any more: the window works as another account, or with another token of it. */
  protected forget(): void {
    this.#underWay?.stop.abort();
    this.#underWay = undefined;
    this.#triedAt = undefined;
    this.take(this.#nothing);
  }
}
