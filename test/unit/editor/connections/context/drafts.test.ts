import assert from "node:assert/strict";
import { readFile, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, it } from "node:test";
import { toRequest } from "../../../../../src/domain/draft/draft.ts";
import { DraftStore } from "../../../../../src/editor/connections/context/drafts.ts";
import { AccountStore } from "../../../../../src/storage/accountStore.ts";
import { temporaryDirectory } from "../../../../support/temporary.ts";

const draft = {
  domain: "example.com",
  profile_name: "work",
  proxy: { kind: "direct" },
  credential: { kind: "lookup", provider: "vault" },
} as const;
const hour = 3_600_000;

describe("DraftStore", () => {
  it("stores one draft per account and restores it in new windows", async (context) => {
    const directory = await temporaryDirectory(context);
    const drafts = new DraftStore(new AccountStore(directory));
    assert.equal(await drafts.load("a"), undefined);
    await drafts.save("a", { domain: "old.example" });
    await drafts.save("a", draft);
    await drafts.save("b", { domain: "b.example" });
    const reloaded = new DraftStore(new AccountStore(directory));
    assert.deepEqual((await reloaded.load("a"))?.draft, draft);
    assert.deepEqual((await reloaded.load("b"))?.draft, { domain: "b.example" });
    await reloaded.clear("a");
    assert.equal(await drafts.load("a"), undefined);
    assert.deepEqual((await drafts.load("b"))?.draft, { domain: "b.example" });
  });

  it("deletes a draft when its request succeeds, unless the draft changed", async (context) => {
    const drafts = new DraftStore(new AccountStore(await temporaryDirectory(context)));
    const sent = { domain: "example.com", profile_name: "work", health_checks: false } as const;
    const answered = { ...sent, proxy: { kind: "default" }, credential: { kind: "none" } } as const;
    const request = toRequest(answered);
    assert.deepEqual(request, sent);
    for (const [stored, remaining] of [
      [answered, undefined],
      [{ ...answered, profile_name: "home" }, "home"],
      [sent, "work"],
    ] as const) {
      await drafts.save("a", stored);
      await drafts.removeSent("a", request);
      assert.equal((await drafts.load("a"))?.draft.profile_name, remaining);
    }
    await drafts.clear("a");
    await drafts.removeSent("a", request);
  });

  it("deletes a sent draft even though the stored draft omits the login URL", async (context) => {
    const directory = await temporaryDirectory(context);
    const drafts = new DraftStore(new AccountStore(directory));
    const page = { ...draft, login_url: "https://example.com/?token=canary" };
    await drafts.save("a", page);
    assert.doesNotMatch(await readFile(join(directory, "drafts", "a.json"), "utf8"), /canary/);
    assert.deepEqual(await drafts.load("a"), { draft, notKept: ["login_url"] });
    const request = toRequest(page) ?? assert.fail();
    await drafts.removeSent("a", request);
    assert.equal(await drafts.load("a"), undefined);
  });

  it("keeps a draft for 24 hours", async (context) => {
    const directory = await temporaryDirectory(context);
    const drafts = new DraftStore(new AccountStore(directory));
    const setAge = async (ms: number): Promise<void> => {
      const at = new Date(Date.now() - ms);
      await utimes(join(directory, "drafts", "a.json"), at, at);
    };
    await drafts.save("a", draft);
    await setAge(24 * hour - 60_000);
    assert.deepEqual((await drafts.load("a"))?.draft, draft);
    await setAge(24 * hour + 60_000);
    assert.equal(await drafts.load("a"), undefined);
    await drafts.save("a", draft);
    assert.deepEqual((await drafts.load("a"))?.draft, draft);
  });

  for (const [invalidFile, text] of [
    ["a truncated file", '{"v":1,"savedAt":1,"dr'],
    ["an empty file", ""],
    ["a file of a different version", JSON.stringify({ v: 2, savedAt: Date.now() + hour, draft })],
    ["a file without a time", JSON.stringify({ v: 1, draft })],
    ["a file with an unknown field", JSON.stringify({ v: 1, savedAt: Date.now() + hour, draft: { x: 1 } })],
    ["a file that contains a list", "[]"],
  ] as const)
    it(`ignores and overwrites ${invalidFile}`, async (context) => {
      const directory = await temporaryDirectory(context);
      const drafts = new DraftStore(new AccountStore(directory));
      await drafts.save("a", draft);
      await writeFile(join(directory, "drafts", "a.json"), text);
      assert.equal(await drafts.load("a"), undefined);
      await drafts.save("a", draft);
      assert.deepEqual((await drafts.load("a"))?.draft, draft);
    });
});
