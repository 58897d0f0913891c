// The JSON Schema of files of connections: what ships is what the code says, and VS Code is told of it.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import * as z from "zod/mini";
import { connectionFiles } from "../src/editor/words/contributions.ts";
import { root } from "./host/paths.ts";
import { schemaText } from "./schema/fileSchema.ts";

const read = (name: string): string => readFileSync(join(root, name), "utf8");
const Node: z.ZodMiniType<Node> = z.looseObject({
  description: z.optional(z.string()),
  minimum: z.optional(z.number()),
  maximum: z.optional(z.number()),
  additionalProperties: z.optional(z.boolean()),
  get properties() {
    return z.optional(z.record(z.string(), Node));
  },
  get items() {
    return z.optional(Node);
  },
  get anyOf() {
    return z.optional(z.array(Node));
  },
});
interface Node {
  description?: string | undefined;
  minimum?: number | undefined;
  maximum?: number | undefined;
  additionalProperties?: boolean | undefined;
  properties?: Record<string, Node> | undefined;
  items?: Node | undefined;
  anyOf?: Node[] | undefined;
}
const schema = Node.parse(JSON.parse(read("media/managed-auth.schema.json")));

describe("the schema of files of connections", () => {
  it("is what the code reads (npm run schema)", () => {
    assert.equal(read("media/managed-auth.schema.json"), schemaText());
  });

  it("is what VS Code holds such files to", () => {
    const Manifest = z.object({ contributes: z.object({ jsonValidation: z.array(z.unknown()) }) });
    assert.deepEqual(Manifest.parse(JSON.parse(read("package.json"))).contributes.jsonValidation, [
      { fileMatch: ["managed-auth.jsonc", "*.managed-auth.jsonc"], url: "./media/managed-auth.schema.json" },
    ]);
    const patterns = connectionFiles.map(({ pattern }) => pattern);
    assert.deepEqual(patterns, ["**/managed-auth.jsonc", "**/*.managed-auth.jsonc"]);
  });

  it("has bounds, one form at a time, words for each setting, and room for nothing else", () => {
    const entry = schema.properties?.["connections"]?.items;
    const interval = entry?.properties?.["health_check_interval"];
    assert.deepEqual([interval?.minimum, interval?.maximum], [300, 86_400]);
    const forms = (node: Node | undefined): unknown =>
      node?.anyOf?.map((form) => [Object.keys(form.properties ?? {}), form.additionalProperties]);
    assert.deepEqual(forms(entry?.properties?.["credential"]), [
      [["name"], false],
      [["provider", "path"], false],
      [["provider", "auto"], false],
    ]);
    assert.deepEqual(forms(entry?.properties?.["browser"]?.properties?.["proxy"]), [
      [["mode"], false],
      [["id"], false],
      [["name"], false],
    ]);
    for (const [name, node] of [
      ...Object.entries(schema.properties ?? {}),
      ...Object.entries(entry?.properties ?? {}),
    ])
      assert.match(node.description ?? "", /^[A-Z].*\.$/, name);
    for (const node of [schema, entry, schema.properties?.["defaults"], entry?.properties?.["browser"]])
      assert.equal(node?.additionalProperties, false);
  });

  it("has no place for a secret", () => {
    const names = [...read("media/managed-auth.schema.json").matchAll(/"(\w+)": \{/g)].map(
      ([, name = ""]) => name,
    );
    const secret = names.filter((name) => /password|secret|token|values|headers|totp|code\b/.test(name));
    assert.deepEqual(secret, []);
  });
});
