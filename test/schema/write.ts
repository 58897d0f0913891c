// npm run schema: writes the JSON Schema of files of connections.
import { writeFile } from "node:fs/promises";
import { schemaText } from "./fileSchema.ts";

await writeFile("media/managed-auth.schema.json", schemaText());
