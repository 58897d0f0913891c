import { group, type Test } from "./entry.ts";

const draft = "src/domain/draft.ts";
const endpoints = "src/api/operations.ts";
const errors = "src/api/statusFailure.ts";
const schemas = "src/api/schemas.ts";
const deletion = "src/domain/deletion.ts";
const deletedCard = "src/editor/destinations/deletedCard.ts";

const clientTests = "test/unit/api/client.test.ts";
const optionTests = "test/unit/domain/draftOptions.test.ts";
const draftTests = "test/unit/domain/draft.test.ts";
const contract = "test/contract/client.test.ts";
const deletionTests = "test/unit/domain/deletion.test.ts";
const sentAs = (field: string, text: string): Test => [optionTests, `${field} is sent as ${text}`];
const status = (code: number, kind: string, sent: string): Test => [
  clientTests,
  `${code} of a create is ${kind}, ${sent}, one request`,
];
const usual = (label: string, field: string, value: string): Test => [
  "test/unit/editor/connections/creation/steps/toggles.test.ts",
  `${field} is called "${label}", and is ${value} by default`,
];

const create = [
  ...group("4.1", "ManagedAuthCreateRequest", { code: draft }, [
    { what: "`domain`", test: [draftTests, "is not complete without the domain"] },
    { what: "`profile_name`", test: [draftTests, "is not complete without the profile"] },
    {
      what: "`allowed_domains`",
      test: sentAs("allowed_domains", '"allowed_domains":["sso.example.com"]'),
    },
    { what: "`auto_reauth`", test: sentAs("auto_reauth", '"auto_reauth":false') },
    { what: "`browser`", test: [optionTests, "joins the others of the browser in one object"] },
    {
      what: "`browser_telemetry`, deprecated: never sent",
      code: schemas,
      test: [clientTests, "sends nothing for a create with deprecated telemetry"],
    },
    { what: "`credential`", test: [draftTests, "sends proxy default and credential stored"] },
    {
      what: "`health_check_interval`",
      test: sentAs("health_check_interval", '"health_check_interval":300'),
    },
    { what: "`health_checks`", test: sentAs("health_checks", '"health_checks":false') },
    { what: "`login_url`", test: sentAs("login_url", '"login_url":"https://example.com/login"') },
    {
      what: "`proxy`, deprecated: never sent",
      code: schemas,
      inCode: "§4.1 without its deprecated fields",
      test: [clientTests, "sends nothing for a create with a deprecated field"],
    },
    { what: "`record_session`", test: sentAs("record_session", '"record_session":true') },
    { what: "`save_credentials`", test: sentAs("save_credentials", '"save_credentials":false') },
  ]),
  ...group("4.1", "Defaults and bounds", { code: "src/editor/connections/creation/steps/toggles.ts" }, [
    { what: "`auto_reauth` is true", test: usual("Automatic Re-authentication", "auto_reauth", "On") },
    { what: "`health_checks` is true", test: usual("Health Checks", "health_checks", "On") },
    { what: "`record_session` is false", test: usual("Record Sessions", "record_session", "Off") },
    { what: "`save_credentials` is true", test: usual("Save Credentials", "save_credentials", "On") },
    {
      what: "`health_check_interval` is an integer from 300 to 86400",
      code: "src/domain/interval.ts",
      needle: "hardBounds",
      test: ["test/unit/domain/interval.test.ts", "knows the bounds of §8"],
    },
    {
      what: "`health_check_interval` is 3600 or the plan minimum, whichever is larger",
      code: "src/domain/interval.ts",
      needle: "effectiveDefault",
      test: ["test/unit/domain/interval.test.ts", "is 21600 for Free"],
    },
    {
      what: "`login_url` is a URI",
      code: "src/domain/loginUrl.ts",
      needle: "readLoginUrl",
      test: [optionTests, "is not taken up where it breaks §4.1, a login page without a scheme"],
      inTest: "a login page without a scheme",
    },
  ]),
  ...group("4.1", "Rules", { code: draft }, [
    {
      what: "POST /auth/connections",
      code: "src/api/operations.ts",
      needle: "/auth/connections",
      test: [clientTests, "sends a create with exactly the set fields and the headers of every request"],
    },
    {
      what: "No other properties are allowed",
      code: schemas,
      inCode: "strictObject",
      test: [clientTests, "sends nothing for a create with an unknown field"],
      inTest: "an unknown field",
    },
    {
      what: "A field is sent only where it was set, then even where it equals the default, and never as null",
      inCode: "Only what was answered is",
      test: [optionTests, 'auto_reauth is not sent once "auto_reauth":true is reset'],
      inTest: "is not sent once",
    },
    {
      what: "A profile that does not exist is created automatically",
      code: "src/editor/connections/creation/steps/profileName.ts",
      needle: "new",
      test: [
        "test/unit/editor/connections/creation/steps/profileName.test.ts",
        "says that a name nobody has creates a profile (§4.1), and takes it",
      ],
    },
    {
      what: "One connection for a profile and domain",
      code: "src/editor/connections/creation/steps/review.ts",
      inCode: "This profile has a connection for this domain already",
      test: [
        "test/unit/editor/connections/creation/steps/review.test.ts",
        "points out a connection that exists",
      ],
      inTest: "points out a connection that exists",
    },
  ]),
  ...group("4.1", "Responses", { code: errors }, [
    {
      what: "201, a ManagedAuth",
      code: "src/api/operations.ts",
      inCode: "ManagedAuth",
      test: [contract, "reads a 201 for the shortest request"],
      inTest: "201",
    },
    { what: "400, an Error", needle: "400", test: [contract, "reads a 400 with its details"] },
    { what: "401, an Error", needle: "401", test: [contract, "reads a 401 and does not repeat it"] },
    {
      what: "403, an Error",
      needle: "403",
      test: [contract, "reads a 403 when the plan's connections are used up"],
    },
    {
      what: "409: `code`, `message`, `existing_id`",
      needle: "409",
      test: [contract, "reads a 409 with the id of what exists, whoever created it"],
    },
    {
      what: "409: `existing_id` leads to the connection that exists",
      code: "src/editor/connections/creation/notCreatedCards.ts",
      needle: "openExisting",
      test: [
        "test/unit/editor/connections/creation/notCreatedCards.test.ts",
        "names the existing connection and offers its id",
      ],
    },
    {
      what: "409: without a readable `existing_id` none is invented",
      code: schemas,
      test: [clientTests, "invents no existing id from 7"],
      inTest: "invents no existing id",
    },
    {
      what: "500, an Error: the result is unknown",
      needle: "500",
      inCode: ">= 500",
      test: [contract, "reads a 500, does not repeat the request, and claims nothing"],
    },
    {
      what: "Any other status",
      inCode: "server",
      test: status(418, "server", "refused"),
      inTest: "418",
    },
  ]),
];

