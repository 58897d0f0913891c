import * as z from "zod/mini";

/** A text that says something. */
export const text = z.string().check(z.minLength(1));

/**
 * An optional received value: `undefined` where it is missing, null or of the wrong type. Null is taken before it is
 * caught: what is caught has been described at length first, and the service sends null for most that is missing.
 */
export const lenient = <T extends z.ZodMiniType>(schema: T) =>
  z.optional(
    z.catch(
      z.pipe(
        z.nullable(schema),
        z.transform((value) => value ?? undefined),
      ),
      undefined,
    ),
  );

/** The same where null says something: `undefined` where it is missing or of the wrong type. */
export const lenientOrNull = <T extends z.ZodMiniType>(schema: T) =>
  z.catch(z.optional(z.nullable(schema)), undefined);

/** An optional received list: items that cannot be read are left out, so that one bad row is one bad row. */
export const lenientList = <T extends z.ZodMiniType>(item: T) =>
  lenient(
    z.pipe(
      z.array(z.unknown()),
      z.transform((items) => readable(item, items)),
    ),
  );

/** The items of a list that a schema can read. */
export function readable<T extends z.ZodMiniType>(item: T, items: readonly unknown[]): z.output<T>[] {
  return items.flatMap((one) => {
    const parsed = z.safeParse(item, one);
    return parsed.success ? [parsed.data] : [];
  });
}
