// Tolerant schemas for responses. A value that is missing, null or of the wrong type counts as absent and doesn't
// affect other values.
import * as z from "zod/mini";

export function tryParse<T extends z.ZodMiniType>(
  schema: T,
  value: unknown,
): { readonly value: z.output<T> } | undefined {
  const { data, success } = schema.safeParse(value);
  if (!success) return undefined;
  return { value: data };
}

export const nonEmptyText = z.string().check(z.minLength(1));

/** Returns a schema that yields `undefined` for missing, null or invalid values. */
export const lenientSchema = <T extends z.ZodMiniType>(schema: T) => z.catch(z.optional(schema), undefined);

/** Returns a schema like {@link lenientSchema}, but faster, because an invalid value creates no Zod issue. */
const lenientValue = <T>(isValid: (value: unknown) => value is T) =>
  z.optional(z.transform((value: unknown) => (isValid(value) ? value : undefined)));

/**
 * Schemas that most fields use. Fields share these objects, because creating schemas takes most of the load time of
 * `src/api`. Empty texts count as absent.
 */
export const lenientText = lenientValue(
  (value): value is string => typeof value === "string" && value !== "",
);
export const lenientFlag = lenientValue((value) => typeof value === "boolean");
export const lenientInteger = lenientValue((value): value is number => Number.isSafeInteger(value));

/** Returns fields for an object schema, one for each name. Each field has the schema {@link lenientText}. */
export function lenientTexts<Name extends string>(...names: Name[]): Record<Name, typeof lenientText>;
export function lenientTexts(...names: string[]): Record<string, typeof lenientText> {
  return Object.fromEntries(names.map((name) => [name, lenientText]));
}

/** Returns a schema for an optional list. Skips invalid items. */
export const lenientList = <T extends z.ZodMiniType>(schema: T) =>
  lenientSchema(
    z.pipe(
      z.array(z.unknown()),
      z.transform((items) => parseItems(schema, items)),
    ),
  );

/**
 * Returns a schema for an optional list. Replaces invalid items with `undefined`, because a list that silently lacks
 * items would be misleading. A value that isn't a list yields `[undefined]`.
 */
export const listWithGaps = <T extends z.ZodMiniType>(schema: T) => {
  const values = (value: unknown): (z.output<T> | undefined)[] | undefined => {
    if (value === undefined || value === null) return undefined;
    if (Array.isArray(value)) return value.map((item) => tryParse(schema, item)?.value);
    return [undefined];
  };
  return z.optional(z.pipe(z.unknown(), z.transform(values)));
};

export function parseItems<T extends z.ZodMiniType>(schema: T, items: readonly unknown[]): z.output<T>[] {
  return items.flatMap((item) => {
    const parsed = tryParse(schema, item);
    if (parsed === undefined) return [];
    return [parsed.value];
  });
}

/**
 * Schema of a list that leaves the items unparsed, so that they can be parsed individually. Some services return null
 * instead of an empty list.
 */
export const itemsOrNull = z.pipe(
  z.nullable(z.array(z.unknown())),
  z.transform((items) => items ?? []),
);
