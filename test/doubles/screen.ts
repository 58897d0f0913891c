// Everything that the extension shows to the user, in order.
import assert from "node:assert/strict";
import type * as vscode from "vscode";
import { EventEmitter } from "./events.ts";
import { waitForEvent } from "./expected.ts";
import { Uri } from "./panel.ts";

/** A queue of shown objects. A test takes each object once. */
class Screen {
  #untaken: object[] = [];
  #all: object[] = [];
  #waiting: ((one: object) => void)[] = [];
  put(item: object): void {
    this.#all.push(item);
    const waiting = this.#waiting.shift();
    if (waiting === undefined) this.#untaken.push(item);
    else waiting(item);
  }
  /**
   * Takes the next shown object, waiting if necessary. Fails if the object is of another class. Skips loading lists and
   * progress of another class, because only slow machines show them.
   */
  async next<T extends object>(kind: abstract new (...args: never[]) => T): Promise<T> {
    const item =
      this.#untaken.shift() ??
      (await waitForEvent<object>(`a ${kind.name} on screen`, (show) => this.#waiting.push(show)));
    if (item instanceof kind) return item;
    const isLoading = item instanceof Progress || ("busy" in item && item.busy === true);
    assert.ok(isLoading, `Expected a ${kind.name} on screen, but there is ${JSON.stringify(item)}`);
    return this.next(kind);
  }
  /** The shown objects that the test hasn't taken yet. */
  get rest(): readonly object[] {
    return this.#untaken;
  }
  /** All objects shown since the screen was cleared, taken or not. */
  get all(): readonly object[] {
    return this.#all;
  }
  clear(): void {
    this.#untaken = [];
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
  /** Presses a button, or dismisses the message if the button is undefined. */
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

/** An untitled document with this content. */
export class OpenedText {
  readonly content: string;
  readonly language: string;
  constructor(content: string, language: string) {
    this.content = content;
    this.language = language;
  }
}

/** A dialog for opening files. */
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
  /** Chooses a file by path, or cancels without a path. */
  choose(path?: string): void {
    this.#answer.resolve(path === undefined ? undefined : [Uri.from({ scheme: "file", path })]);
  }
}

/** A progress notification or status bar item. */
export class Progress {
  readonly options: vscode.ProgressOptions;
  readonly reports: { message?: string; increment?: number }[] = [];
  readonly cancelled = new EventEmitter<void>();
  /** True after the task has settled. */
  ended = false;
  constructor(options: vscode.ProgressOptions) {
    this.options = options;
    screen.put(this);
  }
}
