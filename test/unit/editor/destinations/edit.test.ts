// "Edit Destination…" as a user walks it, over a service that the test plays.
import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import { beforeEach, describe, it } from "node:test";
import { mostHeaderBytes } from "../../../../src/api/destinationRequests.ts";
import { editDestination } from "../../../../src/editor/destinations/edit.ts";
import { cardText } from "../../../../src/editor/results/cardText.ts";
import { InputBox, logged, mentioned, Message, QuickPick, reset } from "../../../doubles/vscode.ts";
import { until } from "../../../host/until.ts";
import { said } from "../../../support/asking.ts";
import { next, sceneOf } from "../../../support/scene.ts";
import { origin } from "../../../support/workplace.ts";

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

async function scene(
  context: TestContext,
  destination: object = asItIs,
  connections: readonly object[] = [],
) {
  const place = await sceneOf(context, true);
  const { list, type } = place;
  place.wire.serve("GET /auth/connections", 200, connections);
  place.wire.serve("GET /telemetry/destinations", 200, [destination, { id: "otlp_2", name: "other" }]);
  place.wire.serve(reads, 200, destination);
  const rotate = async (from: QuickPick): Promise<QuickPick> => {
    from.choose("Authorization");
    (await list()).choose("$(key) Rotate…");
    assert.equal((await type(secret)).password, true);
    return list();
  };
  const editing = (rotate?: true): Promise<void> => editDestination(place.parts, { id: "otlp_1", rotate });
  return {
    ...place,
    next: <T extends object>(kind: abstract new (...given: never[]) => T) => next(kind, true),
    rotate,
    editing,
  };
}

const described = (list: QuickPick): readonly unknown[] =>
  list.rows.map(({ description, label }) => [label, description]);
const save = "$(save) Save Changes";

