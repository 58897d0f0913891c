// Fields of a credential provider, and of what a test of one says.
import { guards, testsOf, type Mutant } from "../mutant.ts";

const page = testsOf("editor/resources/providers")("show");
const whole = "says what it is, in which order it is asked, and what names it";
const why = "tells why not: that is an answer, and no failure of the service";

export const providerRules: readonly Mutant[] = [
  ...guards("src/editor/resources/providers/providers.ts", page, [
    ["priority is told", `value: plain(count(priority)),`, `value: plain(""),`, whole],
    ["created_at is told", `dateRow(l10n.t("Created"), created_at)`, `undefined`, whole],
    ["updated_at is told", `dateRow(l10n.t("Changed"), updated_at)`, `undefined`, whole],
  ]),
  ...guards("src/editor/resources/providers/commands.ts", page, [
    [
      "enabled is told",
      `isDisabled || tested.kind === "failed" ? card.head`,
      `tested.kind === "failed" ? card.head`,
      "says that a disabled one is, whatever its token does",
    ],
    ["success is told", `const state: Value = isRefused`, `const state: Value = isDisabled`, why],
    [
      "vaults are told",
      `vaults.map(({ name }) => ({ text: display(name) }))`,
      `[]`,
      "tells the vaults that its token opens",
    ],
    [
      "error is told, without what an address of it may hold",
      `display(maskedText(error))`,
      `display(error)`,
      why,
    ],
  ]),
  ...guards("src/domain/resources/providers.ts", testsOf("editor/resources/providers")("create"), [
    [
      "token is sent",
      `token: secret("token"`,
      `token: secret("secret"`,
      "asks, shows all answers without the token, and sends exactly them",
    ],
  ]),
];
