// Fields of a credential provider, and of what a test of one says.
import { guards, testsOf, type Mutant } from "../mutant.ts";

const page = testsOf("editor/providers")("show");
const whole = "says what it is, in which order it is asked, and what names it";
const why = "tells why not: that is an answer, and no failure of the service";

export const providerRules: readonly Mutant[] = [
  ...guards("src/editor/providers/shownCard.ts", page, [
    ["priority is told", `value: plain(count(priority)),`, `value: plain(""),`, whole],
    ["created_at is told", `dateRow(l10n.t("Created"), created_at)`, `undefined`, whole],
    ["updated_at is told", `dateRow(l10n.t("Changed"), updated_at)`, `undefined`, whole],
    [
      "enabled is told",
      `if (enabled === false) return { text: l10n.t("Disabled")`,
      `if (false) return { text: l10n.t("Disabled")`,
      "says that a disabled one is, whatever its token does",
    ],
    ["success is told", `return tested.test.success\n`, `return true\n`, why],
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
  ...guards("src/domain/providers/draft.ts", testsOf("editor/providers")("create"), [
    [
      "token is sent",
      `name: name.trim(), token }`,
      `name: name.trim(), token: "" }`,
      "asks, shows all answers without the token, and sends exactly them",
    ],
  ]),
];
