// §2.9 and §4.1 to §4.3: what is sent, and what answers mean.
import { guards, testsOf, type Mutant, type Row } from "../mutant.ts";
import { without } from "./row.ts";

const api = testsOf("api");
const words = "keeps every word of §2.9 and the id of the existing connection";
const status = (code: number, kind: string, find: string): Row =>
  without(`${code} has its meaning`, find, `${code} of a create is ${kind}, refused, one request`);
const optional = (field: string, type: string): Row =>
  without(
    `${field} may be sent`,
    `  ${field}: z.optional(${type}),\n`,
    `${field} goes out as it is, and never as null`,
  );
const refusedBySandbox = "test/unit/sandbox/resources/connections/request.test.ts";

export const operationRules: readonly Mutant[] = [
  ...guards("src/api/schemas.ts", api("schemas"), [
    [
      "domain is required",
      `z.strictObject({\n  domain: text,`,
      `z.strictObject({\n  domain: z.optional(text),`,
      "domain is required",
    ],
    [
      "profile_name is required",
      `  profile_name: text,\n  ...connectionSettings`,
      `  profile_name: z.optional(text),\n  ...connectionSettings`,
      "profile_name is required",
    ],
    optional("allowed_domains", "z.array(text).check(z.minLength(1))"),
    without(
      "browser may be sent",
      `  browser: z.optional(
    z
      .strictObject({ ...browserSettings, telemetry: z.optional(BrowserTelemetryRequestConfig) })
      .check(saysSomething),
  ),\n`,
      "browser goes out as it is, and never as null",
    ),
    without(
      "A proxy may be sent as a mode",
      `  z.strictObject({ mode: z.enum(["direct", "default"]) }),\n`,
      "browser goes out as it is, and never as null",
    ),
    optional("credential", "CredentialReference"),
    optional("health_check_interval", "HealthCheckInterval"),
    optional("login_url", "z.url()"),
    ...["auto_reauth", "health_checks", "record_session", "save_credentials"].map((field) =>
      optional(field, "z.boolean()"),
    ),
    [
      "Deprecated and unknown fields are never sent",
      `ManagedAuthCreateRequest = z.strictObject({`,
      `ManagedAuthCreateRequest = z.looseObject({`,
      "has no other properties",
    ],
    [
      "An interval below 300 seconds is not sent",
      `z.minimum(300), `,
      ``,
      "has a health check interval from 300 to 86400 seconds (§8)",
    ],
    [
      "An interval above 86400 seconds is not sent",
      `, z.maximum(86400)`,
      ``,
      "has a health check interval from 300 to 86400 seconds (§8)",
    ],
  ]),
  ...guards("src/api/statusFailure.ts", api("client"), [
    ["An error has a code", `...(code === undefined ? {} : { code }),`, ``, words],
    ["An error has a message", `...(message === undefined ? {} : { message }),`, ``, words],
    ["An error has details", `...detailsOf([details, { detail, error, errors }]),`, ``, words],
    ["An error has an inner error", `...(inner === undefined ? {} : { inner_error: inner }),`, ``, words],
    ["A detail has a code", `...textOf("code", code), `, ``, words],
    ["A detail has a message", `, ...textOf("message", message) }`, ` }`, words],
  ]),
  ...guards("src/api/operations.ts", api("client"), [
    [
      "A create is a POST",
      `post("/auth/connections", M`,
      `patch("/auth/connections", M`,
      "sends a create with exactly the set fields and the headers of every request",
    ],
    ["existing_id is read of a create's conflict", `  errorFields: ["existing_id"],\n`, ``, words],
    [
      "A create goes to /auth/connections",
      `post("/auth/connections", M`,
      `post("/connections", M`,
      "sends a create with exactly the set fields and the headers of every request",
    ],
    [
      "Entitlements are read at their path",
      `get("/org/entitlements"`,
      `get("/entitlements"`,
      "are read as §2.8 describes them",
    ],
    [
      "A deletion names what it deletes in its path",
      `remove("/telemetry/destinations/{id_or_name}"`,
      `remove("/telemetry/{id_or_name}"`,
      "a deletion",
    ],
  ]),
  ...guards("src/api/statusFailure.ts", api("client"), [
    status(400, "invalid", `    case 400:\n`),
    status(401, "unauthorized", `    case 401:\n      return { kind: "unauthorized", ...facts };\n`),
    status(403, "forbidden", `    case 403:\n      return { kind: "forbidden", ...facts };\n`),
    ["404 has its meaning", `    case 404:\n`, ``, "that finds nothing is not found"],
    status(
      409,
      "conflict",
      `    case 409:\n      return { kind: "conflict", ...facts, ...(existingId === undefined ? {} : { existing_id: existingId }) };\n`,
    ),
    [
      "existing_id of a conflict is kept",
      `...(existingId === undefined ? {} : { existing_id: existingId })`,
      ``,
      words,
    ],
    [
      "A 500 may have been carried out",
      `(status >= 400 && status < 500 && status !== 408)`,
      `(status >= 400 && status !== 408)`,
      "500 of a create is server, unknown, one request",
    ],
  ]),
  ...guards("src/sandbox/resources/fields.ts", refusedBySandbox, [
    [
      "The sandbox refuses other properties",
      `) => z.strictObject({ ...required`,
      `) => z.looseObject({ ...required`,
      "§4.1 no other properties",
    ],
  ]),
  ...guards("src/sandbox/resources/connections/connectionRequests.ts", refusedBySandbox, [
    [
      "The sandbox refuses a credential of two forms",
      `        ["name", "provider", "path", "auto"].filter(`,
      `        ["name", "provider"].filter(`,
      "§2.5 not path and auto",
    ],
    [
      "The sandbox refuses enabled=false with categories",
      `at(value, "enabled") !== false || !hasCategories(at(value, "browser"))`,
      `true`,
      "§2.6 enabled=false without categories",
    ],
    [
      "The sandbox refuses a destination with nothing captured",
      `at(value, "export", "otlp", "destination") === undefined || mayExport(value)`,
      `true`,
      "§2.6 a destination requires capture",
    ],
    [
      "The sandbox refuses enabled=false beside a destination",
      `at(value, "enabled") !== false || at(value, "destination") === undefined`,
      `true`,
      "§2.6 otlp enabled=false without destination",
    ],
    [
      "The sandbox refuses intervals above 86400 seconds",
      `, z.maximum(86400)`,
      ``,
      "health_check_interval ≤ 86400",
    ],
  ]),
  ...guards("src/sandbox/resources/connections/connectionRequests.ts", "test/contract/sandbox.test.ts", [
    [
      "The sandbox refuses intervals below 300 seconds",
      `z.minimum(300), `,
      ``,
      "lists every problem of a request among the details of one 400",
    ],
  ]),
  ...guards("src/sandbox/resources/connections/connections.ts", "test/contract/sandbox.test.ts", [
    [
      "A second connection for profile and domain is refused",
      `if (existingId !== undefined) return alreadyExists(existingId);`,
      ``,
      "answers 409 with exactly code, message and existing_id",
    ],
  ]),
  ...guards("src/sandbox/resources/connections/references.ts", "test/contract/sandbox.test.ts", [
    [
      "An interval below the plan's minimum is refused",
      `if (interval !== undefined && interval < least)`,
      `if (false)`,
      "answers 400 to an interval below the plan's minimum",
    ],
  ]),
  ...guards("src/sandbox/resources/connections/connections.ts", "test/contract/sandboxPlans.test.ts", [
    [
      "No more connections than the plan allows",
      `if (most !== null && connectionCount(store) >= most)`,
      `if (false)`,
      "answers 403 insufficient_plan once the plan's connections all exist",
    ],
  ]),
  ...guards("src/sandbox/resources/destinations.ts", "test/contract/sandboxDestinations.test.ts", [
    [
      "Sessions that export hold a destination",
      `if (exporting.length > 0) {`,
      `if (false) {`,
      "names every cause that holds a destination",
    ],
    [
      "A connection that selects it holds a destination",
      `if (connections.length > 0) {`,
      `if (false) {`,
      "answers 409 for a destination that a new connection selects",
    ],
    [
      "A login that uses it holds a destination",
      `if (logins.length > 0) {`,
      `if (false) {`,
      "answers 409 for login-traces and says what holds it",
    ],
  ]),
];
