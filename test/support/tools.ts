// Calls language model tools as an agent does, and parses their results.
import assert from "node:assert/strict";
import { hash } from "node:crypto";
import * as z from "zod/mini";
import { systemClock, type Clock } from "../../src/api/clock.ts";
import type { FilesContext } from "../../src/editor/files/planFile.ts";
import { callTool } from "../../src/editor/tools/tools.ts";
import type { ToolName } from "../../src/editor/words/contributions.ts";
import {
  CancellationTokenSource,
  LanguageModelDataPart,
  LanguageModelTextPart,
  Message,
  screen,
} from "../doubles/vscode.ts";
import type { Offers } from "./offers.ts";

const Json = z.strictObject({
  account: z.optional(z.strictObject({ label: z.string(), place: z.string(), sandbox: z.boolean() })),
  done: z.boolean(),
  says: z.array(z.string()),
  service_says: z.optional(z.record(z.string(), z.unknown())),
});

export interface ToolAnswer {
  /** The text for the model. */
  readonly text: string;
  /** The same answer as JSON. */
  readonly json: z.infer<typeof Json>;
}

/** Parses the result of a tool: one text part, then one JSON part with its media type. */
export function answerOf({ content }: { readonly content: readonly unknown[] }): ToolAnswer {
  const [text, data, ...rest] = content;
  assert.ok(text instanceof LanguageModelTextPart && data instanceof LanguageModelDataPart);
  assert.deepEqual([data.mimeType, rest], ["application/json", []]);
  return { text: text.value, json: Json.parse(JSON.parse(new TextDecoder().decode(data.data))) };
}

/** Asserts if the tool reports success, and the first texts of its reply. */
export function assertReply(
  { done, says }: ToolAnswer["json"],
  isDone: boolean,
  ...texts: readonly string[]
): void {
  assert.deepEqual([done, ...says.slice(0, texts.length)], [isDone, ...texts]);
}

/** Calls a tool. The test can cancel the call. */
export async function call(
  parts: FilesContext,
  name: ToolName,
  input: unknown = {},
  source = new CancellationTokenSource(),
): Promise<ToolAnswer> {
  return answerOf(await callTool(parts, name, input, source.token));
}

/** Returns the modal dialogs that were shown. */
export const dialogs = (): readonly Message[] =>
  screen.all.filter((one) => one instanceof Message).filter(({ options }) => options.modal === true);

/** A clock that advances one second at each reading, so that consent never seems given too fast. */
export function readingClock(): Clock {
  let readMs = 0;
  return {
    now: () => Date.now() + (readMs += 1_000),
    random: () => systemClock.random(),
    timer: (ms, expire) => systemClock.timer(ms, expire),
    sleep: (ms, signal) => systemClock.sleep(ms, signal),
  };
}

/** The real clock with waits shortened to one hundredth. */
const fastClock: Clock = {
  ...systemClock,
  timer: (ms, expire) => systemClock.timer(ms / 100, expire),
  sleep: (ms, signal) => systemClock.sleep(ms / 100, signal),
};

/** Calls a tool with shortened waits, and presses the first button or Cancel in each dialog. */
export async function callAnswering(
  button: "agree" | "refuse",
  parts: FilesContext,
  name: ToolName,
  input: unknown = {},
  source = new CancellationTokenSource(),
): Promise<ToolAnswer> {
  const answering = setInterval(() => {
    for (const { buttons, choose } of dialogs()) choose(button === "agree" ? buttons[0] : undefined);
  }, 1);
  try {
    const asks = changingTools.some((one) => one === name);
    return await call({ clock: asks ? readingClock() : fastClock, ...parts }, name, input, source);
  } finally {
    clearInterval(answering);
  }
}

/** The tools that change something after asking for consent. */
export const changingTools = [
  "managed_auth_create_connection",
  "managed_auth_update_connection",
  "managed_auth_delete_connection",
  "managed_auth_delete_destination",
  "managed_auth_end_browser",
  "managed_auth_apply_file",
] as const satisfies readonly ToolName[];

/** Makes the service accept the requests of these tools for this connection and this destination. */
export function acceptChanges(offers: Offers, connection: object, destination: object): void {
  const path = "/auth/connections";
  offers.reply(`POST ${path}`, 201, {
    ...connection,
    id: "ma_2",
    domain: "shop.example",
    profile_name: "new",
  });
  offers.reply(`PATCH ${path}/ma_1`, 200, { ...connection, record_session: true });
  offers.when(`PATCH ${path}/ma_1`, () =>
    offers.reply(`GET ${path}/ma_1`, 200, { ...connection, record_session: true }),
  );
  offers.reply(`DELETE ${path}/ma_1`, 204, {});
  offers.list("/telemetry/destinations", [destination]);
  offers.reply("DELETE /telemetry/destinations/td_1", 204, {});
  offers.list("/browsers", [{ session_id: "bs_1", profile: { id: "prof_1", name: "work" } }]);
  offers.reply("DELETE /browsers/bs_1", 204, {});
}

export const workConnection = {
  id: "ma_1",
  domain: "bank.example",
  profile_name: "work",
  status: "AUTHENTICATED",
  record_session: false,
  last_auth_check_at: new Date().toISOString(),
};
export const archive = { id: "td_1", name: "archive", endpoint: "https://otlp.example/v1?key=secret" };

/** Makes the service accept the requests of all tools for {@link workConnection} and {@link archive}. */
export function serveTools(offers: Offers): void {
  offers.list("/auth/connections", [workConnection]);
  offers.reply("/auth/connections/ma_1", 200, workConnection);
  offers.list("/auth/connections/ma_1/timeline", []);
  offers.reply("/org/entitlements", 200, { features: {}, limits: {}, plan: {} });
  offers.reply("/org/limits", 200, {});
  acceptChanges(offers, workConnection, archive);
}

/** An input that each tool takes. */
export const rightInputs: Readonly<Record<ToolName, Readonly<Record<string, unknown>>>> = {
  managed_auth_list_connections: {},
  managed_auth_show_connection: { id: "ma_1" },
  managed_auth_history: { id: "ma_1" },
  managed_auth_entitlements: {},
  managed_auth_list_destinations: {},
  managed_auth_list_browsers: {},
  managed_auth_wait_for_login: { id: "ma_1" },
  managed_auth_ensure_logged_in: { id: "ma_1" },
  managed_auth_create_connection: { domain: "shop.example", profile_name: "new" },
  managed_auth_update_connection: { id: "ma_1", record_session: true },
  managed_auth_delete_connection: { id: "ma_1" },
  managed_auth_delete_destination: { id_or_name: "td_1" },
  managed_auth_end_browser: { handle: hash("sha256", "bs_1").slice(0, 12) },
  managed_auth_plan_file: { path: "managed-auth.jsonc" },
  managed_auth_apply_file: { path: "managed-auth.jsonc" },
};
