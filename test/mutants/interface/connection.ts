// §2.1 and §2.5: what is shown of an auth connection, and what its values are called.
import { guards, testsOf, type Mutant, type Row } from "../mutant.ts";
import { unknown, without } from "./row.ts";

const room = "src/editor/connections/shown";
const unit = testsOf("editor/connections/shown");
const document = "test/contract/document.test.ts";
const everyField = "shows every field of §2.1, each where a reader looks for it";

const shown = (field: string, find: string): Row => without(`${field} is shown`, find, everyField);
const hidden = (field: string, find: string, replace: string): Row => [
  `${field} is shown`,
  find,
  replace,
  everyField,
];
const nullable = (field: string, type: string): Row => [
  `null as ${field} counts as absent`,
  `  ${field}: ${type},\n`,
  `  ${field}: z.unknown(),\n`,
  `may have null as ${field}, which counts as absent`,
];
const known = (property: string, value: string, words: string): Row =>
  unknown(value, words, `is known: ${property} ${value}`);

export const connectionRules: readonly Mutant[] = [
  ...guards("src/editor/connections/listed/rows.ts", testsOf("editor/connections/listed")("rows"), [
    [
      "A row does not say that a login is renewed which is not to be",
      `if (!mayRenew(connection)) return`,
      `if (!mayRenew({ id: connection.id })) return`,
      "the tooltip of a connection that is not to renew its login",
    ],
  ]),
  ...guards(`${room}/blocks.ts`, unit("blocks"), [
    hidden("status", `value: plain(statusWords(status)),`, `value: plain(""),`),
    shown("domain", `named(l10n.t("Domain"), connection.domain),`),
    shown("profile_name", `named(l10n.t("Profile"), connection.profile_name),`),
    shown("id", `codeRow(l10n.t("ID"), connection.id),`),
    hidden("can_reauth", `possible(can_reauth, reason?.lack)`, `possible(undefined, reason?.lack)`),
    without(
      "can_reauth_reason is shown",
      `    reason?.sentence,\n`,
      "names a check as one, says of codes that they are never saved",
    ),
    without(
      "Without health_checks nothing verifies the login",
      `    ...(connection.health_checks === false && { note: l10n.t("No automatic health checks.") }),\n`,
      "says what has no effect without health checks",
    ),
    hidden(
      "last_auth_check_at",
      `connection.last_auth_check_at && reportedMoment(connection.last_auth_check_at)`,
      `undefined`,
    ),
    shown("credential", `      credential(connection),\n`),
    shown("login_url", `address(l10n.t("Login page"), connection.login_url),`),
    shown("post_login_url", `address(l10n.t("Page after login"), connection.post_login_url),`),
    shown("sso_provider", `optional(l10n.t("Logs in with"), connection.sso_provider),`),
    hidden(
      "allowed_domains",
      `connection.allowed_domains && series(connection.allowed_domains)`,
      `undefined`,
    ),
    shown("browser.proxy", `      proxy(connection),\n`),
    hidden("browser_session_id", `connection.browser_session_id && l10n.t("Running")`, `undefined`),
    shown("browser.telemetry", `    ...telemetryBlocks(connection),\n`),
  ]),
  ...guards("src/editor/connections/settings/flags.ts", unit("blocks"), [
    hidden("save_credentials", `page: { group: "staying", note: `, `page: { group: "connection", note: `),
    without(
      "One-time codes are never saved",
      `, note: () => l10n.t("The service never saves one-time codes.")`,
      "names a check as one, says of codes that they are never saved",
    ),
    hidden("browser.stealth", `"default",\n    page: { group: "browser" },`, `"default",`),
    hidden("record_session", `single login"),\n    page: { group: "browser" },`, `single login"),`),
  ]),
  ...guards(`${room}/flow.ts`, unit("blocks"), [
    hidden(
      "external_action_message",
      `external_action_message !== undefined && { message`,
      `false && { message`,
    ),
    hidden("error_code", `error_code === undefined\n`, `true\n`),
    shown("error_message", `told(l10n.t("Message"), error_message),`),
    shown("website_error", `told(l10n.t("The website says"), website_error),`),
    hidden(
      "hosted_url",
      `hosted_url === undefined\n      ? undefined\n      : button`,
      `true\n      ? undefined\n      : button`,
    ),
    hidden("live_view_url", `live_view_url === undefined\n`, `true\n`),
    hidden("flow_expires_at", `expiresAt && moment(expiresAt)`, `undefined`),
    hidden("flow_type", `label: flowType(type),`, `label: flowType(undefined),`),
  ]),
  ...guards(`${room}/progress.ts`, unit("flow"), [
    [
      "flow_status is drawn",
      `const { status, step } = facts;`,
      `const { step } = facts, status = "";`,
      "ends where it was FAILED",
    ],
    ["flow_step is drawn", `step === undefined ? -1 : among(places, step)`, `-1`, "stands at SUBMITTING"],
  ]),
  ...guards(`${room}/words/flow.ts`, unit("flow"), [
    ["flow_status is told", `status && flowStatus(status)`, `undefined`, "tell of FAILED"],
    ["flow_step is told", `step && flowStep(step)`, `undefined`, "tell of SUBMITTING"],
  ]),
  ...guards("src/api/schemas.ts", document, [
    nullable("browser_session_id", "lenientText"),
    nullable("browser_telemetry", "lenient(ReceivedTelemetry)"),
    nullable("choices", "listWithGaps(ManagedAuthChoice)"),
    nullable("discovered_fields", "listWithGaps(DiscoveredField)"),
    nullable("error_code", "lenientText"),
    nullable("error_message", "lenientText"),
    nullable("external_action_message", "lenientText"),
    nullable("fields", "listWithGaps(ManagedAuthField)"),
    nullable("flow_expires_at", "lenientText"),
    nullable("flow_status", "lenientText"),
    nullable("flow_step", "lenientText"),
    nullable("flow_type", "lenientText"),
    nullable("health_check_interval", "lenientInteger"),
    nullable("hosted_url", "lenientText"),
    nullable("live_view_url", "lenientText"),
    nullable("mfa_options", "listWithGaps(MFAOption)"),
    nullable("pending_sso_buttons", "listWithGaps(SSOButton)"),
    nullable("sign_in_options", "listWithGaps(SignInOption)"),
    nullable("sso_provider", "lenientText"),
    nullable("website_error", "lenientText"),
    without(
      "null as browser.telemetry counts as absent",
      `      stealth: lenientFlag,\n      telemetry: lenient(ReceivedTelemetry),\n`,
      "may have null as browser.telemetry, which counts as absent",
    ),
  ]),
  ...guards("src/editor/catalogue/connectionWords.ts", document, [
    known("status", "AUTHENTICATED", "Logged in"),
    known("status", "NEEDS_AUTH", "Needs a login"),
  ]),
  ...guards(`${room}/words/flow.ts`, document, [
    known("flow_type", "LOGIN", "Login"),
    known("flow_type", "REAUTH", "Automatic login"),
    known("flow_step", "DISCOVERING", "Looking for the login form"),
    known("flow_step", "AWAITING_INPUT", "Waiting for input"),
    known("flow_step", "AWAITING_EXTERNAL_ACTION", "Waiting for a step outside the browser"),
    known("flow_step", "SUBMITTING", "Submitting"),
    known("flow_step", "COMPLETED", "Completed"),
    known("flow_status", "IN_PROGRESS", "In progress"),
    known("flow_status", "SUCCESS", "Succeeded"),
    known("flow_status", "FAILED", "Failed"),
    known("flow_status", "EXPIRED", "Expired"),
    known("flow_status", "CANCELED", "Canceled"),
  ]),
  ...guards(
    `${room}/words/reauth.ts`,
    unit("blocks"),
    [
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
    ].map((reason): Row => [
      `${reason} is a reason of can_reauth`,
      `      ${reason}: {`,
      `      "no ${reason}": {`,
      `is in words for ${reason}`,
    ]),
  ),
  ...guards("src/editor/connections/settings/words.ts", "test/unit/editor/words/words.test.ts", [
    [
      "health_checks may be off",
      `if (health_checks === false) return onOff(false);`,
      ``,
      "a connection in words",
    ],
    [
      "health_check_interval is said",
      `: capitalized(every(health_check_interval));`,
      `: onOff(true);`,
      "a connection in words",
    ],
    [
      "A credential is a stored one by its name",
      `if (name !== undefined) return l10n.t("Stored credential {0}", name);`,
      ``,
      "a connection in words",
    ],
    [
      "A credential is an item of a provider by its path",
      `if (path !== undefined) return l10n.t("{0} from provider {1}", path, provider);`,
      ``,
      "a connection in words",
    ],
    [
      "A credential may be looked up by domain",
      `return auto === true\n`,
      `return false\n`,
      "a connection in words",
    ],
  ]),
  ...guards("src/api/schemas.ts", "test/unit/api/schemas.test.ts", [
    without(
      "A credential may be sent by name",
      `    z.strictObject({ name }),\n    z.strictObject({ provider: name, path: name }),`,
      "the forms of a credential (§2.5)",
    ),
    without(
      "A credential may be sent as an item",
      `z.strictObject({ provider: name, path: name }),`,
      "provider and path goes out as it is, and with nothing beside it",
    ),
    without(
      "A credential may be sent as a lookup",
      `z.strictObject({ provider: name, auto: z.literal(true) }),`,
      "provider and auto goes out as it is, and with nothing beside it",
    ),
    [
      "A credential has no other properties",
      `z.strictObject({ provider: name, path: name }),`,
      `z.looseObject({ provider: name, path: name }),`,
      "provider and path goes out as it is, and with nothing beside it",
    ],
  ]),
];
