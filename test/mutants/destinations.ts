// What guards the view and the page of telemetry destinations.
import { guards, testsOf, type Mutant } from "./mutant.ts";

const within = testsOf("editor/connections/creation")("createNew");
const view = testsOf("editor/sidebar")("destinations");
const room = testsOf("editor/resources/destinations");
const [page, create, edit, checks] = [room("show"), room("create"), room("edit"), room("checks")];
const suite = testsOf("editor/resources")("conformance");
const model = testsOf("domain/resources")("destinations");
const whole = "asks, shows all answers without a secret, and sends exactly them";
const again = "asks again for a name that the service says is taken, and sends nothing by a second Enter";
const secret = "holds no value of a header, no user of an address, and nothing of the reply as it came";

export const destinationGuards: readonly Mutant[] = [
  ...guards("src/editor/kit/inputs/wizard.ts", within, [
    [
      "Back at the first question leads to the flow it belongs to",
      `options.within !== undefined && isFirst(steps, position)`,
      `isFirst(steps, position) && options.within === position`,
      "comes back with Back at its first question, and Back goes on to the one before",
    ],
  ]),
  ...guards("src/editor/connections/settings/createNew.ts", within, [
    [
      "The list has what was made meanwhile",
      `lists.forget(list);`,
      `void list;`,
      "makes one where there is none, and sends it by its ID",
    ],
  ]),
  ...guards("src/editor/connections/settings/telemetry.ts", within, [
    [
      "What was made is chosen, also where the list does not have it",
      `chosen === undefined ? rows :`,
      `chosen !== undefined || rows.length >= 0 ? rows :`,
      "has the new one chosen, too, where the list cannot be read again",
    ],
  ]),
  ...guards("src/editor/catalogue/readModel.ts", view, [
    [
      "An answer of an account that was left is dropped",
      `    this.#underWay?.stop.abort();\n    this.#underWay = undefined;`,
      `    this.#underWay = undefined;`,
      "drops an answer that comes after the account was left",
    ],
    [
      "An account that was left is forgotten",
      `this.take({});`,
      `this.take(this.#state);`,
      "shows nothing of an account that was left",
    ],
  ]),
  ...guards("src/editor/sidebar/resources.ts", testsOf("editor/sidebar")("resources"), [
    [
      "Only once all connections were read, a credential is unused",
      `reading === undefined || reading.more || reading.unreadable > 0 ? undefined : reading.rows`,
      `reading?.rows`,
      "claims nothing of credentials where some connections couldn't be read",
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
  ...guards("src/editor/resources/destinations/rows.ts", view, [
    [
      "A tooltip has no user of an address",
      `[display(maskedAddress(endpoint))]`,
      `[display(endpoint)]`,
      "tells in the tooltip what it is told of exports, and what is not reported",
    ],
  ]),
  ...guards("src/editor/resources/destinations/destinations.ts", page, [
    [
      "A page has no user of an address",
      `codeRow(l10n.t("Endpoint"), display(maskedAddress(endpoint)))`,
      `codeRow(l10n.t("Endpoint"), display(endpoint))`,
      secret,
    ],
    ["An address is not kept", `, volatile: true }`, ` }`, "keeps no address"],
  ]),
  ...guards("src/editor/resourceEngine/fields/keyed.ts", create, [
    ["A value is typed into a masked input", `        password: true,\n`, ``, whole],
  ]),
  ...guards("src/editor/resourceEngine/questions.ts", suite, [
    [
      "A second Enter after an edit does not send",
      `value !== "create" && value.field === edited,`,
      `value === "create",`,
      again,
    ],
  ]),
  ...guards("src/editor/resources/destinations/destinations.ts", create, [
    [
      "The address of another collector goes with it",
      `[typed, value, known?.endpoint].find((one) => one !== undefined && !others.includes(one))`,
      `[typed, value, known?.endpoint].find((one) => one !== undefined)`,
      "takes the endpoint of another collector, unless it was typed",
    ],
  ]),
  ...guards("src/editor/kit/inputs/wizard.ts", create, [
    [
      "The title names the question",
      `labelled(options.title, options.subject(step))`,
      `labelled(options.title, options.title)`,
      whole,
    ],
  ]),
  ...guards("src/domain/resources/destinations.ts", suite, [
    [
      "Somebody else's destination is not taken for ours",
      `foundBy: ["name", "endpoint"]`,
      `foundBy: ["name"]`,
      "does not claim what it can't know, where what is found leads elsewhere",
    ],
  ]),
  ...guards("src/editor/resourceEngine/create.ts", suite, [
    [
      "What was refused is no lost answer",
      `if (outcome.kind === "failed" && outcome.error.sent !== "unknown")`,
      `if (outcome.kind === "failed" && outcome.error.sent === "no")`,
      "leads back to the answers where the service refuses an input",
    ],
  ]),
  ...guards("src/domain/resource/save.ts", suite, [
    [
      "What was refused is no lost answer",
      `outcome.error.sent !== "unknown"`,
      `isGone(outcome.error)`,
      "leads back to the answers where the service refuses",
    ],
  ]),
  ...guards("src/domain/resource/model.ts", model, [
    [
      "Nothing is claimed of a header's value",
      `return before !== undefined && has(before, key) === false ? "same" : "unknown";`,
      `return "same";`,
      "nothing of a value",
    ],
    [
      "A header is the same however it is spelled",
      `keys(reply)?.some((one) => canonical(one) === canonical(key))`,
      `keys(reply)?.includes(key)`,
      "that an added one is there",
    ],
    [
      "Another order of headers is no change by someone else",
      `keys(reply)?.map(canonical).sort()`,
      `keys(reply)`,
      "is no other spelling or order",
    ],
    [
      "A header that is gone is not taken away again",
      `value === null && isLeft(key)`,
      `value === null`,
      "changes one header, and not the one away that is not there",
    ],
  ]),
  ...guards("src/editor/resourceEngine/fields/text.ts", edit, [
    [
      "An address with a login in it is not shown",
      `shown === undefined || masked(shown) === shown ? shown : undefined`,
      `shown`,
      "shows no login that an address holds, and does not ask for it again",
    ],
  ]),
  ...guards("src/editor/resourceEngine/pages.ts", edit, [
    [
      "No page of a change is kept with an address",
      `...(volatile && { volatile }),`,
      ``,
      "shows it as it is, asks, and sends only what differs",
    ],
  ]),
  ...guards("src/editor/resources/destinations/delete.ts", edit, [
    [
      "A token of the organization is not taken for one of a project",
      `project === null`,
      `project === ""`,
      "says exactly why a token of the organization may not",
    ],
  ]),
  ...guards("src/net/privateHosts.ts", checks, [
    [
      "No address of this computer by its name",
      `if (host === "localhost" || host.endsWith(".localhost")) return true;`,
      ``,
      "is not this computer",
    ],
    ["No private address: 10", `  ["10.0.0.0", 8],\n`, ``, "is not private: 10"],
    ["No shared address", `  ["100.64.0.0", 10],\n`, ``, "is not shared by a provider's customers"],
    ["No loopback", `  ["127.0.0.0", 8],\n`, ``, "is not loopback"],
    ["No link-local address", `  ["169.254.0.0", 16],\n`, ``, "is not link-local"],
    ["No private address: 172.16", `  ["172.16.0.0", 12],\n`, ``, "is not private: 172.31"],
    ["No private address: 192.168", `  ["192.168.0.0", 16],\n`, ``, "is not private: 192.168"],
    ["No loopback of IPv6", `  ["::", 127],\n`, ``, "is not loopback of IPv6"],
    ["No private address of IPv6", `  ["fc00::", 7],\n`, ``, "is not private of IPv6"],
    ["No link-local address of IPv6", `  ["fe80::", 10],\n`, ``, "is not link-local of IPv6"],
  ]),
  ...guards("src/api/destinationRequests.ts", checks, [
    ["No query", `if (/[?#]/.test(text)) return "query";`, ``, "has no query, not even an empty one"],
    ["No path of a signal", `"signal" : undefined`, `undefined : undefined`, "has no path of a signal"],
  ]),
  ...guards("src/editor/resources/destinations/checks.ts", checks, [
    [
      "No name that is taken",
      `if (names.includes(name))`,
      `if (names.length < 0)`,
      "is not one that is there",
    ],
    [
      "No name like an ID",
      `if (isShapedLikeId(name, ids))`,
      `if (ids.length < 0)`,
      "does not begin as the IDs do",
    ],
    [
      "Headers are limited together",
      `headerBytes({ ...Object.fromEntries(others), [name]: value })`,
      `headerBytes({ [name]: value })`,
      "has not 8193 bytes with the others",
    ],
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
