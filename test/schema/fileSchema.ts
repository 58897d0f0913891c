// The JSON Schema of `managed-auth.jsonc`: made of what the code reads, with words for each key.
import * as z from "zod/mini";
import { ConnectionFile } from "../../src/domain/file/schema.ts";

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

/** What each key is, by its path. */
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

const Json = z.record(z.string(), z.unknown());

/** The text of media/managed-auth.schema.json. */
export function schemaText(): string {
  const schema = Json.parse(z.toJSONSchema(ConnectionFile, { io: "input", target: "draft-7" }));
  const used = new Set<string>();
  const { $schema, ...rest } = schema;
  const whole = {
    $schema,
    title: "Auth connections",
    description: "Auth connections of a project. It holds no secret: credentials are named, never written.",
    allowComments: true,
    allowTrailingCommas: true,
    ...described(rest, "", used),
  };
  const unused = Object.keys(words).filter((path) => !used.has(path));
  if (unused.length > 0) throw new Error(`No such keys: ${unused.join(", ")}`);
  return `${JSON.stringify(whole, undefined, 2)}\n`;
}

/** A schema with the words of its keys; throws where a key of the first levels has none. */
function described(
  schema: Readonly<Record<string, unknown>>,
  path: string,
  used: Set<string>,
): Record<string, unknown> {
  const properties = Json.safeParse(schema["properties"]).data;
  const items = Json.safeParse(schema["items"]).data;
  return {
    ...schema,
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([key, value]) => {
          const at = path === "" ? key : `${path}.${key}`;
          const description = words[at];
          if (description === undefined && !/browser\.telemetry|proxy|credential/.test(at))
            throw new Error(`“${at}” has no words`);
          used.add(at);
          const deeper = described(Json.parse(value), at, used);
          return [key, description === undefined ? deeper : { description, ...deeper }];
        }),
      ),
    }),
    ...(items && { items: described(items, path, used) }),
  };
}
