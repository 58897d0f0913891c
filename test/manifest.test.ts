// Tests the manifest against the code that it refers to, and against general rules.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { describe, it } from "node:test";
import * as z from "zod/mini";
import { contextKeys } from "../src/editor/kit/contextKeys.ts";
import { settingValues } from "../src/editor/kit/settings.ts";
import {
  commandIds,
  connectionsViewId,
  destinationsViewId,
  entitlementsViewId,
  resourcesViewId,
  welcomeViewId,
  mcpProviderId,
  resultPanelType,
  walkthroughId,
  toolNames,
} from "../src/editor/words/contributions.ts";

import { manifestText } from "./tools/schemas.ts";

const root = new URL("../", import.meta.url);
const read = (name: string): string => readFileSync(new URL(name, root), "utf8");
const json = (name: string): unknown => JSON.parse(read(name));

const text = z.string();
const placement = { when: z.optional(text), group: z.optional(text) };
const menuItem = z.union([
  z.strictObject({ command: text, ...placement }),
  z.strictObject({ submenu: text, ...placement }),
]);
const keybinding = z.strictObject({
  command: text,
  key: text,
  mac: z.optional(text),
  when: text,
  args: z.optional(z.strictObject({ commands: z.array(text) })),
});
const walkthroughWords = { id: text, title: text, description: text };
const walkthroughStep = z.strictObject({
  ...walkthroughWords,
  media: z.strictObject({ svg: text, altText: text }),
  completionEvents: z.array(text),
});
const toolInput = z.strictObject({
  type: z.literal("object"),
  properties: z.record(text, z.looseObject({ description: text })),
  required: z.optional(z.array(text)),
  additionalProperties: z.literal(false),
});
const tool = z.strictObject({
  name: text,
  toolReferenceName: text,
  displayName: text,
  userDescription: text,
  modelDescription: text,
  canBeReferencedInPrompt: z.literal(true),
  icon: text,
  inputSchema: toolInput,
});
const Manifest = z.looseObject({
  name: text,
  publisher: text,
  version: text,
  main: text,
  l10n: text,
  icon: text,
  engines: z.strictObject({ vscode: text }),
  homepage: z.url(),
  bugs: z.strictObject({ url: z.url() }),
  qna: z.url(),
  preview: z.boolean(),
  extensionKind: z.array(text),
  capabilities: z.looseObject({}),
  activationEvents: z.array(text),
  devDependencies: z.record(text, text),
  contributes: z.strictObject({
    viewsContainers: z.record(text, z.array(z.strictObject({ id: text, title: text, icon: text }))),
    views: z.record(
      text,
      z.array(
        z.strictObject({
          id: text,
          name: text,
          icon: text,
          contextualTitle: z.optional(text),
          when: text,
          visibility: z.optional(text),
          initialSize: z.optional(z.number()),
        }),
      ),
    ),
    viewsWelcome: z.array(z.strictObject({ view: text, when: text, contents: text })),
    commands: z.array(z.strictObject({ command: text, title: text, category: text, icon: text })),
    keybindings: z.array(keybinding),
    menus: z.record(text, z.array(menuItem)),
    languageModelTools: z.array(tool),
    chatSkills: z.array(z.strictObject({ path: text })),
    jsonValidation: z.array(z.strictObject({ fileMatch: z.array(text), url: text })),
    submenus: z.array(z.strictObject({ id: text, label: text, icon: z.optional(text) })),
    mcpServerDefinitionProviders: z.array(z.strictObject({ id: text, label: text })),
    configuration: z.strictObject({
      title: text,
      properties: z.record(
        text,
        // A setting with a fixed list of values can't contain an address.
        z.strictObject({
          type: z.literal("string"),
          enum: z.array(text),
          default: text,
          scope: text,
          description: text,
          enumDescriptions: z.array(text),
        }),
      ),
    }),
    walkthroughs: z.array(
      z.strictObject({ ...walkthroughWords, icon: text, steps: z.array(walkthroughStep) }),
    ),
  }),
});
const manifest = Manifest.parse(json("package.json"));
const words = z.record(text, text).parse(json("package.nls.json"));
const { contributes } = manifest;
const menuItems = Object.values(contributes.menus).flat();
const commandItems = menuItems.filter((item) => "command" in item);

const idsOf = (all: readonly { readonly id: string }[]): readonly string[] => all.map(({ id }) => id);

/** Returns every text in a value at any depth. */
function texts(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(texts);
}

