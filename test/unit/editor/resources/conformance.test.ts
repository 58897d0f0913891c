// Tests behavior that all resources share, against a scripted service.
import assert from "node:assert/strict";
import { beforeEach, describe, it, type TestContext } from "node:test";
import { systemClock } from "../../../../src/api/clock.ts";
import { createResource, createWithin } from "../../../../src/editor/resourceEngine/create.ts";
import { resourceEditor } from "../../../../src/editor/resourceEngine/edit.ts";
import { listResources } from "../../../../src/editor/resourceEngine/commands.ts";
import { showResource } from "../../../../src/editor/resourceEngine/read.ts";
import { removeResource } from "../../../../src/editor/resourceEngine/remove.ts";
import type { Identified } from "../../../../src/editor/resourceEngine/resource.ts";
import { cardText } from "../../../../src/editor/results/cardText.ts";
import { mentioned, Message, Progress, QuickPick, reset, screen } from "../../../doubles/vscode.ts";
import { until } from "../../../host/until.ts";
import { validationText } from "../../../support/asking.ts";
import { actionsOf, block } from "../../../support/cards.ts";
import { describedOf } from "../../../support/rows.ts";
import { leave, nextShown, resourceFixture } from "../../../support/resourceFixture.ts";
import { origin } from "../../../support/windowParts.ts";
import type { Call } from "../../../support/wire.ts";
import { credentialSample } from "./credentials/sample.ts";
import { destinationSample } from "./destinations/sample.ts";
import { profileSample } from "./profiles/sample.ts";
import { providerSample } from "./providers/sample.ts";
import { proxySample } from "./proxies/sample.ts";
import type { Sample } from "./sample.ts";

type Scene = Awaited<ReturnType<typeof resourceFixture>>;

const save = "$(save) Save Changes";
const notFound = { code: "not_found", message: "?" };
const nameTaken = { code: "already_exists", message: "Taken." };
const lostWords = /The connection to api\.example\.com failed \(ECONNRESET\)/;
const hostileText = "\u202Eevil\n[x](command:evil) $(alert)\u0000";

