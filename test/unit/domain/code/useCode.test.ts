import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { Script } from "node:vm";
import { codeLanguages, isLaunchName, generateUseCode } from "../../../../src/domain/code/useCode.ts";
import type { CodeForm, ProfileUse, UseTarget } from "../../../../src/domain/code/useCode.ts";
import { root } from "../../../host/paths.ts";
import { temporaryDirectory } from "../../../support/temporary.ts";
import { diagnosticLines, compiled } from "../compiled.ts";

const service: UseTarget = { baseUrl: "https://api.onkernel.com" };
const sandbox: UseTarget = { baseUrl: "http://127.0.0.1:8080", projectId: "proj_1" };
const use: ProfileUse = {
  profile: { name: "release-bot" },
  connection: { id: "ma_1", domain: "shop.example" },
  stealth: true,
  proxy: { kind: "default" },
};
/** Contains the delimiters of strings, comments, templates and commands of every language. */
const hostileText = `a'b"c\`d\\e$(touch x)\${y}%PATH%‘’!\n--#*/<!--\u202E`;
const hostileUse: ProfileUse = {
  profile: { id: hostileText },
  connection: { id: hostileText, domain: hostileText },
  stealth: false,
  proxy: { kind: "id", id: hostileText },
};
const hostilePlace: UseTarget = { baseUrl: "http://[::1]:80", projectId: hostileText };

const uses: readonly (readonly [ProfileUse, UseTarget])[] = [
  [use, service],
  [{ ...use, proxy: { kind: "direct" } }, service],
  [{ ...use, stealth: false, proxy: { kind: "id", id: "it's" }, profile: { id: "prof_1" } }, sandbox],
  [hostileUse, hostilePlace],
];
const allCode = (form: "typescript" | "python" | "notebook"): readonly string[] =>
  uses.flatMap(([profileUse, target]) => [
    generateUseCode(profileUse, form, target),
    generateUseCode(profileUse, form, target, true),
  ]);
const forms: readonly CodeForm[] = [...codeLanguages, "notebook"];

const problemsIn = (programs: readonly string[], extension = "mts"): readonly string[] =>
  diagnosticLines(
    compiled(new Map(programs.map((text, index) => [join(root, `use-${index}.${extension}`), text]))),
  );

describe("generateUseCode", () => {
  it("returns well-formed Unicode in every language, even for a lone surrogate", () => {
    const invalidUse = { ...use, connection: { id: "ma_\uD800", domain: "\uD800.example" } };
    for (const form of forms) assert.ok(generateUseCode(invalidUse, form, service, true).isWellFormed());
  });

  it("generates TypeScript that compiles as ESM, as CommonJS and inside a function", () => {
    const programs = allCode("typescript");
    assert.deepEqual(problemsIn(programs.map((code) => `${code}export {};\n`)), []);
    const inside = programs.map((code, index) => `async function outer${index}() {\n${code}}\n`);
    assert.deepEqual(problemsIn(inside, "cts"), []);
  });

  it("generates TypeScript that is also valid JavaScript", () => {
    for (const code of allCode("typescript")) assert.doesNotThrow(() => new Script(code));
  });

  it("generates TypeScript code in which the compiler detects wrong types and method names", () => {
    const [code = ""] = allCode("typescript").map((text) => `${text}export {};\n`);
    assert.equal(
      problemsIn([code.replace("stealth: true", "stealth: 1"), code.replace("deleteByID", "delete")]).length,
      2,
    );
  });

  for (const form of forms)
    it(`generates ${form} code that launches a browser with the profile`, (t) => {
      const codes = uses.slice(0, 3).map(([profileUse, target]) => generateUseCode(profileUse, form, target));
      // The checks in the other languages run in tests.
      if (form === "powershell") codes.push(generateUseCode(use, form, sandbox, true));
      t.assert.snapshot(codes, { serializers: [(texts: readonly string[]) => texts.join("\n")] });
    });

  it("imports only the names that the Python code uses", () => {
    const imports =
      "import re\nimport signal\nimport time\nfrom datetime import datetime, timezone\n\nfrom kernel";
    assert.ok(generateUseCode(use, "python", service, true).includes(`\n${imports}`));
    assert.match(generateUseCode(use, "python", service), /\nimport re\nimport signal\n\nfrom kernel/);
  });

  it("mentions Open Sandbox Terminal only in code for the sandbox", () => {
    for (const form of forms) {
      assert.match(
        generateUseCode(use, form, { ...sandbox, isSandbox: true }),
        /Managed Auth: Open Sandbox Terminal/,
      );
      assert.doesNotMatch(generateUseCode(use, form, sandbox), /Sandbox Terminal/);
    }
  });

  it("adds a note if a client can't disable the proxy", () => {
    for (const language of ["typescript", "python"] as const) {
      const direct = { ...use, proxy: { kind: "direct" } } as const;
      assert.match(generateUseCode(direct, language, service), /uses no proxy/);
      assert.doesNotMatch(generateUseCode({ ...direct, stealth: false }, language, service), /uses no proxy/);
    }
  });

  it("uses a profile's name only if browsers can be launched with it", () => {
    assert.ok(isLaunchName("release-bot_1.a"));
    for (const name of ["", "a b", "ä", "a".repeat(256), "a/b"]) assert.ok(!isLaunchName(name), name);
  });
});

