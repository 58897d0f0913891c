// Tests the command line in shells and CI: standard input and output, pipes, links, annotations, --json and mixed-up
// files.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  closeSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  symlinkSync,
  writeSync,
} from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { Readable } from "node:stream";
import { describe, it } from "node:test";
import { runCommandLine } from "../../src/cli/run.ts";
import { failure, on } from "../support/secondService.ts";
import { openShell, type Ran, type ShellFolder } from "../support/shell.ts";
import { column } from "../support/rows.ts";

const a = { domain: "a.example", profile_name: "cli" };
const declared = JSON.stringify({ version: 1, connections: [a] });
const isWindows = process.platform === "win32";

/** Runs a command with the service's address, which `validate` doesn't accept. */
const runAny = (shell: ShellFolder, argv: readonly string[]): Promise<Ran> =>
  argv[0] === "validate" ? shell.runAlone(argv) : shell.run(argv);

/** Parses standard output, which must be exactly one object. */
function objectIn({ stdout }: Ran): Readonly<Record<string, unknown>> {
  const value: unknown = JSON.parse(stdout);
  assert.ok(typeof value === "object" && value !== null && !Array.isArray(value), stdout);
  return { ...value };
}

describe("the command line with standard input and output", () => {
  it(
    "reports /dev/zero as too large instead of reading it forever",
    { skip: isWindows, timeout: 60_000 },
    async (t) => {
      const { shell } = await openShell(t);
      const { exit, stderr } = await shell.runAlone(["validate", "/dev/zero"]);
      assert.deepEqual([exit, stderr], [1, "error: /dev/zero is too large.\n"]);
    },
  );

  it("reads a file from standard input for plan, apply, validate and status", async (t) => {
    const { service, shell } = await openShell(t);
    const run = (...argv: string[]): Promise<Ran> => shell.run(argv, {}, undefined, declared);
    assert.equal((await run("plan", "-")).exit, 2);
    assert.match((await run("status", "-")).stdout, /^a\.example {2}cli {2}not created$/m);
    assert.equal((await run("apply", "--yes", "-")).exit, 0);
    assert.equal(service.connections.length, 1);
    const valid = await shell.runAlone(["validate", "-"], {}, undefined, declared);
    assert.equal(valid.stdout, "standard input is valid: 1 connection.\n");
    const invalid = await shell.runAlone(["validate", "-"], { GITHUB_ACTIONS: "true" }, undefined, "{");
    assert.match(invalid.stderr, /^standard input:1:2: error: /m);
    assert.match(invalid.stderr, /^::error::/m);
  });

  it("stops waiting for standard input when the command is cancelled", { timeout: 60_000 }, async (t) => {
    const { shell } = await openShell(t);
    const endless = new Readable({ read: () => undefined });
    for (const command of [
      ["validate", "-"],
      ["apply", "--yes", "--plan-file", "-"],
    ]) {
      const stop = new AbortController();
      setImmediate(() => stop.abort());
      const { exit, stderr } = await shell.runAlone(command, {}, stop.signal, endless);
      assert.equal(exit, 1);
      assert.match(stderr, /^error: Canceled\.$/m);
    }
    const early = await shell.runAlone(
      ["validate", "-"],
      {},
      AbortSignal.abort(),
      new Readable({ read: () => undefined }),
    );
    assert.equal(early.stderr, "error: Canceled.\n");
  });

  it("prints the imported file to standard output and messages to standard error", async (t) => {
    const { service, shell } = await openShell(t);
    service.keep("b.example", "cli");
    const { stderr, stdout } = await shell.expect(0, ["import", "-"], {}, undefined, declared);
    assert.deepEqual(
      column((JSON.parse(stdout) as { connections: { domain: string }[] }).connections, "domain"),
      ["a.example", "b.example"],
    );
    assert.match(stderr, /^1 connection added to the file\.$/m);
    assert.throws(() => shell.read("-"));
    assert.equal((await shell.run(["import", "-"], {}, undefined, stdout)).stdout, stdout);
  });

  it("prints the new file if the import target is /dev/stdout", { timeout: 60_000 }, async (t) => {
    const { service, shell } = await openShell(t);
    service.keep("b.example", "cli");
    assert.match((await shell.expect(0, ["import", "/dev/stdout"])).stdout, /^\{\n[^]*"b\.example"[^]*\}\n$/);
  });

  for (const out of ["-", "/dev/stdout"])
    it(`prints only the plan file to standard output with --out ${out}`, async (t) => {
      const { shell } = await openShell(t, [a]);
      const { exit, stderr, stdout } = await shell.run(["plan", "--out", out]);
      assert.equal(exit, 2);
      assert.ok("fingerprint" in (JSON.parse(stdout) as object));
      assert.match(stderr, /^\+ create a\.example \(cli\)$/m);
      await shell.expect(0, ["apply", "--yes", "--plan-file", "-"], {}, undefined, stdout);
    });

  for (const command of ["plan --out - --json", "import - --json", "plan --json --out /dev/stdout"])
    it(`refuses to print both a file and a JSON object: ${command}`, async (t) => {
      const { service, shell } = await openShell(t, [a]);
      const ran = await shell.expect(1, command.split(" "));
      assert.match(String(objectIn(ran)["error"]), /--json can't be combined/);
      assert.deepEqual(service.requests, []);
    });

  it("refuses to read two files from standard input", async (t) => {
    const { shell } = await openShell(t);
    const { stderr } = await shell.expect(1, ["apply", "--yes", "-", "--plan-file", "-"]);
    assert.match(stderr, /Only one file can be read from standard input/);
  });
});

describe("a pipe passed to the command line as a file", { skip: isWindows, timeout: 60_000 }, () => {
  /** Creates a named pipe and returns its path. The test may leave it open in one direction. */
  async function pipeIn({ path }: ShellFolder): Promise<string> {
    const pipe = join(path, "pipe");
    await once(spawn("mkfifo", [pipe]), "close");
    return pipe;
  }

  for (const pathType of ["pipe", "descriptor"])
    it(
      `is written by the import command without being read first: ${pathType}`,
      { skip: !existsSync("/dev/fd") },
      async (t) => {
        const { service, shell } = await openShell(t);
        service.keep("b.example", "cli");
        const pipe = openSync(await pipeIn(shell), "r+");
        const ran = await shell.run(["import", pathType === "pipe" ? pathType : `/dev/fd/${pipe}`]);
        const bytes = Buffer.alloc(10_000);
        const written = bytes.toString("utf8", 0, ran.exit === 0 ? readSync(pipe, bytes) : 0);
        closeSync(pipe);
        assert.equal(ran.exit, 0, ran.stderr);
        assert.match(written, /^\{\n[^]*"b\.example"[^]*\}\n$/);
      },
    );

  it("must be writable for import and readable for validate", { skip: !existsSync("/dev/fd") }, async (t) => {
    const { service, shell } = await openShell(t);
    service.keep("b.example", "cli");
    const pipe = await pipeIn(shell);
    const files = ["r+", "r", "w"].map((flags) => openSync(pipe, flags));
    const [, input = 0, output = 0] = files;
    const written = await shell.run(["import", `/dev/fd/${input}`]);
    const read = await shell.runAlone(["validate", `/dev/fd/${output}`]);
    for (const file of files) closeSync(file);
    assert.deepEqual(
      [written.exit, written.stderr, read.exit, read.stderr],
      [
        1,
        `error: /dev/fd/${input} can't be written (EBADF). Name a file, or use “-”.\n`,
        1,
        `error: /dev/fd/${output} can't be read (EBADF). Name a file, or use “-”.\n`,
      ],
    );
  });

  it("doesn't keep a cancelled command waiting for a reader", async (t) => {
    const { service, shell } = await openShell(t, [a]);
    const pipe = await pipeIn(shell);
    const stop = new AbortController();
    // The plan is printed before it is written to the pipe, which has no reader.
    const exit = await runCommandLine(
      ["plan", "--out", "pipe", "--base-url", service.baseUrl],
      {
        env: { KERNEL_API_KEY: service.token },
        cwd: shell.path,
        stdin: Readable.from([]),
        stdout: { write: () => stop.abort() },
        stderr: { write: () => undefined },
      },
      stop.signal,
    );
    // Ends the thread that waits for a reader.
    closeSync(openSync(pipe, "r"));
    assert.equal(exit, 1);
  });
});

it("the command line refuses a folder or socket and asks for a file", { skip: isWindows }, async (t) => {
  const { shell } = await openShell(t);
  const server = createServer().listen(join(shell.path, "socket"));
  await once(server, "listening");
  mkdirSync(join(shell.path, "folder"));
  const errors: string[] = [];
  for (const line of ["plan folder", "import folder", "plan socket", "import socket"])
    errors.push((await shell.run(line.split(" "))).stderr);
  server.close();
  const hint = "Name a file, or use “-”.\n";
  assert.deepEqual(errors, [
    `error: folder can't be read (EISDIR). ${hint}`,
    `error: folder can't be read (EISDIR). ${hint}`,
    `error: socket can't be read (ENXIO). ${hint}`,
    `error: socket can't be written (ENXIO). ${hint}`,
  ]);
});

describe("an output file named on the command line", { skip: isWindows }, () => {
  it("is written to a named pipe without replacing the pipe", async (t) => {
    const { shell } = await openShell(t, [a]);
    const pipe = join(shell.path, "pipe");
    await once(spawn("mkfifo", [pipe]), "close");
    const reader = spawn("cat", [pipe]);
    const closed = once(reader, "close");
    let got = "";
    reader.stdout.setEncoding("utf8").on("data", (text: string) => (got += text));
    await shell.expect(2, ["plan", "--out", "pipe"]);
    await closed;
    assert.match(got, /"fingerprint"/);
    assert.ok(lstatSync(pipe).isFIFO());
  });

  it("is written to a symbolic link's target, even if the target is missing", async (t) => {
    const { shell } = await openShell(t, [a]);
    symlinkSync("later.json", join(shell.path, "out"));
    for (let time = 0; time < 2; time++) {
      await shell.expect(2, ["plan", "--out", "out"]);
      assert.match(shell.read("later.json"), /"fingerprint"/);
      assert.ok(lstatSync(join(shell.path, "out")).isSymbolicLink());
    }
  });

  it(
    "keeps its existing content if given as an open file descriptor",
    { skip: !existsSync("/dev/fd") },
    async (t) => {
      const { shell } = await openShell(t, [a]);
      shell.write("log.txt", "before\n");
      const log = openSync(join(shell.path, "log.txt"), "a");
      for (const folder of ["/dev/fd", `/proc/${process.pid}/fd`].filter(existsSync))
        await shell.expect(2, ["plan", "--out", `${folder}/${log}`]);
      writeSync(log, "after\n");
      closeSync(log);
      assert.match(shell.read("log.txt"), /^before\n(?:\{[^]+\}\n)+after\n$/);
    },
  );

  it(
    "replaces an existing file even if the path leads through /proc",
    { skip: !existsSync("/proc/self/root") },
    async (t) => {
      const { shell } = await openShell(t, [a]);
      shell.write("plan.json", "before\n");
      await shell.run(["plan", "--out", join("/proc/self/root", shell.path, "plan.json")]);
      assert.match(shell.read("plan.json"), /^\{/);
    },
  );

  it("can be a symbolic link to /dev/null, which isn't replaced", async (t) => {
    const { shell } = await openShell(t, [a]);
    symlinkSync("/dev/null", join(shell.path, "null"));
    await shell.expect(2, ["plan", "--out", "null"]);
    assert.ok(lstatSync("/dev/null").isCharacterDevice());
    assert.ok(lstatSync(join(shell.path, "null")).isSymbolicLink());
  });

  it("leaves other hard links to the replaced file unchanged", async (t) => {
    const { service, shell } = await openShell(t);
    service.keep("b.example", "cli");
    shell.declare([a]);
    const before = shell.read("managed-auth.jsonc");
    linkSync(join(shell.path, "managed-auth.jsonc"), join(shell.path, "backup.jsonc"));
    await shell.expect(0, ["import"]);
    assert.match(shell.read("managed-auth.jsonc"), /b\.example/);
    assert.equal(shell.read("backup.jsonc"), before);
  });
});

describe("--json", () => {
  for (const command of [
    "plan --json --yes",
    "ensure bank.example --json",
    "--json",
    "frobnicate --json",
    "plan --json --base-url",
    "apply --json",
    "plan --bogus --json",
    "plan --json=true",
    "validate missing.jsonc --json",
    "validate --json",
    "plan --json --base-url ftp://x.example",
    "--help --json",
    "--version --json",
    "help --json",
  ])
    it(`prints one JSON object: ${command}`, async (t) => {
      const { shell } = await openShell(t);
      shell.write("managed-auth.jsonc", "{");
      const object = objectIn(await shell.runAlone(command.split(" ")));
      assert.ok(
        ["error", "problems", "help", "version"].some((key) => key in object),
        JSON.stringify(object),
      );
    });

  it("is treated as a file name after the argument --", async (t) => {
    const { shell } = await openShell(t);
    const { stderr, stdout } = await shell.runAlone(["validate", "--", "--json", "x"]);
    assert.deepEqual([stdout, stderr !== ""], ["", true]);
  });

  it("reports the warnings of plan and apply", async (t) => {
    const { service, shell } = await openShell(t, [a]);
    service.keep("a.example", "CLI");
    for (const argv of [["plan"], ["apply", "--yes"], ["status"], ["validate"]]) {
      const { problems } = objectIn(await runAny(shell, [...argv, "--json"]));
      const codes = column(problems as readonly { code: string }[], "code");
      assert.deepEqual(codes, argv[0] === "plan" || argv[0] === "apply" ? ["otherSpelling"] : []);
    }
  });

  it("reports the message, file, line and column of each problem", async (t) => {
    const { shell } = await openShell(t);
    shell.write("managed-auth.jsonc", '{\n  "version": 1,\n  "connections": [],\n  "conections": []\n}');
    const { problems } = objectIn(await shell.runAlone(["validate", "--json"]));
    const [problem] = problems as readonly Readonly<Record<string, unknown>>[];
    const { column, file, line, message } = problem ?? {};
    assert.deepEqual([file, line, column], ["managed-auth.jsonc", 4, 3]);
    assert.equal(message, "Unknown key “conections”. Did you mean “connections”?");
  });
});

describe("a connection file with too many problems", () => {
  it("is reported with the number of omitted problems", async (t) => {
    const { shell } = await openShell(t);
    const bad = Array.from({ length: 500 }, (_, index) => ({
      domain: `s${index}.example/x`,
      profile_name: "p",
    }));
    shell.declare(bad);
    for (const command of [["validate"], ["plan"], ["apply", "--yes"], ["import"]]) {
      const plain = await runAny(shell, command);
      assert.equal(
        plain.stderr.trimEnd().split("\n").at(-1),
        "managed-auth.jsonc: 300 more problems aren't shown.",
      );
      const object = objectIn(await runAny(shell, [...command, "--json"]));
      assert.equal((object["problems"] as readonly object[]).length, 200);
      assert.equal(object["more_problems"], 300);
    }
    shell.declare(Array.from({ length: 201 }, () => ({ domain: 1, profile_name: "p" })));
    assert.match((await shell.runAlone(["validate"])).stderr, /: 1 more problem isn't shown\.\n$/);
    shell.write("managed-auth.jsonc", `{"version":1,"connections":[${"1 ".repeat(300)}]}`);
    assert.match((await shell.runAlone(["validate"])).stderr, /: \d+ more problems aren't shown\.\n$/);
  });
});

describe("GitHub annotations", () => {
  it("contain the file's path relative to the repository", async (t) => {
    const { shell } = await openShell(t);
    shell.write("managed-auth.jsonc", "{");
    const workspace = join(shell.path, "..");
    const folder = shell.path.slice(workspace.length + 1);
    const annotated = async (env: Record<string, string>, name: string): Promise<string> =>
      (await shell.runAlone(["validate", name], { GITHUB_ACTIONS: "true", ...env })).stderr;
    const inRepository = await annotated({ GITHUB_WORKSPACE: workspace }, "./managed-auth.jsonc");
    assert.ok(
      inRepository.includes(`::error file=${folder}/managed-auth.jsonc,line=1,col=2::`),
      inRepository,
    );
    const link = join(shell.path, "workspace");
    symlinkSync(workspace, link, "dir");
    const linked = join(link, folder, "managed-auth.jsonc");
    for (const name of ["managed-auth.jsonc", linked])
      assert.ok(
        (await annotated({ GITHUB_WORKSPACE: link }, name)).includes(` file=${folder}/managed-auth.jsonc,`),
      );
    assert.match(await annotated({}, "./managed-auth.jsonc"), /^::error file=managed-auth\.jsonc,line=1/m);
    mkdirSync(join(shell.path, "other"));
    assert.match(
      await annotated({ GITHUB_WORKSPACE: join(shell.path, "other") }, "managed-auth.jsonc"),
      /^::error::/m,
    );
  });

  it("quote the service's message when a change fails", async (t) => {
    const { service, shell } = await openShell(t, [a]);
    service.fate = on("POST", failure(400, "bad_request", "Not this domain."));
    const { stderr } = await shell.run(["apply", "--yes"], { GITHUB_ACTIONS: "true" });
    assert.match(stderr, /^::error file=managed-auth\.jsonc,line=4,col=5::.*“Not this domain\.”$/m);
  });
});

describe("the error message for a wrong file", () => {
  for (const name of ["managed-auth.json", "Managed-Auth.jsonc", "managed_auth.jsonc"])
    it(`suggests the existing file ${name} if the default file doesn't exist`, async (t) => {
      const { service, shell } = await openShell(t);
      shell.write(name, declared);
      for (const command of [["plan"], ["apply", "--yes"], ["import"], ["validate"]]) {
        const { exit, stderr } = await runAny(shell, command);
        assert.equal(exit, 1);
        assert.ok(stderr.includes(`Did you mean “${name}”?`), stderr);
      }
      for (const command of [["status"], ["browsers"], ["ensure", "a.example", "cli", "--wait"]]) {
        const { stderr } = await shell.expect(1, command);
        assert.ok(stderr.includes(`Did you mean “${name}”?`), stderr);
        assert.match(stderr, / To ignore that file, add --project\.$/m);
      }
      service.projects.push({ id: "proj-1", name: "Staging", status: "active" });
      await shell.expect(0, ["status", "--project", "Staging"]);
      assert.deepEqual(service.changes, []);
      assert.throws(() => shell.read("managed-auth.jsonc"));
    });

  it("suggests a similar file in the missing file's folder", async (t) => {
    const { shell } = await openShell(t);
    mkdirSync(join(shell.path, "infra"));
    shell.write("infra/managed-auth.json", declared);
    for (const command of [["plan"], ["import"], ["validate"], ["status"]]) {
      const { exit, stderr } = await runAny(shell, [...command, "infra/managed-auth.jsonc"]);
      assert.equal(exit, 1);
      assert.ok(
        stderr.includes(
          `infra/managed-auth.jsonc doesn't exist. Did you mean “${join("infra", "managed-auth.json")}”?`,
        ),
        stderr,
      );
    }
    const other = await shell.run(["status", "infra/other.jsonc"]);
    assert.equal(other.stderr, "error: infra/other.jsonc doesn't exist.\n");
  });

  it("suggests an existing file that differs only in case or separator", async (t) => {
    const { shell } = await openShell(t);
    shell.write("managed-auth.jsonc", declared);
    shell.write("prod.managed_auth.json", declared);
    await shell.expect(2, ["plan", "--out", "reviewed.json"]);
    const lines: readonly (readonly [line: string, suggestion: string])[] = [
      ["plan managed-auth.jsonC", "managed-auth.jsonc”?"],
      ["import managed-auth.jsonC", "managed-auth.jsonc”?"],
      ["status Managed-Auth.jsonc", "managed-auth.jsonc”?"],
      ["validate MANAGED-AUTH.JSONC", "managed-auth.jsonc”?"],
      [
        "plan prod.managed-auth.jsonc",
        "prod.managed_auth.json”? Rename it to prod.managed-auth.jsonc, or name it.",
      ],
      ["apply --yes --plan-file Reviewed.JSON", "reviewed.json”?"],
    ];
    for (const [line, suggestion] of lines) {
      const argv = line.split(" ");
      const { exit, stderr } = await runAny(shell, argv);
      const words = `error: ${argv.at(-1) ?? ""} doesn't exist. Did you mean “${suggestion}\n`;
      assert.deepEqual([exit, stderr], [1, words]);
    }
  });

  it("identifies a file that contains the --json output of a command", async (t) => {
    const { service, shell } = await openShell(t, [a]);
    await shell.expect(2, ["plan", "--out", "kept.json"]);
    const outputs = [
      "plan",
      "apply --yes",
      "import",
      "validate",
      "status",
      "ensure a.example cli",
      "browsers",
    ];
    for (const line of [...outputs, "ensure b.example cli", "plan --project nix", "status nix", "help"]) {
      const ran = await runAny(shell, [...line.split(" "), "--json"]);
      shell.write("managed-auth.jsonc", ran.stdout);
      for (const command of [["plan"], ["apply", "--yes"], ["import"], ["validate"], ["status"]]) {
        const { exit, stderr } = await runAny(shell, command);
        assert.equal(exit, 1, line);
        assert.match(stderr, /^managed-auth\.jsonc:1:1: error: This is output of --json, not a conn/, line);
      }
      const planFile = ["--plan-file", "managed-auth.jsonc"];
      const applied = await shell.expect(1, ["apply", "--yes", "-", ...planFile], {}, undefined, declared);
      assert.match(applied.stderr, /auth\.jsonc is output of --json\. Keep a plan with/, line);
      shell.declare([a]);
    }
    shell.remove("managed-auth.jsonc");
    const all = await shell.run(["status", "--json"]);
    shell.write("managed-auth.jsonc", all.stdout);
    const { stderr } = await shell.expect(1, ["ensure", "a.example", "cli"]);
    assert.match(stderr, /error: This is output of --json, .*\nerror: .* can't be read, so its project/);
    assert.deepEqual(service.changes, ["POST /auth/connections"]);
  });

  it("names the mistake if a plan and a connection file are swapped", async (t) => {
    const { shell } = await openShell(t, [a]);
    await shell.expect(2, ["plan", "--out", "kept.json"]);
    const apply = (file: string): Promise<Ran> => shell.run(["apply", "--yes", "--plan-file", file]);
    assert.match((await apply("managed-auth.jsonc")).stderr, /managed-auth\.jsonc isn't a plan\./);
    for (const command of [["plan"], ["apply", "--yes"], ["import"], ["status"], ["validate"]]) {
      const { exit, stderr } = await runAny(shell, [...command, "kept.json"]);
      assert.equal(exit, 1);
      assert.match(stderr, /^kept\.json:1:1: error: This is a plan\. Name the plan with --plan-file\.$/m);
    }
    shell.write("bom.json", `\uFEFF${shell.read("kept.json")}`);
    assert.equal((await apply("bom.json")).exit, 0);
    assert.match(readFileSync(join(shell.path, "kept.json"), "utf8"), /fingerprint/);
  });
});
