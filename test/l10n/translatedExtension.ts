import { cp, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod/mini";
import { installedExtension } from "../host/extension.ts";
import { pseudoBundle, pseudoLanguage } from "./pseudo.ts";

const Bundle = z.record(
  z.string(),
  z.union([z.string(), z.object({ message: z.string(), comment: z.array(z.string()) })]),
);

/**
 * Copies the installed extension into `folder` and adds what a translator would: a bundle and a package.nls of the
 * pseudo language, made from the ones the package carries.
 */
export async function translateExtension(folder: string): Promise<void> {
  await cp(await installedExtension(() => undefined), folder, { recursive: true });
  const [name] = (await readdir(folder)).filter((entry) => entry.startsWith("agent-auth-tools."));
  if (name === undefined) throw new Error("The extension is not installed");
  const translate = async (...path: readonly string[]): Promise<void> => {
    const source = join(folder, name, ...path);
    const bundle = Bundle.parse(JSON.parse(await readFile(source, "utf8")));
    const target = source.replace(/\.json$/, `.${pseudoLanguage}.json`);
    await writeFile(target, JSON.stringify(pseudoBundle(bundle)));
  };
  await translate("package.nls.json");
  await translate("media", "l10n", "bundle.l10n.json");
}
