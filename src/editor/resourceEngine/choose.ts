import type { AccountAccess } from "../accounts/clientFactory.ts";
import { PickerLists } from "../catalogue/pickerLists.ts";
import { typedNamePick } from "../catalogue/typedName.ts";
import type { Choice } from "../kit/inputs/ask.ts";
import type { LoadRows } from "../kit/inputs/liveListing.ts";
import { eachListed, pickLive } from "../kit/inputs/livePick.ts";

/** Options of the picker for a kind of resource, which also accepts typed text. */
export interface Choosing<L> {
  readonly placeholder: () => string;
  /** Shown if the list is empty. */
  readonly none: () => string;
  /** Names the accepted text, at the beginning of a sentence. */
  readonly typed: () => string;
  readonly load: (lists: PickerLists) => LoadRows<L>;
  /** Sorts the list. Default: the order of the service. */
  readonly inOrder?: (items: readonly L[]) => readonly L[];
  readonly idOf: (item: L) => string;
  readonly row: <V>(item: L, value: V) => Choice<V>;
}

/**
 * Asks for a resource. Resolves to its ID or the typed text, or undefined if the user cancels. Resources that don't
 * fit are left out.
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

/** A resource by its ID or the typed text, or the wish to create one. */
export type Chosen = { readonly kind: "one"; readonly id: string } | { readonly kind: "create" };

interface PickerOptions<L> {
  /** Label of the last row, which creates a resource. */
  readonly create?: string;
  /** The initial text. */
  readonly begun?: string | undefined;
  readonly fits?: ((item: L) => boolean) | undefined;
}

/** Shows the resources to open one or create one. Returns undefined if the user cancels. */
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
    below: create === undefined ? [] : [{ label: create, icon: "add", value: { kind: "create" } }],
    typed: typedNamePick(typed(), one),
    value: begun,
  });
  return answer.kind === "accepted" ? answer.value : undefined;
}
