import { group, type Test } from "./entry.ts";

const draft = "src/domain/draft.ts";
const schemas = "src/api/schemas.ts";
const telemetry = "src/domain/telemetry.ts";
const telemetrySchema = "src/api/telemetry.ts";
const telemetryWords = "src/editor/connections/shown/words/telemetry.ts";
const proxyStep = "src/editor/connections/creation/steps/proxy.ts";
const references = "src/sandbox/resources/connections/references.ts";

const clientTests = "test/unit/api/client.test.ts";
const draftTests = "test/unit/domain/draft.test.ts";
const optionTests = "test/unit/domain/draftOptions.test.ts";
const telemetryTests = "test/unit/domain/telemetry.test.ts";
const telemetryStepTests = "test/unit/editor/connections/creation/steps/telemetry.test.ts";
const proxyStepTests = "test/unit/editor/connections/creation/steps/proxy.test.ts";
const strict = (title: string): Test => ["test/unit/sandbox/resources/connections/request.test.ts", title];
const sends = (what: string): Test => [telemetryTests, `sends exactly this for ${what}`];
const refuses = (rule: string): Test => [telemetryTests, `cannot be resumed from an old draft as ${rule}`];
const creates = (title: string): Test => ["test/contract/sandbox.test.ts", title];
const sendsProxy = (proxy: string): Test => [draftTests, `sends proxy ${proxy} and credential none`];
const sendsCredential = (credential: string): Test => [
  draftTests,
  `sends proxy default and credential ${credential}`,
];
const spelledOut: Test = [
  proxyStepTests,
  "spells out §2.3: a selected proxy is used regardless of stealth, direct keeps stealth and CAPTCHA solver",
];
const onUpdate = "It is about updates, and the extension creates, reads and deletes only";

const browserConfig = [
  ...group("2.2", "ManagedAuthBrowserConfig", { code: draft }, [
    { what: "`proxy`", test: [optionTests, "joins the others of the browser in one object"] },
    {
      what: "`stealth`",
      test: [optionTests, 'stealth is sent as "browser":{"stealth":false}'],
    },
    {
      what: "`telemetry`",
      test: [optionTests, 'telemetry is sent as "browser":{"telemetry":{"enabled":true}}'],
    },
  ]),
  ...group("2.2", "Rules", { code: schemas }, [
    {
      what: "`telemetry` may be null",
      code: "src/api/lenient.ts",
      inCode: "lenient",
      test: ["test/contract/document.test.ts", "may have null as browser.telemetry, which counts as absent"],
    },
    {
      what: "An omitted `proxy` is derived from `stealth`",
      code: proxyStep,
      inCode: "stealth proxy",
      test: spelledOut,
      inTest: "stealth proxy",
    },
    {
      what: "An omitted `proxy` on update and login preserves or inherits",
      reason: onUpdate,
    },
    {
      what: "`stealth` is true when omitted",
      code: "src/editor/connections/creation/steps/toggles.ts",
      test: [
        "test/unit/editor/connections/creation/steps/toggles.test.ts",
        'stealth is called "Stealth", and is On by default',
      ],
    },
    {
      what: "Managed auth itself controls profile, headless mode, timeout, start URL, kiosk mode and viewport: none of them is sent",
      inCode: "strictObject",
      test: strict("§2.2 no other properties"),
      inTest: "headless",
    },
    {
      what: "No other properties",
      inCode: "strictObject",
      test: [clientTests, "sends nothing for a create with an empty browser"],
      inTest: "an empty browser",
    },
  ]),
];

