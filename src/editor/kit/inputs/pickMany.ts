import { window } from "vscode";
import type { QuickPickItem } from "vscode";
import { inert } from "../../../domain/text/display.ts";
import { ask, rowOf } from "./ask.ts";
import type { Answer, Choice, Frame } from "./ask.ts";

export interface CheckManyOptions<T> {
  readonly frame: Frame;
  readonly placeholder: string;
  /** A line below the input. */
  readonly prompt: string;
  readonly choices: readonly Choice<T>[];
  readonly checked: (value: T) => boolean;
  /** What is wrong with a selection; it keeps the list open. */
  readonly fault: (values: readonly T[]) => string | undefined;
}

/** Asks which of several things are wanted. */
export async function checkMany<T>(options: CheckManyOptions<T>): Promise<Answer<readonly T[]>> {
  type Item = QuickPickItem & { readonly choice: Choice<T> };
  const items = options.choices.map((choice): Item => ({ ...rowOf(choice), choice }));
  const pick = window.createQuickPick<Item>();
  pick.canSelectMany = true;
  pick.placeholder = options.placeholder;
  pick.prompt = inert(options.prompt);
  pick.matchOnDetail = true;
  pick.items = items;
  pick.selectedItems = items.filter(({ choice }) => options.checked(choice.value));
  return ask(pick, options.frame, (accept) =>
    pick.onDidAccept(() => {
      const values = pick.selectedItems.map(({ choice }) => choice.value);
      const fault = options.fault(values);
      if (fault === undefined) accept(values);
      else pick.prompt = inert(fault);
    }),
  );
}
