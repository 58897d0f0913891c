import type { AccountAccess } from "../accounts/clientFactory.ts";
import { PickerLists } from "../catalogue/pickerLists.ts";
import { typedNamePick } from "../catalogue/typedName.ts";
import type { Choice } from "../kit/inputs/ask.ts";
import type { LoadRows } from "../kit/inputs/liveListing.ts";
import { eachListed, pickLive } from "../kit/inputs/livePick.ts";

/** Options for the picker of a kind of resource. The picker also accepts a typed ID or name. */
export interface Choosing<L> {
  readonly placeholder: () => string;
  /** Shown if the list is empty. */
  readonly emptyText: () => string;
  /** Noun for the text that the user can type, such as "The ID or name". Used at the beginning of a sentence. */
  readonly typed: () => string;
  readonly load: (lists: PickerLists) => LoadRows<L>;
  /** Sorts the list. By default, the list keeps the service's order. */
  readonly inOrder?: (items: readonly L[]) => readonly L[];
  readonly idOf: (item: L) => string;
  readonly row: <V>(item: L, value: V) => Choice<V>;
}

interface PickerOptions<L, Row> {
  /** Rows at the end of the list, for example to create a resource. */
  readonly trailing?: readonly Choice<Row>[];
  /** Initial text of the input. */
  readonly begun?: string | undefined;
  readonly isEligible?: (item: L) => boolean;
}

/**
 * Prompts for a resource. Resolves to the picked resource's ID, the typed text or the value of a trailing row, or
 * undefined if the user cancels. The list omits resources for which `isEligible` returns false.
 */
export async function choose<L, Row = never>(
  { idOf, inOrder = (items) => items, load, emptyText, placeholder, row, typed }: Choosing<L>,
  access: AccountAccess,
  title: string,
  { begun = "", isEligible = () => true, trailing = [] }: PickerOptions<L, Row> = {},
): Promise<string | Row | undefined> {
  const listed = eachListed((item: L) => (isEligible(item) ? row(item, idOf(item)) : undefined));
  const answer = await pickLive<L, string | Row>({
    frame: { title, back: false },
    placeholder: placeholder(),
    emptyText: emptyText(),
    load: load(new PickerLists(access.client)),
    rows: (items) => listed(inOrder(items)),
    trailing,
    typed: typedNamePick(typed(), (text) => text),
    value: begun,
  });
  return answer.value;
}
