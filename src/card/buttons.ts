import type { Block, Button, Card, Row } from "./card.ts";

/** The same card with buttons that carry something else; a button is left out where `to` has nothing for it. */
export function withButtons<P, Q>(card: Card<P>, to: (press: P) => Q | undefined): Card<Q> {
  const button = <B extends Button<P>>(one: B): (Omit<B, "press"> & { press: Q }) | undefined => {
    const { press, ...rest } = one;
    const carried = to(press);
    return carried === undefined ? undefined : { ...rest, press: carried };
  };
  const buttons = <B extends Button<P>>(all: readonly B[]): readonly (Omit<B, "press"> & { press: Q })[] =>
    all.map(button).filter((one) => one !== undefined);
  const row = ({ secret, ...rest }: Row<P>): Row<Q> => {
    const kept = secret && button(secret);
    return kept === undefined ? rest : { ...rest, secret: kept };
  };
  const block = (one: Block<P>): Block<Q> => {
    switch (one.kind) {
      case "rows":
        return { ...one, rows: one.rows.map(row) };
      case "table":
        return {
          ...one,
          rows: one.rows.map(({ actions, ...rest }) =>
            actions === undefined ? rest : { ...rest, actions: buttons(actions) },
          ),
        };
      case "forms":
        return { ...one, forms: buttons(one.forms) };
      case "code":
      case "list":
      case "steps":
      case "scales":
      case "tiles":
      case "flow":
      case "bars":
      case "grid":
        return one;
    }
  };
  return { ...card, actions: buttons(card.actions), blocks: card.blocks.map(block) };
}

/** A card for the page, whose buttons carry their number; and what each of them carried, by its number. */
export function numbered<P>(card: Card<P>): { readonly card: Card<string>; readonly presses: readonly P[] } {
  const presses: P[] = [];
  return { card: withButtons(card, (press) => String(presses.push(press) - 1)), presses };
}
