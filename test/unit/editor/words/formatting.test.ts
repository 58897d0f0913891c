import assert from "node:assert/strict";
import { afterEach, describe, it } from "node:test";
import {
  formatCount,
  formatDate,
  formatDays,
  formatDuration,
  uiLanguage,
  formatDateTime,
  formatShortDate,
  formatShortDateTime,
} from "../../../../src/editor/words/formatting.ts";
import { env, l10n, reset } from "../../../doubles/vscode.ts";

afterEach(reset);

describe("formatDuration", () => {
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
  ] as const)
    it(`formats ${seconds} seconds as ${words}`, () => assert.equal(formatDuration(seconds), words));

  it("abbreviates units in short form", () => {
    assert.deepEqual(
      [1200, 21_600, 86_400].map((seconds) => formatDuration(seconds, "short")),
      ["20 min", "6 hr", "1 day"],
    );
  });

  it("uses the display language if strings are translated", () => {
    env.language = "de";
    l10n.bundle = {};
    assert.equal(formatDuration(1200), "20 Minuten");
    assert.equal(formatDays(1), "1 Tag");
    assert.equal(formatCount(1500), "1.500");
  });
});

describe("number and date formats", () => {
  it("are English if the UI strings aren't translated", () => {
    env.language = "de";
    const noon = new Date(2026, 10, 10, 12);
    assert.deepEqual(
      [
        uiLanguage(),
        formatDuration(21_600),
        formatDays(2),
        formatCount(1500),
        formatDate(noon),
        formatDateTime(noon).replace("\u202f", " "),
      ],
      ["en", "6 hours", "2 days", "1,500", "Nov 10, 2026", "Nov 10, 2026, 12:00 PM"],
    );
  });
});

describe("formatShortDateTime", () => {
  const now = new Date(2026, 10, 20, 23, 30);
  const words = (date: Date): string => formatShortDateTime(date, now).replace("\u202f", " ");

  it("returns a time for today, weekday and hour for last night, otherwise a date", () => {
    assert.equal(words(new Date(2026, 10, 20, 0, 5)), "12:05 AM");
    assert.equal(words(new Date(2026, 10, 21, 11, 29)), "11:29 AM");
    assert.equal(words(new Date(2026, 10, 21, 11, 30)), "Nov 21");
    assert.equal(words(new Date(2026, 10, 19, 23, 55)), "Nov 19");
    const night = new Date(2026, 10, 21, 0, 5);
    assert.equal(
      formatShortDateTime(new Date(2026, 10, 20, 23, 55), night).replace("\u202f", " "),
      "Fri 11 PM",
    );
    assert.equal(formatShortDateTime(new Date(2026, 10, 20, 12, 5), night), "Nov 20");
    assert.equal(words(new Date(2025, 10, 19, 23, 55)), "Nov 19, 2025");
  });
});

describe("formatShortDate", () => {
  it("includes the year if the date would be ambiguous without it", () => {
    const now = new Date("2026-11-20T12:00:00Z");
    assert.equal(formatShortDate(new Date("2027-05-05T12:00:00Z"), now), "May 5");
    assert.equal(formatShortDate(new Date("2027-06-05T12:00:00Z"), now), "Jun 5, 2027");
    assert.equal(formatShortDate(new Date("2025-11-20T12:00:00Z"), now), "Nov 20, 2025");
  });
});
