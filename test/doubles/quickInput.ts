// The inputs of VS Code, and what a user does with them.
import assert from "node:assert/strict";
import type * as vscode from "vscode";
import { commands, contextKeys } from "./commands.ts";
import { EventEmitter } from "./events.ts";
import { hold } from "./held.ts";
import { screen } from "./screen.ts";

/** `QuickPickItemKind.Separator` */
const separator = -1;
let open: QuickInput | undefined;

/** VS Code shows one input at a time: another one hides it. */
function present(input: QuickInput): void {
  if (open !== input) open?.giveWay();
  open = input;
  screen.put(input);
}

abstract class QuickInput {
  readonly #held = hold("an input");
  readonly #changed = new EventEmitter<string>();
  readonly #accepted = new EventEmitter<void>();
  readonly #pressed = new EventEmitter<vscode.QuickInputButton>();
  readonly #hidden = new EventEmitter<void>();
  readonly onDidChangeValue = this.#changed.event;
  readonly onDidAccept = this.#accepted.event;
  readonly onDidTriggerButton = this.#pressed.event;
  readonly onDidHide = this.#hidden.event;
  title: string | undefined;
  step: number | undefined;
  totalSteps: number | undefined;
  placeholder: string | undefined;
  prompt: string | undefined;
  enabled = true;
  busy = false;
  ignoreFocusOut = false;
  buttons: readonly vscode.QuickInputButton[] = [];
  disposed = false;
  shown = false;
  protected text = "";
  get value(): string {
    return this.text;
  }
  set value(text: string) {
    this.text = text;
  }
  show(): void {
    assert.ok(!this.disposed, "A disposed input cannot be shown");
    this.shown = true;
    present(this);
  }
  /** VS Code tells of it later, even if it is shown again by then. */
  hide(): void {
    if (!this.shown) return;
    this.shown = false;
    queueMicrotask(() => this.#hidden.fire());
  }
  dispose(): void {
    this.giveWay();
    this.disposed = true;
    this.#held.dispose();
    for (const emitter of [this.#changed, this.#accepted, this.#pressed, this.#hidden]) emitter.dispose();
  }
  /** The user presses Esc, which the manifest gives to a command while a wait is on screen. */
  escape(): void {
    if (contextKeys.get("managedAuth.waits") === true) void commands.executeCommand("managedAuth.cancelWait");
    else this.giveWay();
  }
  /** Something else of VS Code takes its place, such as the palette. */
  giveWay(): void {
    if (!this.shown) return;
    this.shown = false;
    this.#hidden.fire();
  }
  /** Something else takes the focus. */
  loseFocus(): void {
    if (!this.ignoreFocusOut) this.giveWay();
  }
  /** The user replaces the text. */
  type(text: string): void {
    assert.ok(this.shown && this.enabled, "Only an open, enabled input takes text");
    this.text = text;
    this.#changed.fire(text);
  }
  /** The user presses Enter. */
  enter(): void {
    assert.ok(this.shown, "Only an open input takes Enter");
    this.#accepted.fire();
  }
  /** The user presses a button. */
  press(tooltip: string): void {
    const button = this.buttons.find((one) => one.tooltip?.startsWith(tooltip));
    assert.ok(this.shown && button !== undefined, `There is no button ${tooltip}`);
    this.#pressed.fire(button);
  }
  protected echo(): void {
    queueMicrotask(() => this.#changed.fire(this.text));
  }
}

export class InputBox extends QuickInput implements vscode.InputBox {
  valueSelection: readonly [number, number] | undefined;
  password = false;
  validationMessage: string | vscode.InputBoxValidationMessage | undefined;
}

export class QuickPick extends QuickInput implements vscode.QuickPick<vscode.QuickPickItem> {
  readonly #active = new EventEmitter<readonly vscode.QuickPickItem[]>();
  readonly #selected = new EventEmitter<readonly vscode.QuickPickItem[]>();
  readonly onDidChangeActive = this.#active.event;
  readonly onDidChangeSelection = this.#selected.event;
  readonly #pressedOn = new EventEmitter<vscode.QuickPickItemButtonEvent<vscode.QuickPickItem>>();
  readonly onDidTriggerItemButton = this.#pressedOn.event;
  canSelectMany = false;
  matchOnDescription = false;
  matchOnDetail = false;
  activeItems: readonly vscode.QuickPickItem[] = [];
  keepScrollPosition = false;
  #chosen: readonly vscode.QuickPickItem[] = [];
  #items: readonly vscode.QuickPickItem[] = [];
  #drawn: readonly vscode.QuickPickItem[] = [];
  get selectedItems(): readonly vscode.QuickPickItem[] {
    return this.#chosen;
  }
  /** A row that the product selects in a list of single choice is accepted. */
  set selectedItems(items: readonly vscode.QuickPickItem[]) {
    this.#chosen = items;
    if (!this.canSelectMany && items.length > 0) super.enter();
  }
  get items(): readonly vscode.QuickPickItem[] {
    return this.#items;
  }
  /** New items lose what was selected; a list of single choice focuses its first row. */
  set items(items: readonly vscode.QuickPickItem[]) {
    this.#items = this.#drawn = items;
    this.#chosen = [];
    this.activeItems = this.canSelectMany ? [] : this.rows.slice(0, 1);
  }
  override get value(): string {
    return this.text;
  }
  /** A list, other than a box, reports a value that the product sets. */
  override set value(text: string) {
    if (text !== this.text) this.echo();
    this.text = text;
  }
  /** Shown again it has no rows until they are set again. */
  override hide(): void {
    super.hide();
    this.#drawn = [];
  }
  /** The items on screen that can be chosen. */
  get rows(): readonly vscode.QuickPickItem[] {
    return this.#drawn.filter(({ kind }) => Number(kind) !== separator);
  }
  /** The user chooses a row of a single choice, or toggles one of several. */
  choose(label: string): void {
    const row = this.rows.find((one) => one.label === label);
    assert.ok(this.shown && row, `There is no row ${label}, but ${this.rows.map((one) => one.label).join()}`);
    const others = this.selectedItems.filter((one) => one !== row);
    const checked = others.length < this.selectedItems.length;
    this.activeItems = [row];
    this.#chosen = this.canSelectMany ? (checked ? others : [...others, row]) : [row];
    this.#selected.fire(this.selectedItems);
    if (!this.canSelectMany) this.#accept(row);
  }
  /** The user goes to a row. */
  goTo(label: string): void {
    const row = this.rows.find((one) => one.label === label);
    assert.ok(this.shown && row, `There is no row ${label}`);
    this.activeItems = [row];
  }
  /** The user toggles one of several rows, once those that were set last are on screen. */
  async check(label: string): Promise<void> {
    let drawn: readonly vscode.QuickPickItem[];
    do {
      drawn = this.#items;
      // A turn for the rows to be passed on, and one for what has seen them to come back.
      await new Promise((resolve) => setTimeout(resolve, 0));
      await new Promise(setImmediate);
    } while (drawn !== this.#items);
    this.choose(label);
  }
  /** The user presses Enter: a single choice takes the active row, which VS Code names by its place alone. */
  override enter(): void {
    if (this.canSelectMany) super.enter();
    else this.#accept(this.activeItems[0]);
  }
  /** The user checks all rows at once. */
  chooseAll(): void {
    this.#selected.fire((this.#chosen = this.rows));
  }
  /** The user chose the row at this place before the rows changed, and VS Code tells of it now. */
  chooseLate(place: number): void {
    const row = this.#items[place];
    const rows = row === undefined ? [] : [row];
    if (!this.canSelectMany) this.#accept(row);
    else this.#selected.fire((this.#chosen = rows));
  }
  #accept(row: vscode.QuickPickItem | undefined): void {
    this.#chosen = row === undefined ? [] : [row];
    this.#selected.fire(this.selectedItems);
    super.enter();
  }
  /** The user presses a button at the end of a row. */
  pressOn(label: string, tooltip: string): void {
    const item = this.rows.find((one) => one.label === label);
    const button = item?.buttons?.find((one) => one.tooltip === tooltip);
    assert.ok(this.shown && item && button, `There is no button ${tooltip} on a row ${label}`);
    this.#pressedOn.fire({ item, button });
  }
}
