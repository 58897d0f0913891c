// Tests the command line against a service that fails, loses responses and changes during a run.
import assert from "node:assert/strict";
import { chmodSync, lstatSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import {
  during,
  failure,
  on,
  SecondService,
  type Fault,
  type Row,
  type SeenRequest,
} from "../support/secondService.ts";
import { openShell, ShellFolder } from "../support/shell.ts";
import { VirtualClock } from "../support/virtualClock.ts";
import { column, columns } from "../support/rows.ts";

const a = { domain: "a.example", profile_name: "cli" };
const b = { domain: "b.example", profile_name: "cli" };

describe("the command line after a lost response", () => {
  it("finds the created connection with a read request", async (t) => {
    const { service, shell } = await openShell(t, [a]);
    service.fate = on("POST /auth/connections", "lost");
    await shell.expect(0, ["apply", "--yes"]);
    assert.deepEqual(service.changes, ["POST /auth/connections"]);
    assert.equal(service.connections.length, 1);
  });

  it("reports an unconfirmed creation and retries the creation in the next run", async (t) => {
    const { service, shell } = await openShell(t, [a, b]);
    service.fate = on("POST /auth/connections", "dropped", 1);
    const { exit, stdout } = await shell.run(["apply", "--yes"]);
    assert.equal(exit, 1);
    assert.match(
      stdout,
      /^a\.example \(.+\): Couldn't confirm the result\. Plan again before you resend\.$/m,
    );
    await shell.expect(0, ["apply", "--yes"]);
    assert.equal(service.connections.length, 2);
  });

  it("confirms a change with a read request", async (t) => {
    const { service, shell } = await openShell(t);
    service.keep("a.example", "cli");
    shell.declare([{ ...a, record_session: true }]);
    service.fate = on("PATCH", "lost");
    await shell.expect(0, ["apply", "--yes"]);
    assert.equal(service.changes.length, 1);
  });

  it("confirms a deletion with a read request", async (t) => {
    const { service, shell } = await openShell(t);
    service.keep("a.example", "cli");
    shell.declare([], { owns: ["cli"] });
    service.fate = on("DELETE", "lost");
    await shell.expect(0, ["apply", "--yes", "--prune"]);
    assert.equal(service.connections.length, 0);
  });
});

describe("the ensure command", () => {
  it("prefers the connection whose domain is spelled exactly as given", async (t) => {
    const { service, shell } = await openShell(t);
    const loggedIn = { status: "AUTHENTICATED", last_auth_check_at: new Date().toISOString() };
    for (const domain of ["straße.example", "xn--strae-oqa.example"]) {
      service.keep(domain, "travel", loggedIn);
      const { stdout } = await shell.expect(0, ["ensure", domain, "travel"]);
      assert.equal(stdout, `${domain} (travel): Logged in.\n`);
    }
    const { stdout } = await shell.expect(0, ["ensure", " straße.example ", "travel"]);
    assert.equal(stdout, "straße.example (travel): Logged in.\n");
    const { stderr } = await shell.expect(1, ["ensure", "STRASSE.example", "Travel"]);
    assert.match(stderr, /no connection for STRASSE\.example \(Travel\) in the default project at /);
  });

  it("accepts a URL as the domain and ignores the profile's case", async (t) => {
    const { service, shell } = await openShell(t);
    const loggedIn = { status: "AUTHENTICATED", last_auth_check_at: new Date().toISOString() };
    service.keep("bank.example", "compliance", loggedIn);
    service.keep("bücher.example", "travel", loggedIn);
    for (const [domain, profile, found] of [
      ["https://bank.example/login", "compliance", "bank.example (compliance)"],
      ["Bank.Example.", "Compliance", "bank.example (compliance)"],
      ["xn--bcher-kva.example", "TRAVEL", "bücher.example (travel)"],
    ] as const) {
      const { exit, stdout } = await shell.run(["ensure", domain, profile]);
      assert.deepEqual([exit, stdout], [0, `${found}: Logged in.\n`]);
    }
    service.keep("bank.example", "COMPLIANCE");
    assert.match(
      (await shell.expect(1, ["ensure", "bank.example", "Compliance"])).stderr,
      /Several connections match bank\.example \(Compliance\): .*\. Use one of these spellings\./,
    );
  });

  it("sends no further request if the list can't be fetched", async (t) => {
    const { service, shell } = await openShell(t);
    service.fate = on("GET /auth/connections", failure(403, "forbidden", "No."));
    await shell.expect(1, ["ensure", "a.example", "cli"]);
    assert.deepEqual(column(service.requests, "request"), ["GET /auth/connections"]);
  });
});

describe("the apply command while another client makes changes", () => {
  it("reports but doesn't change a connection that the other client created", async (t) => {
    const { service, shell } = await openShell(t);
    shell.declare([{ ...a, record_session: true }]);
    service.fate = during("POST /auth/connections", () => service.keep("a.example", "cli"));
    assert.match(
      (await shell.expect(2, ["apply", "--yes"])).stdout,
      /^a\.example \(.+\): Not created because the connection exists with other settings \(record_session\)\.$/m,
    );
    assert.deepEqual(service.changes, ["POST /auth/connections"]);
  });

  it("doesn't overwrite another client's change", async (t) => {
    const { service, shell } = await openShell(t);
    const row = service.keep("a.example", "cli");
    shell.declare([{ ...a, health_check_interval: 7200 }]);
    service.fate = during(`GET /auth/connections/${row.id}`, () => (row["health_check_interval"] = 600));
    assert.match(
      (await shell.expect(2, ["apply", "--yes"])).stdout,
      /^a\.example \(.+\): Not changed because someone else changed health_check_interval since the plan\.$/m,
    );
    assert.deepEqual(service.changes, []);
  });

  it("reports that the other client just deleted a connection", async (t) => {
    const { service, shell } = await openShell(t);
    const row = service.keep("a.example", "cli");
    shell.declare([{ ...a, record_session: true }]);
    service.fate = during(`GET /auth/connections/${row.id}`, () => (service.connections = []));
    const { stdout } = await shell.expect(2, ["apply", "--yes"]);
    assert.match(stdout, /^a\.example \(.+\): Not changed because someone deleted the connection\.$/m);
  });
});

describe("the command line with a failing service", () => {
  it("stops after status 401 and reports the remaining changes as not tried", async (t) => {
    const { service, shell } = await openShell(t, [a, b]);
    service.fate = on("POST", failure(401, "unauthorized", "Revoked."));
    const { stdout } = await shell.expect(1, ["apply", "--yes"]);
    assert.match(stdout, /^a\.example \(.+\): Refused\.$[^]*^b\.example \(.+\): Not tried\.$/m);
    assert.deepEqual(service.changes, ["POST /auth/connections"]);
  });

  it("keeps GitHub workflow commands out of printed error messages", async (t) => {
    const { service, shell } = await openShell(t, [a]);
    const message = "no\n::set-output name=x::y ##[add-path]/tmp\u001B[31m";
    service.fate = on("POST", { status: 403, body: { code: "forbidden", message } }, 1);
    const { stderr, stdout } = await shell.run(["apply", "--yes"], { GITHUB_ACTIONS: "true" });
    for (const line of (stdout + stderr).split("\n")) {
      assert.doesNotMatch(line, /^\s*::(?!error file=managed-auth\.jsonc,line=\d+,col=\d+::)/);
      assert.ok(!line.includes("##[") && !line.includes("\u001B"), line);
    }
    assert.match(
      stderr,
      /^::error file=managed-auth\.jsonc,line=4,col=5::Refused\. The token isn't allowed/m,
    );
  });

  it("plans no changes if the connection list is incomplete", async (t) => {
    const { service, shell } = await openShell(t);
    for (let index = 0; index < 120; index++) service.keep(`k${index}.example`, "cli");
    shell.declare([a], { owns: ["*"] });
    let pages = 0;
    service.fate = ({ request }) =>
      request === "GET /auth/connections" && ++pages > 1
        ? failure(400, "bad_request", "No more.")
        : undefined;
    const { stderr } = await shell.expect(1, ["apply", "--yes", "--prune"]);
    assert.match(stderr, /The connections can't be read/);
    assert.deepEqual(service.changes, []);
  });

  it("fails on a redirect without following it", async (t) => {
    const { service, shell } = await openShell(t);
    shell.declare([]);
    service.fate = () => ({ status: 302, headers: { location: "http://127.0.0.1:9/" } });
    assert.match((await shell.expect(1, ["plan"])).stderr, /Redirects aren't followed/);
  });

  it("completes the current change when cancelled and skips the remaining changes", async (t) => {
    const { service, shell } = await openShell(t, [a, b]);
    const stop = new AbortController();
    service.fate = during("POST /auth/connections", () => stop.abort());
    const { stdout } = await shell.expect(1, ["apply", "--yes"], {}, stop.signal);
    assert.match(stdout, /^Created a\.example \(cli\)\n[^]*^b\.example \(.+\): Not tried\.$/m);
    assert.deepEqual(service.changes, ["POST /auth/connections"]);
  });

  it("can plan and apply even if GET /auth/context fails", async (t) => {
    const { service, shell } = await openShell(t);
    service.hasContext = false;
    shell.declare([a]);
    await shell.expect(2, ["plan", "--out", "p.json"]);
    await shell.expect(0, ["apply", "--yes", "--plan-file", "p.json"]);
  });
});

describe("a service with a slow GET /auth/context", () => {
  it("delays a plan by at most three seconds", { timeout: 60_000 }, async (t) => {
    const { service, shell } = await openShell(t, [a]);
    const clock = new VirtualClock();
    const { promise: interrupted, resolve } = Promise.withResolvers<unknown>();
    service.fate = ({ request }) => {
      if (request !== "GET /auth/context") return undefined;
      resolve(undefined);
      return "silent";
    };
    let isDone = false;
    const running = shell.run(["plan"], {}, undefined, "", clock).finally(() => (isDone = true));
    await interrupted;
    await clock.pass(2_999);
    assert.equal(isDone, false);
    await clock.pass(1);
    assert.equal((await running).exit, 2);
  });
});

describe("a saved plan", () => {
  it("can't be written or applied if reading the organization fails", async (t) => {
    const { service, shell } = await openShell(t, [a]);
    await shell.expect(2, ["plan", "--out", "before.json"]);
    service.fate = on("GET /auth/context", failure(403, "forbidden", "No."));
    assert.match(
      (await shell.expect(1, ["plan", "--out", "p.json"])).stderr,
      /The token's organization couldn't be read, so a plan can't be kept or applied\./,
    );
    assert.throws(() => shell.read("p.json"));
    const applied = await shell.expect(1, ["apply", "--yes", "--plan-file", "before.json"]);
    assert.match(applied.stderr, /can't be kept or applied\. No change was sent\. The token isn't allowed/);
    assert.deepEqual(service.changes, []);
  });

  it("is refused with a list of differences if the file or service changed", async (t) => {
    const { service, shell } = await openShell(t);
    const elsewhere = await new SecondService().start(t);
    shell.declare([a]);
    await shell.expect(2, ["plan", "--out", "p.json"]);
    const refusal = async (at = shell): Promise<string> => {
      return (await at.expect(1, ["apply", "--yes", "--plan-file", "p.json"])).stderr;
    };
    shell.declare([b]);
    assert.match(
      await refusal(),
      /p\.json is out of date: no longer planned: create a\.example \(cli\)\. planned since: create b\.example \(cli\)\./,
    );
    shell.declare([{ ...a, record_session: true, login_url: "https://a.example/?next=canary" }]);
    assert.match(
      await refusal(),
      /p\.json is out of date: other settings: a\.example \(cli\): login_url, record_session\. No change/,
    );
    shell.declare([a]);
    service.context = { organization: { id: "other-org" } };
    assert.match(await refusal(), /the organization was second-org and is other-org\./);
    const other = new ShellFolder(t, elsewhere);
    other.declare([a]);
    other.write("p.json", shell.read("p.json"));
    assert.ok(
      (await refusal(other)).includes(`the service was ${service.baseUrl} and is ${elsewhere.baseUrl}.`),
    );
    assert.deepEqual([...service.changes, ...elsewhere.changes], []);
  });
});

describe("a saved plan that updates a connection", () => {
  it("is refused with a list of settings that changed after planning", async (t) => {
    const { service, shell } = await openShell(t);
    const row = service.keep("a.example", "cli");
    shell.declare([{ ...a, health_check_interval: 7200, record_session: true }]);
    await shell.expect(2, ["plan", "--out", "p.json"]);
    const refusal = async (): Promise<string> =>
      (await shell.run(["apply", "--yes", "--plan-file", "p.json"])).stderr;
    row["health_check_interval"] = 600;
    assert.match(await refusal(), /: other settings: a\.example \(cli\): health_check_interval\. No change/);
    row["health_check_interval"] = 3600;
    row.id = "another";
    assert.match(await refusal(), /: someone deleted a connection and created it again\. No change/);
    assert.deepEqual(service.changes, []);
    assert.doesNotMatch(shell.read("p.json"), /7200/);
  });
});

describe("the import command", () => {
  it("succeeds if the organization's plan doesn't include proxies", async (t) => {
    const { service, shell } = await openShell(t);
    service.keep("a.example", "cli");
    service.fate = on("GET /proxies", failure(403, "insufficient_plan", "No proxies."));
    const { exit, stderr } = await shell.run(["import"]);
    assert.deepEqual([exit, stderr], [0, ""]);
    await shell.expect(0, ["plan"]);
    shell.declare([{ ...b, browser: { proxy: { name: "office" } } }]);
    service.fate = on("GET /proxies", failure(403, "forbidden", "No."));
    assert.match((await shell.run(["plan"])).stderr, /The proxies can't be read\./);
  });

  it("doesn't overwrite a file that has just changed", async (t) => {
    const { service, shell } = await openShell(t);
    service.keep("a.example", "cli");
    for (const before of [undefined, '{ "version": 1, "connections": [] }']) {
      if (before !== undefined) shell.write("managed-auth.jsonc", before);
      service.fate = during("GET /auth/connections", () => shell.write("managed-auth.jsonc", "// theirs"));
      const { exit, stderr } = await shell.run(["import"]);
      assert.deepEqual([exit, shell.read("managed-auth.jsonc")], [1, "// theirs"]);
      assert.match(stderr, /managed-auth\.jsonc has changed since it was read\. Nothing was written\./);
    }
  });

  it("reports which settings it left out, with and without --json", async (t) => {
    const { service, shell } = await openShell(t);
    const withQuery = service.keep("a.example", "cli", { login_url: "https://a.example/?code=a1|b2" });
    const withUser = service.keep("b.example", "cli", { login_url: "https://me@b.example/" });
    const overridden = service.keep("c.example", "cli", { login_url: "https://c.example/" });
    shell.declare([], { defaults: { credential: { name: "shared" } } });
    assert.match(
      (await shell.run(["import"])).stdout,
      /c\.example \(cli\): left out because "defaults" would change credential\./,
    );
    shell.declare([]);
    const printed = JSON.parse((await shell.run(["import", "--json"])).stdout) as {
      left_out: unknown;
      unsupported: readonly { id: string; settings: unknown }[];
    };
    assert.deepEqual(columns(printed.unsupported, "id", "settings"), [[withUser.id, ["login_url"]]]);
    assert.deepEqual(printed.left_out, []);
    assert.ok(overridden);
    assert.match(shell.read("managed-auth.jsonc"), /"https:\/\/a\.example\/\?code=a1%7Cb2"/);
    assert.ok(withQuery);
    await shell.expect(0, ["plan"]);
  });
});

describe("the command line when a list contains invalid data", () => {
  const rows = (path: string, body: readonly object[]) => (received: SeenRequest) =>
    received.request === `GET ${path}` ? { status: 200, body } : undefined;

  it("reports the name of an unreadable proxy and continues", async (t) => {
    const { service, shell } = await openShell(t);
    service.keep("a.example", "cli", { browser: { stealth: true, proxy: { id: "p1" } } });
    shell.declare([{ ...a, browser: { proxy: { name: "office" } } }]);
    service.fate = rows("/proxies", [
      { name: "lost", type: "isp" },
      { id: "p1", name: "office", type: "isp" },
    ]);
    for (const argv of [["plan"], ["import"]]) {
      const { exit, stderr } = await shell.run(argv);
      assert.deepEqual([exit, stderr], [0, "warning: 1 of the proxies can't be read: lost.\n"], argv.join());
    }
  });

  it("warns about an unreadable credential and prints its domain", async (t) => {
    const { service, shell } = await openShell(t);
    service.credentials.push({ id: "c1", name: "bot", domain: "a.example" });
    shell.declare([{ ...a, credential: { name: "bot" } }]);
    service.fate = rows("/credentials", [...service.credentials, { id: "c2", domain: "x.example" }]);
    const { stderr } = await shell.run(["plan"]);
    assert.equal(stderr, "warning: 1 of the credentials can't be read: x.example.\n");
  });

  it("deletes nothing if an unreadable connection may match a file entry", async (t) => {
    const { service, shell } = await openShell(t);
    const [gone, kept] = [
      service.keep("gone.example", "cli"),
      service.keep("a.example", "cli", { status: "AUTHENTICATED" }),
    ];
    const lost = { domain: "b.example", profile_name: "CLI", status: "NEEDS_AUTH" };
    service.fate = rows("/auth/connections", [gone, lost, kept]);
    shell.declare([a, { ...a, domain: "b.example" }, { ...a, domain: "c.example" }], { owns: ["cli"] });
    const plan = await shell.expect(2, ["plan", "--prune"]);
    assert.match(
      plan.stderr,
      /^warning: 1 of the connections can't be read: b\.example \(CLI\)\. Nothing is deleted\.$/m,
    );
    assert.match(
      plan.stderr,
      /:11:5: warning: b\.example with profile “cli” may exist: a connection couldn't be read\.$/m,
    );
    assert.doesNotMatch(`${plan.stdout}${plan.stderr}`, /delete gone|c\.example with profile/);
    const status = await shell.run(["status"]);
    assert.match(status.stdout, /^b\.example +cli +can't be read\nc\.example +cli +not created$/m);
    assert.match(
      (await shell.run(["ensure", "b.example", "cli"])).stderr,
      /b\.example \(cli\) may exist: some connections/,
    );
    assert.doesNotMatch((await shell.run(["apply", "--yes", "--prune"])).stdout, /^Deleted/m);
    assert.ok(service.connections.some(({ domain }) => domain === "gone.example"));
  });

  it("warns that a declared connection may exist if a listed connection has no profile", async (t) => {
    const { service, shell } = await openShell(t);
    service.fate = rows("/auth/connections", [{ id: "ma_1", domain: "a.example", status: "NEEDS_AUTH" }]);
    shell.declare([a, { ...a, domain: "b.example" }], { owns: ["*"] });
    const { stderr, stdout } = await shell.run(["plan", "--prune", "--replace"]);
    assert.match(
      stderr,
      /^[^\n]+ a\.example with profile “cli” may exist: a connection couldn't be read\.\n$/,
    );
    assert.doesNotMatch(stdout, /delete/);
    const ensured = await shell.run(["ensure", "a.example", "cli"]);
    assert.match(ensured.stderr, /a\.example \(cli\) may exist: some connections/);
    assert.match(
      (await shell.run(["status"])).stdout,
      /a\.example +cli +can't be read\nb\.example .*not created/,
    );
  });

  it("fails if the connection list returns status 400", async (t) => {
    const { service, shell } = await openShell(t, [a]);
    service.fate = on("GET /auth/connections", failure(400, "bad_request", "No."));
    for (const argv of [["plan"], ["status"], ["import"]]) await shell.expect(1, argv);
  });
});

describe("the organization's plan limits", () => {
  it("make the plan and apply commands fail if a file adds too many connections", async (t) => {
    const { service, shell } = await openShell(t);
    service.fate = ({ request }) => {
      if (request === "GET /org/limits") return { status: 200, body: { auth_connections_used: 0 } };
      if (request !== "GET /org/entitlements") return undefined;
      const features = { managed_auth: { enabled: true, max_connections: 3 } };
      return { status: 200, body: { features, limits: {}, plan: {} } };
    };
    shell.declare(Array.from({ length: 5 }, (_, index) => ({ ...a, domain: `site${index}.example` })));
    for (const argv of [["plan"], ["apply", "--yes"]]) {
      const { stderr } = await shell.expect(1, argv);
      assert.match(stderr, /error: 5 to create, but the plan has room for 3\.$/m);
    }
    assert.ok(!service.requests.some(({ request }) => request.startsWith("POST")));
  });

  it("stop the apply command when the service refuses to create a connection", async (t) => {
    const { service, shell } = await openShell(t);
    service.fate = on("POST /auth/connections", failure(403, "insufficient_plan", "Full."));
    shell.declare(Array.from({ length: 5 }, (_, index) => ({ ...a, domain: `site${index}.example` })));
    assert.match(
      (await shell.expect(1, ["apply", "--yes"])).stdout,
      /site0\.example \(cli\): Refused\.\n {4}The organization's plan doesn't allow this\. Message: “Full\.”\n4 other changes: Not tried\.$/m,
    );
    assert.equal(service.requests.filter(({ request }) => request === "POST /auth/connections").length, 1);
  });
});

describe("a list request refused because of the organization's plan", () => {
  const refusing = (...paths: readonly string[]) => {
    const body = { code: "insufficient_plan", message: "Not in your plan." };
    return ({ request }: SeenRequest): Fault | undefined =>
      paths.some((path) => request === `GET ${path}`) ? { status: 403, body } : undefined;
  };

  it("leaves the file's references unverified but doesn't stop the command", async (t) => {
    const { service, shell } = await openShell(t);
    service.keep("a.example", "cli", { status: "AUTHENTICATED", browser: { proxy: { id: "p-1" } } });
    service.keep("gone.example", "cli");
    shell.declare([{ ...a, browser: { proxy: { name: "office" } } }], { owns: ["cli"] });
    service.fate = refusing(
      "/proxies",
      "/credentials",
      "/org/credential_providers",
      "/telemetry/destinations",
    );
    const { exit, stderr, stdout } = await shell.run(["apply", "--yes", "--prune"]);
    assert.deepEqual([exit, stderr], [0, ""]);
    assert.match(stdout, /^\? can't verify a\.example \(cli\): proxy$/m);
    assert.deepEqual(
      service.changes.map((one) => one.split(" ")[0]),
      ["DELETE"],
    );
    assert.deepEqual(column(service.connections, "domain"), ["a.example"]);
    // The command can't verify the reference, so the service refuses it.
    shell.declare([{ ...b, browser: { proxy: { name: "office" } } }]);
    const refused = await shell.run(["apply", "--yes"]);
    assert.deepEqual([refused.exit, service.connections.length], [1, 1]);
    assert.match(refused.stdout, /^b\.example \(cli\): Refused\.$/m);
  });

  it("makes every command that requests connections fail", async (t) => {
    const { service, shell } = await openShell(t);
    shell.declare([a], { owns: ["*"] });
    service.fate = refusing("/auth/connections");
    for (const argv of [
      ["apply", "--yes", "--prune"],
      ["status"],
      ["import", "new.jsonc"],
      ["ensure", "a.example", "cli"],
    ]) {
      assert.match((await shell.expect(1, argv)).stderr, /The organization's plan doesn't allow this\./);
    }
    assert.deepEqual(service.changes, []);
  });
});

describe("a change that stops vault items from working", () => {
  it("is labelled only if the organization's plan includes vaults", async (t) => {
    const { service, shell } = await openShell(t);
    for (const name of ["bot", "other"]) service.credentials.push({ id: name, name, domain: "a.example" });
    service.keep("a.example", "cli", { credential: { name: "bot" } });
    service.keep("b.example", "cli", { credential: { name: "bot" } });
    service.keep("c.example", "cli");
    service.keep("d.example", "cli", { credential: { name: "bot" } });
    service.providers.push({ id: "1", name: "office", provider_type: "onepassword", enabled: true });
    shell.declare(
      [
        { ...a, credential: { provider: "office", path: "Work/Bank" } },
        { domain: "d.example", profile_name: "cli", credential: { name: "other" } },
      ],
      { owns: ["cli"] },
    );
    const marked = async (): Promise<readonly string[]> =>
      (await shell.run(["plan", "--prune", "--replace"])).stdout
        .split("\n")
        .filter((line) => line.includes("[vault items filled from the connection stop working]"))
        .map((line) => line.split(" (")[0] ?? "");
    assert.deepEqual(await marked(), []);
    service.fate = ({ request }) => {
      if (request !== "GET /org/entitlements") return undefined;
      const features = { managed_auth: { enabled: true }, vaults: { enabled: true } };
      return { status: 200, body: { features, limits: {}, plan: {} } };
    };
    service.requests.length = 0;
    assert.deepEqual(await marked(), ["~ change a.example", "- delete b.example"]);
    assert.equal(service.requests.filter(({ request }) => request === "GET /org/entitlements").length, 1);
  });
});

describe("printed output", () => {
  it("masks the password and query in a login URL", async (t) => {
    const { service, shell } = await openShell(t);
    service.keep("a.example", "cli", { login_url: "https://me:canary@a.example/?next=canary" });
    service.keep("b.example", "cli", { login_url: "https://b.example/?next=canary" });
    const login_url = "https://a.example/?next=canary2";
    shell.declare([
      { ...a, login_url },
      { ...a, domain: "b.example", login_url: "https://b.example/?next=canary2" },
      { ...a, domain: "c.example", login_url },
    ]);
    for (const argv of [["plan"], ["plan", "--json"], ["plan", "--out", "kept.json"], ["apply", "--yes"]]) {
      const { stderr, stdout } = await shell.run(argv, { GITHUB_ACTIONS: "true" });
      if (!argv.includes("--yes")) assert.match(stdout, /https:\/\/••••••••@a\.example\/\?••••••••/);
      if (argv.length === 1) assert.match(stdout, /b\.example\/\?•+" \(the hidden part differs\)$/m);
      assert.doesNotMatch(`${stdout}${stderr}`, /canary/, argv.join(" "));
    }
    assert.doesNotMatch(shell.read("kept.json"), /canary|a\.example\/\?/);
  });
});

describe("files that the command line reads or writes", () => {
  it("must be encoded in UTF-8", async (t) => {
    const { service, shell } = await openShell(t);
    shell.write(
      "managed-auth.jsonc",
      Buffer.from(
        JSON.stringify({ version: 1, connections: [{ ...a, profile_name: "caf\u00e9" }] }),
        "latin1",
      ),
    );
    const { exit, stderr } = await shell.run(["apply", "--yes"]);
    assert.deepEqual([exit, stderr], [1, "error: managed-auth.jsonc isn't UTF-8. Save the file as UTF-8.\n"]);
    assert.deepEqual(service.changes, []);
  });

  it(
    "are written through symbolic links and keep the target's permissions",
    { skip: process.platform === "win32" },
    async (t) => {
      const { service, shell } = await openShell(t);
      service.keep("a.example", "cli");
      shell.write("shared.jsonc", { version: 1, connections: [] });
      chmodSync(join(shell.path, "shared.jsonc"), 0o664);
      symlinkSync("shared.jsonc", join(shell.path, "managed-auth.jsonc"));
      await shell.expect(0, ["import"]);
      assert.match(shell.read("shared.jsonc"), /a\.example/);
      assert.ok(lstatSync(join(shell.path, "managed-auth.jsonc")).isSymbolicLink());
      assert.equal(statSync(join(shell.path, "shared.jsonc")).mode & 0o777, 0o664);
    },
  );

  it("aren't overwritten if --out names the connection file or a link to it", async (t) => {
    const { shell } = await openShell(t, [a]);
    const names = ["./managed-auth.jsonc"];
    if (process.platform !== "win32") {
      symlinkSync("managed-auth.jsonc", join(shell.path, "linked.json"));
      names.push("linked.json");
    }
    for (const name of names) {
      const { exit, stderr } = await shell.run(["plan", "--out", name]);
      assert.deepEqual([exit, stderr], [1, `error: --out would overwrite ${name}. Name another file.\n`]);
    }
    assert.match(shell.read("managed-auth.jsonc"), /a\.example/);
  });
});

describe("projects on the command line", () => {
  it("can't be selected by a name that two projects share", async (t) => {
    const { service, shell } = await openShell(t);
    const otherProjects = Array.from({ length: 150 }, (_, index) => ({
      id: `p-${index}`,
      name: `team-${index}`,
    }));
    service.projects = [{ id: "p", name: "team" }, ...otherProjects, { id: "q", name: "team" }];
    let reads = 0;
    service.fate = ({ request }) =>
      request === "GET /org/projects" && reads++ > 0 ? failure(500, "x", "y") : undefined;
    shell.declare([a]);
    const { stderr } = await shell.expect(1, ["apply", "--yes", "--project", "team"]);
    assert.match(stderr, /The projects can't be read/);
    service.fate = () => undefined;
    assert.match(
      (await shell.run(["plan", "--project", "team"])).stderr,
      /Several projects are called “team”/,
    );
    service.projects[150] = { ...otherProjects[149], id: 7 } as unknown as Row;
    assert.match((await shell.run(["plan", "--project", "team-1"])).stderr, /Not all projects could be read/);
    assert.deepEqual(service.changes, []);
  });
});

describe("a health check interval below the plan's minimum", () => {
  it("is reported before any change is sent", async (t) => {
    const { service, shell } = await openShell(t);
    service.shortestInterval = 1200;
    shell.declare([{ ...a, health_check_interval: 600 }]);
    const { stderr } = await shell.expect(1, ["apply", "--yes"]);
    assert.match(stderr, /The plan's shortest interval is 1200 seconds\./);
    assert.deepEqual(service.changes, []);
  });
});

describe("a conflict response", () => {
  it("is reported with the service's message if it has no code or ID", async (t) => {
    const { service, shell } = await openShell(t, [a]);
    service.fate = on("POST", { status: 409, body: { message: "The profile is being copied." } });
    const { stdout } = await shell.expect(1, ["apply", "--yes"]);
    assert.match(stdout, /Message: “The profile is being copied\.”/);
    assert.doesNotMatch(stdout, /someone else created/);
  });

  it("is reported with the connection's ID even if the connection can't be read", async (t) => {
    const { service, shell } = await openShell(t, [a]);
    const body = { code: "already_exists", message: "Taken.", existing_id: "ma_42" };
    service.fate = on("POST", { status: 409, body });
    const { stdout } = await shell.expect(2, ["apply", "--yes"]);
    assert.match(
      stdout,
      /: Not created because the connection exists\.\n {4}The connection ma_42 exists\. Message: “Taken\.”$/m,
    );
  });
});

describe("a rate limit on the command line", () => {
  const limited = (seconds: string): Fault => ({
    status: 429,
    body: { code: "rate_limited", message: "Slow down." },
    headers: { "retry-after": seconds },
  });

  it("pauses the run and prints the time at which it continues", async (t) => {
    const { service, shell } = await openShell(t, [a]);
    const [list, post] = [on("GET /auth/connections", limited("1"), 1), on("POST", limited("1"), 1)];
    service.fate = (received) => list(received) ?? post(received);
    const { stderr } = await shell.expect(0, ["apply", "--yes"]);
    assert.equal(stderr.match(/Waiting until \d\d:\d\d:\d\d \(1 s\)\./g)?.length, 2, stderr);
    assert.equal(service.connections.length, 1);
  });

  it("doesn't delay the ensure command beyond its --timeout", { timeout: 20_000 }, async (t) => {
    const { service, shell } = await openShell(t);
    service.keep("a.example", "cli", { credential: { name: "bot" } });
    service.fate = on("POST", limited("60"));
    const { stdout } = await shell.expect(3, ["ensure", "a.example", "cli", "--timeout", "1s"]);
    assert.match(stdout, /: A login may still be running\. Run the command again later/);
  });

  it("doesn't delay a command that is cancelled", async (t) => {
    const { service, shell } = await openShell(t, [a]);
    const stop = new AbortController();
    service.fate = (received) => {
      const fate = on("POST", limited("200"))(received);
      if (fate !== undefined) setImmediate(() => stop.abort());
      return fate;
    };
    const { stdout } = await shell.expect(1, ["apply", "--yes"], {}, stop.signal);
    assert.match(stdout, /^a\.example \(.+\): Not tried\.$/m);
    assert.equal(service.changes.length, 1);
  });

  it("pauses the run relative to the Date header if Retry-After is a date", async (t) => {
    const { service, shell } = await openShell(t, [a]);
    const stop = new AbortController();
    const limit = (date: string): Fault => ({
      status: 429,
      body: { code: "rate_limited", message: "Slow down." },
      headers: { date: "Sun, 06 Nov 1994 08:49:37 GMT", "retry-after": date },
    });
    service.fate = on("POST", limit("Sun, 06 Nov 1994 08:54:38 GMT"), 1);
    const ended = await shell.run(["apply", "--yes"]);
    assert.match(ended.stdout, /Not done because of the rate limit\.\n.*Try again in 301 s\./);
    service.fate = ({ request }) => {
      if (!request.startsWith("POST")) return undefined;
      stop.abort();
      return limit("Sun, 06 Nov 1994 08:52:57 GMT");
    };
    const waiting = await shell.run(["apply", "--yes"], {}, stop.signal);
    assert.match(waiting.stderr, /Waiting until \d\d:\d\d:\d\d \(200 s\)\./);
  });

  it("ends the run if the wait would exceed five minutes", async (t) => {
    const { service, shell } = await openShell(t, [a]);
    service.fate = on("POST", limited("301"));
    const { stdout } = await shell.expect(1, ["apply", "--yes"]);
    assert.match(stdout, /^a\.example \(.+\): Not done because of the rate limit\.\n.*Try again in 301 s\./m);
  });
});
