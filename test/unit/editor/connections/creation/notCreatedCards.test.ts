import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { ApiError } from "../../../../../src/api/errors.ts";
import {
  conflictCard,
  dismissedCard,
  foundCard,
  refusedCreationCard,
  unknownCreationCard,
} from "../../../../../src/editor/connections/creation/notCreatedCards.ts";
import { cardText } from "../../../../../src/editor/results/cardText.ts";
import { commandAction, type ResultCard } from "../../../../../src/editor/results/buttons.ts";
import {
  actionsOf,
  assertComplete,
  block,
  rowsOf,
  service,
  argumentOf,
  toneOf,
} from "../../../../support/cards.ts";

const request = {
  domain: "example.com",
  profile_name: "work",
  browser: { proxy: { name: "exit" } },
} as const;
const host = "api.example.com";
const draft = { domain: "example.com", profile_name: "work" };
const keptDraft = { draft, named: [], pendingId: "p1" };

describe("the card for a connection that wasn't created", () => {
  it("lists every error of the response", (t) => {
    const card = refusedCreationCard(
      service,
      request,
      {
        kind: "invalid",
        sent: "refused",
        status: 400,
        code: "bad_request",
        message: "Invalid input",
        details: [
          { code: "proxy_ambiguous", message: "Two proxies are called exit" },
          { message: "One more" },
        ],
        inner_error: { code: "invalid_input", message: "See details" },
      },
      { draft, named: [] },
    );
    assertComplete(card);
    assert.equal(card.title, "Connection not created");
    assert.equal(toneOf(card), "error");
    assert.equal(card.summary.at(-1), "Your answers are kept for a day.");
    t.assert.snapshot([block(card, "list", "The service says"), rowsOf(card, "Requested")]);
    assert.deepEqual(JSON.parse(block(card, "forms", "Request as code").forms[0]?.text ?? ""), request);
    assert.deepEqual(actionsOf(card), ["Change Answers…!"]);
    assert.deepEqual(argumentOf(card, "managedAuth.createConnection"), { draft, start: "review" });
  });

  for (const [error, actions] of [
    [{ kind: "unauthorized", sent: "refused", status: 401 }, ["Replace Token…!", "Change Answers…"]],
    [{ kind: "forbidden", sent: "refused", status: 403 }, ["Show Entitlements!", "Change Answers…"]],
    [{ kind: "limited", sent: "refused", status: 429 }, ["Try Again!", "Change Answers…"]],
    [{ kind: "offline", sent: "no", reason: "ENOTFOUND", host }, ["Try Again!", "Change Answers…"]],
    [{ kind: "invalid", sent: "no", reason: "request" }, ["Change Answers…!"]],
  ] as const satisfies readonly (readonly [ApiError, readonly string[]])[])
    it(`has the title "Connection not created" after the error ${error.kind}`, () => {
      const card = refusedCreationCard(service, request, error, { draft, named: [] });
      assertComplete(card);
      assert.equal(card.title, "Connection not created");
      assert.deepEqual(actionsOf(card), actions);
    });
});

describe("the card for a rate-limited create request", () => {
  const limited = (retryAfterSeconds?: number): ResultCard =>
    refusedCreationCard(
      service,
      request,
      { kind: "limited", sent: "refused", status: 429, ...(retryAfterSeconds && { retryAfterSeconds }) },
      { draft, named: [] },
    );

  it("counts down to the retry time, measured from the response's arrival", () => {
    const card = limited(12);
    assert.deepEqual(card.summary, ["Too many requests.", "Your answers are kept for a day."]);
    assert.deepEqual(card.countdown, {
      until: service.at.getTime() + 12_000,
      before: "Try again in {0}.",
      after: "You can try again now.",
    });
    assert.match(cardText(card), /Too many requests\.[^]*Try again in 12 seconds\./);
  });

  it("asks the user to wait if the service gives no retry time", () => {
    const card = limited();
    assert.equal(card.countdown, undefined);
    assert.ok(card.summary.includes("Wait a moment, then try again."));
  });

  it("has a Try Again button that resends the request and replaces the card", () => {
    assert.deepEqual(limited(12).actions.next, {
      label: "Try Again",
      press: commandAction("managedAuth.createConnection", {
        draft,
        start: "review",
        send: true,
        resultId: service.id,
      }),
    });
  });
});

