import { cp, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import * as z from "zod/mini";
import { installedExtension } from "../host/extension.ts";
import { root } from "../host/paths.ts";
import { bundleFile } from "./bundle.ts";
import { pseudoBundle, pseudoLanguage } from "./pseudo.ts";

const Bundle = z.record(
  z.string(),
  z.union([z.string(), z.object({ message: z.string(), comment: z.array(z.string()) })]),
);

/**
 * Copies the installed extension into `folder` and adds a bundle and a package.nls file in the pseudo language,
 * made from the originals that translators use.
 */
export async function translateExtension(folder: string): Promise<void> {
  await cp(await installedExtension(() => undefined), folder, { recursive: true });
  const [name] = (await readdir(folder)).filter((entry) => entry.startsWith("agent-auth-tools."));
  if (name === undefined) throw new Error("The extension is not installed");
  const translate = async (source: string): Promise<void> => {
    const bundle = Bundle.parse(JSON.parse(await readFile(source, "utf8")));
    const target = join(folder, name, relative(root, source).replace(/\.json$/, `.${pseudoLanguage}.json`));
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, JSON.stringify(pseudoBundle(bundle)));
  };
  await translate(join(root, "package.nls.json"));
  await translate(bundleFile);
}
