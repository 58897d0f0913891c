// How what is received is read. The shapes are zod's, and so are the types; but zod describes at length why a value is
// not as it should be, where nobody asks, so that most of them are read by plain functions, which give the same.
import * as z from "zod/mini";

/** Gives what a schema reads a value as, or {@link unreadable}. */
type Reader = (value: unknown) => unknown;
const unreadable = Symbol("unreadable");
const readers = new WeakMap<z.ZodMiniType, Reader>();

/** Reads a value; `undefined` where it is not what the schema describes. */
export function read<T extends z.ZodMiniType>(
  schema: T,
  value: unknown,
): { readonly value: z.output<T> } | undefined {
  const result = readerOf(schema)(value);
  return isOutput(schema, result) ? { value: result } : undefined;
}

/** Readers give what their schemas would: a test compares them. */
function isOutput<T extends z.ZodMiniType>(_: T, result: unknown): result is z.output<T> {
  return result !== unreadable;
}

function readerOf(schema: z.ZodMiniType): Reader {
  return (
    readers.get(schema) ??
    ((value) => {
      const parsed = schema.safeParse(value);
      return parsed.success ? parsed.data : unreadable;
    })
  );
}

function readBy<T extends z.ZodMiniType>(schema: T, reader: Reader): T {
  readers.set(schema, reader);
  return schema;
}

const one = (is: (value: unknown) => boolean): Reader => {
  return (value) => (is(value) ? value : unreadable);
};

/** A text that says something. */
export const text = readBy(
  z.string().check(z.minLength(1)),
  one((value) => typeof value === "string" && value !== ""),
);

/** An optional received value: `undefined` where it is missing, null or of the wrong type. */
export const lenient = <T extends z.ZodMiniType>(schema: T) => {
  const reader = readerOf(schema);
  return readBy(z.catch(z.optional(schema), undefined), (value) => {
    const result = value === undefined || value === null ? unreadable : reader(value);
    return result === unreadable ? undefined : result;
  });
};

/**
 * Most fields are one of these. They are made once: making schemas is most of what loading this room costs. An empty text
 * counts as absent: it names nothing.
 */
export const lenientText = lenient(text);
export const lenientFlag = lenient(
  readBy(
    z.boolean(),
    one((value) => typeof value === "boolean"),
  ),
);
export const lenientInteger = lenient(readBy(z.int(), one(Number.isSafeInteger)));

/** A received value in whose place another stands where it is missing or cannot be read. */
export const orElse = <T extends z.ZodMiniType>(schema: T, other: z.output<T>) => {
  const reader = readerOf(schema);
  return readBy(z.catch(schema, other), (value) => {
    const result = reader(value);
    return result === unreadable ? other : result;
  });
};

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * An object of which only the fields that are there are looked at: most of what the document allows is missing from
 * most answers. Fields that the document does not have stay as they are.
 */
export const received = <T extends Record<string, z.ZodMiniType>>(shape: T) => {
  const fields = new Map(Object.entries(shape).map(([key, field]) => [key, readerOf(field)]));
  // These say something of what is missing: that it must not be, or what stands in for it.
  const looked = [...fields].filter(([, reader]) => reader(undefined) !== undefined).map(([key]) => key);
  return readBy(z.looseObject(shape), (input) => {
    if (!isObject(input)) return unreadable;
    const value: Record<string, unknown> = { ...input };
    for (const key of looked) if (!Object.hasOwn(value, key)) value[key] = undefined;
    for (const key in value) {
      const reader = fields.get(key);
      if (reader === undefined) continue;
      const result = reader(value[key]);
      if (result === unreadable) return unreadable;
      value[key] = result;
    }
    return value;
  });
};

/** A received object whose fields are named by the service. */
export const receivedRecord = <T extends z.ZodMiniType>(item: T) => {
  const reader = readerOf(item);
  return readBy(z.record(z.string(), item), (input) => {
    if (!isObject(input)) return unreadable;
    const value: Record<string, unknown> = { ...input };
    for (const key in value) {
      const result = reader(value[key]);
      if (result === unreadable) return unreadable;
      value[key] = result;
    }
    return value;
  });
};

/** An optional received list: items that cannot be read are left out, so that one bad row is one bad row. */
export const lenientList = <T extends z.ZodMiniType>(item: T) => {
  const items = z.array(z.unknown());
  return lenient(
    readBy(
      z.pipe(
        items,
        z.transform((rows) => readable(item, rows)),
      ),
      (rows) => (Array.isArray(rows) ? readable(item, rows) : unreadable),
    ),
  );
};

/**
 * The same where a part of the list is worse than none: what cannot be read is `undefined` in it, and a value that is no
 * list is one with that alone.
 */
export const listWithGaps = <T extends z.ZodMiniType>(item: T) => {
  const rows = (value: unknown): (z.output<T> | undefined)[] | undefined => {
    if (value === undefined || value === null) return undefined;
    return Array.isArray(value) ? value.map((one) => read(item, one)?.value) : [undefined];
  };
  return readBy(z.optional(z.pipe(z.unknown(), z.transform(rows))), rows);
};

/** The items of a list that a schema can read. */
export function readable<T extends z.ZodMiniType>(item: T, items: readonly unknown[]): z.output<T>[] {
  const rows: z.output<T>[] = [];
  for (const one of items) {
    const row = read(item, one);
    if (row !== undefined) rows.push(row.value);
  }
  return rows;
}

/** A list whose items are read one by one; some services give null for an empty one. */
export const itemsOrNull = z.pipe(
  z.nullable(z.array(z.unknown())),
  z.transform((items) => items ?? []),
);
