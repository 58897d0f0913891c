import { group, type Test } from "./entry.ts";

const connection = "src/editor/connections/shown/blocks.ts";
const connectionWords = "src/editor/connections/shown/words/connection.ts";
const deprecated = "src/domain/deprecated.ts";
const flow = "src/domain/flow.ts";
const flowCard = "src/editor/connections/shown/flow.ts";
const flowWords = "src/editor/connections/shown/words/flow.ts";
const sandboxConnections = "src/sandbox/resources/connections/document.ts";

const connectionTests = "test/unit/editor/connections/shown/blocks.test.ts";
const documentTests = "test/contract/document.test.ts";
const flowTests = "test/unit/domain/flow.test.ts";
const flowCardTests = "test/unit/editor/connections/shown/flow.test.ts";
const sandboxReads = "test/contract/sandboxReads.test.ts";
const everyField: Test = [connectionTests, "shows every field of §2.1, each where a reader looks for it"];
const fallback = (what: string): Test => [
  "test/unit/domain/deprecated.test.ts",
  `is read as a fallback only: ${what}`,
];
const known = (what: string): Test => [documentTests, `is known: ${what}`];
const theDocument: Test = [
  sandboxReads,
  "shows nothing that the document does not allow, in every state of the seed",
];
const lines: Test = [flowCardTests, "has a line for each thing that is said, and none for what is not"];

const fields = group("2.1", "ManagedAuth", { code: connection, test: everyField }, [
  "id",
  "profile_name",
  "domain",
  "status",
  "save_credentials",
  "record_session",
  "allowed_domains",
  "auto_reauth",
  "browser",
  "browser_session_id",
  {
    what: "`browser_telemetry`, deprecated",
    code: deprecated,
    test: fallback("browser_telemetry stands in for browser.telemetry"),
  },
  "can_reauth",
  "can_reauth_reason",
  {
    what: "`choices`, preferred over `pending_sso_buttons`, `mfa_options` and `sign_in_options`",
    code: flow,
    test: [flowTests, "reads choices before the three older lists"],
  },
  { what: "`credential`", code: connectionWords },
  {
    what: "`discovered_fields`",
    code: flow,
    test: [flowTests, "reads discovered_fields where fields is null"],
  },
  { what: "`error_code`", code: flowCard, test: lines },
  { what: "`error_message`", code: flowCard, test: lines },
  { what: "`external_action_message`", code: flowCard, test: lines },
  {
    what: "`fields`, preferred over `discovered_fields`",
    code: flow,
    test: [flowTests, "reads fields before discovered_fields"],
  },
  {
    what: "`flow_expires_at`",
    code: flow,
    test: [flowTests, "that is in progress until 2026-11-20T12:10:00Z is IN_PROGRESS with 600 seconds left"],
  },
  { what: "`flow_status`", code: flow, test: [flowTests, "is one where flow_status is SUCCESS"] },
  { what: "`flow_step`", code: flow, test: [flowTests, "is one where flow_step is DISCOVERING"] },
  { what: "`flow_type`", code: flow, test: [flowTests, "is one where flow_type is REAUTH"] },
  { what: "`health_check_interval`", code: connectionWords },
  "health_checks",
  { what: "`hosted_url`", code: flowCard },
  {
    what: "`last_auth_at`, deprecated",
    code: deprecated,
    test: fallback("last_auth_at stands in for last_auth_check_at"),
  },
  "last_auth_check_at",
  { what: "`live_view_url`", code: flowCard },
  "login_url",
  { what: "`mfa_options`", code: flow, test: [flowTests, "reads mfa_options alone"] },
  { what: "`pending_sso_buttons`", code: flow, test: [flowTests, "reads pending_sso_buttons alone"] },
  "post_login_url",
  {
    what: "`proxy_id`, deprecated",
    code: deprecated,
    test: fallback("proxy_id stands in for browser.proxy"),
  },
  { what: "`sign_in_options`", code: flow, test: [flowTests, "reads sign_in_options alone"] },
  "sso_provider",
  { what: "`website_error`", code: flowCard, test: lines },
]);

const value = (field: string, code: string, ...values: readonly string[]) =>
  group(
    "2.1",
    `\`${field}\``,
    { code },
    values.map((one) => ({ what: `\`${one}\``, test: known(`${field} ${one}`) })),
  );

const values = [
  ...value("status", connectionWords, "AUTHENTICATED", "NEEDS_AUTH"),
  ...value("flow_status", flowWords, "IN_PROGRESS", "SUCCESS", "FAILED", "EXPIRED", "CANCELED"),
  ...value(
    "flow_step",
    flowWords,
    "DISCOVERING",
    "AWAITING_INPUT",
    "AWAITING_EXTERNAL_ACTION",
    "SUBMITTING",
    "COMPLETED",
  ),
  ...value("flow_type", flowWords, "LOGIN", "REAUTH"),
  ...value(
    "can_reauth_reason",
    "src/editor/connections/shown/words/reauth.ts",
    "external_credential",
    "cua_has_credential",
    "has_credential",
    "viable_plans_found",
    "no_requirements_recorded",
    "requirements_satisfiable",
    "no_prior_successful_login",
    "no_credential",
    "no_viable_plans",
    "viable_plans_require_external_action",
    "requires_external_action",
    "requires_totp_without_secret",
    "requires_sms_code",
    "requires_email_code",
    "requires_customer_input",
  ),
];