const isInstalled = (command: string): boolean => spawnSync(command, ["--version"]).status === 0;

describe(
  "Python code from generateUseCode",
  { skip: isInstalled("python3") ? false : "there is no python3" },
  () => {
    let folder: string;
    before(async () => {
      folder = await mkdtemp(join(tmpdir(), "managed-auth-"));
      await mkdir(join(folder, "playwright"));
      for (const [file, text] of Object.entries(stubs)) await writeFile(join(folder, file), text);
    });
    after(() => rm(folder, { recursive: true }));

    const run = (code: string, env: NodeJS.ProcessEnv = {}) => {
      const { status, stderr, stdout } = spawnSync("python3", ["-c", code], {
        encoding: "utf8",
        env: { ...process.env, PYTHONPATH: folder, PYTHONDONTWRITEBYTECODE: "1", PYTHONUTF8: "1", ...env },
      });
      return { out: stdout, error: stderr, status };
    };

    it("has valid syntax", () => {
      const parse = `import ast, json, sys
for code in json.load(sys.stdin): compile(code, "", "exec", ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)`;
      const parsed = (codes: readonly string[]): number | null =>
        spawnSync("python3", ["-c", parse], { input: JSON.stringify(codes) }).status;
      assert.equal(parsed([...allCode("python"), ...allCode("notebook")]), 0);
      assert.equal(parsed(["def"]), 1);
    });

    it("deletes the browser after opening the site, even if opening fails", () => {
      const { out } = run(generateUseCode(hostileUse, "python", service));
      const [created, opened, , deleted] = out
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line) as unknown);
      const tags = { source: "managed-auth" };
      const options = { profile: { id: hostileText }, stealth: false, proxy_id: hostileText, tags };
      assert.deepEqual(created, ["create", options]);
      assert.deepEqual(opened, ["goto", `https://${hostileText}`]);
      assert.deepEqual(deleted, ["delete", "bs_1"]);
      const failed = run(generateUseCode(use, "python", service), { STUB_GOTO: "fails" });
      assert.equal(failed.status, 1);
      assert.match(failed.out, /\["delete", "bs_1"\]/);
      assert.doesNotMatch(failed.out + failed.error, /wss:/);
    });

    it("deletes the browser after running in a notebook cell", () => {
      const ran = (env: NodeJS.ProcessEnv): { out: string; error: string } =>
        run(
          `import ast, asyncio, os
code = compile(os.environ["CODE"], "", "exec", ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
async def cell():
    await eval(code)
asyncio.run(cell())`,
          { CODE: generateUseCode(use, "notebook", service), ...env },
        );
      assert.deepEqual(ran({}).out.trim().split("\n").slice(1), [
        `["goto", "https://shop.example"]`,
        `"A title"`,
        `["delete", "bs_1"]`,
      ]);
      const failed = ran({ STUB_CONNECT: "fails" });
      assert.match(failed.error, /refused at \(address\)/);
      assert.match(failed.out, /\["delete", "bs_1"\]/);
    });

    it("contains a notebook hint unless the code is for notebooks", () => {
      assert.match(
        generateUseCode(use, "python", service),
        /For a notebook, copy this code while the notebook is/,
      );
      assert.doesNotMatch(generateUseCode(use, "notebook", service), /For a notebook/);
    });

    it("deletes the browser on SIGTERM", { skip: process.platform === "win32" && "no SIGTERM" }, () => {
      const ended = run(generateUseCode(use, "python", service), { STUB_GOTO: "SIGTERM" });
      assert.match(ended.out, /\["delete", "bs_1"\]/);
    });

    it("prints no browser URL if it can't connect to the browser", () => {
      const failed = run(generateUseCode(use, "python", service), { STUB_CONNECT: "fails" });
      assert.equal(failed.status, 1);
      assert.match(failed.error, /refused at \(address\)/);
      assert.doesNotMatch(failed.error, /wss:/);
      assert.match(failed.out, /\["delete", "bs_1"\]/);
    });

    it("treats a login as running if its expiry is unknown", () => {
      const code = generateUseCode(use, "python", service, true);
      const isLive = code.slice(code.indexOf("def is_live"), code.indexOf("def newest_login"));
      const lasting = ["None", '"soon"', "datetime(2100, 1, 1)", "datetime(2100, 1, 1, tzinfo=timezone.utc)"];
      const past = "datetime(2000, 1, 1, tzinfo=timezone.utc)";
      const { out } = run(`
from datetime import datetime, timezone
${isLive}
class Connection:
    flow_status = "IN_PROGRESS"
for Connection.flow_expires_at in [${[...lasting, past].join(", ")}]:
    print(is_live(Connection))
`);
      assert.deepEqual(out.trim().split("\n"), ["True", "True", "True", "True", "False"]);
    });

    it("sends no key unless KERNEL_BASE_URL is set to the sandbox URL", () => {
      const refused = run(generateUseCode(use, "python", sandbox));
      assert.match(refused.error, /Set KERNEL_BASE_URL/);
      assert.equal(refused.out, "");
      const { out } = run(generateUseCode(use, "python", sandbox), { KERNEL_BASE_URL: sandbox.baseUrl });
      assert.match(out, /"create"/);
    });
  },
);

