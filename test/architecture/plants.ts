// A house that keeps to the rules, and for each rule what breaks it.

/** A small house that breaks no rule. */
export const house: Record<string, string> = {
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
  "src/api/client.ts": `import { sender } from "./dispatchers.ts"; export class Client { readonly send = sender; }`,
  "src/api/dispatchers.ts": `export const sender = () => [globalThis.fetch("x"), import("./pool.ts").then(({ pool }) => pool)];`,
  "src/api/pool.ts": `import Pool from "undici/lib/dispatcher/pool.js"; import type { Dispatcher } from "undici";
    export interface Sender { dispatcher: Dispatcher } export const pool = (sender: Sender) => [Pool, sender];`,
  "src/domain/order.ts": `import type { Client } from "../api/client.ts"; import * as z from "zod/mini";
    export const order = (client: Client) => [client, z]; const cache = { fetch: () => 1 }; cache.fetch();`,
  "src/page/main.ts": `import { FromPage } from "../card/protocol.ts"; import { order } from "../domain/order.ts"; export default [FromPage, order];`,
  "src/card/protocol.ts": `import * as z from "zod/mini"; export const FromPage = z; export type FromPage = string;`,
  "src/sandbox/run/launch.ts": `export const start = () => process.getBuiltinModule("node:sqlite");`,
  "src/sandbox/run/main.ts": `import { createServer } from "node:http"; createServer();`,
};

/** The same file with one more line. */
export const plus = (file: string, line: string) => ({ [file]: `${house[file] ?? ""}\n${line}` });

