// Where the labels of a scale go. Arithmetic only, so that "never overlap" can be proved without a browser.

/** A label to be placed: the point it belongs to and its width, both in pixels. */
export interface Label {
  readonly at: number;
  readonly width: number;
}

/** Left edge in pixels, and the line it stands on: 0 is next to the track, higher numbers are further away. */
export interface Place {
  readonly x: number;
  readonly level: number;
}

/** Pixels kept free between two labels of one line. */
export const labelGap = 12;

/** Trying every arrangement of more labels takes too long; they stand centred, stacked in the order given. */
const mostTried = 4;

/**
 * Places labels along a track of `width` pixels and returns them in the order given. None overlaps another, and
 * none leaves the track unless it is wider than it. Among all arrangements it takes the one where the fewest lines
 * from a label to its point pass another label, then the one with the fewest lines of text, then the one where
 * most labels stand centred over their points.
 */
export function placeLabels(labels: readonly Label[], width: number): Place[] {
  let best: { places: Place[]; cost: number } | undefined;
  for (const { xs, offCentre } of arrangements(labels, width)) {
    for (const order of orders(labels)) {
      const places = stack(labels, xs, order);
      const cost = 10_000 * crossings(labels, places) + 100 * highest(places) + offCentre;
      if (best === undefined || cost < best.cost) best = { places, cost };
      if (cost === 0) return places;
    }
  }
  return best?.places ?? [];
}

/** Every way to let labels stand centred over, begin at or end at their points, kept within the track. */
function arrangements(
  labels: readonly Label[],
  width: number,
): { xs: readonly number[]; offCentre: number }[] {
  const within = (x: number, label: Label): number => Math.max(0, Math.min(x, width - label.width));
  const centred = labels.map((label) => within(label.at - label.width / 2, label));
  if (labels.length > mostTried) return [{ xs: centred, offCentre: 0 }];
  return labels.reduce<{ xs: readonly number[]; offCentre: number }[]>(
    (found, label, index) =>
      found.flatMap(({ xs, offCentre }) => [
        { xs: [...xs, centred[index] ?? 0], offCentre },
        { xs: [...xs, within(label.at, label)], offCentre: offCentre + 1 },
        { xs: [...xs, within(label.at - label.width, label)], offCentre: offCentre + 1 },
      ]),
    [{ xs: [], offCentre: 0 }],
  );
}

function orders(labels: readonly Label[]): readonly (readonly number[])[] {
  const all = labels.map((_, index) => index);
  return labels.length > mostTried ? [all] : permutations(all);
}

function permutations(items: readonly number[]): readonly (readonly number[])[] {
  if (items.length < 2) return [items];
  return items.flatMap((item) =>
    permutations(items.filter((other) => other !== item)).map((rest) => [item, ...rest]),
  );
}

/** Puts each label on the line above all earlier ones that are in its way. */
function stack(labels: readonly Label[], xs: readonly number[], order: readonly number[]): Place[] {
  const places: Place[] = labels.map((_, index) => ({ x: xs[index] ?? 0, level: -1 }));
  for (const index of order) {
    const { x } = places[index] ?? { x: 0 };
    const right = x + (labels[index]?.width ?? 0);
    const inTheWay = places.filter(
      (other, at) =>
        other.level >= 0 && x < other.x + (labels[at]?.width ?? 0) + labelGap && other.x < right + labelGap,
    );
    places[index] = { x, level: 1 + Math.max(-1, ...inTheWay.map(({ level }) => level)) };
  }
  return places;
}

/** How many lines from a label to its point pass another label. */
function crossings(labels: readonly Label[], places: readonly Place[]): number {
  const margin = 3;
  let count = 0;
  labels.forEach(({ at }, index) => {
    const level = places[index]?.level ?? 0;
    labels.forEach(({ width }, other) => {
      const place = places[other];
      if (place === undefined || place.level >= level) return;
      if (at > place.x - margin && at < place.x + width + margin) count += 1;
    });
  });
  return count;
}

function highest(places: readonly Place[]): number {
  return Math.max(0, ...places.map(({ level }) => level));
}