describe("commands in the manifest", () => {
  it("are the same as in the code", () =>
    assert.deepEqual(contributes.commands.map(({ command }) => command).sort(), [...commandIds].sort()));

  it("have a translated title, the common category and a codicon", () => {
    for (const { category, command, icon, title } of contributes.commands) {
      assert.equal(title, `%command.${command.replace("managedAuth.", "")}%`);
      assert.equal(category, "%category%");
      assert.match(icon, /^\$\([a-z-]+\)$/);
    }
  });

  it("include every command that menus and welcome texts refer to", () => {
    const linked = texts(words).flatMap((line) =>
      [...line.matchAll(/\(command:([^)]+)\)/g)].map(([, command]) => command),
    );
    assert.ok(linked.length > 0);
    const ids = new Set<string | undefined>(commandIds);
    for (const command of [...commandItems.map((item) => item.command), ...linked])
      assert.ok(ids.has(command), command);
  });

  it("are hidden from the palette if they need a row or running operation", () => {
    const rowOnly = contributes.menus["commandPalette"]?.filter(({ when }) => when === "false") ?? [];
    assert.deepEqual(
      rowOnly.map((item) => "command" in item && item.command),
      [
        "managedAuth.showProfile",
        "managedAuth.showProxy",
        "managedAuth.copyValue",
        "managedAuth.cancelWait",
        "managedAuth.followLogin",
        "managedAuth.stopFollowing",
        "managedAuth.checkEdit",
        "managedAuth.loadMoreConnections",
        "managedAuth.showBrowser",
        "managedAuth.showCredential",
        "managedAuth.editResource",
        "managedAuth.deleteResource",
        "managedAuth.deleteDestination",
        "managedAuth.showProvider",
        "managedAuth.copyResourceId",
      ],
    );
  });
});

describe("tools for language models", () => {
  const { languageModelTools: tools } = contributes;

  it("are the same as in the code", () => {
    const names = tools.map(({ name }) => name);
    assert.deepEqual(names, toolNames);
  });

  it("match the input schemas of the code (update with npm run tools)", () =>
    assert.equal(read("package.json"), manifestText(read("package.json"))));

  it("have translated strings, a codicon and a unique reference name", () => {
    for (const { displayName, icon, name, toolReferenceName, userDescription } of tools) {
      const key = `tool.${name.replace("managed_auth_", "")}`;
      assert.deepEqual([displayName, userDescription], [`%${key}%`, `%${key}.description%`]);
      assert.match(icon, /^\$\([a-z-]+\)$/);
      assert.match(toolReferenceName, /^[a-z]+([A-Z][a-z]+)*$/);
    }
    assert.equal(new Set(tools.map(({ toolReferenceName }) => toolReferenceName)).size, tools.length);
  });

  it("include every tool name that the manifest or README mentions", () => {
    for (const line of [...texts(contributes), read("README.md")])
      for (const [name] of line.matchAll(/\bmanaged_auth_\w+/g))
        assert.ok(name === "managed_auth_" || toolNames.some((one) => one === name), name);
  });
});

describe("translations of the manifest", () => {
  const used = new Set(
    texts(manifest).flatMap((line) => [...line.matchAll(/%([\w.]+)%/g)].map(([, key]) => key ?? "")),
  );

  it("contain exactly the keys that the manifest uses", () =>
    assert.deepEqual([...used].sort(), Object.keys(words).sort()));

  it("are in the folder given in the manifest", () => {
    assert.equal(manifest.l10n, "./media/l10n");
    assert.ok(existsSync(new URL("media/l10n/bundle.l10n.json", root)));
  });

  it("are not empty", () => {
    for (const [key, line] of Object.entries(words)) assert.notEqual(line.trim(), "", key);
  });
});

