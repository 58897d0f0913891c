import assert from "node:assert/strict";
import { beforeEach, it } from "node:test";
import { ManagedAuth } from "../../../../../src/api/schemas.ts";
import { followListed } from "../../../../../src/editor/connections/login/followListed.ts";
import { Log } from "../../../../../src/editor/kit/log.ts";
import { EventEmitter, reset } from "../../../../doubles/vscode.ts";
import { followed, ScriptedLogins } from "../../../../support/logins.ts";
import { Offers, quiet } from "../../../../support/offers.ts";

beforeEach(reset);

for (const [what, end, reads] of [
  ["is fetched again if a connection was deleted during its login", { kind: "gone" }, 1],
  ["isn't fetched again after a successful login", { kind: "loggedIn" }, 0],
] as const)
  it(`the list of connections ${what} with followListed`, async (context) => {
    const logins = new ScriptedLogins();
    const { client } = new Offers(context);
    const account = { kind: "service", id: "a", label: "Team", baseUrl: "https://api.example.com" } as const;
    const row = ManagedAuth.parse({ id: "ma_1", flow_status: "SUCCESS" });
    const reading = { rows: [row], more: false, unreadable: 0, isPartial: false, readAt: new Date() };
    let read = 0;
    const following = followListed({
      logins,
      log: new Log(),
      tell: () => Promise.resolve(),
      remember: () => Promise.resolve(),
      session: { state: { kind: "signedIn", account } },
      service: { access: () => Promise.resolve({ account, baseUrl: account.baseUrl, client }) },
      connections: {
        state: { reading },
        onDidChange: new EventEmitter<never>().event,
        updateRow: () => undefined,
        refreshIfLoaded: () => {
          read++;
          return Promise.resolve();
        },
      },
    });
    context.after(() => following.dispose());
    logins.is(followed({ connection: { flow_status: "IN_PROGRESS" }, end }));
    await quiet();
    assert.equal(read, reads);
  });
