import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { OnFirstUse } from "../../../../../src/editor/app/first/firstUse.ts";

describe("OnFirstUse", () => {
  it("creates the value once, on first use, for concurrent callers", async () => {
    let made = 0;
    const one = new OnFirstUse(() => Promise.resolve(++made));
    assert.equal(made, 0);
    assert.deepEqual(await Promise.all([one.get(), one.get()]), [1, 1]);
    assert.equal(await one.get(), 1);
  });

  it("rejects after a failure and retries on the next use", async () => {
    let tries = 0;
    const one = new OnFirstUse(() =>
      ++tries === 1 ? Promise.reject(new Error("no file")) : Promise.resolve("made"),
    );
    await assert.rejects(one.get(), /no file/);
    assert.equal(await one.get(), "made");
  });

  it("hands over its value only once", async () => {
    const one = new OnFirstUse(() => Promise.resolve("made"));
    assert.equal(await one.take(), undefined);
    await one.get();
    assert.equal(await one.take(), "made");
    assert.equal(await one.take(), undefined);
    const failing = new OnFirstUse<string>(() => Promise.reject(new Error("no file")));
    const told = assert.rejects(failing.get(), /no file/);
    assert.equal(await failing.take(), undefined);
    await told;
  });
});