describe("views in the manifest", () => {
  it("are the welcome view and the views that the code fills", () => {
    const filled = [connectionsViewId, destinationsViewId, resourcesViewId, entitlementsViewId];
    assert.deepEqual(idsOf(Object.values(contributes.views).flat()), [welcomeViewId, ...filled]);
    const welcoming = contributes.viewsWelcome.map(({ view }) => view);
    assert.deepEqual(welcoming, [welcomeViewId, connectionsViewId, destinationsViewId]);
    const containers = Object.values(contributes.viewsContainers).flat();
    assert.deepEqual(idsOf(containers), Object.keys(contributes.views));
  });

  it("have exactly one button in each welcome text", () => {
    // A link that fills its line is rendered as a button.
    const isButton = (line: string): boolean => /^\[[^\]]+\]\([^)]+\)$/.test(line);
    for (const { contents } of contributes.viewsWelcome) {
      const lines = words[contents.replaceAll("%", "")]?.split("\n") ?? [];
      assert.equal(lines.filter(isButton).length, 1, contents);
    }
  });

  it("are hidden while signed out, except a welcome view named after the container", () => {
    const [alone, ...others] = Object.values(contributes.views).flat();
    const [container] = Object.values(contributes.viewsContainers).flat();
    assert.equal(alone?.name, container?.title);
    // No context key is set before activation, and the views of an account need not wait for one.
    assert.equal(alone?.when, "managedAuth.signedOut");
    for (const { id, when } of others) assert.equal(when, "!managedAuth.signedOut", id);
  });

  it("give the Entitlements view at most a third of the initial height", () => {
    const views = Object.values(contributes.views).flat();
    const all = views.reduce((sum, { initialSize = 0 }) => sum + initialSize, 0);
    const entitlements = views.find(({ id }) => id === entitlementsViewId)?.initialSize ?? 0;
    assert.ok(entitlements > 0 && entitlements / all <= 1 / 3);
  });

  it("have existing icon files", () => {
    const icons = texts({ icon: manifest.icon, ...contributes.viewsContainers, ...contributes.views }).filter(
      (name) => /\.(svg|png)$/.test(name),
    );
    assert.deepEqual([...new Set(icons)].sort(), ["media/activity.svg", "media/icon.png"]);
    for (const icon of icons) assert.ok(existsSync(new URL(icon, root)), icon);
  });
});

/** Fails for a condition that depends on a key or value that doesn't exist. */
function assertKnown(clause: string): void {
  const values: Readonly<Record<string, readonly string[]>> = {
    ...Object.fromEntries(
      Object.entries(contextKeys).map(([key, values]) => [
        key,
        values.map((value) => (typeof value === "string" ? value : "")),
      ]),
    ),
    // These keys are set by VS Code.
    focusedView: [connectionsViewId, destinationsViewId, resourcesViewId, entitlementsViewId],
    inQuickInput: [""],
    isWorkspaceTrusted: [""],
    workspaceFolderCount: ["0"],
    inputFocus: [""],
    listMultiSelection: [""],
    resourceFilename: ["managed-auth.jsonc", "team.managed-auth.jsonc"],
    view: [connectionsViewId, destinationsViewId, resourcesViewId, entitlementsViewId],
    // Values of `contextValue` of tree items.
    viewItem: [
      "account",
      "pending",
      "connection",
      "connectionWatched",
      "connectionNeedingYou",
      "connectionNeedingYouWatched",
      "destination",
      "list_profiles",
      "list_proxies",
      "list_credentials",
      "list_providers",
      "list_browsers",
      "profile",
      "profileUnnamed",
      "proxy",
      "credential",
      "credentialWithCode",
      "provider",
      "browser",
      "browserHeadless",
      "group",
      "value",
      "error",
      "refusedToken",
    ],
  };
  const [, matched = "", pattern] = /^(viewItem|resourceFilename) =~ \/(.+)\/$/.exec(clause) ?? [];
  if (pattern !== undefined) {
    // The pattern must match at least one value.
    const isMet = values[matched]?.some((value) => new RegExp(pattern).test(value));
    assert.ok(isMet, clause);
    return;
  }
  const [, key = "", value = ""] = /^!?([\w.]+)(?: [!=]= ([\w.]+))?$/.exec(clause) ?? [];
  assert.ok(values[key]?.includes(value), clause);
}

describe("when clauses in the manifest", () => {
  const endings = contributes.walkthroughs.flatMap(({ steps }) =>
    steps.flatMap(({ completionEvents }) => completionEvents),
  );
  const clauses = [
    ...menuItems,
    ...Object.values(contributes.views).flat(),
    ...contributes.viewsWelcome,
    ...contributes.keybindings,
  ].flatMap(({ when }) => (when === undefined || when === "false" ? [] : when.split(" && ")));

  it("use only existing context keys and values", () => {
    assert.ok(clauses.length > 20);
    for (const clause of clauses) assertKnown(clause);
  });

  it("use every context key that the code sets", () => {
    const usedKeys = new Set([...clauses, ...endings].map((clause) => /managedAuth\.\w+/.exec(clause)?.[0]));
    for (const key of Object.keys(contextKeys)) assert.ok(usedKeys.has(key), key);
  });
});

