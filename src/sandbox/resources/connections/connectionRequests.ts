// What creating and changing a connection accept (§4.1), and nothing else.
import * as z from "zod/mini";
import { change, creation, domain, filled, isRecord, rule, anyText } from "../fields.ts";

/** The value at a path, or undefined where the path leaves the objects. */
const at = (value: unknown, ...path: string[]): unknown =>
  path.reduce((current, key) => (isRecord(current) ? current[key] : undefined), value);

const exactlyOne = (...names: string[]) =>
  rule(
    `exactly one of ${names.join(", ")} must be given`,
    (value) => names.filter((name) => Object.hasOwn(value, name)).length === 1,
  );

/** The document gives no bound; a million faults could not be listed. Counted before the entries are read. */
const domains = z.pipe(z.array(z.unknown()).check(z.maxLength(1000)), z.array(domain));

/** RFC 3986, appendix A: with a scheme, in ASCII, nothing unescaped that must be escaped. */
const unescaped = String.raw`\w.~!$&'()*+,;=:`;
const escaped = String.raw`%[\dA-Fa-f]{2}`;
const pchar = `(?:[${unescaped}@-]|${escaped})`;
const inAuthority = `(?:[${unescaped}-]|${escaped})`;
// No two parts that repeat can begin at the same character, so that nothing is tried twice.
const host = String.raw`\[[\w.~!$&'()*+,;=:-]+\]${inAuthority}*`;
const authority = `${inAuthority}*(?:@(?:${host}|${inAuthority}*)|${host})?`;
const hierarchy = `(?://${authority}(?:/${pchar}*)*|/?(?:${pchar}+(?:/${pchar}*)*)?)`;
const absoluteUri = new RegExp(
  String.raw`^[A-Za-z][A-Za-z\d+.-]*:${hierarchy}(?:\?(?:${pchar}|[/?])*)?(?:#(?:${pchar}|[/?])*)?$`,
);
const isUri = (value: string): boolean => absoluteUri.test(value) && URL.canParse(value);
const uri = z.string().check(z.refine(isUri, { error: "must be an absolute URI" }));

/** §2.3. */
export const BrowserProxyConfig = z
  .strictObject({
    mode: z.optional(z.enum(["direct", "default"])),
    id: z.optional(filled),
    name: z.optional(filled),
  })
  .check(exactlyOne("mode", "id", "name"));

/** §2.4, and the OTLPDestinationRef of §2.6, which has the same form. */
const Reference = z
  .strictObject({ id: z.optional(anyText), name: z.optional(anyText) })
  .check(exactlyOne("id", "name"));

const credentialForms = ["name", "provider,path", "provider,auto"];

/** §2.5. `auto: false` is no form: it names neither an item nor a lookup. */
export const CredentialReference = z
  .strictObject({
    name: z.optional(filled),
    provider: z.optional(filled),
    path: z.optional(filled),
    auto: z.optional(z.literal(true)),
  })
  .check(
    rule("must be name alone, provider with path, or provider with auto", (value) =>
      credentialForms.includes(
        ["name", "provider", "path", "auto"].filter((key) => Object.hasOwn(value, key)).join(),
      ),
    ),
  );

const Category = z.optional(z.strictObject({ enabled: z.boolean() }));

const capturedByDefault = ["control", "connection", "system", "captcha"];
const capturedOnRequest = ["console", "network", "page", "interaction", "screenshot"];

/** §2.6. */
const categories = [...capturedByDefault, ...capturedOnRequest];
const Categories = z.strictObject(Object.fromEntries(categories.map((name) => [name, Category])));

const hasCategories = (value: unknown): boolean => isRecord(value) && Object.keys(value).length > 0;

/** §2.6: `enabled: false` starts no capture, and neither do categories that leave nothing on. */
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
    rule(
      "enabled=false cannot be combined with a destination",
      (value) => at(value, "enabled") !== false || at(value, "destination") === undefined,
    ),
  );

/** §2.6. `mayExport`: whether capture is enabled, so that there can be a destination. */
const telemetry = (mayExport: (value: object) => boolean) =>
  z
    .strictObject({
      enabled: z.optional(z.boolean()),
      browser: z.optional(Categories),
      export: z.optional(z.strictObject({ otlp: z.optional(OtlpExport) })),
    })
    .check(
      rule(
        "enabled=false cannot be combined with browser category settings",
        (value) => at(value, "enabled") !== false || !hasCategories(at(value, "browser")),
      ),
      rule(
        "a destination requires telemetry capture to be enabled",
        (value) => at(value, "export", "otlp", "destination") === undefined || mayExport(value),
      ),
    );

export const BrowserTelemetry = telemetry(captures);
export type BrowserTelemetry = z.infer<typeof BrowserTelemetry>;

/** A change says itself that capture is on, whatever was on before. */
const ChangedTelemetry = telemetry(
  (value) =>
    captures(value) &&
    (at(value, "enabled") === true ||
      categories.some((name) => at(value, "browser", name, "enabled") === true)),
);

/** Fields of what a connection is made of, a login takes, or a change sets; deprecated ones too. */
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
  /** §8. The minimum of the plan is not known here. */
  health_check_interval: z.int().check(z.minimum(300), z.maximum(86400)),
  health_checks: z.boolean(),
  login_url: uri,
  save_credentials: z.boolean(),
};

export const CreateRequest = creation(
  { domain, profile_name: filled },
  { ...fieldsWith(BrowserTelemetry), ...settings },
);
export type CreateRequest = z.infer<typeof CreateRequest>;

/** What a login takes, for this one time. */
export const LoginRequest = creation({}, fieldsWith(BrowserTelemetry));

/** The fields in which a request can refer to something. */
export type References = Pick<CreateRequest, "browser" | "browser_telemetry" | "credential" | "proxy">;

/** What can be changed: everything but domain and profile. An empty `login_url` clears it. */
export const UpdateRequest = change({
  ...fieldsWith(ChangedTelemetry),
  ...settings,
  login_url: z
    .string()
    .check(z.refine((value) => value === "" || isUri(value), { error: "must be an absolute URI, or empty" })),
});
export type UpdateRequest = z.infer<typeof UpdateRequest>;
