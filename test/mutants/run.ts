// Runs tests against code with one guard removed, in copies of the repository; the working tree is never touched.
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { copyOfRepository } from "../host/copyOfRepository.ts";
import { run } from "../host/processes.ts";
import { isSlow, mutated, type Mutant } from "./mutant.ts";
import type { Verdict } from "./reporter.ts";

/** How long a test may take, in milliseconds; one that hangs without the guard has noticed, too. */
const patience = { asItIs: 60_000, without: 5_000, slow: 300_000, start: 30_000 };

/** What `run` says of a program that a signal ended. */
const killed = -1;

/** A copy of the repository in which one mutant at a time is tried. */
export class Copy {
  readonly #folder: string;

  private constructor(folder: string) {
    this.#folder = folder;
  }

  static async create(): Promise<Copy> {
    return new Copy(await copyOfRepository());
  }

  /** What the tests of these titles say of the code as it is. */
  async asItIs(test: string, titles: readonly string[], slow: boolean): Promise<readonly Verdict[]> {
    return this.#tests(test, titles, slow, patience.asItIs);
  }

  /** What the tests of a mutant say of it. */
  async without(mutant: Mutant): Promise<readonly Verdict[]> {
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

  /** Rejects where the tests cannot even be loaded: that would say nothing of the guard. */
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
      // Code that never gives its thread back is ended from outside.
      { cwd: this.#folder, env: environment(), timeout: limit + patience.start, killSignal: "SIGKILL" },
    );
    if (code === killed) return titles.map((name) => ({ name, passed: false }));
    const lines = (await readFile(verdicts, "utf8").catch(() => ""))
      .split("\n")
      .filter((line) => line !== "");
    if (lines.length === 0) throw new Error(`No test ran in ${test}:\n${stderr}${stdout}`);
    return lines.map((line) => JSON.parse(line) as Verdict);
  }
}

/** Without what tells a process that it is itself a part of a test run: it would run no tests then. */
function environment(): NodeJS.ProcessEnv {
  return { ...process.env, NODE_TEST_CONTEXT: undefined };
}

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
}
