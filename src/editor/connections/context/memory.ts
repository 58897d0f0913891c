import type { UserInteraction } from "../../kit/userAttention.ts";

/** How a person logs in: on the login's page, or by what is asked in the editor. */
export type Way = "browser" | "here";

/** What this window remembers of logins while it is open. */
export class LoginMemory {
  /** How the user logged in last. */
  lastWay: Way = "browser";
  /** The logins whose page this window has opened, by their keys: a page's link works once. */
  readonly opened = new Set<string>();
  /** User names that were entered for logins that run, by the login's key and the field's. Nothing else that is entered. */
  readonly #userNames = new Map<string, Map<string, string>>();
  /** What asks for a login that runs, by the login's key. */
  readonly asking = new Map<string, UserInteraction>();
  readonly #reports = new Set<{ readonly key: string }>();

  /** The user names of a login that runs, to be added to. */
  userNamesOf(key: string): Map<string, string> {
    const names = this.#userNames.get(key) ?? new Map<string, string>();
    this.#userNames.set(key, names);
    return names;
  }

  /** Forgets the user names of all logins but these, which run. */
  keepUserNames(running: ReadonlySet<string>): void {
    for (const key of this.#userNames.keys()) if (!running.has(key)) this.#userNames.delete(key);
  }

  /** Notes, until it is called off, that whoever waits for the end of a login tells the user or agent of it. */
  readonly report = (key: string): (() => void) => {
    const report = { key };
    this.#reports.add(report);
    return () => void this.#reports.delete(report);
  };

  /** Whether the end of a login is told by whoever waits for it: there is no message beside that. */
  isReported(key: string): boolean {
    return [...this.#reports].some((report) => report.key === key);
  }
}