const proxyConfig = [
  ...group("2.3", "BrowserProxyConfig", { code: draft }, [
    { what: "`mode`", test: sendsProxy("direct"), inTest: "mode" },
    { what: "`id`", test: sendsProxy("id"), inTest: "id" },
    { what: "`name`", test: sendsProxy("name"), inTest: "name" },
    { what: "`direct`", test: sendsProxy("direct") },
    {
      what: "`default`, on create the same as leaving it out",
      test: [draftTests, "sends proxy default and credential none"],
    },
  ]),
  ...group("2.3", "Rules", { code: schemas }, [
    {
      what: "Exactly one of `mode`, `id`, `name`",
      inCode: "exactly one of the three",
      test: [clientTests, "sends nothing for a create with two proxies"],
      inTest: "two proxies",
    },
    {
      what: "An empty object is invalid",
      inCode: "BrowserProxyConfig",
      test: [clientTests, "sends nothing for a create with an empty proxy"],
      inTest: "an empty proxy",
    },
    {
      what: "No other properties",
      inCode: "strictObject",
      test: strict("§2.3 no other properties"),
      inTest: "§2.3 no other properties",
    },
    {
      what: "`id` has at least one character",
      test: [optionTests, "is not taken up where it breaks §2.3, an empty id"],
      code: draft,
      inTest: "§2.3, an empty id",
    },
    {
      what: "`name` has at least one character",
      test: [optionTests, "is not taken up where it breaks §2.3, an empty name"],
      code: draft,
      inTest: "§2.3, an empty name",
    },
    {
      what: "`name` must match exactly one active proxy of the project",
      code: references,
      inCode: "no active proxy",
      test: creates("answers 400 to a proxy name of an inactive proxy only"),
      inTest: "retired",
    },
    {
      what: "Ambiguous names give a 400; `id` is the stable reference",
      code: references,
      inCode: "several proxies have that name",
      test: creates("answers 400 to an ambiguous proxy name"),
      inTest: "several proxies have that name",
    },
    {
      what: "A picked proxy is sent by `id`, for names are not unique",
      code: "src/editor/catalogue/rows.ts",
      test: [
        proxyStepTests,
        "lists them with type, place and health, and takes the id: names are not unique",
      ],
    },
    {
      what: "A selected proxy is used regardless of stealth",
      code: proxyStep,
      test: spelledOut,
      needle: "whether or not stealth is on",
    },
    {
      what: "`direct` keeps stealth mode and the CAPTCHA solver",
      code: proxyStep,
      test: spelledOut,
      needle: "Stealth mode and the CAPTCHA solver stay on",
    },
    {
      what: "A selected proxy must be in the same project as the browser",
      code: references,
      inCode: "there is no such proxy",
      test: creates("answers 400 to an unknown proxy id"),
      inTest: "there is no such proxy",
    },
    { what: "`default` on update restores the browser default", reason: onUpdate },
    { what: "An omitted proxy on update leaves the configuration unchanged", reason: onUpdate },
  ]),
];

const proxyRef = group(
  "2.4",
  "ProxyRef, deprecated",
  { code: "src/sandbox/resources/connections/request.ts" },
  [
    { what: "`id`", test: strict("§2.4 not both"), inTest: "§2.4 not both" },
    { what: "`name`", test: strict("§2.4 has no mode"), inTest: "§2.4 has no mode" },
    {
      what: "Exactly one of the two",
      inCode: "exactlyOne",
      test: strict("§2.4 not empty"),
      inTest: "§2.4 not empty",
    },
    {
      what: "The client never sends it",
      code: schemas,
      inCode: "§4.1 without its deprecated fields",
      test: [clientTests, "sends nothing for a create with a deprecated field"],
      inTest: "a deprecated field",
    },
    {
      what: "Same project and name-uniqueness rules as §2.3",
      code: references,
      inCode: "resolveProxy",
      test: creates("answers 400 to an unknown deprecated proxy"),
      inTest: "an unknown deprecated proxy",
    },
  ],
);

const credential = [
  ...group("2.5", "CredentialReference", { code: draft }, [
    { what: "Stored credential: `name`", test: sendsCredential("stored"), inTest: "stored" },
    {
      what: "External provider item: `provider`, `path`",
      test: sendsCredential("item"),
      inTest: "item",
    },
    {
      what: "External provider domain lookup: `provider`, `auto`",
      test: sendsCredential("lookup"),
      inTest: "lookup",
    },
  ]),
  ...group("2.5", "Rules", { code: schemas }, [
    {
      what: "One of the three forms",
      inCode: "one of its three forms",
      test: [clientTests, "sends nothing for a create with half a credential"],
      inTest: "half a credential",
    },
    {
      what: "No other properties",
      inCode: "strictObject",
      test: strict("§2.5 no other properties"),
      inTest: "§2.5 no other properties",
    },
    {
      what: "`auto` is true: a lookup that is off is no form",
      inCode: "auto: z.literal(true)",
      test: [optionTests, "is not taken up where it breaks §2.5, a lookup that is off"],
      inTest: "§2.5, a lookup that is off",
    },
  ]),
];

const meanings: Test = [
  "test/unit/editor/connections/shown/words/telemetry.test.ts",
  "has a name and a meaning of its own",
];

