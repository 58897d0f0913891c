import assert from "node:assert/strict";
import { Readable } from "node:stream";
import { describe, it } from "node:test";
import { CommandOutput } from "../../../src/cli/output.ts";

function printing(env: Readonly<Record<string, string>>, { isTTY = false, json = false } = {}) {
  const printed = { stdout: "", stderr: "" };
  const stream = (name: keyof typeof printed) => ({
    isTTY,
    write: (text: string) => void (printed[name] += text),
  });
  return {
    printed,
    output: new CommandOutput(
      { env, cwd: "/", stdin: Readable.from([]), stdout: stream("stdout"), stderr: stream("stderr") },
      json,
    ),
  };
}

const problem = { severity: "warning", code: "unknownKey", args: ["a%b\nc"], offset: 2, length: 1 } as const;

describe("CommandOutput", () => {
  it("uses colours only on a terminal, unless they are disabled", () => {
    const shown = (env: Readonly<Record<string, string>>, isTTY: boolean): string => {
      const { output, printed } = printing(env, { isTTY });
      output.line("done", "green");
      return printed.stdout;
    };
    assert.equal(shown({}, true), "\u001B[32mdone\u001B[0m\n");
    assert.equal(shown({ NO_COLOR: "1" }, true), "done\n");
    assert.equal(shown({ TERM: "dumb" }, true), "done\n");
    assert.equal(shown({}, false), "done\n");
  });

  it("shows progress only on a terminal, until the next line replaces it", () => {
    const { output, printed } = printing({}, { isTTY: true });
    output.progress("Reading…");
    output.line("done");
    assert.equal(printed.stderr, "\r\u001B[KReading…\r\u001B[K");
    const plain = printing({});
    plain.output.progress("Reading…");
    assert.equal(plain.printed.stderr, "");
    const dumb = printing({ TERM: "dumb" }, { isTTY: true });
    dumb.output.progress("Reading…");
    dumb.output.line("done");
    assert.equal(dumb.printed.stderr, "");
  });

  it("escapes control characters in text from the service", () => {
    const { output, printed } = printing({});
    output.line("a\u001B[2Jb\u202Ec\rd\ne");
    assert.equal(printed.stdout, "a\uFFFD[2Jb⟨U+202E⟩c\uFFFDd\uFFFDe\n");
  });

  it("prints escaped file annotations only in GitHub Actions", () => {
    const text = "x\ny";
    const { output, printed } = printing({ GITHUB_ACTIONS: "true" });
    output.problem(problem, "a:b,c.jsonc", text);
    assert.equal(
      printed.stderr.split("\n")[1],
      "::warning file=a%3Ab%2Cc.jsonc,line=2,col=1::Unknown key “a%25b\uFFFDc”.",
    );
    const plain = printing({});
    plain.output.problem(problem, "a.jsonc", text);
    assert.equal(plain.printed.stderr, "a.jsonc:2:1: warning: Unknown key “a%b\uFFFDc”.\n");
  });

  it("prevents text from the service from starting a workflow command", () => {
    const { output, printed } = printing({});
    output.line("  ::add-mask::x");
    output.line("a ##[error]b");
    output.line("a ##VSO[task.setvariable]b ##");
    assert.equal(printed.stdout, "  : :add-mask::x\na # #[error]b\na # #VSO[task.setvariable]b ##\n");
    const object = printing({}, { json: true });
    const name = "a ##[error]b ##vso[task.complete]";
    object.output.result({ name });
    assert.doesNotMatch(object.printed.stdout, /##/);
    assert.deepEqual(JSON.parse(object.printed.stdout), { name });
  });

  it("prints exactly one JSON object with --json", () => {
    const { output, printed } = printing({}, { json: true, isTTY: true });
    output.line("for people");
    output.progress("Reading…");
    output.error("failed");
    output.result({ name: "a\u202Eb" });
    output.result({ error: "a second one" });
    assert.deepEqual(JSON.parse(printed.stdout), { name: "a\u202Eb" });
    assert.ok(!printed.stdout.includes("\u202E"), "escaped");
    assert.equal(printed.stderr, "error: failed\n");
  });
});
