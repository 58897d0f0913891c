import type { UserInteraction } from "../../kit/userAttention.ts";

/** The place where a person logs in: on the login page in a browser, or in the editor. */
export type LoginMethod = "browser" | "here";

/** Memory of this window about logins. It is never stored. */
export class LoginMemory {
  /** The user's last choice. */
  lastMethod: LoginMethod = "browser";
  /** Keys of the logins whose page this window has opened. The link of a page works only once. */
  readonly openedPages = new Set<string>();
  /** User names entered for running logins, by the keys of login and field. No other input is remembered. */
  readonly #userNames = new Map<string, Map<string, string>>();
  /** The prompts of running logins, by the login's key. */
  readonly openPrompts = new Map<string, UserInteraction>();
  readonly #reports = new Set<{ readonly key: string }>();

  /** Returns the mutable map of a running login's user names. */
  userNamesOf(key: string): Map<string, string> {
    const names = this.#userNames.get(key) ?? new Map<string, string>();
    this.#userNames.set(key, names);
    return names;
  }

  /** Deletes the user names of all logins that no longer run. */
  pruneUserNames(running: ReadonlySet<string>): void {
    for (const key of this.#userNames.keys()) if (!running.has(key)) this.#userNames.delete(key);
  }

  /**
   * Registers that the caller reports the end of a login to the user or agent, until the returned function is called.
   */
  readonly report = (key: string): (() => void) => {
    const report = { key };
    this.#reports.add(report);
    return () => void this.#reports.delete(report);
  };

  /** True if a caller reports the end of this login, so that no notification is needed. */
  isReported(key: string): boolean {
    return [...this.#reports].some((report) => report.key === key);
  }
}
