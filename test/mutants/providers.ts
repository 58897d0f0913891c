// What guards credential providers: their questions, their tokens, and what is claimed of a lost answer.
import { guards, testsOf, type Mutant } from "./mutant.ts";

const test = testsOf("editor/resources/providers");
const every = testsOf("editor/resources")("conformance");
const secret = "asks, shows all answers without the token, and sends exactly them";

export const providerGuards: readonly Mutant[] = [
  ...guards("src/api/exchange.ts", test("create"), [
    [
      "A token that was sent in a body comes back nowhere",
      `return body === undefined || fields.length === 0 ?`,
      `return body === undefined || fields.length >= 0 ?`,
      "leads back to the answers where the service refuses an input, in its words but without the token",
    ],
  ]),
  ...guards("src/api/operations.ts", testsOf("api")("refusedSecrets"), [
    [
      "No error repeats what is set in a change of a credential",
      `CredentialUpdateRequest, Credential, {\n  raw: "secret",\n  secrets: ["totp_secret"],\n  secretsInErrors: ["values"],`,
      `CredentialUpdateRequest, Credential, {\n  raw: "secret",\n  secrets: ["totp_secret"],`,
      "is in nothing of an error: a change of a credential, 500",
    ],
    [
      "No error repeats the headers of a new destination",
      `OtlpDestinationCreateRequest,\n  OtlpDestination,\n  { raw: "secret", secretsInErrors: ["headers"] },`,
      `OtlpDestinationCreateRequest,\n  OtlpDestination,\n  { raw: "secret" },`,
      "is in nothing of an error: a destination, 400",
    ],
    [
      "No error repeats the password of a new proxy",
      `  secretsInErrors: ["config.password"],\n`,
      ``,
      "is in nothing of an error: a proxy, 500",
    ],
  ]),
  ...guards("src/api/token.ts", testsOf("api")("refusedSecrets"), [
    [
      "The longest of several secrets goes first",
      `other.text.length - one.text.length`,
      `one.text.length - other.text.length`,
      "go before those that stand in them",
    ],
    [
      "Short secrets are looked for by themselves",
      `const isShort = text.length < minLength;`,
      `const isShort = text.length < 0;`,
      "are looked for by themselves where they are short, and not at all where they are shorter",
    ],
  ]),
  ...guards("src/api/operations.ts", testsOf("api")("providerRequests"), [
    [
      "A provider is tested once",
      `  policy: policies.once,`,
      `  policy: policies.again,`,
      "a test of a provider",
    ],
  ]),
  ...guards("src/api/resourceRequests.ts", testsOf("api")("providerRequests"), [
    [
      "A blank name is not sent",
      `z.refine((text) => text.trim() !== "")`,
      `z.minLength(1)`,
      "a request to create a provider",
    ],
    [
      "A change changes something",
      `    token: z.optional(text),\n  })\n  .check(saysSomething);`,
      `    token: z.optional(text),\n  });`,
      "a change of a provider",
    ],
  ]),
  ...guards("src/api/token.ts", testsOf("api")("token"), [
    [
      "Only the fields that are secret are looked for",
      `field.split(".").reduce(partOf, sent)`,
      `sent`,
      "is found as the token of the request is, and nothing beside it",
    ],
  ]),
  ...guards("src/editor/resourceEngine/fields/secret.ts", test("create"), [
    ["A token is typed unseen", `, password: true }`, ` }`, secret],
    [
      "A token that was typed is not shown again",
      `{ ...asked, value: "",`,
      `{ ...asked, value: "ops_kept",`,
      "goes back at every step, with the answers that were given, but shows no token again",
    ],
  ]),
  ...guards("src/domain/resource/save.ts", every, [
    [
      "A conflict of another code is not about the name",
      `kind === "conflict" && code === "already_exists"`,
      `kind === "conflict" || code === ""`,
      "leads back to the answers where the service refuses another conflict",
    ],
  ]),
  ...guards("src/editor/resources/providers/providers.ts", test("show"), [
    [
      "A name means the provider that has it",
      `listing.rows.find((provider) => provider.name === name)`,
      `listing.rows[0]`,
      "is found by its name, which is all that a connection knows",
    ],
  ]),
  ...guards("src/editor/resources/providers/commands.ts", test("show"), [
    [
      "A refused test leads to another token",
      `tested.kind === "ok" && !tested.value.success;`,
      `false;`,
      "tells why not: that is an answer, and no failure of the service",
    ],
  ]),
  ...guards("src/domain/resource/model.ts", test("edit"), [
    [
      "Nobody can tell that a secret was replaced",
      `return before !== undefined && reported(before) === false ? "same" : "unknown";`,
      `return before === undefined ? "unknown" : "same";`,
      "claims nothing of a provider whose token nobody tells",
    ],
  ]),
  ...guards("src/editor/resourceEngine/edit.ts", every, [
    [
      "A name that is taken is asked for again",
      `unique !== undefined && isTaken`,
      `unique !== undefined && isTaken && Math.random() > 1`,
      "asks again for a name that the service says is taken; Back leaves it as it is",
    ],
  ]),
  ...guards("src/editor/resourceEngine/questions.ts", test("edit"), [
    [
      "What was refused as a name is no other answer",
      `refused: key === model.unique ? session.refused : [],`,
      ``,
      "offers no refused name as another field's answer",
    ],
  ]),
  ...guards(
    "src/editor/connections/settings/credential.ts",
    testsOf("editor/connections/creation")("createNewProvider"),
    [
      [
        "A provider that was made is chosen",
        `active = chosenNow = { kind: "lookup", provider: made.name }`,
        `value = made.name`,
        "makes one where there is none, has it chosen, and sends a look-up at it",
      ],
    ],
  ),
  ...guards("src/domain/resources/providers.ts", test("show"), [
    [
      "They are listed in the order in which they are asked",
      `placeOf(one) - placeOf(other) || `,
      ``,
      "lists them in the order in which they are asked, behind a row that creates one",
    ],
  ]),
];