describe("changing a destination", () => {
  it("shows it as it is, asks, and sends only what differs", async (context) => {
    const at = await scene(context);
    const editing = at.editing();
    const review = await at.list();
    assert.deepEqual(described(review), [
      ["Name", "audit-log"],
      ["Endpoint", "https://audit.example"],
      ["Description", "For the auditors"],
      ["Authorization", "•••"],
      ["X-Tenant", "•••"],
      ["$(add) Add a Header…", undefined],
    ]);
    review.choose("Name");
    await at.type("bees");
    // A second Enter after an answer does not save.
    const named = await at.list();
    assert.equal(named.activeItems[0]?.label, "Name");
    named.choose("Endpoint");
    await at.type("https://new.example");
    (await at.list()).choose("Description");
    await at.type("");
    const rotated = await at.rotate(await at.list());
    rotated.choose("X-Tenant");
    (await at.list()).choose("$(trash) Remove");
    (await at.list()).choose("$(add) Add a Header…");
    await at.type("X-New");
    await at.type("plain");
    const last = await at.list();
    assert.deepEqual(described(last), [
      [save, "in Team, https://api.example.com"],
      ["Name", "bees · was audit-log"],
      ["Endpoint", "https://new.example · was https://audit.example"],
      ["Description", "None · was For the auditors"],
      ["Authorization", "••• · another value"],
      ["X-Tenant", "is removed"],
      ["X-New", "••• · is added"],
      ["$(add) Add a Header…", undefined],
    ]);
    const { titles } = at;
    assert.deepEqual(
      titles.slice(0, 8),
      ["", "Name", "", "Endpoint", "", "Description", "", "Headers"].map(
        (subject) => `Edit audit-log: ${subject || "Review"}`,
      ),
    );
    assert.deepEqual(new Set(titles.slice(7)), new Set([titles[7], titles[0]]));
    last.choose(save);
    const call = await at.wire.next(changes);
    assert.deepEqual(call.body, {
      name: "bees",
      endpoint: "https://new.example",
      description: "",
      headers: { Authorization: secret, "X-Tenant": null, "X-New": "plain" },
    });
    call.answer(200, {
      id: "otlp_1",
      name: "bees",
      endpoint: "https://new.example",
      headers: { Authorization: secret, "X-New": "" },
    });
    await editing;
    const [result] = at.shown;
    assert.equal(result?.card.title, "Changes saved");
    assert.equal(at.wire.count(changes), 1);
    await at.results.save(result);
    // The value is nowhere: not on screen, in the page, what is kept, the log or the status bar.
    const everything = [
      at.seen,
      at.shown,
      await at.results.load(result.card.id),
      cardText(result.card),
      logged,
      mentioned,
    ];
    assert.doesNotMatch(JSON.stringify(everything), new RegExp(`${secret}|plain"`));
  });

  it("rotates one header and touches no other", async (context) => {
    const at = await scene(context, { ...asItIs, headers: { Authorization: "" } });
    const editing = at.editing(true);
    const value = await at.input();
    assert.deepEqual([value.password, value.value], [true, ""]);
    value.type(secret);
    value.enter();
    (await at.list()).choose(save);
    const call = await at.wire.next(changes);
    assert.deepEqual(call.body, { headers: { Authorization: secret } });
    call.answer(200, { ...asItIs, updated_at: "2026-01-02T00:00:00Z" });
    await editing;
    assert.match(cardText(at.shown[0]?.card ?? assert.fail()), /Authorization\D+•••\D+Another value/);
  });

  it("counts what the other headers are to be, and not what this one was, against the most that there may be", async (context) => {
    const at = await scene(context);
    const editing = at.editing();
    const long = "v".repeat(mostHeaderBytes * 0.6);
    const rotate = async (name: string, value: string): Promise<InputBox> => {
      (await at.list()).choose(name);
      (await at.list()).choose("$(key) Rotate…");
      return at.type(value);
    };
    for (const value of [long, `${long}r`]) assert.equal(said(await rotate("Authorization", value)), "");
    const other = await rotate("X-Tenant", long);
    assert.match(said(other), /^error: All headers together have at most 8,192 bytes/);
    other.type("acme");
    other.enter();
    (await at.list()).choose(save);
    const call = await at.wire.next(changes);
    assert.deepEqual(call.body, { headers: { Authorization: `${long}r`, "X-Tenant": "acme" } });
    call.answer(200, asItIs);
    await editing;
  });

  it("asks which of several headers is rotated, and leads to the review from there", async (context) => {
    const at = await scene(context);
    const editing = at.editing(true);
    (await at.list()).choose("X-Tenant");
    (await at.input()).press("Back");
    assert.deepEqual(at.titles, ["Edit audit-log: Headers"]);
    const review = await at.list();
    assert.equal(review.rows[0]?.label, "Name");
    review.escape();
    await editing;
    assert.equal(at.wire.count(changes), 0);
  });

  it("goes back from every question to the review, which is as it was before it", async (context) => {
    const at = await scene(context);
    const editing = at.editing();
    const before = described(await at.list().then((list) => (list.choose("Name"), list)));
    (await at.input()).press("Back");
    for (const row of ["Endpoint", "Description", "Authorization", "$(add) Add a Header…"]) {
      const review = await at.list();
      assert.deepEqual(described(review), before);
      review.choose(row);
      const question = await at.next(Object);
      assert.ok(question instanceof QuickPick || question instanceof InputBox);
      question.press("Back");
    }
    const review = await at.list();
    review.choose("Authorization");
    (await at.list()).choose("$(key) Rotate…");
    (await at.input()).press("Back");
    (await at.list()).press("Back");
    const last = await at.list();
    assert.deepEqual(described(last), before);
    last.escape();
    await editing;
    assert.deepEqual([at.wire.count(changes), at.shown], [0, []]);
  });

  it("offers nothing to save where an answer is what is there, and sends nothing", async (context) => {
    const at = await scene(context);
    const editing = at.editing();
    (await at.list()).choose("Name");
    await at.type("audit-log");
    const review = await at.list();
    assert.notEqual(review.rows[0]?.label, save);
    review.escape();
    await editing;
  });

  it("says which connections select it by name, and that a name is taken", async (context) => {
    const at = await scene(context, asItIs, [byName]);
    const editing = at.editing();
    (await at.list()).choose("Name");
    const name = await at.input();
    assert.match(name.prompt ?? "", /^Selected by this name: work on example\.com\./);
    // The list comes meanwhile.
    await until(
      "the list to be known",
      () => {
        name.type("other");
        return said(name).startsWith("error: There is a destination of this name already");
      },
      2_000,
    );
    name.escape();
    await editing;
  });

  it("asks for a name again that the service says is taken, and keeps the rest", async (context) => {
    const at = await scene(context);
    const editing = at.editing();
    (await at.rotate(await at.list())).choose("Name");
    await at.type("bees");
    (await at.list()).choose(save);
    (await at.wire.next(changes)).answer(409, { code: "already_exists", message: "Taken." });
    const again = await at.input();
    assert.equal(again.value, "bees");
    assert.match(said(again), /^error: There is a destination of this name already/);
    again.type("wasps");
    again.enter();
    (await at.list()).choose(save);
    const call = await at.wire.next(changes);
    assert.deepEqual(call.body, { name: "wasps", headers: { Authorization: secret } });
    call.answer(200, { ...asItIs, name: "wasps" });
    await editing;
  });

  it("tells why it cannot be renamed while a connection selects it by name", async (context) => {
    const at = await scene(context);
    const editing = at.editing();
    (await at.list()).choose("Name");
    await at.type("bees");
    (await at.list()).choose(save);
    (await at.wire.next(changes)).answer(409, { code: "resource_in_use", message: "Held by example.com." });
    const review = await at.list();
    assert.match(review.prompt ?? "", /while a connection selects it by its name.*Held by example\.com/);
    assert.equal(review.rows[1]?.description, "bees · was audit-log");
    review.escape();
    await editing;
    assert.equal(at.wire.count(changes), 1);
  });

  for (const [what, now, words] of [
    ["the same text", { ...asItIs, name: "wasps" }, /^Changed meanwhile by somebody else: Name\./],
    [
      "the header, taken away",
      { ...asItIs, headers: { "X-Tenant": "" } },
      /^Changed meanwhile by somebody else: Authorization\./,
    ],
    [
      "nothing that is shown",
      { ...asItIs, updated_at: "2026-02-02T00:00:00Z" },
      /maybe the value of a header/,
    ],
    [
      "nothing that is shown, while the destination exports",
      {
        ...asItIs,
        headers: { "x-tenant": "", authorization: "" },
        consecutive_failures: 1,
        last_error: "destination returned a 4xx response",
        last_error_at: "2026-02-02T00:00:30Z",
        last_export_at: "2026-02-02T00:01:00Z",
        updated_at: "2026-02-02T00:00:00Z",
      },
      /maybe the value of a header/,
    ],
  ] as const) {
    it(`sends nothing before the user has seen that somebody else changed ${what}`, async (context) => {
      const at = await scene(context);
      const editing = at.editing();
      (await at.rotate(await at.list())).choose("Name");
      await at.type("bees");
      at.wire.serve(reads, 200, now);
      (await at.list()).choose(save);
      const review = await at.list();
      assert.match(review.prompt ?? "", words);
      assert.equal(at.wire.count(changes), 0);
      review.choose(save);
      const call = await at.wire.next(changes);
      assert.deepEqual(call.body, { name: "bees", headers: { Authorization: secret } });
      call.answer(200, { ...asItIs, name: "bees" });
      await editing;
    });
  }

  it("keeps what somebody else changed beside it", async (context) => {
    const at = await scene(context);
    const editing = at.editing();
    (await at.list()).choose("Name");
    await at.type("bees");
    const now = { ...asItIs, endpoint: "https://theirs.example", updated_at: "2026-02-02T00:00:00Z" };
    at.wire.serve(reads, 200, now);
    (await at.list()).choose(save);
    const call = await at.wire.next(changes);
    assert.deepEqual(call.body, { name: "bees" });
    call.answer(200, { ...now, name: "bees" });
    await editing;
    assert.equal(at.shown[0]?.card.title, "Changes saved");
  });

  for (const [what, found, title, words] of [
    ["shows all of it", { ...asItIs, name: "bees" }, "Changes saved", /reading found them/],
    ["does not show it", asItIs, "Not sure whether the changes were saved", /It may still come/],
  ] as const) {
    it(`finds out by reading what became of a lost answer, which ${what}`, async (context) => {
      const at = await scene(context);
      const editing = at.editing();
      (await at.list()).choose("Name");
      await at.type("bees");
      (await at.list()).choose(save);
      const call = await at.wire.next(changes);
      at.wire.serve(reads, 200, found);
      call.fail("ECONNRESET");
      await editing;
      const { card } = at.shown[0] ?? assert.fail();
      assert.equal(card.title, title);
      assert.match(cardText(card), words);
      assert.equal(at.wire.count(changes), 1);
    });
  }

  for (const [what, found, title] of [
    ["was not changed", asItIs, "Not sure whether the changes were saved"],
    ["was changed since", { ...asItIs, updated_at: "2026-02-02T00:00:00Z" }, "Changes saved, most likely"],
  ] as const) {
    it(`claims nothing of a header's value where what is read ${what}`, async (context) => {
      const at = await scene(context);
      const editing = at.editing();
      (await at.rotate(await at.list())).choose(save);
      const call = await at.wire.next(changes);
      at.wire.serve(reads, 200, found);
      call.fail("ECONNRESET");
      await editing;
      const { card } = at.shown[0] ?? assert.fail();
      assert.equal(card.title, title);
      assert.match(cardText(card), /[Nn]obody shows/);
      assert.doesNotMatch(JSON.stringify([at.shown, logged]), new RegExp(secret));
    });
  }

  it("says that not all of it took where the answer does not show it", async (context) => {
    const at = await scene(context);
    const editing = at.editing();
    (await at.list()).choose("Description");
    await at.type("Mine");
    (await at.list()).choose(save);
    (await at.wire.next(changes)).answer(200, asItIs);
    await editing;
    const { card } = at.shown[0] ?? assert.fail();
    assert.equal(card.title, "Not all changes took");
    assert.match(cardText(card), /Not taken/);
  });

  it("takes nothing for left out where the answer does not tell which headers there are", async (context) => {
    const at = await scene(context);
    const editing = at.editing();
    const rotated = await at.rotate(await at.list());
    rotated.choose("X-Tenant");
    (await at.list()).choose("$(trash) Remove");
    (await at.list()).choose(save);
    (await at.wire.next(changes)).answer(200, { ...asItIs, headers: undefined });
    await editing;
    const { card } = at.shown[0] ?? assert.fail();
    assert.equal(card.title, "Changes saved");
    assert.doesNotMatch(cardText(card), /Not taken/);
  });

  for (const [what, context_, words] of [
    [
      "of one project",
      { authorization: { credential_scope: { project_id: "proj_1" } } },
      /The token is for the project proj_1 alone/,
    ],
    [
      "of the organization",
      { authorization: { credential_scope: { project_id: null } } },
      /one of the whole organization, so that is not why/,
    ],
    ["that nothing is told of", {}, /needs a token of the organization/],
  ] as const) {
    it(`says exactly why a token ${what} may not`, async (context) => {
      const at = await scene(context);
      at.wire.serve("GET /auth/context", 200, context_);
      const editing = at.editing();
      (await at.list()).choose("Name");
      await at.type("bees");
      (await at.list()).choose(save);
      (await at.wire.next(changes)).answer(403, { code: "insufficient_permissions", message: "No." });
      const review = await at.list();
      assert.match(review.prompt ?? "", words);
      review.escape();
      await editing;
    });
  }

  it("keeps the answers where the service cannot be read right before", async (context) => {
    const at = await scene(context);
    const editing = at.editing();
    const review = await at.rotate(await at.list());
    at.wire.serve(reads, 500, { code: "internal_error", message: "No." });
    review.choose(save);
    const again = await at.list();
    assert.match(again.prompt ?? "", /nothing was sent/);
    assert.equal(
      again.rows.find(({ label }) => label === "Authorization")?.description,
      "••• · another value",
    );
    again.escape();
    await editing;
    assert.equal(at.wire.count(changes), 0);
  });

  it("says that it is gone where somebody deleted it meanwhile", async (context) => {
    const at = await scene(context);
    const editing = at.editing();
    const review = await at.rotate(await at.list());
    at.wire.serve(reads, 404, { code: "not_found", message: "No." });
    review.choose(save);
    await editing;
    assert.equal(at.shown[0]?.card.title, "The destination is gone");
  });

  it("says in the page why it cannot be read at all, and asks nothing", async (context) => {
    const at = await scene(context);
    at.wire.serve(reads, 404, { code: "not_found", message: "No." });
    await at.editing();
    assert.equal(at.shown[0]?.card.title, "Destination not read");
  });

  it("says that there is nothing to save where somebody else has done the same", async (context) => {
    const at = await scene(context);
    const editing = at.editing();
    (await at.list()).choose("Name");
    await at.type("bees");
    at.wire.serve(reads, 200, { ...asItIs, name: "bees" });
    (await at.list()).choose(save);
    const told = await at.next(Message);
    assert.match(told.text, /^Nothing to save/);
    await editing;
    assert.equal(at.wire.count(changes), 0);
  });

  it("shows no login that an address holds, and does not ask for it again", async (context) => {
    const at = await scene(context, { ...asItIs, endpoint: `https://me:${secret}@audit.example` });
    const editing = at.editing();
    const review = await at.list();
    review.choose("Endpoint");
    const endpoint = await at.input();
    assert.equal(endpoint.value, "");
    endpoint.escape();
    await editing;
    assert.doesNotMatch(JSON.stringify(at.seen), new RegExp(secret));
  });

  it("is the change of the account that it was asked for, whoever is worked as by then", async (context) => {
    const at = await scene(context);
    const editing = at.editing();
    const review = await at.rotate(await at.list());
    await at.session.use(await at.accounts.add("Other", origin, "sk_token_2"));
    review.choose(save);
    const call = await at.wire.next(changes);
    assert.equal(call.token, "sk_token_1");
    call.answer(200, asItIs);
    await editing;
  });
});
