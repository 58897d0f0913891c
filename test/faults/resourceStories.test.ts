// Tests replies that only some resources have, and cancellations.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { answer } from "../doubles/scriptedServer.ts";
import { Progress, screen } from "../doubles/vscode.ts";
import { errorOf } from "./answers.ts";
import { readingOperations, sendingOperations, type ResourceEnd } from "./resourceOperations.ts";
import { endOf, onOwnStage } from "./resourcePlay.ts";
import type { Wire } from "./service.ts";
import { transports } from "./stage.ts";

const operations = [...sendingOperations, ...readingOperations];

/** Replies to an operation, its outcome after one request, and its text. */
const answers: readonly [operation: string, status: number, body: string, ResourceEnd, says: RegExp][] = [
  ["create a credential", 409, errorOf("already_exists"), "refused", /Another .* has this name/],
  ["create a provider", 409, errorOf("already_exists"), "refused", /Another .* has this name/],
  ["create a destination", 409, errorOf("already_exists"), "refused", /Another .* has this name/],
  ["create a credential", 409, errorOf("being_deleted"), "refused", /conflicts with existing data/],
  ["create a provider", 409, errorOf("being_deleted"), "refused", /conflicts with existing data/],
  ["create a destination", 409, errorOf("being_deleted"), "refused", /conflicts with existing data/],
  ["create a proxy", 409, errorOf("already_exists"), "refused", /conflicts with existing data/],
  ["create a proxy", 403, errorOf("insufficient_plan"), "refused", /Words of the service/],
  ["rename a credential", 409, errorOf("already_exists"), "refused", /Another .* has this name/],
  ["describe a destination", 409, errorOf("resource_in_use"), "refused", /conflicts with existing data/],
  ["describe a destination", 410, errorOf("gone"), "not found", /Deleted before the changes were saved/],
  ["rename a credential", 410, errorOf("gone"), "not found", /Deleted before the changes were saved/],
  ["delete a proxy", 400, errorOf("resource_in_use"), "failed", /Words of the service/],
  ["delete a proxy", 409, errorOf("resource_in_use"), "failed", /Words of the service/],
  ["delete a credential", 404, errorOf("not_found"), "not found", /already deleted/],
  ["delete a proxy", 202, "", "accepted", /accepted/],
  ["delete a credential", 202, "", "accepted", /accepted/],
  ["delete a provider", 202, "", "accepted", /accepted/],
  ["delete a provider", 410, errorOf("gone"), "not found", /already/],
  ["delete a credential", 409, errorOf("resource_in_use"), "failed", /Words of the service/],
  ["end a browser", 404, errorOf("not_found"), "not found", /Browser ended/],
  ["launch a browser", 429, errorOf("concurrency_limit_reached"), "refused", /browsers are in use/],
  ["check a proxy", 422, errorOf("check_failed"), "refused", /may still work/],
  ["test a provider", 404, errorOf("not_found"), "refused", /Couldn't test the provider/],
  ["copy a one-time code", 404, errorOf("not_found"), "failed", /has no authenticator secret/],
  ["choose a project", 404, errorOf("projects_disabled"), "failed", /^Projects are disabled/m],
  ["show the account", 404, errorOf("project_not_found"), "failed", /^Couldn't read the account/],
];

describe("an operation-specific error response", () => {
  for (const [at, [name, status, body, end, says]] of answers.entries()) {
    const operation = operations.find((one) => one.name === name);
    assert.ok(operation !== undefined, name);
    it(`is explained to the user if "${name}" returns ${status}: ${body}`, (context) =>
      onOwnStage(context, transports[at % transports.length] ?? "pool", async (stage) => {
        const wire: Wire = (socket) => socket.end(answer(status, body, { Connection: "close" }));
        stage.remote.arm({ operation: operation.sends, wire, times: Infinity, carriesOut: false });
        const words = await operation.run(stage);
        assert.match(words, says);
        assert.equal(endOf(operation, words, end), end, words);
        assert.equal(stage.remote.count(operation.sends), 1);
      }));
  }
});

/** Cancels the progress notification as soon as it is shown. */
function cancelProgress(): void {
  const [shown] = screen.all.filter((one) => one instanceof Progress && !one.ended);
  if (shown instanceof Progress) shown.cancelled.fire();
  else setImmediate(cancelProgress);
}

describe("a cancelled resource operation", () => {
  for (const [at, operation] of sendingOperations.entries()) {
    const { isDone, name, sends } = operation;
    if (isDone === undefined) continue;
    it(`sends one request and reports an unknown outcome: ${name}`, (context) =>
      onOwnStage(context, transports[at % transports.length] ?? "pool", async (stage) => {
        const later = globalThis.setTimeout;
        // The progress notification appears after a second.
        context.mock.method(globalThis, "setTimeout", (run: () => void, ms: number) =>
          later(run, ms === 1_000 ? 0 : ms),
        );
        stage.remote.arm({ operation: sends, wire: cancelProgress, times: Infinity, carriesOut: false });
        const words = await operation.run(stage);
        assert.equal(endOf(operation, words, "unknown"), "unknown", words);
        assert.equal(stage.remote.count(sends), 1);
        assert.equal(isDone(stage.remote.otherResources), false);
      }));
  }
});

describe("a lost response to a resource operation", () => {
  for (const effect of ["carried out", "not carried out"])
    for (const [at, operation] of sendingOperations.entries()) {
      const { isDone, kind, name, sends } = operation;
      if (kind === "delete" || kind === "plain delete") continue;
      const carriesOut = effect === "carried out";
      it(`never causes a second request: ${name}, ${effect}`, (context) =>
        onOwnStage(context, transports[at % transports.length] ?? "pool", async (stage) => {
          const wire: Wire = (socket) => socket.resetAndDestroy();
          stage.remote.arm({ operation: sends, wire, times: Infinity, carriesOut });
          const words = await operation.run(stage);
          assert.equal(stage.remote.count(sends), 1);
          // If nothing was carried out, no other outcome may be reported.
          if (!carriesOut) assert.match(String(endOf(operation, words, "unknown")), /^(?:unknown|absent)$/);
          assert.equal(isDone?.(stage.remote.otherResources) ?? carriesOut, carriesOut);
        }));
    }
});
