import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import { ApiClient } from "../../../src/api/client.ts";
import { systemClock } from "../../../src/api/clock.ts";
import { HostDispatchers } from "../../../src/api/hostDispatchers.ts";
import { ensureConnection, type EnsureResult, type EnsureOptions } from "../../../src/cli/ensureLogin.ts";
import { negative } from "../../support/reauthReasons.ts";
import { SecondService, type Row } from "../../support/secondService.ts";
import { ShellFolder } from "../../support/shell.ts";

interface Setting {
  readonly service: SecondService;
  readonly row: Row;
  /** Runs `ensure` with a fake clock. Pauses take no time and call `later`. */
  readonly ensured: (
    later?: (pause: number) => void,
    options?: Partial<EnsureOptions>,
  ) => Promise<EnsureResult>;
}

async function setting(t: TestContext, more: Readonly<Record<string, unknown>> = {}): Promise<Setting> {
  const service = await new SecondService().start(t);
  const row = service.keep("bank.example", "ops", { credential: { name: "bank-login" }, ...more });
  const dispatchers = new HostDispatchers();
  t.after(() => dispatchers.dispose());
  const client = new ApiClient({
    baseUrl: service.baseUrl,
    token: () => Promise.resolve(service.token),
    dispatchers,
    userAgent: "test",
  });
  return {
    service,
    row,
    ensured: (later = () => undefined, options = {}) => {
      let pauses = 0;
      let passed = 0;
      const clock = {
        ...systemClock,
        now: () => Date.now() + passed,
        sleep: (ms: number, signal: AbortSignal) => {
          passed += ms;
          later(++pauses);
          return Promise.resolve(!signal.aborted);
        },
      };
      const base = { timeoutMs: 300_000, wait: false };
      return ensureConnection(client, row.id, { ...base, ...options }, new AbortController().signal, clock);
    },
  };
}

const logins = ({ service, row }: Setting): number =>
  service.changes.filter((request) => request === `POST /auth/connections/${row.id}/login`).length;
const ago = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString();

/** Ends the running login with a status. */
function endLogin(
  { row, service }: Setting,
  status: string,
  more: Readonly<Record<string, unknown>> = {},
): void {
  const [entry] = service.timelines.get(row.id) ?? [];
  Object.assign(entry ?? {}, { status, updated_at: new Date().toISOString(), ...more });
  Object.assign(row, { flow_status: status, flow_step: "COMPLETED", hosted_url: null, ...more });
  if (status === "SUCCESS") row["status"] = "AUTHENTICATED";
}