/** What is planted, and what has to be found then. */
export const plants: [name: string, changes: Record<string, string>, found: string][] = [
  [
    "api → domain",
    plus("src/api/client.ts", `import { order } from "../domain/order.ts"; order;`),
    "arrow: src/api/client.ts: ../domain/order.ts",
  ],
  [
    "api → domain, types",
    plus("src/api/pool.ts", `import type { order } from "../domain/order.ts";`),
    "arrow: src/api/pool.ts: types of ../domain/order.ts",
  ],
  [
    "domain → api, values",
    plus("src/domain/order.ts", `import { Client as C } from "../api/client.ts"; C;`),
    "arrow: src/domain/order.ts: ../api/client.ts",
  ],
  [
    "domain → api, inline types",
    plus("src/domain/order.ts", `import { type Client as C } from "../api/client.ts";`),
    "arrow: src/domain/order.ts: ../api/client.ts",
  ],
  [
    "domain → editor",
    plus("src/domain/order.ts", `import { yes } from "../editor/words/words.ts"; yes;`),
    "arrow: src/domain/order.ts: ../editor/words/words.ts",
  ],
  [
    "page → api",
    plus("src/page/main.ts", `import type { Client } from "../api/client.ts";`),
    "arrow: src/page/main.ts: types of ../api/client.ts",
  ],
  [
    "page → editor",
    plus("src/page/main.ts", `import { yes } from "../editor/words/words.ts"; yes;`),
    "arrow: src/page/main.ts: ../editor/words/words.ts",
  ],
  [
    "editor → page beyond the protocol",
    plus("src/editor/words/words.ts", `import page from "../../page/main.ts"; page;`),
    "arrow: src/editor/words/words.ts: ../../page/main.ts",
  ],
  [
    "editor → sandbox",
    plus("src/editor/words/words.ts", `import { start } from "../../sandbox/run/launch.ts"; start;`),
    "arrow: src/editor/words/words.ts: ../../sandbox/run/launch.ts",
  ],
  [
    "editor → sandbox, loaded late",
    plus("src/editor/words/words.ts", `export const x = () => import("../../sandbox/run/launch.ts");`),
    "arrow: src/editor/words/words.ts: ../../sandbox/run/launch.ts",
  ],
  [
    "sandbox → api",
    plus("src/sandbox/run/launch.ts", `import { Client } from "../../api/client.ts"; Client;`),
    "arrow: src/sandbox/run/launch.ts: ../../api/client.ts",
  ],
  [
    "sandbox → api, a type in place",
    plus("src/sandbox/run/launch.ts", `let x: import("../../api/client.ts").Client;`),
    "arrow: src/sandbox/run/launch.ts: types of ../../api/client.ts",
  ],
  [
    "extension → api",
    plus("src/extension.ts", `import type { Client } from "./api/client.ts";`),
    "arrow: src/extension.ts: types of ./api/client.ts",
  ],
  [
    "→ extension",
    plus("src/editor/words/words.ts", `import { activate } from "../../extension.ts"; activate;`),
    "arrow: src/editor/words/words.ts: ../../extension.ts",
  ],
  [
    "an arrow by re-export",
    plus("src/api/client.ts", `export { start } from "../sandbox/run/launch.ts";`),
    "arrow: src/api/client.ts: ../sandbox/run/launch.ts",
  ],
  [
    "a room of the editor → one above",
    plus("src/editor/words/words.ts", `import type { App } from "../app/app.ts";`),
    "storey: src/editor/words/words.ts: types of ../app/app.ts",
  ],
  [
    "a room of the editor → one beside",
    {
      "src/editor/results/a.ts": `import { b } from "../catalogue/b.ts"; b;`,
      "src/editor/catalogue/b.ts": `export const b = 1;`,
    },
    "storey: src/editor/results/a.ts: ../catalogue/b.ts",
  ],
  [
    "what activation loads → a room",
    {
      "src/editor/app/first/a.ts": `import { b } from "../../kit/b.ts"; b;`,
      "src/editor/kit/b.ts": `export const b = 1;`,
    },
    "storey: src/editor/app/first/a.ts: ../../kit/b.ts",
  ],
  [
    "vscode in the domain",
    plus("src/domain/order.ts", `import type { Uri } from "vscode";`),
    "package: src/domain/order.ts: types of vscode",
  ],
  [
    "sqlite outside the sandbox",
    plus("src/editor/words/words.ts", `import { DatabaseSync } from "node:sqlite"; DatabaseSync;`),
    "package: src/editor/words/words.ts: node:sqlite",
  ],
  [
    "sqlite by another door",
    plus("src/editor/words/words.ts", `process.getBuiltinModule("node:sqlite");`),
    "package: src/editor/words/words.ts: node:sqlite",
  ],
  [
    "http outside the sandbox",
    plus("src/api/client.ts", `import { request } from "node:http"; request;`),
    "package: src/api/client.ts: node:http",
  ],
  [
    "http without its prefix",
    plus("src/sandbox/run/main.ts", `import { request } from "http"; request;`),
    "package: src/sandbox/run/main.ts: http",
  ],
  [
    "undici in the client",
    plus("src/api/client.ts", `import type { Pool } from "undici";`),
    "package: src/api/client.ts: types of undici",
  ],
  [
    "the whole of undici",
    plus("src/api/pool.ts", `import { Agent } from "undici"; Agent;`),
    "package: src/api/pool.ts: undici",
  ],
  [
    "the whole of undici, required",
    plus("src/api/pool.ts", `require("undici");`),
    "package: src/api/pool.ts: undici",
  ],
  [
    "undici's parts in the client",
    plus("src/api/client.ts", `import A from "undici/lib/dispatcher/agent.js"; A;`),
    "package: src/api/client.ts: undici/lib/dispatcher/agent.js",
  ],
  [
    "the whole of zod",
    plus("src/domain/order.ts", `import { z as zod } from "zod"; zod;`),
    "package: src/domain/order.ts: zod",
  ],
  [
    "another package",
    plus("src/editor/words/words.ts", `import _ from "lodash"; _;`),
    "package: src/editor/words/words.ts: lodash",
  ],
  [
    "Node in the page",
    plus("src/page/main.ts", `import { join } from "node:path"; join;`),
    "package: src/page/main.ts: node:path",
  ],
  [
    "fetch",
    plus("src/editor/words/words.ts", `void fetch("x");`),
    "fetch: src/editor/words/words.ts: in line 2",
  ],
  [
    "fetch of the global",
    plus("src/page/main.ts", `void globalThis.fetch("x");`),
    "fetch: src/page/main.ts: in line 2",
  ],
  [
    "fetch under another name",
    plus("src/sandbox/run/main.ts", `const { fetch: f } = globalThis; f;`),
    "fetch: src/sandbox/run/main.ts: in line 2",
  ],
  [
    "the DOM",
    { "src/domain/order.ts": `/// <reference lib="dom" />\n${house["src/domain/order.ts"] ?? ""}` },
    "dom: src/domain/order.ts: refers to dom",
  ],
  [
    "a computed import",
    plus("src/editor/words/words.ts", `export const load = (x: string) => import(x);`),
    "computed import: src/editor/words/words.ts: in line 2",
  ],
  [
    "a missing file",
    plus("src/editor/words/words.ts", `import "./gone.ts";`),
    "missing file: src/editor/words/words.ts: ./gone.ts",
  ],
  [
    "a cycle",
    plus("src/api/pool.ts", `import { sender } from "./dispatchers.ts"; sender;`),
    "cycle: src/api/dispatchers.ts: src/api/dispatchers.ts → src/api/pool.ts → src/api/dispatchers.ts",
  ],
  [
    "a cycle of types",
    plus("src/api/pool.ts", `import type { sender } from "./dispatchers.ts";`),
    "cycle: src/api/dispatchers.ts: src/api/dispatchers.ts → src/api/pool.ts → src/api/dispatchers.ts",
  ],
  [
    "a file that imports itself",
    plus("src/domain/order.ts", `import { order as o } from "./order.ts"; o;`),
    "cycle: src/domain/order.ts: src/domain/order.ts → src/domain/order.ts",
  ],
  [
    "an unused constant",
    plus("src/api/client.ts", `export const spare = 1;`),
    "unused export: src/api/client.ts: spare",
  ],
  [
    "an unused part of a pattern",
    plus("src/api/client.ts", `export const { spare } = { spare: 1 };`),
    "unused export: src/api/client.ts: spare",
  ],
  [
    "an unused function",
    plus("src/sandbox/run/launch.ts", `export function spare(): void {}`),
    "unused export: src/sandbox/run/launch.ts: spare",
  ],
  [
    "an unused class",
    plus("src/api/pool.ts", `export class Spare {}`),
    "unused export: src/api/pool.ts: Spare",
  ],
  [
    "an unused type",
    plus("src/domain/order.ts", `export type Spare = 1;`),
    "unused export: src/domain/order.ts: Spare",
  ],
  [
    "an unused interface",
    plus("src/editor/app/app.ts", `export interface Spare {}`),
    "unused export: src/editor/app/app.ts: Spare",
  ],
  [
    "an unused list of names",
    plus("src/api/client.ts", `const a = 1; export { a as spare };`),
    "unused export: src/api/client.ts: spare",
  ],
  [
    "an unused default",
    plus("src/api/client.ts", `export default 1;`),
    "unused export: src/api/client.ts: default",
  ],
  [
    "an unused file",
    { "src/domain/spare.ts": `const x = 1; x;` },
    "unused file: src/domain/spare.ts: nothing imports it",
  ],
  [
    "a long file",
    plus("src/editor/words/words.ts", "//\n".repeat(300)),
    "length: src/editor/words/words.ts: 301 lines",
  ],
];
