import { l10n } from "vscode";
import type { Disposable, Progress } from "vscode";
import { Paced } from "../kit/paced.ts";
import { duration } from "../words/numbers.ts";

const betweenReportsMs = 100;

/** What a batch of deletions shows of itself: how far it is, and what it waits for. */
export class DeletionProgress implements Disposable {
  readonly #total: number;
  readonly #reports: Paced<undefined>;
  #done = 0;
  #reported = 0;
  #waits = "";

  constructor(progress: Progress<{ message: string; increment: number }>, total: number) {
    this.#total = total;
    this.#reports = new Paced(betweenReportsMs, () => {
      const increment = (100 * (this.#done - this.#reported)) / total;
      this.#reported = this.#done;
      progress.report({ message: this.#message(), increment });
    });
  }

  /** One more has its result. */
  settled(): void {
    this.#done += 1;
    this.#reports.call(undefined);
  }

  /** The service wants to be left alone for so many seconds. */
  waits(seconds: number): void {
    this.#waits = duration(seconds);
    this.#reports.call(undefined);
  }

  /** The wait is over. */
  goesOn(): void {
    this.#waits = "";
    this.#reports.call(undefined);
  }

  /** Shows at once what has not been shown yet. */
  flush(): void {
    this.#reports.flush();
  }

  dispose(): void {
    this.#reports.dispose();
  }

  #message(): string {
    return this.#waits === ""
      ? l10n.t("{0} of {1}", this.#done, this.#total)
      : l10n.t("{0} of {1}, the service asks to wait {2}", this.#done, this.#total, this.#waits);
  }
}
