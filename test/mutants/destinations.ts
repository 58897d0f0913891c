// What guards the view and the page of telemetry destinations.
import { guards, testsOf, type Mutant } from "./mutant.ts";

const view = testsOf("editor/sidebar")("destinations");
const page = testsOf("editor/destinations")("show");
const secret = "holds no value of a header, no user of an address, and nothing of the reply as it came";

export const destinationGuards: readonly Mutant[] = [
  ...guards("src/editor/catalogue/destinations.ts", view, [
    [
      "An answer of an account that was left is dropped",
      `    if (signal.aborted) return;\n    this.#state = state;`,
      `    this.#state = state;`,
      "drops an answer that comes after the account was left",
    ],
    [
      "An account that was left is forgotten",
      `    this.#state = {};\n    this.#changed`,
      `    this.#changed`,
      "shows nothing of an account that was left",
    ],
  ]),
  ...guards("src/editor/sidebar/destinations.ts", view, [
    [
      "That nothing selects one is said only where all connections are known",
      `const whole = known !== undefined && !known.more`,
      `const whole = !(known?.more === true)`,
      "does not claim that nothing selects one before all connections are known",
    ],
  ]),
  ...guards("src/editor/destinations/rows.ts", view, [
    [
      "A tooltip has no user of an address",
      `[display(maskedAddress(endpoint))]`,
      `[display(endpoint)]`,
      "tells in the tooltip what it is told of exports, and what is not reported",
    ],
  ]),
  ...guards("src/editor/destinations/shownCard.ts", page, [
    [
      "A page has no user of an address",
      `codeRow(l10n.t("Endpoint"), display(maskedAddress(endpoint)))`,
      `codeRow(l10n.t("Endpoint"), display(endpoint))`,
      secret,
    ],
    ["An address is not kept", `, volatile: true }`, ` }`, "keeps no address"],
  ]),
  ...guards("src/api/otherResources.ts", page, [
    [
      "The values of headers are dropped where they are read",
      `z.transform((headers) => Object.keys(headers))`,
      `z.transform((headers) => Object.entries(headers).map(String))`,
      secret,
    ],
  ]),
];
