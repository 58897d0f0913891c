// Runs tests in copies of the repository with one guard removed. Never changes the working tree.
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { copyOfRepository } from "../host/copyOfRepository.ts";
import { run } from "../host/processes.ts";
import { isSlow, mutated, type Mutant } from "./mutant.ts";
import type { Verdict } from "./reporter.ts";

/** Maximum duration of a test, in milliseconds. A test that hangs without the guard has detected its absence. */
const patience = { asItIs: 60_000, without: 5_000, slow: 300_000, start: 30_000 };

/** The exit code that `run` returns for a program that was ended by a signal. */
const killedExitCode = -1;

/** A copy of the repository in which one mutant at a time is tried. */
export class Copy {
  readonly #folder: string;

  private constructor(folder: string) {
    this.#folder = folder;
  }

  static async create(): Promise<Copy> {
    return new Copy(await copyOfRepository());
  }

  /** Runs the tests with these titles on the unchanged code. */
  async runOriginal(test: string, titles: readonly string[], slow: boolean): Promise<readonly Verdict[]> {
    return this.#tests(test, titles, slow, patience.asItIs);
  }

  /** Runs the tests of a mutant on the code without the guard. */
  async runMutant(mutant: Mutant): Promise<readonly Verdict[]> {
    const file = join(this.#folder, mutant.file);
    const text = await readFile(file, "utf8");
    await writeFile(file, mutated(text, mutant));
    try {
      return await this.#tests(mutant.test, [mutant.title], isSlow(mutant), patience.without);
    } finally {
      await writeFile(file, text);
    }
  }

  async remove(): Promise<void> {
    await rm(this.#folder, { recursive: true, force: true });
  }

  async #build(): Promise<void> {
    const { code, stderr } = await run(process.execPath, ["esbuild.mjs"], { cwd: this.#folder });
    if (code !== 0) throw new Error(`It cannot be built:\n${stderr}`);
  }

  /** Rejects if the tests can't be loaded, because that proves nothing about the guard. */
  async #tests(
    test: string,
    titles: readonly string[],
    slow: boolean,
    milliseconds: number,
  ): Promise<readonly Verdict[]> {
    if (slow) await this.#build();
    const verdicts = join(this.#folder, "verdicts.jsonl");
    await rm(verdicts, { force: true });
    const limit = slow ? patience.slow : milliseconds;
    const { code, stderr, stdout } = await run(
      process.execPath,
      [
        ...(slow ? [] : ["--import", "./test/doubles/register.ts"]),
        "--test-force-exit",
        `--test-timeout=${limit}`,
        "--test-reporter=./test/mutants/reporter.ts",
        `--test-reporter-destination=${verdicts}`,
        ...titles.map((title) => `--test-name-pattern=${escaped(title)}`),
        test,
      ],
      // A program whose event loop is blocked must be killed from outside.
      { cwd: this.#folder, env: environment(), timeout: limit + patience.start, killSignal: "SIGKILL" },
    );
    if (code === killedExitCode) return titles.map((name) => ({ name, passed: false }));
    const lines = (await readFile(verdicts, "utf8").catch(() => ""))
      .split("\n")
      .filter((line) => line !== "");
    if (lines.length === 0) throw new Error(`No test ran in ${test}:\n${stderr}${stdout}`);
    return lines.map((line) => JSON.parse(line) as Verdict);
  }
}

/**
 * Returns the environment without the variable that marks a process as part of a test run, which would then run no
 * tests.
 */
function environment(): NodeJS.ProcessEnv {
  return { ...process.env, NODE_TEST_CONTEXT: undefined };
}

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
}
