// Data fetched for one account must not affect another account that has become active since.
import assert from "node:assert/strict";
import { beforeEach, describe, it, type TestContext } from "node:test";
import { checkPending } from "../../../../../src/editor/connections/creation/commands.ts";
import {
  EntitlementsModel,
  type EntitlementsState,
} from "../../../../../src/editor/catalogue/entitlementsModel.ts";
import { changesSince } from "../../../../../src/editor/entitlements/entitlementsRow.ts";
import { showEntitlements } from "../../../../../src/editor/entitlements/commands.ts";
import type { CommandResult } from "../../../../../src/editor/results/result.ts";
import { EntitlementsCache } from "../../../../../src/editor/catalogue/entitlementsCache.ts";
import { ConnectionsTree } from "../../../../../src/editor/sidebar/connectionsTree.ts";
import { AccountStore } from "../../../../../src/storage/accountStore.ts";
import { InputBox, reset, screen } from "../../../../doubles/vscode.ts";
import { full } from "../../../../support/asking.ts";
import { argumentOf } from "../../../../support/cards.ts";
import { begin, create, type Run } from "../../../../support/creating.ts";
import { commandFixture } from "../../../../support/commandFixture.ts";
import { temporaryDirectory } from "../../../../support/temporary.ts";
import { origin, offlineParts } from "../../../../support/windowParts.ts";
import { inPart } from "../../../../support/inPart.ts";
import { column } from "../../../../support/rows.ts";
import { leave } from "../../../../support/resourceFixture.ts";

beforeEach(reset);

/** Opens and cancels the wizard, then switches the window to another account whose plan has these features. */
async function switchAfterCancel(context: TestContext, features: object): Promise<Run> {
  const run = await begin(context);
  await leave(await screen.next(InputBox), run.result);
  await run.session.switchTo(await run.accounts.add("Other", "https://other.example", "sk_other"));
  run.wire.serve("GET /org/entitlements", 200, { features, limits: {}, plan: { id: "p" } });
  await run.entitlements.refresh();
  return run;
}

describe("an operation that started before an account switch", () => {
  it("fetches list rows again with the new account", async (context) => {
    const { accounts, connections, pending, session, wire } = await offlineParts(context);
    wire.serve("GET /auth/connections", 200, [{ id: "ma_1", status: "NEEDS_AUTH" }]);
    const account = await accounts.add("One", origin, "sk_one");
    const other = await accounts.add("Other", origin, "sk_other");
    await session.switchTo(account);
    const accountIds: string[] = [];
    const open = async (accountId: string): Promise<readonly []> => {
      accountIds.push(accountId);
      await session.switchTo(other);
      return [];
    };
    const tree = new ConnectionsTree(session, connections, {
      open,
      openElsewhere: open,
      onDidChange: pending.onDidChange,
    });
    const rows = await tree.getChildren();
    assert.deepEqual(column(rows, "kind"), ["connection"]);
    assert.deepEqual(accountIds.at(-1), other.id);
    assert.equal(wire.count("GET /auth/connections"), 2);
    tree.dispose();
  });

  it("shows no error once the window has switched accounts", async (context) => {
    const { parts, shown } = await commandFixture(context);
    const other = await parts.accounts.add("Other", "https://other.example", "sk_other");
    class Leaving extends EntitlementsModel {
      override async refresh(): Promise<EntitlementsState> {
        await parts.session.switchTo(other);
        return { failure: { kind: "sandboxFailed", reason: "Not this one." } };
      }
    }
    const snapshots = new EntitlementsCache(
      new AccountStore(await temporaryDirectory(context)),
      assert.ifError,
    );
    const leaving = new Leaving(parts.session, parts.service, snapshots, changesSince);
    await showEntitlements({ ...parts, entitlements: leaving }, { fresh: true });
    assert.deepEqual(shown, []);
    leaving.dispose();
  });

  it("continues even if the new account's plan lacks managed auth", async (context) => {
    const run = await switchAfterCancel(context, { managed_auth: { enabled: false } });
    const again = run.again();
    const question = await screen.next(InputBox);
    assert.match(question.prompt ?? "", /Domain/);
    await leave(question, again);
  });

  for (const [requestAction, send] of [
    [
      "resent",
      (run: Run) =>
        run.again({
          draft: { ...full, proxy: { kind: "id", id: "proxy_1" } },
          start: "review",
          send: true,
        }),
    ],
    [
      "checked",
      async (run: Run) => {
        const proxy = { id: "proxy_1" };
        const request = { domain: "shop.example", profile_name: "buyer", browser: { proxy } };
        await run.pending.markUnknown(await run.pending.add(run.accountId, origin, request));
        const shown: CommandResult[] = [];
        await checkPending(
          inPart({
            ...run,
            requireAccess: () => Promise.resolve(run.access),
            panel: {
              show: (result) => Promise.resolve(void shown.push(result)),
              markDeleted: () => Promise.resolve(undefined),
            },
          }),
        );
        return shown[0];
      },
    ],
  ] as const)
    it(`ignores the new account's plan when explaining a refusal of the ${requestAction} request`, async (context) => {
      const run = await switchAfterCancel(context, { custom_proxies: { enabled: false } });
      run.wire.serve("GET /auth/connections", 200, []);
      run.wire.serve(create, 403, { code: "insufficient_plan", message: "No more." });
      const { card } = (await send(run)) ?? assert.fail();
      assert.deepEqual(argumentOf(card, "managedAuth.showEntitlements"), { feature: "managed_auth" });
    });
});
