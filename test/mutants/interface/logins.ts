// What starts a login, what answers it, and what it tells while it runs.
import { guards, type Mutant, type Row } from "../mutant.ts";
import { without } from "./row.ts";

const mode = (fields: string, line: string): Row =>
  without(
    `${fields} may be sent`,
    `  z.strictObject({ ${line} }),\n`,
    `sends ${fields}, and nothing beside it`,
  );
const told = "asks for a stream, and reads every field of its events";
const both = "reads the same fields of a connection, and takes what drifts as absent";
const contract = "test/contract/loginOperations.test.ts";

export const loginRules: readonly Mutant[] = [
  ...guards("src/api/login.ts", contract, [
    mode("interaction_id and field_values", "interaction_id: text, field_values: Values"),
    mode("interaction_id and selected_choice_id", "interaction_id: text, selected_choice_id: text"),
    mode("fields", "fields: Values"),
    mode("mfa_option_id", "mfa_option_id: text"),
    mode("sign_in_option_id", "sign_in_option_id: text"),
    mode("sso_provider", "sso_provider: text"),
    mode("sso_button_selector", "sso_button_selector: text"),
    [
      "A login takes no other fields",
      `LoginRequest = z.strictObject(`,
      `LoginRequest = z.looseObject(`,
      "has no other fields",
    ],
    [
      "What opens a login besides its page is not kept",
      `StartedLogin = z.object({`,
      `StartedLogin = z.looseObject({`,
      "sends nothing, once, and keeps nothing that nobody asks for",
    ],
    without(
      "accepted is read",
      `accepted: lenientFlag`,
      "takes any 2xx that says whether it was taken, or nothing",
    ),
    ["The error of an event is read", `  error: lenient(ErrorBody),\n`, `  error: z.unknown(),\n`, told],
    ["event names what happened", `  event: text,\n`, `  event: z.number(),\n`, told],
  ]),
  ...guards("src/api/operations.ts", contract, [
    [
      "No outcome has a started login as it came",
      `StartedLogin, { raw: "secret" }`,
      `StartedLogin, {}`,
      "sends nothing, once, and keeps nothing that nobody asks for",
    ],
  ]),
  ...guards("src/api/schemas.ts", contract, [
    ["interaction_id is read", `  interaction_id: lenientText,\n`, `  interaction_id: z.unknown(),\n`, both],
  ]),
  ...guards("src/api/schemas.ts", contract, [
    without("A field's reason is read", `  reason: lenientText,\n`, both),
    without("A field's input_mode is read", `  input_mode: lenientText,\n`, both),
    without("An SSO button's selector is read", `, selector: lenientText`, both),
  ]),
];
