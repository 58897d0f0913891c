import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { run } from "../host/processes.ts";
import { until } from "../host/until.ts";
import { Workbench } from "../host/workbench.ts";
import { signIn } from "../ui/flows.ts";
import { extensionsFolder } from "./extensionsFolder.ts";

export interface SessionOptions {
  /** True if the service uses TLS, so that requests go through the host's `fetch`. */
  readonly tls: boolean;
  /** The path prefix of the service's address that the window signs in to. */
  readonly basePath?: string;
}

/**
 * A real VS Code that is signed in to the bench's service, with our extension, the baseline extensions, and the probe
 * in its extension host.
 */
export class Session implements AsyncDisposable {
  readonly workbench: Workbench;
  readonly origin: string;
  readonly #folder: string;
  readonly #service: ChildProcess;
  #port = 0;

  private constructor(workbench: Workbench, service: ChildProcess, origin: string, folder: string) {
    this.workbench = workbench;
    this.origin = origin;
    this.#service = service;
    this.#folder = folder;
  }

  static async open({ tls, basePath = "" }: SessionOptions): Promise<Session> {
    const folder = await mkdtemp(join(tmpdir(), "bench-"));
    const files = tls ? await certificate(folder) : undefined;
    const { child, port } = await startService(files === undefined ? [] : [files.key, files.cert]);
    const extensionsDir = join(folder, "extensions");
    await extensionsFolder(extensionsDir);
    const workbench = await Workbench.open({
      extensionsDir,
      // Otherwise VS Code passes its own list of authorities to each request, without the one of this run.
      settings: { "http.systemCertificates": false },
      env: { NODE_EXTRA_CA_CERTS: files?.cert, BENCH_PROBE: join(folder, "probe") },
    });
    const origin = `${tls ? "https" : "http"}://127.0.0.1:${port}`;
    const session = new Session(workbench, child, origin, folder);
    await session.#findProbe();
    await signIn(workbench, origin + basePath, "sk_bench_token");
    return session;
  }

  /** Returns to a window without the view, in a new extension host that hasn't run the extension. */
  async fresh(): Promise<void> {
    const explorer = '.activitybar .action-item:has(.action-label[aria-label^="Explorer"])';
    await this.workbench.page.locator(explorer).first().click();
    await rm(join(this.#folder, "probe"));
    await this.workbench.reload();
    await this.#findProbe();
  }

  /** Calls a function of the probe in the extension host. Rejects if the function does. */
  readonly probe = async <T>(name: string, ...args: readonly unknown[]): Promise<T> => {
    const response = await fetch(`http://127.0.0.1:${this.#port}`, {
      method: "POST",
      body: JSON.stringify([name, ...args]),
    });
    const answer = (await response.json()) as { readonly value: T } | { readonly error: string };
    if ("error" in answer) throw new Error(answer.error);
    return answer.value;
  };

  async [Symbol.asyncDispose](): Promise<void> {
    await this.workbench.stop();
    this.#service.kill();
    await rm(this.#folder, { recursive: true, force: true });
  }

  async #findProbe(): Promise<void> {
    // The file exists before its content is written.
    this.#port = await until(
      "the probe",
      async () => Number(await readFile(join(this.#folder, "probe"), "utf8")) || undefined,
    );
  }
}

/** Creates a key and a certificate for 127.0.0.1 in this run's folder. Rejects if openssl is missing. */
async function certificate(folder: string): Promise<{ key: string; cert: string }> {
  const files = { key: join(folder, "key.pem"), cert: join(folder, "cert.pem") };
  const { code, stderr } = await run("openssl", [
    ...["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"],
    ...["-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1"],
    ...["-keyout", files.key, "-out", files.cert],
  ]).catch(() => ({ code: -1, stderr: "there is no openssl" }));
  if (code !== 0) throw new Error(`No certificate for the host's fetch could be made: ${stderr.trim()}`);
  return files;
}

/** Starts the bench's service, which ends with this process at the latest. */
async function startService(args: readonly string[]): Promise<{ child: ChildProcess; port: number }> {
  const child = fork(join(import.meta.dirname, "service.ts"), args, { execArgv: [] });
  const port = await Promise.race([
    once(child, "message").then(([said]) => Number(said)),
    once(child, "exit").then(() => undefined),
  ]);
  if (port === undefined) throw new Error("the bench's service ended before it listened");
  child.unref();
  child.channel?.unref();
  return { child, port };
}
