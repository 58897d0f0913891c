import { group, type Test } from "./entry.ts";

const flow = "src/domain/flow.ts";
const words = "src/editor/connections/shown/words/awaited.ts";
const raw = "src/editor/connections/shown/blocks.ts";

const flowTests = "test/unit/domain/flow.test.ts";
const documentTests = "test/contract/document.test.ts";
const allOfAChoice: Test = [flowTests, "is told with everything that §2.7 has of a choice"];
const allOfAField: Test = [flowTests, "is told with everything that §2.7 has of a field"];
const inWords = (what: string): Test => [documentTests, `is told in words: ${what}`];

/** Properties that name a place on a website mean nothing to a reader: they stand in the raw reply. */
const inTheRawReply = (what: string) => ({
  what,
  code: raw,
  inCode: "maskedJson(raw)",
  test: [
    "test/unit/editor/connections/shown/blocks.test.ts",
    "keeps what this version does not know, and masks what opens a browser",
  ] as const,
  inTest: "Reply as received",
});

const values = (of: string, list: string, ...all: readonly string[]) =>
  group(
    "2.7",
    of,
    { code: words },
    all.map((one) => ({ what: `\`${one}\``, test: inWords(`${list} ${one}`) })),
  );

const choice = [
  ...group("2.7", "ManagedAuthChoice", { code: flow, test: allOfAChoice }, [
    "id",
    "type",
    "label",
    { what: "`context`" },
    "description",
    {
      what: "`display_text`",
      test: [flowTests, "names a choice by its display text"],
    },
    "masked_destination",
    "mfa_type",
    inTheRawReply("`observed_selector`"),
  ]),
  ...values(
    "ManagedAuthChoice `type`",
    "choices",
    "mfa_method",
    "sso_provider",
    "sign_in_method",
    "auth_method",
    "identifier_method",
    "account",
    "other",
  ),
  ...values(
    "ManagedAuthMFAMethod",
    "choices with an MFA method",
    "sms",
    "call",
    "email",
    "totp",
    "push",
    "password",
    "passkey",
    "switch",
    "other",
  ),
  ...values("MFAType", "mfa_options", "sms", "call", "email", "totp", "push", "password", "switch"),
];

const fields = [
  ...group("2.7", "DiscoveredField", { code: flow, test: allOfAField }, [
    "name",
    "type",
    "label",
    inTheRawReply("`selector`"),
    "hint",
    "placeholder",
    { what: "`required`", test: [flowTests, "counts as required unless the service denies it"] },
    {
      what: "`linked_mfa_type`",
      test: [
        "test/unit/editor/connections/shown/flow.test.ts",
        "says which method a field of the older list belongs to",
      ],
    },
  ]),
  ...values(
    "DiscoveredField `type`",
    "discovered_fields",
    "text",
    "email",
    "password",
    "tel",
    "number",
    "url",
    "code",
    "totp",
  ),
  ...group("2.7", "ManagedAuthField", { code: flow, test: allOfAField }, [
    "id",
    { what: "`ref`", test: [flowTests, "names a field without a label by its ref"] },
    "type",
    "label",
    "hint",
    inTheRawReply("`observed_selector`"),
    "replace_existing",
    { what: "`required`", test: [flowTests, "counts as required unless the service denies it"] },
  ]),
  ...values(
    "ManagedAuthField `type`",
    "fields",
    "identifier",
    "password",
    "code",
    "totp_code",
    "totp_secret",
    "text",
  ),
];

const older = [
  ...group("2.7", "MFAOption", { code: flow, test: allOfAChoice }, [
    "type",
    "label",
    "description",
    "target",
  ]),
  ...group("2.7", "SSOButton", { code: flow, test: allOfAChoice }, [
    inTheRawReply("`selector`"),
    "provider",
    "label",
  ]),
  ...group("2.7", "SignInOption", { code: flow, test: allOfAChoice }, ["id", "label", "description"]),
];

const rules = group("2.7", "Rules", { code: flow }, [
  {
    what: "`required` is true by default",
    inCode: "required ?? true",
    test: [flowTests, "counts as required unless the service denies it"],
  },
  {
    what: "`replace_existing` is false by default",
    inCode: "replace_existing ?? false",
    test: allOfAField,
  },
  {
    what: "The `id` of a choice or field is its identity for canonical submit",
    reason: "Submitting is an operation that the document does not show; the login page of the flow does it",
  },
  {
    what: "No other properties in any of these objects",
    code: "src/sandbox/resources/connections/document.ts",
    inCode: "choices",
    test: [
      "test/contract/sandboxReads.test.ts",
      "shows nothing that the document does not allow, in every state of the seed",
    ],
    inTest: "assertManagedAuth",
  },
]);

/** §2.7. */
export const flowParts = [...choice, ...fields, ...older, ...rules];
