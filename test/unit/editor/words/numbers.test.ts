import assert from "node:assert/strict";
import { afterEach, describe, it } from "node:test";
import {
  boundLabel,
  constraint,
  count,
  day,
  days,
  duration,
  locale,
  moment,
  shortMoment,
} from "../../../../src/editor/words/numbers.ts";
import { env, l10n, reset } from "../../../doubles/vscode.ts";

afterEach(reset);

describe("duration", () => {
  for (const [seconds, words] of [
    [0, "0 seconds"],
    [1, "1 second"],
    [59, "59 seconds"],
    [60, "1 minute"],
    [90, "90 seconds"],
    [300, "5 minutes"],
    [1200, "20 minutes"],
    [3600, "1 hour"],
    [5400, "90 minutes"],
    [21_600, "6 hours"],
    [86_400, "1 day"],
    [172_800, "2 days"],
    [129_600, "36 hours"],
    [86_401, "86,401 seconds"],
  ] as const) {
    it(`of ${seconds} seconds is ${words}`, () => assert.equal(duration(seconds), words));
  }

  it("speaks the editor's language where our words are translated", () => {
    env.language = "de";
    l10n.bundle = {};
    assert.equal(duration(1200), "20 Minuten");
    assert.equal(days(1), "1 Tag");
    assert.equal(count(1500), "1.500");
  });
});

describe("in a language without a translation of ours", () => {
  it("Intl writes English, as the words around it are", () => {
    env.language = "de";
    const noon = new Date(2026, 10, 10, 12);
    assert.deepEqual(
      [locale(), duration(21_600), days(2), count(1500), day(noon), moment(noon).replace("\u202f", " ")],
      ["en", "6 hours", "2 days", "1,500", "Nov 10, 2026", "Nov 10, 2026, 12:00 PM"],
    );
  });
});

describe("a moment in a narrow side bar", () => {
  const now = new Date(2026, 10, 20, 23, 30);
  const words = (date: Date): string => shortMoment(date, now).replace("\u202f", " ");

  it("is a time of day today, and a day otherwise", () => {
    assert.equal(words(new Date(2026, 10, 20, 0, 5)), "12:05 AM");
    assert.equal(words(new Date(2026, 10, 19, 23, 55)), "Nov 19, 2026");
  });
});

describe("constraint", () => {
  for (const [value, unit, words] of [
    [null, "count", "Unlimited"],
    [null, undefined, "Unlimited"],
    [undefined, "count", "Not reported"],
    [undefined, "seconds", "Not reported"],
    ["unreadable", "days", "Unreadable"],
    [{ said: true }, undefined, "Yes"],
    [{ said: false }, undefined, "No"],
    [{ said: "pro $(x)" }, undefined, "pro $⟨U+0028⟩x)"],
    [{ said: 2.5 }, undefined, "2.5"],
    [0, "count", "None"],
    [0, undefined, "0"],
    [0, "days", "0 days"],
    [1, "count", "1"],
    [1500, "count", "1,500"],
    [14, "days", "14 days"],
    [1, "days", "1 day"],
    [1200, "seconds", "20 minutes"],
    [7, undefined, "7"],
  ] as const) {
    it(`of ${JSON.stringify(value)} in ${unit ?? "an unknown unit"} is ${words}`, () => {
      assert.equal(constraint(value, unit), words);
    });
  }
});

describe("boundLabel", () => {
  it("says something of its own for every bound of the document, and reads an unknown one aloud", () => {
    const label = (key: string): string => boundLabel({ key, value: 1, unit: undefined });
    assert.deepEqual(
      [
        "max_connections",
        "health_check_interval_default_seconds",
        "health_check_interval_min_seconds",
        "health_check_interval_max_seconds",
        "retention_days",
        "max_stored_per_org",
        "max_vaults",
      ].map(label),
      [
        "Connections at most",
        "Health check interval",
        "Shortest health check interval",
        "Longest health check interval",
        "Retention",
        "Stored extensions at most",
        "Max vaults",
      ],
    );
  });
});
