// Checks every place where the extension might leak a secret.
import assert from "node:assert/strict";
import { inspect } from "node:util";
import { contextKeys, env, logged, mentioned, screen } from "../doubles/vscode.ts";
import { contentOf, filesBelow } from "../host/filesBelow.ts";
import { canary } from "../unit/api/support.ts";
import type { Stage } from "./stage.ts";
import { treeWords } from "./operations.ts";

/** Returns a secret as plain text, in JSON, percent-encoded and in base64. */
const formsOf = (secret: string): readonly string[] => [
  secret,
  JSON.stringify(secret).slice(1, -1),
  encodeURIComponent(secret),
  Buffer.from(secret).toString("base64"),
];
const tokenForms = [...formsOf(canary), Buffer.from(`Bearer ${canary}`).toString("base64")];

/** Checks that neither the token nor another secret was shown, logged, stored, copied or passed on. */
export async function assertNoToken(stage: Stage, secrets: readonly string[] = []): Promise<void> {
  const { directory, outcomes, tree, view, windowState } = stage;
  for (const [place, text] of Object.entries({
    screen: inspect(screen.all, { depth: 12, maxStringLength: null, maxArrayLength: null }),
    log: logged.join("\n"),
    "status bar": mentioned.join("\n"),
    "context keys": inspect([...contextKeys]),
    clipboard: env.clipboard.text,
    outcomes: JSON.stringify(outcomes) + inspect(outcomes, { depth: 12 }),
    tree: view.message + (await treeWords(tree)),
    "window state": JSON.stringify(windowState.keys().map((key) => windowState.get(key))),
    ...(await filesIn(directory)),
  })) {
    for (const form of tokenForms) assert.ok(!text.includes(form), `the token is in the ${place}`);
    for (const form of secrets.flatMap(formsOf))
      assert.ok(!text.includes(form), `a secret is in the ${place}`);
  }
}

async function filesIn(directory: string): Promise<Record<string, string>> {
  const files = await filesBelow(directory);
  return Object.fromEntries(
    await Promise.all(files.map(async (file) => [file, (await contentOf(file)).toString()] as const)),
  );
}
