// Runs each command from each place that the manifest contributes it to, with the arguments that VS Code passes
// there.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { beforeEach, describe, it, type TestContext } from "node:test";
import { commands } from "vscode";
import * as z from "zod/mini";
import { connectionView } from "../../../../src/domain/connections/connectionView.ts";
import { rememberRows } from "../../../../src/editor/kit/ofThisWindow.ts";
import { commandArgumentsFor } from "../../../../src/editor/sidebar/commandArguments.ts";
import { nodeRow, type SidebarNode } from "../../../../src/editor/sidebar/sidebarNode.ts";
import { resourceKinds } from "../../../../src/editor/words/declaredArguments.ts";
import { commandIds } from "../../../../src/editor/words/contributions.ts";
import { FileDialog, InputBox, Message, QuickPick, reset, screen, Uri } from "../../../doubles/vscode.ts";
import { openWindow } from "../../../support/window.ts";

beforeEach(reset);

const root = new URL("../../../../", import.meta.url);
const read = (name: string): unknown => JSON.parse(readFileSync(new URL(name, root), "utf8"));
const text = z.string();
const item = { command: z.optional(text), when: z.optional(text) };
const key = z.object({ ...item, args: z.optional(z.object({ commands: z.array(text) })) });
const { contributes } = z
  .object({
    contributes: z.object({ menus: z.record(text, z.array(z.object(item))), keybindings: z.array(key) }),
  })
  .parse(read("package.json"));
const links = Object.values(z.record(text, text).parse(read("package.nls.json"))).flatMap((words) =>
  [...words.matchAll(/\(command:([\w.]+)\)/g)].map(([, command = ""]) => command),
);

/** Command IDs by contribution point. */
const places: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(
    Object.entries(contributes.menus).map(([menu, items]) => [
      menu,
      items.flatMap(({ command }) => command ?? []),
    ]),
  ),
  keys: contributes.keybindings.flatMap(({ args, command = "" }) => args?.commands ?? [command]),
  links,
};

const failure = { kind: "sandboxFailed", reason: "no" } as const;
const feature = { key: "gpu", known: true, enabled: true, bounds: [], reported: true } as const;
const bound = { key: "max_concurrent_browsers", value: 3, unit: "count" } as const;
const connection = { id: "ma_1", domain: "bank.example", profile_name: "work", status: "NEEDS_AUTH" };
const request = { domain: "bank.example", profile_name: "work" };
const destination = {
  ...{ id: "td_1", name: "archive", endpoint: "https://otlp.example/v1" },
  ...{ description: undefined, headers: undefined, created_at: undefined, updated_at: undefined },
  ...{ consecutive_failures: 0, last_error: undefined, last_error_at: undefined, last_export_at: undefined },
};
const attempt = {
  ...({ v: 1, phase: "unknown" } as const),
  ...{ id: "p1", accountId: "a", baseUrl: "https://api.example.com", request, startedAt: 0, pid: 1 },
};
const viewOf = (fields: Partial<typeof connection> = {}) =>
  connectionView({ ...connection, ...fields }, new Date());
const view = viewOf();
const contextValues = {
  profiles: "profile",
  proxies: "proxy",
  credentials: "credential",
  providers: "provider",
  browsers: "browser",
};

/** Sample rows by kind. */
const rows: { readonly [Kind in SidebarNode["kind"]]: readonly Extract<SidebarNode, { kind: Kind }>[] } = {
  pending: [{ kind: "pending", attempt: { pending: attempt, isFromEarlierSignIn: false } }],
  connection: [
    { kind: "connection", view },
    { kind: "connection", view: viewOf({ id: "ma_2" }), watched: true },
    { kind: "connection", view: viewOf({ id: "ma_3", status: "AUTHENTICATED" }) },
    { kind: "connection", view: viewOf({ id: "ma_4" }), deleting: true },
  ],
  connectionGroup: [{ kind: "connectionGroup", group: { by: "status", name: "needsYou" }, children: [] }],
  unlisted: [{ kind: "unlisted", failure }],
  more: [{ kind: "more", read: 100 }],
  nothingNeedsYou: [{ kind: "nothingNeedsYou" }],
  nothingFound: [{ kind: "nothingFound", text: "x" }],
  destination: [{ kind: "destination", destination, usedBy: [], isComplete: true }],
  selecting: [{ kind: "selecting", destinationId: "td_1", connection }],
  destinationsUnlisted: [{ kind: "destinationsUnlisted", failure }],
  resourceList: resourceKinds.map((of) => ({ kind: "resourceList", of })),
  resource: [
    ...resourceKinds.map((of) => ({
      ...{ kind: "resource" as const, of, id: `${of}_1`, name: "work", isProblem: false },
      ...{ choice: { label: "work", value: "work" }, contextValue: contextValues[of] },
    })),
    {
      ...{ kind: "resource", of: "credentials", id: "credentials_2", isProblem: false },
      ...{ choice: { label: "work", value: "work" }, contextValue: "credentialWithCode" },
    },
  ],
  noResources: [{ kind: "noResources", of: "proxies" }],
  moreResources: [{ kind: "moreResources", of: "proxies", read: 100 }],
  resourcesUnlisted: [{ kind: "resourcesUnlisted", of: "proxies", failure }],
  plan: [{ kind: "plan", plan: { id: "p", effective_id: undefined, status: undefined, trial: undefined } }],
  group: [{ kind: "group", group: "limits", rows: [] }],
  use: [{ kind: "use", id: "browsers", bound }],
  checks: [{ kind: "checks", feature, checks: { minimum: 1, usual: 1, maximum: 1 } }],
  feature: [{ kind: "feature", feature }],
  bound: [{ kind: "bound", feature, bound }],
  failure: [{ kind: "failure", failure }],
};
const allRows: readonly SidebarNode[] = Object.values(rows).flat();