describe("context menus of rows in the views", () => {
  const items = contributes.menus["view/item/context"] ?? [];

  it("include each inline action for keyboard users", () => {
    const offered = (inline: boolean): readonly string[] =>
      items
        .filter(({ group }) => group?.startsWith("inline") === inline)
        .map((item) => ("command" in item ? `${item.command} ${item.when ?? ""}` : ""))
        .sort();
    assert.ok(offered(true).length >= 6);
    const menu = new Set(offered(false));
    const inlineAlone = offered(true).filter((one) => !menu.has(one));
    assert.deepEqual(inlineAlone, []);
  });

  it("end with a group that contains only Delete or End commands", () => {
    const groups = Map.groupBy(items, ({ group = "" }) => group.replace(/@.*/, ""));
    groups.delete("inline");
    const last = [...groups.keys()].sort().at(-1);
    for (const [group, all] of groups)
      for (const item of all) {
        const title = "command" in item ? words[item.command.replace("managedAuth", "command")] : "";
        assert.equal(/^(?:Delete|End) /.test(title ?? ""), group === last, title);
      }
  });

  it("use singular titles for commands that act on a single row", () => {
    const single = items.filter(({ when }) => when?.includes("!listMultiSelection"));
    const titles = single.map((item) =>
      "command" in item ? words[item.command.replace("managedAuth", "command")] : "",
    );
    assert.ok(titles.includes("Delete Telemetry Destination…"));
    assert.deepEqual(
      titles.filter((title) => /s…?$/.test(title ?? "")),
      [],
    );
  });

  it("have commands for every kind of row except groups", () => {
    const kinds = new Set(items.map(({ when }) => /viewItem (?:==|=~) \/?\^?(\w+)/.exec(when ?? "")?.[1]));
    assert.deepEqual([...kinds].sort(), [
      "browser",
      "connection",
      "connectionNeedingYou",
      "credential",
      "credentialWithCode",
      "destination",
      "error",
      "list_browsers",
      "list_credentials",
      "list_profiles",
      "list_providers",
      "list_proxies",
      "pending",
      "profile",
      "provider",
      "proxy",
      "refusedToken",
      "value",
    ]);
  });
});

describe("the title bars of the views", () => {
  it("use no != conditions, which are true for unset keys", () => {
    const items = contributes.menus["view/title"] ?? [];
    for (const { group, when = "" } of items) {
      assert.doesNotMatch(when, /managedAuth\.\w+ !=/, group);
    }
  });
});

describe("key bindings in the manifest", () => {
  it("select a row twice so that its expansion doesn't change", () => {
    const selecting = contributes.keybindings.flatMap(({ args }) => args?.commands ?? []);
    assert.deepEqual(selecting.slice(0, -1), ["list.selectAndPreserveFocus", "list.selectAndPreserveFocus"]);
  });

  it("apply only to the focused view, outside of inputs", () => {
    const keybindings = contributes.keybindings.filter(({ key }) => key !== "escape");
    for (const { when } of keybindings)
      assert.match(
        when,
        /^focusedView == managedAuth\.(connections|destinations|resources|entitlements) && !inputFocus\b/,
      );
    const commands = keybindings.map(({ args, command, key }) => [key, args?.commands.at(-1) ?? command]);
    assert.deepEqual(
      new Set(commands.map((one) => one.join(" "))),
      new Set([
        "ctrl+c managedAuth.copyConnectionId",
        "ctrl+c managedAuth.copyValue",
        "ctrl+c managedAuth.copyDestinationId",
        "ctrl+c managedAuth.copyResourceId",
        "delete managedAuth.deleteConnection",
        "delete managedAuth.deleteDestination",
        "delete managedAuth.deleteDestinations",
        "delete managedAuth.deleteResource",
        "f2 managedAuth.editConnection",
        "f2 managedAuth.editDestination",
        "f2 managedAuth.editResource",
        "ctrl+r managedAuth.refreshConnections",
        "ctrl+r managedAuth.refreshDestinations",
        "ctrl+r managedAuth.refreshResources",
        "ctrl+r managedAuth.refreshEntitlements",
      ]),
    );
  });
});

describe("the service's MCP server", () => {
  it("is declared under the ID that the code registers", () =>
    assert.deepEqual(idsOf(contributes.mcpServerDefinitionProviders), [mcpProviderId]));
});

describe("the Esc key", () => {
  it("is bound only while an input shows a running operation", () => {
    const escapes = contributes.keybindings.filter(({ key }) => key === "escape");
    assert.deepEqual(escapes, [
      { command: "managedAuth.cancelWait", key: "escape", when: "managedAuth.waits && inQuickInput" },
    ]);
  });
});

