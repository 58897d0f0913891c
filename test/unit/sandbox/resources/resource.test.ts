// Tests that one file declares a resource completely: its table, seed and routes.
import assert from "node:assert/strict";
import { join } from "node:path";
import { describe, it, type TestContext } from "node:test";
import * as z from "zod/mini";
import { getText } from "../../../../src/sandbox/db/sqlite.ts";
import { notFound } from "../../../../src/sandbox/http/replies.ts";
import { sandboxResources } from "../../../../src/sandbox/resources/allResources.ts";
import { listReply } from "../../../../src/sandbox/resources/collection.ts";
import {
  getRoute,
  postRoute,
  deleteRoute,
  defineResource,
} from "../../../../src/sandbox/resources/resource.ts";
import { book, objectOf, send, served, temporaryDirectory } from "../support.ts";

/**
 * The declaration that a file `resources/notes.ts` would contain. Besides such a file, a new resource needs only an
 * entry in the list of resources.
 */
const notes = defineResource({
  tables: [{ name: "notes", columns: { id: "TEXT PRIMARY KEY", name: "TEXT NOT NULL" } }],
  seed: (store) => store.insert("notes", { id: "note_1", name: "first" }),
  routes: [
    getRoute("/notes", {}, (request) =>
      listReply(request, {
        table: "notes",
        filters: ["name"],
        where: "?1 IN ('', name)",
        toReply: (row) => ({ id: getText(row, "id"), name: getText(row, "name") }),
      }),
    ),
    postRoute(
      "/notes/:id/copies/:as",
      { requiresAnyOf: ["credentials"], body: z.strictObject({ name: z.string() }) },
      ({ store, segment, body: { name } }) => {
        if (store.first("SELECT 1 FROM notes WHERE id = ?", segment("id")) === undefined) {
          return notFound("There is no such note.");
        }
        store.insert("notes", { id: segment("as"), name });
        return { status: 201, body: { id: segment("as"), name } };
      },
    ),
    deleteRoute("/notes/:id", {}, ({ store, segment }) => {
      store.write("DELETE FROM notes WHERE id = ?", segment("id"));
      return { status: 204, body: undefined };
    }),
  ],
});

async function serveWith(t: TestContext, resource = notes) {
  const file = join(temporaryDirectory(t), "data.db");
  const { port } = await served(t, file, { list: [...sandboxResources, resource] });
  const ask = (method: string, path: string, body?: string) =>
    send(port, { method, path, ...(body !== undefined && { body }) });
  return { port, ask };
}

describe("a resource type added to the sandbox", () => {
  it("gets a table, initial rows and routes", async (t) => {
    const { ask } = await serveWith(t);
    const first = { id: "note_1", name: "first" };
    assert.deepEqual((await ask("GET", "/notes")).body, [first]);
    const copied = await ask("POST", "/notes/note_1/copies/note%2F2", `{"name":"second"}`);
    assert.deepEqual([copied.status, copied.body], [201, { id: "note/2", name: "second" }]);
    assert.deepEqual((await ask("GET", "/notes?name=second")).body, [copied.body]);
    assert.equal((await ask("DELETE", "/notes/note%2F2")).status, 204);
    assert.deepEqual((await ask("GET", "/notes")).body, [first]);
    assert.equal((await ask("GET", "/org/limits")).status, 200);
  });

  it("gets the same checks of plan, body, path and method as other types", async (t) => {
    const { ask, port } = await serveWith(t);
    const path = "/notes/note_1/copies/b";
    const wrong = await ask("POST", path, `{"name":5,"colour":"red"}`);
    assert.equal(wrong.status, 400);
    assert.deepEqual(objectOf(wrong.body)["details"], [
      { code: "invalid_input", message: "name: must be a string." },
      { code: "invalid_input", message: "colour: no such property." },
    ]);
    const unreadable = await ask("POST", "/notes/note_1/copies/%ff", `{"name":"b"}`);
    assert.equal(objectOf(unreadable.body)["message"], "as: is not percent-encoded UTF-8.");
    assert.equal((await ask("POST", "/notes/none/copies/b", `{"name":"b"}`)).status, 404);
    assert.equal((await ask("POST", "/notes/note_1/copies/", `{"name":"b"}`)).status, 404);
    const other = await ask("POST", "/notes", "{}");
    assert.deepEqual([other.status, other.headers.allow], [405, "GET, HEAD"]);
    await book(port, "FREE", false);
    assert.equal(objectOf((await ask("POST", path, `{"name":"b"}`)).body)["code"], "insufficient_plan");
  });

  it("is reset to its initial rows together with the other resources", async (t) => {
    const { ask } = await serveWith(t);
    await ask("DELETE", "/notes/note_1");
    await ask("POST", "/sandbox/reset", "{}");
    assert.deepEqual((await ask("GET", "/notes")).body, [{ id: "note_1", name: "first" }]);
  });

  it("can be reset even if its pending changes can't be applied", async (t) => {
    const settle = (): never => {
      throw new Error("nothing settles");
    };
    const { ask } = await serveWith(t, defineResource({ applyDueChanges: settle }));
    assert.equal((await ask("GET", "/org/limits")).status, 500);
    assert.equal((await ask("POST", "/sandbox/reset", "{}")).status, 204);
  });
});
