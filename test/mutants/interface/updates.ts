// What of a connection can be changed, what is claimed of a change, and what the sandbox makes of it.
import { guards, testsOf, type Mutant, type Row } from "../mutant.ts";
import { without } from "./row.ts";

const domain = testsOf("domain");
const contract = "test/contract/connectionChanges.test.ts";
const model = "says saved only of what is there, sends only what was changed, and overwrites nothing unseen";
const field = (name: string, type: string): Row =>
  without(
    `${name} may be changed`,
    `  ${name}: z.optional(${type}),\n`,
    `may set ${name}, alone and never to null`,
  );
const part = (name: string, type: string): Row =>
  without(
    `${name} of the browser may be changed`,
    `  ${name}: z.optional(${type}),\n`,
    "may set browser, alone and never to null",
  );

export const updateRules: readonly Mutant[] = [
  ...guards("src/api/schemas.ts", testsOf("api")("updateRequest"), [
    ...["auto_reauth", "health_checks", "record_session", "save_credentials"].map((name) =>
      field(name, "z.boolean()"),
    ),
    field("credential", "CredentialReference"),
    field("health_check_interval", "HealthCheckInterval"),
    part("proxy", "browserProxyOf(text)"),
    part("stealth", "z.boolean()"),
  ]),
  ...guards("src/api/updateRequest.ts", testsOf("api")("updateRequest"), [
    field("allowed_domains", "z.array(text)"),
    field("login_url", `z.union([z.literal(""), z.url()])`),
    [
      "telemetry of the browser may be changed",
      `, telemetry: z.optional(BrowserTelemetryUpdate) }`,
      ` }`,
      "may set browser, alone and never to null",
    ],
    [
      "A login page can be cleared",
      `z.union([z.literal(""), z.url()])`,
      `z.url()`,
      "may set login_url, alone and never to null",
    ],
    [
      "What cannot be changed is not sent",
      `.strictObject({\n    ...connectionSettings`,
      `.looseObject({\n    ...connectionSettings`,
      "is not sent with the domain",
    ],
    [
      "An empty change is not sent",
      `  })\n  .check(saysSomething);`,
      `  });`,
      "is not sent with nothing at all",
    ],
    [
      "A change of nothing in the browser is not sent",
      `\n        .check(saysSomething),`,
      `,`,
      "is not sent with a browser of which nothing changes",
    ],
    [
      "An export can be ended",
      `z.union([Export, z.strictObject({ otlp: z.strictObject({ enabled: z.literal(false) }) })])`,
      `Export`,
      "may be exported no more",
    ],
  ]),
  ...guards("src/api/operation.ts", testsOf("api")("updateRequest"), [
    [
      "A change is never sent again",
      `sends("PATCH", policies.checked)`,
      `sends("PATCH", policies.again)`,
      "is sent once, to the connection, where it changes it",
    ],
  ]),
  ...guards("src/api/operations.ts", testsOf("api")("updateRequest"), [
    [
      "A change is a PATCH",
      `patch("/auth/connections/{id}"`,
      `post("/auth/connections/{id}"`,
      "is sent once, to the connection, where it changes it",
    ],
    [
      "A deletion by an id may be repeated as often as it needs",
      `remove("/auth/connections/{id}", policies.again)`,
      `remove("/auth/connections/{id}", policies.soon)`,
      "is repeated, for its id is never given to another, where it deletes it",
    ],
  ]),
  ...guards("src/domain/connections/settings.ts", domain("connections/duplicateOf"), [
    [
      "A copy allows no more domains unseen",
      `isWhole: sent.length === reported.length`,
      `isWhole: true`,
      "normalizes, keeps or names nothing but an empty domain",
    ],
  ]),
  ...guards("src/domain/draft/loginUrl.ts", domain("draft/loginUrl"), [
    [
      "No login in the address of a login page",
      `holdsLogin(typed) ||`,
      ``,
      "takes a password for no address",
    ],
  ]),
  ...guards(
    "src/editor/connections/context/drafts.ts",
    "test/unit/editor/connections/context/drafts.test.ts",
    [
      [
        "No address of a login page on disk",
        `draft: withDefault(draft, "login_url"),`,
        `draft,`,
        "holds no login page, and is forgotten with a request that has one",
      ],
    ],
  ),
  ...guards("src/domain/connections/edit.ts", domain("connections/edit"), [
    [
      "What others have changed is shown before it is overwritten",
      `if (conflicts.length === 0) return send(`,
      `if (conflicts.length >= 0) return send(`,
      model,
    ],
    [
      "What the user leaves to others is not sent",
      `answers = rebased(base, now, answers, left);`,
      `answers = rebased(base, now, answers, []);`,
      "leaves to others what the user leaves to them",
    ],
    [
      "A lost answer is looked for by reading",
      `if (error.sent !== "unknown") return`,
      `if (error.sent !== "no") return`,
      "finds a lost answer by reading",
    ],
    ["Saved is what was read back", `left.length === 0`, `left.length >= 0`, model],
    [
      "What is read back counts, not the answer",
      `outcome.kind === "ok" ? outcome.value : answer;`,
      `answer ?? (outcome.kind === "ok" ? outcome.value : undefined);`,
      "says what did not take, whatever the answer said",
    ],
  ]),
  ...guards("src/domain/deletion/deletion.ts", domain("connections/edit"), [
    [
      "A missing project is no missing connection",
      ` && error.missing === "resource"`,
      ``,
      "is refused where the project is missing",
    ],
  ]),
  ...guards("src/sandbox/resources/fields.ts", contract, [
    [
      "The sandbox refuses to change what cannot be",
      `    .partial(z.strictObject(fields))`,
      `    .partial(z.looseObject(fields))`,
      "refuses each field that is wrong, and then changes none",
    ],
    [
      "The sandbox refuses an empty change",
      `(value) => Object.keys(value).length > 0`,
      `() => true`,
      "refuses each field that is wrong, and then changes none",
    ],
  ]),
  ...guards("src/sandbox/resources/connections/connectionRequests.ts", contract, [
    [
      "The sandbox wants capture on beside a destination that is changed",
      `  ...fieldsWith(ChangedTelemetry),`,
      `  ...fieldsWith(BrowserTelemetry),`,
      "refuses each field that is wrong, and then changes none",
    ],
  ]),
  ...guards("src/sandbox/resources/connections/references.ts", contract, [
    [
      "A change keeps to the plan's features",
      `if (lacking !== undefined) return insufficientPlan(lacking);`,
      ``,
      "answers 404 to an id that there is not, 403 to what the plan does not have, and either to the asking",
    ],
    [
      "A change keeps to the plan's interval",
      `if (interval !== undefined && interval < least)`,
      `if (false)`,
      "keeps an interval below the plan's minimum until it is changed",
    ],
  ]),
  ...guards("src/sandbox/resources/connections/connections.ts", contract, [
    [
      "A proxy that is not changed stays",
      `chosen === undefined ? before.proxyId : resolved.proxyId`,
      `resolved.proxyId`,
      "replaces the list of allowed domains, clears the login page, and drops a proxy of one's own",
    ],
    [
      "A destination that is selected no more is free",
      `exporting ? before.destinationId : null`,
      `before.destinationId`,
      "frees a destination that it selects no more, and holds one that it selects",
    ],
    [
      "The default proxy is no proxy of one's own",
      `proxy.mode === "default" ? undefined : proxy`,
      `proxy.mode === "default" ? before.browser.proxy : proxy`,
      "replaces the list of allowed domains, clears the login page, and drops a proxy of one's own",
    ],
    [
      "Nobody logs in again who never logged in",
      `before.canReauthReason !== "no_prior_successful_login" &&`,
      ``,
      "makes a credential one to log in again with, but where nobody ever logged in",
    ],
  ]),
  ...guards("src/sandbox/resources/connections/shownConnection.ts", contract, [
    [
      "An empty login page clears it",
      `request.login_url === "" ? undefined : `,
      `request.login_url === "" ? before.login_url : `,
      "replaces the list of allowed domains, clears the login page, and drops a proxy of one's own",
    ],
  ]),
  ...guards("src/sandbox/resources/flows/flowRows.ts", contract, [
    [
      "A login ends with its connection",
      `connections (id) ON DELETE CASCADE`,
      `connections (id)`,
      "ends a login that runs, and frees the destination that it uses",
    ],
  ]),
  ...guards("src/sandbox/db/sqlite.ts", contract, [
    [
      "Accents do not tell profiles apart",
      `.replace(/\\p{M}/gu, "")`,
      ``,
      "are one name, however their letters are written and with or without accents",
    ],
  ]),
];
