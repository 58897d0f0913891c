import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { until } from "../../host/until.ts";
import { Workbench, type WorkbenchOptions } from "../../host/workbench.ts";
import { extensionsFolder } from "./extensionsFolder.ts";

/** A real VS Code with our extension, those it is compared with, and the probe in its extension host. */
export class Session implements AsyncDisposable {
  readonly workbench: Workbench;
  readonly #folder: string;
  #port = 0;

  private constructor(workbench: Workbench, folder: string) {
    this.workbench = workbench;
    this.#folder = folder;
  }

  static async open(env: NonNullable<WorkbenchOptions["env"]>): Promise<Session> {
    const folder = await mkdtemp(join(tmpdir(), "bench-window-"));
    const extensionsDir = join(folder, "extensions");
    await extensionsFolder(extensionsDir);
    const workbench = await Workbench.open({
      extensionsDir,
      // Else VS Code hands its own list of authorities to each request, without the one of this run.
      settings: { "http.systemCertificates": false },
      env: { ...env, BENCH_PROBE: join(folder, "probe") },
    });
    const session = new Session(workbench, folder);
    await session.#findProbe();
    return session;
  }

  /** A new extension host and a new page, with what was remembered. */
  async reload(): Promise<void> {
    await rm(join(this.#folder, "probe"));
    await this.workbench.reload();
    await this.#findProbe();
  }

  /** A window that does not show our view, in an extension host where nothing of it has run. */
  async fresh(): Promise<void> {
    const explorer = '.activitybar .action-item:has(.action-label[aria-label^="Explorer"])';
    await this.workbench.page.locator(explorer).first().click();
    await this.reload();
  }

  /** Has the probe do something in the extension host; rejects where that does. */
  readonly probe = async <T>(name: string, ...given: readonly unknown[]): Promise<T> => {
    const response = await fetch(`http://127.0.0.1:${this.#port}`, {
      method: "POST",
      body: JSON.stringify([name, ...given]),
    });
    const answer = (await response.json()) as { readonly value: T } | { readonly error: string };
    if ("error" in answer) throw new Error(answer.error);
    return answer.value;
  };

  async [Symbol.asyncDispose](): Promise<void> {
    await this.workbench.stop();
    await rm(this.#folder, { recursive: true, force: true });
  }

  async #findProbe(): Promise<void> {
    // The file is there before what is written to it.
    this.#port = await until(
      "the probe",
      async () => Number(await readFile(join(this.#folder, "probe"), "utf8")) || undefined,
    );
  }
}