describe("the walkthrough", () => {
  const steps = contributes.walkthroughs.flatMap((one) => one.steps);

  it("completes each step when a context key is set, not when a command runs", () => {
    for (const event of steps.flatMap(({ completionEvents }) => completionEvents)) {
      const [, what = ""] = /^onContext:(.+)$/.exec(event) ?? [];
      assertKnown(what);
    }
  });

  it("has the ID that Get Started opens", () =>
    assert.deepEqual(idsOf(contributes.walkthroughs), [walkthroughId]));

  it("has existing pictures with translated alternative text", () => {
    for (const { media } of steps) {
      assert.ok(existsSync(new URL(media.svg, root)), media.svg);
      assert.match(media.altText, /^%walkthrough\.\w+\.alt%$/);
    }
  });
});

describe("settings in the manifest", () => {
  const { properties } = contributes.configuration;

  it("control only notifications and where results open", () => {
    // Settings must never affect a request: its address, headers, time or frequency.
    for (const name of Object.keys(properties)) assert.match(name, /^managedAuth\.(notices|results\.\w+)$/);
  });

  it("have application scope so that no workspace can change them", () => {
    for (const { scope } of Object.values(properties)) assert.equal(scope, "application");
  });

  it("have the same values as in the code and default to the first value", () => {
    assert.deepEqual(
      Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, one.enum])),
      settingValues,
    );
    for (const one of Object.values(properties)) {
      assert.equal(one.default, one.enum[0]);
      assert.equal(one.enumDescriptions.length, one.enum.length);
    }
  });
});

describe("the manifest", () => {
  it("prefers the local extension host, supports any workspace and activates after startup", () => {
    assert.deepEqual(manifest.extensionKind, ["ui", "workspace"]);
    assert.deepEqual(manifest.capabilities, {
      untrustedWorkspaces: { supported: true },
      virtualWorkspaces: true,
    });
    // VS Code adds the events of commands and views. A connection file may have any language mode and may be opened at any
    // time, and no event is fired for that. onLanguage:jsonc activated the extension in every window, too.
    assert.deepEqual(manifest.activationEvents, [
      "onStartupFinished",
      `onWebviewPanel:${resultPanelType}`,
      "onUri",
    ]);
    assert.equal(manifest.main, "./dist/extension.cjs");
  });

  it("depends on no other extension", () => {
    for (const key of ["extensionDependencies", "extensionPack", "dependencies", "browser"]) {
      assert.equal(key in manifest, false, key);
    }
  });

  it("requires the VS Code version of its type definitions", () => {
    const [, promised] = /^\^(\d+\.\d+)\.0$/.exec(manifest.engines.vscode) ?? [];
    const [, checked] = /^(\d+\.\d+)\.\d+$/.exec(manifest.devDependencies["@types/vscode"] ?? "") ?? [];
    assert.notEqual(promised, undefined);
    assert.equal(promised, checked);
  });

  it("contains the published extension ID, name and category", () => {
    assert.equal(`${manifest.publisher}.${manifest.name}`, "agent-auth-tools.managed-auth");
    assert.equal(words["displayName"], "Managed Auth");
    assert.equal(words["category"], "Managed Auth");
  });

  it("is a preview and links to the repository and a dated changelog", () => {
    const { bugs, homepage, preview, qna } = manifest;
    for (const url of [bugs.url, homepage, qna])
      assert.match(url, /^https:\/\/github\.com\/agent-auth-tools\/managed-auth[/#]/);
    assert.equal(preview, true);
    assert.match(read("CHANGELOG.md"), /^## \d+\.\d+\.\d+ \((?:Unreleased|\d{4}-\d\d-\d\d)\)$/m);
  });
});

describe(".vscodeignore", () => {
  const lines = read(".vscodeignore")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"));

  it("excludes everything before it lists exceptions", () => {
    assert.equal(lines[0], "**");
    for (const line of lines.slice(1)) assert.match(line, /^![\w./*-]+$/);
  });

  it("includes only runtime files and documents for users", () =>
    assert.deepEqual(lines.slice(1).sort(), [
      "!CHANGELOG.md",
      "!LICENSE",
      "!README.md",
      "!dist/*.cjs",
      "!dist/licenses.txt",
      "!dist/page.css",
      "!dist/page.js",
      "!media/activity.svg",
      "!media/icon.png",
      "!media/l10n/bundle.l10n.*.json",
      "!media/managed-auth.schema.json",
      "!media/skills/*/SKILL.md",
      "!media/walkthrough/*.svg",
      "!package.json",
      "!package.nls.*.json",
      "!package.nls.json",
    ]));
});
