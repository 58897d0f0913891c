// What tools take, as the manifest has it: the schemas of the code, with the descriptions that stand in the manifest.
import * as z from "zod/mini";
import { toolInputs } from "../../src/editor/tools/inputs.ts";
import { toolNames } from "../../src/editor/words/contributions.ts";

const Tool = z.looseObject({ name: z.enum(toolNames), inputSchema: z.unknown() });
const Json = z.record(z.string(), z.unknown());

/** The text of a manifest with what tools take by the code. */
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

/** A schema with the descriptions that the one before has in the same places. */
function described(schema: Readonly<Record<string, unknown>>, before: unknown): Record<string, unknown> {
  const was = Json.safeParse(before).data ?? {};
  const description = was["description"];
  const whole: Record<string, unknown> = typeof description === "string" ? { description } : {};
  for (const [key, value] of Object.entries(schema)) {
    const part = Json.safeParse(value);
    whole[key] = part.success ? described(part.data, was[key]) : value;
  }
  return whole;
}
