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

/** What a profile or a project is called. */
export const shortName = z.string().check(
  z.refine((name) => name !== "" && Array.from(name).length <= 255 && name.isWellFormed(), {
    error: "must have 1 to 255 characters",
  }),
);

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

const longest = 80;

/** `browser.proxy.id`, `allowed_domains[2]`; a name that the client invented is cut. */
function place(path: readonly PropertyKey[]): string {
  const joined = path
    .map((key) => (typeof key === "number" ? `[${key}]` : `.${String(key)}`))
    .join("")
    .replace(/^\./, "");
  return joined.length > longest ? `${joined.slice(0, longest)}…` : joined;
}

const expectations: Readonly<Record<string, string>> = {
  array: "must be an array",
  boolean: "must be true or false",
  int: "must be a whole number",
  number: "must be a number",
  object: "must be an object",
  string: "must be a string",
};

function fault(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case "invalid_type":
      if (issue.input === undefined) return "is required";
      return expectations[issue.expected] ?? "has the wrong type";
    case "too_small":
      if (issue.origin !== "string") return `must be at least ${issue.minimum}`;
      return "must not be empty";
    case "too_big":
      if (issue.origin === "array") return `must have at most ${issue.maximum} entries`;
      if (issue.origin === "string") return `must have at most ${issue.maximum} characters`;
      return `must be at most ${issue.maximum}`;
    case "invalid_value":
      return `must be ${issue.values.map(String).join(" or ")}`;
    case "custom":
    case "invalid_format":
      return issue.message;
    case "unrecognized_keys":
    case "not_multiple_of":
    case "invalid_union":
    case "invalid_key":
    case "invalid_element":
      return "is not valid";
  }
}

/** Every fault that a schema found, in the order of its fields. */
export function problemsOf(error: z.core.$ZodError): string[] {
  return error.issues.flatMap((issue) => {
    if (issue.code === "unrecognized_keys") {
      return issue.keys.map((key) => `${place([...issue.path, key])}: no such property.`);
    }
    const where = place(issue.path);
    return [`${where === "" ? "The body" : `${where}:`} ${fault(issue)}.`];
  });
}