const refusals = [
  ["an invalid input", 400, { code: "bad_request", message: "not that" }, /not that/],
  ["the plan", 403, { code: "insufficient_plan", message: "No." }, /Your plan doesn't cover this action/],
  ["another conflict", 409, { code: "too_many", message: "Too many." }, /Too many/],
] as const;

/** Shows progress immediately instead of after a second. Returns a function that cancels the progress. */
function cancellation(context: TestContext): () => void {
  const later = globalThis.setTimeout;
  context.mock.method(globalThis, "setTimeout", (run: () => void, ms: number) =>
    later(run, ms === 1_000 ? 0 : ms),
  );
  return function cancel() {
    const [shown] = screen.all.filter((one) => one instanceof Progress && !one.ended);
    if (shown instanceof Progress) shown.cancelled.fire();
    else setImmediate(cancel);
  };
}

/** Makes each pause before a retry last until the user cancels, because a real pause can be 0 ms. */
function untilCanceled(context: TestContext): void {
  context.mock.method(
    systemClock,
    "sleep",
    (_: number, signal: AbortSignal) =>
      new Promise<boolean>((resolve) => signal.addEventListener("abort", () => resolve(false))),
  );
}

/** Asserts that a hostile name is rendered without its harmful characters. */
function assertHarmless(...drawn: readonly unknown[]): void {
  // Skip the arguments of commands, because buttons don't render them.
  const text = JSON.stringify(drawn, (key, value: unknown) => (key === "args" ? undefined : value));
  assert.ok(text.includes("evil"));
  // JSON.stringify escapes NUL and line breaks, so compare the escaped forms.
  for (const character of ["\u202E", "\\u0000", "evil\\n[x]"]) assert.ok(!text.includes(character), text);
}

const unsent = "You have unsaved answers.";

describeAll("credentials", credentialSample);
describeAll("providers", providerSample);
describeAll("proxies", proxySample);
describeAll("destinations", destinationSample);
describeAll("profiles", profileSample);

function describeAll<Reply extends Identified, Values>(resources: string, sample: Sample<Reply, Values>) {
  const { answers, body, changed, changes, lookup: findable, live, createdRow, path, secrets } = sample;
  const itemPath = `${path}/${live.id}`;
  const [post, patch, remove] = [`POST ${path}`, `PATCH ${itemPath}`, `DELETE ${itemPath}`];

  async function sceneFor(context: TestContext) {
    const at = await resourceFixture(context);
    at.wire.serve("GET /auth/connections", 200, []);
    at.wire.serve("GET /auth/context", 404, notFound);
    at.wire.serve("GET /org/entitlements", 404, notFound);
    at.wire.serve(`GET ${path}`, 200, [live]);
    at.wire.serve(`GET ${itemPath}`, 200, live);
    const resource = sample.resource(at.parts);
    const create = `$(add) ${resource.text.titles.create}`;
    const send = async () => {
      await at.choose(create);
      return at.wire.next(post);
    };
    const saving = async () => {
      await at.choose(save);
      return at.wire.next(patch);
    };
    const switchAccount = async (): Promise<void> => {
      await at.session.switchTo(await at.accounts.add("Other", origin, "sk_token_2"));
    };
    return { ...at, resource, create, send, saving, switchAccount };
  }
  /** Starts a creation and answers every question up to the review. */
  const answered = async (context: TestContext) => {
    const at = await sceneFor(context);
    const done = at.leaving(createResource(at.resource, at.parts));
    for (const answer of answers) await answer(at);
    return { ...at, done };
  };
  /** Starts an edit and renames the resource, up to the review. */
  const renamed = async (context: TestContext) => {
    const at = await sceneFor(context);
    const done = at.leaving(resourceEditor(at.resource, at.parts)({ id: live.id }));
    await sample.rename(at);
    return { ...at, done };
  };
  const title = ({ shown }: Scene) => shown[0]?.card.title ?? "";
  const changeColumns = (at: Scene): readonly string[] =>
    at
      .page()
      .card.blocks.flatMap((block) =>
        block.kind === "table" && block.title === "Changes" ? block.columns : [],
      );
  /** Tests the request that the review of a creation or an edit sends. */
  const itSends = (
    start: typeof answered,
    request: string,
    submit: (at: Awaited<ReturnType<typeof answered>>) => Promise<Call>,
    reply: readonly [status: number, body: unknown],
  ): void => {
    it("creating or editing a resource returns to the review if the service is down", async (context) => {
      const at = await start(context);
      (await submit(at)).fail("ECONNREFUSED");
      // A request that never reached the service is sent at most three times.
      for (let again = 0; again < 2; again++) (await at.wire.next(request)).fail("ECONNREFUSED");
      const review = await at.list();
      assert.match(review.prompt ?? "", /api\.example\.com refused the connection/);
      assert.deepEqual([at.wire.count(request), at.shown], [3, []]);
    });

    it("creating or editing a resource returns to the review if reconnecting is cancelled", async (context) => {
      const at = await start(context);
      const cancel = cancellation(context);
      untilCanceled(context);
      (await submit(at)).fail("ECONNREFUSED");
      cancel();
      const review = await at.list();
      assert.equal(review.prompt, "You canceled before anything was sent.");
      assert.deepEqual([at.wire.count(request), at.shown], [1, []]);
    });

    it("creating or editing a resource uses the account that was active at the start", async (context) => {
      const at = await start(context);
      await at.switchAccount();
      const call = await submit(at);
      assert.equal(call.token, "sk_token_1");
      call.answer(...reply);
      await at.done;
    });
  };

  describe(`creating ${resources}`, () => {
    beforeEach(reset);
    itSends(answered, post, (at) => at.send(), [201, createdRow]);

    it("sends exactly the user's answers once and stores no secret", async (context) => {
      const at = await answered(context);
      const call = await at.send();
      assert.deepEqual(call.body, body);
      call.answer(201, createdRow);
      await at.done;
      const { card } = at.page();
      context.assert.snapshot([card.title, ...actionsOf(card)]);
      assert.equal(at.wire.count(post), 1);
      await at.assertNowhere(...secrets);
    });

    it("shows answers in a review and masks secrets", async (context) => {
      const at = await answered(context);
      const review = await at.list();
      const { masked, titles } = at;
      const rows = describedOf(review.rows).map((row) => row.join(": "));
      context.assert.snapshot({ titles, masked, rows });
      await at.assertNowhere(...secrets);
    });

    for (let question = 1; question <= answers.length + 1; question++)
      it(`sends nothing if the user presses Esc at question ${question}`, async (context) => {
        const at = await sceneFor(context);
        const done = createResource(at.resource, at.parts);
        for (const answer of answers.slice(0, question - 1)) await answer(at);
        await leave(await at.question(), done);
        assert.deepEqual([at.wire.count(post), at.shown], [0, []]);
        await at.assertNowhere(...secrets);
      });

    it("offers unsent answers again after Esc until they are sent or discarded", async (context) => {
      const at = await answered(context);
      await leave(await at.list(), at.done);
      for (const isDiscarded of [false, true]) {
        const again = createResource(at.resource, at.parts);
        const question = await at.list();
        assert.deepEqual([question.title, question.prompt], [at.resource.text.titles.create, unsent]);
        // The row names the answered fields, because the answers may be secret.
        assert.match(question.rows[0]?.description ?? "", /\bName\b/);
        question.choose(isDiscarded ? "Discard and Start New" : "Continue");
        const next = await at.question();
        assert.equal(
          next instanceof QuickPick && next.rows.some(({ label }) => label === at.create),
          !isDiscarded,
        );
        await leave(next, again);
      }
      const fresh = createResource(at.resource, at.parts);
      for (const answer of answers) await answer(at);
      (await at.send()).answer(201, createdRow);
      await fresh;
      const last = createResource(at.resource, at.parts);
      const first = await at.question();
      assert.notEqual(first.prompt, unsent);
      await leave(first, last);
      await at.assertNowhere(...secrets);
    });

    it("offers to continue with the unsaved answers after a refused request and Esc", async (context) => {
      const at = await answered(context);
      (await at.send()).answer(403, { code: "forbidden", message: "Not allowed." });
      await leave(await at.list(), at.done);
      const again = createResource(at.resource, at.parts);
      await at.choose("Continue");
      (await at.send()).answer(201, createdRow);
      await again;
      assert.equal(at.wire.count(post), 2);
    });

    it("doesn't offer to continue with answers that are being sent", async (context) => {
      const at = await answered(context);
      const request = await at.send();
      const another = createResource(at.resource, at.parts);
      const first = await at.question();
      assert.notEqual(first.prompt, unsent);
      await leave(first, another);
      request.answer(201, createdRow);
      await at.done;
    });

    it("discards unsent answers on sign-out", async (context) => {
      const at = await answered(context);
      await leave(await at.list(), at.done);
      await at.store.forget({ accountId: at.account.id });
      const again = createResource(at.resource, at.parts);
      const first = await at.question();
      assert.notEqual(first.prompt, unsent);
      await leave(first, again);
    });

    it("keeps all answers when the user navigates back and forth, without showing secrets", async (context) => {
      const at = await answered(context);
      const shown: unknown[] = [];
      let dialog = await at.question();
      const forward = [...at.titles];
      while (dialog.buttons.some(({ tooltip }) => tooltip?.startsWith("Back") === true)) {
        dialog.press("Back");
        dialog = await at.question();
        shown.push(dialog.value);
      }
      assert.deepEqual(at.titles, [...forward, ...forward.toReversed().slice(1)]);
      const isReview = (question: object): question is QuickPick =>
        question instanceof QuickPick && question.rows.some(({ label }) => label === at.create);
      while (!isReview(dialog)) {
        const continueRow =
          dialog instanceof QuickPick && dialog.rows.find(({ label }) => label.includes("$(check)"));
        if (dialog instanceof QuickPick && continueRow) dialog.choose(continueRow.label);
        else dialog.enter();
        dialog = await at.question();
        shown.push(dialog.value);
      }
      dialog.choose(at.create);
      await at.wire.expect(post, body, 201, createdRow);
      await at.done;
      for (const secret of secrets) assert.ok(!JSON.stringify(shown).includes(secret));
      await at.assertNowhere(...secrets);
    });

    it("shows a validation error for a taken name once the list has loaded", async (context) => {
      const at = await sceneFor(context);
      void at.leaving(createResource(at.resource, at.parts));
      for (const answer of answers.slice(0, sample.nameAt)) await answer(at);
      const name = await at.input();
      const isReported = (): boolean => {
        name.type(live.name);
        return validationText(name).startsWith(sample.takenName);
      };
      await until("the list to be loaded", isReported, 2_000);
    });

    for (const [reason, status, answer, words] of refusals)
      it(`returns to the review if the service refuses the request because of ${reason}`, async (context) => {
        const at = await answered(context);
        const message = `${answer.message} ${secrets[0] ?? ""}`;
        (await at.send()).answer(status, { ...answer, message });
        const review = await at.list();
        assert.match(review.prompt ?? "", words);
        review.choose(at.create);
        await at.wire.expect(post, body, 201, createdRow);
        await at.done;
        await at.assertNowhere(...secrets);
      });

    if (findable !== undefined) {
      it("prompts for another name if the name is taken", async (context) => {
        const at = await answered(context);
        (await at.send()).answer(409, nameTaken);
        const name = await at.input();
        assert.equal(name.value, sample.name);
        assert.match(validationText(name), /^error: /);
        name.submit("another");
        const review = await at.list();
        assert.equal(review.activeItems[0]?.label, "Name");
        review.choose(at.create);
        await at.wire.expect(post, { ...body, name: "another" }, 201, createdRow);
        await at.done;
      });

      it("finds the created resource without resending the request if the response is lost", async (context) => {
        const at = await answered(context);
        at.wire.serve(...findable.byName(createdRow));
        (await at.send()).fail("ECONNRESET");
        await at.done;
        assert.equal(title(at), `${sample.name} exists, likely from your attempt`);
        const { created, found } = at.resource.text;
        for (const sentence of [created, found ?? ""]) assert.ok(at.text().includes(sentence), sentence);
        assert.equal(at.wire.count(post), 1);
        await at.assertNowhere(...secrets);
      });
    }

    for (const [difference, reply] of [["doesn't exist", undefined], ...(findable?.notOurs ?? [])] as const)
      it(`reports an unknown outcome after a lost response if the matching resource ${difference}`, async (context) => {
        const at = await answered(context);
        if (findable !== undefined) at.wire.serve(...findable.byName(reply));
        (await at.send()).fail("ECONNRESET");
        await at.done;
        assert.equal(title(at), `Couldn't confirm that ${sample.name} was created`);
        assert.match(at.text(), lostWords);
        const defaultText = "The request may still arrive. Check Now only reads the current state.";
        for (const sentence of at.resource.text.unfindable ?? [defaultText])
          assert.ok(at.text().includes(sentence), sentence);
        const [result] = at.shown;
        const { list, show } = at.resource.commands;
        assert.deepEqual(result?.card.actions.next?.press, {
          does: "run",
          ...(findable === undefined
            ? { command: list, args: {} }
            : { command: show, args: { [findable.namedIn]: sample.name, resultId: result?.card.id } }),
        });
        assert.equal(at.wire.count(post), 1);
        await at.assertNowhere(...secrets);
      });

    for (const [reply, outcome] of [
      ...(findable === undefined ? [] : [[createdRow, "exists, likely from your attempt"] as const]),
      [undefined, "Couldn't confirm"] as const,
    ])
      it(`reports "${outcome}" if the user cancels a request that was already sent`, async (context) => {
        const at = await answered(context);
        if (findable !== undefined) at.wire.serve(...findable.byName(reply));
        const cancel = cancellation(context);
        await at.send();
        cancel();
        await at.done;
        assert.ok(title(at).includes(outcome), title(at));
        assert.equal(at.wire.count(post), 1);
      });
  });

  describe(`creating ${resources} inside another command`, () => {
    beforeEach(reset);
    const frame = { title: "Create Connection", back: true };

    it("returns the created resource without showing its page", async (context) => {
      const at = await sceneFor(context);
      const done = createWithin(at.resource, at.parts, at.access, frame, {});
      for (const answer of answers) await answer(at);
      (await at.send()).answer(201, createdRow);
      assert.equal((await done)?.id, "id" in createdRow ? createdRow.id : undefined);
      assert.deepEqual([at.shown.length, at.kept.length], [0, 1]);
      await at.assertNowhere(...secrets);
    });

    it("returns undefined on Back at the first question", async (context) => {
      const at = await sceneFor(context);
      const done = createWithin(at.resource, at.parts, at.access, frame, {});
      (await at.question()).press("Back");
      assert.equal(await done, undefined);
    });

    it("notifies the user of an unknown outcome and offers to show the resource", async (context) => {
      const at = await sceneFor(context);
      if (findable !== undefined) at.wire.serve(...findable.byName(undefined));
      const done = createWithin(at.resource, at.parts, at.access, frame, {});
      for (const answer of answers) await answer(at);
      (await at.send()).fail("ECONNRESET");
      assert.equal(await done, undefined);
      const notice = await nextShown(Message);
      assert.equal(notice.text, `Couldn't confirm that ${sample.name} was created`);
      notice.choose("Show");
      await until("its page", () => at.shown.length === 1, 2_000);
    });
  });

  describe(`editing ${resources}`, () => {
    beforeEach(reset);
    itSends(renamed, patch, (at) => at.saving(), [200, changed]);

    it("sends only the changed fields and shows the result", async (context) => {
      const at = await renamed(context);
      const read = context.mock.method(at[sample.shownBy], "refreshIfLoaded", () => Promise.resolve());
      const call = await at.saving();
      assert.deepEqual(call.body, changes);
      call.answer(200, changed);
      await at.done;
      assert.equal(title(at), "Changes saved");
      assert.deepEqual(changeColumns(at), ["Part", "Before", "Asked for", "Result"]);
      assert.equal(read.mock.callCount(), 1);
    });

    it("returns to the review if the service refuses the change", async (context) => {
      const at = await renamed(context);
      (await at.saving()).answer(400, { code: "bad_request", message: "not that" });
      const review = await at.list();
      assert.match(review.prompt ?? "", /not that/);
      review.choose(save);
      await at.wire.expect(patch, changes, 200, changed);
      await at.done;
    });

    if (findable !== undefined)
      it("prompts again if the new name is taken, and discards the new name on Back", async (context) => {
        const at = await renamed(context);
        (await at.saving()).answer(409, nameTaken);
        let name = await at.input();
        assert.match(validationText(name), /^error: /);
        name.press("Back");
        let review = await at.list();
        assert.equal(review.rows[0]?.description, "no changes yet");
        review.choose("Name");
        name = await at.input();
        name.submit("another");
        review = await at.list();
        assert.equal(review.activeItems[0]?.label, "Name");
      });

    it("asks before overwriting another client's change to the same field", async (context) => {
      const at = await renamed(context);
      at.wire.serve(`GET ${itemPath}`, 200, sample.changedElsewhere);
      await at.choose(save);
      const dialog = await at.list();
      assert.equal(dialog.prompt, "Name: someone else changed this setting, too.");
      assert.match(dialog.rows[0]?.label ?? "", /^Keep /);
      assert.equal(at.wire.count(patch), 0);
      dialog.choose(dialog.rows[1]?.label ?? "");
      await at.wire.expect(patch, changes, 200, changed);
      await at.done;
    });

    it("doesn't overwrite another client's change that the user chooses to keep", async (context) => {
      const at = await renamed(context);
      at.wire.serve(`GET ${itemPath}`, 200, sample.changedElsewhere);
      await at.choose(save);
      (await at.list()).enter();
      const outcome = await Promise.race([nextShown(Message), at.wire.next(patch)]);
      if (!(outcome instanceof Message)) {
        assert.equal("name" in (outcome.body as object), false);
        outcome.answer(200, sample.changedElsewhere);
      }
      await at.done;
    });

    it("sends nothing if the resource already has the entered values", async (context) => {
      const at = await renamed(context);
      at.wire.serve(`GET ${itemPath}`, 200, changed);
      await at.choose(save);
      assert.match((await nextShown(Message)).text, /No changes to save/);
      await at.done;
      assert.equal(at.wire.count(patch), 0);
    });

    it("returns to the review if the user cancels before the request is sent", async (context) => {
      const at = await renamed(context);
      const cancel = cancellation(context);
      const review = await at.list();
      at.wire.hold(`GET ${path}`);
      review.choose(save);
      await at.wire.next(`GET ${itemPath}`);
      cancel();
      const again = await at.list();
      assert.equal(again.prompt, "You canceled before anything was sent.");
      assert.equal(again.rows.find(({ label }) => label === "Name")?.description?.includes(" → "), true);
      assert.equal(at.wire.count(patch), 0);
    });

    it("sends nothing and keeps the answers if the resource can't be read", async (context) => {
      const at = await renamed(context);
      at.wire.serve(`GET ${itemPath}`, 403, { code: "forbidden", message: "No." });
      await at.choose(save);
      const review = await at.list();
      assert.match(review.prompt ?? "", /Not sent/);
      assert.equal(at.wire.count(patch), 0);
    });

    for (const when of [
      "before the change is sent",
      "by the response to the change",
      "after a lost response",
    ] as const)
      it(`reports a deletion by another client that is detected ${when}`, async (context) => {
        const at = await renamed(context);
        const call = when === "before the change is sent" ? undefined : await at.saving();
        at.wire.serve(`GET ${itemPath}`, 404, notFound);
        if (call === undefined) await at.choose(save);
        else if (when === "after a lost response") call.fail("ECONNRESET");
        else call.answer(404, notFound);
        await at.done;
        assert.equal(title(at), `${live.name} no longer exists`);
        if (when !== "after a lost response")
          assert.match(at.text(), /Deleted before the changes were saved/);
      });

    for (const [values, reply, outcome] of [
      ["the new values", changed, "Changes saved"],
      ["the old values", live, "Couldn't confirm the changes"],
    ] as const) {
      it(`reports "${outcome}" after a lost response if the resource has ${values}`, async (context) => {
        const at = await renamed(context);
        const call = await at.saving();
        at.wire.serve(`GET ${itemPath}`, 200, reply);
        call.fail("ECONNRESET");
        await at.done;
        assert.equal(title(at), outcome);
        if (reply === live) {
          assert.match(at.text(), lostWords);
          assert.deepEqual(changeColumns(at), ["Part", "Before", "Asked for"]);
          const { more, next, other } = at.page().card.actions;
          const edit = { does: "run", command: at.resource.commands.edit, args: { id: live.id } };
          assert.equal(next?.label, "Check Now");
          // For a resource that can only be renamed, the edit button is in the menu.
          const isRename = at.resource.text.edit !== undefined;
          assert.deepEqual(isRename ? more?.items[0]?.press : other?.press, edit);
          assert.equal(other === undefined, isRename);
        }
        assert.equal(at.wire.count(patch), 1);
      });

      it(`reports "${outcome}" after the user cancels a sent request if the resource has ${values}`, async (context) => {
        const at = await renamed(context);
        const cancel = cancellation(context);
        await at.saving();
        at.wire.serve(`GET ${itemPath}`, 200, reply);
        cancel();
        await at.done;
        assert.equal(title(at), outcome);
        assert.equal(at.wire.count(patch), 1);
      });
    }

    it("lists the changes that the service didn't apply", async (context) => {
      const at = await renamed(context);
      (await at.saving()).answer(200, live);
      await at.done;
      assert.equal(title(at), "Some changes not applied");
      assert.match(at.text(), /didn't apply: Name\./);
    });

    it("offers unsaved changes again after Esc until they are saved or discarded", async (context) => {
      const at = await sceneFor(context);
      const edit = resourceEditor(at.resource, at.parts);
      let done = edit({ id: live.id });
      await sample.rename(at);
      await leave(await at.list(), done);
      assert.deepEqual([at.wire.count("PATCH"), at.shown], [0, []]);
      done = edit({ id: live.id });
      const question = await at.list();
      assert.equal(question.prompt, "You have unsaved changes.");
      assert.deepEqual(describedOf(question.rows), [
        ["Continue", "Name"],
        ["Discard and Start New", undefined],
      ]);
      question.choose("Continue");
      (await at.saving()).answer(200, changed);
      await done;
      done = edit({ id: live.id });
      await sample.rename(at);
      await leave(await at.list(), done);
      for (const isKept of [true, false]) {
        done = edit({ id: live.id });
        if (isKept) await at.choose("Discard and Start New");
        const unchanged = await at.question();
        assert.notEqual(unchanged.prompt, "You have unsaved changes.");
        await leave(unchanged, done);
      }
    });

    it("discards unsaved changes on sign-out", async (context) => {
      const at = await sceneFor(context);
      const edit = resourceEditor(at.resource, at.parts);
      const done = edit({ id: live.id });
      await sample.rename(at);
      await leave(await at.list(), done);
      await at.store.forget({ accountId: at.account.id });
      void at.leaving(edit({ id: live.id }));
      assert.notEqual((await at.question()).prompt, "You have unsaved changes.");
    });
  });

  describe(`showing ${resources}`, () => {
    beforeEach(reset);

    for (const [usage, status, connections, words] of [
      ["a connection uses the resource", 200, [sample.user], () => sample.shownUser ?? / on \S+\.example/],
      ["no connection uses the resource", 200, [], (unused: string) => new RegExp(unused)],
      ["a connection can't be read", 403, { code: "no", message: "?" }, () => /some connections couldn't be/],
    ] as const)
      it(`states on the resource's page that ${usage}`, async (context) => {
        const at = await sceneFor(context);
        at.wire.serve("GET /auth/connections", status, connections);
        await showResource(at.resource, at.parts, { id: live.id });
        assert.match(at.text(), words(at.resource.text.unused));
      });

    it("shows a resource that has only an ID and a name", async (context) => {
      const at = await sceneFor(context);
      at.wire.serve(`GET ${itemPath}`, 200, { id: live.id, name: "bare" });
      await showResource(at.resource, at.parts, { id: live.id });
      assert.equal(title(at), "bare");
    });

    it("replaces the error page with the resource's page after a successful retry", async (context) => {
      const at = await sceneFor(context);
      at.wire.serve(`GET ${path}/nobody`, 404, notFound);
      const resultId = at.results.newId();
      for (const id of ["nobody", live.id]) await showResource(at.resource, at.parts, { id, resultId });
      assert.deepEqual(
        at.shown.map(({ card }) => [card.id, card.title]),
        [at.resource.text.notRead, live.name].map((title) => [resultId, title]),
      );
    });

    it("shows the name from an earlier list if the resource can't be read", async (context) => {
      const at = await sceneFor(context);
      at.wire.serve(`GET ${itemPath}`, 403, { code: "forbidden", message: "No." });
      const fetchedName = (id: string): string => `name of ${id}`;
      await showResource(at.resource, { ...at.parts, fetchedName }, { id: live.id });
      assert.match(at.text(), new RegExp(`Name: name of ${live.id}`));
    });

    it("marks the resource's page as deleted if a later read returns 404", async (context) => {
      const at = await sceneFor(context);
      await showResource(at.resource, at.parts, { id: live.id });
      at.wire.serve(`GET ${itemPath}`, 404, notFound);
      await showResource(at.resource, at.parts, { id: live.id, resultId: at.page().card.id });
      await resourceEditor(at.resource, at.parts)({ id: live.id });
      const [first] = at.shown;
      assert.deepEqual(at.gone, [live.id, live.id]);
      assert.deepEqual(at.shown, [first, first, first], "it is brought to the front, and no other page");
    });

    it("renders a hostile name without control characters", async (context) => {
      const at = await sceneFor(context);
      at.wire.serve(`GET ${itemPath}`, 200, { ...live, name: hostileText });
      await showResource(at.resource, at.parts, { id: live.id });
      const editing = resourceEditor(at.resource, at.parts)({ id: live.id });
      await leave(await at.question(), editing);
      const pages = at.shown.map(({ card, tab }) => [cardText(card), card, tab]);
      assertHarmless(pages, at.titles, at.seen);
    });

    it("opens the picked resource's page, and offers Create even if listing fails", async (context) => {
      const at = await sceneFor(context);
      const done = listResources(at.resource, at.parts);
      const list = await at.list();
      await until("the rows", () => list.rows.length > 1, 2_000);
      list.choose(live.name);
      await done;
      assert.equal(title(at), live.name);
      at.wire.serve(`GET ${path}`, 403, { code: "insufficient_plan", message: "No." });
      void at.leaving(listResources(at.resource, at.parts));
      const empty = await at.list();
      await until("the reason for the empty view", () => empty.prompt !== undefined, 2_000);
      empty.choose(`${at.resource.text.titles.create}…`);
      assert.ok((await at.question()).title?.startsWith(at.resource.text.titles.create));
    });
  });

  const { removable } = sample;
  if (removable === undefined) return;

  describe(`deleting ${resources}`, () => {
    beforeEach(reset);
    const removing = (at: Scene, target: { readonly id?: string }): Promise<void> =>
      removeResource(removable(at.parts), at.parts, target);

    it("neither prompts nor deletes if the resource can't be read", async (context) => {
      const at = await sceneFor(context);
      at.wire.serve(`GET ${itemPath}`, 404, notFound);
      await removing(at, { id: live.id });
      assert.equal(title(at), at.resource.text.notRead);
    });

    it("lists affected connections and deletes nothing if the user declines", async (context) => {
      const at = await sceneFor(context);
      at.wire.serve("GET /auth/connections", 200, [sample.user, { id: 7 }]);
      const done = removing(at, { id: live.id });
      const dialog = await nextShown(Message);
      assert.equal(dialog.options.modal, true);
      context.assert.snapshot([dialog.text, dialog.options.detail?.split("\n")]);
      dialog.choose(undefined);
      await done;
      assert.equal(at.wire.count("DELETE"), 0);
    });

    for (const [outcome, status, answer, words, next_] of [
      ["succeeds", 204, undefined, `${live.name} deleted`, undefined],
      ["finds no resource", 404, notFound, `${live.name} was already deleted`, undefined],
      ["is accepted with 202", 202, {}, `Deletion of ${live.name} accepted`, "Check Now"],
      [
        "is refused because connections use it",
        400,
        { code: "resource_in_use", message: "?" },
        `${live.name} not deleted`,
        "in use",
      ],
      [
        "isn't permitted with the token",
        403,
        { code: "insufficient_permissions", message: "?" },
        `${live.name} not deleted`,
        "Replace Token…",
      ],
    ] as const)
      it(`shows a result page if the deletion of a resource in use ${outcome}`, async (context) => {
        const at = await sceneFor(context);
        const read = context.mock.method(at.connections, "refreshIfLoaded", () => Promise.resolve());
        at.wire.serve("GET /auth/connections", 200, [sample.user]);
        const done = removing(at, { id: live.id });
        (await nextShown(Message)).choose("Delete");
        (await at.wire.next(remove)).answer(status, answer);
        await done;
        const card = at.page().card;
        const isInUse = next_ === "in use";
        assert.deepEqual([card.title, card.actions.next?.label], [words, isInUse ? undefined : next_]);
        if (isInUse) {
          const { commands, text } = removable(at.parts);
          const press = { does: "run", command: commands.remove, args: { id: live.id } };
          assert.deepEqual(card.actions.more?.items[0]?.press, press);
          assert.ok(cardText(card).includes(text.inUse ?? ""));
          const [user] = block(card, "table", "Used by").rows;
          assert.equal(user?.actions?.length, 1, "what helps is beside the connection");
        }
        assert.deepEqual(at.gone, next_ === undefined ? [live.id] : []);
        if (next_ === undefined || isInUse) assert.match(cardText(card), / on [^]*ma_1/);
        assert.equal(read.mock.callCount(), 1);
      });

    it("reports an unknown outcome if the responses to three deletion requests are lost", async (context) => {
      const at = await sceneFor(context);
      const done = removing(at, { id: live.id });
      (await nextShown(Message)).choose("Delete");
      (await at.wire.next(remove)).fail("ECONNRESET");
      for (let again = 0; again < 2; again++) (await at.wire.next(remove)).fail("ECONNRESET");
      await done;
      assert.match(at.text(), lostWords);
      assert.equal(at.page().card.actions.next?.label, "Check Now");
      assert.deepEqual([at.wire.count("DELETE"), at.gone], [3, []]);
    });

    for (const [status, answer, words] of [
      [204, undefined, `Deleted ${live.name}`],
      [404, notFound, `${live.name} was already deleted`],
    ] as const)
      it(`confirms an unused resource's deletion in the status bar after status ${status}`, async (context) => {
        const at = await sceneFor(context);
        const done = removing(at, { id: live.id });
        (await nextShown(Message)).choose("Delete");
        (await at.wire.next(remove)).answer(status, answer);
        await done;
        assert.deepEqual([at.shown, mentioned, at.gone], [[], [words], [live.id]]);
      });

    it("renders a hostile name without control characters", async (context) => {
      const at = await sceneFor(context);
      at.wire.serve(`GET ${itemPath}`, 200, { ...live, name: hostileText });
      const done = removing(at, { id: live.id });
      const dialog = await nextShown(Message);
      dialog.choose("Delete");
      (await at.wire.next(remove)).answer(204, undefined);
      await done;
      assertHarmless(dialog.text, dialog.options.detail, mentioned);
    });

    it("deletes the picked resource with the account that was active at the start", async (context) => {
      const at = await sceneFor(context);
      const done = removing(at, {});
      const list = await at.list();
      await until("the rows", () => list.rows.length > 0, 2_000);
      list.choose(live.name);
      const dialog = await nextShown(Message);
      await at.switchAccount();
      dialog.choose("Delete");
      const call = await at.wire.next(remove);
      assert.equal(call.token, "sk_token_1");
      call.answer(204, undefined);
      await done;
    });
  });
}