const rules = group("2.1", "Rules", { code: connection }, [
  {
    what: "No properties other than those listed are present",
    code: sandboxConnections,
    inCode: "§2.1",
    inTest: "shows nothing that the document does not allow",
    test: theDocument,
  },
  {
    what: "Nullable fields: null counts as absent",
    code: "src/api/lenient.ts",
    inCode: "lenient",
    test: [documentTests, "may have null as flow_status, which counts as absent"],
    inTest: "const nullable",
  },
  {
    what: "One-time codes are never saved",
    test: [connectionTests, "says of a check that it is no login, of codes that they are never saved"],
    needle: "One-time codes are never saved.",
  },
  {
    what: "`record_session` can be overridden per login",
    code: "src/editor/connections/creation/steps/toggles.ts",
    test: [
      "test/unit/editor/connections/creation/steps/toggles.test.ts",
      "record_session is asked for with what each choice does",
    ],
    needle: "a single login can choose otherwise",
  },
  {
    what: "The domains of common identity providers are always allowed",
    code: "src/editor/connections/creation/steps/allowedDomains.ts",
    test: [
      "test/unit/editor/connections/creation/steps/allowedDomains.test.ts",
      "name the identity providers of §2.1 that are allowed anyway",
    ],
    needle: "Cognito",
  },
  {
    what: "`auto_reauth` is permission only; `can_reauth` says whether it is possible",
    test: everyField,
    inCode: "May log in by itself",
    inTest: "May log in by itself",
  },
  {
    what: "Without `health_checks`, `auto_reauth` has no effect",
    test: [connectionTests, "says what has no effect without health checks"],
    needle: "Without effect",
  },
  {
    what: "Without `health_checks`, nothing verifies the login by itself",
    test: [connectionTests, "says what has no effect without health checks"],
    needle: "Nothing verifies the login by itself.",
  },
  {
    what: "A health check can be triggered through the API all the same",
    reason: "The document shows no operation for it",
  },
  {
    what: "`can_reauth` requires a prior successful login and a credential or a reference to one",
    code: sandboxConnections,
    inCode: "no_prior_successful_login",
    test: theDocument,
    inTest: "assertManagedAuth",
  },
  {
    what: "Six reasons say why re-authentication can run, nine what a person must do",
    code: "src/editor/connections/shown/words/reauth.ts",
    test: [
      "test/unit/editor/words/words.test.ts",
      "says who must act where it cannot run by itself, and only there",
    ],
    needle: "person",
  },
  {
    what: "`discovered_fields`, `mfa_options`, `pending_sso_buttons` and `sign_in_options` are present while the flow awaits something",
    code: "src/sandbox/resources/flows/scripts.ts",
    test: [sandboxReads, "has a login that waits: fields, choices, both URLs, and time left"],
    inTest: "assertManagedAuth",
  },
  {
    what: "`error_code` and `error_message` are present when `flow_status` is `FAILED`",
    code: "src/sandbox/resources/flows/scripts.ts",
    test: theDocument,
    inTest: "assertManagedAuth",
  },
  {
    what: "A flow past `flow_expires_at` is `EXPIRED`, whatever is reported",
    code: flow,
    test: [flowCardTests, "shows a flow as expired once its time has passed, and waits for nothing then"],
  },
  {
    what: "A client may start a new login to supersede a stale flow",
    reason: "Starting a login is an operation that the document does not show",
  },
  {
    what: "`browser_session_id` is usable with the browsers API",
    reason: "That API is not shown; the id is, to be copied",
  },
  {
    what: "`last_auth_check_at` is a check, not a login",
    test: [connectionTests, "says of a check that it is no login, of codes that they are never saved"],
    needle: "A check, not a login",
  },
  {
    what: "`last_auth_check_at` may be newer than `flow_expires_at`",
    reason: "Nothing is derived from the order of the two",
  },
  {
    what: "`login_url` skips discovery",
    code: "src/editor/connections/creation/steps/loginUrl.ts",
    test: [
      "test/unit/editor/connections/creation/steps/loginUrl.test.ts",
      "is not taken from nothing: without one the service looks for it",
    ],
    inCode: "does not look for it",
    inTest: "looks for it",
  },
  {
    what: "`hosted_url` and `live_view_url` open by a click only, after a look at the host",
    code: "src/editor/kit/opener.ts",
    inCode: "only over https, and only after the host was shown once",
    test: ["test/unit/editor/kit/opener.test.ts", "asks with the host alone, and hands the very text on"],
    inTest: "hands the very text on",
  },
  {
    what: "Values that the document does not know are shown as they came",
    code: connectionWords,
    test: [documentTests, "is not known where the document does not have it"],
    needle: "not known to this version",
  },
]);

/** §2.1. */
export const managedAuth = [...fields, ...values, ...rules];
