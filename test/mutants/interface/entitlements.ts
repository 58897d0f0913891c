// §2.8 and §8: what a plan gives, and its bounds.
import { guards, testsOf, type Mutant } from "../mutant.ts";
import { without } from "./row.ts";

const domain = testsOf("domain");
const whole = "puts the whole of the document in the order it is read";
const features = [
  ...["managed_auth", "profiles", "credentials", "credential_providers", "managed_proxies", "custom_proxies"],
  ...["proxy_bypass_hosts", "browser_pools", "browser_replays", "browser_extensions", "file_io", "gpu"],
];

export const entitlementRules: readonly Mutant[] = [
  ...guards("src/domain/entitlements/entitlements.ts", domain("entitlements/entitlements"), [
    ...features.map((feature) => without(`${feature} is known`, `\n  "${feature}",`, whole)),
    ...[
      "max_concurrent_browsers",
      "max_concurrent_invocations",
      "default_max_concurrent_invocations_per_app",
    ].map((limit) => without(`${limit} is known`, `  "${limit}",\n`, whole)),
    ...[
      ["max_connections", "count"],
      ["health_check_interval_default_seconds", "seconds"],
      ["health_check_interval_min_seconds", "seconds"],
      ["health_check_interval_max_seconds", "seconds"],
    ].map(([bound = "", unit = ""]) =>
      without(`${bound} is known`, `      ["${bound}", "${unit}"],\n`, whole),
    ),
    without("retention_days is known", `["retention_days", "days"]`, whole),
    without("max_stored_per_org is known", `["max_stored_per_org", "count"]`, whole),
    [
      "features are read",
      `[...knownFeatures, ...others].map((key) => featureFacts(key, features[key], usage)),`,
      `[],`,
      whole,
    ],
    ["limits are read", `...knownLimits.map(limit),`, ``, whole],
    ["enabled is read", `    enabled: feature?.enabled,`, `    enabled: undefined,`, whole],
    ["The plan's id is read", `    id: plan.id,`, `    id: undefined,`, whole],
    [
      "effective_id is told where it differs",
      `plan.effective_id === plan.id ? undefined : plan.effective_id`,
      `undefined`,
      "names the effective plan only where it differs",
    ],
    ["The plan's status is read", `status: plan.status,`, `status: undefined,`, whole],
    ["is_trialing is read", `plan.is_trialing === true ?`, `false ?`, "shows a trial only while is_trialing"],
    [
      "A trial is one only while is_trialing",
      `plan.is_trialing === true ?`,
      `true ?`,
      "shows a trial only while is_trialing",
    ],
    ["trial_ends_at is read", `readDate(plan.trial_ends_at)`, `readDate(undefined)`, "the plan"],
    [
      "Features that the document does not know are listed",
      `[...knownFeatures, ...others].map(`,
      `[...knownFeatures].map(`,
      "lists features and limits that the document does not know, after the known ones",
    ],
  ]),
  ...guards("src/domain/entitlements/entitlements.ts", domain("entitlements/entitlements"), [
    [
      "Null is unlimited",
      `if (value === undefined || value === null) return value;`,
      `if (value === undefined || value === null) return undefined;`,
      "never says unlimited unless the service says null",
    ],
  ]),
  ...guards("src/domain/draft/interval.ts", domain("draft/interval"), [
    [
      "The plan's minimum interval is read",
      `minimum: seconds("min")`,
      `minimum: undefined`,
      "reads the three numbers of §2.8",
    ],
    [
      "The plan's default interval is read",
      `default: seconds("default")`,
      `default: undefined`,
      "reads the three numbers of §2.8",
    ],
    [
      "The plan's maximum interval is read",
      `maximum: seconds("max")`,
      `maximum: undefined`,
      "reads the three numbers of §2.8",
    ],
  ]),
  ...guards("src/domain/draft/interval.ts", domain("draft/interval"), [
    ["The interval is at least 300 seconds", `minimum: 300,`, `minimum: 299,`, "knows the bounds of §8"],
    [
      "The interval is at most 86400 seconds",
      `maximum: 86_400 }`,
      `maximum: 86_401 }`,
      "knows the bounds of §8",
    ],
    [
      "The lower bound is for everybody",
      `if (seconds < hardBounds.minimum) return "belowBounds";`,
      ``,
      "intervalFault",
    ],
    [
      "The upper bound is for everybody",
      `if (seconds > hardBounds.maximum) return "aboveBounds";`,
      ``,
      "intervalFault",
    ],
    [
      "The plan's minimum bounds the interval",
      `if (plan.minimum !== undefined && seconds < plan.minimum) return "belowPlan";`,
      ``,
      "intervalFault",
    ],
    [
      "The plan's maximum bounds the interval",
      `if (plan.maximum !== undefined && seconds > plan.maximum) return "abovePlan";`,
      ``,
      "intervalFault",
    ],
    [
      "The default is 3600 seconds",
      `const usualDefault = 3_600;`,
      `const usualDefault = 300;`,
      "effectiveDefault",
    ],
    [
      "The default is the plan's minimum where that is larger",
      `Math.max(usualDefault, plan.minimum ?? 0)`,
      `usualDefault`,
      "effectiveDefault",
    ],
  ]),
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
