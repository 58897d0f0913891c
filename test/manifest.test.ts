// The manifest, against the code it names and the rules it must keep.
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
const place = { when: z.optional(text), group: z.optional(text) };
const menuItem = z.union([
  z.strictObject({ command: text, ...place }),
  z.strictObject({ submenu: text, ...place }),
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
        // A closed choice: nothing is typed in, so nothing can be an address.
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

/** Every text in a value, however deep. */
function texts(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(texts);
}

describe("commands", () => {
  it("are the same in the manifest and in the code", () => {
    assert.deepEqual(contributes.commands.map(({ command }) => command).sort(), [...commandIds].sort());
  });

  it("have a title of the translations, the common category and an icon of VS Code", () => {
    for (const { category, command, icon, title } of contributes.commands) {
      assert.equal(title, `%command.${command.replace("managedAuth.", "")}%`);
      assert.equal(category, "%category%");
      assert.match(icon, /^\$\([a-z-]+\)$/);
    }
  });

  it("are what menus and welcome texts lead to", () => {
    const linked = texts(words).flatMap((line) =>
      [...line.matchAll(/\(command:([^)]+)\)/g)].map(([, command]) => command),
    );
    assert.ok(linked.length > 0);
    const known = new Set<string | undefined>(commandIds);
    for (const command of [...commandItems.map((item) => item.command), ...linked])
      assert.ok(known.has(command), command);
  });

  it("that need a row or a wait stay out of the palette", () => {
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
        "managedAuth.showCredential",
        "managedAuth.editResource",
        "managedAuth.deleteResource",
        "managedAuth.copyResourceId",
      ],
    );
  });
});

describe("tools for language models", () => {
  const { languageModelTools: tools } = contributes;

  it("are the same in the manifest and in the code", () => {
    const names = tools.map(({ name }) => name);
    assert.deepEqual(names, toolNames);
  });

  it("take what the code takes, each part with its description (npm run tools writes it)", () => {
    assert.equal(read("package.json"), manifestText(read("package.json")));
  });

  it("have words of the translations, an icon of VS Code and a short name of their own", () => {
    for (const { displayName, icon, name, toolReferenceName, userDescription } of tools) {
      const key = `tool.${name.replace("managed_auth_", "")}`;
      assert.deepEqual([displayName, userDescription], [`%${key}%`, `%${key}.description%`]);
      assert.match(icon, /^\$\([a-z-]+\)$/);
      assert.match(toolReferenceName, /^[a-z]+([A-Z][a-z]+)*$/);
    }
    assert.equal(new Set(tools.map(({ toolReferenceName }) => toolReferenceName)).size, tools.length);
  });

  it("name no tool that is not there", () => {
    for (const line of [...texts(contributes), read("README.md")])
      for (const [name] of line.matchAll(/\bmanaged_auth_\w+/g))
        assert.ok(name === "managed_auth_" || toolNames.some((one) => one === name), name);
  });
});

describe("translations", () => {
  const used = new Set(
    texts(manifest).flatMap((line) => [...line.matchAll(/%([\w.]+)%/g)].map(([, key]) => key ?? "")),
  );

  it("hold every key of the manifest and no other", () => {
    assert.deepEqual([...used].sort(), Object.keys(words).sort());
  });

  it("of the code are where VS Code looks for them", () => {
    assert.equal(manifest.l10n, "./media/l10n");
    assert.ok(existsSync(new URL("media/l10n/bundle.l10n.json", root)));
  });

  it("are not empty", () => {
    for (const [key, line] of Object.entries(words)) assert.notEqual(line.trim(), "", key);
  });
});

