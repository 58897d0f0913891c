/** Returns the given items without `undefined` and `false`, so that a list can have optional items. */
export function compact<T>(...items: readonly (T | false | undefined)[]): readonly T[] {
  return items.filter((item): item is T => item !== undefined && item !== false);
}
