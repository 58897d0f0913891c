import type { Access } from "../accounts/service.ts";
import { Lists } from "../catalogue/lists.ts";
import { typedName } from "../catalogue/typedName.ts";
import type { Choice } from "../kit/inputs/ask.ts";
import type { LoadRows } from "../kit/inputs/liveListing.ts";
import { eachListed, pickLive } from "../kit/inputs/livePick.ts";

/** How one of a kind is chosen: from a list, or by typed text. */
export interface Choosing<L> {
  readonly placeholder: () => string;
  /** What may be typed, at the beginning of a sentence. */
  readonly typed: () => string;
  readonly load: (lists: Lists) => LoadRows<L>;
  /** Puts what is listed in an order; left out, it is that of the service. */
  readonly inOrder?: (items: readonly L[]) => readonly L[];
  readonly idOf: (item: L) => string;
  readonly row: <V>(item: L, value: V) => Choice<V>;
}

/** Asks for a thing; resolves to its ID or what was typed, or `undefined` when the user left. Those that do not fit are left out. */
export async function choose<L>(
  { idOf, inOrder = asListed, load, placeholder, row, typed }: Choosing<L>,
  access: Access,
  title: string,
  fits: (item: L) => boolean = () => true,
): Promise<string | undefined> {
  const listed = eachListed((item: L) => (fits(item) ? row(item, idOf(item)) : undefined));
  const answer = await pickLive<L, string>({
    frame: { title, back: false },
    placeholder: placeholder(),
    load: load(new Lists(access.client)),
    rows: (items) => listed(inOrder(items)),
    typed: typedName(typed(), (text) => text),
    value: "",
  });
  return answer.kind === "accepted" ? answer.value : undefined;
}

const asListed = <L>(items: readonly L[]): readonly L[] => items;

/** One by its ID or what was typed, or that one is to be created. */
export type Chosen = { readonly kind: "one"; readonly id: string } | { readonly kind: "create" };

/** The row above the others, which creates one. */
interface CreateRow {
  readonly label: string;
  /** The text to begin with. */
  readonly begun?: string;
}

/** Shows the things that there are, to open one or create one; `undefined` when the user left. */
export async function chooseOrCreate<L>(
  { idOf, inOrder = asListed, load, placeholder, row, typed }: Choosing<L>,
  access: Access,
  title: string,
  { begun = "", label }: CreateRow,
): Promise<Chosen | undefined> {
  const one = (id: string): Chosen => ({ kind: "one", id });
  const listed = eachListed<L, Chosen>((item) => row(item, one(idOf(item))));
  const answer = await pickLive<L, Chosen>({
    frame: { title, back: false },
    placeholder: placeholder(),
    load: load(new Lists(access.client)),
    rows: (items) => [
      { label, icon: "add", value: { kind: "create" } },
      { separator: "" },
      ...listed(inOrder(items)),
    ],
    typed: typedName(typed(), one),
    value: begun,
  });
  return answer.kind === "accepted" ? answer.value : undefined;
}
