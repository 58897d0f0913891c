// A row that cannot be read is in nobody's way: it is set aside and told, and everything else works as before.
import assert from "node:assert/strict";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { TestContext } from "node:test";
import { describe, it } from "node:test";
import { openDatabase } from "../../../../src/sandbox/db/database.ts";
import { Store } from "../../../../src/sandbox/db/store.ts";
import { startServer } from "../../../../src/sandbox/http/server.ts";
import { resources } from "../../../../src/sandbox/resources/allResources.ts";
import { resource, routesOn } from "../../../../src/sandbox/resources/resource.ts";
import { openSandbox } from "../../../../src/sandbox/run/openSandbox.ts";
import { objectOf, send, temporaryDirectory, token } from "../support.ts";

const helpdesk = "/auth/connections/ma_sandboxhelpdesk";
const get = (path: string) => ({ method: "GET", path });

/** A sandbox on the data of the seed with something done to it, and what it told. */
async function damaged(t: TestContext, sql: string) {
  const file = join(temporaryDirectory(t), "data.db");
  const { db } = openDatabase(file, resources, Date.now());
  const store = new Store(db, resources, Date.now());
  db.exec(sql);
  store.close();
  const faults: string[] = [];
  const open = async () => {
    const sandbox = await openSandbox({ file, port: 0, token, onFault: (one) => faults.push(String(one)) });
    assert.ok(sandbox);
    return sandbox;
  };
  const sandbox = await open();
  t.after(() => sandbox.close().catch(() => "closed before"));
  const rows = () => {
    const reader = new DatabaseSync(file, { readOnly: true });
    try {
      return reader.prepare("SELECT table_name, row FROM set_aside ORDER BY rowid").all();
    } finally {
      reader.close();
    }
  };
  return { port: sandbox.identity.port, faults, rows, sandbox, open };
}

const answers = `[{"at":1,"to":{},"choice":"__proto__"}]`;
const ruinedFlow = `UPDATE flows SET answers = '${answers}' WHERE connection_id = 'ma_sandboxhelpdesk'`;

describe("a row that cannot be read", () => {
  for (const [what, sql] of [
    ["answers that are none", ruinedFlow],
    [
      "an answer that leads nowhere",
      `UPDATE flows SET answers = '[{"at":1,"to":"nowhere"}]' WHERE connection_id = 'ma_sandboxhelpdesk'`,
    ],
    [
      "a script of another version",
      "UPDATE flows SET script = 'later' WHERE connection_id = 'ma_sandboxhelpdesk'",
    ],
  ] as const) {
    it(`is set aside: a login with ${what}`, async (t) => {
      const { port, faults, rows, sandbox, open } = await damaged(t, sql);
      const list = await send(port, get("/auth/connections?limit=100"));
      assert.equal(list.status, 200, list.text);
      const one = await send(port, get(helpdesk));
      assert.equal(one.status, 200, one.text);
      assert.equal(objectOf(one.body)["flow_status"], null, "it has no login any more");
      assert.equal((await send(port, { method: "POST", path: `${helpdesk}/login` })).status, 200);
      assert.equal(rows().length, 1);
      const [row] = rows();
      assert.equal(row?.["table_name"], "flows");
      assert.match(String(row["row"]), /"connection_id":"ma_sandboxhelpdesk"/, "all of it is kept");
      assert.equal(faults.length, 1, faults.join());
      assert.match(faults[0] ?? "", /^UnreadableRow: Row \w+ of flows can't be read and is set aside: /);
      await sandbox.close();
      const again = await open();
      t.after(() => again.close());
      assert.equal((await send(again.identity.port, get(helpdesk))).status, 200);
      assert.equal(faults.length, 1);
    });
  }

  it("is set aside with what is of it alone: a connection", async (t) => {
    const { port, faults, rows } = await damaged(
      t,
      "UPDATE connections SET post_login_url = 'https://1.2.3.4.5/home' WHERE id = 'ma_sandboxhelpdesk'",
    );
    const list = await send(port, get("/auth/connections?limit=100"));
    assert.equal(list.status, 200, list.text);
    assert.ok(!list.text.includes("ma_sandboxhelpdesk"));
    assert.equal((await send(port, get(helpdesk))).status, 404);
    assert.deepEqual(new Set(rows().map((row) => row["table_name"])), new Set(["flows", "connections"]));
    assert.equal(faults.length, 1, faults.join());
    assert.equal((await send(port, get("/auth/connections?limit=100"))).status, 200);
  });

  it("is set aside, and what refers to it goes on without it: a proxy", async (t) => {
    const { port, rows } = await damaged(
      t,
      `UPDATE connections SET proxy_id = 'proxy_sandboxparis' WHERE id = 'ma_sandboxhelpdesk';
       UPDATE proxies SET details = 'nothing' WHERE id = 'proxy_sandboxparis'`,
    );
    assert.equal((await send(port, get("/proxies"))).status, 200);
    assert.equal((await send(port, get(helpdesk))).status, 200);
    assert.deepEqual(
      rows().map((row) => row["table_name"]),
      ["proxies"],
    );
  });

  it("goes with a reset", async (t) => {
    const { port, rows } = await damaged(t, ruinedFlow);
    assert.equal((await send(port, get(helpdesk))).status, 200);
    assert.equal((await send(port, { method: "POST", path: "/sandbox/reset", body: "{}" })).status, 204);
    assert.deepEqual(rows(), []);
    const { body } = await send(port, get(helpdesk));
    assert.equal(objectOf(body)["flow_status"], "IN_PROGRESS");
  });
});

describe("a reset", () => {
  it("works whatever the data brings about by itself", async (t) => {
    const broken = resource({
      settle: () => {
        throw new Error("nothing settles");
      },
    });
    const all = [...resources, broken];
    const store = new Store(openDatabase(":memory:", all, 0).db, all, Date.now());
    const server = await startServer({
      routes: routesOn(store, all, () => undefined),
      instanceId: "i",
      token,
      port: 0,
      onFault: () => undefined,
    });
    t.after(async () => {
      await server.close();
      store.close();
    });
    const { port } = server.identity;
    assert.equal((await send(port, get("/org/limits"))).status, 500);
    assert.equal((await send(port, { method: "POST", path: "/sandbox/reset", body: "{}" })).status, 204);
  });
});
