import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import { ManagedAuth } from "../../../../../src/api/schemas.ts";
import { creationResult } from "../../../../../src/editor/connections/creation/creationResult.ts";
import { actionsOf, assertComplete, block, sandbox, service, argumentOf } from "../../../../support/cards.ts";
import { Offers } from "../../../../support/offers.ts";

const request = { domain: "example.com", profile_name: "work" };
const fresh = {
  id: "ma_123",
  ...request,
  status: "NEEDS_AUTH",
  can_reauth_reason: "no_prior_successful_login",
};

function created(context: TestContext, reply: object = fresh, requested = request, resultContext = service) {
  const { account, baseUrl } = resultContext;
  const page = creationResult(
    {
      results: { newId: () => service.id },
      access: { account, baseUrl, client: new Offers(context).client },
      entitlements: undefined,
    },
    {
      verdict: { kind: "created", value: ManagedAuth.parse(reply), raw: reply },
      pending: {
        v: 1,
        id: "p_1",
        accountId: account.id,
        baseUrl,
        request: requested,
        startedAt: 0,
        pid: 1,
        phase: "sending",
      },
    },
  );
  return page ?? assert.fail("no page");
}

describe("the page of a new connection", () => {
  it("shows the connection, with a confirmation for five seconds", (context) => {
    context.mock.timers.enable({ apis: ["Date"], now: service.at });
    const { accountId, card, connectionId, tab } = created(context);
    assertComplete({ ...card, title: "A title" });
    assert.deepEqual([accountId, connectionId, tab?.title], ["a", "ma_123", "example.com · work"]);
    assert.deepEqual(card.done, { text: "Created", until: service.at.getTime() + 5_000 });
    assert.deepEqual(card.head, { kind: "header", state: { text: "Never logged in", tone: "warning" } });
    assert.deepEqual(card.summary, ["Log in once, and agents can use this profile."]);
    assert.equal(actionsOf(card)[0], "Log In…!");
    assert.deepEqual(argumentOf(card, "managedAuth.showConnection"), { id: "ma_123", resultId: service.id });
    assert.deepEqual(argumentOf(card, "managedAuth.duplicateConnection"), { id: "ma_123" });
    assert.deepEqual(JSON.parse(block(card, "code", "Response as received, secrets masked").text), fresh);
  });

  it("lists settings that the service changed", (context) => {
    const requested = { domain: "www.example.com", profile_name: "Work" };
    assert.deepEqual(created(context, fresh, requested).card.summary.slice(0, 2), [
      "The service changed the domain from www.example.com to example.com.",
      "The service changed the profile from Work to work.",
    ]);
  });

  it("shows the started login but none of its secret URLs", (context) => {
    const secrets = {
      hosted_url: "https://auth.example/SECRETCODE",
      live_view_url: "https://live.example/SECRETVIEW",
    };
    const page = created(context, { ...fresh, flow_status: "IN_PROGRESS", ...secrets });
    assert.deepEqual([page.isBusy, page.card.blocks[0]?.kind], [true, "task"]);
    assert.deepEqual(page.secrets, { hosted_url: secrets.hosted_url });
    assert.doesNotMatch(JSON.stringify(page.card), /SECRET/);
  });

  it("is labelled as sandbox data and omits the service URL in the sandbox", (context) => {
    const { card } = created(context, fresh, request, sandbox);
    assert.deepEqual(card.context, ["work", "Sandbox"], "no port, no address");
    assert.equal(card.sandbox, "Sandbox · sample data on this computer");
  });
});
