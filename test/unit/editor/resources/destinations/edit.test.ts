// Editing of the fields that only destinations have: headers, endpoint, and a name that connections refer to.
import assert from "node:assert/strict";
import { beforeEach, describe, it, type TestContext } from "node:test";
import { maxHeaderBytes } from "../../../../../src/api/destinationRequests.ts";
import { resourceEditor } from "../../../../../src/editor/resourceEngine/edit.ts";
import { destinations } from "../../../../../src/editor/resources/destinations/destinations.ts";
import { reset, type InputBox, type QuickPick } from "../../../../doubles/vscode.ts";
import { until } from "../../../../host/until.ts";
import { validationText } from "../../../../support/asking.ts";
import { describedOf } from "../../../../support/rows.ts";
import { resourceFixture } from "../../../../support/resourceFixture.ts";

beforeEach(reset);

const secret = "s3cret-rotated-value";
const reads = "GET /telemetry/destinations/otlp_1";
const changes = "PATCH /telemetry/destinations/otlp_1";
const asItIs = {
  id: "otlp_1",
  name: "audit-log",
  endpoint: "https://audit.example",
  description: "For the auditors",
  headers: { Authorization: "", "X-Tenant": "" },
  updated_at: "2026-01-01T00:00:00Z",
};
const byName = {
  id: "ma_1",
  domain: "example.com",
  profile_name: "work",
  browser: { telemetry: { export: { otlp: { destination: { name: "audit-log" } } } } },
};

async function openEdit(
  context: TestContext,
  destination: object = asItIs,
  connections: readonly object[] = [],
) {
  const fixture = await resourceFixture(context, true);
  const { choose, list, type } = fixture;
  fixture.wire.serve("GET /auth/connections", 200, connections);
  fixture.wire.serve("GET /telemetry/destinations", 200, [destination, { id: "otlp_2", name: "other" }]);
  fixture.wire.serve(reads, 200, destination);
  const replace = async (name: string, value: string): Promise<InputBox> => {
    await choose(name, "Replace…");
    return type(value);
  };
  /** Replaces the value of the Authorization header, starting at the review and returning to it. */
  const rotated = async (): Promise<QuickPick> => {
    await choose("Headers");
    assert.equal((await replace("Authorization", secret)).password, true);
    await choose("$(check) Continue");
    return list();
  };
  const named = async (name: string): Promise<QuickPick> => {
    await choose("Name");
    await type(name);
    return list();
  };
  const editing = (first?: "headers"): Promise<void> =>
    fixture.leaving(resourceEditor(destinations(fixture.parts), fixture.parts)({ id: "otlp_1", first }));
  return { ...fixture, replace, rotated, named, editing };
}

/** Opens the scene and starts the command. */
async function startEdit(...args: Parameters<typeof openEdit>) {
  const at = await openEdit(...args);
  return { ...at, done: at.editing() };
}

const save = "$(save) Save Changes";

