import assert from "node:assert/strict";
import { beforeEach, describe, it, type TestContext } from "node:test";
import { inProject } from "../../../../src/editor/accounts/accounts.ts";
import type { ConnectionsState } from "../../../../src/editor/catalogue/connectionsModel.ts";
import { keepProjectNameCurrent } from "../../../../src/editor/catalogue/projectName.ts";
import { EventEmitter } from "../../../doubles/events.ts";
import { Message, reset, screen } from "../../../doubles/vscode.ts";
import { quiet } from "../../../support/offers.ts";
import { origin, offlineParts } from "../../../support/windowParts.ts";

beforeEach(reset);

const project = { id: "prj_1", name: "Staging" };

async function following(context: TestContext) {
  const fixture = await offlineParts(context);
  const { accounts, service, session } = fixture;
  await session.switchTo(inProject(await accounts.add("Team", origin, "sk_token_1"), project));
  const changed = new EventEmitter<ConnectionsState>();
  const started: string[] = [];
  const run = (command: string): Promise<void> => Promise.resolve(void started.push(command));
  const failures: unknown[] = [];
  const failureOf = (_: string, work: Promise<unknown>): Promise<void> =>
    work.then(
      () => undefined,
      (fault: unknown) => void failures.push(fault),
    );
  const follower = keepProjectNameCurrent(
    { connections: { onDidChange: changed.event }, log: { logFailure: failureOf }, service, session },
    () => Promise.resolve({ run }),
  );
  context.after(() => follower.dispose());
  const read = async (): Promise<void> => {
    changed.fire({ failure: { kind: "offline", sent: "no", host: "x", reason: "refused" } });
    await quiet();
  };
  const shownProject = (): unknown => session.state.kind === "signedIn" && session.state.account.project;
  return { ...fixture, failures, read, shownProject, started };
}

describe("the name of the chosen project", () => {
  it("is updated from the service, without changing the project's ID", async (context) => {
    const { read, shownProject, wire } = await following(context);
    wire.serve("GET /org/projects/prj_1", 200, { id: "prj_1", name: "Production", status: "active" });
    await read();
    assert.deepEqual(shownProject(), { id: "prj_1", name: "Production" });
    assert.deepEqual(screen.rest, []);
  });

  for (const [state, status, body, words] of [
    ["archived", 200, { id: "prj_1", name: "Staging", status: "archived" }, "Project Staging is archived."],
    ["missing", 404, { code: "not_found", message: "None." }, "Project Staging no longer exists."],
  ] as const)
    it(`appears in a single notification if the project is ${state}`, async (context) => {
      const { read, shownProject, started, wire } = await following(context);
      wire.serve("GET /org/projects/prj_1", status, body);
      await read();
      await read();
      const [notice, ...others] = screen.rest;
      assert.ok(notice instanceof Message && others.length === 0);
      assert.deepEqual([notice.text, notice.buttons], [words, ["Choose Project…"]]);
      notice.choose("Choose Project…");
      await quiet();
      assert.deepEqual(started, ["managedAuth.chooseProject"]);
      assert.deepEqual(shownProject(), project);
      assert.equal(wire.count("GET /org/projects"), 1);
    });

  it("stays the same if the project can't be fetched", async (context) => {
    const { failures, read, shownProject, wire } = await following(context);
    wire.serve("GET /org/projects/prj_1", 403, { code: "forbidden", message: "No." });
    await read();
    assert.deepEqual([shownProject(), screen.rest, failures], [project, [], []]);
  });
});