it("cards for a failed creation show the proxy and offer to copy its ID", () => {
  const requested = { ...request, browser: { proxy: { id: "p_1" } } };
  const error = { kind: "server", sent: "unknown", status: 500 } as const;
  for (const [named, text] of [
    [[{ id: "p_1", name: "office" }], "office"],
    [[], "ID p_1"],
  ] as const)
    for (const card of [
      refusedCreationCard(service, requested, error, { draft, named }),
      unknownCreationCard(service, requested, error, { ...keptDraft, named }),
    ]) {
      const row = block(card, "rows", "Requested").rows.find(({ label }) => label === "Proxy");
      assert.deepEqual(
        [row?.value, row?.copy?.press],
        [
          { text, hint: "p_1" },
          { does: "copyValue", text: "p_1" },
        ],
      );
    }
});

describe("the card for an unknown creation result", () => {
  it("explains that Check Now can't create a second connection", () => {
    const cards: readonly ResultCard[] = [
      unknownCreationCard(
        service,
        request,
        { kind: "server", sent: "unknown", status: 500, message: "Oops" },
        keptDraft,
      ),
      unknownCreationCard(service, request, undefined, keptDraft),
    ];
    for (const card of cards) {
      assertComplete(card);
      assert.equal(toneOf(card), "warning");
      assert.equal(card.title, "Couldn't confirm that example.com was created");
      assert.deepEqual(card.summary.slice(1), [
        "Check Now sends the same request again and can't create a second connection.",
      ]);
      assert.deepEqual(actionsOf(card), ["Check Now!", "Dismiss", "…Change Answers…"]);
      assert.deepEqual(argumentOf(card, "managedAuth.checkPending"), { id: "p1", resultId: service.id });
      assert.deepEqual(argumentOf(card, "managedAuth.dismissPending"), { id: "p1" });
    }
    assert.deepEqual(block(cards[0] ?? assert.fail(), "list", "The service says").lead, { text: "Oops" });
  });
});

describe("the card for an unknown creation result that the user dismissed", () => {
  it("has no Check Now button and explains where to find the connection", () => {
    const card = dismissedCard(unknownCreationCard(service, request, undefined, keptDraft));
    assertComplete(card);
    assert.equal(toneOf(card), "neutral");
    assert.deepEqual(actionsOf(card), ["…Change Answers…"]);
    assert.match(card.summary.join(" "), /can no longer be checked.*Show Connection/);
  });
});

describe("the card for a connection that already exists", () => {
  const conflict = {
    kind: "conflict",
    sent: "refused",
    status: 409,
    code: "already_exists",
    message: "Exists.",
  } as const;

  it("shows the existing connection and a button that copies its ID", (t) => {
    const card = conflictCard(service, request, conflict, "ma_9", draft);
    assertComplete(card);
    assert.equal(card.title, "This connection already exists");
    t.assert.snapshot([
      rowsOf(card, "Connection"),
      block(card, "list", "The service says").lead,
      actionsOf(card),
    ]);
  });

  it("shows no ID if the response contains none", () => {
    const card = conflictCard(service, request, conflict, undefined, draft);
    assertComplete(card);
    assert.deepEqual(rowsOf(card, "Connection"), { Domain: "example.com", Profile: "work" });
    assert.deepEqual(actionsOf(card), ["Change Answers…!"]);
  });
});

describe("the card for a connection found after a lost response", () => {
  it("states that the request likely created the connection and links to it", () => {
    const card = foundCard(service, request, "ma_9", new Date("2026-11-20T10:41:00Z"));
    assertComplete(card);
    assert.notEqual(toneOf(card), "error");
    assert.equal(card.title, "example.com exists, likely from your attempt");
    assert.match(card.summary.join(" "), /Your attempt at .*2026.* likely created this connection/);
    assert.match(card.summary.join(" "), /If someone created the connection earlier/);
    assert.deepEqual(rowsOf(card, "Connection"), { ID: "ma_9", Domain: "example.com", Profile: "work" });
    assert.deepEqual(actionsOf(card), ["Show Connection!", "…Copy ID"]);
  });
});
