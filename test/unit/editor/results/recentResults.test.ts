import assert from "node:assert/strict";
import { utimes } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, it } from "node:test";
import { showRecentResult } from "../../../../src/editor/app/commands.ts";
import type { CommandResult } from "../../../../src/editor/results/result.ts";
import { Message, QuickPick, reset, screen } from "../../../doubles/vscode.ts";
import { commandFixture } from "../../../support/commandFixture.ts";

beforeEach(reset);

const id = (digit: number): string => `00000000-0000-4000-8000-00000000000${digit}`;
const created = (digit: number, about?: string): CommandResult => ({
  card: {
    id: id(digit),
    head: { kind: "verdict", tone: "success" },
    title: "Connection created",
    context: ["Team"],
    at: new Date("2026-11-20T12:00:00Z").getTime(),
    summary: [],
    blocks: [],
    actions: {},
  },
  ...(about !== undefined && { about }),
});

describe("Show Recent Result", () => {
  it("distinguishes similar results by subject or exact time", async (context) => {
    const { account, parts } = await commandFixture(context);
    // Set explicitly, so that the time of writing doesn't matter.
    const now = Date.now();
    for (const [digit, about] of [
      [1, "buyer on shop.example"],
      [2, "buyer on $(key)shop.example"],
      [3, undefined],
      [4, undefined],
    ] as const) {
      await parts.results.save({ ...created(digit, about), accountId: account.id });
      const at = new Date(now - digit * 1_000);
      await utimes(join(parts.directory, "results", `${id(digit)}.json`), at, at);
    }
    const command = showRecentResult(parts.panel);
    const pick = await screen.next(QuickPick);
    const rows = pick.rows.map(({ description, detail, label }) => [label, description, detail].join("|"));
    assert.deepEqual(rows.slice(0, 2), [
      "Connection created|buyer on shop.example|Team · Nov 20, 2026, 12:00 PM",
      "Connection created|buyer on $⟨U+0028⟩key)shop.example|Team · Nov 20, 2026, 12:00 PM",
    ]);
    assert.equal(new Set(rows).size, 4);
    assert.match(
      rows[2] ?? "",
      /^Connection created\|\|Team · Nov 20, 2026, 12:00 PM · \d+:\d\d:\d\d [AP]M$/u,
    );
    pick.escape();
    await command;
  });

  it("informs the user if there are no results", async (context) => {
    const { parts } = await commandFixture(context);
    await showRecentResult(parts.panel);
    assert.equal((await screen.next(Message)).text, "No results in the last seven days.");
  });
});
