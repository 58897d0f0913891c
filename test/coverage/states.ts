import { group } from "./entry.ts";

const flow = "src/domain/flow.ts";
const flowCard = "src/editor/connections/shown/flow.ts";
const connection = "src/editor/connections/shown/blocks.ts";

const flowTests = "test/unit/domain/flow.test.ts";
const flowCardTests = "test/unit/editor/connections/shown/flow.test.ts";
const connectionTests = "test/unit/editor/connections/shown/blocks.test.ts";

/** §3. */
export const states = [
  ...group("3", "State-bearing fields", { code: flow }, [
    {
      what: "`status`: `AUTHENTICATED`, `NEEDS_AUTH`",
      code: connection,
      needle: "NEEDS_AUTH",
      test: [connectionTests, "has the tone of its status: NEEDS_AUTH"],
    },
    {
      what: "`flow_status`: `IN_PROGRESS`, `SUCCESS`, `FAILED`, `EXPIRED`, `CANCELED`",
      needle: "CANCELED",
      test: [flowTests, "are those of §3"],
    },
    {
      what: "`flow_step`: `DISCOVERING`, `AWAITING_INPUT`, `AWAITING_EXTERNAL_ACTION`, `SUBMITTING`, `COMPLETED`",
      needle: "SUBMITTING",
      test: [flowTests, "are those of §3"],
    },
    {
      what: "`flow_type`: `LOGIN`, `REAUTH`",
      code: "src/editor/connections/shown/words/flow.ts",
      needle: "REAUTH",
      test: ["test/contract/document.test.ts", "is known: flow_type REAUTH"],
    },
  ]),
  ...group("3", "Moves", { code: connection }, [
    {
      what: "status AUTHENTICATED, an expired session is found, `auto_reauth` is false: NEEDS_AUTH",
      code: "src/editor/connections/creation/steps/toggles.ts",
      test: [
        "test/unit/editor/connections/creation/steps/toggles.test.ts",
        "auto_reauth is asked for with what each choice does",
      ],
    },
    {
      what: "status AUTHENTICATED, an expired session is found, `auto_reauth` is true: a flow of type REAUTH may run",
      code: "src/editor/connections/shown/words/flow.ts",
      needle: "Re-authentication",
      test: [connectionTests, "shows every field of §2.1, each where a reader looks for it"],
    },
    {
      what: "flow_status IN_PROGRESS past `flow_expires_at`: EXPIRED",
      code: flow,
      test: [flowCardTests, "draws the one move that §3 states, and no other"],
    },
    {
      what: "any connection with no flow, created: its flow fields are null, and no flow is shown",
      code: flowCard,
      inCode: "nothing where there is none",
      test: [
        "test/contract/sandbox.test.ts",
        "answers 201 with the defaults of §4.1 and null flow fields (§3)",
      ],
      inTest: "flow_status",
    },
    {
      what: "Other moves are not shown: none is drawn",
      code: flowCard,
      inCode: "§3 states one move",
      test: [flowCardTests, "draws the one move that §3 states, and no other"],
      inTest: "and no other",
    },
  ]),
  ...group("3", "A destination is in use", { code: "src/sandbox/resources/destinations.ts" }, [
    {
      what: "while bound sessions export to it",
      inCode: "exporting",
      test: [
        "test/contract/sandboxDestinations.test.ts",
        "answers 409 for live-sessions and says what holds it",
      ],
      inTest: "still exporting",
    },
    {
      what: "while a connection selects it",
      inCode: "selects",
      test: [
        "test/contract/sandboxDestinations.test.ts",
        "answers 409 for compliance-log and says what holds it",
      ],
      inTest: "still selects the destination",
    },
    {
      what: "while a login using it is in progress",
      inCode: "login",
      test: [
        "test/contract/sandboxDestinations.test.ts",
        "answers 409 for login-traces and says what holds it",
      ],
      inTest: "login using the destination is in progress",
    },
  ]),
];