describe("views", () => {
  it("are the ones the code fills", () => {
    const filled = [connectionsViewId, destinationsViewId, resourcesViewId, entitlementsViewId];
    assert.deepEqual(idsOf(Object.values(contributes.views).flat()), [welcomeViewId, ...filled]);
    const welcoming = contributes.viewsWelcome.map(({ view }) => view);
    assert.deepEqual(welcoming, [welcomeViewId, connectionsViewId, destinationsViewId]);
    const containers = Object.values(contributes.viewsContainers).flat();
    assert.deepEqual(idsOf(containers), Object.keys(contributes.views));
  });

  it("are one of the container's name until there is an account, before activation, too", () => {
    const [alone, ...others] = Object.values(contributes.views).flat();
    const [container] = Object.values(contributes.viewsContainers).flat();
    assert.equal(alone?.name, container?.title);
    // Before activation no key is set.
    assert.equal(alone?.when, "!managedAuth.signedIn");
    for (const { id, when } of others) assert.equal(when, "managedAuth.signedIn", id);
  });

  it("leave the entitlements a third of the height at most, where nobody has sized them", () => {
    const views = Object.values(contributes.views).flat();
    const all = views.reduce((sum, { initialSize = 0 }) => sum + initialSize, 0);
    const entitlements = views.find(({ id }) => id === entitlementsViewId)?.initialSize ?? 0;
    assert.ok(entitlements > 0 && entitlements / all <= 1 / 3);
  });

  it("have pictures that exist", () => {
    const icons = texts({ icon: manifest.icon, ...contributes.viewsContainers, ...contributes.views }).filter(
      (name) => /\.(svg|png)$/.test(name),
    );
    assert.deepEqual([...new Set(icons)].sort(), ["media/activity.svg", "media/icon.png"]);
    for (const icon of icons) assert.ok(existsSync(new URL(icon, root)), icon);
  });
});

/** Fails for a condition that nothing in the code can make true or false. */
function assertKnown(clause: string): void {
  const values: Readonly<Record<string, readonly string[]>> = {
    ...Object.fromEntries(
      Object.entries(contextKeys).map(([key, values]) => [
        key,
        values.map((value) => (typeof value === "string" ? value : "")),
      ]),
    ),
    // VS Code sets these.
    focusedView: [connectionsViewId, destinationsViewId, resourcesViewId, entitlementsViewId],
    inQuickInput: [""],
    isWorkspaceTrusted: [""],
    workspaceFolderCount: ["0"],
    inputFocus: [""],
    listMultiSelection: [""],
    resourceFilename: ["managed-auth.jsonc", "team.managed-auth.jsonc"],
    view: [connectionsViewId, destinationsViewId, resourcesViewId, entitlementsViewId],
    // The contextValue of tree items.
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
      "profile",
      "profileUnnamed",
      "proxy",
      "credential",
      "credentialWithCode",
      "provider",
      "group",
      "value",
      "error",
      "refusedToken",
    ],
  };
  const [, matched = "", pattern] = /^(viewItem|resourceFilename) =~ \/(.+)\/$/.exec(clause) ?? [];
  if (pattern !== undefined) {
    // What several values have in common, and at least one of them.
    const isMet = values[matched]?.some((value) => new RegExp(pattern).test(value));
    assert.ok(isMet, clause);
    return;
  }
  const [, key = "", value = ""] = /^!?([\w.]+)(?: [!=]= ([\w.]+))?$/.exec(clause) ?? [];
  assert.ok(values[key]?.includes(value), clause);
}

describe("when clauses", () => {
  const endings = contributes.walkthroughs.flatMap(({ steps }) =>
    steps.flatMap(({ completionEvents }) => completionEvents),
  );
  const clauses = [
    ...menuItems,
    ...Object.values(contributes.views).flat(),
    ...contributes.viewsWelcome,
    ...contributes.keybindings,
  ].flatMap(({ when }) => (when === undefined || when === "false" ? [] : when.split(" && ")));

  it("compare only keys that are set, with values they can have", () => {
    assert.ok(clauses.length > 20);
    for (const clause of clauses) assertKnown(clause);
  });

  it("ask for each key that is set", () => {
    const asked = new Set([...clauses, ...endings].map((clause) => /managedAuth\.\w+/.exec(clause)?.[0]));
    for (const key of Object.keys(contextKeys)) assert.ok(asked.has(key), key);
  });
});

