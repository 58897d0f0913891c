// Schemas of the requests that create and change connections (interface.md §4.1).
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

/** Returns the value at a path, or undefined if the path doesn't exist. */
const at = (value: unknown, ...path: string[]): unknown =>
  path.reduce((current, key) => (isJsonObject(current) ? current[key] : undefined), value);

const exactlyOne = (...names: string[]) =>
  objectRule(
    `exactly one of ${names.join(", ")} must be given`,
    (value) => names.filter((name) => Object.hasOwn(value, name)).length === 1,
  );

/**
 * The interface gives no limit, but a million problems couldn't be listed. The length is checked before the entries.
 */
const domains = z.pipe(z.array(z.unknown()).check(z.maxLength(1000)), z.array(domainSchema));

/** RFC 3986, appendix A: an ASCII URI with a scheme and all required escapes. */
const unescaped = String.raw`\w.~!$&'()*+,;=:`;
const escaped = String.raw`%[\dA-Fa-f]{2}`;
const pchar = `(?:[${unescaped}@-]|${escaped})`;
const inAuthority = `(?:[${unescaped}-]|${escaped})`;
// Repeated parts never start with the same character, so that the expression can't backtrack.
const host = String.raw`\[[\w.~!$&'()*+,;=:-]+\]${inAuthority}*`;
const authority = `${inAuthority}*(?:@(?:${host}|${inAuthority}*)|${host})?`;
const hierarchy = `(?://${authority}(?:/${pchar}*)*|/?(?:${pchar}+(?:/${pchar}*)*)?)`;
const absoluteUri = new RegExp(
  String.raw`^[A-Za-z][A-Za-z\d+.-]*:${hierarchy}(?:\?(?:${pchar}|[/?])*)?(?:#(?:${pchar}|[/?])*)?$`,
);
const isUri = (value: string): boolean => absoluteUri.test(value) && URL.canParse(value);
const uri = z.string().check(z.refine(isUri, { error: "must be an absolute URI" }));

/** Interface.md §2.3. */
export const BrowserProxyConfig = z
  .strictObject({
    mode: z.optional(z.enum(["direct", "default"])),
    id: z.optional(nonEmptyTextSchema),
    name: z.optional(nonEmptyTextSchema),
  })
  .check(exactlyOne("mode", "id", "name"));

/** ProxyRef (interface.md §2.4) and OTLPDestinationRef (§2.6), which have the same form. */
const Reference = z
  .strictObject({ id: z.optional(textSchema), name: z.optional(textSchema) })
  .check(exactlyOne("id", "name"));

const credentialForms = ["name", "provider,path", "provider,auto"];

/** Interface.md §2.5. `auto: false` is refused because it names neither an item nor a lookup. */
export const CredentialReference = z
  .strictObject({
    name: z.optional(nonEmptyTextSchema),
    provider: z.optional(nonEmptyTextSchema),
    path: z.optional(nonEmptyTextSchema),
    auto: z.optional(z.literal(true)),
  })
  .check(
    objectRule("must be name alone, provider with path, or provider with auto", (value) =>
      credentialForms.includes(
        ["name", "provider", "path", "auto"].filter((key) => Object.hasOwn(value, key)).join(),
      ),
    ),
  );

const Category = z.optional(z.strictObject({ enabled: z.boolean() }));

export const capturedByDefault = ["control", "connection", "system", "captcha"];
const capturedOnRequest = ["console", "network", "page", "interaction", "screenshot"];

/** §2.6. */
const categories = [...capturedByDefault, ...capturedOnRequest];
const Categories = z.strictObject(Object.fromEntries(categories.map((name) => [name, Category])));

const hasCategories = (value: unknown): boolean => isJsonObject(value) && Object.keys(value).length > 0;

/** `enabled: false` disables capture, and so do categories that are all disabled (interface.md §2.6). */
export function captures(telemetry: object): boolean {
  const switched = (name: string) => at(telemetry, "browser", name, "enabled");
  return (
    at(telemetry, "enabled") !== false &&
    (capturedByDefault.some((name) => switched(name) !== false) ||
      capturedOnRequest.some((name) => switched(name) === true))
  );
}

/** §2.6. */
const OtlpExport = z
  .strictObject({ destination: z.optional(Reference), enabled: z.optional(z.boolean()) })
  .check(
    objectRule(
      "enabled=false cannot be combined with a destination",
      (value) => at(value, "enabled") !== false || at(value, "destination") === undefined,
    ),
  );

/** Interface.md §2.6. `mayExport` is true if capture is enabled, which a destination requires. */
const telemetry = (mayExport: (value: object) => boolean) =>
  z
    .strictObject({
      enabled: z.optional(z.boolean()),
      browser: z.optional(Categories),
      export: z.optional(z.strictObject({ otlp: z.optional(OtlpExport) })),
    })
    .check(
      objectRule(
        "enabled=false cannot be combined with browser category settings",
        (value) => at(value, "enabled") !== false || !hasCategories(at(value, "browser")),
      ),
      objectRule(
        "a destination requires telemetry capture to be enabled",
        (value) => at(value, "export", "otlp", "destination") === undefined || mayExport(value),
      ),
    );

export const BrowserTelemetry = telemetry(captures);
export type BrowserTelemetry = z.infer<typeof BrowserTelemetry>;

/** A change with a destination must itself enable capture, whatever was captured before. */
const ChangedTelemetry = telemetry(
  (value) =>
    captures(value) &&
    (at(value, "enabled") === true ||
      categories.some((name) => at(value, "browser", name, "enabled") === true)),
);

/** Fields shared by creations, logins and changes, including deprecated ones. */
const fieldsWith = (config: typeof BrowserTelemetry) => ({
  browser: z.strictObject({
    proxy: z.optional(BrowserProxyConfig),
    stealth: z.optional(z.boolean()),
    telemetry: z.optional(z.nullable(config)),
  }),
  browser_telemetry: z.nullable(config),
  proxy: Reference,
  record_session: z.boolean(),
});

/** §4.1. */
const settings = {
  allowed_domains: domains,
  auto_reauth: z.boolean(),
  credential: CredentialReference,
  /** Range of interface.md §8. The plan's minimum is unknown here. */
  health_check_interval: z.int().check(z.minimum(300), z.maximum(86400)),
  health_checks: z.boolean(),
  login_url: uri,
  save_credentials: z.boolean(),
};

export const CreateRequest = creationSchema(
  { domain: domainSchema, profile_name: nonEmptyTextSchema },
  { ...fieldsWith(BrowserTelemetry), ...settings },
);
export type CreateRequest = z.infer<typeof CreateRequest>;

/** Settings of a single login. */
export const LoginRequest = creationSchema({}, fieldsWith(BrowserTelemetry));

/** Fields that can refer to other resources. */
export type References = Pick<CreateRequest, "browser" | "browser_telemetry" | "credential" | "proxy">;

/** Every setting except domain and profile can change. An empty `login_url` clears the URL. */
export const UpdateRequest = changeSchema({
  ...fieldsWith(ChangedTelemetry),
  ...settings,
  login_url: z
    .string()
    .check(z.refine((value) => value === "" || isUri(value), { error: "must be an absolute URI, or empty" })),
});
export type UpdateRequest = z.infer<typeof UpdateRequest>;
