// Tests which project, service address and token a command uses.
import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import { failure, on, SecondService } from "../support/secondService.ts";
import { ShellFolder } from "../support/shell.ts";
import { startedSandbox, token } from "../unit/sandbox/support.ts";

const a = { domain: "a.example", profile_name: "cli" };

async function setting(t: TestContext): Promise<{ service: SecondService; shell: ShellFolder }> {
  const service = await new SecondService().start(t);
  service.projects.push(
    { id: "proj-1", name: "Staging" },
    { id: "proj-2", name: "Default" },
    { id: "proj-3", name: "Ops", status: "archived" },
    { id: "proj-4", name: "Ops", status: "active" },
    { id: "proj-5", name: "Old", status: "archived" },
    { id: "proj-6", name: "twin" },
    { id: "proj-7", name: "Twin" },
    { id: "proj-8", name: "TWIN" },
    { id: "proj-9-emea", name: "Sales" },
  );
  return { service, shell: new ShellFolder(t, service) };
}

/** Returns the distinct project headers of the requests for connections. */
const usedProjects = ({ requests }: SecondService): readonly (string | undefined)[] => [
  ...new Set(
    requests.filter(({ request }) => request.includes("/auth/connections")).map(({ project }) => project),
  ),
];

describe("the project on the command line", () => {
  for (const [name, id] of [
    ["proj-1", "proj-1"],
    ["Staging", "proj-1"],
    ["staging", "proj-1"],
    ["STAGING", "proj-1"],
    ["Ops", "proj-4"],
    ["ops", "proj-4"],
    ["twin", "proj-6"],
    ["Twin", "proj-7"],
  ] as const)
    it(`can be given by ID or name, in the file or with --project: ${name}`, async (t) => {
      const { service, shell } = await setting(t);
      shell.declare([], { project: name });
      await shell.expect(0, ["plan"]);
      shell.declare([]);
      await shell.expect(0, ["plan", "--project", name]);
      assert.deepEqual(usedProjects(service), [id]);
    });

  for (const [name, words] of [
    ["tWiN", /Several projects are called “tWiN”\. Use an ID: proj-6, proj-7, proj-8\./],
    ["Old", /The project “Old” is archived\./],
    ["old", /The project “Old” is archived\./],
    ["proj-5", /The project “Old” is archived\./],
    ["Stagign", /There is no project “Stagign”\. Did you mean “Staging”\?/],
    ["proj-9-emae", /There is no project “proj-9-emae”\. Did you mean “proj-9-emea”\?/],
    ["elsewhere", /There is no project “elsewhere”\.$/m],
  ] as const)
    it(`is rejected if unknown, archived or ambiguous: ${name}`, async (t) => {
      const { service, shell } = await setting(t);
      shell.declare([a]);
      assert.match((await shell.expect(1, ["apply", "--yes", "--project", name])).stderr, words);
      assert.deepEqual(usedProjects(service), []);
    });

  it("must match the project that a token is restricted to", async (t) => {
    const { service, shell } = await setting(t);
    service.context = { authorization: { credential_scope: { project_id: "proj-1" } } };
    service.fate = on("GET /org/projects", failure(403, "forbidden", "No."));
    shell.declare([]);
    for (const name of ["proj-1", "staging"]) {
      await shell.expect(0, ["plan", "--project", name]);
    }
    const other = await shell.run(["plan", "--project", "Default"]);
    assert.match(other.stderr, /The token works only in the project “Staging”, not in “Default”\./);
    for (const options of [[], ["--project", "staging"]]) {
      const absent = await shell.expect(1, ["ensure", "a.example", "cli", ...options]);
      assert.match(absent.stderr, /There is no connection for a\.example \(cli\) in project Staging at /);
    }
    assert.deepEqual(usedProjects(service), ["proj-1", undefined]);
  });

  for (const command of ["plan", "apply --yes", "import", "status", "ensure a.example cli"])
    it(`is read from the file and can't be overridden by --project: ${command}`, async (t) => {
      const { service, shell } = await setting(t);
      shell.declare([], { project: "staging" });
      await shell.run(command.split(" "));
      assert.deepEqual(usedProjects(service), ["proj-1"]);
      await shell.run([...command.split(" "), "--project", "proj-1"]);
      assert.deepEqual(usedProjects(service), ["proj-1"]);
      assert.match(
        (await shell.expect(1, [...command.split(" "), "--project", "default"])).stderr,
        /managed-auth\.jsonc is for the project “Staging”, but --project names “Default”\./,
      );
      const missing = await shell.run([...command.split(" "), "--project", "elsewhere"]);
      assert.match(missing.stderr, /is for the project “Staging”, but --project names “elsewhere”\./);
      assert.deepEqual(usedProjects(service), ["proj-1"]);
    });

  for (const command of ["status", "ensure a.example cli"])
    it(`is read even from a file with unrelated errors: ${command}`, async (t) => {
      const { service, shell } = await setting(t);
      service.keep("a.example", "cli", {
        status: "AUTHENTICATED",
        last_auth_check_at: new Date().toISOString(),
      });
      shell.declare([{ ...a, bogus: 1 }], { project: "staging", strange: true });
      await shell.expect(0, command.split(" "));
      assert.deepEqual(usedProjects(service), ["proj-1"]);
      for (const text of ["{", '{ "project": 7 }', '{ "project": "staging", "project": "default" }', ""]) {
        shell.write("managed-auth.jsonc", text);
        const broken = await shell.expect(1, command.split(" "));
        assert.match(broken.stderr, /managed-auth\.jsonc can't be read, so its project isn't known\./);
      }
      await shell.expect(0, [...command.split(" "), "--project", "default"]);
      assert.deepEqual(usedProjects(service), ["proj-1", "proj-2"]);
      shell.write("managed-auth.jsonc", Buffer.from("\uFEFF{}", "utf16le"));
      assert.match((await shell.expect(1, command.split(" "))).stderr, /isn't UTF-8/);
      const { stderr } = await shell.expect(0, [...command.split(" "), "--project", "default"]);
      assert.match(stderr, /warning: managed-auth\.jsonc can't be read\. Only --project decides/);
    });
});

describe("the import command with a project", () => {
  it("writes the project into a new file", async (t) => {
    const { service, shell } = await setting(t);
    service.keep("b.example", "cli");
    await shell.expect(0, ["import", "--project", "staging"]);
    const { project } = JSON.parse(shell.read("managed-auth.jsonc")) as { project: string };
    assert.equal(project, "Staging");
    await shell.expect(0, ["plan"]);
    assert.deepEqual(usedProjects(service), ["proj-1"]);
    await shell.expect(0, ["import", "by-id.managed-auth.jsonc", "--project", "proj-2"]);
    assert.match(shell.read("by-id.managed-auth.jsonc"), /"project": "proj-2"/);
  });

  it("writes the token's project into a new file if --project is missing", async (t) => {
    const { service, shell } = await setting(t);
    service.keep("b.example", "cli");
    service.context = { authorization: { credential_scope: { project_id: "proj-1" } } };
    await shell.expect(0, ["import"]);
    assert.match(shell.read("managed-auth.jsonc"), /"project": "Staging"/);
    shell.declare([{ domain: "a.example", profile_name: "cli" }]);
    await shell.expect(0, ["import"]);
    assert.doesNotMatch(shell.read("managed-auth.jsonc"), /"project"/);
  });

  it("adds the project to a file without connections and keeps comments", async (t) => {
    const { service, shell } = await setting(t);
    service.keep("b.example", "cli");
    shell.write("managed-auth.jsonc", '{\n\t"version": 1, // ours\n\t"connections": []\n}\n');
    await shell.expect(0, ["import", "--project", "Staging"]);
    const text = shell.read("managed-auth.jsonc");
    assert.match(text, /^\{\n\t"version": 1,[^]*\n\t"project": "Staging"/);
    assert.match(text, /\/\/ ours/);
    assert.match(text, /b\.example/);
  });

  it("adds the connections to a file that has only comments", async (t) => {
    const { shell } = await setting(t);
    for (const project of [["--project", "Staging"], []]) {
      shell.write("managed-auth.jsonc", "// ours");
      await shell.expect(0, ["import", ...project]);
      assert.match(shell.read("managed-auth.jsonc"), /^\/\/ ours\n\{\n {2}"version": 1,/);
    }
  });

  it("refuses a file that has connections but no project", async (t) => {
    const { service, shell } = await setting(t);
    service.keep("b.example", "cli");
    shell.declare([a]);
    const before = shell.read("managed-auth.jsonc");
    assert.match(
      (await shell.expect(1, ["import", "--project", "staging"])).stderr,
      /managed-auth\.jsonc has connections and no "project"\. Add "project": "Staging" to the file/,
    );
    assert.equal(shell.read("managed-auth.jsonc"), before);
  });
});

describe("the sandbox's default project", () => {
  it("can be given by name or ID", async (t) => {
    const { identity } = await startedSandbox(t);
    const shell = new ShellFolder(t, { baseUrl: `http://127.0.0.1:${identity.port}`, token });
    shell.declare([{ domain: "new.example", profile_name: "cli" }], { project: "default" });
    await shell.expect(0, ["apply", "--yes"]);
    shell.declare([{ domain: "new.example", profile_name: "cli" }]);
    await shell.expect(0, ["plan"]);
    await shell.expect(0, ["plan", "--project", "proj_sandboxdefault"]);
  });
});

describe("the service's URL", () => {
  it("is taken from --base-url, otherwise from KERNEL_BASE_URL, and printed first", async (t) => {
    const { service, shell } = await setting(t);
    const other = await new SecondService().start(t);
    shell.declare([]);
    const KERNEL_BASE_URL = other.baseUrl;
    const named = await shell.runAlone(["plan"], { KERNEL_BASE_URL });
    assert.equal(named.exit, 0, named.stderr);
    assert.equal(named.stderr.split("\n")[0], `Service: ${other.baseUrl}`);
    assert.ok(other.requests.length > 0 && service.requests.length === 0);
    const requests = other.requests.length;
    const option = await shell.runAlone(["plan", "--base-url", service.baseUrl], {
      KERNEL_BASE_URL,
      KERNEL_API_KEY: service.token,
    });
    assert.equal(option.stderr.split("\n")[0], `Service: ${service.baseUrl}`);
    assert.equal(other.requests.length, requests);
  });

  it("is rejected without being printed if KERNEL_BASE_URL contains an invalid URL", async (t) => {
    const { shell } = await setting(t);
    shell.declare([]);
    const empty = await shell.runAlone(["plan"], { KERNEL_BASE_URL: " " }, AbortSignal.abort());
    assert.equal(empty.stderr, "error: Canceled.\n");
    assert.equal(
      (await shell.runAlone(["plan"], { KERNEL_BASE_URL: "https://me:canary@x.example" })).stderr,
      "error: KERNEL_BASE_URL must be an https address, or http on 127.0.0.1 or [::1].\n",
    );
    const validated = await shell.runAlone(["validate"], { KERNEL_BASE_URL: "http://x.example" });
    assert.deepEqual([validated.exit, validated.stderr], [0, ""]);
  });
});

describe("KERNEL_API_KEY", () => {
  for (const [value, words] of [
    ['"KEY"', /quotes or a comma/],
    ["'KEY'", /quotes or a comma/],
    ["KEY,", /quotes or a comma/],
    ["KERNEL_API_KEY=KEY", /its own name or “Bearer”/],
    ['export KERNEL_API_KEY="KEY"', /its own name or “Bearer”/],
    ["KERNEL_API_KEY: KEY", /its own name or “Bearer”/],
    ["Bearer KEY", /its own name or “Bearer”/],
    ["", /No token is set/],
  ] as const)
    it(`is rejected before any request if malformed: ${value}`, async (t) => {
      const { service, shell } = await setting(t);
      shell.declare([]);
      const ran = await shell.expect(1, ["plan"], {
        KERNEL_API_KEY: value.replace('KEY"', `${service.token}"`),
      });
      assert.match(ran.stderr, words);
      assert.ok(!(ran.stderr + ran.stdout).includes(service.token));
      assert.deepEqual(service.requests, []);
    });

  it("is accepted despite surrounding white space", async (t) => {
    const { service, shell } = await setting(t);
    shell.declare([]);
    await shell.expect(0, ["plan"], { KERNEL_API_KEY: ` ${service.token}\n` });
  });
});
