// Fields of a telemetry destination, and what is told of exports.
import { guards, testsOf, type Mutant } from "../mutant.ts";

const whole = "says where it leads to, how exporting goes, and what selects it, by its name too";

export const destinationRules: readonly Mutant[] = [
  ...guards("src/domain/resources/destinations.ts", testsOf("domain/resources")("destinations"), [
    ["consecutive_failures say that exporting fails", "failures > 0)", "failures > 1)", "one failure is one"],
    [
      "last_export_at says that something arrived",
      `const isIdle = last_export_at === undefined && `,
      `const isIdle = `,
      "an export that is told alone",
    ],
    ["last_error is no state", ` && last_error === undefined`, ``, "an error that is over"],
  ]),
  ...guards("src/editor/resources/destinations/rows.ts", testsOf("editor/sidebar")("destinations"), [
    [
      "last_error is told",
      `last_error && inQuotes(display(last_error))`,
      `undefined`,
      "tells in the tooltip what it is told of exports, and what is not reported",
    ],
    [
      "last_error_at is told",
      `time(last_error_at)]`,
      `undefined]`,
      "tells in the tooltip what it is told of exports, and what is not reported",
    ],
  ]),
  ...guards(
    "src/editor/resources/destinations/destinations.ts",
    testsOf("editor/resources/destinations")("show"),
    [
      ["headers are told by their names", `series(names.map(display))`, `""`, whole],
      ["description is told", `description && display(description)`, `description && ""`, whole],
      ["created_at is told", `dateRow(l10n.t("Created"), created_at)`, `undefined`, whole],
      ["updated_at is told", `dateRow(l10n.t("Changed"), updated_at)`, `undefined`, whole],
    ],
  ),
];