describe("ensureConnection", () => {
  it("doesn't mistake an earlier login's end for the new login's end", async (t) => {
    const authenticated = { status: "AUTHENTICATED", last_auth_check_at: ago(60) };
    const fixture = await setting(t, { ...authenticated, flow_status: "SUCCESS" });
    const old = { id: "old", type: "login", status: "SUCCESS", timestamp: ago(90), updated_at: ago(89) };
    fixture.service.timelines.set(fixture.row.id, [old]);
    // The connection still reports the earlier login at first.
    fixture.service.login = (row) => Object.assign(row, { flow_status: "SUCCESS", flow_step: "COMPLETED" });
    const failure = { error_code: "credentials_invalid" };
    const ended = await fixture.ensured((pause) => pause === 2 && endLogin(fixture, "FAILED", failure));
    assert.deepEqual(ended, { kind: "needsPerson", need: { kind: "failed", code: "credentials_invalid" } });
  });

  it("waits for a running login instead of starting another", async (t) => {
    const fixture = await setting(t, { flow_status: "IN_PROGRESS", flow_step: "DISCOVERING" });
    const entry = { id: "now", type: "login", status: "IN_PROGRESS", timestamp: ago(1) };
    fixture.service.timelines.set(fixture.row.id, [entry]);
    const ended = await fixture.ensured((pause) => pause === 2 && endLogin(fixture, "SUCCESS"));
    assert.deepEqual([ended, logins(fixture)], [{ kind: "loggedIn" }, 0]);
  });

  for (const [step, kind] of [
    ["AWAITING_INPUT", "asks"],
    ["AWAITING_EXTERNAL_ACTION", "confirms"],
  ] as const)
    it(`reports that the user must act if a login reaches the step ${step}`, async (t) => {
      const fixture = await setting(t);
      fixture.service.login = (row) => void (row["flow_step"] = step);
      assert.deepEqual(await fixture.ensured(), { kind: "needsPerson", need: { kind } });
    });

  it("stops waiting for an unfinished login after five minutes", async (t) => {
    const fixture = await setting(t);
    let pauses = 0;
    const ended = await fixture.ensured((pause) => (pauses = pause));
    assert.deepEqual(ended, { kind: "needsPerson", need: { kind: "undecided" } });
    assert.ok(pauses > 60 && pauses < 100, `${pauses} looks`);
  });

  it("starts a login only once even if the response is lost", async (t) => {
    const fixture = await setting(t);
    fixture.service.fate = ({ request }) => (request.endsWith("/login") ? "lost" : undefined);
    const recovered = await fixture.ensured(() => endLogin(fixture, "SUCCESS"));
    assert.deepEqual([recovered, logins(fixture)], [{ kind: "loggedIn" }, 1]);
    const other = await setting(t);
    other.service.fate = ({ request }) => (request.endsWith("/login") ? "dropped" : undefined);
    assert.deepEqual([await other.ensured(), logins(other)], [{ kind: "unknown" }, 1]);
  });

  for (const [field, value] of [
    ["credential", undefined] as const,
    ...negative
      // After these reasons, stored values may still suffice.
      .filter((reason) => reason !== "no_prior_successful_login" && reason !== "no_viable_plans")
      .map((reason) => ["can_reauth_reason", reason] as const),
  ])
    it(`starts a login only with the wait option if ${field} is ${value}`, async (t) => {
      const fixture = await setting(t, { [field]: value });
      const first = await fixture.ensured();
      assert.deepEqual([first, logins(fixture)], [{ kind: "needsPerson", need: { kind: "attended" } }, 0]);
      fixture.service.login = (row) => void (row["flow_step"] = "AWAITING_INPUT");
      let reports = 0;
      const waited = await fixture.ensured((pause) => pause === 3 && endLogin(fixture, "SUCCESS"), {
        wait: true,
        onPersonNeeded: () => reports++,
      });
      assert.deepEqual([waited, logins(fixture), reports], [{ kind: "loggedIn" }, 1, 1]);
    });

  it("stops waiting after the given timeout", async (t) => {
    const fixture = await setting(t);
    let passed = 0;
    const ended = await fixture.ensured((pause) => (passed = pause), { timeoutMs: 7_000 });
    assert.deepEqual([ended, passed], [{ kind: "needsPerson", need: { kind: "undecided" } }, 4]);
  });

  it("takes the result from the timeline if the connection reports no login", async (t) => {
    const fixture = await setting(t);
    const ended = await fixture.ensured((pause) => {
      if (pause !== 2) return;
      endLogin(fixture, "SUCCESS");
      Object.assign(fixture.row, { flow_status: null, flow_step: null });
    });
    assert.deepEqual(ended, { kind: "loggedIn" });
  });

  it("waits for a login that replaces the started login", async (t) => {
    const fixture = await setting(t);
    const ended = await fixture.ensured((pause) => {
      const timeline = fixture.service.timelines.get(fixture.row.id) ?? [];
      if (pause === 2) {
        endLogin(fixture, "CANCELED");
        const other = { id: "other", type: "login", status: "IN_PROGRESS", timestamp: ago(0) };
        fixture.service.timelines.set(fixture.row.id, [other, ...timeline]);
      }
      if (pause === 3) Object.assign(fixture.row, { flow_status: "IN_PROGRESS", flow_step: "DISCOVERING" });
      if (pause === 5) endLogin(fixture, "SUCCESS");
    });
    assert.deepEqual([ended, logins(fixture)], [{ kind: "loggedIn" }, 1]);
  });

  it("starts one login for three concurrent runs", async (t) => {
    const fixture = await setting(t);
    fixture.service.login = (row) => void (row["flow_step"] = "AWAITING_INPUT");
    const shell = new ShellFolder(t, fixture.service);
    const runs = await Promise.all([1, 2, 3].map(() => shell.run(["ensure", "bank.example", "ops"])));
    assert.deepEqual([runs.map(({ exit }) => exit), logins(fixture)], [[3, 3, 3], 1]);
  });

  it("distinguishes a failure of the new login from an earlier failure", async (t) => {
    const fixture = await setting(t);
    fixture.service.login = (row) => {
      Object.assign(row, { flow_status: "FAILED", flow_step: "COMPLETED", error_code: "website_error" });
      const [entry] = fixture.service.timelines.get(row.id) ?? [];
      Object.assign(entry ?? {}, { status: "FAILED", error_code: "website_error", updated_at: ago(0) });
    };
    const shell = new ShellFolder(t, fixture.service);
    const own = await shell.run(["ensure", "bank.example", "ops"]);
    const failed = "failed (website_error). The website reported an error. Try again later";
    assert.equal(own.stdout, `bank.example (ops): The login ${failed}.\n`);
    const next = await shell.run(["ensure", "bank.example", "ops"]);
    assert.equal(next.stdout, `bank.example (ops): The last login ${failed}; no login was started.\n`);
    const other = await setting(t);
    other.service.fate = ({ request }) =>
      request.endsWith("/login")
        ? { status: 409, body: { code: "too_many_pending_sessions", message: "Busy." } }
        : undefined;
    const busy = await new ShellFolder(t, other.service).run(["ensure", "bank.example", "ops"]);
    assert.match(busy.stdout, /Too many logins are pending in the organization\. Try again later\./);
  });

  it("explains the error code of a failed login", async (t) => {
    const fixture = await setting(t, { flow_status: "FAILED", flow_step: "COMPLETED" });
    const shell = new ShellFolder(t, fixture.service);
    const states: string[] = [];
    const texts: string[] = [];
    for (const error_code of [
      ...["credentials_invalid", "bot_detected", "unsupported_auth_method", "account_locked"],
      ...["rate_limited", "network_error", "moon\u001B[2J\nphase", null],
    ]) {
      fixture.row["error_code"] = error_code;
      const entry = { id: "last", type: "login", status: "FAILED", error_code, timestamp: ago(1) };
      fixture.service.timelines.set(fixture.row.id, [entry]);
      const { stdout: list } = await shell.run(["status"]);
      states.push(/^bank\.example {2}ops {2}needs a login; last login: (.*)$/m.exec(list)?.[1] ?? list);
      const { exit, stdout } = await shell.run(["ensure", "bank.example", "ops"]);
      texts.push(`${exit} ${stdout}`);
    }
    assert.deepEqual(states, [
      ...["password refused (credentials_invalid)", "blocked as a bot (bot_detected)"],
      ...["passkey only (unsupported_auth_method)", "account locked (account_locked)"],
      ...["rate limited (rate_limited)", "service error (network_error)"],
      ...["failed (moon\uFFFD[2J\uFFFDphase)", "failed"],
    ]);
    assert.deepEqual(texts, [
      "3 bank.example (ops): The last login failed (credentials_invalid). The website refused the user name or password. Log in from VS Code or the dashboard.\n",
      "3 bank.example (ops): The last login failed (bot_detected). The website blocked the browser as a bot. Another proxy may help. Log in from VS Code or the dashboard.\n",
      "3 bank.example (ops): The last login failed (unsupported_auth_method). The website asks for a passkey or another step that can't be automated. Set a password on the website. Then log in from VS Code or the dashboard.\n",
      "3 bank.example (ops): The last login failed (account_locked). The website locked this account. Unlock the account on the website first. Then log in from VS Code or the dashboard.\n",
      "1 bank.example (ops): The last login failed (rate_limited). The website's rate limit was reached. Log in later from VS Code or the dashboard; no login was started.\n",
      "1 bank.example (ops): The last login failed (network_error). The service failed during the login. Try again later; no login was started.\n",
      "3 bank.example (ops): The last login failed (moon\uFFFD[2J\uFFFDphase). Log in from VS Code or the dashboard.\n",
      "3 bank.example (ops): The last login failed. Log in from VS Code or the dashboard.\n",
    ]);
  });

  it("reports a connection that no longer exists", async (t) => {
    const fixture = await setting(t);
    fixture.service.connections = [];
    assert.deepEqual(await fixture.ensured(), { kind: "gone" });
  });

  it("prints no login URL and sets the exit code to the result", async (t) => {
    const fixture = await setting(t);
    fixture.service.login = (row) => void (row["flow_step"] = "AWAITING_INPUT");
    const shell = new ShellFolder(t, fixture.service);
    for (const more of [[], ["--json"]]) {
      const { stderr, stdout } = await shell.expect(3, ["ensure", "bank.example", "ops", ...more]);
      assert.doesNotMatch(stdout + stderr, /canary|https?:/);
    }
    assert.equal(logins(fixture), 1, "the second one found the first");
    endLogin(fixture, "SUCCESS");
    Object.assign(fixture.row, { last_auth_check_at: ago(0) });
    assert.equal((await shell.run(["ensure", "bank.example", "ops"])).exit, 0);
    assert.equal((await shell.run(["ensure", "none.example", "ops"])).exit, 1);
  });
});