describe(
  "shell code from generateUseCode",
  { skip: process.platform === "win32" ? "there is no POSIX shell" : false },
  () => {
    it("passes options to the CLI and prints a delete command", async (context) => {
      const folder = await temporaryDirectory(context);
      const kernel = '#!/bin/sh\nprintf "%s\\0" "$@" >"$ARGS"\necho \'{"session_id":"bs_1"}\'\n';
      await writeFile(join(folder, "kernel"), kernel, { mode: 0o755 });
      await writeFile(join(folder, "jq"), `#!/bin/sh\n[ -z "$(cat)" ] || echo bs_1\n`, { mode: 0o755 });
      const file = join(folder, "args");
      const shell = (code: string, env: NodeJS.ProcessEnv = {}): string =>
        spawnSync("sh", ["-c", code], {
          encoding: "utf8",
          env: { ...process.env, ARGS: file, PATH: `${folder}:${process.env["PATH"] ?? ""}`, ...env },
        }).stdout;
      const out = shell(generateUseCode(use, "bash", service));
      assert.equal(out, "Session: bs_1\nWhen done: kernel browsers delete bs_1\n");
      assert.deepEqual((await readFile(file, "utf8")).split("\0").slice(0, -1), [
        "browsers",
        "create",
        "--profile-name",
        "release-bot",
        "--stealth",
        "--tag",
        "source=managed-auth",
        "-o",
        "json",
      ]);
      await rm(file);
      assert.match(shell(generateUseCode(use, "bash", sandbox)), /^Set KERNEL_BASE_URL/);
      const keyless = { KERNEL_BASE_URL: sandbox.baseUrl, KERNEL_API_KEY: "" };
      assert.match(shell(generateUseCode(use, "bash", sandbox), keyless), /^Set KERNEL_BASE_URL/);
      await assert.rejects(readFile(file), { code: "ENOENT" });
      assert.match(
        shell(generateUseCode(use, "bash", sandbox), { ...keyless, KERNEL_API_KEY: "sk_1" }),
        /kernel browsers delete --project 'proj_1' bs_1/,
      );
      const hostileEnv = { KERNEL_BASE_URL: hostilePlace.baseUrl, KERNEL_API_KEY: "sk_1" };
      shell(generateUseCode(hostileUse, "bash", hostilePlace), hostileEnv);
      const hostileGiven = (await readFile(file, "utf8")).split("\0");
      assert.equal(hostileGiven[2], "--profile-id");
      assert.match(hostileGiven[3] ?? "", /^a'b"c`d\\e\$\(touch x\)/);
      // Like jq 1.6, the stub succeeds without any input.
      await writeFile(join(folder, "kernel"), "#!/bin/sh\nexit 1\n");
      assert.equal(shell(generateUseCode(use, "bash", service)), "");
    });
  },
);

/** Stub clients that print their calls as lines of JSON. */
const stubs: Readonly<Record<string, string>> = {
  "kernel.py": `
import json
class Browser:
    session_id = "bs_1"
    cdp_ws_url = "wss://secret"
class Browsers:
    def create(self, **given):
        print(json.dumps(["create", given]))
        return Browser()
    def delete_by_id(self, id):
        print(json.dumps(["delete", id]))
class Kernel:
    def __init__(self, **given):
        self.browsers = Browsers()
`,
  "playwright/__init__.py": "",
  "playwright/sync_api.py": `
import contextlib, json, os, signal
class Page:
    def goto(self, url):
        if os.environ.get("STUB_GOTO") == "fails":
            raise RuntimeError("did not open")
        if os.environ.get("STUB_GOTO") == "SIGTERM":
            os.kill(os.getpid(), signal.SIGTERM)
        print(json.dumps(["goto", url]))
    def title(self):
        return '"A title"'
class Context:
    pages = []
    def new_page(self):
        return Page()
class Remote:
    contexts = [Context()]
class Chromium:
    def connect_over_cdp(self, url):
        if os.environ.get("STUB_CONNECT") == "fails":
            raise RuntimeError("refused at " + url + " for now")
        return Remote()
class Playwright:
    chromium = Chromium()
@contextlib.contextmanager
def sync_playwright():
    yield Playwright()
`,
  "playwright/async_api.py": `
import contextlib
from . import sync_api
class Page:
    def __init__(self): self.page = sync_api.Page()
    async def goto(self, url): self.page.goto(url)
    async def title(self): return self.page.title()
class Context:
    pages = []
    async def new_page(self): return Page()
class Remote:
    contexts = [Context()]
class Chromium:
    async def connect_over_cdp(self, url):
        sync_api.Chromium().connect_over_cdp(url)
        return Remote()
class Playwright:
    chromium = Chromium()
@contextlib.asynccontextmanager
async def async_playwright():
    yield Playwright()
`,
};

describe("code from generateUseCode in every language", () => {
  it("prints no key or browser URL", () => {
    for (const form of forms)
      assert.doesNotMatch(
        generateUseCode(use, form, service),
        /print[^\n]*(?:url|key)|log\([^\n]*(?:url|key)/i,
      );
  });
});
