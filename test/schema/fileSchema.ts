// Generates the JSON Schema of `managed-auth.jsonc` for completion and hover, from the schema that the code parses
// files with and a text for each key.
import * as z from "zod/mini";
import { ConnectionFile } from "../../src/domain/file/connectionFileSchema.ts";

const settings = {
  allowed_domains:
    "More domains that logins may visit. An empty list removes all. Common identity providers need not be listed.",
  auto_reauth: "Log in again without a person when a health check finds the login expired.",
  browser: "Settings of the browsers that this connection uses.",
  "browser.proxy": "The proxy that its browsers use: a mode, or the ID or name of a proxy.",
  "browser.stealth": "Run its browsers in stealth mode.",
  "browser.telemetry": "What its browsers record, and where that is exported to.",
  credential:
    "The credential that logins use: the name of a stored one, or an item or lookup of a provider. Never its values.",
  health_check_interval: "Seconds between health checks. Your plan may have a higher minimum.",
  health_checks: "Check from time to time that the login is still good.",
  login_url: "The page where logins begin. An empty text removes it.",
  record_session: "Record the browser sessions of logins.",
  save_credentials: "Save what was entered after each successful login. One-time codes are never saved.",
} as const;

/** Descriptions of keys by path. */
const words: Readonly<Record<string, string>> = {
  $schema: "The schema of this file.",
  version: "The version of this format.",
  project: "The project of these connections, by name or ID. Without it, the default project.",
  defaults: "Settings of all connections here. A connection's own setting replaces the whole default.",
  owns: "Profiles that this file alone declares, such as team-*. Only pruning uses it: it deletes their other connections.",
  connections: "The connections. What one doesn't set is never changed.",
  "connections.domain": "The website, as a host such as bank.example.",
  "connections.profile_name":
    "The browser profile that is kept logged in. It is created if it doesn't exist.",
  ...Object.fromEntries(
    Object.entries(settings).flatMap(([key, text]) => [
      [`defaults.${key}`, text],
      [`connections.${key}`, text],
    ]),
  ),
};

const JsonObject = z.record(z.string(), z.unknown());

/** A connection to fill in: the profile comes last, because its names are completed. */
const entrySnippet = { domain: "$1", profile_name: "$2" };

const fileSnippet = {
  label: "Connection file",
  description: "A file with one connection",
  body: { version: 1, connections: [entrySnippet] },
};

/** Returns the text of media/managed-auth.schema.json. */
export function schemaText(): string {
  const generated = JsonObject.parse(z.toJSONSchema(ConnectionFile, { io: "input", target: "draft-7" }));
  const described = new Set<string>();
  const schema = {
    $schema: generated["$schema"],
    title: "Auth connections",
    description: "Auth connections of a project. It holds no secret: credentials are named, never written.",
    allowComments: true,
    allowTrailingCommas: true,
    defaultSnippets: [fileSnippet],
    ...completionSchema([generated], "", described),
  };
  const unused = Object.keys(words).filter((path) => !described.has(path));
  if (unused.length > 0) throw new Error(`No such keys: ${unused.join(", ")}`);
  return `${JSON.stringify(schema, undefined, 2)}\n`;
}

type JsonSchema = z.infer<typeof JsonObject>;

/**
 * Returns the part of a schema that completion and hover need. Alternatives become one schema. Constraints are
 * omitted, because VS Code would report violations as warnings, in addition to the extension's errors. Throws if a
 * key of the first levels has no description.
 */
function completionSchema(alternatives: readonly JsonSchema[], path: string, described: Set<string>): object {
  const all = alternatives.flatMap(flattened);
  const properties = Map.groupBy(
    all.flatMap((schema) => Object.entries(JsonObject.safeParse(schema["properties"]).data ?? {})),
    ([key]) => key,
  );
  const items = all.flatMap((schema) => {
    const { data } = JsonObject.safeParse(schema["items"]);
    return data === undefined ? [] : [data];
  });
  const result: Record<string, unknown> = {};
  if (properties.size > 0) {
    result["properties"] = Object.fromEntries(
      [...properties].map(([key, forms]) => {
        const at = path === "" ? key : `${path}.${key}`;
        const description = words[at];
        if (description === undefined && !/browser\.telemetry|proxy|credential/.test(at))
          throw new Error(`“${at}” has no words`);
        described.add(at);
        const nested = completionSchema(
          forms.map(([, form]) => JsonObject.parse(form)),
          at,
          described,
        );
        return [key, description === undefined ? nested : { description, ...nested }];
      }),
    );
  } else if (items.length > 0) {
    const entries = { label: "Connection", description: "A connection of this file", body: entrySnippet };
    const nested = completionSchema(items, path, described);
    result["items"] = path === "connections" ? { defaultSnippets: [entries], ...nested } : nested;
  } else {
    const values = [...new Set(all.flatMap(suggestedValues))];
    // A key with only one possible value is inserted with that value.
    if (values.length === 1) result["default"] = values[0];
    else result["examples"] = values;
  }
  return result;
}

/** Returns a schema, or the forms that it allows. */
function flattened(schema: JsonSchema): readonly JsonSchema[] {
  const { data } = z.array(JsonObject).safeParse(schema["anyOf"]);
  return data === undefined ? [schema] : data.flatMap(flattened);
}

/** Returns the values that completion offers: those that a schema allows, its bounds, or an empty text to fill in. */
function suggestedValues(schema: JsonSchema): readonly unknown[] {
  if ("const" in schema) return [schema["const"]];
  if (Array.isArray(schema["enum"])) return schema["enum"];
  if (schema["type"] === "boolean") return [true, false];
  if (schema["type"] === "integer") return [schema["minimum"], schema["maximum"]];
  return schema["type"] === "string" ? [""] : [];
}
