// What guards the flows of proxies.
import { guards, testsOf, type Mutant } from "./mutant.ts";

const of = testsOf("editor/proxies");
const create = of("create");
const acts = of("acts");
const whole = "asks for one's own, shows all answers without the password, and sends exactly them";

export const proxyGuards: readonly Mutant[] = [
  ...guards("src/editor/proxies/ownQuestions.ts", create, [
    ["A password is typed into a masked input", `    password: true,\n`, ``, whole],
  ]),
  ...guards("src/editor/proxies/review.ts", create, [
    [
      "A password is not shown",
      `(draft.password ?? "") === "" ? none : masked`,
      `draft.password ?? ""`,
      whole,
    ],
  ]),
  ...guards("src/editor/kit/inputs/reviewCreation.ts", create, [
    [
      "A second Enter after an edit does not send, nor of what another type needs",
      `value !== "create" && value.field === edited,`,
      `value === "create",`,
      "asks from the review what another type needs, and leaves all as it was with Back",
    ],
  ]),
  ...guards("src/editor/proxies/ownQuestions.ts", create, [
    [
      "A file of anything but certificates is not taken",
      `fault === undefined ? { ok: true, file, pem } : refused(fault)`,
      `fault === "" ? refused(fault) : { ok: true, file, pem }`,
      "takes no file that is something else, says why, and shows nothing of it",
    ],
  ]),
  ...guards("src/domain/proxies/draft.ts", testsOf("domain/proxies")("draft"), [
    [
      "A password goes with its user",
      `password !== undefined && draft.username === username && { password }`,
      `password !== undefined && { password }`,
      "forgets what belongs to another answer",
    ],
    [
      "A place goes with its country",
      `place !== undefined && draft.country === country && { place }`,
      `place !== undefined && { place }`,
      "forgets what belongs to another answer",
    ],
  ]),
  ...guards("src/api/operations.ts", create, [
    [
      "A lost create of a proxy is never sent again",
      `ProxyCreateRequest, AnsweredProxy, policies.once`,
      `ProxyCreateRequest, AnsweredProxy, policies.again`,
      "says what cannot be known where the answer is lost (ECONNRESET), and leads to the list",
    ],
  ]),
  ...guards("src/api/operations.ts", acts, [
    [
      "A check of a proxy is never sent again",
      `ProxyCheckRequest, AnsweredProxy, policies.once`,
      `ProxyCheckRequest, AnsweredProxy, policies.again`,
      "never sends one again whose answer is lost",
    ],
  ]),
  ...guards("src/api/operations.ts", of("acts"), [
    [
      "An answer without an id is about the proxy that the path names",
      `const { id = given.path.id } = reading.value;`,
      `const { id = "" } = reading.value;`,
      "is told by an answer without id and name",
    ],
  ]),
  ...guards("src/api/otherResources.ts", of("show"), [
    [
      "A proxy has nothing that nobody knows, such as a password",
      `    z.object({\n      country: lenientText,`,
      `    z.looseObject({\n      country: lenientText,`,
      "is read without what nobody knows",
    ],
  ]),
  ...guards("src/editor/proxies/check.ts", acts, [
    [
      "How a proxy was before says nothing of a check",
      `  status: checked.status,\n`,
      ``,
      "says so where it tells nothing",
    ],
  ]),
  ...guards("src/editor/proxies/checkedCard.ts", acts, [
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
  ...guards("src/editor/proxies/delete.ts", acts, [
    [
      "Nothing is deleted without consent",
      `if (!(await confirmDeletion(proxy, users, accountLabel(account)))) return;`,
      `await confirmDeletion(proxy, users, accountLabel(account));`,
      "deletes nothing without consent",
    ],
    [
      "What holds a proxy is read when it was refused",
      `end.kind === "refused" ? await usersOf(access, proxy, signal) : users`,
      `users`,
      "names what holds it where the service refuses, and what leads there",
    ],
  ]),
  ...guards("src/domain/deletion/deletion.ts", acts, [
    [
      "A 400 that says so means that it is in use",
      ` || error.code === "resource_in_use"`,
      ``,
      "names what holds it where the service refuses, and what leads there",
    ],
  ]),
];