describe("the rows of the view", () => {
  const items = contributes.menus["view/item/context"] ?? [];

  it("offer in the context menu what they offer inline: the keyboard reaches only that", () => {
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

  it("have actions, but for groups: what is heard of a row says so", () => {
    const kinds = new Set(items.map(({ when }) => /viewItem (?:==|=~) \/?\^?(\w+)/.exec(when ?? "")?.[1]));
    assert.deepEqual([...kinds].sort(), [
      "connection",
      "connectionNeedingYou",
      "credential",
      "credentialWithCode",
      "destination",
      "error",
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

describe("the title of the view", () => {
  it("offers what needs an account only once there is one: before that, nothing is known", () => {
    const items = contributes.menus["view/title"] ?? [];
    for (const { group, when = "" } of items) {
      assert.doesNotMatch(when, /managedAuth\.\w+ !=/, group);
    }
  });
});

describe("keys", () => {
  it("that select a row do so twice: to select one that can be opened turns it, too", () => {
    const selecting = contributes.keybindings.flatMap(({ args }) => args?.commands ?? []);
    assert.deepEqual(selecting.slice(0, -1), ["list.selectAndPreserveFocus", "list.selectAndPreserveFocus"]);
  });

  it("copy and refresh while the view has the focus, and nowhere else", () => {
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
  it("is offered under the name that the code registers: VS Code refuses any other", () => {
    assert.deepEqual(idsOf(contributes.mcpServerDefinitionProviders), [mcpProviderId]);
  });
});

describe("Esc", () => {
  it("calls off the wait that is on screen, and is VS Code's own otherwise", () => {
    const escapes = contributes.keybindings.filter(({ key }) => key === "escape");
    assert.deepEqual(escapes, [
      { command: "managedAuth.cancelWait", key: "escape", when: "managedAuth.waits && inQuickInput" },
    ]);
  });
});

describe("the walkthrough", () => {
  const steps = contributes.walkthroughs.flatMap((one) => one.steps);

  it("ends each step by what was done, not by a command, which may be cancelled", () => {
    for (const event of steps.flatMap(({ completionEvents }) => completionEvents)) {
      const [, what = ""] = /^onContext:(.+)$/.exec(event) ?? [];
      assertKnown(what);
    }
  });

  it("is the one that Get Started opens", () => {
    assert.deepEqual(idsOf(contributes.walkthroughs), [walkthroughId]);
  });

  it("has pictures that exist, with words in their place", () => {
    for (const { media } of steps) {
      assert.ok(existsSync(new URL(media.svg, root)), media.svg);
      assert.match(media.altText, /^%walkthrough\.\w+\.alt%$/);
    }
  });
});

describe("settings", () => {
  const { properties } = contributes.configuration;

  it("are of the kinds that may be one: what is told, and where a result opens", () => {
    // Never what moves a request: its address, its headers, when it is sent, or how often.
    for (const name of Object.keys(properties)) assert.match(name, /^managedAuth\.(notices|results\.\w+)$/);
  });

  it("are the user's alone: no workspace has a say", () => {
    for (const { scope } of Object.values(properties)) assert.equal(scope, "application");
  });

  it("are the ones the code reads, which takes the first for the default", () => {
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
  it("runs where the keyring is, in any workspace, and activates after startup", () => {
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

  it("leans on no other extension", () => {
    for (const key of ["extensionDependencies", "extensionPack", "dependencies", "browser"]) {
      assert.equal(key in manifest, false, key);
    }
  });

  it("promises the VS Code whose types it is checked against", () => {
    const [, promised] = /^\^(\d+\.\d+)\.0$/.exec(manifest.engines.vscode) ?? [];
    const [, checked] = /^(\d+\.\d+)\.\d+$/.exec(manifest.devDependencies["@types/vscode"] ?? "") ?? [];
    assert.notEqual(promised, undefined);
    assert.equal(promised, checked);
  });

  it("is the extension's fixed identity", () => {
    assert.equal(`${manifest.publisher}.${manifest.name}`, "agent-auth-tools.managed-auth");
    assert.equal(words["displayName"], "Managed Auth");
    assert.equal(words["category"], "Managed Auth");
  });
});

describe(".vscodeignore", () => {
  const lines = read(".vscodeignore")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"));

  it("is an allow list", () => {
    assert.equal(lines[0], "**");
    for (const line of lines.slice(1)) assert.match(line, /^![\w./*-]+$/);
  });

  it("lets through what runs and what a reader needs, and no more", () => {
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
    ]);
  });
});