const read = group("4.2", "GET /org/entitlements", { code: endpoints }, [
  {
    what: "No path parameters, no query parameters, no request body",
    inCode: "/org/entitlements",
    test: [clientTests, "sends no body and no content type with GET and DELETE"],
    inTest: "/org/entitlements",
  },
  {
    what: "200: the object of §2.8 (`features`, `limits`, `plan`)",
    inCode: "Entitlements",
    test: [clientTests, "are read as §2.8 describes them"],
    inTest: "entitlements",
  },
  {
    what: "Error statuses and bodies are not shown: any is read as everywhere, and old values stay",
    code: "src/editor/catalogue/entitlements.ts",
    inCode: "failure",
    test: [
      "test/unit/editor/catalogue/entitlements.test.ts",
      "stay, as of then, when a later reading fails, until one succeeds",
    ],
    inTest: "when a later reading fails",
  },
]);

const remove = [
  ...group("4.3", "DELETE /telemetry/destinations/{id_or_name}", { code: endpoints }, [
    {
      what: "`id_or_name` is exactly one segment of the path",
      code: "src/api/requestUrl.ts",
      inCode: "encodeSegment",
      test: [contract, 'asks for exactly "a/b"'],
      inTest: "asks for exactly",
    },
    {
      what: "No request body",
      inCode: "/telemetry/destinations",
      test: [clientTests, "sends no body and no content type with GET and DELETE"],
      inTest: "/telemetry/destinations",
    },
    {
      what: "409: sessions bound to the destination are still exporting",
      code: deletedCard,
      inCode: "Browser sessions still export to it",
      test: [contract, "is refused for live-sessions, in the service's words"],
      inTest: "live-sessions",
    },
    {
      what: "409: an auth connection still selects the destination",
      code: deletedCard,
      inCode: "An auth connection selects it",
      test: [contract, "is refused for compliance-log, in the service's words"],
      inTest: "compliance-log",
    },
    {
      what: "409: a managed auth login using the destination is in progress",
      code: deletedCard,
      inCode: "A managed auth login that uses it is in progress",
      test: [contract, "is refused for login-traces, in the service's words"],
      inTest: "login-traces",
    },
    {
      what: "The three causes are told, each with what to do",
      code: deletedCard,
      inCode: "What can hold a destination",
      test: [
        "test/unit/editor/destinations/deletedCard.test.ts",
        "gives the service's words of a refusal and the three causes of §4.3, each with what to do",
      ],
      inTest: "three causes",
    },
    {
      what: "A connection re-resolves the destination on every login: what selects it is shown before and after",
      code: "src/domain/destinationUse.ts",
      inCode: "selectingAmong",
      test: [
        "test/unit/domain/destinationUse.test.ts",
        "is found by id, by name, and in the deprecated place",
      ],
      inTest: "in the deprecated place",
    },
    {
      what: "Error bodies are of type Error",
      code: "src/api/errorWords.ts",
      inCode: "ErrorBody",
      test: [clientTests, "that finds nothing is not found"],
      inTest: "Words of the service",
    },
    {
      what: "The success status and body are not shown: any 2xx that is no page counts",
      code: endpoints,
      inCode: "deleteDestination",
      test: [clientTests, 'is carried out with 204 "" '],
      inTest: "is carried out with",
    },
    {
      what: "The statuses of other failures are not shown: each has a result of its own",
      code: deletion,
      inCode: "notFound",
      test: [deletionTests, "reads a 404 as notFound"],
      inTest: "404",
    },
  ]),
];

const all = group("4", "All endpoints", { code: "src/api/exchange.ts" }, [
  {
    what: "All endpoints require bearer authentication",
    inCode: "authorization",
    test: [clientTests, "sends a create with exactly the set fields and the headers of every request"],
    inTest: "authorization",
  },
]);

/** §4. */
export const operations = [...all, ...create, ...read, ...remove];
