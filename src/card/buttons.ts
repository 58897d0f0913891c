import type { Actions, Block, Button, Card, Row, Strip } from "./card.ts";

/**
 * The same card with other presses on its buttons. A button is left out where `to` gives `undefined`, and disabled where
 * `disabled` says so of its press.
 */
export function withButtons<P, Q>(
  card: Card<P>,
  to: (press: P) => Q | undefined,
  disabled: (press: P) => boolean = () => false,
): Card<Q> {
  const button = <B extends Button<P>>(one: B): (Omit<B, "press"> & { press: Q }) | undefined => {
    const { press, ...rest } = one;
    const carried = to(press);
    if (carried === undefined) return undefined;
    return { ...rest, press: carried, ...(disabled(press) && { disabled: true }) };
  };
  const buttons = <B extends Button<P>>(all: readonly B[]): readonly (Omit<B, "press"> & { press: Q })[] =>
    all.map(button).filter((one) => one !== undefined);
  const maybe = (one: Button<P> | undefined): Button<Q> | undefined => one && button(one);
  const row = ({ copy, leads, secret, ...rest }: Row<P>): Row<Q> => {
    const kept = { secret: maybe(secret), leads: maybe(leads), copy: maybe(copy) };
    return {
      ...rest,
      ...(kept.secret && { secret: kept.secret }),
      ...(kept.leads && { leads: kept.leads }),
      ...(kept.copy && { copy: kept.copy }),
    };
  };
  const strip = ({ action, leads, ...rest }: Strip<P>): Strip<Q> => {
    const kept = { leads: maybe(leads), action: maybe(action) };
    return { ...rest, ...(kept.leads && { leads: kept.leads }), ...(kept.action && { action: kept.action }) };
  };
  const actions = ({ more, ...rest }: Actions<P>): Actions<Q> => {
    const kept = { next: maybe(rest.next), other: maybe(rest.other), refresh: maybe(rest.refresh) };
    return {
      ...(kept.next && { next: kept.next }),
      ...(kept.other && { other: kept.other }),
      ...(kept.refresh && { refresh: kept.refresh }),
      ...(more && { more: { ...more, items: buttons(more.items) } }),
    };
  };
  const block = (one: Block<P>): Block<Q> => {
    switch (one.kind) {
      case "rows":
        return { ...one, rows: one.rows.map(row) };
      case "task":
        return { ...one, buttons: buttons(one.buttons) };
      case "table": {
        const { more, ...table } = one;
        const kept = maybe(more);
        return {
          ...table,
          rows: table.rows.map(({ actions, cells, copy, ...rest }) => {
            const copying = maybe(copy);
            return {
              ...rest,
              cells: cells.map(({ links, ...cell }) => ({
                ...cell,
                ...(links && { links: buttons(links) }),
              })),
              ...(copying && { copy: copying }),
              ...(actions && { actions: buttons(actions) }),
            };
          }),
          ...(kept && { more: kept }),
        };
      }
      case "forms":
        return { ...one, forms: buttons(one.forms) };
      case "strips":
        return {
          ...one,
          groups: one.groups.map(({ strips, ...group }) => ({ ...group, strips: strips.map(strip) })),
        };
      case "code":
      case "list":
      case "grid":
      case "days":
        return one;
    }
  };
  return { ...card, actions: actions(card.actions), blocks: card.blocks.map(block) };
}

/** A card for the page, where each button carries a number, and the press of each number. */
export function numbered<P>(
  card: Card<P>,
  disabled?: (press: P) => boolean,
): { readonly card: Card<string>; readonly presses: readonly P[] } {
  const presses: P[] = [];
  return { card: withButtons(card, (press) => String(presses.push(press) - 1), disabled), presses };
}
