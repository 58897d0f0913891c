// What the fields of requests are made of, and the requests that tables of them make. These schemas are the sandbox's own: a
// client that misreads the document must not find its misreading here.
import * as z from "zod/mini";

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A rule about a whole object. It is checked also when parts of the object are wrong, so that all is told at once. */
export const rule = (error: string, holds: (value: object) => boolean) =>
  z.refine<object>(holds, { error, when: ({ value }) => isRecord(value) });

/** What creating takes: all that is required, and any of the other fields. */
export const creation = <Required extends z.core.$ZodShape, Others extends z.core.$ZodShape>(
  required: Required,
  others: Others,
) => z.strictObject({ ...required, ...z.partial(z.strictObject(others)).shape });

/** What changing takes: any of these fields, and at least one. */
export const change = <Fields extends z.core.$ZodShape>(fields: Fields) =>
  z
    .partial(z.strictObject(fields))
    .check(rule("must change something", (value) => Object.keys(value).length > 0));

/** Lone surrogates cannot be stored: two names that differ in nothing else would become one. */
export const anyText = z
  .string()
  .check(z.refine((value) => value.isWellFormed(), { error: "must not hold half of a character" }));

export const filled = anyText.check(z.minLength(1));

/** An object by its own names. A record of zod leaves out the name `__proto__`. */
export const namedBy = <Value>(name: z.ZodMiniType<string>, value: z.ZodMiniType<Value>) =>
  z.pipe(
    z.custom<object>(isRecord, "must be an object"),
    z.transform((given: object, { issues }): ReadonlyMap<string, Value> => {
      const values = new Map<string, Value>();
      for (const [key, one] of Object.entries(given)) {
        const [named, valued] = [name.safeParse(key), value.safeParse(one, { reportInput: true })];
        if (!named.success)
          issues.push({ code: "custom", message: "is not valid", input: given, path: [key] });
        for (const { path, ...issue } of valued.error?.issues ?? [])
          issues.push({ ...issue, input: one, path: [key, ...path] });
        if (valued.success) values.set(key, valued.data);
      }
      return values;
    }),
  );

const longestDomain = 253;

/** In the widest sense: the document gives no syntax, but no address, path or blank is a domain, and a page has to be there. */
const isDomain = (value: string): boolean =>
  /^[^\s\p{Cc}/\\?#@:]*$/u.test(value) && (value.length > longestDomain || URL.canParse(`https://${value}/`));

export const domain = filled.check(
  z.maxLength(longestDomain),
  z.refine((value) => value === "" || isDomain(value), {
    error: "must be a domain without scheme, port or path",
  }),
);
