import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { parseDate, parseTime } from "../../../src/domain/dates.ts";

describe("parseDate and parseTime", () => {
  const zone = process.env["TZ"];
  before(() => {
    process.env["TZ"] = "Asia/Tokyo";
  });
  after(() => {
    if (zone === undefined) delete process.env["TZ"];
    else process.env["TZ"] = zone;
  });

  for (const [text, read] of [
    ["2026-11-20T10:00:00Z", "2026-11-20T10:00:00.000Z"],
    ["2026-11-20T10:00:00.123456Z", "2026-11-20T10:00:00.123Z"],
    ["2026-11-20t10:00:00z", "2026-11-20T10:00:00.000Z"],
    ["2026-11-20T10:00:00+05:30", "2026-11-20T04:30:00.000Z"],
    ["2026-11-20T10:00:00-0800", "2026-11-20T18:00:00.000Z"],
    ["2026-11-20 10:00:00+00:00", "2026-11-20T10:00:00.000Z"],
    ["2026-11-20T10:00Z", "2026-11-20T10:00:00.000Z"],
    ["2028-02-29T10:00:00Z", "2028-02-29T10:00:00.000Z"],
    ["2026-11-20T10:00:00", "2026-11-20T10:00:00.000Z"],
    ["2026-11-20 10:00:00", "2026-11-20T10:00:00.000Z"],
    ["2026-11-20", "2026-11-20T00:00:00.000Z"],
  ] as const)
    it(`parse ${text} regardless of the local time zone`, () => {
      assert.equal(new Date(2026, 10, 20).getTimezoneOffset(), -540);
      assert.equal(parseDate(text)?.toISOString(), read);
      assert.equal(parseTime(text), Date.parse(read));
    });

  for (const text of [
    "2026-02-31T10:00:00Z",
    "2026-02-29",
    "2026-04-31T00:00:00+02:00",
    "2026-13-01T00:00:00Z",
    "2026-11-20T25:00:00Z",
    "2026-11-20T10:00:00+99:00",
    "31 February 2026",
    "Nov 20, 2026",
    "2026",
    "1795168800000",
    "yesterday",
    "",
    undefined,
  ])
    it(`return undefined for ${text}`, () => {
      assert.equal(parseDate(text), undefined);
      assert.equal(parseTime(text), undefined);
    });
});
