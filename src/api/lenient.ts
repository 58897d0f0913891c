// How what is received is read: a value that is missing, null or of the wrong type costs itself alone.
import * as z from "zod/mini";

/** Reads a value; `undefined` where it is not what the schema describes. */
export function tryParse<T extends z.ZodMiniType>(
  schema: T,
  value: unknown,
): { readonly value: z.output<T> } | undefined {
  const { data, success } = schema.safeParse(value);
  return success ? { value: data } : undefined;
}

/** A text that says something. */
export const nonEmptyText = z.string().check(z.minLength(1));

/** An optional received value: `undefined` where it is missing, null or of the wrong type. */
export const lenient = <T extends z.ZodMiniType>(schema: T) => z.catch(z.optional(schema), undefined);

/**
 * Most fields are one of these. They are made once: making schemas is most of what loading this room costs. An empty text
 * counts as absent: it names nothing.
 */
export const lenientText = lenient(nonEmptyText);
export const lenientFlag = lenient(z.boolean());
export const lenientInteger = lenient(z.int());

/** An optional received list: items that cannot be read are left out, so that one bad row is one bad row. */
export const lenientList = <T extends z.ZodMiniType>(schema: T) =>
  lenient(
    z.pipe(
      z.array(z.unknown()),
      z.transform((items) => parseItems(schema, items)),
    ),
  );

/**
 * The same where a part of the list is worse than none: what cannot be read is `undefined` in it, and a value that is no
 * list is one with that alone.
 */
export const listWithGaps = <T extends z.ZodMiniType>(schema: T) => {
  const rows = (value: unknown): (z.output<T> | undefined)[] | undefined => {
    if (value === undefined || value === null) return undefined;
    return Array.isArray(value) ? value.map((item) => tryParse(schema, item)?.value) : [undefined];
  };
  return z.optional(z.pipe(z.unknown(), z.transform(rows)));
};

/** The items of a list that a schema can read. */
export function parseItems<T extends z.ZodMiniType>(schema: T, items: readonly unknown[]): z.output<T>[] {
  return items.flatMap((item) => {
    const parsed = tryParse(schema, item);
    return parsed === undefined ? [] : [parsed.value];
  });
}

/** A list whose items are read one by one; some services give null for an empty one. */
export const itemsOrNull = z.pipe(
  z.nullable(z.array(z.unknown())),
  z.transform((items) => items ?? []),
);
