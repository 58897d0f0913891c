// Tests the stored draft of a new connection. The login URL is never stored.
import assert from "node:assert/strict";
import { beforeEach, describe, it, type TestContext } from "node:test";
import type { ConnectionDraft } from "../../../../../src/domain/draft/draft.ts";
import { logged, QuickPick, reset, screen } from "../../../../doubles/vscode.ts";
import { full } from "../../../../support/asking.ts";
import { begin, type, typeIntoList, type Run } from "../../../../support/creating.ts";
import { describedOf } from "../../../../support/rows.ts";
import { leave } from "../../../../support/resourceFixture.ts";
import { expectMessage } from "../../../../support/messages.ts";

beforeEach(reset);

describe("the stored draft of a new connection", () => {
  /** Starts the wizard with these answers, enters the domain and cancels. */
  async function leaveWizard(context: TestContext, draft: ConnectionDraft, domain: string): Promise<Run> {
    const run = await begin(context, undefined, { draft, start: "domain" });
    await type(domain);
    await leave(await screen.next(QuickPick), run.result);
    return run;
  }

  for (const [choice, domain] of [
    ["Continue Other Connection", "other.example"],
    ["Discard and Start New", "example.com"],
  ] as const)
    it(`can be continued or discarded when the wizard opens with other answers: ${choice}`, async (context) => {
      const run = await leaveWizard(context, full, "other.example");
      const another = run.again({ draft: full, start: "review" });
      const question = await screen.next(QuickPick);
      assert.deepEqual(describedOf(question.rows), [
        ["Continue Other Connection", "other.example · work"],
        ["Discard and Start New", "example.com · work"],
      ]);
      question.choose(choice);
      const review = await screen.next(QuickPick);
      assert.equal(review.rows.find(({ label }) => label === "Domain")?.description, domain);
      await leave(review, another);
      assert.equal(
        (await run.drafts.load(run.accountId))?.draft.domain,
        "other.example",
        "nothing was answered",
      );
    });

  it("is kept if the user cancels the replacement prompt", async (context) => {
    const run = await leaveWizard(context, full, "other.example");
    const another = run.again({ draft: full, start: "review" });
    (await screen.next(QuickPick)).escape();
    assert.equal(await another, undefined);
    assert.equal((await run.drafts.load(run.accountId))?.draft.domain, "other.example");
  });

  it("is resumed with a prompt for the login URL, which wasn't saved", async (context) => {
    await begin(context, undefined, { draft: full, start: "review", notKept: ["login_url"] });
    const before = await screen.next(QuickPick);
    assert.equal(before.prompt, "The login page wasn't saved. Enter the address again if needed.");
    before.enter();
    await type("https://example.com/login");
    assert.equal((await screen.next(QuickPick)).prompt, undefined);
  });

  it("omits the login URL and shows a note about it on each resume", async (context) => {
    const withPage = { ...full, login_url: "https://example.com/login?token=canary" };
    const run = await leaveWizard(context, withPage, "example.com");
    assert.deepEqual(await run.drafts.load(run.accountId), { draft: full, notKept: ["login_url"] });
    for (const resumed of [false, true]) {
      const again = run.again();
      (await screen.next(QuickPick)).choose("Continue");
      let review = await screen.next(QuickPick);
      assert.equal(review.prompt, "The login page wasn't saved. Enter the address again if needed.");
      assert.equal(
        review.rows.find(({ label }) => label === "Login page")?.description,
        "Found by the service",
      );
      if (!resumed) {
        review.choose("Stealth");
        (await screen.next(QuickPick)).choose("Off");
        review = await screen.next(QuickPick);
      }
      await leave(review, again);
    }
  });

  it("isn't offered if it differs from the wizard's answers only in the login URL", async (context) => {
    const withPage = { ...full, login_url: "https://example.com/login?a=1" };
    const run = await leaveWizard(context, withPage, "example.com");
    const again = run.again({ draft: withPage, start: "review" });
    const review = await screen.next(QuickPick);
    assert.equal(review.prompt, undefined);
    assert.match(review.rows.find(({ label }) => label === "Login page")?.description ?? "", /login\?a=1/);
    await leave(review, again);
  });

  it("causes only a single warning if it can't be saved", async (context) => {
    const run = await begin(context);
    context.mock.method(run.drafts, "save", () =>
      Promise.reject(Object.assign(new Error("SECRET"), { code: "ENOSPC", syscall: "write" })),
    );
    await type("example.com");
    await expectMessage("Your answers can't be saved. Finish now, or enter them again later.");
    await typeIntoList("work");
    await leave(await screen.next(QuickPick), run.result);
    assert.deepEqual(screen.rest, []);
    assert.deepEqual(
      logged.filter((line) => line.startsWith("draft: ")).map((line) => line.split(" at ")[0]?.trim()),
      ["draft: Error ENOSPC (write)", "draft: Error ENOSPC (write)"],
    );
    assert.doesNotMatch(logged.join(), /SECRET/);
  });
});