const telemetryConfig = [
  ...group("2.6", "BrowserTelemetryRequestConfig", { code: telemetry }, [
    { what: "`enabled`", test: sends("off") },
    { what: "`browser`", test: sends("all categories") },
    { what: "`export`", test: sends("the default set, exported by id") },
  ]),
  ...group("2.6", "BrowserTelemetryCategoriesConfig", { code: telemetryWords, test: meanings }, [
    "control",
    "connection",
    "system",
    "captcha",
    "console",
    "network",
    "page",
    "interaction",
    "screenshot",
  ]),
  ...group("2.6", "BrowserTelemetryCategoriesConfig", { code: telemetry }, [
    {
      what: "BrowserTelemetryCategoryConfig: `enabled` of each category",
      test: sends("a category twice, exported by id"),
    },
  ]),
  ...group("2.6", "Export", { code: telemetry }, [
    { what: "BrowserTelemetryExportRequestConfig: `otlp`", test: sends("the default set, exported by name") },
    {
      what: "BrowserTelemetryOTLPExportRequestConfig: `destination`",
      test: sends("a category, exported by name"),
    },
    {
      what: "BrowserTelemetryOTLPExportRequestConfig: `enabled`, implied by a destination and so never sent",
      test: [telemetryTests, "never becomes one of the combinations that §2.6 forbids"],
    },
    { what: "OTLPDestinationRef: `id`", test: sends("the default set, exported by id") },
    { what: "OTLPDestinationRef: `name`", test: sends("the default set, exported by name") },
  ]),
  ...group("2.6", "Rules", { code: telemetry }, [
    {
      what: "Four categories are on by default, five are not",
      needle: "byDefault",
      test: [telemetryTests, "are the nine of §2.6, with what the document says of each"],
    },
    {
      what: "`enabled=true` without categories captures the default set",
      inCode: "enabled: true",
      test: sends("the default set"),
      inTest: "the default set",
    },
    {
      what: "Category settings are layered onto the default set",
      code: "src/editor/connections/shown/telemetry.ts",
      inCode: "layered onto the default set",
      test: ["test/unit/editor/connections/shown/telemetry.test.ts", "draws categories without the shortcut"],
      inTest: "categories without the shortcut",
    },
    {
      what: "`enabled=false` starts no capture on create",
      inCode: "enabled: false",
      test: [telemetryStepTests, "is that nothing was set, which differs from off"],
      inTest: "differs from off",
    },
    {
      what: "`enabled=false` cannot be combined with category settings",
      inCode: "Off has neither categories nor an export",
      test: refuses("off with categories"),
      inTest: "off with categories",
    },
    {
      what: "An omitted or empty `browser` uses the default set",
      code: "src/sandbox/resources/connections/request.ts",
      test: strict("§2.6 enabled=false without categories"),
      inTest: "§2.6 enabled=false without categories",
    },
    {
      what: "A config that disables every category starts none on create",
      inCode: "never empty",
      test: [telemetryStepTests, "takes no empty choice: off is said by Off"],
      inTest: "off is said by Off",
    },
    {
      what: "An omitted `export` captures without exporting",
      inCode: "nowhere",
      code: telemetry,
      test: [telemetryStepTests, "takes Nowhere"],
      inTest: "Nowhere",
    },
    {
      what: "A `destination` requires capture to be enabled",
      code: telemetrySchema,
      inCode: "destination",
      test: refuses("off with an export"),
      inTest: "off with an export",
    },
    {
      what: "`enabled=false` together with a destination is rejected",
      code: telemetrySchema,
      inCode: "destination",
      test: strict("§2.6 otlp enabled=false without destination"),
      inTest: "§2.6 otlp enabled=false without destination",
    },
    {
      what: "A destination has exactly one of `id`, `name`",
      inCode: "destination: { id }",
      test: refuses("a destination by id and name"),
      inTest: "a destination by id and name",
    },
    {
      what: "The destination must exist in the project",
      code: references,
      inCode: "there is no such destination",
      test: creates("answers 400 to an unknown destination"),
      inTest: "no such destination",
    },
    {
      what: "Export is honored for the browser that a connection creates for a login",
      reason: "It happens in the service's browsers; the extension sets it and shows it",
    },
    {
      what: "Console, network, page and interaction are CDP categories; screenshots are of high volume",
      needle: "highVolume",
      test: [telemetryTests, "are the nine of §2.6, with what the document says of each"],
    },
    {
      what: "`network` forwards request post data as it is: so what login forms send is said before it is chosen",
      code: telemetryWords,
      inCode: "so is what login forms send",
      test: [telemetryStepTests, "warns that network records what login forms send, and where it cuts (§8)"],
      inTest: "login forms send",
    },
    { what: "`enabled=true` on update resolves the config afresh", reason: onUpdate },
    { what: "Omitting `enabled` on update merges categories onto the current selection", reason: onUpdate },
    { what: "`enabled=false`, or every category disabled, stops capture on update", reason: onUpdate },
    { what: "Export is ignored on a browser update", reason: onUpdate },
    {
      what: "Browser pools do not support export and reject it",
      reason: "The extension creates no browser pools",
    },
    {
      what: "Fields of the destination record: not shown",
      reason: "A list of destinations is read as far as the service gives one",
    },
  ]),
];

/** §2.2 to §2.6. */
export const browser = [...browserConfig, ...proxyConfig, ...proxyRef, ...credential, ...telemetryConfig];
