import type { Card, Strip } from "./card.ts";

/** The strips of a card, in the drawn order. */
export function stripsOf<P>(card: Card<P>): readonly Strip<P>[] {
  return card.blocks.flatMap((block) =>
    block.kind === "strips" ? block.groups.flatMap(({ strips }) => strips) : [],
  );
}

/** The same card with these strips, each replacing the one of the same key. */
export function withStrips<P>(card: Card<P>, strips: readonly Strip<P>[]): Card<P> {
  const byKey = new Map(strips.map((strip) => [strip.key, strip]));
  const blocks = card.blocks.map((block) => {
    if (block.kind !== "strips") return block;
    const groups = block.groups.map((group) => ({
      ...group,
      strips: group.strips.map((strip) => byKey.get(strip.key) ?? strip),
    }));
    return { ...block, groups };
  });
  return { ...card, blocks };
}
