import assert from "node:assert/strict";
import { before, beforeEach, describe, it } from "node:test";
import { patience, until, within } from "../host/until.ts";
import { pressFor } from "../host/workbench/keys.ts";
import type { Workbench } from "../host/workbench.ts";
import {
  waitForQuestion,
  askForToken,
  createConnection,
  createRow,
  waitForCommandEnd,
  waitForProgressEnd,
  openDestinations,
  questions,
  waitForAccount,
} from "./flows.ts";
import { alreadyExists, badRequest, elsewhere, internalError } from "./literals.ts";
import { pressInResult, resultCard, type ShownCard } from "./resultCard.ts";
import type { StandIn } from "./standIn.ts";
import { openSignedInForSuite } from "./suiteHooks.ts";

const token = "tok-trouble";

describe("error handling", () => {
  let workbench: Workbench;
  let standIn: StandIn;
  openSignedInForSuite(token, (opened) => ({ workbench, standIn } = opened));
  beforeEach(async () => {
    await standIn.resume();
    standIn.reset();
  });

  describe("while creating a connection", () => {
    /**
     * Returns from a result to the review, expects the answers there and creates the connection with the default
     * responses.
     */
    async function createAfterAll(): Promise<void> {
      standIn.reset();
      await pressInResult(workbench, "Change Answers…");
      await waitForQuestion(workbench, questions.review);
      assert.equal((await workbench.quickInput.row("Domain")).description, "example.com");
      assert.equal((await workbench.quickInput.row("Profile")).description, "my-profile");
      await workbench.quickInput.choose(createRow);
      await resultCard(workbench, "Connection created");
      assert.equal(standIn.of("POST").length, 1);
      await waitForCommandEnd(workbench);
    }

    for (const [status, answer, title, summary, says] of [
      [
        "400 with details",
        { status: 400, body: badRequest },
        "Connection not created",
        "The service didn't accept the input.",
        ({ lists }: ShownCard) =>
          assert.deepEqual(lists["The service says"], [
            "Invalid input. (bad_request)",
            "domain must be a public suffix plus one label (invalid_domain)",
            "two active proxies have this name (ambiguous_proxy)",
            "2 problems (validation)",
          ]),
      ],
      [
        "409",
        { status: 409, body: alreadyExists },
        "This connection already exists",
        "Use that connection, or choose another profile or domain.",
        ({ rows }: ShownCard) => assert.equal(rows["Existing ID"], "ma_existing7"),
      ],
    ] as const)
      it(`explains the response ${status} and keeps the user's answers`, async () => {
        standIn.reply("POST", answer);
        await createConnection(workbench, "example.com", "my-profile");
        says(await resultCard(workbench, title, summary));
        assert.equal(standIn.changes.length, 1);
        await waitForCommandEnd(workbench);
        await createAfterAll();
      });

    /** Presses Check Now in an unknown result and expects the same request again. */
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
      await until("the row to disappear", async () =>
        (await tree.rows()).every(({ description }) => description !== "unknown if created"),
      );
      await waitForCommandEnd(workbench);
    }

    it("reports an unknown result after two 500 responses and offers Check Now", async () => {
      standIn.reply("POST", { status: 500, body: internalError });
      await createConnection(workbench, "example.com", "my-profile");
      const card = await resultCard(
        workbench,
        "Couldn't confirm that example.com was created",
        "The service failed (status 500).",
      );
      assert.match(
        card.summary[1] ?? "",
        /^Check Now sends the same request again and can't create a second/,
      );
      const [first, second, ...others] = standIn.changes.map(({ body }) => body);
      assert.deepEqual([second, others], [first, []], "exactly the same, once more");
      await waitForCommandEnd(workbench);
      await checkNow();
    });

    it("reports the existing connection after status 500 and then 409", async () => {
      standIn.reply("POST", () =>
        standIn.changes.length === 1
          ? { status: 500, body: internalError }
          : { status: 409, body: alreadyExists },
      );
      await createConnection(workbench, "example.com", "my-profile");
      const card = await resultCard(workbench, "example.com exists, likely from your attempt");
      assert.equal(card.rows["ID"], "ma_existing7");
      await waitForCommandEnd(workbench);
    });

    it("reports an unreachable service and keeps the user's answers for a retry", async () => {
      await standIn.stop();
      await createConnection(workbench, "example.com", "my-profile");
      const card = await resultCard(workbench, "Connection not created");
      assert.equal(card.summary[0], `${standIn.host} refused the connection.`);
      assert.ok(card.summary.includes("Your answers are kept for a day."));
      await waitForCommandEnd(workbench);
      await standIn.resume();
      await createAfterAll();
    });

    it("lets the user cancel a pending request and check the unknown result", async () => {
      standIn.reply("POST", "silence");
      await createConnection(workbench, "example.com", "my-profile");
      await until("the request", () => standIn.of("POST").length === 1);
      await workbench.notifications.press("Creating the connection for example.com", "Cancel");
      const card = await resultCard(workbench, "Couldn't confirm that example.com was created");
      assert.equal(card.summary[0], "You canceled the request before the service responded.");
      assert.equal(standIn.changes.length, 1, "nothing more is sent of what was cancelled");
      await waitForCommandEnd(workbench);
      await checkNow();
    });
  });

  describe("during service failures", () => {
    before(() => workbench.runCommand("View: Close All Editors"));

    /** Fetches the entitlements with the default responses and waits until they are shown as current. */
    async function recover(): Promise<void> {
      const tree = workbench.entitlements;
      standIn.reset();
      await workbench.runCommand("Managed Auth: Refresh Entitlements");
      await until("fresh rows", async () => {
        const [first] = await tree.rows();
        return first?.label === "Usage and limits" && (await tree.age()) === "";
      });
    }

    it("reports an unreachable service in the tree and offers a retry", async () => {
      const tree = workbench.entitlements;
      await standIn.stop();
      await workbench.reloadView();
      const words = `${standIn.host} refused the connection`;
      const short = `Can't reach ${standIn.host}`;
      const row = await tree.row(short);
      assert.equal(row.icon, "warning");
      assert.match(row.ariaLabel, /Press Enter to try again, has actions$/);
      await waitForProgressEnd(workbench);
      await workbench.runCommand("Managed Auth: Create Connection…");
      await waitForQuestion(workbench, questions.domain);
      await workbench.quickInput.escape();
      await workbench.runCommand("Managed Auth: Show Entitlements");
      assert.equal((await resultCard(workbench, "Couldn't read the entitlements")).summary[0], `${words}.`);
      await standIn.resume();
      await tree.select(short);
      await tree.row("Usage and limits");
      await pressInResult(workbench, "Try Again");
      await resultCard(workbench, "Entitlements");
      await waitForCommandEnd(workbench);
    });

    for (const [failure, answer, headline] of [
      ["429", { status: 429, headers: { "Retry-After": "120" } }, "Too many requests"],
      [
        "a redirect",
        { status: 302, headers: elsewhere },
        "The service tried to redirect the request to evil.example",
      ],
    ] as const)
      it(`keeps the rows and shows their age when the service replies with ${failure}`, async () => {
        const tree = workbench.entitlements;
        standIn.reply("GET", answer);
        await workbench.runCommand("Managed Auth: Refresh Entitlements");
        await tree.row(headline);
        await until("the age of the rows", async () => (await tree.age()) !== "");
        assert.equal((await tree.row("Browser replays")).description, "kept for 14 days");
        await waitForProgressEnd(workbench);
        await recover();
      });

    it("marks entitlements as outdated during an outage until the user refreshes them", async () => {
      await standIn.stop();
      await workbench.runCommand("Managed Auth: Refresh Entitlements");
      await workbench.entitlements.row(`Can't reach ${standIn.host}`);
      await until("the age of the rows", async () =>
        (await workbench.entitlements.age()).startsWith("Can't reach the service. As of "),
      );
      await workbench.runCommand("Managed Auth: Show Entitlements");
      await resultCard(workbench, "Entitlements", `${standIn.host} refused the connection. Shown as of `);
      await standIn.resume();
      await pressInResult(workbench, "Refresh");
      await until("a report that is not old", async () => {
        return (await resultCard(workbench, "Entitlements")).summary.length === 0;
      });
      await waitForCommandEnd(workbench);
    });

    it("lets the user cancel a deletion that gets no response", async () => {
      const { dialog, notifications, quickInput } = workbench;
      standIn.reply("DELETE", "silence");
      await openDestinations(workbench);
      await quickInput.answer("slow-one");
      await dialog.read();
      await dialog.press("Delete");
      await until("the request", () => standIn.of("DELETE").length === 1);
      await notifications.press("Deleting telemetry destinations", "Cancel");
      const card = await resultCard(workbench, "Result unknown");
      const notes = ["You canceled the request before the service responded."];
      assert.deepEqual(card.table, [{ cells: ["slow-one", "Unknown"], notes }]);
      await waitForCommandEnd(workbench);
    });

    it("cancels a sign-in on Esc while the token check gets no response", async () => {
      const { quickInput } = workbench;
      await askForToken(workbench, standIn.baseUrl);
      standIn.reply("GET", "silence");
      await quickInput.pasteAnswer(token);
      await until("the check of the token", () => standIn.of("GET").length === 1);
      await until("the input to be busy", () => quickInput.isBusy());
      await quickInput.escape();
      await waitForProgressEnd(workbench);
      await waitForAccount(workbench, standIn.host);
    });

    /** Opens the wizard in a reloaded window while it fetches the plan, which takes at most 30 seconds. */
    async function waitForPlan(): Promise<void> {
      const isReading = async (): Promise<boolean> => {
        await workbench.reload();
        await workbench.runCommand("Managed Auth: Create Connection…");
        const waits = async (): Promise<boolean> =>
          (await workbench.quickInput.placeholder()) === "Reading your plan…";
        return (await within(5_000, waits)) === true;
      };
      await until("the wait for the plan", isReading, 3 * patience);
    }

    it("moves the wizard's progress to a cancellable notification when the palette opens", async () => {
      const { notifications, page, quickInput } = workbench;
      standIn.reply("GET", "silence");
      await waitForPlan();
      await pressFor(page, "F1", "the wait as a notification", async () =>
        (await notifications.shown()).some(({ message }) =>
          message.includes("Create Connection: Reading your plan…"),
        ),
      );
      await quickInput.escape();
      await notifications.press("Create Connection: Reading your plan…", "Cancel");
      await until("the notification to disappear", () => notifications.isSilent());
    });

    it("closes the wizard on Esc while the plan is being fetched", async () => {
      standIn.reply("GET", "silence");
      await waitForPlan();
      await workbench.quickInput.escape();
      await until("no notification", () => workbench.notifications.isSilent());
    });
  });
});
