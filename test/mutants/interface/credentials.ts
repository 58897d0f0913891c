// Fields of a stored credential, sent and read.
import { guards, testsOf, type Mutant } from "../mutant.ts";

const page = testsOf("editor/credentials")("show");
const create = testsOf("editor/credentials")("create");
const edit = testsOf("editor/credentials")("edit");
const code = testsOf("editor/credentials")("oneTimeCode");
const whole = "says what it has, without any of it, and what refers to it";
const sent = "asks, shows all answers without a secret, and sends exactly them";

export const credentialRules: readonly Mutant[] = [
  ...guards("src/domain/credentials/draft.ts", create, [
    ["values are sent", `    values: valuesOf(values),`, `    values: {},`, sent],
    ["totp_secret is sent", `totp_secret: secret`, `totp_secret: ""`, sent],
    ["sso_provider is sent", `sso_provider: provider`, `sso_provider: ""`, sent],
  ]),
  ...guards("src/domain/credentials/changes.ts", edit, [
    [
      "remove_value_keys are sent",
      `removed.length > 0 && { remove_value_keys`,
      `removed.length > 9 && { remove_value_keys`,
      "changes exactly what differs, and shows nothing secret",
    ],
  ]),
  ...guards("src/editor/credentials/shownCard.ts", page, [
    ["value_keys are told", `series(keys.map(display))`, `""`, whole],
    [
      "has_values is told where the keys are not",
      `if (credential.has_values === true)`,
      `if (credential.has_values === false)`,
      "tells values whose keys the service does not name from none",
    ],
  ]),
  ...guards("src/editor/credentials/delete.ts", testsOf("editor/credentials")("delete"), [
    [
      "One is deleted by its id, which is never given to another",
      `[credential.id],`,
      `[credential.name],`,
      "names the connections that use it and what they lose, and deletes it by its id",
    ],
  ]),
  ...guards("src/editor/credentials/oneTimeCode.ts", code, [
    [
      "What was copied after a code stays in the clipboard",
      `if ((await env.clipboard.readText()) === copied.code) await`,
      `await`,
      "leaves what was copied meanwhile",
    ],
    [
      "A code of an account that was left is taken out of the clipboard",
      `!this.#isOf(this.#copied.accountId)`,
      `this.#copied.accountId === ""`,
      "is cleared at once where the account is left",
    ],
    [
      "A code of an account that was left meanwhile is not copied",
      `!this.#isOf(access.account.id) || `,
      ``,
      "is not copied where the account is left while it is read",
    ],
    [
      "expires_at says how long a code lives",
      `const isTold = told > 0 && told <= longestMs;`,
      `const isTold = false;`,
      "copies it, says how long it lives, and takes it out of the clipboard then",
    ],
  ]),
];
