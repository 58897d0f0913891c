import assert from "node:assert/strict";
import { beforeEach, describe, it } from "node:test";
import { reset } from "../../../../doubles/vscode.ts";
import { quiet } from "../../../../support/offers.ts";
import { asking, full } from "../../../../support/asking.ts";
import { openList } from "./support.ts";
import { describedOf } from "../../../../support/rows.ts";

beforeEach(reset);

const unnamed = { domain: "example.com" };

describe("the profile prompt", () => {
  it("lists named profiles with the domains of their connections", async (context) => {
    const wizard = asking(context);
    const { offers } = wizard;
    offers.list("/profiles", [
      { id: "1", name: "work", created_at: "x" },
      { id: "2", name: null },
      { id: "3" },
      { id: "4", name: "busy" },
      { id: "5", name: "new" },
    ]);
    offers.list("/auth/connections", [
      { id: "ma_0", profile_name: "work", domain: "a.example" },
      { id: "ma_x", profile_name: "work" },
      ...["a", "b", "c", "d", "e"].map((id) => ({ id, profile_name: "busy", domain: `${id}.example` })),
    ]);
    const { gives, pick } = await openList(wizard, "profile_name", unnamed);
    assert.deepEqual(describedOf(pick.rows), [
      ["work", "has a connection for a.example and ?"],
      ["busy", "has a connection for a.example, b.example, c.example, and 2 more"],
      ["new", undefined],
    ]);
    pick.type("work");
    assert.equal(pick.rows[0]?.description, "existing profile · has a connection for a.example and ?");
    pick.choose("work");
    await gives({ profile_name: "work" });
  });

  it("explains that an unknown name creates a profile (interface.md §4.1)", async (context) => {
    const wizard = asking(context);
    wizard.offers.list("/profiles", [{ id: "1", name: "work" }]);
    const release = wizard.offers.hold("/profiles");
    const { gives, pick } = await openList(wizard, "profile_name", unnamed);
    pick.type("wrok");
    const typed = (): string | undefined => pick.rows.find(({ label }) => label === "Use")?.description;
    assert.equal(typed(), '"wrok" · new profile, unless the name exists', "nobody knows yet");
    release();
    await quiet();
    assert.deepEqual([typed(), pick.prompt], ['"wrok" · new profile', undefined]);
    pick.type("work");
    assert.equal(typed(), undefined, "it exists");
    const marked = (): readonly unknown[] => pick.rows.map(({ description, label }) => [label, description]);
    assert.deepEqual(marked(), [["work", "existing profile"]]);
    pick.type("wor");
    assert.deepEqual(marked()[0], ["work", undefined], "another name is meant");
    pick.type("wrok");
    pick.choose("Use");
    await gives({ profile_name: "wrok" });
  });

  it("is prefilled with the typed text or, if there is none, the chosen name", async (context) => {
    for (const [typed, value] of [
      [undefined, "work"],
      ["half", "half"],
    ] as const) {
      const { goBack, pick } = await openList(asking(context), "profile_name", full, { typed });
      assert.equal(pick.value, value);
      await goBack(pick, value);
    }
  });
});
