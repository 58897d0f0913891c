import type { CardActions, CardBlock, CardButton, CardModel, CardRow, DayStrip, TableRow } from "./card.ts";

/**
 * Converts the press (the action) of each button in a card. Removes a button if `mapPress` returns `undefined`, and
 * disables a button if `isDisabled` returns true.
 */
export function mapButtons<P, Q>(
  card: CardModel<P>,
  mapPress: (press: P) => Q | undefined,
  isDisabled: (press: P) => boolean = () => false,
): CardModel<Q> {
  const button = <B extends CardButton<P>>({ press, disabled, ...fields }: B) => {
    const mapped = mapPress(press);
    if (mapped === undefined) return undefined;
    return withoutUndefined({ ...fields, press: mapped, disabled: isDisabled(press) || disabled });
  };
  const buttons = <B extends CardButton<P>>(list: readonly B[]) =>
    list.map(button).filter((mapped) => mapped !== undefined);
  const row = ({ copy, leads, secret, ...rest }: CardRow<P>): CardRow<Q> =>
    withoutUndefined({
      ...rest,
      secret: secret && button(secret),
      leads: leads && button(leads),
      copy: copy && button(copy),
    });
  const strip = ({ action, leads, ...rest }: DayStrip<P>): DayStrip<Q> =>
    withoutUndefined({
      ...rest,
      leads: leads && button(leads),
      action: action && button(action),
    });
  const actions = ({ more, next, other, refresh }: CardActions<P>): CardActions<Q> =>
    withoutUndefined({
      next: next && button(next),
      other: other && button(other),
      refresh: refresh && button(refresh),
      more: more && { ...more, items: buttons(more.items) },
    });
  const tableRow = ({ actions: rowActions, cells, copy, ...rest }: TableRow<P>): TableRow<Q> =>
    withoutUndefined({
      ...rest,
      copy: copy && button(copy),
      cells: cells.map(({ links, ...cell }) => withoutUndefined({ ...cell, links: links && buttons(links) })),
      actions: rowActions && buttons(rowActions),
    });
  const block = (input: CardBlock<P>): CardBlock<Q> => {
    switch (input.kind) {
      case "rows":
        return { ...input, rows: input.rows.map(row) };
      case "task":
        return { ...input, buttons: buttons(input.buttons) };
      case "table":
        return withoutUndefined({
          ...input,
          rows: input.rows.map(tableRow),
          more: input.more && button(input.more),
        });
      case "forms":
        return { ...input, forms: buttons(input.forms) };
      case "strips":
        return {
          ...input,
          groups: input.groups.map(({ strips, ...group }) => ({ ...group, strips: strips.map(strip) })),
        };
      case "code":
      case "list":
      case "grid":
      case "days":
        return input;
    }
  };
  return { ...card, actions: actions(card.actions), blocks: card.blocks.map(block) };
}

/** Deletes the undefined properties of an object in place. Callers pass a newly created object. */
function withoutUndefined<T extends object>(object: T): T {
  for (const [key, value] of Object.entries(object)) {
    if (value === undefined) Reflect.deleteProperty(object, key);
  }
  return object;
}

/** Replaces the press (the action) of each button with an index into `presses`. The page receives only the index. */
export function numberButtons<P>(
  card: CardModel<P>,
  disabled?: (press: P) => boolean,
): { readonly card: CardModel<string>; readonly presses: readonly P[] } {
  const presses: P[] = [];
  return { card: mapButtons(card, (press) => String(presses.push(press) - 1), disabled), presses };
}
