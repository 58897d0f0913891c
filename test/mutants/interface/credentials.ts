// Fields of a stored credential, sent and read.
import { guards, testsOf, type Mutant } from "../mutant.ts";

const testsOfCredentials = testsOf("editor/resources/credentials");
const page = testsOfCredentials("show");
const create = testsOfCredentials("create");
const edit = testsOfCredentials("edit");
const code = testsOfCredentials("oneTimeCode");
const every = testsOf("editor/resources")("conformance");
const whole = "says what it has, without any of it, and what refers to it";
const sent = "asks, shows all answers without a secret, and sends exactly them";

export const credentialRules: readonly Mutant[] = [
  ...guards("src/domain/resources/credentials.ts", create, [
    [
      "values are sent",
      `Object.keys(values).length > 0) && { values }`,
      `Object.keys(values).length > 0) && {}`,
      sent,
    ],
    ["totp_secret is sent", `secret("totp_secret"`, `secret("secret"`, sent],
    ["sso_provider is sent", `plain("sso_provider"`, `plain("provider"`, sent],
  ]),
  ...guards("src/domain/resources/credentials.ts", edit, [
    [
      "remove_value_keys are sent",
      `removed.length > 0 && { remove_value_keys`,
      `removed.length > 9 && { remove_value_keys`,
      "changes exactly what differs, and shows nothing secret",
    ],
  ]),
  ...guards("src/domain/resources/credentials.ts", every, [
    [
      "Somebody else's credential is not taken for ours",
      `foundBy: ["name", "domain"]`,
      `foundBy: ["name"]`,
      "does not claim what it can't know, where what is found is for another site",
    ],
  ]),
  ...guards("src/editor/resources/credentials/credentials.ts", page, [
    ["value_keys are told", `series(keys.map(display))`, `""`, whole],
    [
      "has_values is told where the keys are not",
      `if (has_values === true) return`,
      `if (has_values === false) return`,
      "tells values whose keys the service does not name from none",
    ],
  ]),
  ...guards("src/domain/resource/save.ts", every, [
    [
      "What others changed meanwhile is seen before anything is sent",
      `if (fields.length > 0) return { kind: "conflict"`,
      `if (fields.length > 9) return { kind: "conflict"`,
      "sends nothing where somebody else has changed the same, until it was seen",
    ],
    [
      "What is as wanted by now is not sent",
      `if (body === undefined) return { kind: "nothing" };`,
      `if (body === undefined) return { kind: "notSent" };`,
      "sends nothing where it is as wanted by now",
    ],
    [
      "What the answer lacks is told",
      `return missing.length === 0 ?`,
      `return missing.length < 9 ?`,
      "says what the service answered without",
    ],
    [
      "A change that was canceled before it was sent leads back to the answers",
      `if (current.kind === "cancelled") return { kind: "notSent" };`,
      `if (current.kind === "cancelled") return { kind: "unknown" };`,
      "leads back to the answers where it was canceled before it was sent",
    ],
    [
      "What was canceled on its way may have been saved",
      `outcome.kind === "cancelled" && outcome.sent === "no"`,
      `outcome.kind === "cancelled"`,
      "is claimed where reading shows it, where it was canceled on its way",
    ],
    [
      "One that is gone after a lost answer is told as gone",
      `if (found.kind === "failed" && isGone(found.error)) return { kind: "gone" };`,
      ``,
      "says that somebody has deleted it, known after a lost answer",
    ],
  ]),
  ...guards("src/domain/resource/requests.ts", edit, [
    [
      "A value that somebody else may have replaced is asked about",
      `isHidden && fields[key].isSecret === true`,
      `isHidden && fields[key].createOnly === true`,
      "asks before it replaces a value that somebody else may have replaced, as nothing but its date tells",
    ],
  ]),
  ...guards("src/editor/resourceEngine/create.ts", every, [
    [
      "A creation that was canceled before it was sent leads back to the answers",
      `if (outcome.kind === "cancelled" && outcome.sent === "no") return { kind: "notSent" };`,
      ``,
      "leads back to the answers where it was canceled before it was sent",
    ],
    [
      "What became of a creation that was canceled on its way is read",
      `outcome.kind === "cancelled" && outcome.sent === "no"`,
      `outcome.kind === "cancelled"`,
      "reads what became of one that was canceled on its way, where it is there",
    ],
  ]),
  ...guards("src/editor/resourceEngine/create.ts", every, [
    [
      "What is found has all that tells it to be ours",
      `is === "same" || !foundBy.includes(key)`,
      `is !== "unknown" || foundBy.length > 0`,
      "does not claim what it can't know, where what is found is another one's id",
    ],
  ]),
  ...guards("src/editor/resourceEngine/questions.ts", every, [
    [
      "A second Enter after another name sends nothing",
      `session.refused.length > 0) && { edited: key }`,
      `session.refused.length > 9) && { edited: key }`,
      "asks again for a name that the service says is taken, and sends nothing by a second Enter",
    ],
  ]),
  ...guards("src/editor/resourceEngine/usedBy.ts", every, [
    [
      "What uses it is told as whole only where it is",
      `whole: kind === "complete" && unreadable === 0`,
      `whole: true`,
      "says what uses it where a connection can't be read",
    ],
  ]),
  ...guards("src/editor/resourceEngine/remove.ts", every, [
    [
      "Nothing is deleted without consent",
      `!(await isAgreed(resource, found))`,
      `!(await isAgreed(resource, found)) === undefined`,
      "names its users and the account, and deletes nothing without consent",
    ],
    [
      "What shows it elsewhere is read again",
      `void resource.changed();`,
      ``,
      "says of one that connections use that it is deleted",
    ],
  ]),
  ...guards("src/editor/resourceEngine/edit.ts", every, [
    [
      "What shows it elsewhere is read again",
      `void resource.changed();`,
      ``,
      "sends exactly what differs, and shows what it is then",
    ],
  ]),
  ...guards("src/editor/resourceEngine/remove.ts", testsOfCredentials("delete"), [
    [
      "One is deleted by its id, which is never given to another",
      `[live.id],`,
      `[nameOf(live)],`,
      "names the connections that use it and what they lose, and deletes it by its id",
    ],
  ]),
  ...guards("src/editor/resources/credentials/oneTimeCode.ts", code, [
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
