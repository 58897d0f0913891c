import { InputBoxValidationSeverity, type QuickPickItem, QuickPickItemKind, ThemeIcon, window } from "vscode";
import { compact } from "../../../domain/compact.ts";
import { display, withoutIconsAndLinks } from "../../../domain/text/display.ts";
import type { InputCheck } from "../../words/inputChecks.ts";
import { type Answer, type Frame, Question } from "./question.ts";

export { disposeIdleInput } from "../questionHost.ts";
export type { Answer, Frame };

export interface Choice<T> {
  readonly label: string;
  readonly description?: string;
  readonly detail?: string;
  /** The ID of the listed object. The end of the ID is shown if another row has the same label. */
  readonly id?: string;
  /** The name of a codicon that is shown before the label. */
  readonly icon?: string;
  readonly value: T;
  /** A button at the end of the row. Pressing the button answers the question with the button's own value. */
  readonly button?: { readonly icon: string; readonly tooltip: string; readonly value: T };
}

/** A selectable row, or a separator above a group of rows. */
type PickRow<T> = Choice<T> | { readonly separator: string };

/** The part of a list that can change while the list is open. */
export interface PickContent<T> {
  readonly prompt?: string | undefined;
  readonly choices: readonly PickRow<T>[];
}

export interface PickOptions<T> extends PickContent<T> {
  readonly frame: Frame;
  readonly placeholder: string;
  /** Resolves to an updated prompt and updated rows in the same order, for details that are fetched later. */
  readonly updates?: Promise<PickContent<T>> | undefined;
  /** Returns true for the row that has the focus initially. */
  readonly active?: (value: T) => boolean;
  /** Keeps the list open when it loses focus. Set if the user must act outside the list before answering. */
  readonly ignoreFocusOut?: boolean;
}

export interface TextOptions<B = never> {
  readonly frame: Frame;
  readonly prompt: string;
  readonly placeholder?: string;
  readonly value: string;
  /** Initial message below an empty input, such as a note about the previous answer. */
  readonly initialMessage?: InputCheck;
  readonly password?: boolean;
  /**
   * Closes the input when it loses the focus. By default, the input stays open, so that the user can copy the value
   * from another place.
   */
  readonly endsOnFocusOut?: true;
  /** Validates the text on each change and on Enter. Only an error blocks Enter. */
  readonly check: (text: string) => InputCheck | undefined;
  /** A button in the title bar. Pressing it answers the question with the button's value instead of text. */
  readonly button?: { readonly icon: string; readonly tooltip: string; readonly value: B } | undefined;
}

/** Shows a list and resolves to the value of the chosen row or row button. */
export async function pickOne<T>(options: PickOptions<T>): Promise<Answer<T>> {
  type Item = QuickPickItem & { readonly choice?: Choice<T> };
  const itemsOf = (rows: readonly PickRow<T>[]): readonly Item[] =>
    rows.map((row) =>
      "separator" in row
        ? { label: withoutIconsAndLinks(row.separator), kind: QuickPickItemKind.Separator }
        : { ...rowOf(row), choice: row },
    );
  const items = itemsOf(options.choices);
  const pick = window.createQuickPick<Item>();
  pick.placeholder = options.placeholder;
  pick.prompt = options.prompt && withoutIconsAndLinks(options.prompt);
  pick.ignoreFocusOut = options.ignoreFocusOut ?? false;
  pick.matchOnDescription = true;
  pick.matchOnDetail = true;
  pick.items = items;
  const active = items.find(({ choice }) => choice !== undefined && options.active?.(choice.value) === true);
  if (active !== undefined) pick.activeItems = [active];
  const question = new Question<T>(pick, options.frame);
  let isOpen = true;
  question.own(
    pick.onDidAccept(() => {
      const choice = pick.activeItems[0]?.choice;
      if (choice !== undefined) question.accept(choice.value);
    }),
    pick.onDidTriggerItemButton(({ item }) => {
      if (item.choice?.button !== undefined) question.accept(item.choice.button.value);
    }),
  );
  void options.updates?.then(({ choices, prompt }) => {
    if (!isOpen) return;
    const [activeItem] = pick.activeItems;
    const at = pick.items.findIndex((item) => item === activeItem);
    pick.keepScrollPosition = true;
    pick.items = itemsOf(choices);
    pick.prompt = prompt && withoutIconsAndLinks(prompt);
    const updatedItem = pick.items[at];
    if (updatedItem !== undefined) pick.activeItems = [updatedItem];
  });
  if (await question.waitForUser()) {
    question.register();
    pick.show();
  }
  return question.answer().finally(() => (isOpen = false));
}

