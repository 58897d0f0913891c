// §2.6: what is captured, and where it goes.
import { guards, testsOf, type Mutant } from "../mutant.ts";
import { without } from "./row.ts";

const categories = [
  "control",
  "connection",
  "system",
  "captcha",
  "console",
  "network",
  "page",
  "interaction",
  "screenshot",
];
const shown = testsOf("editor/connections/shown");
const drawn = "the telemetry of a connection";

export const telemetryRules: readonly Mutant[] = [
  ...guards("src/editor/connections/shown/blocks.ts", shown("telemetry"), [
    ["Categories are layered onto the default set", `?? byDefault;`, `?? false;`, drawn],
    ["A category's flag is shown", `browser[category]?.enabled ?? byDefault`, `byDefault`, drawn],
    ["enabled=false is off", `if (telemetry.enabled === false)`, `if (false)`, "is one word where it is off"],
    ["Categories that nobody knows are shown", `return [...known, ...others];`, `return known;`, drawn],
    [
      "The destination is shown by its id",
      `destination?.id ?? destination?.name`,
      `destination?.name`,
      drawn,
    ],
    [
      "The destination is shown by its name",
      `destination?.id ?? destination?.name`,
      `destination?.id`,
      drawn,
    ],
  ]),
  ...guards(
    "src/api/telemetry.ts",
    "test/unit/api/schemas.test.ts",
    categories.map((category) =>
      without(
        `${category} may be sent`,
        `  ${category}: z.optional(Flag),\n`,
        `${category} of telemetry goes out as it is`,
      ),
    ),
  ),
  ...guards("src/api/telemetry.ts", "test/unit/api/schemas.test.ts", [
    [
      "enabled=false goes out alone",
      `z.strictObject({ enabled: z.literal(false) }),`,
      `z.looseObject({ enabled: z.literal(false) }),`,
      "refuses to send what §2.6 forbids",
    ],
    [
      "A destination has one of id and name",
      `z.union([z.strictObject({ id: name }), z.strictObject({ name })])`,
      `z.union([z.looseObject({ id: name }), z.looseObject({ name })])`,
      "refuses to send what §2.6 forbids",
    ],
    [
      "enabled=false of an export goes out with no destination",
      `otlp: z.strictObject({ destination: z.union`,
      `otlp: z.looseObject({ destination: z.union`,
      "refuses to send what §2.6 forbids",
    ],
    without(
      "A destination may be sent by id",
      `z.strictObject({ id: name }), `,
      "a destination by its id goes out as it is",
    ),
    [
      "A destination may be sent by name",
      `[z.strictObject({ id: name }), z.strictObject({ name })]`,
      `[z.strictObject({ id: name })]`,
      "a destination by its name goes out as it is",
    ],
  ]),
  ...guards(
    "src/editor/connections/settings/words.ts",
    testsOf("editor/connections/settings")("categories"),
    [
      [
        "Bodies are cut at 8 and 4 KB (§8)",
        `Text bodies are cut at 8 KB (JSON, XML, forms) or 4 KB (others)`,
        `Text bodies are cut`,
        "says where network telemetry is cut (§8)",
      ],
    ],
  ),
];
