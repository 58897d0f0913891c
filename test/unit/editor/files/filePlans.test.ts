// Plans of connection files for the window's account.
import assert from "node:assert/strict";
import { beforeEach, describe, it, type TestContext } from "node:test";
import { inProject, sandboxAccount } from "../../../../src/editor/accounts/accounts.ts";
import { FilePlans, type PlanResult, type PlannedFile } from "../../../../src/editor/files/filePlans.ts";
import { closeDocument, openDocument, TextDocument, setTrust } from "../../../doubles/documents.ts";
import { reset } from "../../../doubles/vscode.ts";
import { origin, signedInParts } from "../../../support/windowParts.ts";
import { quiet } from "../../../support/offers.ts";
import { column, columns } from "../../../support/rows.ts";

beforeEach(reset);

const bank = { domain: "bank.example", profile_name: "work" };
const text = (more: object = {}, entry: object = {}): string =>
  JSON.stringify({ version: 1, ...more, connections: [{ ...bank, ...entry }] });

async function createPlans(context: TestContext) {
  const { account, accounts, service, session, wire } = await signedInParts(context);
  // Plans with creations read the organization's limits.
  for (const path of ["limits", "entitlements"]) wire.serve(`GET /org/${path}`, 404, {});
  const plans = new FilePlans({ service, session });
  context.after(() => plans.dispose());
  const changedPaths: string[] = [];
  plans.onDidChange((uri) => changedPaths.push(uri.path));
  const document = new TextDocument("/work/managed-auth.jsonc", text());
  const plan = (signal = new AbortController().signal): Promise<PlanResult> => plans.plan(document, signal);
  return { account, accounts, document, changedPaths, plan, plans, session, wire };
}

function planned(result: PlanResult): PlannedFile {
  assert.ok(result.kind === "planned", result.kind);
  return result;
}

const steps = (result: PlanResult): readonly string[] => planned(result).plan.steps.map(({ kind }) => kind);

