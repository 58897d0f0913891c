// A secret that is read ahead is asked for once, and stays no longer than the work that it was read for.
import assert from "node:assert/strict";
import { setImmediate } from "node:timers/promises";
import { describe, it } from "node:test";
import { SecretAhead } from "../../../../../src/editor/app/first/secretAhead.ts";
import { SecretStorage } from "../../../../doubles/vscode.ts";

class Asked extends SecretStorage {
  readonly asked: string[] = [];
  override get = (key: string): Promise<string | undefined> => {
    this.asked.push(key);
    return this.answer(key);
  };
  answer: (key: string) => Promise<string | undefined> = (key) =>
    Promise.resolve(`${key} ${this.asked.length}`);
}

describe("a secret read ahead", () => {
  it("serves the work, however often it asks, and whoever goes on in the turn it ends in", async () => {
    const storage = new Asked();
    const secrets = new SecretAhead(storage);
    const seen = await secrets.during("a", () => Promise.all([secrets.get("a"), secrets.get("a")]));
    assert.deepEqual([...seen, await secrets.get("a")], ["a 1", "a 1", "a 1"]);
    assert.deepEqual(storage.asked, ["a"]);
  });

  it("is asked for before the work begins, which may keep the thread", async () => {
    const storage = new Asked();
    const order: string[] = [];
    setTimeout(() => order.push("VS Code sends"));
    await new SecretAhead(storage).during("a", async () => {
      order.push("the work begins");
      await Promise.resolve();
    });
    assert.deepEqual([storage.asked, order], [["a"], ["VS Code sends", "the work begins"]]);
  });

  it("is forgotten from the turn after on", async () => {
    const storage = new Asked();
    const secrets = new SecretAhead(storage);
    await secrets.during("a", () => Promise.resolve());
    await setImmediate();
    assert.equal(await secrets.get("a"), "a 2");
    assert.equal(storage.changed.listening, 0);
  });

  it("is forgotten when it changes meanwhile", async () => {
    const storage = new Asked();
    const secrets = new SecretAhead(storage);
    const seen = await secrets.during("a", async () => {
      await storage.store("b", "another one");
      const before = await secrets.get("a");
      await storage.store("a", "replaced");
      return [before, await secrets.get("a")];
    });
    assert.deepEqual(seen, ["a 1", "a 2"]);
  });

  it("stands for no other", async () => {
    const storage = new Asked();
    const secrets = new SecretAhead(storage);
    assert.equal(await secrets.during("a", () => secrets.get("b")), "b 2");
  });

  it("that cannot be read is told to whoever asks, and asked for again later", async () => {
    const storage = new Asked();
    const secrets = new SecretAhead(storage);
    storage.answer = () => Promise.reject(new Error("no keyring"));
    await assert.rejects(
      secrets.during("a", () => secrets.get("a")),
      /no keyring/,
    );
    await assert.rejects(
      secrets.during("a", () => Promise.reject(new Error("no such file"))),
      /no such file/,
    );
    await setImmediate();
    storage.answer = () => Promise.resolve("there again");
    assert.equal(await secrets.get("a"), "there again");
    assert.equal(storage.changed.listening, 0);
  });
});
