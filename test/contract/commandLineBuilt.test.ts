// Tests the built file: its content, start-up, proxies, signals and Node.js versions.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { closeSync, existsSync, openSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { builtinModules } from "node:module";
import { join } from "node:path";
import { describe, it, type TestContext } from "node:test";
import { gzipSync } from "node:zlib";
import { transform } from "esbuild";
import { Authority, hasOpenssl } from "../attacks/certificates.ts";
import { TlsFront, Tunnel } from "../attacks/tunnel.ts";
import { root } from "../host/paths.ts";
import { run, type Finished } from "../host/processes.ts";
import { SecondService } from "../support/secondService.ts";
import { ShellFolder } from "../support/shell.ts";
import { SocksProxy } from "../support/socksProxy.ts";
import { listening } from "../unit/sandbox/support.ts";

/** Created by the build, which runs before this stage. */
const built = join(root, "dist", "cli", "managed-auth.cjs");
// Otherwise tests would time out waiting for a request.
assert.ok(existsSync(built), "dist/cli/managed-auth.cjs is missing. Run “npm run build” first.");

/** Runs the built file in a folder. Its environment has only the variables needed to find programs, and `env`. */
async function runBuilt(
  folder: ShellFolder,
  argv: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Finished> {
  const own = { PATH: process.env["PATH"], SystemRoot: process.env["SystemRoot"] };
  return run(process.execPath, [built, ...argv], { cwd: folder.path, env: { ...own, ...env } });
}

async function setting(t: TestContext): Promise<{ service: SecondService; folder: ShellFolder }> {
  const service = await new SecondService().start(t);
  const folder = new ShellFolder(t, service);
  folder.declare([{ domain: "bank.example", profile_name: "ops" }]);
  return { service, folder };
}

describe("the built command line", () => {
  it("is a single file, under 150 KB compressed, that needs only Node.js", () => {
    const text = readFileSync(built);
    const size = gzipSync(text, { level: 9 }).length;
    assert.ok(size <= 150_000, `${size} bytes`);
    // Parts of undici that the command never loads: its web APIs and its other build of llhttp.
    const unused = /^\.\.\/(web|llhttp)\//;
    const needed = [...text.toString().matchAll(/\brequire\("([^"]+)"\)/g)].map(([, name = ""]) =>
      name.replace(/^node:/, ""),
    );
    assert.ok(needed.length > 0);
    assert.deepEqual(
      [...new Set(needed)].filter((name) => !builtinModules.includes(name) && !unused.test(name)),
      [],
    );
  });

  it("has its own package.json and the licences of bundled packages", () => {
    const read = (name: string): string => readFileSync(join(root, "dist", "cli", name), "utf8");
    const { bin, engines, version } = JSON.parse(read("package.json")) as Record<string, unknown>;
    const { version: ours } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
      version: string;
    };
    assert.deepEqual(
      { bin, engines, version },
      { bin: { "managed-auth": "managed-auth.cjs" }, engines: { node: ">=22.19.0" }, version: ours },
    );
    assert.deepEqual(
      [...read("licenses.txt").matchAll(/^(\S+) \d+\.\d+\.\d+ \(MIT\)$/gm)].map(([, name]) => name),
      ["jsonc-parser", "undici", "zod"],
    );
  });

  it("prints help, version and file errors without contacting a service", async (t) => {
    const { folder, service } = await setting(t);
    const help = await runBuilt(folder, ["--help"]);
    assert.deepEqual([help.code, help.stderr], [0, ""]);
    assert.match(help.stdout, /^managed-auth: keeps auth connections in line with a file\n/);
    assert.match((await runBuilt(folder, ["--version"])).stdout, /^\d+\.\d+\.\d+\n$/);
    assert.equal(
      (await runBuilt(folder, ["validate"])).stdout,
      "managed-auth.jsonc is valid: 1 connection.\n",
    );
    folder.write("managed-auth.jsonc", "{");
    assert.equal((await runBuilt(folder, ["validate"])).code, 1);
    assert.deepEqual(service.requests, []);
  });

  it(
    "reports a missing file even if the current folder was deleted",
    { skip: process.platform === "win32" },
    async (t) => {
      const { folder } = await setting(t);
      const script = `rm -r "$PWD" && exec "${process.execPath}" "${built}" validate`;
      const { code, stderr, stdout } = await run("sh", ["-c", script], { cwd: folder.path });
      assert.equal(code, 1);
      assert.match(stdout + stderr, /^error: managed-auth\.jsonc doesn't exist\. /);
    },
  );

  it("plans and applies with the token from an environment variable", async (t) => {
    const { folder, service } = await setting(t);
    const base = ["--base-url", service.baseUrl];
    assert.equal((await runBuilt(folder, ["plan", ...base])).code, 1, "without a token");
    assert.deepEqual(service.requests, []);
    const env = { KERNEL_API_KEY: service.token, HTTP_PROXY: "http://127.0.0.1:9" };
    const plan = await runBuilt(folder, ["plan", ...base], env);
    assert.equal(plan.code, 2, plan.stderr);
    assert.equal((await runBuilt(folder, ["apply", "--yes", ...base], env)).code, 0);
    assert.equal((await runBuilt(folder, ["plan", ...base], env)).code, 0);
  });

  it("prints an unexpected error's stack but no line of the bundled source", async (t) => {
    const { folder, service } = await setting(t);
    folder.write("break.cjs", 'AbortSignal.any = () => { throw new Error("broken"); };');
    const { code, stderr } = await runBuilt(folder, ["plan", "--base-url", service.baseUrl], {
      KERNEL_API_KEY: service.token,
      NODE_OPTIONS: "--require ./break.cjs",
    });
    assert.equal(code, 1);
    assert.match(stderr, /^error: managed-auth failed\. Please report this stack\.\nError: broken\n {4}at /m);
    assert.ok(stderr.length < 10_000, stderr);
  });

  it("stops without an error message when its output pipe closes", async (t) => {
    const { folder, service } = await setting(t);
    const many = 100;
    folder.declare(Array.from({ length: many }, (_, i) => ({ domain: `${i}.example`, profile_name: "ops" })));
    const child = spawn(process.execPath, [built, "apply", "--yes", "--base-url", service.baseUrl], {
      cwd: folder.path,
      env: {
        PATH: process.env["PATH"],
        SystemRoot: process.env["SystemRoot"],
        KERNEL_API_KEY: service.token,
      },
    });
    child.stdout.once("data", () => child.stdout.destroy());
    let output = "";
    child.stderr.on("data", (text) => (output += String(text)));
    const [code] = (await once(child, "close")) as [number | null];
    assert.deepEqual([code, output], [1, `Service: ${service.baseUrl}\n`]);
    assert.ok(service.connections.length < many);
  });

  it("fails if its output can't be written", { skip: process.platform !== "linux" }, async () => {
    const full = openSync("/dev/full", "w");
    const child = spawn(process.execPath, [built, "--help"], { stdio: ["ignore", full, "ignore"] });
    const [code] = (await once(child, "close")) as [number | null];
    closeSync(full);
    assert.equal(code, 1);
  });

  it("uses the proxy and certificate authority from environment variables", async (t) => {
    if (!(await hasOpenssl())) {
      t.skip("openssl is missing");
      return;
    }
    const { folder, service } = await setting(t);
    const authority = await Authority.make(folder.path, "office");
    const front = await TlsFront.start(
      await authority.issue("api.example"),
      Number(new URL(service.baseUrl).port),
    );
    const tunnel = await Tunnel.start();
    t.after(() => {
      tunnel.stop();
      front.stop();
    });
    const plan = async (env: Readonly<Record<string, string>>): Promise<Finished> => {
      tunnel.lead(200, front.port);
      const token = { KERNEL_API_KEY: service.token, HTTPS_PROXY: tunnel.url };
      return runBuilt(folder, ["plan", "--base-url", "https://api.example"], { ...token, ...env });
    };
    const trusted = await plan({ NODE_EXTRA_CA_CERTS: authority.file });
    assert.equal(trusted.code, 2, trusted.stderr);
    assert.ok(
      tunnel.targets.length > 0 && tunnel.targets.every((line) => line === "CONNECT api.example:443"),
    );
    const before = service.requests.length;
    const stranger = await plan({});
    assert.equal(stranger.code, 1);
    assert.match(stranger.stderr, /The certificate of api\.example isn't trusted/);
    assert.match(
      (await plan({ NODE_TLS_REJECT_UNAUTHORIZED: "0" })).stderr,
      /^error: .*NODE_TLS_REJECT_UNAUTHORIZED turns off certificate checks\. Unset the variable\.$/m,
    );
    assert.equal(service.requests.length, before, "no one else was sent the token");
  });
});

describe("a SOCKS proxy set by an environment variable", () => {
  it("is used with its credentials and reported without its password", async (t) => {
    if (!(await hasOpenssl())) {
      t.skip("openssl is missing");
      return;
    }
    const { folder, service } = await setting(t);
    const authority = await Authority.make(folder.path, "office");
    const identity = await authority.issue("api.example");
    const front = await TlsFront.start(identity, Number(new URL(service.baseUrl).port));
    t.after(() => front.stop());
    const proxy = await new SocksProxy().start(t, front.port);
    const apply = (env: Readonly<Record<string, string>>): Promise<Finished> =>
      runBuilt(folder, ["apply", "--yes", "--base-url", "https://api.example"], {
        KERNEL_API_KEY: service.token,
        NODE_EXTRA_CA_CERTS: authority.file,
        ...env,
      });
    const open = await apply({ ALL_PROXY: proxy.url() });
    assert.equal(open.code, 0, open.stderr);
    assert.equal(proxy.targets[0], "api.example:443");
    proxy.accepted = "me:p@ss%word";
    const allowed = await apply({ HTTPS_PROXY: proxy.url("me:p%40ss%25word@") });
    assert.equal(allowed.code, 0, allowed.stderr);
    const before = service.requests.length;
    proxy.logins.length = 0;
    for (const user of ["me:canary@", ""]) {
      const refused = await apply({ HTTPS_PROXY: proxy.url(user) });
      assert.equal(refused.code, 1);
      assert.match(refused.stderr, /The network proxy requires authentication\. Check HTTPS_PROXY\./);
      assert.doesNotMatch(refused.stderr + refused.stdout, /canary/);
    }
    // Repeated wrong passwords may lock an account, so each of the four parallel requests must log in only once.
    assert.deepEqual(
      proxy.logins,
      Array.from({ length: 4 }, () => "me:canary"),
    );
    proxy.accepted = undefined;
    proxy.reply = 2;
    const denied = await apply({ HTTPS_PROXY: proxy.url() });
    assert.match(denied.stderr, /The network proxy refused the request\. Check HTTPS_PROXY\./);
    assert.equal(service.requests.length, before);
  });
});

describe("a cancelled command", { skip: process.platform === "win32" }, () => {
  /** Starts a service that never replies. `asked` resolves at its first request. */
  async function silent(
    t: TestContext,
  ): Promise<{ requested: Promise<unknown>; count: () => number; url: string }> {
    const server = createServer(() => requests++);
    let requests = 0;
    const port = await listening(t, server);
    t.after(() => server.closeAllConnections());
    return { requested: once(server, "request"), count: () => requests, url: `http://127.0.0.1:${port}` };
  }

  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
    it(`reports the cancellation and ends with the signal ${signal}`, async (t) => {
      const { requested, url } = await silent(t);
      const folder = new ShellFolder(t, { baseUrl: url, token: "t0k3n-for-tests" });
      folder.declare([]);
      const env = { PATH: process.env["PATH"], KERNEL_API_KEY: "t0k3n-for-tests" };
      const argv = [built, "plan", "--json", "--base-url", url];
      const child = spawn(process.execPath, argv, { cwd: folder.path, env });
      let stdout = "";
      child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
      await requested;
      child.kill(signal);
      assert.deepEqual(await once(child, "close"), [null, signal]);
      assert.deepEqual(JSON.parse(stdout), { error: "Canceled." });
    });

  it("ends the shell loop that started the command", { skip: !hasTerminals() }, async (t) => {
    const { requested, count, url } = await silent(t);
    const folder = new ShellFolder(t, { baseUrl: url, token: "t0k3n-for-tests" });
    folder.declare([]);
    folder.write(
      "loop.sh",
      `for file in 1 2; do "${process.execPath}" "${built}" status --base-url ${url}; done; echo went on\n`,
    );
    const env = { PATH: process.env["PATH"], KERNEL_API_KEY: "t0k3n-for-tests" };
    const child = spawn("script", ["-qec", "bash loop.sh", "/dev/null"], { cwd: folder.path, env });
    let printed = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => (printed += text));
    await requested;
    child.stdin.write("\u0003");
    await once(child, "close");
    assert.match(printed, /error: Canceled\./);
    assert.doesNotMatch(printed, /went on/);
    assert.equal(count(), 1);
  });
});

/** True if `script` of util-linux can open a pseudo-terminal. */
function hasTerminals(): boolean {
  return process.platform === "linux" && spawnSync("script", ["--version"]).status === 0;
}

describe("an old version of Node.js", () => {
  /** Runs the command in a process that reports an older Node.js version. */
  async function runAs(t: TestContext, version: string, argv: readonly string[]): Promise<Finished> {
    const folder = new ShellFolder(t, { baseUrl: "http://127.0.0.1:9", token: "t0k3n-for-tests" });
    folder.write(
      "old.cjs",
      `Object.defineProperty(process, "versions", { value: { ...process.versions, node: "${version}" } });`,
    );
    return run(process.execPath, ["--require", join(folder.path, "old.cjs"), built, ...argv], {
      cwd: folder.path,
      env: { PATH: process.env["PATH"], SystemRoot: process.env["SystemRoot"] },
    });
  }

  it("is refused with a one-line error", async (t) => {
    const error = (version: string): string =>
      `managed-auth needs Node.js 22.19 or newer. This is ${version}.`;
    for (const version of ["12.22.12", "20.20.2", "22.18.9"]) {
      const plain = await runAs(t, version, ["plan"]);
      assert.deepEqual([plain.code, plain.stdout, plain.stderr], [1, "", `error: ${error(version)}\n`]);
      const json = await runAs(t, version, ["plan", "--json"]);
      assert.deepEqual([json.code, JSON.parse(json.stdout), json.stderr], [1, { error: error(version) }, ""]);
    }
    assert.equal((await runAs(t, "22.19.0", ["--version"])).code, 0);
  });

  it("can parse the built file", async () => {
    const text = readFileSync(built, "utf8");
    const lowered = async (target: string): Promise<string> => (await transform(text, { target })).code;
    assert.equal(await lowered("node12"), await lowered("esnext"));
  });
});
