import assert from "node:assert/strict";
import { beforeEach, describe, it } from "node:test";
import { QuickPick, reset, screen } from "../../../../doubles/vscode.ts";
import { quiet } from "../../../../support/offers.ts";
import { asking } from "../../../../support/asking.ts";

beforeEach(reset);

const draft = { domain: "example.com" };

describe("the question for the profile", () => {
  it("lists those with a name, with the domains they already serve", async (context) => {
    const { ask, offers } = asking(context);
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
      ...["a", "b", "c", "d", "e"].map((name) => ({
        id: name,
        profile_name: "busy",
        domain: `${name}.example`,
      })),
    ]);
    const answer = ask("profile_name", draft);
    const pick = await screen.next(QuickPick);
    await quiet();
    assert.deepEqual(
      pick.rows.map(({ description, label }) => [label, description]),
      [
        ["work", "has a connection for a.example and ?"],
        ["busy", "has a connection for a.example, b.example, c.example, and 2 more"],
        ["new", undefined],
      ],
    );
    pick.type("work");
    assert.equal(pick.rows[0]?.description, "existing profile · has a connection for a.example and ?");
    pick.choose("work");
    assert.deepEqual(await answer, { kind: "answered", draft: { ...draft, profile_name: "work" } });
  });

  it("says that a name nobody has creates a profile (§4.1), and takes it", async (context) => {
    const { ask, offers } = asking(context);
    offers.list("/profiles", [{ id: "1", name: "work" }]);
    const release = offers.hold("/profiles");
    const answer = ask("profile_name", draft);
    const pick = await screen.next(QuickPick);
    await quiet();
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
    assert.deepEqual(await answer, { kind: "answered", draft: { ...draft, profile_name: "wrok" } });
  });

  it("begins with the name that was chosen or half typed", async (context) => {
    const { ask } = asking(context);
    for (const [typed, value] of [
      [undefined, "work"],
      ["half", "half"],
    ] as const) {
      const answer = ask("profile_name", { ...draft, profile_name: "work" }, { typed });
      const pick = await screen.next(QuickPick);
      assert.equal(pick.value, value);
      pick.press("Back");
      assert.deepEqual(await answer, { kind: "back", typed: value });
    }
  });
});
