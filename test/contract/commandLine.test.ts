// Tests the command line against the sandbox and against a second service that shares no code with it.
import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import { SecondService } from "../support/secondService.ts";
import { ShellFolder } from "../support/shell.ts";
import { startedSandbox, token } from "../unit/sandbox/support.ts";

for (const [service, start] of [
  [
    "the sandbox",
    async (t: TestContext) => {
      const { identity } = await startedSandbox(t);
      return { baseUrl: `http://127.0.0.1:${identity.port}`, token };
    },
  ],
  [
    "a second service",
    async (t: TestContext) => {
      const service = await new SecondService().start(t);
      service.proxies.push({ id: "p-1", name: "paris-datacenter", type: "datacenter" });
      service.destinations.push({ id: "d-1", name: "compliance-log", endpoint: "https://logs.example" });
      service.credentials.push({ id: "c-1", name: "helpdesk-login", domain: "new.example" });
      service.credentials.push({ id: "c-2", name: "github-bot", domain: "github.example" });
      for (let index = 0; index < 130; index++) service.keep(`kept-${index}.example`, "kept");
      return service;
    },
  ],
] as const)
  describe(`the command line against ${service}`, () => {
    it("plans no further changes after applying a file", async (t) => {
      const shell = new ShellFolder(t, await start(t));
      const entry = {
        domain: "new.example",
        profile_name: "cli",
        login_url: "https://new.example/login",
        allowed_domains: ["www.sso.example", "cdn.example"],
        health_check_interval: 43_200,
        record_session: true,
        browser: {
          stealth: false,
          proxy: { name: "paris-datacenter" },
          telemetry: {
            enabled: true,
            browser: { console: { enabled: true } },
            export: { otlp: { destination: { name: "compliance-log" } } },
          },
        },
      };
      shell.declare([entry]);
      await shell.expect(2, ["plan"]);
      const applied = await shell.run(["apply", "--yes"]);
      assert.deepEqual([applied.exit, applied.stderr], [0, ""]);
      assert.match(applied.stdout, /^Created new\.example \(cli\)$/m);
      const again = await shell.run(["plan"]);
      assert.deepEqual([again.exit, again.stdout], [0, "Plan: 0 to create, 0 to change, 1 unchanged.\n"]);
    });

    it("keeps settings missing from the file and clears empty settings", async (t) => {
      const shell = new ShellFolder(t, await start(t));
      const entry = { domain: "new.example", profile_name: "cli" };
      shell.declare([{ ...entry, login_url: "https://new.example/", record_session: true }]);
      await shell.expect(0, ["apply", "--yes"]);
      shell.declare([{ ...entry, login_url: "", browser: { telemetry: { enabled: true } } }]);
      await shell.expect(0, ["apply", "--yes", "--json"]);
      shell.declare([
        { ...entry, login_url: "", record_session: true, browser: { telemetry: { enabled: true } } },
      ]);
      await shell.expect(0, ["plan"]);
    });

    it("prints each changed setting's current and planned value for plan --json", async (t) => {
      const shell = new ShellFolder(t, await start(t));
      const entry = { domain: "new.example", profile_name: "cli" };
      shell.declare([entry]);
      await shell.expect(0, ["apply", "--yes"]);
      shell.declare([{ ...entry, record_session: true }]);
      const planned = JSON.parse((await shell.expect(2, ["plan", "--json"])).stdout) as {
        readonly update: readonly { readonly changes: unknown }[];
      };
      assert.deepEqual(planned.update[0]?.changes, [{ setting: "record_session", now: false, then: true }]);
    });

    it("plans no changes after importing every connection", async (t) => {
      const shell = new ShellFolder(t, await start(t));
      await shell.expect(0, ["import"]);
      const plan = await shell.run(["plan"]);
      assert.deepEqual([plan.exit, plan.stderr], [0, ""], plan.stdout);
      assert.doesNotMatch(plan.stdout, /\b0 unchanged/);
    });

    it("uses a credential stored for another domain, but prints a warning", async (t) => {
      const shell = new ShellFolder(t, await start(t));
      shell.declare([{ domain: "new.example", profile_name: "cli", credential: { name: "github-bot" } }]);
      assert.match(
        (await shell.expect(0, ["apply", "--yes"])).stderr,
        /warning: The credential “github-bot” is stored for github\.example, not for this/,
      );
    });

    it("refuses a reviewed plan that was already applied", async (t) => {
      const shell = new ShellFolder(t, await start(t));
      shell.declare([{ domain: "new.example", profile_name: "cli" }]);
      await shell.expect(2, ["plan", "--out", "reviewed.json"]);
      const [first, second] = [
        await shell.run(["apply", "--yes", "--plan-file", "reviewed.json"]),
        await shell.run(["apply", "--yes", "--plan-file", "reviewed.json"]),
      ];
      assert.equal(first.exit, 0, first.stderr);
      assert.equal(second.exit, 1);
      assert.match(second.stderr, /reviewed\.json is out of date/);
    });

    it("deletes a connection missing from the file only with --prune", async (t) => {
      const shell = new ShellFolder(t, await start(t));
      const [stays, goes] = [
        { domain: "stays.example", profile_name: "cli-a" },
        { domain: "goes.example", profile_name: "cli-b" },
      ];
      shell.declare([stays, goes]);
      await shell.expect(0, ["apply", "--yes"]);
      shell.declare([stays], { owns: ["cli-*"] });
      const reply = await shell.run(["apply", "--yes"]);
      assert.match(reply.stdout, /^! keep goes\.example \(cli-b\): not in the file; delete with --prune$/m);
      assert.deepEqual([reply.exit, (await shell.run(["plan"])).exit], [0, 0], "nothing would be sent");
      const pruning = await shell.run(["plan", "--prune"]);
      assert.deepEqual([pruning.exit, /^- delete goes\.example \(cli-b\)$/m.test(pruning.stdout)], [2, true]);
      assert.match((await shell.run(["apply", "--yes", "--prune"])).stdout, /^Deleted goes\.example/m);
      await shell.expect(0, ["plan", "--prune", "--replace"]);
    });

    it("deletes a renamed entry's old connection only with --prune --replace", async (t) => {
      const shell = new ShellFolder(t, await start(t));
      const entry = { domain: "stays.example", profile_name: "cli-a" };
      shell.declare([entry]);
      await shell.expect(0, ["apply", "--yes"]);
      shell.declare([{ ...entry, profile_name: "cli-new" }], { owns: ["cli-*"] });
      const note =
        /^! keep stays\.example \(cli-a\): not in the file, may have been renamed; delete with --prune --replace$/m;
      for (const ends of [/^Created stays\.example \(cli-new\)$/m, /0 to create, 0 to change, 1 unchanged/]) {
        const { stdout } = await shell.expect(0, ["apply", "--yes", "--prune"]);
        assert.match(stdout, note);
        assert.match(stdout, ends);
        assert.doesNotMatch(stdout, /Deleted/);
      }
      const replaced = await shell.run(["apply", "--yes", "--prune", "--replace"]);
      assert.match(replaced.stdout, /^Deleted stays\.example \(cli-a\)$/m);
      await shell.expect(0, ["plan", "--prune", "--replace"]);
    });

    it("matches a connection whose profile differs only in case or accents", async (t) => {
      const shell = new ShellFolder(t, await start(t));
      shell.declare([{ domain: "bank2.example", profile_name: "ledger" }]);
      await shell.expect(0, ["apply", "--yes"]);
      shell.declare([{ domain: "bank2.example", profile_name: "Lédger" }], { owns: ["ledger", "Lédger"] });
      const applied = await shell.run(["apply", "--yes", "--prune", "--replace"]);
      assert.deepEqual([applied.exit, applied.stdout], [0, "Plan: 0 to create, 0 to change, 1 unchanged.\n"]);
      assert.match(
        applied.stderr,
        /warning: The service spells this profile differently\. Did you mean “ledger”\?/,
      );
      assert.match(
        (await shell.run(["status"])).stdout,
        /^bank2\.example {2}Lédger {2}(?:never logged in|needs a login)$/m,
      );
    });

    it("suggests a similar connection if the requested connection doesn't exist", async (t) => {
      const shell = new ShellFolder(t, await start(t));
      shell.declare([{ domain: "bank2.example", profile_name: "ledger" }]);
      await shell.expect(0, ["apply", "--yes"]);
      assert.match(
        (await shell.expect(1, ["ensure", "bank2.example", "bookkeeping"])).stderr,
        /no connection for bank2\.example \(bookkeeping\) in the default project at http:.*\. Did you mean bank2\.example \(ledger\)\?/,
      );
      const wrong = await shell.run(["ensure", "not a domain", "ledger"]);
      assert.match(wrong.stderr, /“not a domain” isn't a domain/);
    });

    it("refuses to apply a reviewed plan with different flags", async (t) => {
      const shell = new ShellFolder(t, await start(t));
      shell.declare([{ domain: "new.example", profile_name: "cli" }], { owns: ["cli"] });
      await shell.expect(2, ["plan", "--prune", "--out", "reviewed.json"]);
      const { exit, stderr } = await shell.run(["apply", "--yes", "--plan-file", "reviewed.json"]);
      assert.equal(exit, 1);
      assert.match(stderr, /reviewed\.json was planned with other flags \(--prune\)\. Use the same flags\./);
      await shell.expect(0, ["apply", "--yes", "--prune", "--plan-file", "reviewed.json"]);
    });

    it("reports the line of each unknown reference and sends no changes", async (t) => {
      const shell = new ShellFolder(t, await start(t));
      shell.write(
        "managed-auth.jsonc",
        '{ "version": 1, "connections": [\n' +
          '  { "domain": "new.example", "profile_name": "cli", "browser": { "proxy": { "name": "paris-datacentre" } } },\n' +
          '  { "domain": "new2.example", "profile_name": "cli", "credential": { "name": "nobody" } }\n] }',
      );
      const { exit, stderr, stdout } = await shell.run(["apply", "--yes"]);
      assert.deepEqual([exit, stdout], [1, ""]);
      assert.match(
        stderr,
        /^managed-auth\.jsonc:2:\d+: error: This project has no proxy “paris-datacentre”\. Did you mean “paris-datacenter”\?$/m,
      );
      assert.match(stderr, /^managed-auth\.jsonc:3:\d+: error: This project has no credential “nobody”\./m);
    });

    it("fails for an unknown or missing token and for an unknown project", async (t) => {
      const shell = new ShellFolder(t, await start(t));
      shell.declare([]);
      const token = await shell.expect(1, ["plan"], { KERNEL_API_KEY: "another-token" });
      assert.match(token.stderr, /The service refused the token\. Check KERNEL_API_KEY\./);
      assert.doesNotMatch(token.stderr + token.stdout, /another-token/);
      assert.match((await shell.run(["plan"], { KERNEL_API_KEY: "" })).stderr, /Set KERNEL_API_KEY/);
      const project = await shell.expect(1, ["plan", "--project", "nowhere"]);
      assert.match(project.stderr, /no project “nowhere”|projects can't be read/);
    });
  });
