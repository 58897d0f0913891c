// Tools called as an agent calls them, with what they answer read back.
import assert from "node:assert/strict";
import * as z from "zod/mini";
import type { ToolParts } from "../../src/editor/tools/tool.ts";
import { callTool } from "../../src/editor/tools/tools.ts";
import type { ToolName } from "../../src/editor/words/contributions.ts";
import { CancellationTokenSource, LanguageModelDataPart, LanguageModelTextPart } from "../doubles/vscode.ts";

const Json = z.strictObject({
  account: z.optional(z.strictObject({ label: z.string(), place: z.string(), sandbox: z.boolean() })),
  done: z.boolean(),
  says: z.array(z.string()),
  service_says: z.optional(z.record(z.string(), z.unknown())),
});

export interface ToolAnswer {
  /** What the model reads. */
  readonly text: string;
  /** What stands beside it. */
  readonly json: z.infer<typeof Json>;
}

/** Reads the result of a tool: one text, and one JSON of a type that says so. */
export function answerOf({ content }: { readonly content: readonly unknown[] }): ToolAnswer {
  const [text, data, ...rest] = content;
  assert.ok(text instanceof LanguageModelTextPart && data instanceof LanguageModelDataPart);
  assert.deepEqual([data.mimeType, rest], ["application/json", []]);
  return { text: text.value, json: Json.parse(JSON.parse(new TextDecoder().decode(data.data))) };
}

/** Calls a tool, and lets the test call it off. */
export async function call(
  parts: ToolParts,
  name: ToolName,
  input: unknown = {},
  source = new CancellationTokenSource(),
): Promise<ToolAnswer> {
  return answerOf(await callTool(parts, name, input, source.token));
}

/** An input that each tool takes. */
export const rightInputs: Readonly<Record<ToolName, Readonly<Record<string, unknown>>>> = {
  managed_auth_list_connections: {},
  managed_auth_show_connection: { id: "ma_1" },
  managed_auth_history: { id: "ma_1" },
  managed_auth_entitlements: {},
  managed_auth_list_destinations: {},
  managed_auth_wait_for_login: { id: "ma_1" },
  managed_auth_ensure_logged_in: { id: "ma_1" },
};
