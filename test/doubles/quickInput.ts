// VS Code's input boxes and quick picks, and the actions of a user in them.
import assert from "node:assert/strict";
import type * as vscode from "vscode";
import { commands, contextKeys } from "./commands.ts";
import { EventEmitter } from "./events.ts";
import { trackDisposable } from "./held.ts";
import { screen } from "./screen.ts";

/** `QuickPickItemKind.Separator` */
const separator = -1;
let openInput: QuickInput | undefined;

/** Presses Esc in the open input, if any. */
export const pressEscape = (): void => openInput?.escape();

/** Shows an input and hides the previous one, because VS Code shows one input at a time. */
function showAlone(input: QuickInput): void {
  if (openInput !== input) openInput?.closeForOther();
  openInput = input;
  screen.put(input);
}

abstract class QuickInput {
  readonly #held = trackDisposable("an input");
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
    showAlone(this);
  }
  /** Hides the input. As in VS Code, the event is emitted later, even if the input is shown again by then. */
  hide(): void {
    if (!this.shown) return;
    this.shown = false;
    queueMicrotask(() => this.#hidden.fire());
  }
  dispose(): void {
    this.closeForOther();
    this.disposed = true;
    this.#held.dispose();
    for (const emitter of [this.#changed, this.#accepted, this.#pressed, this.#hidden]) emitter.dispose();
  }
  /** Presses Esc. While a wait is shown, the manifest's key binding runs a command instead. */
  escape(): void {
    if (contextKeys.get("managedAuth.waits") === true) void commands.executeCommand("managedAuth.cancelWait");
    else this.closeForOther();
  }
  /** Hides the input because another part of VS Code replaces it, such as the palette. */
  closeForOther(): void {
    if (!this.shown) return;
    this.shown = false;
    this.#hidden.fire();
  }
  /** Moves the focus elsewhere. */
  loseFocus(): void {
    if (!this.ignoreFocusOut) this.closeForOther();
  }
  /** Replaces the text. */
  type(text: string): void {
    assert.ok(this.shown && this.enabled, "Only an open, enabled input takes text");
    this.text = text;
    this.#changed.fire(text);
  }
  /** Presses Enter. */
  enter(): void {
    assert.ok(this.shown, "Only an open input takes Enter");
    this.#accepted.fire();
  }
  /** Replaces the text and presses Enter. */
  submit(text: string): void {
    this.type(text);
    this.enter();
  }
  /** Presses a button of the title. */
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
  readonly #itemButtonPressed = new EventEmitter<vscode.QuickPickItemButtonEvent<vscode.QuickPickItem>>();
  readonly onDidTriggerItemButton = this.#itemButtonPressed.event;
  canSelectMany = false;
  matchOnDescription = false;
  matchOnDetail = false;
  activeItems: readonly vscode.QuickPickItem[] = [];
  keepScrollPosition = false;
  #selectedItems: readonly vscode.QuickPickItem[] = [];
  #items: readonly vscode.QuickPickItem[] = [];
  #visibleItems: readonly vscode.QuickPickItem[] = [];
  get selectedItems(): readonly vscode.QuickPickItem[] {
    return this.#selectedItems;
  }
  /** Selects items. In a single-choice list, VS Code then accepts the selection. */
  set selectedItems(items: readonly vscode.QuickPickItem[]) {
    this.#selectedItems = items;
    if (!this.canSelectMany && items.length > 0) super.enter();
  }
  get items(): readonly vscode.QuickPickItem[] {
    return this.#items;
  }
  /** Replaces the items and clears the selection. A single-choice list activates its first row. */
  set items(items: readonly vscode.QuickPickItem[]) {
    this.#items = this.#visibleItems = items;
    this.#selectedItems = [];
    this.activeItems = this.canSelectMany ? [] : this.rows.slice(0, 1);
  }
  override get value(): string {
    return this.text;
  }
  /** Sets the text. A quick pick, unlike an input box, emits a change event for this. */
  override set value(text: string) {
    if (text !== this.text) this.echo();
    this.text = text;
  }
  /** Hides the list. As in VS Code, its rows must be set again before it shows any. */
  override hide(): void {
    super.hide();
    this.#visibleItems = [];
  }
  /** The visible rows, without separators. */
  get rows(): readonly vscode.QuickPickItem[] {
    return this.#visibleItems.filter(({ kind }) => Number(kind) !== separator);
  }
  /** Picks a row, or toggles the row in a multi-choice list. */
  choose(label: string): void {
    const row = this.rows.find((one) => one.label === label);
    assert.ok(this.shown && row, `There is no row ${label}, but ${this.rows.map((one) => one.label).join()}`);
    const others = this.selectedItems.filter((one) => one !== row);
    const checked = others.length < this.selectedItems.length;
    this.activeItems = [row];
    this.#selectedItems = this.canSelectMany ? (checked ? others : [...others, row]) : [row];
    this.#selected.fire(this.selectedItems);
    if (!this.canSelectMany) this.#accept(row);
  }
  /** Moves the cursor to a row. */
  goTo(label: string): void {
    const row = this.rows.find((one) => one.label === label);
    assert.ok(this.shown && row, `There is no row ${label}`);
    this.activeItems = [row];
  }
  /** Toggles a row after pending changes of the rows are on screen. */
  async check(label: string): Promise<void> {
    let drawn: readonly vscode.QuickPickItem[];
    do {
      drawn = this.#items;
      // The rows travel to the list in one turn, and its reaction returns in another.
      await new Promise((resolve) => setTimeout(resolve, 0));
      await new Promise(setImmediate);
    } while (drawn !== this.#items);
    this.choose(label);
  }
  /** Presses Enter. A single-choice list accepts the active row, which VS Code reports by its index only. */
  override enter(): void {
    if (this.canSelectMany) super.enter();
    else this.#accept(this.activeItems[0]);
  }
  /** Checks all rows at once. */
  chooseAll(): void {
    this.#selected.fire((this.#selectedItems = this.rows));
  }
  /** Reports a choice that was made by index before the rows changed. */
  reportChoiceByIndex(index: number): void {
    const row = this.#items[index];
    const rows = row === undefined ? [] : [row];
    if (!this.canSelectMany) this.#accept(row);
    else this.#selected.fire((this.#selectedItems = rows));
  }
  #accept(row: vscode.QuickPickItem | undefined): void {
    this.#selectedItems = row === undefined ? [] : [row];
    this.#selected.fire(this.selectedItems);
    super.enter();
  }
  /** Presses a button in a row. */
  pressOn(label: string, tooltip: string): void {
    const item = this.rows.find((one) => one.label === label);
    const button = item?.buttons?.find((one) => one.tooltip === tooltip);
    assert.ok(this.shown && item && button, `There is no button ${tooltip} on a row ${label}`);
    this.#itemButtonPressed.fire({ item, button });
  }
}
