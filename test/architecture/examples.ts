// Sources that follow the rules, and one violation for each rule.

/** Small sources without a violation. */
export const exampleSources: Record<string, string> = {
  "src/extension.ts": `import { commands } from "vscode"; import type { App } from "./editor/app/app.ts";
    export async function activate(): Promise<App> {
      const { start: launch } = await import("./sandbox/run/launch.ts");
      const { createApp } = await import("./editor/app/app.ts");
      return createApp(commands, launch);
    }`,
  "src/editor/app/app.ts": `import { window } from "vscode"; import { join } from "node:path";
    import { FromPage } from "../../card/protocol.ts"; import { Client } from "../../api/client.ts";
    import { order } from "../../domain/order.ts"; import * as words from "../words/words.ts";
    export interface App { client: Client } export const createApp = (a: unknown, b: unknown) => [a, b, FromPage, order, window, words, join];`,
  "src/editor/words/words.ts": `export const yes = "Yes"; export const no = "No";`,
  "src/api/client.ts": `import { sender } from "./hostDispatchers.ts"; export class Client { readonly send = sender; }`,
  "src/api/hostDispatchers.ts": `export const sender = () => [globalThis.fetch("x"), import("./pool.ts").then(({ pool }) => pool)];`,
  "src/api/pool.ts": `import Pool from "undici/lib/dispatcher/pool.js"; import type { Dispatcher } from "undici";
    export interface Sender { dispatcher: Dispatcher } export const pool = (sender: Sender) => [Pool, sender];`,
  "src/domain/order.ts": `import type { Client } from "../api/client.ts"; import * as z from "zod/mini";
    export const order = (client: Client) => [client, z]; const cache = { fetch: () => 1 }; cache.fetch();`,
  "src/page/main.ts": `import { FromPage } from "../card/protocol.ts"; import { order } from "../domain/order.ts"; export default [FromPage, order];`,
  "src/card/protocol.ts": `import * as z from "zod/mini"; export const FromPage = z; export type FromPage = string;`,
  "src/sandbox/run/launch.ts": `export const start = () => process.getBuiltinModule("node:sqlite");`,
  "src/sandbox/run/commandLine.ts": `import { createServer } from "node:http"; createServer();`,
};

/** Returns a file of the sources with an added line. */
export const withLine = (file: string, line: string) => ({
  [file]: `${exampleSources[file] ?? ""}\n${line}`,
});

/** Violations to add to the example sources, with the expected finding. */
export const violationExamples: Record<string, [changes: Record<string, string>, found: string]> = {
  "an import of values from api in domain": [
    withLine("src/domain/order.ts", `import { Client as C } from "../api/client.ts"; C;`),
    "direction: src/domain/order.ts: ../api/client.ts",
  ],
  "an import from editor in domain": [
    withLine("src/domain/order.ts", `import { yes } from "../editor/words/words.ts"; yes;`),
    "direction: src/domain/order.ts: ../editor/words/words.ts",
  ],
  "an import from a higher folder of the editor": [
    withLine("src/editor/words/words.ts", `import type { App } from "../app/app.ts";`),
    "layer: src/editor/words/words.ts: types of ../app/app.ts",
  ],
  "an import from a folder of the same layer": [
    {
      "src/editor/results/a.ts": `import { b } from "../catalogue/b.ts"; b;`,
      "src/editor/catalogue/b.ts": `export const b = 1;`,
    },
    "layer: src/editor/results/a.ts: ../catalogue/b.ts",
  ],
  "an import from another kind of resource": [
    {
      "src/editor/resources/credentials/a.ts": `import { b } from "../providers/b.ts"; b;`,
      "src/editor/resources/providers/b.ts": `export const b = 1;`,
    },
    "layer: src/editor/resources/credentials/a.ts: ../providers/b.ts",
  ],
  "an import from another folder at activation": [
    {
      "src/editor/app/first/a.ts": `import { b } from "../../kit/b.ts"; b;`,
      "src/editor/kit/b.ts": `export const b = 1;`,
    },
    "layer: src/editor/app/first/a.ts: ../../kit/b.ts",
  ],
  "vscode in the domain": [
    withLine("src/domain/order.ts", `import type { Uri } from "vscode";`),
    "package: src/domain/order.ts: types of vscode",
  ],
  "a context key that another file sets": [
    withLine("src/editor/words/words.ts", `execute("setContext", "managedAuth.yes", true);`),
    `restricted API: src/editor/words/words.ts: ["'\`]setContext["'\`]`,
  ],
  "an import of the entire undici package": [
    withLine("src/api/pool.ts", `import { Agent } from "undici"; Agent;`),
    "package: src/api/pool.ts: undici",
  ],
  fetch: [
    withLine("src/editor/words/words.ts", `void fetch("x");`),
    "fetch: src/editor/words/words.ts: in line 2",
  ],
  "a reference to DOM types outside src/page": [
    { "src/domain/order.ts": `/// <reference lib="dom" />\n${exampleSources["src/domain/order.ts"] ?? ""}` },
    "dom: src/domain/order.ts: refers to dom",
  ],
  "a computed import": [
    withLine("src/editor/words/words.ts", `export const load = (x: string) => import(x);`),
    "computed import: src/editor/words/words.ts: in line 2",
  ],
  "an import of a missing file": [
    withLine("src/editor/words/words.ts", `import "./gone.ts";`),
    "missing file: src/editor/words/words.ts: ./gone.ts",
  ],
  "an import cycle of types": [
    withLine("src/api/pool.ts", `import type { sender } from "./hostDispatchers.ts";`),
    "cycle: src/api/hostDispatchers.ts: src/api/hostDispatchers.ts → src/api/pool.ts → src/api/hostDispatchers.ts",
  ],
  "an unused constant": [
    withLine("src/api/client.ts", `export const spare = 1;`),
    "unused export: src/api/client.ts: spare",
  ],
  "an unused file": [
    { "src/domain/spare.ts": `const x = 1; x;` },
    "unused file: src/domain/spare.ts: nothing imports it",
  ],
  "a file that is too long": [
    withLine("src/editor/words/words.ts", "//\n".repeat(300)),
    "length: src/editor/words/words.ts: 301 lines",
  ],
};
