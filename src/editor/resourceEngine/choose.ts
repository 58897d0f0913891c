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
  readonly none: () => string;
  /** Noun for the text that the user can type, such as "The ID or name". Used at the beginning of a sentence. */
  readonly typed: () => string;
  readonly load: (lists: PickerLists) => LoadRows<L>;
  /** Sorts the list. Default: the service's order. */
  readonly inOrder?: (items: readonly L[]) => readonly L[];
  readonly idOf: (item: L) => string;
  readonly row: <V>(item: L, value: V) => Choice<V>;
}

/**
 * Prompts for a resource. Resolves to the picked resource's ID or the typed text, or undefined if the user cancels.
 * The list omits resources for which `fits` returns false.
 */
export async function choose<L>(
  choosing: Choosing<L>,
  access: AccountAccess,
  title: string,
  fits?: (item: L) => boolean,
): Promise<string | undefined> {
  const chosen = await chooseOrCreate(choosing, access, title, { fits });
  return chosen?.kind === "one" ? chosen.id : undefined;
}

/** The answer of the picker: the ID or typed name of a resource, or a request to create one. */
export type Chosen = { readonly kind: "one"; readonly id: string } | { readonly kind: "create" };

interface PickerOptions<L> {
  /** Label of the last row, which creates a resource. */
  readonly create?: string;
  /** Initial text of the input. */
  readonly begun?: string | undefined;
  readonly fits?: ((item: L) => boolean) | undefined;
}

/** Prompts for a resource or, if `create` is set, offers to create one. Returns undefined if the user cancels. */
export async function chooseOrCreate<L>(
  { idOf, inOrder = (items) => items, load, none, placeholder, row, typed }: Choosing<L>,
  access: AccountAccess,
  title: string,
  { begun = "", create, fits = () => true }: PickerOptions<L>,
): Promise<Chosen | undefined> {
  const one = (id: string): Chosen => ({ kind: "one", id });
  const listed = eachListed((item: L) => (fits(item) ? row(item, one(idOf(item))) : undefined));
  const answer = await pickLive<L, Chosen>({
    frame: { title, back: false },
    placeholder: placeholder(),
    none: none(),
    load: load(new PickerLists(access.client)),
    rows: (items) => listed(inOrder(items)),
    trailing: create === undefined ? [] : [{ label: create, icon: "add", value: { kind: "create" } }],
    typed: typedNamePick(typed(), one),
    value: begun,
  });
  return answer.value;
}
