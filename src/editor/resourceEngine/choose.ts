import type { Access } from "../accounts/service.ts";
import { Lists } from "../catalogue/lists.ts";
import { typedName } from "../catalogue/typedName.ts";
import type { Choice } from "../kit/inputs/ask.ts";
import type { LoadRows } from "../kit/inputs/liveListing.ts";
import { eachListed, pickLive } from "../kit/inputs/livePick.ts";

/** How one of a kind is chosen: from a list, or by typed text. */
export interface Choosing<L> {
  readonly placeholder: () => string;
  /** What is said where there are none. */
  readonly none: () => string;
  /** What may be typed, at the beginning of a sentence. */
  readonly typed: () => string;
  readonly load: (lists: Lists) => LoadRows<L>;
  /** Puts what is listed in an order; left out, it is that of the service. */
  readonly inOrder?: (items: readonly L[]) => readonly L[];
  readonly idOf: (item: L) => string;
  readonly row: <V>(item: L, value: V) => Choice<V>;
}

/** Asks for a resource; resolves to its ID or what was typed, or `undefined` when the user left. Those that do not fit are left out. */
export async function choose<L>(
  choosing: Choosing<L>,
  access: Access,
  title: string,
  fits?: (item: L) => boolean,
): Promise<string | undefined> {
  const chosen = await chooseOrCreate(choosing, access, title, { fits });
  return chosen?.kind === "one" ? chosen.id : undefined;
}

/** One by its ID or what was typed, or that one is to be created. */
export type Chosen = { readonly kind: "one"; readonly id: string } | { readonly kind: "create" };

interface Offered<L> {
  /** The last row, which creates one. */
  readonly create?: string;
  /** The text to begin with. */
  readonly begun?: string | undefined;
  readonly fits?: ((item: L) => boolean) | undefined;
}

/** Shows the resources that there are, to open one or create one; `undefined` when the user left. */
export async function chooseOrCreate<L>(
  { idOf, inOrder = (items) => items, load, none, placeholder, row, typed }: Choosing<L>,
  access: Access,
  title: string,
  { begun = "", create, fits = () => true }: Offered<L>,
): Promise<Chosen | undefined> {
  const one = (id: string): Chosen => ({ kind: "one", id });
  const listed = eachListed((item: L) => (fits(item) ? row(item, one(idOf(item))) : undefined));
  const answer = await pickLive<L, Chosen>({
    frame: { title, back: false },
    placeholder: placeholder(),
    none: none(),
    load: load(new Lists(access.client)),
    rows: (items) => listed(inOrder(items)),
    below:
      create === undefined
        ? []
        : [{ separator: "" }, { label: create, icon: "add", value: { kind: "create" } }],
    typed: typedName(typed(), one),
    value: begun,
  });
  return answer.kind === "accepted" ? answer.value : undefined;
}
