import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { describe, it } from "node:test";
import {
  checkCommand,
  checkScript,
  checkVariable,
  codeVariable,
  otherAccountExit,
} from "../../../../src/domain/code/terminalCheck.ts";
import { root } from "../../../host/paths.ts";

const hash = (text: string): string => createHash("sha256").update(text).digest("hex");
const variables = { KERNEL_BASE_URL: "http://127.0.0.1:8080", KERNEL_API_KEY: `sk_'"$(x)` };
const check = {
  hash: hash(`${variables.KERNEL_BASE_URL}\n${variables.KERNEL_API_KEY}\n`),
  success: "Uses: it's $(here)",
  warning: "Isn't this $(account)",
};
const isInstalled = (command: string): boolean => spawnSync(command, ["-c", ":"]).status === 0;

/** Runs the script in a shell, with variables as a start-up file may have changed them. */
function run(shell: string, script: string, env: NodeJS.ProcessEnv = {}) {
  return spawnSync(shell, ["-c", checkCommand.posix], {
    cwd: root,
    encoding: "utf8",
    env: { ...process.env, ...variables, [checkVariable]: script, ...env },
  });
}

for (const shell of ["sh", "bash", "zsh", "fish"])
  describe(`the account check in ${shell}`, { skip: !isInstalled(shell) && `no ${shell}` }, () => {
    it("confirms that the terminal uses the account", () => {
      const { status, stderr, stdout } = run(shell, checkScript.posix(check));
      assert.deepEqual([status, stdout, stderr], [0, "Uses: it's $(here)\n", ""]);
    });

    for (const [difference, env] of Object.entries({
      "another token": { KERNEL_API_KEY: "sk_real" },
      "another URL": { KERNEL_BASE_URL: "https://api.example" },
      "a missing URL": { KERNEL_BASE_URL: undefined },
      "swapped variables": {
        KERNEL_BASE_URL: variables.KERNEL_API_KEY,
        KERNEL_API_KEY: variables.KERNEL_BASE_URL,
      },
    }))
      it(`warns about ${difference} in the environment without printing a value`, () => {
        const script = checkScript.posix({ ...check, run: "bash" });
        const { status, stderr, stdout } = run(shell, script, { ...env, [codeVariable]: "echo ran" });
        assert.deepEqual([status, stdout, stderr], [otherAccountExit, "", `${check.warning}\n`]);
      });
  });

describe("code in an account terminal", () => {
  for (const [language, code] of [
    ["typescript", `const name: string = process.env["KERNEL_BASE_URL"] ?? ""; console.log("ran", name);`],
    ["python", `import os; print("ran", os.environ["KERNEL_BASE_URL"])`],
    ["bash", `echo "ran $KERNEL_BASE_URL"; exit 3`],
  ] as const) {
    const program = { typescript: "node", python: "python3", bash: "bash" }[language];
    const skip = spawnSync(program, ["--version"]).status !== 0 && `no ${program}`;
    it(`runs as ${language} after the account check`, { skip }, () => {
      const path = `${process.execPath.replace(/[^/]*$/, "")}:${process.env["PATH"] ?? ""}`;
      const env = { [codeVariable]: code, PATH: path };
      const { status, stdout } = run("sh", checkScript.posix({ ...check, run: language }), env);
      assert.equal(stdout, `${check.success}\nran ${variables.KERNEL_BASE_URL}\n`);
      assert.equal(status, language === "bash" ? 3 : 0);
    });
  }
});

describe("the account check on Windows", () => {
  it("quotes its messages and contains a hash instead of the token and URL", () => {
    const script = checkScript.windows({ ...check, run: "python" });
    assert.ok(script.includes("'Uses: it''s $(here)'"));
    assert.ok(script.includes(`-cne '${check.hash}'`));
    assert.match(script, /exit 97\n\}\n.*\n\$env:MANAGED_AUTH_CODE \| python -\n$/s);
    for (const text of [script, checkScript.posix(check)]) assert.doesNotMatch(text, /sk_|127\.0\.0\.1/);
  });

  it("runs in PowerShell", { skip: !isInstalled("pwsh") && "no pwsh" }, () => {
    const command = ["-NoProfile", "-Command", checkScript.windows(check)];
    const ended = spawnSync("pwsh", command, { encoding: "utf8", env: { ...process.env, ...variables } });
    assert.match(ended.stdout, /Uses: it's/);
  });
});
