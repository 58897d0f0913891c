import { group, type Test } from "./entry.ts";

const interval = "src/domain/interval.ts";
const facts = "src/domain/entitlements.ts";
const errorWords = "src/editor/words/errors.ts";
const telemetryWords = "src/editor/connections/shown/words/telemetry.ts";

const clientTests = "test/unit/api/client.test.ts";
const contract = "test/contract/client.test.ts";
const intervalTests = "test/unit/domain/interval.test.ts";
const factTests = "test/unit/domain/entitlements.test.ts";
const errorTests = "test/unit/editor/words/errors.test.ts";
const status = (code: number, kind: string, sent: string): Test => [
  clientTests,
  `${code} of a create is ${kind}, ${sent}, one request`,
];
const plan = (name: string): Test => [contract, `reads the minimum and default of §8 on ${name}`];
const whole: Test = [factTests, "puts the whole of the document in the order it is read"];
const notShown = "The document does not show it";

const service = group("1", "The service", { code: errorWords }, [
  {
    what: "All paths are relative to the base URL",
    code: "src/api/requestUrl.ts",
    inCode: "baseUrl",
    test: ["test/unit/api/requestUrl.test.ts", "keeps the path of its base"],
    inTest: "keeps the path of its base",
  },
  {
    what: "All bodies are JSON",
    code: "src/api/exchange.ts",
    inCode: "application/json",
    test: [clientTests, "sends a create with exactly the set fields and the headers of every request"],
    inTest: "application/json",
  },
  {
    what: "Project operations answer 404 `projects_disabled` where projects are disabled",
    test: [errorTests, "says what notFound is, and what to do (/Projects are disabled/)"],
  },
  { what: "Other operations of the service's groups", reason: "They are not shown" },
]);

const authentication = group("5", "Authentication", { code: "src/api/exchange.ts" }, [
  {
    what: "Scheme: HTTP bearer, `Authorization: Bearer <ACCESS_TOKEN>` in every request",
    inCode: "Bearer",
    test: [clientTests, "sends a create with exactly the set fields and the headers of every request"],
    inTest: "Bearer",
  },
  {
    what: "Missing or invalid token: 401",
    code: "src/api/statusFailure.ts",
    inCode: "401",
    test: [
      "test/unit/editor/accounts/session.test.ts",
      "is known as such until another takes its place, or the service accepts it",
    ],
    inTest: "rejected",
  },
  {
    what: "Insufficient permissions or plan: 403 on create",
    code: "src/domain/refusal.ts",
    inCode: "403",
    test: ["test/unit/domain/refusal.test.ts", "is managed auth where the plan is not known"],
    inTest: "is managed auth where the plan is not known",
  },
  {
    what: "API keys can be scoped to the organization or to a project: said where a deletion is refused",
    code: "src/editor/destinations/deletedCard.ts",
    inCode: "a key scoped to one project may not do it",
    test: ["test/unit/editor/destinations/deletedCard.test.ts", "says what to do about the rest"],
    inTest: "key",
  },
  {
    what: "How tokens or keys are issued",
    reason: "The document does not show it: a token is pasted, or taken from the environment when asked to",
  },
]);

const events = group("6", "Events", {}, [
  {
    what: "No webhooks or push events: what changes is read again, by a watch that only reads",
    code: "src/editor/destinations/watch.ts",
    inCode: "It only reads, every 15 seconds",
    test: [
      "test/unit/editor/destinations/watch.test.ts",
      "only reads, every fifteen seconds, until no connection selects it, and then names it by its id",
    ],
    inTest: "only reads",
  },
  {
    what: "Browser sessions capture telemetry in the categories of §2.6 and export it over OTLP",
    code: "src/editor/connections/creation/steps/telemetry.ts",
    inCode: "OTLP",
    test: ["test/unit/editor/connections/shown/telemetry.test.ts", "says where it is exported: an id"],
    inTest: "is exported",
  },
  {
    what: "Event payload shapes, the live telemetry stream, the events of auth connections",
    reason: notShown,
  },
]);

const errors = group("7", "Errors", { code: "src/api/statusFailure.ts" }, [
  {
    what: "The Error shape in every refusal: `code`, `message`, `details`, `inner_error`",
    code: errorWords,
    needle: "inner_error",
    test: [errorTests, "gives the message, every detail and the inner error, with their codes"],
    inTest: "INNER MESSAGE",
  },
  {
    what: "400 `bad_request`: invalid input",
    needle: "400",
    test: status(400, "invalid", "refused"),
  },
  {
    what: "400 `bad_request`: ambiguous proxy name",
    code: "src/sandbox/resources/connections/references.ts",
    inCode: "several proxies have that name",
    test: [contract, "reads a 400 with its details"],
    inTest: "bad_request",
  },
  {
    what: "401: missing or invalid authorization token",
    needle: "401",
    test: status(401, "unauthorized", "refused"),
  },
  { what: "403: insufficient permissions or plan", needle: "403", test: status(403, "forbidden", "refused") },
  {
    what: "404 `projects_disabled`: explained",
    code: errorWords,
    test: [errorTests, "says what notFound is, and what to do (/Projects are disabled/)"],
  },
  {
    what: "404 `projects_disabled`: never taken for a deletion",
    code: "src/api/errorWords.ts",
    test: ["test/unit/api/client.test.ts", "is every project"],
  },
  {
    what: "409 `already_exists`: the body includes `existing_id`",
    code: "src/api/schemas.ts",
    needle: "existing_id",
    test: [clientTests, "keeps every word of §2.9 and the id of the existing connection"],
  },
  {
    what: "409, code value not given: a destination in use",
    code: "src/domain/deletion.ts",
    inCode: "refused",
    test: ["test/unit/domain/deletion.test.ts", "reads a 409 as refused"],
    inTest: "409",
  },
  {
    what: "500, any code: internal error",
    inCode: ">= 500",
    test: status(500, "server", "unknown"),
    inTest: "500",
  },
  {
    what: "The complete list of error codes",
    reason: "It is not shown: the status decides, and the code is shown",
  },
]);

