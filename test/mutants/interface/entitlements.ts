// §2.8 and §8: what a plan gives, and its bounds.
import { guards, testsOf, type Mutant } from "../mutant.ts";

export const entitlementRules: readonly Mutant[] = [
  ...guards("src/sandbox/resources/plans.ts", "test/contract/sandboxPlans.test.ts", [
    [
      "The Enterprise plan checks every 300 seconds",
      `minimumInterval: 300,`,
      `minimumInterval: 1200,`,
      "ENTERPRISE: at least 300 s, 3600 s by default",
    ],
    [
      "The Startup plan checks every 1200 seconds",
      `minimumInterval: 1200,`,
      `minimumInterval: 300,`,
      "START_UP: at least 1200 s, 3600 s by default",
    ],
    [
      "The Hobbyist plan checks every 3600 seconds",
      `minimumInterval: 3600,`,
      `minimumInterval: 300,`,
      "HOBBYIST: at least 3600 s, 3600 s by default",
    ],
    [
      "The Free plan checks every 21600 seconds",
      `minimumInterval: 21600,`,
      `minimumInterval: 300,`,
      "FREE: at least 21600 s, 21600 s by default",
    ],
  ]),
  ...guards("src/editor/entitlements/nodes.ts", testsOf("editor/sidebar")("entitlements"), [
    [
      "What is not reported is neither included nor not",
      `{ group: "unknown", rows: withState(facts, undefined) },`,
      ``,
      "leave out no feature, no bound and no limit, whatever the service sends",
    ],
    [
      "A bound without a row of its own is no bound less",
      `boundsBelow(feature).map((bound) => ({ kind: "bound", feature, bound }))`,
      `[]`,
      "leave out no feature, no bound and no limit, whatever the service sends",
    ],
  ]),
  ...guards("src/editor/entitlements/bounds.ts", testsOf("editor/entitlements")("words"), [
    [
      "Unlimited is told apart from what is not reported",
      `if (value === undefined) return l10n.t("not reported");`,
      `if (value === undefined) return l10n.t("no limit");`,
      "a bound in words",
    ],
  ]),
  ...guards("src/editor/entitlements/words.ts", testsOf("editor/entitlements")("words"), [
    [
      "file_io has a name",
      `l10n.t("File I/O")`,
      `humanized(key)`,
      "has a name and a meaning for each of the twelve",
    ],
    ["gpu has a name", `l10n.t("GPU")`, `humanized(key)`, "has a name and a meaning for each of the twelve"],
  ]),
];
