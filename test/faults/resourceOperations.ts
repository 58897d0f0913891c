// The operations on other resources as a user runs them: the command with its answers, the request, and the texts
// that show the outcome.
import assert from "node:assert/strict";
import type { Listing } from "../../src/api/listing.ts";
import type { AccountAccess } from "../../src/editor/accounts/clientFactory.ts";
import { PickerLists } from "../../src/editor/catalogue/pickerLists.ts";
import { identityCommands } from "../../src/editor/identity/commands.ts";
import { projectCommands } from "../../src/editor/projects/commands.ts";
import { browserHandle } from "../../src/api/browserSchemas.ts";
import { createResource } from "../../src/editor/resourceEngine/create.ts";
import { resourceEditor } from "../../src/editor/resourceEngine/edit.ts";
import { showResource } from "../../src/editor/resourceEngine/read.ts";
import { removeResource } from "../../src/editor/resourceEngine/remove.ts";
import { browserCommands } from "../../src/editor/resources/browsers/commands.ts";
import { launchBrowser } from "../../src/editor/resources/browsers/launch.ts";
import { credentials } from "../../src/editor/resources/credentials/credentials.ts";
import { OneTimeCodes } from "../../src/editor/resources/credentials/oneTimeCode.ts";
import { destinations } from "../../src/editor/resources/destinations/destinations.ts";
import { testProvider } from "../../src/editor/resources/providers/commands.ts";
import { providers } from "../../src/editor/resources/providers/providers.ts";
import { checkProxyCommand } from "../../src/editor/resources/proxies/commands.ts";
import { proxies } from "../../src/editor/resources/proxies/proxies.ts";
import { cardText } from "../../src/editor/results/cardText.ts";
import type { CommandResult } from "../../src/editor/results/result.ts";
import { describeError, quotedServiceMessages } from "../../src/editor/words/errors.ts";
import { mentioned } from "../doubles/vscode.ts";
import { inPart } from "../support/inPart.ts";
import { wordsOf } from "./operations.ts";
import { browserId, type OtherResources, type Row } from "./resources.ts";
import type { Stage } from "./stage.ts";
import { walk, type Act } from "./walk.ts";

/**
 * Outcome of an operation as the user sees it. `found`: the response was lost, and a read found the change. `unsent`:
 * the operation couldn't start.
 */
export type ResourceEnd =
  "done" | "accepted" | "found" | "refused" | "unknown" | "failed" | "not found" | "unsent";

/** Determines the outcome of faults. */
export type Kind =
  /** Creates a resource that a read can find after a lost response. */
  | "create"
  /** Creates a resource that a read can't identify. */
  | "blind create"
  /** Changes a value that replies report. */
  | "change"
  /** Changes a secret, which replies never report. */
  | "blind change"
  /** Deletes a resource, and waits as long as the service requests. */
  | "delete"
  /** Deletes a resource, and waits no longer than other requests. */
  | "plain delete"
  | "list"
  | "read"
  /** Makes the service run a check. */
  | "try";

export interface ResourceOperation {
  readonly name: string;
  readonly kind: Kind;
  /** The request, as named by {@link OtherResources}. */
  readonly sends: string;
  /** Runs the operation and returns the text of the result, of messages and of unexpected questions. */
  readonly run: (stage: Stage) => Promise<string>;
  /** Patterns of the text. The first match determines the outcome. */
  readonly ends: readonly (readonly [words: RegExp, end: ResourceEnd])[];
  /** True if the service carried out the change. Undefined for operations that change nothing. */
  readonly isDone?: (others: OtherResources) => boolean;
  /** Texts by number of the fault, if they differ from the row's. */
  readonly says?: Readonly<Record<number, string>>;
  /** Outcomes by number of the fault, if they differ from those of the kind. */
  readonly differs?: Readonly<Record<number, readonly [end: ResourceEnd, requests: number]>>;
}

/** Values typed into masked inputs, and the session ID of a browser. */
export const typedSecrets = [
  ...(["s3cret-password", "s3cret-token", "s3cret-header", "GEZDGNBVGY3TQOJQ"] as const),
  browserId,
] as const;
const [password, token, header, totp] = typedSecrets;

