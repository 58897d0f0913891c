// Schemas of the requests that create or change connections, or start a login (interface.md §4.1).
import * as z from "zod/mini";
import {
  changeSchema,
  creationSchema,
  domainSchema,
  nonEmptyTextSchema,
  isJsonObject,
  objectRule,
  textSchema,
} from "../requestSchemas.ts";

const valueAt = (value: unknown, ...path: string[]): unknown =>
  path.reduce((current, key) => (isJsonObject(current) ? current[key] : undefined), value);

const exactlyOne = (...names: string[]) =>
  objectRule(
    `exactly one of ${names.join(", ")} must be given`,
    (value) => names.filter((name) => Object.hasOwn(value, name)).length === 1,
  );

/**
 * A list of at most 1000 domains. The interface specifies no limit, but an error reply couldn't list a million
 * problems. The length is checked before the entries.
 */
const domainListSchema = z.pipe(z.array(z.unknown()).check(z.maxLength(1000)), z.array(domainSchema));

/**
 * Parts of a pattern for absolute URIs (RFC 3986, appendix A). The pattern allows only ASCII, and requires a scheme
 * and all necessary percent-encoding.
 */
const plainUriCharacters = String.raw`\w.~!$&'()*+,;=:`;
const percentEscape = String.raw`%[\dA-Fa-f]{2}`;
const pathCharacter = `(?:[${plainUriCharacters}@-]|${percentEscape})`;
const authorityCharacter = `(?:[${plainUriCharacters}-]|${percentEscape})`;
// Repeated parts of the pattern never start with the same character. Otherwise, backtracking could make the regular
// expression slow.
const bracketedHost = String.raw`\[[\w.~!$&'()*+,;=:-]+\]${authorityCharacter}*`;
const uriAuthority = `${authorityCharacter}*(?:@(?:${bracketedHost}|${authorityCharacter}*)|${bracketedHost})?`;
const uriHierarchy = `(?://${uriAuthority}(?:/${pathCharacter}*)*|/?(?:${pathCharacter}+(?:/${pathCharacter}*)*)?)`;
const absoluteUri = new RegExp(
  String.raw`^[A-Za-z][A-Za-z\d+.-]*:${uriHierarchy}(?:\?(?:${pathCharacter}|[/?])*)?(?:#(?:${pathCharacter}|[/?])*)?$`,
);
const isUri = (value: string): boolean => absoluteUri.test(value) && URL.canParse(value);
const uriSchema = z.string().check(z.refine(isUri, { error: "must be an absolute URI" }));

/** The proxy that a connection selects (interface.md §2.3). */
export const BrowserProxyConfig = z
  .strictObject({
    mode: z.optional(z.enum(["direct", "default"])),
    id: z.optional(nonEmptyTextSchema),
    name: z.optional(nonEmptyTextSchema),
  })
  .check(exactlyOne("mode", "id", "name"));

/** Schema of `ProxyRef` (interface.md §2.4) and `OTLPDestinationRef` (§2.6), which have the same fields. */
const IdOrNameReference = z
  .strictObject({ id: z.optional(textSchema), name: z.optional(textSchema) })
  .check(exactlyOne("id", "name"));

const credentialReferenceForms = ["name", "provider,path", "provider,auto"];

/** A credential reference (interface.md §2.5). `auto: false` is invalid, because it selects no item and no lookup. */
export const SandboxCredentialReference = z
  .strictObject({
    name: z.optional(nonEmptyTextSchema),
    provider: z.optional(nonEmptyTextSchema),
    path: z.optional(nonEmptyTextSchema),
    auto: z.optional(z.literal(true)),
  })
  .check(
    objectRule("must be name alone, provider with path, or provider with auto", (value) =>
      credentialReferenceForms.includes(
        ["name", "provider", "path", "auto"].filter((key) => Object.hasOwn(value, key)).join(),
      ),
    ),
  );

const CategoryToggle = z.optional(z.strictObject({ enabled: z.boolean() }));

export const capturedByDefault = ["control", "connection", "system", "captcha"];
const capturedOnRequest = ["console", "network", "page", "interaction", "screenshot"];

/** The telemetry categories listed in interface.md §2.6. */
const sandboxTelemetryCategories = [...capturedByDefault, ...capturedOnRequest];
const CategoryToggles = z.strictObject(
  Object.fromEntries(sandboxTelemetryCategories.map((name) => [name, CategoryToggle])),
);

const hasCategories = (value: unknown): boolean => isJsonObject(value) && Object.keys(value).length > 0;

