// Creates an extensions folder with our extension and a test's extension.
import { cp, mkdir, mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { installedExtension } from "../host/extension.ts";

/** Installs our extension and another one with the source `main` into a new folder. */
export async function withExtension(
  name: string,
  main: string,
  manifest: { readonly activationEvents: readonly string[]; readonly contributes: object },
): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `${name}-`));
  await cp(await installedExtension(() => undefined), folder, { recursive: true });
  const relativeLocation = `test.${name}-1.0.0`;
  const path = join(folder, relativeLocation);
  await mkdir(path);
  const base = {
    name,
    publisher: "test",
    version: "1.0.0",
    engines: { vscode: "^1.110.0" },
    main: "./main.js",
  };
  await writeFile(join(path, "package.json"), JSON.stringify({ ...base, ...manifest }));
  await writeFile(join(path, "main.js"), main);
  const list = join(folder, "extensions.json");
  const installed = JSON.parse(await readFile(list, "utf8")) as unknown[];
  const entry = {
    identifier: { id: `test.${name}` },
    version: "1.0.0",
    location: { $mid: 1, path, scheme: "file" },
    relativeLocation,
  };
  await writeFile(list, JSON.stringify([...installed, entry]));
  return folder;
}
