// Faults of a request in words: one sentence for each, beginning with the place of the fault.
import type * as z from "zod/mini";

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