describe("Edit Destination", () => {
  it("sends only the changed fields and stores no endpoint", async (context) => {
    const at = await startEdit(context);
    const review = await at.list();
    context.assert.snapshot(describedOf(review.rows));
    review.choose("Endpoint");
    await at.type("https://new.example");
    await at.choose("Description");
    await at.type("");
    await at.choose("Headers");
    await at.replace("Authorization", secret);
    await at.choose("X-Tenant", "Remove", "$(add) Add a Header…");
    await at.type("X-New", "plain");
    await at.choose("$(check) Continue");
    const last = await at.list();
    context.assert.snapshot(describedOf(last.rows).slice(1));
    last.choose(save);
    const call = await at.wire.next(changes);
    assert.deepEqual(call.body, {
      endpoint: "https://new.example",
      description: "",
      headers: { Authorization: secret, "X-Tenant": null, "X-New": "plain" },
    });
    call.answer(200, {
      ...{ id: "otlp_1", name: "audit-log", endpoint: "https://new.example" },
      headers: { Authorization: secret, "X-New": "" },
    });
    await at.done;
    const { card } = at.page();
    assert.equal(card.title, "Changes saved");
    await at.assertNowhere(secret, 'plain"');
    const stored = await at.results.load(card.id);
    assert.doesNotMatch(JSON.stringify(stored), /audit\.example|new\.example/);
    assert.match(at.text(), /Endpoint\W+https:\/\/audit\.example\W+https:\/\/new\.example\W+Saved/);
  });

  it("replaces one header's value without sending other headers", async (context) => {
    const at = await openEdit(context, { ...asItIs, headers: { Authorization: "" } });
    const editing = at.editing("headers");
    const value = await at.input();
    assert.deepEqual([value.password, value.value], [true, ""]);
    value.submit(secret);
    const review = await at.list();
    // The Headers row is active, so that a second Enter doesn't save.
    assert.equal(review.activeItems[0]?.label, "Headers");
    review.choose(save);
    const call = await at.wire.next(changes);
    assert.deepEqual(call.body, { headers: { Authorization: secret } });
    call.answer(200, { ...asItIs, updated_at: "2026-01-02T00:00:00Z" });
    await editing;
    assert.match(at.text(), /export with the new value/);
  });

  it("prompts for the header to replace and returns to the review on Back", async (context) => {
    const at = await openEdit(context);
    void at.editing("headers");
    await at.choose("X-Tenant");
    (await at.input()).press("Back");
    assert.deepEqual(at.titles, ["Edit audit-log: Headers"]);
    const review = await at.list();
    assert.equal(review.rows[0]?.description, "no changes yet");
    // Opened from the review, the list offers every header.
    review.choose("Headers");
    const headers = await at.list();
    assert.ok(headers.rows.some(({ label }) => label === "$(add) Add a Header…"));
    assert.equal(at.wire.count(changes), 0);
  });

  it("prompts for a new header if the destination has no headers", async (context) => {
    const at = await openEdit(context, { ...asItIs, headers: {} });
    void at.editing("headers");
    assert.match((await at.input()).prompt ?? "", /^Header name/);
  });

  it("counts unsaved header values towards the size limit", async (context) => {
    const at = await startEdit(context);
    const long = "v".repeat(maxHeaderBytes * 0.6);
    await at.choose("Headers");
    for (const value of [long, `${long}r`])
      assert.equal(validationText(await at.replace("Authorization", value)), "");
    const other = await at.replace("X-Tenant", long);
    assert.match(validationText(other), /^error: Headers can total at most 8,192 bytes/);
    other.submit("acme");
    await at.choose("$(check) Continue", save);
    const headers = { Authorization: `${long}r`, "X-Tenant": "acme" };
    await at.wire.expect(changes, { headers }, 200, asItIs);
    await at.done;
  });

  it("hides Add a Header… at 32 headers", async (context) => {
    const names = Array.from({ length: 32 }, (_, index) => `X-${index}`);
    const at = await startEdit(context, {
      ...asItIs,
      headers: Object.fromEntries(names.map((name) => [name, ""])),
    });
    await at.choose("Headers");
    const full = await at.list();
    assert.ok(!full.rows.some(({ label }) => label === "$(add) Add a Header…"));
    full.choose("X-0");
    await at.choose("Remove");
    const list = await at.list();
    assert.ok(list.rows.some(({ label }) => label === "$(add) Add a Header…"));
  });

  it("lists connections that use the current name and rejects a taken name", async (context) => {
    const at = await startEdit(context, asItIs, [byName]);
    await at.choose("Name");
    const name = await at.input();
    assert.match(name.prompt ?? "", /^Connections using this name: work on example\.com\./);
    // Type the name again until the list of destinations has loaded.
    await until(
      "the list to be loaded",
      () => {
        name.type("other");
        return validationText(name).startsWith("error: Another destination has this name");
      },
      2_000,
    );
  });

  for (const [errorCode, code] of [
    ["the code resource_in_use", { code: "resource_in_use" }],
    ["no code", {}],
  ] as const)
    it(`explains why a destination in use can't be renamed if the error has ${errorCode}`, async (context) => {
      const at = await startEdit(context);
      (await at.named("bees")).choose(save);
      (await at.wire.next(changes)).answer(409, { ...code, message: "Held by example.com." });
      const review = await at.list();
      assert.match(review.prompt ?? "", /A connection uses this name.*Held by example\.com/);
      assert.equal(review.rows[1]?.description, "audit-log → bees");
      assert.equal(at.wire.count(changes), 1);
    });

  it("keeps the original capitalization of a header that is removed and added again", async (context) => {
    const at = await startEdit(context);
    await at.choose("Headers", "X-Tenant", "Remove", "$(add) Add a Header…");
    await at.type("x-tenant", secret);
    await at.choose("$(check) Continue", save);
    await at.wire.expect(changes, { headers: { "X-Tenant": secret } }, 200, asItIs);
    await at.done;
  });

  for (const [change, current] of [
    ["removed the header", { ...asItIs, headers: { "X-Tenant": "" } }],
    ["made a change that the service doesn't show", { ...asItIs, updated_at: "2026-02-02T00:00:00Z" }],
    [
      "made a hidden change while headers were respelled and telemetry was exported",
      {
        ...asItIs,
        headers: { "x-tenant": "", authorization: "" },
        consecutive_failures: 1,
        last_error: "destination returned a 4xx response",
        last_error_at: "2026-02-02T00:00:30Z",
        last_export_at: "2026-02-02T00:01:00Z",
        updated_at: "2026-02-02T00:00:00Z",
      },
    ],
  ] as const)
    it(`asks before overwriting header values if another client ${change}`, async (context) => {
      const at = await startEdit(context);
      const answered = await at.rotated();
      at.wire.serve(reads, 200, current);
      answered.choose(save);
      const review = await at.list();
      assert.equal(review.prompt, "Headers: someone else changed this setting, too.");
      assert.equal(at.wire.count(changes), 0);
      // The row uses the spelling that the service returns now.
      const names = Object.keys(current.headers).map((name) =>
        name.toLowerCase() === "authorization" ? `${name} (••• replaced)` : name,
      );
      const ownRow = review.rows[1]?.label ?? "";
      if (names.length > 1) assert.equal(ownRow, `Use mine: ${names.join(", ")}`);
      review.choose(ownRow);
      (await at.wire.next(changes)).answer(200, asItIs);
      await at.done;
    });

  it("reports no conflict if only header capitalization, header order or export times changed", async (context) => {
    const at = await startEdit(context);
    const answered = await at.rotated();
    at.wire.serve(reads, 200, {
      ...asItIs,
      headers: { "x-tenant": "", authorization: "" },
      last_export_at: "2026-02-02T00:01:00Z",
    });
    answered.choose(save);
    await at.wire.expect(changes, { headers: { Authorization: secret } }, 200, asItIs);
    await at.done;
  });

  it("keeps another client's change to a different field", async (context) => {
    const at = await startEdit(context);
    const answered = await at.named("bees");
    const current = { ...asItIs, endpoint: "https://theirs.example", updated_at: "2026-02-02T00:00:00Z" };
    at.wire.serve(reads, 200, current);
    answered.choose(save);
    await at.wire.expect(changes, { name: "bees" }, 200, { ...current, name: "bees" });
    await at.done;
    assert.equal(at.page().card.title, "Changes saved");
  });

  for (const [state, current] of [
    ["wasn't changed", asItIs],
    ["has been changed since", { ...asItIs, updated_at: "2026-02-02T00:00:00Z" }],
  ] as const)
    it(`reports an unconfirmed header change after a lost response if the destination ${state}`, async (context) => {
      const at = await startEdit(context);
      (await at.rotated()).choose(save);
      const call = await at.wire.next(changes);
      at.wire.serve(reads, 200, current);
      call.fail("ECONNRESET");
      await at.done;
      assert.equal(at.page().card.title, "Couldn't confirm the changes");
      assert.match(at.text(), /Header values can't be read back/);
      await at.assertNowhere(secret);
    });

  it("reports success even if the response omits the headers", async (context) => {
    const at = await startEdit(context);
    (await at.rotated()).choose(save);
    (await at.wire.next(changes)).answer(200, { ...asItIs, headers: undefined });
    await at.done;
    assert.equal(at.page().card.title, "Changes saved");
    assert.doesNotMatch(at.text(), /Not taken/);
  });

  for (const [scope, context_, words] of [
    [
      "one project",
      { authorization: { credential_scope: { project_id: "proj_1" } } },
      /Your token is for project proj_1 only/,
    ],
    [
      "the organization",
      { authorization: { credential_scope: { project_id: null } } },
      /already use an organization token/,
    ],
    ["unknown", {}, /Use an organization token/],
  ] as const)
    it(`explains a 403 response with the scope of the token: ${scope}`, async (context) => {
      const at = await openEdit(context);
      at.wire.serve("GET /auth/context", 200, context_);
      void at.editing();
      (await at.named("bees")).choose(save);
      (await at.wire.next(changes)).answer(403, { code: "insufficient_permissions", message: "No." });
      assert.match((await at.list()).prompt ?? "", words);
    });

  it("neither shows nor prefills credentials in the endpoint", async (context) => {
    const address = `https://me:${secret}@audit.example`;
    const at = await startEdit(context, { id: "otlp_1", name: "audit-log", endpoint: address });
    const review = await at.list();
    // Absent headers and descriptions show as None rather than as not reported.
    assert.deepEqual(describedOf(review.rows).slice(3), [
      ["Headers", "None"],
      ["Description", "None"],
    ]);
    review.choose("Endpoint");
    assert.equal((await at.input()).value, "");
    assert.doesNotMatch(JSON.stringify(at.seen), new RegExp(secret));
  });
});
