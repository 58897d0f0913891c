import type { CardActions, CardBlock, CardButton, CardModel, CardRow, DayStrip } from "./card.ts";

/**
 * Replaces the presses of all buttons. Drops a button if `mapPress` returns `undefined`, and disables it if
 * `isDisabled` returns true.
 */
export function mapButtons<P, Q>(
  card: CardModel<P>,
  mapPress: (press: P) => Q | undefined,
  isDisabled: (press: P) => boolean = () => false,
): CardModel<Q> {
  const button = <B extends CardButton<P>>(one: B): (Omit<B, "press"> & { press: Q }) | undefined => {
    const { press, ...rest } = one;
    const mappedPress = mapPress(press);
    if (mappedPress === undefined) return undefined;
    return { ...rest, press: mappedPress, ...(isDisabled(press) && { disabled: true }) };
  };
  const buttons = <B extends CardButton<P>>(
    all: readonly B[],
  ): readonly (Omit<B, "press"> & { press: Q })[] => all.map(button).filter((one) => one !== undefined);
  const optionalButton = (one: CardButton<P> | undefined): CardButton<Q> | undefined => one && button(one);
  const row = ({ copy, leads, secret, ...rest }: CardRow<P>): CardRow<Q> => {
    const kept = { secret: optionalButton(secret), leads: optionalButton(leads), copy: optionalButton(copy) };
    return {
      ...rest,
      ...(kept.secret && { secret: kept.secret }),
      ...(kept.leads && { leads: kept.leads }),
      ...(kept.copy && { copy: kept.copy }),
    };
  };
  const strip = ({ action, leads, ...rest }: DayStrip<P>): DayStrip<Q> => {
    const kept = { leads: optionalButton(leads), action: optionalButton(action) };
    return { ...rest, ...(kept.leads && { leads: kept.leads }), ...(kept.action && { action: kept.action }) };
  };
  const actions = ({ more, ...rest }: CardActions<P>): CardActions<Q> => {
    const kept = {
      next: optionalButton(rest.next),
      other: optionalButton(rest.other),
      refresh: optionalButton(rest.refresh),
    };
    return {
      ...(kept.next && { next: kept.next }),
      ...(kept.other && { other: kept.other }),
      ...(kept.refresh && { refresh: kept.refresh }),
      ...(more && { more: { ...more, items: buttons(more.items) } }),
    };
  };
  const block = (one: CardBlock<P>): CardBlock<Q> => {
    switch (one.kind) {
      case "rows":
        return { ...one, rows: one.rows.map(row) };
      case "task":
        return { ...one, buttons: buttons(one.buttons) };
      case "table": {
        const { more, ...table } = one;
        const kept = optionalButton(more);
        return {
          ...table,
          rows: table.rows.map(({ actions, cells, copy, ...rest }) => {
            const copyButton = optionalButton(copy);
            return {
              ...rest,
              cells: cells.map(({ links, ...cell }) => ({
                ...cell,
                ...(links && { links: buttons(links) }),
              })),
              ...(copyButton && { copy: copyButton }),
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

/** Replaces the press of each button by an index into `presses`, for the page. */
export function numberButtons<P>(
  card: CardModel<P>,
  disabled?: (press: P) => boolean,
): { readonly card: CardModel<string>; readonly presses: readonly P[] } {
  const presses: P[] = [];
  return { card: mapButtons(card, (press) => String(presses.push(press) - 1), disabled), presses };
}
