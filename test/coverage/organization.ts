import { group, type Test } from "./entry.ts";

const facts = "src/domain/entitlements.ts";
const labels = "src/editor/words/labels.ts";
const numbers = "src/editor/words/numbers.ts";
const schemas = "src/api/schemas.ts";
const errorWords = "src/editor/words/errors.ts";

const factTests = "test/unit/domain/entitlements.test.ts";
const whole: Test = [factTests, "puts the whole of the document in the order it is read"];
const labelled: Test = [
  "test/unit/editor/words/words.test.ts",
  "has a label for each of the twelve features and three limits",
];
const everyWord: Test = [
  "test/unit/api/client.test.ts",
  "keeps every word of §2.9 and the id of the existing connection",
];
const said: Test = [
  "test/unit/editor/words/errors.test.ts",
  "gives the message, every detail and the inner error, with their codes",
];

const entitlements = [
  ...group("2.8", "`features`", { code: labels, test: labelled }, [
    "browser_extensions",
    "browser_pools",
    "browser_replays",
    "credential_providers",
    "credentials",
    "custom_proxies",
    "file_io",
    "gpu",
    "managed_auth",
    "managed_proxies",
    "profiles",
    "proxy_bypass_hosts",
    {
      what: "`enabled` of every feature",
      code: facts,
      test: [factTests, "tells a missing feature from a disabled one and from one whose state is unreadable"],
    },
  ]),
  ...group("2.8", "Constraints of `features`", { code: facts, test: whole }, [
    "max_stored_per_org",
    "retention_days",
    "health_check_interval_default_seconds",
    "health_check_interval_max_seconds",
    "health_check_interval_min_seconds",
    "max_connections",
  ]),
  ...group("2.8", "`limits`", { code: facts, test: whole }, [
    "default_max_concurrent_invocations_per_app",
    "max_concurrent_browsers",
    "max_concurrent_invocations",
  ]),
  ...group("2.8", "`plan`", { code: facts, test: whole }, [
    "id",
    "effective_id",
    "is_trialing",
    "status",
    "trial_ends_at",
  ]),
  ...group("2.8", "Rules", { code: facts }, [
    {
      what: "A null constraint is unlimited, and nothing else is",
      code: numbers,
      inCode: "Unlimited",
      test: [factTests, "never says unlimited unless the service says null"],
      inTest: "unlimited",
    },
    {
      what: "The objects `features`, `limits` and `plan`",
      code: schemas,
      test: ["test/contract/client.test.ts", "reads plan, twelve features and three limits"],
    },
    {
      what: "Values are resolved: consumers use them and do not compare plan ids",
      inCode: "isEnabled",
      test: [factTests, "is not known where nothing was read"],
      inTest: "isEnabled",
    },
    {
      what: "The allowed values of plan ids and status are not shown: any is told as it came",
      inCode: "status",
      test: [factTests, "keeps a plan or status it does not know, and takes null for unsaid"],
      inTest: "status",
    },
    {
      what: "A feature that the document does not know is listed after the known ones",
      inCode: "what the document knows first, then everything else",
      test: [factTests, "lists features and limits that the document does not know, after the known ones"],
      inTest: "known: false",
    },
  ]),
];

const error = [
  ...group("2.9", "Error", { code: errorWords, test: everyWord }, [
    "code",
    "message",
    "details",
    "inner_error",
  ]),
  ...group("2.9", "ErrorDetail", { code: errorWords, test: said }, ["code", "message"]),
  ...group("2.9", "Rules", { code: errorWords, test: said }, [
    {
      what: "`details` may be several: five are listed, the others counted",
      test: ["test/unit/editor/words/errors.test.ts", "gives five details and counts the rest"],
    },
  ]),
];

/** §2.8 and §2.9. */
export const organization = [...entitlements, ...error];
