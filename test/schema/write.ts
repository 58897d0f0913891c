// npm run schema: writes the JSON Schema of connection files.
import { writeFile } from "node:fs/promises";
import { schemaText } from "./fileSchema.ts";

await writeFile("media/managed-auth.schema.json", schemaText());
