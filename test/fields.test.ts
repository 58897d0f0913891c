// Tests that every field that is sent or received is used in at least one folder. Fields are taken from exported
// schemas and their parts.
import assert from "node:assert/strict";
import { globSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import * as z from "zod/mini";
import { root } from "./host/paths.ts";
import { objectOf } from "./unit/sandbox/support.ts";

/** Returns the names of all fields of a schema at any depth. */
function fieldsOf(schema: z.ZodMiniType): ReadonlySet<string> {
  const names = new Set<string>();
  // Called for each object during the conversion to JSON Schema. Types that JSON can't express have no fields.
  z.toJSONSchema(schema, {
    io: "input",
    unrepresentable: "any",
    override: ({ jsonSchema: { properties = {} } }) =>
      Object.keys(properties).forEach((name) => names.add(name)),
  });
  return names;
}

async function exportedSchemas(folder: string): Promise<z.ZodMiniType[]> {
  const files = readdirSync(join(root, folder)).filter((file) => /(?<!\.d)\.ts$/.test(file));
  const modules = files.map((file): Promise<unknown> => import(join(root, folder, file)));
  return (await Promise.all(modules))
    .flatMap((module) => Object.values<unknown>(objectOf(module)))
    .filter((one) => one instanceof z.ZodMiniType);
}

/** Fields that are displayed unchanged, or only parsed because the interface defines them. */
const unused = ["replay_id", "telemetry_captured", "input_mode"];
/** Words of the folders that use responses of the service, without comments. */
const words = new Set([
  ...unused,
  ...globSync("src/{cli,domain,editor}/**/*.ts", { cwd: root }).flatMap((file) => {
    const code = readFileSync(join(root, file), "utf8").replaceAll(/^\s*(?:\/\*\*|\*|\/\/).*$/gm, "");
    return code.match(/\w+/g) ?? [];
  }),
]);
const unusedFields = (fields: Iterable<string>): string[] => [...fields].filter((field) => !words.has(field));

describe("fields in the service's schemas", () => {
  it("are all used in src/cli, src/domain or src/editor", async () => {
    const fields = new Set((await exportedSchemas("src/api")).flatMap((schema) => [...fieldsOf(schema)]));
    // Guards against a walk that finds no fields, which would also find none missing. The document has more than 90.
    assert.ok(fields.size > 90, `${fields.size} fields`);
    assert.deepEqual(unusedFields(fields), []);
  });

  it("are collected from nested objects, lists, unions, pipes and z.catch schemas", () => {
    const inside = z.object({
      domain: z.union([z.string(), z.strictObject({ mood_of_union: z.literal(1) })]),
      fields: z.catch(z.optional(z.nullable(z.array(z.looseObject({ mood_of_row: z.string() })))), []),
      status: z.pipe(z.object({ mood: z.optional(z.boolean()) }), z.transform(String)),
    });
    assert.deepEqual(unusedFields(fieldsOf(inside)).sort(), ["mood", "mood_of_row", "mood_of_union"]);
  });
});
