import { QuickInputButtons } from "vscode";
import { withoutIconsAndLinks } from "../../../domain/text/display.ts";
import { inform } from "../notify.ts";
import { type Input, registerInput, waitUntilUserOpens } from "../questionHost.ts";
import { currentInteraction, noteUserActive } from "../userAttention.ts";

/** The result of a question. After `cancelled`, the command ends without a message. */
export type Answer<T> =
  | { readonly kind: "accepted"; readonly value: T }
  | { readonly kind: "back"; readonly typed: string; readonly value?: undefined }
  | { readonly kind: "cancelled"; readonly typed: string; readonly value?: undefined };

export interface Frame {
  readonly title: string;
  readonly step?: number;
  readonly totalSteps?: number;
  /** True if a previous question exists, so that the input shows a Back button. */
  readonly back: boolean;
  /**
   * Keeps the input on screen until the next question is shown or {@link disposeIdleInput} is called. Otherwise VS
   * Code focuses the editor between two questions, and a page that takes the focus late closes the second question.
   */
  readonly stays?: boolean;
  /** Cancels the question when aborted, for example because the connection has changed in the meantime. */
  readonly until?: AbortSignal | undefined;
}

/**
 * A question that an input asks. The caller fills the input. If {@link waitForUser} resolves to true, the caller calls
 * {@link register} and shows the input. The caller then calls {@link answer} in any case.
 */
export class Question<T> {
  readonly #input: Input;
  readonly #frame: Frame;
  readonly #interaction = currentInteraction();
  readonly #answer = Promise.withResolvers<Answer<T>>();
  readonly #owned: { dispose(): void }[];
  #registration: ReturnType<typeof registerInput> | undefined;

  constructor(input: Input, frame: Frame) {
    this.#input = input;
    this.#frame = frame;
    input.title = withoutIconsAndLinks(frame.title);
    input.step = frame.step;
    input.totalSteps = frame.totalSteps;
    if (frame.back) input.buttons = [QuickInputButtons.Back, ...input.buttons];
    this.#owned = [
      input.onDidChangeValue(() => noteUserActive(this.#interaction)),
      input.onDidTriggerButton((button) => {
        if (button === QuickInputButtons.Back) this.#answer.resolve({ kind: "back", typed: input.value });
      }),
      whenAborted(frame.until, () => this.#cancel()),
    ];
  }

  /** Disposes of the given objects when the question ends, even if it was never shown. */
  own(...disposables: readonly { dispose(): void }[]): void {
    this.#owned.push(...disposables);
  }

  accept(value: T): void {
    this.#answer.resolve({ kind: "accepted", value });
  }

  /**
   * Resolves to true when the input may be shown, and to false if the question is no longer needed. If the user has
   * moved on to other work, waits until they choose to continue.
   */
  async waitForUser(): Promise<boolean> {
    const { title, until } = this.#frame;
    const opening = waitUntilUserOpens(title, inform, until);
    const isWanted = opening === undefined || (await opening);
    if (!isWanted) this.#cancel();
    return isWanted;
  }

  /** Registers the input as the one on screen. Call directly before the input is shown. */
  register(): void {
    const onLeave = (): void => this.#cancel();
    this.#registration = registerInput(this.#input, this.#interaction, { kind: "question", onLeave });
  }

  /**
   * Disposes of the input that was on screen before. Then waits for the user's answer, and disposes of this input and of
   * what the question owns.
   */
  async answer(): Promise<Answer<T>> {
    const registration = this.#registration;
    registration?.disposeReplaced();
    const answer = await this.#answer.promise;
    for (const disposable of this.#owned.reverse()) disposable.dispose();
    if (registration === undefined) {
      this.#input.dispose();
      return answer;
    }
    registration.end(this.#frame.stays === true && answer.kind !== "cancelled");
    noteUserActive(this.#interaction);
    return answer;
  }

  #cancel(): void {
    this.#answer.resolve({ kind: "cancelled", typed: this.#input.value });
  }
}

function whenAborted(signal: AbortSignal | undefined, listener: () => void): { dispose(): void } {
  if (signal?.aborted === true) listener();
  signal?.addEventListener("abort", listener, { once: true });
  return { dispose: () => signal?.removeEventListener("abort", listener) };
}
