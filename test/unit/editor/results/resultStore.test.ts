import assert from "node:assert/strict";
import { readdir, readFile, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, it, type TestContext } from "node:test";
import { ResultStore } from "../../../../src/editor/results/resultStore.ts";
import { commandAction } from "../../../../src/editor/results/buttons.ts";
import type { CommandResult } from "../../../../src/editor/results/result.ts";
import { JsonFolder } from "../../../../src/storage/jsonFolder.ts";
import { AccountStore } from "../../../../src/storage/accountStore.ts";
import { argumentOf } from "../../../support/cards.ts";
import { temporaryDirectory } from "../../../support/temporary.ts";

const result = (id: string): CommandResult => ({
  card: {
    id,
    head: { kind: "verdict", tone: "success" },
    title: "Connection created",
    context: ["Team"],
    summary: ["It is."],
    blocks: [
      {
        kind: "rows",
        title: "Connection",
        rows: [
          { label: "ID", value: { text: "ma_1", code: true } },
          { label: "Login page", value: { text: "https://VOLATILE.example" }, volatile: true },
        ],
      },
      {
        kind: "rows",
        title: "Flow",
        rows: [{ label: "State", value: { text: "VOLATILE" }, volatile: true }],
      },
      { kind: "code", title: "Raw", text: '{"VOLATILE":1}', volatile: true },
      { kind: "code", title: "Kept", text: "{}" },
    ],
    actions: { other: { press: { does: "copyId", id: "ma_1" }, label: "Copy ID" } },
  },
  accountId: "a",
});

