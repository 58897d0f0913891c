import type { UserInteraction } from "../../kit/userAttention.ts";

/**
 * The place where the user completes a login: the login page in a browser (`browser`) or prompts in VS Code (`here`).
 */
export type LoginMethod = "browser" | "here";

/** Data about logins that this window keeps in memory and never persists. */
export class LoginMemory {
  /** The login method that the user chose last. The next prompt preselects this method. */
  lastMethod: LoginMethod = "browser";
  /** Keys of the logins whose page this window has opened. The link to a login page works only once. */
  readonly openedPages = new Set<string>();
  /** Notes about logins whose options differ from the settings of their connection, by login key. */
  readonly variationNotes = new Map<string, string>();
  /** User names that were entered for running logins, by login key and field key. No other input is remembered. */
  readonly #userNames = new Map<string, Map<string, string>>();
  /** Open prompts of running logins, by login key. */
  readonly openPrompts = new Map<string, UserInteraction>();
  readonly #reports = new Set<{ readonly key: string }>();

  /** Returns the user names that were entered for a running login, by field key. The caller may modify the map. */
  userNamesOf(key: string): Map<string, string> {
    const names = this.#userNames.get(key) ?? new Map<string, string>();
    this.#userNames.set(key, names);
    return names;
  }

  /** Deletes the user names of all logins except the ones in `running`. */
  pruneUserNames(running: ReadonlySet<string>): void {
    for (const key of this.#userNames.keys()) if (!running.has(key)) this.#userNames.delete(key);
  }

  /** Registers a caller that will itself report how a login ended. Returns a function that ends the registration. */
  readonly report = (key: string): (() => void) => {
    const report = { key };
    this.#reports.add(report);
    return () => void this.#reports.delete(report);
  };

  /** True if a registered caller will itself report how this login ended, so that no notification is needed. */
  isReported(key: string): boolean {
    return [...this.#reports].some((report) => report.key === key);
  }
}
