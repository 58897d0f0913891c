import * as z from "zod/mini";
import { lenientFlag, lenientInteger, lenientText } from "../../src/api/lenient.ts";

type Schema = z.core.$ZodType;

/**
 * Schemas of the items of lists that are validated item by item, because the list's own schema doesn't contain
 * them.
 */
export type Items = Readonly<Record<string, Schema>>;

/**
 * Returns a value that a schema accepts, with a text in every place that allows one: in each string, in the name of
 * each entry, and in a field that is unknown to the schema. Walks the schema, so that no field is missed. Throws for
 * an unknown kind of schema and for a list that `items` doesn't contain.
 */
export function filledValue(schema: Schema, text: () => string, items: Items = {}, name = ""): unknown {
  const inner = (one: Schema): unknown => filledValue(one, text, items, name);
  // These schemas are transforms, which don't describe the values that they accept.
  if (schema === lenientText) return text();
  if (schema === lenientFlag) return true;
  if (schema === lenientInteger) return 1;
  if (schema instanceof z.ZodMiniCatch) return inner(schema._zod.def.innerType);
  if (schema instanceof z.ZodMiniOptional) return inner(schema._zod.def.innerType);
  if (schema instanceof z.ZodMiniNullable) return inner(schema._zod.def.innerType);
  if (schema instanceof z.ZodMiniObject) {
    const fields = Object.entries(schema._zod.def.shape).map(([key, one]): [string, unknown] => [
      key,
      filledValue(one, text, items, key),
    ]);
    return Object.fromEntries([...fields, [text(), text()]]);
  }
  if (schema instanceof z.ZodMiniRecord)
    return Object.fromEntries([[text(), inner(schema._zod.def.valueType)]]);
  if (schema instanceof z.ZodMiniArray) return [inner(schema._zod.def.element)];
  if (schema instanceof z.ZodMiniPipe) {
    const read = schema._zod.def.in;
    const item = items[name];
    if (item === undefined && !(read instanceof z.ZodMiniArray)) return inner(read);
    if (item === undefined) throw new Error(`Nothing says what the list "${name}" holds`);
    return [inner(item)];
  }
  if (schema instanceof z.ZodMiniString || schema instanceof z.ZodMiniUnknown) return text();
  if (schema instanceof z.ZodMiniBoolean) return true;
  if (schema instanceof z.ZodMiniNumber) return 1;
  throw new Error(`Nothing says how to fill a schema of the kind ${schema._zod.def.type}`);
}

/** Like {@link filledValue}, for an object schema. */
export function filledObject(schema: Schema, text: () => string, items: Items = {}): object {
  const value = filledValue(schema, text, items);
  if (typeof value !== "object" || value === null) throw new Error("The schema is not one of objects");
  return value;
}
