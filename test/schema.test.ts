// Tests that the JSON Schema of connection files matches the code and is registered with VS Code.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import * as z from "zod/mini";
import { connectionFiles } from "../src/editor/words/contributions.ts";
import { root } from "./host/paths.ts";
import { schemaText } from "./schema/fileSchema.ts";

const read = (name: string): string => readFileSync(join(root, name), "utf8");
const SchemaNode: z.ZodMiniType<SchemaNode> = z.looseObject({
  description: z.optional(z.string()),
  default: z.optional(z.unknown()),
  examples: z.optional(z.array(z.unknown())),
  defaultSnippets: z.optional(z.array(z.object({ label: z.string() }))),
  get properties() {
    return z.optional(z.record(z.string(), SchemaNode));
  },
  get items() {
    return z.optional(SchemaNode);
  },
});
interface SchemaNode {
  description?: string | undefined;
  default?: unknown;
  examples?: readonly unknown[] | undefined;
  defaultSnippets?: readonly { readonly label: string }[] | undefined;
  properties?: Record<string, SchemaNode> | undefined;
  items?: SchemaNode | undefined;
}
const schema = SchemaNode.parse(JSON.parse(read("media/managed-auth.schema.json")));

describe("the JSON Schema of connection files", () => {
  it("matches the code (update with npm run schema)", () =>
    assert.equal(read("media/managed-auth.schema.json"), schemaText()));

  it("is registered for the file names that the code recognizes", () => {
    const Manifest = z.object({ contributes: z.object({ jsonValidation: z.array(z.unknown()) }) });
    assert.deepEqual(Manifest.parse(JSON.parse(read("package.json"))).contributes.jsonValidation, [
      { fileMatch: ["managed-auth.jsonc", "*.managed-auth.jsonc"], url: "./media/managed-auth.schema.json" },
    ]);
    const patterns = connectionFiles.map(({ pattern }) => pattern);
    assert.deepEqual(patterns, ["**/managed-auth.jsonc", "**/*.managed-auth.jsonc"]);
  });

  it("describes each setting but contains no constraints", () => {
    const entry = schema.properties?.["connections"]?.items;
    for (const [name, node] of [
      ...Object.entries(schema.properties ?? {}),
      ...Object.entries(entry?.properties ?? {}),
    ])
      assert.match(node.description ?? "", /^[A-Z].*\.$/, name);
    const constraints =
      /"(?:type|required|additionalProperties|anyOf|oneOf|enum|const|min\w*|max\w*|pattern)":/;
    assert.doesNotMatch(read("media/managed-auth.schema.json"), constraints);
  });

  it("has a suggested value for each key and contains snippets", () => {
    const leaves = (node: SchemaNode, path: string): readonly string[] => {
      const properties = Object.entries(node.properties ?? {});
      if (properties.length > 0) return properties.flatMap(([key, value]) => leaves(value, `${path}.${key}`));
      const isComplete =
        node.items !== undefined || node.default !== undefined || node.examples !== undefined;
      return isComplete ? [] : [path];
    };
    assert.deepEqual(leaves(schema, ""), []);
    const entry = schema.properties?.["connections"]?.items;
    assert.deepEqual(Object.keys(entry?.properties?.["credential"]?.properties ?? {}), [
      "name",
      "provider",
      "path",
      "auto",
    ]);
    assert.deepEqual(
      [schema, entry].map((node) => node?.defaultSnippets?.map(({ label }) => label)),
      [["Connection file"], ["Connection"]],
    );
  });

  it("has no key for a secret", () => {
    const names = [...read("media/managed-auth.schema.json").matchAll(/"(\w+)": \{/g)].map(
      ([, name = ""]) => name,
    );
    const secret = names.filter((name) => /password|secret|token|values|headers|totp|code\b/.test(name));
    assert.deepEqual(secret, []);
  });
});
