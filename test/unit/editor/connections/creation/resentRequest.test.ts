// Tests resending a refused creation from its result page.
import assert from "node:assert/strict";
import { beforeEach, describe, it } from "node:test";
import { QuickPick, reset, screen } from "../../../../doubles/vscode.ts";
import { full } from "../../../../support/asking.ts";
import { commandFixture, type CommandFixture } from "../../../../support/commandFixture.ts";
import { nextShown } from "../../../../support/resourceFixture.ts";

beforeEach(reset);

const draft = { ...full, domain: "shop.example", profile_name: "buyer" };
const resultId = "00000000-0000-4000-8000-00000000000d";

const resendRequest = (fixture: CommandFixture, more: object = {}): Promise<void> =>
  fixture.parts.start("managedAuth.createConnection", {
    draft,
    start: "review",
    send: true,
    resultId,
    ...more,
  });
const sent = ({ offers }: CommandFixture): number => offers.count("POST /auth/connections");

describe("Try Again after the service refused to create the connection", () => {
  it("resends the request without confirmation and shows the result on the same page", async (context) => {
    const fixture = await commandFixture(context);
    fixture.offers.reply("/auth/connections", 429, { code: "too_many", message: "Slow down." });
    await resendRequest(fixture);
    assert.equal(sent(fixture), 1);
    assert.deepEqual(
      fixture.shown.map(({ card }) => [card.id, card.title]),
      [[resultId, "Connection not created"]],
    );
    assert.ok(!screen.rest.some((one) => one instanceof QuickPick));
  });

  it("sends only one request if pressed twice quickly", async (context) => {
    const fixture = await commandFixture(context);
    fixture.offers.reply("/auth/connections", 429, { code: "too_many", message: "Slow down." });
    const release = fixture.offers.hold("/auth/connections");
    const both = [resendRequest(fixture), resendRequest(fixture)];
    await both[1];
    release();
    await both[0];
    assert.equal(sent(fixture), 1);
    await resendRequest(fixture);
    assert.equal(sent(fixture), 2, "once there is an answer, it may be sent again");
  });

  it("reopens the review first if the login URL wasn't stored", async (context) => {
    const fixture = await commandFixture(context);
    const resending = resendRequest(fixture, { loginPageLeftOut: true });
    const pick = await nextShown(QuickPick, true);
    assert.equal(pick.title, "Create Connection: Review");
    pick.hide();
    await resending;
    assert.equal(sent(fixture), 0);
  });
});
