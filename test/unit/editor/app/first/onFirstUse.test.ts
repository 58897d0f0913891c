import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { OnFirstUse } from "../../../../../src/editor/app/first/firstUse.ts";

describe("OnFirstUse", () => {
  it("creates the value once, on first use, for concurrent callers", async () => {
    let count = 0;
    const lazy = new OnFirstUse(() => Promise.resolve(++count));
    assert.equal(count, 0);
    assert.deepEqual(await Promise.all([lazy.get(), lazy.get()]), [1, 1]);
    assert.equal(await lazy.get(), 1);
  });

  it("rejects after a failure and retries on the next use", async () => {
    let tries = 0;
    const lazy = new OnFirstUse(() =>
      ++tries === 1 ? Promise.reject(new Error("no file")) : Promise.resolve("made"),
    );
    await assert.rejects(lazy.get(), /no file/);
    assert.equal(await lazy.get(), "made");
  });

  it("returns its value from take() once, and undefined afterwards", async () => {
    const lazy = new OnFirstUse(() => Promise.resolve("made"));
    assert.equal(await lazy.release(), undefined);
    await lazy.get();
    assert.equal(await lazy.release(), "made");
    assert.equal(await lazy.release(), undefined);
    const failing = new OnFirstUse<string>(() => Promise.reject(new Error("no file")));
    const rejection = assert.rejects(failing.get(), /no file/);
    assert.equal(await failing.release(), undefined);
    await rejection;
  });
});
