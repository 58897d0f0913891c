// What is read beside §2, so that users pick instead of type: each fact stands in its row.
import { guards, testsOf, type Mutant, type Row } from "../mutant.ts";
import { without } from "./row.ts";

const inRow = (field: string, find: string, replace: string): Row => [
  `${field} is shown`,
  find,
  replace,
  `${field} stands in its row`,
];

const inTimeline = (field: string, type = "lenientText"): Row =>
  without(
    `${field} of a timeline's entry is read`,
    `  ${field}: ${type},\n`,
    "reads every field of a timeline's entry, and keeps those that it does not know",
  );

export const listRules: readonly Mutant[] = [
  ...guards("src/api/login.ts", testsOf("api")("reads"), [
    ...[
      "type",
      "status",
      "timestamp",
      "updated_at",
      "step",
      "previous_status",
      "error_code",
      "error_message",
      "website_error",
      "replay_id",
    ].map((field) => inTimeline(field)),
    inTimeline("telemetry_captured", "lenientFlag"),
    inTimeline("browser_session_id"),
  ]),
  ...guards("src/editor/catalogue/rows.ts", testsOf("editor/catalogue")("rows"), [
    inRow("config", `state } = config ?? {};`, `state } = {};`),
    inRow("city", `city === undefined ? undefined : capitalized(city),`, ``),
    inRow(
      "state",
      `country === undefined ? state : undefined,`,
      `country === undefined ? undefined : undefined,`,
    ),
    inRow("country", `country === undefined ? undefined : countryName(country),`, ``),
    inRow("host", `    host,\n`, ``),
    inRow("has_totp_secret", `has_totp_secret === true ?`, `false ?`),
    inRow("provider_type", `const label = providerType(provider_type);`, `const label = providerType(name);`),
    inRow("title", `shown(title ?? path,`, `shown(path,`),
    inRow("vault_name", `[vault_name, urls?.[0]]`, `[urls?.[0]]`),
    inRow("urls", `[vault_name, urls?.[0]]`, `[vault_name]`),
    inRow("endpoint", `item.endpoint === undefined ? undefined : maskedText(item.endpoint)`, `undefined`),
    inRow("consecutive_failures", `(item.consecutive_failures ?? 0) > 0`, `false`),
  ]),
  ...guards("src/editor/resources/profiles/profiles.ts", testsOf("editor/resources/profiles")("profiles"), [
    [
      "last_used_at is told",
      `dateRow(l10n.t("Last used"), last_used_at)`,
      `undefined`,
      "tells for how many of its sites it is ready, worst first, and mends the others together",
    ],
  ]),
];
