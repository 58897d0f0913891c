// Building blocks of request schemas. The sandbox has its own schemas instead of the client's, so that a misreading
// of the interface in the client's schemas is detected.
import * as z from "zod/mini";

export const isJsonObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * Creates a rule about a whole object. The rule is checked even if parts of the object are invalid, so that one reply
 * reports every problem.
 */
export const objectRule = (error: string, isValid: (value: object) => boolean) =>
  z.refine<object>(isValid, { error, when: ({ value }) => isJsonObject(value) });

/** Creates the schema of a create request, which has every required field and any of the optional fields. */
export const creationSchema = <Required extends z.core.$ZodShape, Optional extends z.core.$ZodShape>(
  required: Required,
  optional: Optional,
) => z.strictObject({ ...required, ...z.partial(z.strictObject(optional)).shape });

/** Creates the schema of an update request, which has at least one of the fields. */
export const changeSchema = <Fields extends z.core.$ZodShape>(fields: Fields) =>
  z
    .partial(z.strictObject(fields))
    .check(objectRule("must change something", (value) => Object.keys(value).length > 0));

/** A string without lone surrogates. SQLite would treat names that differ only in lone surrogates as the same name. */
export const textSchema = z
  .string()
  .check(z.refine((value) => value.isWellFormed(), { error: "must not hold half of a character" }));

export const nonEmptyTextSchema = textSchema.check(z.minLength(1));

/** Schema for the name of a profile or a project. */
export const shortNameSchema = z.string().check(
  z.refine((name) => name !== "" && Array.from(name).length <= 255 && name.isWellFormed(), {
    error: "must have 1 to 255 characters",
  }),
);

/** Creates the schema of an object with arbitrary property names. Zod's records would omit the name `__proto__`. */
export const mapSchema = <Value>(name: z.ZodMiniType<string>, value: z.ZodMiniType<Value>) =>
  z.pipe(
    z.custom<object>(isJsonObject, "must be an object"),
    z.transform((object: object, { issues }): ReadonlyMap<string, Value> => {
      const values = new Map<string, Value>();
      for (const [key, input] of Object.entries(object)) {
        const [parsedName, parsed] = [name.safeParse(key), value.safeParse(input, { reportInput: true })];
        if (!parsedName.success)
          issues.push({ code: "custom", message: "is not valid", input: object, path: [key] });
        for (const { path, ...issue } of parsed.error?.issues ?? [])
          issues.push({ ...issue, input, path: [key, ...path] });
        if (parsed.success) values.set(key, parsed.data);
      }
      return values;
    }),
  );

const maxDomainLength = 253;

/** True if a URL can contain the host. No stricter rule applies, because the interface defines no domain syntax. */
const isUrlHost = (value: string): boolean =>
  /^[^\s\p{Cc}/\\?#@:]*$/u.test(value) &&
  (value.length > maxDomainLength || URL.canParse(`https://${value}/`));

export const domainSchema = nonEmptyTextSchema.check(
  z.maxLength(maxDomainLength),
  z.refine((value) => value === "" || isUrlHost(value), {
    error: "must be a domain without scheme, port or path",
  }),
);

const maxPathLength = 80;

/**
 * Formats the path of an invalid value, such as `allowed_domains[2]`. Truncates property names, because they come
 * from the client.
 */
function formatIssuePath(path: readonly PropertyKey[]): string {
  const joined = path
    .map((key) => (typeof key === "number" ? `[${key}]` : `.${String(key)}`))
    .join("")
    .replace(/^\./, "");
  if (joined.length > maxPathLength) return `${joined.slice(0, maxPathLength)}…`;
  return joined;
}

const typeMessages: Readonly<Record<string, string>> = {
  array: "must be an array",
  boolean: "must be true or false",
  int: "must be a whole number",
  number: "must be a number",
  object: "must be an object",
  string: "must be a string",
};

function issueMessage(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case "invalid_type":
      if (issue.input === undefined) return "is required";
      return typeMessages[issue.expected] ?? "has the wrong type";
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

/** Returns a message for every problem that the schema found, in the order of the fields. */
export function requestProblems(error: z.core.$ZodError): string[] {
  return error.issues.flatMap((issue) => {
    if (issue.code === "unrecognized_keys")
      return issue.keys.map((key) => `${formatIssuePath([...issue.path, key])}: no such property.`);
    const where = formatIssuePath(issue.path);
    return [`${where === "" ? "The body" : `${where}:`} ${issueMessage(issue)}.`];
  });
}
