// If the account's project doesn't exist or is refused, the user can choose another one everywhere.
import assert from "node:assert/strict";
import { beforeEach, describe, it } from "node:test";
import type { ApiError } from "../../../../src/api/errors.ts";
import { getConnection } from "../../../../src/api/operations.ts";
import { inProject } from "../../../../src/editor/accounts/accounts.ts";
import { failureRow } from "../../../../src/editor/catalogue/failures.ts";
import { deletionRemedy } from "../../../../src/editor/results/deletions.ts";
import { errorAnswer } from "../../../../src/editor/tools/answer.ts";
import type { CommandId } from "../../../../src/editor/words/contributions.ts";
import { describeError } from "../../../../src/editor/words/errors.ts";
import { Message, reset, screen } from "../../../doubles/vscode.ts";
import { actionsOf } from "../../../support/cards.ts";
import { commandFixture } from "../../../support/commandFixture.ts";

beforeEach(reset);

const noProject = { code: "project_not_found", message: "There is no active project with this id." };
const named = { id: "x_1", name: "one", type: "custom", domain: "a.example", profile_name: "work" };

const commandCases: readonly (readonly [command: CommandId, args: object, path: string, change: string])[] = [
  ["managedAuth.deleteConnection", { ids: ["x_1"] }, "/auth/connections/x_1", "DELETE"],
  ["managedAuth.deleteCredential", { id: "x_1" }, "/credentials/x_1", "DELETE"],
  ["managedAuth.deleteProvider", { id: "x_1" }, "/org/credential_providers/x_1", "DELETE"],
  ["managedAuth.deleteProxy", { id: "x_1" }, "/proxies/x_1", "DELETE"],
  [
    "managedAuth.deleteDestinations",
    { targets: [{ idOrName: "x_1" }] },
    "/telemetry/destinations/x_1",
    "DELETE",
  ],
  ["managedAuth.checkProxy", { id: "x_1", site: "" }, "/proxies/x_1", "POST"],
];

describe("the result page of a failed command", () => {
  for (const [command, args, path, change] of commandCases)
    for (const [reason, status, body, button] of [
      ["the project was deleted", 404, noProject, "Choose Project…"],
      ["the token is refused", 401, { code: "unauthorized", message: "No." }, "Replace Token…"],
    ] as const)
      it(`offers "${button}" first if ${command} fails because ${reason}`, async (context) => {
        const { offers, parts, shown } = await commandFixture(context);
        for (const list of ["/auth/connections", "/org/credential_providers", "/telemetry/destinations"])
          offers.list(list, []);
        offers.reply(`GET ${path}`, 200, named);
        offers.reply(`${change} ${path}${change === "POST" ? "/check" : ""}`, status, body);
        const running = parts.start(command, args);
        if (change === "DELETE") (await screen.next(Message)).choose("Delete");
        await running;
        const [result] = shown;
        assert.ok(result);
        assert.equal(actionsOf(result.card)[0], `${button}!`);
      });
});

describe("a 403 response to a request in a project", () => {
  it("sets inProject in the error, unlike a response outside a project", async (context) => {
    for (const [project, inOne] of [
      [{ id: "proj_1", name: "One" }, true],
      [undefined, undefined],
    ] as const) {
      const { account, offers, parts } = await commandFixture(context);
      offers.reply("/auth/connections/ma_1", 403, { code: "insufficient_permissions", message: "No." });
      const { signal } = new AbortController();
      const { client } = await parts.service.access(inProject(account, project), signal);
      const outcome = await client.call(getConnection, { path: { id: "ma_1" } }, signal);
      assert.ok(outcome.kind === "failed" && outcome.error.kind === "forbidden");
      assert.equal(outcome.error.inProject, inOne);
    }
  });

  const error = (code: string | undefined, sent: ApiError["sent"] = "no") =>
    ({ kind: "forbidden", sent, inProject: true, ...(code !== undefined && { code }) }) as const;
  for (const [description, failure, remedies] of [
    ["a read that the token isn't allowed to do", error("insufficient_permissions"), "chooseProject"],
    ["a read with an unknown reason", error("other"), "chooseProject, explain"],
    ["a read without a reason", error(undefined), "chooseProject, explain"],
    ["a feature that isn't in the plan", error("insufficient_plan"), "explain"],
    ["a change after a successful read", error("insufficient_permissions", "refused"), "signIn"],
    [
      "a read without a project",
      { kind: "forbidden", sent: "no", code: "insufficient_permissions" },
      "signIn",
    ],
  ] as const satisfies readonly (readonly [string, ApiError, string])[])
    it(`leads to the remedies "${remedies}" for ${description}`, () => {
      assert.equal(describeError(failure).remedies.join(", "), remedies);
    });

  it("makes views and language model tools suggest Choose Project…", () => {
    const failure = error("insufficient_permissions");
    assert.equal(
      failureRow("f", failure, "managedAuth.refreshConnections").command?.command,
      "managedAuth.chooseProject",
    );
    assert.match(errorAnswer(failure).sentences.join(" "), /run the command "Managed Auth: Choose Project…"/);
  });
});

describe("deletionRemedy", () => {
  it("returns Replace Token… if both the token and the project were refused", () => {
    const token: ApiError = { kind: "unauthorized", sent: "refused" };
    const missingProject: ApiError = { kind: "notFound", missing: "project", sent: "refused" };
    const button = deletionRemedy([
      { kind: "deleted" },
      { kind: "refused", error: missingProject },
      { kind: "refused", error: token },
    ]);
    assert.equal(button?.label, "Replace Token…");
    assert.equal(deletionRemedy([{ kind: "deleted" }, { kind: "cancelled" }]), undefined);
  });
});
