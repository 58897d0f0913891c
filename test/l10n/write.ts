// npm run l10n: writes the messages of the code into media/l10n, for translators.
import { mkdir, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { bundleFile, bundleText } from "./bundle.ts";

await mkdir(dirname(bundleFile), { recursive: true });
await writeFile(bundleFile, await bundleText());
