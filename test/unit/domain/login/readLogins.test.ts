// Tests that the newest logins of a timeline are found, even after many health checks.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { ApiError, Outcome } from "../../../../src/api/errors.ts";
import { TimelineEntry } from "../../../../src/api/loginSchemas.ts";
import type { ListPage } from "../../../../src/api/listPage.ts";
import { readLogins, type TimelineQuery } from "../../../../src/domain/login/readLogins.ts";

const entry = (id: string, type: string, minute: number) =>
  TimelineEntry.parse({ id, type, status: "SUCCESS", timestamp: `2026-11-20T10:${minute}:00.000Z` });
const check = entry("check", "health_check", 30);
const [login, older, renewal] = [
  entry("login", "login", 20),
  entry("older", "login", 10),
  entry("renewal", "reauth", 15),
];

const page = (rows: readonly TimelineEntry[], next?: number): Outcome<ListPage<TimelineEntry>> => ({
  ...{ kind: "ok", raw: undefined, status: 200 },
  value: { rows: [...rows], unreadable: 0, more: next !== undefined, next },
});
const failed = (error: ApiError): Outcome<never> => ({ kind: "failed", error });

/** Reads logins from a service that `answer` plays. Returns the logins with the requested types. */
async function read(answer: (type: string | undefined) => Outcome<ListPage<TimelineEntry>>) {
  const types: (string | undefined)[] = [];
  const logins = await readLogins(({ limit, offset, type }: TimelineQuery) => {
    assert.deepEqual([limit, offset], [20, 0]);
    types.push(type);
    return Promise.resolve(answer(type));
  });
  return { types, logins };
}

describe("readLogins", () => {
  it("sends one request if the first page is sufficient", async () => {
    const first = await read(() => page([check, login], 2));
    assert.deepEqual(first, { types: [undefined], logins: { kind: "logins", entries: [login] } });
    const none = await read(() => page([check]));
    assert.deepEqual(none, { types: [undefined], logins: { kind: "logins", entries: [] } });
  });

  it("fetches logins by type if the first page has only health checks", async () => {
    const rows = new Map([
      ["login", [older, login]],
      ["reauth", [renewal]],
    ]);
    const { types, logins } = await read((type) =>
      type === undefined ? page([check], 20) : page(rows.get(type) ?? []),
    );
    assert.deepEqual(types, [undefined, "login", "reauth"]);
    assert.deepEqual(logins, { kind: "logins", entries: [login, renewal, older] });
  });

  it("removes duplicates if the service ignores the type filter", async () => {
    const { logins } = await read((type) =>
      type === undefined ? page([check], 20) : page([check, login, renewal]),
    );
    assert.deepEqual(logins, { kind: "logins", entries: [login, renewal] });
  });

  it("returns no logins if the service doesn't support timelines", async () => {
    for (const error of [
      { kind: "notFound", sent: "no", status: 404 },
      { kind: "refused", sent: "no", status: 405 },
      { kind: "server", sent: "no", status: 501 },
    ] as const satisfies readonly ApiError[])
      assert.deepEqual((await read(() => failed(error))).logins, { kind: "none" });
  });

  it("fails if any of its requests fails", async () => {
    for (const error of [
      { kind: "refused", sent: "no", status: 418 },
      { kind: "notFound", sent: "no", status: 404, missing: "project" },
      { kind: "server", sent: "no", status: 500 },
      { kind: "limited", sent: "no", status: 429 },
    ] as const satisfies readonly ApiError[])
      for (const failing of [undefined, "login", "reauth"]) {
        const { logins } = await read((type) =>
          type === failing ? failed(error) : page(type === undefined ? [check] : [login], 20),
        );
        assert.deepEqual(logins, failed(error));
      }
  });
});