/** Prompts for one line of text and resolves to the text exactly as typed. Callers must normalize the text. */
export async function askText<B = never>(options: TextOptions<B>): Promise<Answer<string | B>> {
  const input = window.createInputBox();
  const { button } = options;
  const icon = button && {
    iconPath: new ThemeIcon(button.icon),
    tooltip: withoutIconsAndLinks(button.tooltip),
  };
  if (icon !== undefined) input.buttons = [icon];
  input.prompt = withoutIconsAndLinks(options.prompt);
  input.placeholder = options.placeholder;
  input.password = options.password ?? false;
  input.ignoreFocusOut = options.endsOnFocusOut !== true;
  input.value = options.value;
  const show = (check: InputCheck | undefined): void => {
    input.validationMessage = check && {
      message: withoutIconsAndLinks(check.message),
      severity: severities[check.severity],
    };
  };
  show(options.value === "" ? options.initialMessage : options.check(options.value));
  const question = new Question<string | B>(input, options.frame);
  question.own(
    input.onDidTriggerButton((pressed) => {
      if (button !== undefined && pressed === icon) question.accept(button.value);
    }),
    input.onDidChangeValue((text) => show(text === "" ? undefined : options.check(text))),
    input.onDidAccept(() => {
      const text = input.value;
      const check = options.check(text);
      if (check?.severity === "error") show(check);
      else question.accept(text);
    }),
  );
  if (await question.waitForUser()) {
    question.register();
    input.show();
  }
  return question.answer();
}

/**
 * Converts a choice to a quick pick item. VS Code renders `$(icon)` in every text of an item, so icons are escaped in
 * all texts except the label.
 */
export function rowOf<T>({ label, description, detail, icon, button }: Choice<T>): QuickPickItem {
  return {
    label,
    ...(icon !== undefined && { iconPath: new ThemeIcon(icon) }),
    ...(description !== undefined && { description: withoutIconsAndLinks(description) }),
    ...(detail !== undefined && { detail: withoutIconsAndLinks(detail) }),
    ...(button && { buttons: [{ iconPath: new ThemeIcon(button.icon), tooltip: button.tooltip }] }),
  };
}

/** Appends the end of the ID to the description of each row whose label isn't unique. */
export function withDistinguishingIds<R extends QuickPickItem>(
  rows: readonly R[],
  idOf: (row: R) => string | undefined,
): readonly R[] {
  const byLabel = Map.groupBy(rows, (row) => (idOf(row) === undefined ? undefined : row.label));
  return rows.map((row) => {
    const id = idOf(row);
    if (id === undefined || byLabel.get(row.label)?.length === 1) return row;
    const idSuffix = display(`…${id.slice(-6)}`);
    return { ...row, description: compact(row.description, idSuffix).join(" · ") };
  });
}

const severities = {
  error: InputBoxValidationSeverity.Error,
  warning: InputBoxValidationSeverity.Warning,
  info: InputBoxValidationSeverity.Info,
};

export interface CheckManyOptions<T> {
  readonly frame: Frame;
  readonly placeholder: string;
  readonly prompt: string;
  readonly choices: readonly Choice<T>[];
  readonly checked: (value: T) => boolean;
  /** Returns an error message for an invalid selection, which keeps the list open, or undefined for a valid one. */
  readonly fault: (values: readonly T[]) => string | undefined;
}

export async function checkMany<T>(options: CheckManyOptions<T>): Promise<Answer<readonly T[]>> {
  type Item = QuickPickItem & { readonly choice: Choice<T> };
  const items = options.choices.map((choice): Item => ({ ...rowOf(choice), choice }));
  const pick = window.createQuickPick<Item>();
  pick.canSelectMany = true;
  pick.placeholder = options.placeholder;
  pick.prompt = withoutIconsAndLinks(options.prompt);
  pick.matchOnDetail = true;
  pick.items = items;
  pick.selectedItems = items.filter(({ choice }) => options.checked(choice.value));
  const question = new Question<readonly T[]>(pick, options.frame);
  question.own(
    pick.onDidAccept(() => {
      const values = pick.selectedItems.map(({ choice }) => choice.value);
      const fault = options.fault(values);
      if (fault === undefined) question.accept(values);
      else pick.prompt = withoutIconsAndLinks(fault);
    }),
  );
  if (await question.waitForUser()) {
    question.register();
    pick.show();
  }
  return question.answer();
}