const notRead: ResourceOperation["ends"][number] = [
  /^Couldn't read the (?:browser|credential|destination|provider|proxy)$/m,
  "unsent",
];
const askedAgain: ResourceOperation["ends"][number] = [/^Asked again/m, "refused"];
const making: ResourceOperation["ends"] = [
  [/^(?!Couldn't).* created$/m, "done"],
  [/ exists, likely from your attempt$/m, "found"],
  [/^Couldn't confirm that .* was created$/m, "unknown"],
  askedAgain,
];
const deleting: ResourceOperation["ends"] = [
  [/accepted$/m, "accepted"],
  [/^Deleted /m, "done"],
  [/was already deleted$/m, "not found"],
  [/^Couldn't confirm that .* was deleted$/m, "unknown"],
  [/not deleted$/m, "failed"],
  notRead,
];
const reading: ResourceOperation["ends"] = [
  [/^Couldn't read the (?:account|browser|credential|destination|provider|proxy)$|^Not listed/m, "failed"],
  [/./, "done"],
];
const changing: ResourceOperation["ends"] = [
  [/^Couldn't confirm the changes$/m, "unknown"],
  notRead,
  askedAgain,
];

/** Runs a command and returns the text of its results and messages. */
const command =
  (start: (parts: Parts) => unknown, ...acts: readonly Act[]): ResourceOperation["run"] =>
  async (stage) => {
    const shown: CommandResult[] = [];
    const keep = (result: CommandResult) => Promise.resolve(void shown.push(result));
    const markDeleted = () => Promise.resolve(undefined);
    const { account, service } = stage;
    const requireAccess = () => service.access(account, new AbortController().signal);
    const parts = { ...stage, panel: { store: keep, show: keep, markDeleted }, requireAccess };
    const messages = await walk(Promise.resolve(start(parts)), acts);
    const cards = shown.map(({ card }) => `${card.title}\n${cardText(card)}`);
    return [...cards, ...mentioned, ...messages].join("\n");
  };

type Parts = Stage & {
  readonly panel: {
    readonly store: Keep;
    readonly show: Keep;
    readonly markDeleted: () => Promise<undefined>;
  };
  readonly requireAccess: () => Promise<AccountAccess>;
};
type Keep = (result: CommandResult) => Promise<undefined>;

/** Fetches a list as pickers do and returns its error text. */
const listOperation =
  (read: (lists: PickerLists, signal: AbortSignal) => Promise<Listing<unknown>>): ResourceOperation["run"] =>
  async ({ account, service }) => {
    const { signal } = new AbortController();
    const listing = await read(new PickerLists((await service.access(account, signal)).client), signal);
    if (listing.kind === "complete") return `${listing.rows.length} rows`;
    assert.ok(listing.kind === "failed", listing.kind);
    return wordsOf(["Not listed", describeError(listing.error), quotedServiceMessages(listing.error)]);
  };
const none = (): undefined => undefined;
const neverFollows = (): Promise<void> => Promise.resolve();
const browser = { id: browserHandle(browserId) };

const typed = (...texts: readonly string[]): readonly Act[] => texts.map((type) => ({ type }));

/** Steps that enter a credential's values. */
const values: readonly Act[] = [
  { choose: "$(add) Add Password…" },
  { type: password },
  { choose: "$(check) Continue" },
];

/** Creates a resource named "mine" at this path. */
const make = (
  noun: string,
  kind: Kind,
  path: string,
  start: (parts: Parts) => Promise<unknown>,
  ...acts: readonly Act[]
): ResourceOperation => ({
  name: `create a ${noun}`,
  kind,
  sends: `POST ${path}`,
  run: command(start, ...acts),
  ends: making,
  isDone: (others) => others.rows(path).some(({ name }) => name === "mine"),
});

const makers: readonly ResourceOperation[] = [
  make(
    "credential",
    "create",
    "/credentials",
    (parts) => createResource(credentials(parts), parts),
    ...typed("mine", "shop.example"),
    ...values,
    { type: totp },
    { choose: "None" },
    { choose: "$(add) Create Credential" },
  ),
  make(
    "proxy",
    "blind create",
    "/proxies",
    (parts) => createResource(proxies(parts), parts),
    { choose: "Custom" },
    ...typed("proxy.corp.example", "3128"),
    { choose: "HTTPS" },
    ...typed("browser", password),
    { choose: "Public Certificates" },
    ...typed("", "mine"),
    { choose: "$(add) Create Proxy" },
  ),
  make(
    "provider",
    "create",
    "/org/credential_providers",
    (parts) => createResource(providers(parts), parts),
    ...typed("mine", token),
    { choose: "$(add) Create Provider" },
  ),
  make(
    "destination",
    "create",
    "/telemetry/destinations",
    (parts) => createResource(destinations(parts), parts),
    { choose: "Another Collector" },
    ...typed("mine", "https://mine.example"),
    { choose: "$(add) Add a Header…" },
    ...typed("X-Key", header),
    { choose: "$(check) Continue" },
    { type: "" },
    { choose: "$(add) Create Destination" },
  ),
];

/** Edits the resource of this path and saves the changes. */
const change = (
  [name, kind, path]: readonly [name: string, kind: Kind, path: string],
  start: (parts: Parts) => Promise<unknown>,
  acts: readonly Act[],
  isDone: (row: Row) => boolean,
  done = /^Changes saved$/m,
): ResourceOperation => ({
  name,
  kind,
  sends: `PATCH ${path}/{}`,
  run: command(start, ...acts, { choose: "$(save) Save Changes" }),
  ends: [[done, "done"], [/ no longer exists$/m, "not found"], ...changing],
  differs: { 77: ["not found", 1] },
  isDone: (others) => others.rows(path).some(isDone),
});

const changes: readonly ResourceOperation[] = [
  change(
    ["rename a credential", "change", "/credentials"],
    (parts) => resourceEditor(credentials(parts), parts)({ id: "cred_1" }),
    [{ choose: "Name" }, { type: "renamed" }],
    ({ name }) => name === "renamed",
  ),
  change(
    ["replace a value of a credential", "blind change", "/credentials"],
    (parts) => resourceEditor(credentials(parts), parts)({ id: "cred_1" }),
    [
      { choose: "Values" },
      { choose: "password" },
      { choose: "Replace…" },
      { type: password },
      { choose: "$(check) Continue" },
    ],
    (row) => "values" in row,
  ),
  change(
    ["rename a proxy", "change", "/proxies"],
    (parts) => resourceEditor(proxies(parts), parts)({ id: "proxy_1" }),
    [{ type: "renamed" }],
    ({ name }) => name === "renamed",
  ),
  change(
    ["disable a provider", "change", "/org/credential_providers"],
    (parts) => resourceEditor(providers(parts), parts)({ id: "cp_1" }),
    [{ choose: "Enabled" }, { choose: "No" }],
    ({ enabled }) => enabled === false,
    /^The provider is disabled/m,
  ),
  change(
    ["replace the token of a provider", "blind change", "/org/credential_providers"],
    (parts) => resourceEditor(providers(parts), parts)({ id: "cp_1" }),
    [{ choose: "Token" }, { type: token }],
    (row) => "token" in row,
    /^Token replaced/m,
  ),
  change(
    ["describe a destination", "change", "/telemetry/destinations"],
    (parts) => resourceEditor(destinations(parts), parts)({ id: "otlp_1" }),
    [{ choose: "Description" }, { type: "renamed" }],
    ({ description }) => description === "renamed",
  ),
  change(
    ["rotate a header of a destination", "blind change", "/telemetry/destinations"],
    (parts) => resourceEditor(destinations(parts), parts)({ id: "otlp_1", first: "headers" }),
    [{ type: header }],
    (row) => JSON.stringify(row).includes(header),
  ),
];

const deletion = (
  noun: string,
  path: string,
  start: (parts: Parts) => Promise<unknown>,
): ResourceOperation => ({
  name: `delete a ${noun}`,
  kind: "delete",
  sends: `DELETE ${path}/{}`,
  run: command(start, { press: "Delete" }),
  ends: deleting,
  isDone: (others) => others.rows(path).length === 0,
});

const deletions: readonly ResourceOperation[] = [
  deletion("credential", "/credentials", (parts) =>
    removeResource(credentials(parts), parts, { id: "cred_1" }),
  ),
  deletion("proxy", "/proxies", (parts) => removeResource(proxies(parts), parts, { id: "proxy_1" })),
  deletion("provider", "/org/credential_providers", (parts) =>
    removeResource(providers(parts), parts, { id: "cp_1" }),
  ),
];

const browserOperations: readonly ResourceOperation[] = [
  {
    name: "launch a browser",
    kind: "blind create",
    sends: "POST /browsers",
    says: { 2: "You aren't signed in" },
    run: command((parts) => launchBrowser(inPart({ ...parts, start: neverFollows }), { profile: "bot" }), {
      choose: "Launch Browser",
    }),
    ends: [
      [/^This browser has no live view/m, "done"],
      [/^We couldn't confirm that the browser was launched/m, "unknown"],
      [/^Not launched/m, "refused"],
    ],
    isDone: (others) => others.rows("/browsers").length === 2,
  },
  {
    name: "end a browser",
    kind: "plain delete",
    sends: "DELETE /browsers/{}",
    says: { 71: "The service didn't accept the input" },
    run: command(
      (parts) =>
        browserCommands(inPart({ ...parts, start: neverFollows }))["managedAuth.endBrowser"].start(browser),
      { press: "End Browser" },
    ),
    ends: [
      [/^Browser ended/m, "done"],
      [/^We couldn't confirm that the browser ended/m, "unknown"],
      [/^Browser not ended/m, "failed"],
      notRead,
    ],
    isDone: (others) => others.rows("/browsers").length === 0,
  },
];

const trials: readonly ResourceOperation[] = [
  {
    name: "check a proxy",
    kind: "try",
    sends: "POST /proxies/{}/check",
    says: { 84: "" },
    run: command((parts) => checkProxyCommand(parts, { id: "proxy_1", site: "" })),
    ends: [
      [/ works$/m, "done"],
      [/^Couldn't confirm the check$/m, "unknown"],
      [/^Proxy not checked$|^Couldn't run the check$/m, "refused"],
      notRead,
    ],
  },
  {
    name: "test a provider",
    kind: "try",
    sends: "POST /org/credential_providers/{}/test",
    run: command((parts) => testProvider(parts, { id: "cp_1" })),
    ends: [[/^The token works/m, "done"], [/^Couldn't test the provider/m, "failed"], notRead],
  },
];

/** Fetches data for a page. */
const page = (name: string, sends: string, start: (parts: Parts) => unknown): ResourceOperation => ({
  ...{ name, kind: "read", sends, ends: reading },
  run: command(start),
});

const reads: readonly ResourceOperation[] = [
  page("show a credential", "GET /credentials/{}", (parts) =>
    showResource(credentials(parts), parts, { id: "cred_1" }),
  ),
  page("show a proxy", "GET /proxies/{}", (parts) => showResource(proxies(parts), parts, { id: "proxy_1" })),
  page("show a provider", "GET /org/credential_providers/{}", (parts) =>
    showResource(providers(parts), parts, { id: "cp_1" }),
  ),
  page("show a browser", "GET /browsers/{}", async (parts) => {
    // The clock can't time out several reads at different times.
    await parts.listed.proxies.refresh();
    await browserCommands(inPart({ ...parts, start: neverFollows }))["managedAuth.showBrowser"].start(
      browser,
    );
  }),
  page("show a destination", "GET /telemetry/destinations/{}", (parts) =>
    showResource(destinations(parts), parts, { id: "otlp_1" }),
  ),
  {
    ...page("show the account", "GET /auth/context", (parts) =>
      identityCommands(parts)["managedAuth.showAccount"].start({}),
    ),
    // Every field is optional, and older services lack this route.
    differs: { 68: ["done", 1], 77: ["done", 1] },
  },
  {
    ...page("copy a one-time code", "GET /credentials/{}/totp-code", async (parts) => {
      const codes = new OneTimeCodes({ ...parts, start: () => Promise.resolve() }, parts.clock);
      await codes.copy({ id: "cred_1" });
      codes.dispose();
    }),
    ends: [
      [/^One-time code copied/m, "done"],
      [/./, "failed"],
    ],
  },
];

const list = (name: string, sends: string, read: Parameters<typeof listOperation>[0]): ResourceOperation => ({
  ...{ name, kind: "list", sends, ends: reading },
  run: listOperation(read),
});

const lists: readonly ResourceOperation[] = [
  list("list credentials", "GET /credentials", (all, signal) => all.credentials("", none, signal)),
  list("list proxies", "GET /proxies", (all, signal) => all.proxies("", none, signal)),
  list("list providers", "GET /org/credential_providers", (all, signal) => all.providers("", none, signal)),
  list("list browsers", "GET /browsers", (all, signal) => all.browsers("", none, signal)),
  list("list destinations", "GET /telemetry/destinations", (all, signal) =>
    all.destinations("", none, signal),
  ),
  list("list the items of a provider", "GET /org/credential_providers/{}/items", (all, signal) =>
    all.items("vault")("", none, signal),
  ),
  {
    ...list("choose a project", "GET /org/projects", () => assert.fail("a command reads them")),
    run: command((parts) => projectCommands(parts)["managedAuth.chooseProject"].start({})),
    ends: [
      [/^Asked again$/m, "done"],
      [/./, "failed"],
    ],
  },
];

export const sendingOperations = [...makers, ...changes, ...deletions, ...trials, ...browserOperations];
export const readingOperations = [...reads, ...lists];
