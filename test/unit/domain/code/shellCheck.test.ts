// Runs the shell code that ensures a login against a service with scripted responses.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { type TestContext, describe, it } from "node:test";
import { type ProfileUse, type UseTarget, generateUseCode } from "../../../../src/domain/code/useCode.ts";
import { run } from "../../../host/processes.ts";
import { temporaryDirectory } from "../../../support/temporary.ts";

const isInstalled = (command: string): boolean => spawnSync(command, ["--version"]).status === 0;
const missing = ["bash", "curl", "jq"].filter((command) => !isInstalled(command));
const skip = missing.length === 0 ? false : `there is no ${missing.join(", no ")}`;

const use: ProfileUse = {
  profile: { name: "release-bot" },
  connection: { id: "ma_1", domain: "shop.example" },
  stealth: true,
  proxy: { kind: "default" },
};
const secrets = {
  hosted_url: "https://login.example/?code=s3cret",
  live_view_url: "https://live.example/s3cret",
};
const loggedOut = { domain: "shop.example", profile_name: "release-bot", status: "NEEDS_AUTH", ...secrets };
const loggedIn = { ...loggedOut, status: "AUTHENTICATED", flow_status: "SUCCESS" };
const running = { ...loggedOut, flow_status: "IN_PROGRESS", flow_step: "SUBMITTING" };
const asking = { ...running, flow_step: "AWAITING_INPUT", flow_expires_at: "2100-01-01T00:00:00.123Z" };
const login = (id: string, status: string, error_code?: string) => ({
  id,
  type: "login",
  status,
  error_code,
});
const check = { id: "check_1", type: "health_check", status: "NEEDS_AUTH" };
const started = { id: "ma_1", handoff_code: "s3cret", ...secrets };

interface PlayResult {
  /** The received requests as method, path, authorization and project. */
  readonly requests: readonly string[];
  readonly out: string;
  readonly error: string;
  /** True if the browser was launched. */
  readonly isLaunched: boolean;
}

interface Options {
  readonly env?: NodeJS.ProcessEnv;
  readonly target?: Partial<UseTarget>;
  readonly of?: ProfileUse;
  readonly tick?: number;
}

/** Runs the code against a service with these responses, one per request. The last one repeats. */
async function play(
  context: TestContext,
  replies: readonly unknown[],
  { env = {}, target = {}, of = use, tick = 1 }: Options = {},
): Promise<PlayResult> {
  const folder = await temporaryDirectory(context);
  const launched = join(folder, "launched");
  for (const [file, text] of Object.entries({
    kernel: `#!/bin/sh\necho "$@" >'${launched}'\necho '{"session_id":"bs_1"}'\n`,
    sleep: "#!/bin/sh\n",
    // A clock that advances by `tick` seconds per call.
    date: `#!/bin/sh\ncd '${folder}'\necho x >>looks\necho $(($(wc -l <looks) * ${String(tick)}))\n`,
  }))
    await writeFile(join(folder, file), text, { mode: 0o755 });
  const requests: string[] = [];
  const server = createServer(({ headers, method = "", url = "" }, response) => {
    const { authorization, "x-kernel-project-id": project = "" } = headers;
    requests.push(`${method} ${url} ${authorization ?? "no key"} ${String(project)}`.trim());
    const reply = replies[Math.min(requests.length, replies.length) - 1];
    if (typeof reply === "number") response.writeHead(reply).end("{}");
    else response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(reply));
  }).listen(0, "127.0.0.1");
  context.after(() => server.close());
  await once(server, "listening");
  // The address is an object because the server listens on TCP.
  const baseUrl = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  const ended = await run("bash", ["-c", generateUseCode(of, "bash", { baseUrl, ...target }, true)], {
    env: {
      ...process.env,
      no_proxy: "*",
      PATH: `${folder}:${process.env["PATH"] ?? ""}`,
      KERNEL_API_KEY: "sk_1",
      KERNEL_BASE_URL: baseUrl,
      ...env,
    },
  });
  assert.doesNotMatch(ended.stdout + ended.stderr, /s3cret|sk_1/, context.name);
  return { requests, out: ended.stdout, error: ended.stderr, isLaunched: existsSync(launched) };
}

const of = (path: string, method = "GET"): string => `${method} /auth/connections/ma_1${path} Bearer sk_1`;
const timeline = "/timeline?limit=20";

