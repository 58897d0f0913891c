import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { lastLine, npm, run } from "./processes.ts";
import { cache, exists } from "./paths.ts";
import { Problem } from "./problem.ts";
import { current, serverPackages, type ServerPackage, type VSCodeVersion } from "./serverVersions.ts";

/**
 * Packages that the server, its extension host and its watcher import at start. Tests don't use the features of the
 * others.
 */
const requiredPackages = [
  "@microsoft/1ds-core-js",
  "@parcel/watcher",
  "@vscode/iconv-lite-umd",
  "@vscode/proxy-agent",
  "cookie",
  "http-proxy-agent",
  "https-proxy-agent",
  "jschardet",
  "minimist",
  "vscode-oniguruma",
  "vscode-regexpp",
  "vscode-textmate",
  "ws",
  "yauzl",
  "yazl",
];

/** JavaScript replacements of native modules that would need a compiler. */
const replacements = {
  "@vscode/deviceid": "deviceid.mjs",
  "@vscode/native-watchdog": "nativeWatchdog.mjs",
  "@vscode/spdlog": "spdlog.mjs",
};

/** Built-in extensions that are large and unused, or fail at start without a native module. */
const unwanted = ["copilot", "mermaid*", "git", "github", "npm"];

/** Keys of product.json that point at galleries, telemetry and sign-in hosts. */
const externalKeys = [
  "defaultChatAgent",
  "voiceWsUrl",
  "aiConfig",
  "newsletterSignupUrl",
  "linkProtectionTrustedDomains",
];

/**
 * Returns the folder of a VS Code server from npm. The first call for a version creates the folder atomically, and
 * later calls reuse it. Throws a Problem if npm, tar or the checksum fails.
 */
export async function installServer(
  progress: (line: string) => void,
  vscode: VSCodeVersion = current,
): Promise<string> {
  const source = serverPackages[vscode];
  const folder = join(cache, `vscode-server-${source.version}-${await recipe()}`);
  if (await exists(folder)) return folder;
  await mkdir(cache, { recursive: true });
  const work = await mkdtemp(join(cache, "building-"));
  try {
    progress(`Fetching the VS Code server (code-server ${source.version}, 47 MB) from npm…`);
    const archive = await fetchArchive(work, source);
    progress("Unpacking it…");
    const server = await unpack(work, archive);
    progress("Installing what it loads…");
    await installModules(server);
    await removeExternalKeys(server);
    await rename(server, folder).catch(async (error: unknown) => {
      if (!(await exists(folder))) throw error; // Use the copy of a concurrent run that finished first.
    });
    return folder;
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** Hashes the installation steps, so that a change of this file or of a replacement creates a new copy. */
async function recipe(): Promise<string> {
  const hash = createHash("sha256");
  const sources = [import.meta.filename, ...Object.values(replacements).map((file) => standIn(file))];
  for (const source of sources) hash.update(await readFile(source));
  return hash.digest("hex").slice(0, 8);
}

function standIn(file: string): string {
  return join(import.meta.dirname, "standIns", file);
}

async function fetchArchive(work: string, { version, sha512 }: ServerPackage): Promise<string> {
  const packed = await npm(["pack", `code-server@${version}`, "--ignore-scripts", "--silent"], work);
  const name = (await readdir(work)).find((file) => file.endsWith(".tgz"));
  if (packed.code !== 0 || name === undefined) {
    throw new Problem(
      `npm could not fetch code-server@${version} (${lastLine(packed.stderr) || `exit code ${packed.code}`}). ` +
        `Check the network and npm's registry, then type the same command again.`,
    );
  }
  const hash = createHash("sha512");
  for await (const chunk of createReadStream(join(work, name))) hash.update(chunk as Buffer);
  if (hash.digest("base64") !== sha512) {
    throw new Problem(
      `code-server@${version} from npm's registry is not the one this project pins. Type: npm cache clean --force`,
    );
  }
  return join(work, name);
}

async function unpack(work: string, archive: string): Promise<string> {
  const exclusions = unwanted.map((name) => `--exclude=package/lib/vscode/extensions/${name}`);
  const tar = await run("tar", ["-xzf", archive, "-C", work, ...exclusions, "package/lib/vscode"]).catch(
    () => undefined,
  );
  if (tar?.code !== 0) {
    throw new Problem(
      `tar could not unpack code-server (${lastLine(tar?.stderr ?? "no tar on the PATH")}). ` +
        `Install tar and see that the disk has 500 MB free.`,
    );
  }
  return join(work, "package", "lib", "vscode");
}

/**
 * Keeps the server's shrinkwrap beside the shortened manifest, so that versions and hashes stay those of the
 * release.
 */
async function installModules(server: string): Promise<void> {
  const file = join(server, "package.json");
  const manifest = JSON.parse(await readFile(file, "utf8")) as { dependencies: Record<string, string> };
  const dependencies = Object.entries(manifest.dependencies).filter(([name]) =>
    requiredPackages.includes(name),
  );
  await writeFile(
    file,
    JSON.stringify({ ...manifest, dependencies: Object.fromEntries(dependencies) }, null, 2),
  );
  const installed = await npm(
    [
      "install",
      "--prefix",
      server,
      "--ignore-scripts",
      "--no-audit",
      "--no-fund",
      "--omit=dev",
      "--loglevel=error",
    ],
    server,
  );
  if (installed.code !== 0) {
    throw new Problem(
      `npm could not install the VS Code server's modules (${lastLine(installed.stderr)}). ` +
        `Check the network and npm's registry, then type the same command again.`,
    );
  }
  for (const [name, source] of Object.entries(replacements)) {
    const target = join(server, "node_modules", name);
    await mkdir(target, { recursive: true });
    await cp(standIn(source), join(target, "index.mjs"));
    await writeFile(
      join(target, "package.json"),
      JSON.stringify({ name, version: "0.0.0", main: "./index.mjs" }),
    );
  }
}

/** Removes keys whose hosts a test must not contact. An empty gallery means "no gallery". */
async function removeExternalKeys(server: string): Promise<void> {
  const file = join(server, "product.json");
  const product = JSON.parse(await readFile(file, "utf8")) as Record<string, unknown>;
  for (const key of externalKeys) Reflect.deleteProperty(product, key);
  await writeFile(
    file,
    JSON.stringify({ ...product, enableTelemetry: false, extensionsGallery: {} }, null, 2),
  );
}