describe("The status command", () => {
  it("lists the file's connections, or all connections if no file exists", async (t) => {
    const { row, service } = await setting(t, { status: "AUTHENTICATED" });
    service.keep("mail.example", "ops");
    const shell = new ShellFolder(t, service);
    const all = await shell.expect(3, ["status"]);
    assert.match(all.stdout, /^bank\.example {2}ops {2}logged in$/m);
    const entry = { domain: "bank.example", profile_name: "ops" };
    shell.declare([entry]);
    await shell.expect(0, ["status"]);
    shell.declare([entry, { ...entry, domain: "new.example" }]);
    const missing = await shell.expect(2, ["status", "--json"]);
    const { connections } = JSON.parse(missing.stdout) as { connections: { id?: string; status: string }[] };
    const states = connections.map(({ id = "none", status }) => `${id} ${status}`);
    assert.deepEqual(states, [`${row.id} AUTHENTICATED`, "none NOT_CREATED"]);
  });

  it("reports entries with an invalid domain or profile as file errors", async (t) => {
    const shell = new ShellFolder(t, (await setting(t, { status: "AUTHENTICATED" })).service);
    shell.declare([
      { domain: "https://bank.example/login", profile_name: "ops" },
      { domain: "mail.example", profile_name: " " },
      { domain: "bank.example", profile_name: "ops", strange: true },
    ]);
    const { stdout } = await shell.expect(1, ["status"]);
    assert.match(stdout, /^https:\/\/bank\.example\/login {2}ops {2}error in the file$/m);
    assert.match(stdout, /^mail\.example .* {2}error in the file$/m);
    assert.match(stdout, /^bank\.example .* {2}logged in$/m);
    const { stdout: json } = await shell.run(["status", "--json"]);
    const { connections } = JSON.parse(json) as { connections: readonly { status: string }[] };
    const states = connections.map(({ status }) => status);
    assert.deepEqual(states, ["INVALID", "INVALID", "AUTHENTICATED"]);
  });

  it("fails if the file has an entry without a domain or profile", async (t) => {
    const { service } = await setting(t, { status: "AUTHENTICATED" });
    const shell = new ShellFolder(t, service);
    const entry = { domain: "bank.example", profile_name: "ops" };
    for (const broken of [{ domain: "mail.example" }, { profile_name: "ops" }, "mail.example", null]) {
      shell.write("managed-auth.jsonc", { version: 1, connections: [entry, broken] });
      const { stdout } = await shell.expect(1, ["status"]);
      assert.equal(stdout, "bank.example  ops  logged in\n");
    }
    shell.write("managed-auth.jsonc", { version: 1 });
    await shell.expect(1, ["status"]);
    shell.write("managed-auth.jsonc", { version: 1, domain: "misplaced", connections: [entry] });
    await shell.expect(0, ["status"]);
  });

  it("keeps columns aligned despite a long name", async (t) => {
    const { service } = await setting(t);
    service.keep(`${"long-".repeat(12)}site.example`, "p".repeat(60));
    service.keep("mail.example", "o");
    assert.deepEqual((await new ShellFolder(t, service).run(["status"])).stdout.split("\n").slice(0, 3), [
      "mail.example  o    needs a login",
      `${"long-".repeat(12)}site.example  ${"p".repeat(60)}  needs a login`,
      "bank.example  ops  needs a login",
    ]);
  });
});