const callers: Readonly<Record<string, readonly (readonly unknown[])[]>> = {
  "without a row": [[], [undefined, undefined], [null]],
  "with a row of each kind": allRows.map((row) => [row, undefined]),
  "with several rows": allRows.map((row) => [row, allRows]),
  "with a foreign object": [
    [{ id: "ma_1" }],
    [{ kind: "connection", view }, [{ kind: "connection", view }]],
    [Uri.file("/a/managed-auth.jsonc"), { groupId: 0 }],
    ["text", 1],
    [[]],
  ],
};

/** Runs a command to its end, dismisses everything that it shows, and returns the texts of error messages. */
async function run(command: string, args: readonly unknown[]): Promise<readonly string[]> {
  const errors: string[] = [];
  const state = { ended: false };
  const markEnded = (): boolean => (state.ended = true);
  const running = commands.executeCommand(command, ...args);
  running.then(markEnded, markEnded);
  while (!state.ended) {
    for (const shown of screen.all) {
      if (shown instanceof Message) {
        if (shown.severity === "error") errors.push(shown.text);
        shown.choose(undefined);
      } else if (shown instanceof FileDialog) shown.choose();
      else if (shown instanceof QuickPick || shown instanceof InputBox) shown.escape();
    }
    await new Promise(setImmediate);
  }
  screen.clear();
  await running;
  return errors;
}

/** Opens a window whose service lists one connection and one destination. */
async function openExtension(context: TestContext): Promise<void> {
  const { wire } = await openWindow(context);
  // Serving a path again keeps its position, and the last matching entry wins.
  wire.hold("GET /org/entitlements");
  wire.serve("GET /", 200, []);
  wire.serve("GET /org", 200, {});
  wire.serve("GET /org/entitlements", 200, { features: {}, limits: {}, plan: { id: "p" } });
  wire.serve("GET /auth/connections", 200, [connection]);
  wire.serve("GET /auth/connections/", 200, connection);
  wire.serve("GET /telemetry/destinations", 200, [destination]);
  wire.serve("GET /telemetry/destinations/", 200, destination);
  for (const method of ["POST", "PATCH", "DELETE"]) wire.serve(method, 500, {});
}

describe("all contributed commands", () => {
  for (const [place, ids] of Object.entries(places))
    for (const [caller, calls] of Object.entries(callers))
      it(`show no unexpected errors when called ${caller}: ${place}`, async (context) => {
        await openExtension(context);
        rememberRows(allRows);
        for (const id of new Set(ids))
          for (const args of calls) {
            const errors = await run(id, args);
            const unexpected = errors.filter((message) => message.startsWith("Unexpected error"));
            assert.deepEqual(unexpected, [], `${id} with ${JSON.stringify(args)}`);
          }
      });
});

describe("menus of tree rows", () => {
  it("pass the row to every command that acts on rows", () => {
    for (const { command = "", when = "" } of contributes.menus["view/item/context"] ?? []) {
      const [, operator, value = ""] = /viewItem (==|=~) (\S+)/.exec(when) ?? [];
      const pattern = new RegExp(operator === "=~" ? value.slice(1, -1) : `^${value}$`);
      if (["error", "refusedToken"].includes(value) || value.startsWith("list_") || command === "") continue;
      const row = allRows.find((one) => pattern.test(nodeRow(one).contextValue));
      const id = commandIds.find((one) => one === command);
      assert.ok(row !== undefined && id !== undefined, `no row for ${command} when ${when}`);
      const passed = Object.values(commandArgumentsFor(id, row, [row]) ?? {});
      assert.ok(passed.length > 0, `${command} gets nothing from a row`);
    }
  });
});
