// Tests `browsers` and `browsers end` of the command line.
import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import { browserHandle } from "../../src/api/browserSchemas.ts";
import { failure, on, SecondService } from "../support/secondService.ts";
import { ShellFolder } from "../support/shell.ts";
import { startedSandbox, token } from "../unit/sandbox/support.ts";

const unnamed = browserHandle("bs_unnamed");
const created_at = "2026-11-20T12:00:00Z";

async function setUpBrowsers(t: TestContext) {
  const service = await new SecondService().start(t);
  const profile = { id: "prof_1", name: "compliance" };
  service.browsers.push({ id: "bs_named", name: "nightly", created_at, timeout_seconds: 60, profile });
  service.browsers.push({
    id: "bs_unnamed",
    tags: { team: "qa" },
    browser_live_view_url: "https://live.example/canary",
  });
  return { service, shell: new ShellFolder(t, service) };
}

const changesOf = ({ requests }: SecondService) =>
  requests.map(({ request }) => request).filter((request) => request.startsWith("DELETE"));

describe("the browsers command", () => {
  it("lists names and profiles, but session IDs only with --ids", async (t) => {
    const { shell } = await setUpBrowsers(t);
    assert.deepEqual(await shell.run(["browsers"]), {
      exit: 0,
      stdout: `nightly  compliance  ${created_at}\n${unnamed}  (no profile)\n`,
      stderr: "",
    });
    assert.doesNotMatch((await shell.run(["browsers", "--json"])).stdout, /bs_|canary/);
    const { stdout } = await shell.run(["browsers", "--ids"]);
    assert.match(stdout, /^nightly .* bs_named\n\w{12} .* bs_unnamed\n$/);
    assert.deepEqual(JSON.parse((await shell.run(["browsers", "--ids", "--json"])).stdout), {
      browsers: [
        {
          name: "nightly",
          handle: browserHandle("bs_named"),
          profile_name: "compliance",
          created_at,
          timeout_seconds: 60,
          session_id: "bs_named",
        },
        { handle: unnamed, tags: { team: "qa" }, session_id: "bs_unnamed" },
      ],
    });
  });

  it("lists the sandbox's browsers and ends one of them", async (t) => {
    const { identity } = await startedSandbox(t);
    const shell = new ShellFolder(t, { baseUrl: `http://127.0.0.1:${identity.port}`, token });
    const listed = await shell.run(["browsers"]);
    assert.match(listed.stdout, /^nightly-report {2}compliance {2}\S+Z$/m);
    assert.match(listed.stdout, /^\w{12} {2}support {2}/m);
    await shell.expect(0, ["browsers", "end", "nightly-report", "--yes"]);
    assert.doesNotMatch((await shell.run(["browsers"])).stdout, /nightly-report/);
    await shell.expect(1, ["browsers", "end", "nightly-report", "--yes"]);
  });

  it("lists 252 browsers by fetching every page", async (t) => {
    const { service, shell } = await setUpBrowsers(t);
    for (let index = 0; index < 250; index++)
      service.browsers.push({ id: `bs_${index}`, name: `name-${index}` });
    assert.equal((await shell.run(["browsers"])).stdout.split("\n").length, 253);
  });

  it("reports that no browser is running", async (t) => {
    const { service, shell } = await setUpBrowsers(t);
    service.browsers = [];
    assert.deepEqual(await shell.run(["browsers"]), {
      exit: 0,
      stdout: "No browser is running.\n",
      stderr: "",
    });
  });

  it("ends browsers by name, handle or session ID without printing the ID", async (t) => {
    const { service, shell } = await setUpBrowsers(t);
    const ended = await shell.expect(0, [
      "browsers",
      "end",
      "nightly",
      unnamed,
      "bs_named",
      "--yes",
      "--json",
    ]);
    assert.doesNotMatch(ended.stdout + ended.stderr, /bs_/);
    assert.deepEqual(changesOf(service), ["DELETE /browsers/bs_named", "DELETE /browsers/bs_unnamed"]);
    assert.deepEqual(JSON.parse(ended.stdout), {
      browsers: [
        {
          name: "nightly",
          handle: browserHandle("bs_named"),
          profile_name: "compliance",
          result: "ended",
          message: "Ended: nightly  compliance.",
        },
        { handle: unnamed, result: "ended", message: `Ended: ${unnamed}  (no profile).` },
      ],
    });
  });

  it("ends no browser if a name is unknown or ambiguous", async (t) => {
    const { service, shell } = await setUpBrowsers(t);
    assert.deepEqual(await shell.run(["browsers", "end", "nightly", "nobody", "--yes"]), {
      exit: 1,
      stdout: "",
      stderr: "error: No running browser is called “nobody”. Run “browsers” to list them.\n",
    });
    service.browsers.push({ id: "bs_other", name: "nightly" });
    const shared = await shell.run(["browsers", "end", "nightly", "--yes"]);
    assert.match(shared.stderr, /Several browsers are called “nightly”/);
    assert.deepEqual(changesOf(service), []);
  });

  it("prefers a browser with the given session ID to one with that name", async (t) => {
    const { service, shell } = await setUpBrowsers(t);
    service.browsers.push({ id: "bs_other", name: "bs_named" });
    await shell.expect(0, ["browsers", "end", "bs_named", "--yes"]);
    assert.deepEqual(changesOf(service), ["DELETE /browsers/bs_named"]);
  });

  it("continues after a failure and masks the session ID in the error", async (t) => {
    const { service, shell } = await setUpBrowsers(t);
    service.fate = on("DELETE /browsers/bs_named", failure(403, "forbidden", "Not yours: bs_named."));
    const { exit, stderr, stdout } = await shell.run(["browsers", "end", "nightly", "bs_unnamed", "--yes"]);
    assert.deepEqual([exit, stdout], [1, `Ended: ${unnamed}  (no profile).\n`]);
    assert.match(stderr, /^error: Not ended: nightly {2}compliance\. .*“Not yours: •••\.”\n$/);
  });

  it("reports after a 500 response that the browser may have ended", async (t) => {
    const { service, shell } = await setUpBrowsers(t);
    service.fate = on("DELETE", { status: 500, body: {} });
    const { stderr } = await shell.expect(1, ["browsers", "end", "nightly", "--yes"]);
    assert.match(stderr, /^error: May have ended: nightly {2}compliance\. The service failed/);
  });

  for (const [reply, fate] of [
    ["with an error code", undefined],
    ["without an error code", { status: 404, body: {} }],
  ] as const)
    it(`reports that the browser had already ended if DELETE returns 404: ${reply}`, async (t) => {
      const { service, shell } = await setUpBrowsers(t);
      service.fate = ({ request }) => {
        if (!request.startsWith("DELETE")) return undefined;
        service.browsers = [];
        return fate;
      };
      const { exit, stdout } = await shell.run(["browsers", "end", "nightly", "--yes"]);
      assert.deepEqual([exit, stdout], [0, "Had already ended: nightly  compliance.\n"]);
    });

  it("fails to end a browser if the project was archived", async (t) => {
    const { service, shell } = await setUpBrowsers(t);
    service.fate = on("DELETE", failure(404, "project_not_found", "No such project."));
    const { stderr } = await shell.expect(1, ["browsers", "end", "nightly", "--yes"]);
    assert.match(stderr, /^error: Not ended: nightly/);
  });

  it("reports an error if a listed browser can't be parsed", async (t) => {
    const { service, shell } = await setUpBrowsers(t);
    service.browsers.push({ id: "" });
    assert.match((await shell.run(["browsers"])).stderr, /Not all browsers could be read/);
  });
});