describe("the login check in bash", { skip }, () => {
  it("logs in once, waits for the result and launches the browser", async (context) => {
    const before = [check, login("login_1", "FAILED", "bot_detected")];
    const { error, requests, isLaunched, out } = await play(context, [
      loggedOut,
      before,
      started,
      running,
      asking,
      asking,
      loggedOut,
      before,
      loggedIn,
      [login("login_2", "SUCCESS"), ...before],
    ]);
    assert.deepEqual(requests, [
      of(""),
      of(timeline),
      of("/login", "POST"),
      of(""),
      of(""),
      of(""),
      of(""),
      of(timeline),
      of(""),
      of(timeline),
    ]);
    assert.equal(error, '"shop.example, profile release-bot: a person has to log in in VS Code"\n');
    assert.match(out, /^Session: bs_1\n/);
    assert.ok(isLaunched);
  });

  for (const flow_expires_at of ["2100-01-01T00:00:00Z", "soon", undefined])
    it(`waits for a running login that expires at ${flow_expires_at}`, async (context) => {
      const { requests, isLaunched } = await play(context, [
        { ...running, flow_expires_at },
        loggedIn,
        [login("login_1", "SUCCESS")],
      ]);
      assert.deepEqual(requests, [of(""), of(""), of(timeline)]);
      assert.ok(isLaunched);
    });

  it("treats an expired login as ended", async (context) => {
    const expired = { ...running, flow_expires_at: "2000-01-01T00:00:00.000Z" };
    const { requests } = await play(context, [expired, [], started, loggedIn, [login("login_1", "SUCCESS")]]);
    assert.equal(requests[2], of("/login", "POST"));
  });

  // One of the two cities always has daylight saving time.
  for (const [TZ, offset, hours] of [
    ["Europe/Berlin", "Z", 0],
    ["Australia/Sydney", "Z", 0],
    ["Australia/Sydney", "+05:30", 5.5],
    ["UTC", "-0230", -2.5],
    ["UTC", "+00:00", 0],
  ] as const)
    it(`parses a time with the offset ${offset} in the time zone ${TZ}`, async (context) => {
      const at = (minutes: number): string =>
        new Date(Date.now() + (hours * 60 + minutes) * 60_000).toISOString().replace("Z", offset);
      const expired = { ...running, flow_expires_at: at(-20) };
      const live = { ...running, flow_expires_at: at(20) };
      const ended = [loggedIn, [login("login_1", "SUCCESS")]];
      const restarted = await play(context, [expired, [], started, ...ended], { env: { TZ } });
      assert.equal(restarted.requests[2], of("/login", "POST"));
      const observed = await play(context, [live, ...ended], { env: { TZ } });
      assert.deepEqual(observed.requests, [of(""), of(""), of(timeline)]);
    });

  for (const code of ["account_locked", "credentials_invalid", "rate_limited", "totp_code_rejected"]) {
    it(`starts no login after the error ${code}`, async (context) => {
      const { error, requests, isLaunched } = await play(context, [
        loggedOut,
        [login("login_1", "FAILED", code)],
      ]);
      assert.equal(error, `"shop.example, profile release-bot: ${code}. Log in in VS Code first."\n`);
      assert.equal(requests.length, 2);
      assert.ok(!isLaunched);
    });

    it(`starts a login after the error ${code} if the connection is logged in`, async (context) => {
      const { requests } = await play(context, [
        loggedIn,
        [login("login_1", "FAILED", code)],
        started,
        loggedIn,
        [login("login_2", "SUCCESS")],
      ]);
      assert.equal(requests[2], of("/login", "POST"));
    });
  }

  it("reads the login error from the connection if the timeline is empty", async (context) => {
    const { error } = await play(context, [{ ...loggedOut, error_code: "account_locked" }, []]);
    assert.match(error, /account_locked\. Log in in VS Code first/);
  });

  it("doesn't retry a failed login request and launches no browser", async (context) => {
    const { requests, isLaunched } = await play(context, [loggedOut, [], 503]);
    assert.deepEqual(requests, [of(""), of(timeline), of("/login", "POST")]);
    assert.ok(!isLaunched);
  });

  it("prints the reason for a failed login with control characters escaped", async (context) => {
    const { error, isLaunched } = await play(context, [
      { ...loggedOut, domain: "\u001b[31mshop\u009b.example" },
      [],
      started,
      { ...loggedOut, domain: "\u001b[31mshop\u009b.example" },
      [login("login_2", "FAILED", "\u001b]0;x\u0007")],
    ]);
    assert.equal(error, '"\\u001b[31mshop\\u009b.example, profile release-bot: \\u001b]0;x\\u0007"\n');
    assert.ok(!isLaunched);
  });

  it("waits at most ten minutes for a login", async (context) => {
    const { error, requests, isLaunched } = await play(context, [asking], { tick: 240 });
    assert.deepEqual(requests, [of(""), of(""), of("")]);
    assert.match(error, /release-bot: not logged in within ten minutes"\n$/);
    assert.ok(!isLaunched);
  });

  it("sends no request without a key or to an unverified URL", async (context) => {
    for (const env of [{ KERNEL_API_KEY: "" }, { KERNEL_BASE_URL: "http://127.0.0.1:1" }]) {
      const { requests, isLaunched, out } = await play(context, [loggedOut], { env });
      assert.match(out, /^Set KERNEL_BASE_URL/);
      assert.deepEqual([requests, isLaunched], [[], false]);
    }
  });

  it("escapes quotes and shell commands in the URL and the project", async (context) => {
    const hostile = `a'b"c\`d\\e$(touch x)\${y}‘’!\n--#*/`;
    const { requests } = await play(context, [running, loggedIn, [login("login_1", "SUCCESS")]], {
      of: { ...use, connection: { id: hostile, domain: hostile } },
      target: { projectId: "proj'; touch x; '" },
    });
    assert.equal(
      requests[0],
      `GET /auth/connections/${encodeURIComponent(hostile)} Bearer sk_1 proj'; touch x; '`,
    );
  });
});

describe("the login check in PowerShell", { skip: isInstalled("pwsh") ? false : "there is no pwsh" }, () => {
  it("has valid syntax", () => {
    const parse =
      "$errors = $null; $null = [Management.Automation.Language.Parser]::ParseInput([Console]::In.ReadToEnd(), [ref]$null, [ref]$errors); exit $errors.Count";
    for (const target of [
      { baseUrl: "https://api.onkernel.com" },
      { baseUrl: "http://[::1]:80", projectId: "p'‘" },
    ]) {
      const input = generateUseCode(use, "powershell", target, true);
      assert.equal(spawnSync("pwsh", ["-NoProfile", "-Command", parse], { input }).status, 0);
    }
  });
});
