import assert from "node:assert/strict";
import { after, afterEach, before, beforeEach, describe, it } from "node:test";
import { until } from "../host/until.ts";
import type { Workbench } from "../host/workbench.ts";
import { asked, createConnection, createRow, ended, leave, questions, openSignedIn } from "./flows.ts";
import {
  alreadyExists,
  badRequest,
  created,
  elsewhere,
  forbidden,
  half,
  internalError,
  webPage,
} from "./literals.ts";
import { pressInResult, resultCard, type ShownCard } from "./resultCard.ts";
import type { Answer, StandIn } from "./standIn.ts";

const token = "tok-trouble";

describe("trouble with a creation", () => {
  let workbench: Workbench;
  let standIn: StandIn;

  before(async () => {
    ({ workbench, standIn } = await openSignedIn(token));
  });
  after(async () => {
    await Promise.all([workbench.stop(), standIn.stop()]);
  });
  beforeEach(async () => {
    await standIn.resume();
    standIn.reset();
  });
  afterEach(() => leave(workbench));
  /** From a result back to the review, where the answers must be, and creates with the service as usual. */
  async function createAfterAll(): Promise<void> {
    standIn.reset();
    await pressInResult(workbench, "Change Answers…");
    await asked(workbench, questions.review);
    assert.equal((await workbench.quickInput.row("Domain")).description, "example.com");
    assert.equal((await workbench.quickInput.row("Profile")).description, "my-profile");
    await workbench.quickInput.choose(createRow);
    await resultCard(workbench, "Connection created");
    assert.equal(standIn.of("POST").length, 1);
    await ended(workbench);
  }

  type Says = (card: ShownCard) => void;
  const refusals: readonly (readonly [
    what: string,
    answer: Answer,
    title: string,
    summary: string,
    says: Says,
  ])[] = [
    [
      "400 with details",
      { status: 400, body: badRequest },
      "Connection not created",
      "The service didn't accept the input.",
      ({ lists }) =>
        assert.deepEqual(lists["The service says"], [
          "Invalid input. (bad_request)",
          "domain must be a public suffix plus one label (invalid_domain)",
          "two active proxies have this name (ambiguous_proxy)",
          "2 problems (validation)",
        ]),
    ],
    [
      "403",
      { status: 403, body: forbidden },
      "Connection not created",
      "Your plan has no room for this.",
      ({ buttons, lists }) => {
        assert.deepEqual(lists["The service says"], [
          "This plan allows no more connections. (insufficient_plan)",
        ]);
        assert.ok(buttons.includes("Show Entitlements"));
      },
    ],
    [
      "409",
      { status: 409, body: alreadyExists },
      "This connection already exists",
      "Use that connection, or choose another profile or domain.",
      ({ rows }) => assert.equal(rows["Existing ID"], "ma_existing7"),
    ],
    [
      "409 without a body",
      { status: 409 },
      "This connection already exists",
      "Use that connection, or choose another profile or domain.",
      ({ buttons }) => assert.ok(!buttons.includes("Copy ID")),
    ],
    [
      "429",
      { status: 429, headers: { "Retry-After": "10800" } },
      "Connection not created",
      "Too many requests.",
      ({ summary }) => assert.ok(summary.includes("Try again in 3 hours.")),
    ],
  ];
  for (const [what, answer, title, summary, says] of refusals) {
    it(`says what ${what} to a creation means, sends it once, and creates with the kept answers`, async () => {
      standIn.reply("POST", answer);
      await createConnection(workbench, "example.com", "my-profile");
      says(await resultCard(workbench, title, summary));
      assert.equal(standIn.changes.length, 1);
      await ended(workbench);
      await createAfterAll();
    });
  }

  /** From a result that is unknown to the one that tells: the same is sent once more. */
  async function checkNow(): Promise<void> {
    const { connections: tree } = workbench;
    assert.equal((await tree.row("example.com")).description, "unknown if created");
    const { body } = standIn.changes[0] ?? { body: "" };
    standIn.reset();
    await pressInResult(workbench, "Check Now");
    await resultCard(workbench, "Connection created");
    assert.deepEqual(
      standIn.changes.map((request) => request.body),
      [body],
    );
    await until("the row to go", async () =>
      (await tree.rows()).every(({ description }) => description !== "unknown if created"),
    );
    await ended(workbench);
  }

  const losses: readonly (readonly [what: string, answer: Answer, summary: string])[] = [
    ["500", { status: 500, body: internalError }, "The service failed (status 500)."],
    [
      "201 with a page of HTML",
      { status: 201, body: webPage, type: "text/html" },
      "The answer is a web page, not the service's.",
    ],
    [
      "201 with half a JSON",
      { status: 201, body: half(created) },
      "This version can't read the service's answer.",
    ],
    [
      "a redirect",
      { status: 307, headers: elsewhere },
      "The service tried to redirect the request to evil.example.",
    ],
  ];
  for (const [what, answer, summary] of losses) {
    it(`says that the result is unknown where a creation is answered by ${what}, and checks it`, async () => {
      standIn.reply("POST", answer);
      await createConnection(workbench, "example.com", "my-profile");
      const card = await resultCard(workbench, "Couldn't confirm that example.com was created", summary);
      assert.match(card.summary[1] ?? "", /^Check Now sends the same request again\. No second connection/);
      const [first, second, ...others] = standIn.changes.map(({ body }) => body);
      assert.deepEqual([second, others], [first, []], "exactly the same, once more");
      await ended(workbench);
      await checkNow();
    });
  }

  it("finds the connection that a creation made whose answer was lost", async () => {
    standIn.reply("POST", () =>
      standIn.changes.length === 1
        ? { status: 500, body: internalError }
        : { status: 409, body: alreadyExists },
    );
    await createConnection(workbench, "example.com", "my-profile");
    const card = await resultCard(workbench, "example.com exists, likely from your attempt");
    assert.equal(card.rows["ID"], "ma_existing7");
    await ended(workbench);
  });

  it("says that nothing answered a creation, and creates with the kept answers", async () => {
    await standIn.stop();
    await createConnection(workbench, "example.com", "my-profile");
    const card = await resultCard(workbench, "Connection not created");
    assert.equal(card.summary[0], `${standIn.host} refused the connection.`);
    assert.ok(card.summary.includes("Your answers are kept for a day."));
    await ended(workbench);
    await standIn.resume();
    await createAfterAll();
  });

  it("cancels a creation that gets no answer, and says that its result is unknown", async () => {
    const { notifications } = workbench;
    standIn.reply("POST", "silence");
    await createConnection(workbench, "example.com", "my-profile");
    await until("the request", () => standIn.of("POST").length === 1);
    await notifications.press("Creating the connection for example.com", "Cancel");
    const card = await resultCard(workbench, "Couldn't confirm that example.com was created");
    assert.equal(card.summary[0], "You canceled the request before its answer.");
    assert.equal(standIn.changes.length, 1, "nothing more is sent of what was cancelled");
    await ended(workbench);
    await checkNow();
  });
});
