import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { endGroup, killGroup, startGroup } from "./processes.ts";
import { installServer } from "./serverInstall.ts";
import type { VSCodeVersion } from "./serverVersions.ts";

/** A program with arguments that starts the command that follows, such as `unshare`. */
export type Launcher = readonly [string, ...string[]];

export interface ServerOptions {
  extensionsDir: string;
  userDataDir: string;
  serverDataDir: string;
  /** Absolute path of the folder that the workbench opens. */
  folder: string;
  vscode?: VSCodeVersion | undefined;
  launcher?: Launcher | undefined;
  /** True if folders must be trusted first. By default, every folder is trusted. */
  workspaceTrust?: boolean | undefined;
  /** Variables for the server and the extension host. `undefined` removes a variable. */
  env?: Readonly<Record<string, string | undefined>>;
  /**
   * Key of 32 bytes with which the page encrypts stored secrets. Without a key, secrets are only kept in memory, as
   * without a keyring.
   */
  secretKey?: Buffer;
  /** Enables in-host tests in the page. Also suppresses notifications and refuses dialogs. */
  smokeTest?: boolean;
  /** Port of the server. Defaults to 0, which selects any free port. */
  port?: number;
  /** A token that the address must contain. By default, every client on this computer may connect. */
  connectionToken?: string;
  progress?: (line: string) => void;
}

export interface Server {
  /** The address of the workbench with the folder open. */
  url: string;
  /** The address of the workbench with another folder or a `.code-workspace` file open. */
  urlOf: (path: string) => string;
  port: number;
  /** The server's standard output and error so far. */
  output: readonly string[];
  /** Ends the server and all its child processes. Rejects if a process is left. */
  stop(): Promise<void>;
  /** Kills the server and every process it started, as a crash would. */
  kill(): Promise<void>;
  /** ID of the process group of the server and its child processes. */
  group: number;
  /** Resolves when the server has ended for any reason. */
  ended: Promise<void>;
}

/** Starts the VS Code server of `installServer` on loopback. Resolves when the server accepts connections. */
export async function startServer(options: ServerOptions): Promise<Server> {
  const server = await installServer(options.progress ?? (() => undefined), options.vscode);
  const own = [process.execPath, ...command(server), ...serverArguments(options)] as const;
  const [program, ...args] = options.launcher === undefined ? own : ([...options.launcher, ...own] as const);
  const child = startGroup(program, args, {
    env: { ...process.env, ...options.env, SERVER_SECRET_KEY: options.secretKey?.toString("base64") },
    stdio: ["pipe", "pipe", "pipe"],
  });
  const output: string[] = [];
  collect(child, (text) => output.push(text));
  const ended = once(child, "close").then(() => undefined);
  const port = await portOf(child, ended);
  const token = options.connectionToken === undefined ? "" : `tkn=${options.connectionToken}&`;
  const urlOf = (path: string): string => {
    const kind = path.endsWith(".code-workspace") ? "workspace" : "folder";
    return `http://127.0.0.1:${port}/?${token}${kind}=${encodeURIComponent(path)}`;
  };
  return {
    url: urlOf(options.folder),
    urlOf,
    port,
    output,
    stop: (): Promise<void> => endGroup(child),
    ended,
    kill: () => killGroup(child),
    group: child.pid ?? 0,
  };
}

/** Waits for the line with the port. Throws the server's output if the server ends first. */
async function portOf(child: ChildProcess, ended: Promise<undefined>): Promise<number> {
  let output = "";
  const listening = Promise.withResolvers<number>();
  const take = (text: string): void => {
    output += text;
    const port = /^Extension host agent listening on (\d+)/m.exec(output)?.[1];
    if (port !== undefined) listening.resolve(Number(port));
  };
  collect(child, take);
  const port = await Promise.race([listening.promise, ended]);
  if (port === undefined) throw new Error(`The VS Code server ended before it listened:\n${output}`);
  for (const stream of [child.stdout, child.stderr]) stream?.off("data", take).resume();
  return port;
}

/** Installs a packaged extension into an extensions folder, as a user would. */
export async function installExtension(
  vsix: string,
  extensionsDir: string,
  serverDataDir: string,
): Promise<void> {
  const server = await installServer(() => undefined);
  const folders = ["--extensions-dir", extensionsDir, "--server-data-dir", serverDataDir];
  const child = startGroup(
    process.execPath,
    [...command(server), "--install-extension", vsix, "--force", ...folders],
    { env: process.env, stdio: ["pipe", "pipe", "pipe"] },
  );
  let output = "";
  collect(child, (text) => (output += text));
  const [code] = (await once(child, "close")) as [number | null];
  if (code !== 0) throw new Error(`VS Code refused ${vsix}:\n${output}`);
}

function collect(child: ChildProcess, take: (text: string) => unknown): void {
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding("utf8").on("data", take);
}

function command(server: string): string[] {
  return [join(import.meta.dirname, "serverMain.mjs"), join(server, "out", "server-main.js")];
}

function serverArguments(options: ServerOptions): string[] {
  return [
    ...["--host", "127.0.0.1", "--port", String(options.port ?? 0)],
    ...["--user-data-dir", options.userDataDir],
    ...["--extensions-dir", options.extensionsDir],
    ...["--server-data-dir", options.serverDataDir],
    ...(options.connectionToken === undefined
      ? ["--without-connection-token"]
      : ["--connection-token", options.connectionToken]),
    "--accept-server-license-terms",
    "--disable-telemetry",
    ...(options.workspaceTrust === true ? [] : ["--disable-workspace-trust"]),
    "--disable-experiments",
    ...(options.smokeTest === true ? ["--enable-smoke-test-driver"] : []),
  ];
}
