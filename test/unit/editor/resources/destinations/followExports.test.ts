import assert from "node:assert/strict";
import { beforeEach, describe, it, type TestContext } from "node:test";
import { ManagedAuth } from "../../../../../src/api/schemas.ts";
import { followExports } from "../../../../../src/editor/resources/destinations/rows.ts";
import { Log } from "../../../../../src/editor/kit/log.ts";
import { reset } from "../../../../doubles/vscode.ts";
import { loginSnapshot, ScriptedLogins } from "../../../../support/logins.ts";

beforeEach(reset);

const successfulEnd = { kind: "loggedIn" } as const;
const exporting = { browser: { telemetry: { export: { otlp: { destination: { name: "bees" } } } } } };

function followLogins(context: TestContext, rows: readonly object[] = []) {
  const logins = new ScriptedLogins();
  const fixture = { logins, read: 0 };
  const all = rows.map((row) => ManagedAuth.parse(row));
  const following = followExports({
    connections: {
      logins: logins.snapshots,
      state: { reading: { rows: all, more: false, unreadable: 0, isPartial: false, readAt: new Date() } },
    },
    destinations: { refreshIfLoaded: () => Promise.resolve(void (fixture.read += 1)) },
    log: new Log(),
  });
  context.after(() => void following.dispose());
  return fixture;
}

describe("followExports", () => {
  it("refreshes the destinations when an exporting login ends, not before", (context) => {
    const fixture = followLogins(context);
    fixture.logins.publish(loginSnapshot({ connection: exporting }));
    assert.equal(fixture.read, 0);
    fixture.logins.publish(loginSnapshot({ connection: exporting, end: successfulEnd }));
    assert.equal(fixture.read, 1);
  });

  it("doesn't refresh the destinations after a login that exports to no destination", (context) => {
    const fixture = followLogins(context);
    fixture.logins.publish(loginSnapshot({ connection: {}, end: successfulEnd }));
    fixture.logins.publish(loginSnapshot({ end: successfulEnd }));
    assert.equal(fixture.read, 0);
  });

  it("refreshes the destinations if only the connection list contains the login's destination", (context) => {
    const fixture = followLogins(context, [
      { id: "ma_1", domain: "shop.example", profile_name: "work", ...exporting },
    ]);
    fixture.logins.publish(loginSnapshot({ end: successfulEnd }));
    assert.equal(fixture.read, 1);
  });
});
