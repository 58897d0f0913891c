// Generates the input schemas of tools for the manifest: the schemas of the code, with the manifest's descriptions.
import * as z from "zod/mini";
import { toolInputs } from "../../src/editor/tools/inputs.ts";
import { toolNames } from "../../src/editor/words/contributions.ts";

const Tool = z.looseObject({ name: z.enum(toolNames), inputSchema: z.unknown() });
const Json = z.record(z.string(), z.unknown());

/** Returns the text of a manifest with the tools' input schemas updated from the code. */
export function manifestText(before: string): string {
  const written: unknown = JSON.parse(before, (_, value: unknown) => {
    const tool = Tool.safeParse(value);
    if (!tool.success || !Object.hasOwn(Json.parse(value), "inputSchema")) return value;
    const schema = Json.parse(z.toJSONSchema(toolInputs[tool.data.name], { io: "input" }));
    delete schema["$schema"];
    return { ...Json.parse(value), inputSchema: described(schema, tool.data.inputSchema) };
  });
  return `${JSON.stringify(written, undefined, 2)}\n`;
}

/** Returns a schema with the descriptions of the previous schema. */
function described(schema: Readonly<Record<string, unknown>>, before: unknown): Record<string, unknown> {
  const previous = Json.safeParse(before).data ?? {};
  const description = previous["description"];
  const result: Record<string, unknown> = typeof description === "string" ? { description } : {};
  for (const [key, value] of Object.entries(schema)) {
    const part = Json.safeParse(value);
    result[key] = part.success ? described(part.data, previous[key]) : value;
  }
  return result;
}