/**
 * Returns true if telemetry is captured. Capture is disabled by `enabled: false`, or by disabling every category
 * (interface.md §2.6).
 */
export function enablesCapture(telemetry: object): boolean {
  const switched = (name: string) => valueAt(telemetry, "browser", name, "enabled");
  return (
    valueAt(telemetry, "enabled") !== false &&
    (capturedByDefault.some((name) => switched(name) !== false) ||
      capturedOnRequest.some((name) => switched(name) === true))
  );
}

/** The `otlp` part of a telemetry export (interface.md §2.6). */
const OtlpExport = z
  .strictObject({ destination: z.optional(IdOrNameReference), enabled: z.optional(z.boolean()) })
  .check(
    objectRule(
      "enabled=false cannot be combined with a destination",
      (value) => valueAt(value, "enabled") !== false || valueAt(value, "destination") === undefined,
    ),
  );

/**
 * Creates the schema of a telemetry configuration (interface.md §2.6). A destination is only valid if `mayExport`
 * returns true, which means that capture is enabled.
 */
const telemetryConfigSchema = (mayExport: (value: object) => boolean) =>
  z
    .strictObject({
      enabled: z.optional(z.boolean()),
      browser: z.optional(CategoryToggles),
      export: z.optional(z.strictObject({ otlp: z.optional(OtlpExport) })),
    })
    .check(
      objectRule(
        "enabled=false cannot be combined with browser category settings",
        (value) => valueAt(value, "enabled") !== false || !hasCategories(valueAt(value, "browser")),
      ),
      objectRule(
        "a destination requires telemetry capture to be enabled",
        (value) => valueAt(value, "export", "otlp", "destination") === undefined || mayExport(value),
      ),
    );

export const BrowserTelemetry = telemetryConfigSchema(enablesCapture);
export type BrowserTelemetry = z.infer<typeof BrowserTelemetry>;

/** A change that sets a destination must also enable capture, even if the connection already captures telemetry. */
const ChangedTelemetry = telemetryConfigSchema(
  (value) =>
    enablesCapture(value) &&
    (valueAt(value, "enabled") === true ||
      sandboxTelemetryCategories.some((name) => valueAt(value, "browser", name, "enabled") === true)),
);

/**
 * Returns the fields that are valid when creating a connection, changing a connection or starting a login, including
 * deprecated fields.
 */
const sharedRequestFields = (config: typeof BrowserTelemetry) => ({
  browser: z.strictObject({
    proxy: z.optional(BrowserProxyConfig),
    stealth: z.optional(z.boolean()),
    telemetry: z.optional(z.nullable(config)),
  }),
  browser_telemetry: z.nullable(config),
  proxy: IdOrNameReference,
  record_session: z.boolean(),
});

/** Boolean settings of a connection (interface.md §4.1). */
export const flagSettings = {
  auto_reauth: z.boolean(),
  health_checks: z.boolean(),
  record_session: z.boolean(),
  save_credentials: z.boolean(),
};

export const flagDefaults = {
  auto_reauth: true,
  health_checks: true,
  record_session: false,
  save_credentials: true,
} satisfies Record<keyof typeof flagSettings, boolean>;

/** Settings that are valid when creating or changing a connection (interface.md §4.1). */
const connectionSettingsShape = {
  ...flagSettings,
  allowed_domains: domainListSchema,
  credential: SandboxCredentialReference,
  /** In seconds (interface.md §8). A plan may have a higher minimum, which `resolveReferences` checks. */
  health_check_interval: z.int().check(z.minimum(300), z.maximum(86400)),
  login_url: uriSchema,
};

export const CreateConnection = creationSchema(
  { domain: domainSchema, profile_name: nonEmptyTextSchema },
  { ...sharedRequestFields(BrowserTelemetry), ...connectionSettingsShape },
);
export type CreateConnection = z.infer<typeof CreateConnection>;

/** Settings that apply to a single login. */
export const LoginSettings = creationSchema({}, sharedRequestFields(BrowserTelemetry));

/** Fields that can refer to other resources, or that the plan can restrict. */
export type ConnectionReferences = Pick<
  CreateConnection,
  "browser" | "browser_telemetry" | "credential" | "health_check_interval" | "proxy"
>;

/** A change to a connection's settings, except domain and profile. An empty `login_url` removes the URL. */
export const UpdateConnection = changeSchema({
  ...sharedRequestFields(ChangedTelemetry),
  ...connectionSettingsShape,
  login_url: z
    .string()
    .check(z.refine((value) => value === "" || isUri(value), { error: "must be an absolute URI, or empty" })),
});
export type UpdateConnection = z.infer<typeof UpdateConnection>;