/** Creates a store in a folder, and the ID and file of one result. */
async function begin(context: TestContext) {
  const directory = await temporaryDirectory(context);
  const results = new ResultStore(new AccountStore(directory));
  const id = results.newId();
  return { directory, results, id, file: join(directory, "results", `${id}.json`) };
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe("a stored result", () => {
  it("is restored after a reload without volatile parts such as progress", async (context) => {
    const { directory, file, id, results } = await begin(context);
    const shown = result(id);
    const progress = { text: "VOLATILE", steps: [] };
    await results.save({ ...shown, card: { ...shown.card, progress } });
    const text = await readFile(file, "utf8");
    assert.doesNotMatch(text, /VOLATILE/);
    const loaded = await new ResultStore(new AccountStore(directory)).load(id);
    assert.equal(loaded?.accountId, "a");
    assert.deepEqual(loaded.card, {
      ...shown.card,
      blocks: [
        { kind: "rows", title: "Connection", rows: [{ label: "ID", value: { text: "ma_1", code: true } }] },
        { kind: "code", title: "Kept", text: "{}" },
      ],
    });
  });

  it("has at most one write in progress and stores its newest state", async (context) => {
    const { results } = await begin(context);
    const [shown, other] = [result(results.newId()), result(results.newId())];
    const write = context.mock.method(JsonFolder.prototype, "write");
    const saveAbout = (base: CommandResult, index: number): Promise<boolean> =>
      results.save({ ...base, about: `${index}` });
    const writing = Promise.withResolvers<undefined>();
    write.mock.mockImplementationOnce(() => writing.promise);
    const first = saveAbout(shown, 0);
    await settled();
    const writes = Array.from({ length: 49 }, (_, index) => saveAbout(shown, index + 1));
    assert.equal(await saveAbout(other, 7), true, "nor does it wait for others");
    assert.equal(write.mock.callCount(), 2);
    writing.resolve(undefined);
    const saved = await Promise.all([first, ...writes]);
    assert.ok(saved.every((isKept) => isKept));
    assert.deepEqual(
      [(await results.load(shown.card.id))?.about, (await results.load(other.card.id))?.about],
      ["49", "7"],
    );
    assert.equal(write.mock.callCount(), 3, "the first and the newest of one, and the other");
    await saveAbout(shown, 50);
    assert.equal((await results.load(shown.card.id))?.about, "50");
  });

  it("can be saved again after a failed write", async (context) => {
    const results = new ResultStore(new AccountStore(await temporaryDirectory(context)));
    const shown = result(results.newId());
    const write = context.mock.method(JsonFolder.prototype, "write");
    write.mock.mockImplementationOnce(() => Promise.reject(new Error("The disk is full.")));
    await assert.rejects(results.save(shown), /The disk is full/);
    assert.equal(await results.save({ ...shown, about: "new" }), true);
    assert.equal((await results.load(shown.card.id))?.about, "new");
  });

  it("omits buttons that open a URL", async (context) => {
    const results = new ResultStore(new AccountStore(await temporaryDirectory(context)));
    const { card } = result(results.newId());
    const opens = { press: { does: "open", address: "hosted_url" }, label: "Open Login Page" } as const;
    await results.save({ card: { ...card, actions: { ...card.actions, next: opens } } });
    assert.deepEqual((await results.load(card.id))?.card.actions, card.actions);
  });

  it("omits a Check Now button that contains a login URL", async (context) => {
    const { file, id, results } = await begin(context);
    const other = results.newId();
    for (const [at, login_url] of [
      [id, "https://example.com/login?next=SECRET"],
      [other, ""],
    ] as const) {
      const press = commandAction("managedAuth.checkEdit", { id: "ma_1", sent: { login_url }, resultId: at });
      const { card } = result(at);
      await results.save({ card: { ...card, actions: { next: { press, label: "Check Now" } } } });
    }
    assert.doesNotMatch(await readFile(file, "utf8"), /SECRET|Check Now/);
    assert.equal((await results.load(other))?.card.actions.next?.label, "Check Now");
  });

  it("omits the login URL and records the omission", async (context) => {
    const { file, id, results } = await begin(context);
    const draft = { domain: "example.com", login_url: "https://example.com/login?next=SECRET" };
    const press = commandAction("managedAuth.createConnection", { draft, start: "review" });
    const { card } = result(id);
    await results.save({ card: { ...card, actions: { next: { press, label: "Change Answers…" } } } });
    assert.doesNotMatch(await readFile(file, "utf8"), /SECRET|example.com.login/);
    const loaded = await results.load(id);
    assert.ok(loaded !== undefined);
    assert.deepEqual(argumentOf(loaded.card, "managedAuth.createConnection"), {
      draft: { domain: "example.com" },
      start: "review",
      loginPageLeftOut: true,
    });
  });

  it("is loaded without buttons that have an unknown action", async (context) => {
    const { file, id, results } = await begin(context);
    await results.save(result(id));
    await writeFile(file, (await readFile(file, "utf8")).replace('"copyId"', '"forgetAll"'));
    assert.deepEqual((await results.load(id))?.card.actions, {});
  });

  it("keeps its subject after a reload", async (context) => {
    const results = new ResultStore(new AccountStore(await temporaryDirectory(context)));
    const id = results.newId();
    await results.save({ ...result(id), about: "work on example.com" });
    assert.equal((await results.load(id))?.about, "work on example.com");
  });

  it("isn't loaded after seven days, even if its file remains", async (context) => {
    const { file, id, results } = await begin(context);
    await results.save(result(id));
    const at = new Date(Date.now() - 7.01 * 86_400_000);
    await utimes(file, at, at);
    assert.equal(await results.load(id), undefined);
  });

  it("is found only by a valid ID", async (context) => {
    const { directory, id, results } = await begin(context);
    await results.save(result(id));
    await writeFile(join(directory, "other.json"), JSON.stringify({ v: 4, ...result("x") }));
    for (const bad of [
      "",
      "../other",
      `../results/${id}`,
      `${id}.json`,
      `${id}/`,
      id.toUpperCase(),
      "x".repeat(36),
    ])
      assert.equal(await results.load(bad), undefined, bad);

    assert.equal(await results.load(results.newId()), undefined);
    assert.notEqual(await results.load(id), undefined);
  });

  for (const [description, text] of [
    ["truncated", '{"v":4,"card":{'],
    ["of another version", JSON.stringify({ ...result("x"), v: 3 })],
    ["without a card", JSON.stringify({ v: 4, card: null })],
    ["with a card without blocks", JSON.stringify({ v: 4, card: { id: "x", actions: {} } })],
    ["with an invalid account", JSON.stringify({ v: 4, ...result("x"), accountId: 7 })],
  ] as const)
    it(`isn't loaded if its file is ${description}`, async (context) => {
      const { file, id, results } = await begin(context);
      await results.save(result(id));
      await writeFile(file, text);
      assert.equal(await results.load(id), undefined);
    });

  it("is kept for seven days and then pruned by the next write", async (context) => {
    const { directory, results } = await begin(context);
    const [old, young, last] = [results.newId(), results.newId(), results.newId()];
    await results.save(result(old));
    await results.save(result(young));
    const ago = (days: number): Date => new Date(Date.now() - days * 86_400_000);
    await utimes(join(directory, "results", `${old}.json`), ago(7.01), ago(7.01));
    await utimes(join(directory, "results", `${young}.json`), ago(6.99), ago(6.99));
    await results.save(result(last));
    const saved = await readdir(join(directory, "results"));
    assert.deepEqual(saved.sort(), [`${young}.json`, `${last}.json`].sort());
  });

  it("can be written while other windows write and prune", async (context) => {
    const directory = await temporaryDirectory(context);
    const windows = Array.from({ length: 8 }, () => new ResultStore(new AccountStore(directory)));
    await Promise.all(windows.map((results) => results.save(result(results.newId()))));
    assert.equal((await readdir(join(directory, "results"))).length, 8);
  });
});
