// Runs the command line in this process and captures its output and exit code.
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import type { TestContext } from "node:test";
import type { Clock } from "../../src/api/clock.ts";
import { runCommandLine } from "../../src/cli/run.ts";
import { SecondService } from "./secondService.ts";

export interface Ran {
  readonly exit: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** A temporary folder in which commands run against one service. */
export class ShellFolder {
  readonly path = mkdtempSync(join(tmpdir(), "managed-auth-cli-"));
  readonly #service: { readonly baseUrl: string; readonly token: string };

  constructor(t: TestContext, service: { readonly baseUrl: string; readonly token: string }) {
    this.#service = service;
    t.after(() => rmSync(this.path, { recursive: true, force: true }));
  }

  write(name: string, content: string | Buffer | object): void {
    const isText = typeof content === "string" || Buffer.isBuffer(content);
    writeFileSync(join(this.path, name), isText ? content : JSON.stringify(content, undefined, 2));
  }

  read(name: string): string {
    return readFileSync(join(this.path, name), "utf8");
  }

  remove(name: string): void {
    rmSync(join(this.path, name));
  }

  /** Writes managed-auth.jsonc with these entries. */
  declare(connections: readonly object[], more: object = {}): void {
    this.write("managed-auth.jsonc", { version: 1, ...more, connections });
  }

  /** Runs a command against the service. Omits the first line of standard error, which names the service. */
  async run(
    argv: readonly string[],
    env: Readonly<Record<string, string>> = {},
    stop?: AbortSignal,
    input = "",
    clock?: Clock,
  ): Promise<Ran> {
    const { baseUrl } = this.#service;
    const ran = await this.runAlone([...argv, "--base-url", baseUrl], env, stop, input, clock);
    return { ...ran, stderr: ran.stderr.replace(`Service: ${baseUrl}\n`, "") };
  }

  /** Runs a command against the service and asserts its exit code. */
  async expect(exit: number, ...given: Parameters<ShellFolder["run"]>): Promise<Ran> {
    const ran = await this.run(...given);
    assert.equal(ran.exit, exit, `${given[0].join(" ")}\n${ran.stdout}${ran.stderr}`);
    return ran;
  }

  /** Runs a command line without adding the service's address. */
  async runAlone(
    argv: readonly string[],
    env: Readonly<Record<string, string>> = {},
    stop = new AbortController().signal,
    input: string | Readable = "",
    clock?: Clock,
  ): Promise<Ran> {
    const printed = { stdout: "", stderr: "" };
    const stream = (name: keyof typeof printed) => ({
      isTTY: env["TERM"] !== undefined,
      write: (text: string) => void (printed[name] += text),
    });
    const exit = await runCommandLine(
      argv,
      {
        env: { KERNEL_API_KEY: this.#service.token, ...env },
        cwd: this.path,
        stdin: typeof input === "string" ? Readable.from([Buffer.from(input)]) : input,
        stdout: stream("stdout"),
        stderr: stream("stderr"),
      },
      stop,
      clock,
    );
    return { exit, ...printed };
  }
}

/** Starts a second service, and opens a folder for commands against it. */
export async function openShell(
  t: TestContext,
  declared?: readonly object[],
): Promise<{ service: SecondService; shell: ShellFolder }> {
  const service = await new SecondService().start(t);
  const shell = new ShellFolder(t, service);
  if (declared !== undefined) shell.declare(declared);
  return { service, shell };
}
