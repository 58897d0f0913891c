// What guards the flows of proxies.
import { guards, testsOf, type Mutant } from "./mutant.ts";

const test = testsOf("editor/resources/proxies");
const [change, check, create] = [test("change"), test("check"), test("create")];
const whole = "asks for one's own, shows all answers without the password, and sends exactly them";

export const proxyGuards: readonly Mutant[] = [
  ...guards("src/editor/resourceEngine/fields/secret.ts", create, [
    ["A password is typed into a masked input", `password: true`, `password: false`, whole],
  ]),
  ...guards("src/editor/resources/proxies/proxies.ts", create, [
    ["A password is not shown", `password === "" ? l10n.t("None") : masked`, `password`, whole],
  ]),
  ...guards("src/editor/resourceEngine/questions.ts", create, [
    [
      "A second Enter after an edit does not send, nor of what another type needs",
      `value !== "create" && value.field === edited,`,
      `value === "create",`,
      "asks from the review what another type needs, and leaves all as it was with Back",
    ],
  ]),
  ...guards("src/editor/resources/proxies/certificates.ts", create, [
    [
      "A file of anything but certificates is not taken",
      `fault === undefined ? { ok: true, file, pem } : refused(fault)`,
      `fault === "" ? refused(fault) : { ok: true, file, pem }`,
      "takes no file that is something else, says why, and shows nothing of it",
    ],
  ]),
  ...guards("src/domain/resources/proxies.ts", testsOf("domain/resources")("proxies"), [
    [
      "A password goes with its user",
      `dependsOn: ["username"],`,
      `dependsOn: [],`,
      "forgets what belongs to another answer",
    ],
    [
      "A place goes with its country",
      `dependsOn: ["type", "country"],`,
      `dependsOn: ["type"],`,
      "forgets what belongs to another answer",
    ],
  ]),
  ...guards("src/api/operation.ts", check, [
    [
      "An answer without an id is about the proxy that the path names",
      `const { id = given.path?.["id"] ?? "" } = reading.value;`,
      `const { id = "" } = reading.value;`,
      "is told by an answer without id and name",
    ],
  ]),
  ...guards("src/api/otherResources.ts", test("show"), [
    [
      "A proxy has nothing that nobody knows, such as a password",
      `    z.object({\n      country: lenientText,`,
      `    z.looseObject({\n      country: lenientText,`,
      "is read without what nobody knows",
    ],
  ]),
  ...guards("src/editor/resources/proxies/commands.ts", check, [
    [
      "How a proxy was before says nothing of a check",
      `, status: proxy.status }`,
      ` }`,
      "says so where it tells nothing",
    ],
  ]),
  ...guards("src/editor/resources/proxies/commands.ts", check, [
    [
      "A check that could not be run is no failure of the proxy",
      `error.status === 422`,
      `error.status === 400`,
      "takes a check that could not be run for no failure of the proxy",
    ],
    [
      "Of proxies of many addresses no more is claimed than is proved",
      `type === "residential" || type === "mobile"`,
      `type === "satellite"`,
      "says what it proves of a proxy that is residential",
    ],
  ]),
  ...guards("src/editor/resourceEngine/remove.ts", testsOf("editor/resources/profiles")("profiles"), [
    [
      "A profile is not deleted while one of its logins runs",
      `resource.refuseRemoval?.(found) === true`,
      `false`,
      "is refused while one of its logins runs, which is named",
    ],
  ]),
  ...guards("src/editor/resourceEngine/edit.ts", testsOf("editor/resources/profiles")("profiles"), [
    [
      "A profile that connections use is renamed only with consent",
      `values)) === false) continue;`,
      `values)) === undefined) continue;`,
      "sends nothing where that is declined, and keeps the answer",
    ],
  ]),
  ...guards("src/editor/resourceEngine/remove.ts", change, [
    [
      "What holds a proxy is read when it was refused",
      `        end.kind === "refused"\n          ? usersAmong`,
      `        end.kind === "accepted"\n          ? usersAmong`,
      "names what holds it where the service refuses, and what leads there",
    ],
  ]),
  ...guards("src/editor/resourceEngine/questions.ts", create, [
    [
      "What an edit leaves open is asked before anything is sent",
      `to.kind === "next" ? firstOpen(values) : "review"`,
      `"review"`,
      "asks from the review what another type needs, and leaves all as it was with Back",
    ],
  ]),
  ...guards("src/domain/resource/requests.ts", testsOf("domain/resources")("proxies"), [
    [
      "What a type does not have is not sent",
      `applies?.(values) !== false`,
      `values !== undefined`,
      "sends of another type nothing that was answered for this one",
    ],
  ]),
  ...guards("src/domain/resources/proxies.ts", change, [
    [
      "What an answer leaves out is as it was, or as it was sent",
      `name: answer.name ?? name,`,
      ``,
      "is done where the answer has neither id nor name",
    ],
  ]),
  ...guards("src/domain/deletion/deletion.ts", change, [
    [
      "A 400 that says so means that it is in use",
      ` || error.code === "resource_in_use"`,
      ``,
      "names what holds it where the service refuses, and what leads there",
    ],
  ]),
];