const limits = group("8", "Limits", { code: facts }, [
  {
    what: "health_check_interval: minimum 300 s, maximum 86400 s",
    code: interval,
    needle: "86_400",
    test: [intervalTests, "knows the bounds of §8"],
  },
  {
    what: "health_check_interval: nothing below 300 or above 86400 is sent",
    code: "src/api/schemas.ts",
    needle: "86400",
    test: [clientTests, "sends nothing for a create with an interval above 86400"],
  },
  {
    what: "health_check_interval default: 3600 s or the plan minimum, whichever is larger",
    code: interval,
    needle: "effectiveDefault",
    test: [intervalTests, "is 3600 for Startup"],
  },
  {
    what: "Plan minimums for health_check_interval: Enterprise 300 s",
    code: "src/editor/sandbox/pickPlan.ts",
    needle: "ENTERPRISE",
    test: plan("ENTERPRISE"),
  },
  {
    what: "Plan minimums for health_check_interval: Startup 1200 s",
    code: "src/editor/sandbox/pickPlan.ts",
    needle: "START_UP",
    test: plan("START_UP"),
  },
  {
    what: "Plan minimums for health_check_interval: Hobbyist 3600 s",
    code: "src/editor/sandbox/pickPlan.ts",
    needle: "HOBBYIST",
    test: plan("HOBBYIST"),
  },
  {
    what: "Plan minimums for health_check_interval: Free 21600 s",
    code: "src/editor/sandbox/pickPlan.ts",
    needle: "FREE",
    test: plan("FREE"),
  },
  {
    what: "Network telemetry response bodies: cut at 8 KB for structured types, 4 KB for other text types",
    code: telemetryWords,
    needle: "8 KB",
    test: [
      "test/unit/editor/connections/shown/words/telemetry.test.ts",
      "says where network telemetry is cut (§8)",
    ],
  },
  {
    what: "Network telemetry response bodies: binary responses are excluded",
    code: telemetryWords,
    needle: "Text bodies are cut",
    test: [
      "test/unit/editor/connections/creation/steps/telemetry.test.ts",
      "warns that network records what login forms send, and where it cuts (§8)",
    ],
    inTest: "where it cuts",
  },
  { what: "limits.max_concurrent_browsers", needle: "max_concurrent_browsers", test: whole },
  { what: "limits.max_concurrent_invocations", needle: "max_concurrent_invocations", test: whole },
  {
    what: "limits.default_max_concurrent_invocations_per_app",
    needle: "default_max_concurrent_invocations_per_app",
    test: whole,
  },
  {
    what: "features.managed_auth.max_connections: an integer, or null for unlimited",
    needle: "max_connections",
    test: [factTests, "keeps a bound of null apart"],
  },
  {
    what: "features.browser_extensions.max_stored_per_org: an integer, or null for unlimited",
    needle: "max_stored_per_org",
    test: whole,
  },
  { what: "features.browser_replays.retention_days", needle: "retention_days", test: whole },
  {
    what: "Request rate limits are not shown: a Retry-After is kept to",
    code: "src/api/statusFailure.ts",
    inCode: "Retry-After",
    test: ["test/unit/api/retry.test.ts", "say when a limited service wants to be asked again"],
    inTest: "say when a limited service",
  },
  {
    what: "Request size limits",
    reason: "They are not shown; the service's refusal (413) is told like any other",
  },
]);

const versioning = group("9", "Versioning", { code: "src/domain/deprecated.ts" }, [
  {
    what: "`browser_telemetry` (use `browser.telemetry`): read as a fallback, never sent",
    test: ["test/unit/domain/deprecated.test.ts", "is pointed out with its successor where it is there"],
  },
  {
    what: "`proxy` on create (use `browser.proxy`): never sent",
    code: "src/api/schemas.ts",
    inCode: "§4.1 without its deprecated fields",
    test: [clientTests, "sends nothing for a create with a deprecated field"],
  },
  {
    what: "`proxy_id` (use `browser.proxy`): read as a fallback",
    test: ["test/unit/domain/deprecated.test.ts", "is pointed out with its successor where it is there"],
  },
  {
    what: "`last_auth_at` (use `last_auth_check_at`): read as a fallback",
    test: ["test/unit/domain/deprecated.test.ts", "is pointed out with its successor where it is there"],
  },
  {
    what: "Paths carry no version segment",
    code: "src/api/operations.ts",
    inCode: '"/org/entitlements"',
    test: ["test/unit/api/requestUrl.test.ts", "keeps the path of its base"],
    inTest: "keeps the path of its base",
  },
  {
    what: "No compatibility is guaranteed: unknown fields and values stay, and only what is unreadable is lost",
    code: "src/api/schemas.ts",
    inCode: "unknown fields stay",
    test: [clientTests, "keeps unknown fields and unknown values, and loses only what is unreadable"],
    inTest: "keeps unknown fields",
  },
  { what: "Versioning policy and deprecation schedule", reason: notShown },
]);

/** §1 and §5 to §9. */
export const rest = {
  before: service,
  after: [...authentication, ...events, ...errors, ...limits, ...versioning],
};