describe("FilePlans", () => {
  it("compares the editor's text with the account's connections and stores the plan", async (context) => {
    const { document, changedPaths, plan, plans, wire } = await createPlans(context);
    wire.serve("GET /auth/connections", 200, []);
    const first = await plan();
    assert.deepEqual(steps(first), ["create"]);
    assert.equal(plans.lastPlan(document.uri), first);
    document.type(text({}, { health_check_interval: 3600 }));
    wire.serve("GET /org/entitlements", 404, {});
    wire.serve("GET /auth/connections", 200, [{ id: "con_1", ...bank, health_check_interval: 900 }]);
    assert.deepEqual(steps(await plan()), ["update"]);
    assert.deepEqual(changedPaths, [document.uri.path, document.uri.path]);
  });

  it("fetches the list of proxies only if the file refers to a proxy", async (context) => {
    const { document, plan, wire } = await createPlans(context);
    for (const path of ["/auth/connections", "/proxies", "/credentials"]) wire.serve(`GET ${path}`, 200, []);
    await plan();
    assert.equal(wire.count("GET /proxies"), 0);
    document.type(text({}, { browser: { proxy: { name: "office" } } }));
    const { plan: result } = planned(await plan());
    assert.deepEqual(column(result.problems, "code"), ["missingReference"]);
    assert.deepEqual([wire.count("GET /proxies"), wire.count("GET /credentials")], [1, 0]);
  });

  it("sends no request for an untrusted workspace, a signed-out user or an invalid file", async (context) => {
    const { document, plan, session, wire } = await createPlans(context);
    setTrust(false);
    assert.deepEqual(await plan(), { kind: "untrusted" });
    setTrust(true);
    document.type("{ nothing");
    assert.equal((await plan()).kind, "invalid");
    await session.signOut();
    assert.deepEqual(await plan(), { kind: "signedOut" });
    assert.equal(wire.count("GET"), 0);
  });

  it("matches the file's project with the window's project by ID or name", async (context) => {
    const { account, document, plan, session, wire } = await createPlans(context);
    const named = { id: "prj_1", name: "Staging", status: "active" };
    const other = { id: "prj_2", name: "Old", status: "active" };
    wire.serve("GET /auth/connections", 200, []);
    wire.serve("GET /org/projects", 200, [named, other]);
    wire.serve("GET /org/projects/prj_1", 200, named);
    for (const name of ["Staging", "staging"]) wire.serve(`GET /org/projects/${name}`, 200, named);
    wire.serve("GET /org/projects/Old", 200, other);
    // The project had another name when the window chose it.
    await session.switchTo(inProject(account, { id: "prj_1", name: "Old" }));
    for (const project of ["Staging", "staging", "prj_1"]) {
      document.type(text({ project }));
      const result = planned(await plan());
      assert.deepEqual(steps(result), ["create"]);
      assert.deepEqual(result.access.account.project, { id: "prj_1", name: "Staging" });
    }
    document.type(text({ project: "Old" }));
    const differing = await plan();
    assert.ok(differing.kind === "otherProject");
    assert.equal(differing.account.project?.name, "Staging", "the current name");
  });

  it("compares the file's project with the default project if the window has no project", async (context) => {
    const { document, plan, wire } = await createPlans(context);
    const named = { id: "prj_1", name: "Default", status: "active" };
    wire.serve("GET /auth/connections", 200, []);
    wire.serve("GET /org/projects/Default", 200, named);
    const scoped = (project_id: string): object => ({
      authorization: { effective_scope: { project_id } },
    });
    document.type(text({ project: "Default" }));
    wire.serve("GET /auth/context", 200, scoped("prj_2"));
    assert.equal((await plan()).kind, "otherProject");
    wire.serve("GET /auth/context", 200, scoped("prj_1"));
    assert.deepEqual(steps(await plan()), ["create"]);
  });

  it("plans a file without a project only if the window uses the default project", async (context) => {
    const { account, document, plan, plans, session, wire } = await createPlans(context);
    const [first, staging] = ["Default", "Staging"].map((name) => ({ id: `prj_${name}`, name }));
    assert.ok(first !== undefined && staging !== undefined);
    wire.serve("GET /auth/connections", 200, []);
    wire.serve("GET /org/projects", 200, [{ ...first, status: "active" }]);
    for (const path of [first.id, "default"])
      wire.serve(`GET /org/projects/${path}`, 200, { ...first, status: "active" });
    for (const project_id of [undefined, first.id]) {
      wire.serve("GET /auth/context", 200, { authorization: { effective_scope: { project_id } } });
      await session.switchTo(inProject(account, staging));
      const result = await plan();
      assert.ok(result.kind === "otherProject" && result.lookup.kind === "found");
      assert.deepEqual([result.declared, result.lookup.project.id], [undefined, first.id]);
      assert.equal(plans.isWindowProject(""), false);
      await session.switchTo(inProject(account, first));
      assert.deepEqual(steps(await plan()), ["create"]);
      assert.equal(plans.isWindowProject(""), true);
    }
    wire.serve("GET /auth/context", 200, []);
    assert.equal((await plan()).kind, "failed", "the default project may have another name");
    await session.switchTo(inProject(account, staging));
    document.type(JSON.stringify({ version: 1, connections: [] }));
    assert.deepEqual(steps(await plan()), [], "an empty file fits every project");
  });

  it("reports an archived or missing project and drops the last plan", async (context) => {
    const { account, document, plan, plans, session, wire } = await createPlans(context);
    const named = { id: "prj_1", name: "Staging", status: "active" };
    wire.serve("GET /auth/connections", 200, []);
    wire.serve("GET /org/projects", 200, []);
    wire.serve("GET /org/projects/Staging", 200, named);
    await session.switchTo(inProject(account, { id: "prj_1", name: "Staging" }));
    document.type(text({ project: "Staging" }));
    planned(await plan());
    const archived = { ...named, status: "archived" };
    wire.serve("GET /org/projects", 200, [archived]);
    wire.serve("GET /org/projects/Staging", 200, archived);
    const result = await plan();
    assert.ok(result.kind === "otherProject" && result.lookup.kind === "archived");
    assert.equal(plans.lastPlan(document.uri), undefined);
    wire.serve("GET /org/projects", 200, []);
    wire.serve("GET /org/projects/Staging", 404, { code: "not_found", message: "None." });
    const absent = await plan();
    assert.ok(absent.kind === "otherProject" && absent.lookup.kind === "absent");
  });

  it("warns that a connection may exist if the service's list contains an unparsable item", async (context) => {
    const { plan, wire } = await createPlans(context);
    wire.serve("GET /auth/connections", 200, [{ id: 1 }]);
    assert.deepEqual(columns(planned(await plan()).plan.problems, "code", "severity"), [
      ["mayExist", "warning"],
    ]);
  });

  it("returns a failure without a plan if a list can't be fetched", async (context) => {
    const { document, plan, plans, wire } = await createPlans(context);
    wire.serve("GET /auth/connections", 200, { id: 1 });
    assert.equal((await plan()).kind, "failed");
    wire.serve("GET /auth/connections", 403, { code: "forbidden", message: "No." });
    const failed = await plan();
    assert.ok(failed.kind === "failed" && failed.error?.kind === "forbidden");
    assert.equal(plans.lastPlan(document.uri), undefined);
  });

  it("reports the reason if the sandbox couldn't start", async (context) => {
    const { plan, session } = await createPlans(context);
    await session.switchTo(sandboxAccount);
    const result = await plan();
    assert.ok(result.kind === "notStarted" && String(result.fault).includes("disk is full"));
  });

  it("stops planning when the signal aborts", async (context) => {
    const { plan, wire } = await createPlans(context);
    const stop = new AbortController();
    const planning = plan(stop.signal);
    await wire.next("GET /auth/connections");
    stop.abort();
    assert.deepEqual(await planning, { kind: "cancelled" });
  });

  it("drops the plan when the document closes or the account changes", async (context) => {
    const { accounts, document, changedPaths, plan, plans, session, wire } = await createPlans(context);
    wire.serve("GET /auth/connections", 200, []);
    await plan();
    closeDocument(document);
    assert.deepEqual([plans.lastPlan(document.uri), changedPaths.length], [undefined, 2]);
    openDocument(document);
    await plan();
    await session.switchTo(await accounts.add("Other", origin, "sk_token_2"));
    assert.deepEqual([plans.lastPlan(document.uri), changedPaths.length], [undefined, 4]);
  });

  it("stores no plan if the account changes or the document closes during planning", async (context) => {
    const { account, accounts, document, plan, plans, session, wire } = await createPlans(context);
    for (const leave of [
      async () => session.switchTo(await accounts.add("Other", origin, "sk_token_2")),
      async () => {
        await quiet();
        closeDocument(document);
      },
    ]) {
      await session.switchTo(account);
      const planning = plan();
      const call = await wire.next("GET /auth/connections");
      await leave();
      call.answer(200, []);
      assert.equal(planned(await planning).access.account.kind, "service");
      assert.equal(plans.lastPlan(document.uri), undefined);
    }
  });
});
