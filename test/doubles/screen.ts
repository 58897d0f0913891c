// What the product puts in front of the user, other than inputs.
import assert from "node:assert/strict";
import type * as vscode from "vscode";
import { EventEmitter } from "./events.ts";
import { expected } from "./expected.ts";
import { Uri } from "./panel.ts";

/** Everything the product shows, in order; each thing is looked at once. */
class Screen {
  #shown: object[] = [];
  #all: object[] = [];
  #waiting: ((one: object) => void)[] = [];
  put(one: object): void {
    this.#all.push(one);
    const waiting = this.#waiting.shift();
    if (waiting === undefined) this.#shown.push(one);
    else waiting(one);
  }
  /** The next thing shown, which must be of this kind; waits until there is one. */
  async next<T extends object>(kind: abstract new (...given: never[]) => T): Promise<T> {
    const one =
      this.#shown.shift() ??
      (await expected<object>(`a ${kind.name} on screen`, (show) => this.#waiting.push(show)));
    assert.ok(one instanceof kind, `Expected a ${kind.name} on screen, but there is ${JSON.stringify(one)}`);
    return one;
  }
  /** What has not been looked at. */
  get rest(): readonly object[] {
    return this.#shown;
  }
  /** Everything since the screen was cleared, looked at or not. */
  get all(): readonly object[] {
    return this.#all;
  }
  clear(): void {
    this.#shown = [];
    this.#all = [];
    this.#waiting = [];
  }
}
export const screen = new Screen();

/** A notification or a modal dialog. */
export class Message {
  readonly severity: "info" | "warning" | "error";
  readonly text: string;
  readonly options: vscode.MessageOptions;
  readonly buttons: readonly string[];
  readonly answer: Promise<string | undefined>;
  /** The user presses a button; `undefined` dismisses. */
  readonly choose: (button: string | undefined) => void;
  constructor(
    severity: Message["severity"],
    text: string,
    rest: readonly (string | vscode.MessageOptions)[],
  ) {
    const { promise, resolve } = Promise.withResolvers<string | undefined>();
    this.severity = severity;
    this.text = text;
    this.options = rest.find((one) => typeof one === "object") ?? {};
    this.buttons = rest.filter((one) => typeof one === "string");
    this.answer = promise;
    this.choose = (button) => {
      assert.ok(button === undefined || this.buttons.includes(button), `There is no button ${button ?? ""}`);
      resolve(button);
    };
    screen.put(this);
  }
}

/** A text in an editor. */
export class OpenedText {
  readonly content: string;
  readonly language: string;
  constructor(content: string, language: string) {
    this.content = content;
    this.language = language;
  }
}

/** A dialog that asks for files. */
export class FileDialog {
  readonly options: vscode.OpenDialogOptions;
  readonly #answer = Promise.withResolvers<Uri[] | undefined>();
  constructor(options: vscode.OpenDialogOptions) {
    this.options = options;
    screen.put(this);
  }
  get answer(): Promise<Uri[] | undefined> {
    return this.#answer.promise;
  }
  /** Chooses a file by its path, or none. */
  choose(path?: string): void {
    this.#answer.resolve(path === undefined ? undefined : [Uri.from({ scheme: "file", path })]);
  }
}

/** Work that is shown while it runs. */
export class Progress {
  readonly options: vscode.ProgressOptions;
  readonly reports: { message?: string; increment?: number }[] = [];
  readonly cancelled = new EventEmitter<void>();
  /** Whether the work has come to its end. */
  ended = false;
  constructor(options: vscode.ProgressOptions) {
    this.options = options;
    screen.put(this);
  }
}
