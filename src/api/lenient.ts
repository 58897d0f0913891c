import * as z from "zod/mini";

/** A text that says something. */
export const text = z.string().check(z.minLength(1));

type Run = z.core.$ZodType["_zod"]["run"];

/**
 * Lets a schema read in its own way. What is received is most of the work of a request, and zod describes at length
 * why a value is not as it should be, where nobody asks.
 */
function readBy<T extends z.core.$ZodType>(schema: T, run: Run): T {
  schema._zod.parse = schema._zod.run = run;
  return schema;
}

/** An optional received value: `undefined` where it is missing, null or of the wrong type. */
export const lenient = <T extends z.ZodMiniType>(schema: T) =>
  readBy(z.catch(z.optional(schema), undefined), (payload, context) => {
    const value: unknown = payload.value;
    payload.value = undefined;
    if (value === undefined || value === null) return payload;
    const result = runNow(schema, value, context);
    if (result.issues.length === 0) payload.value = result.value;
    return payload;
  });

/**
 * Most fields are one of these. They are made once: making schemas is most of what loading this room costs. An empty text
 * counts as absent: it names nothing.
 */
export const lenientText = lenient(text);
export const lenientFlag = lenient(z.boolean());
export const lenientInteger = lenient(z.int());

/**
 * An object of which only the fields that are there are looked at: most of what the document allows is missing from
 * most answers. Fields that the document does not have stay as they are.
 */
export const received = <T extends Record<string, z.ZodMiniType>>(shape: T) => {
  const object = z.looseObject(shape);
  const fields = new Map(Object.entries(shape));
  // These say something of what is missing: that it must not be, or what stands in for it.
  const looked = [...fields].filter(([, field]) => field._zod.optout !== "optional").map(([key]) => key);
  return readBy(object, (payload, context) => {
    const input: unknown = payload.value;
    if (typeof input !== "object" || input === null || Array.isArray(input)) {
      payload.issues.push({ code: "invalid_type", expected: "object", input, inst: object });
      return payload;
    }
    const value: Record<string, unknown> = { ...input };
    for (const key of looked) if (!Object.hasOwn(value, key)) value[key] = undefined;
    for (const key in value) {
      const field = fields.get(key);
      if (field === undefined) continue;
      const result = runNow(field, value[key], context);
      if (result.issues.length === 0) value[key] = result.value;
      else payload.issues.push(...result.issues);
    }
    payload.value = value;
    return payload;
  });
};

function runNow(
  schema: z.core.$ZodType,
  value: unknown,
  context: z.core.ParseContextInternal,
): z.core.ParsePayload {
  const result = schema._zod.run({ value, issues: [] }, context);
  if (result instanceof Promise) throw new Error("What is received is read at once.");
  return result;
}

/** An optional received value where null says something: `undefined` where it is missing or of the wrong type. */
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

/** A list whose items are read one by one; some services give null for an empty one. */
export const itemsOrNull = z.pipe(
  z.nullable(z.array(z.unknown())),
  z.transform((items) => items ?? []),
);
