import assert from "node:assert/strict";
import { beforeEach, describe, it } from "node:test";
import { act } from "../../../../src/editor/results/buttons.ts";
import type { Result } from "../../../../src/editor/results/store.ts";
import { ActionId } from "../../../../src/card/protocol.ts";
import {
  commands,
  env,
  InputBox,
  mentioned,
  Message,
  Progress,
  QuickPick,
  reset,
  screen,
} from "../../../doubles/vscode.ts";
import { office } from "../../../support/office.ts";
import type { Office } from "../../../support/office.ts";
import { quiet } from "../../../support/offers.ts";

beforeEach(reset);

const draft = {
  domain: "example.com",
  profile_name: "work",
  proxy: { kind: "default" },
  credential: { kind: "none" },
} as const;

/** A result of the account that the window works as. */
function result(
  { account }: Office,
  over: Partial<Result> & { readonly context?: Result["context"] } = {},
): Result {
  return {
    card: {
      id: "00000000-0000-4000-8000-000000000001",
      tone: "info",
      title: "A Result",
      context: "Team",
      summary: ["It is."],
      blocks: [
        {
          kind: "code",
          title: "Request as JSON",
          text: "{json}",
          volatile: true,
          copy: "copyJson",
          copyLabel: "Copy",
        },
        {
          kind: "code",
          title: "Request as curl",
          text: "curl {json}",
          volatile: true,
          copy: "copyCurl",
          copyLabel: "Copy",
        },
        {
          kind: "code",
          title: "Request as TypeScript",
          text: "ts {json}",
          copy: "copyTypescript",
          copyLabel: "Copy",
        },
        {
          kind: "code",
          title: "Request as Python",
          text: "py {json}",
          copy: "copyPython",
          copyLabel: "Copy",
        },
      ],
      actions: [],
    },
    ...over,
    context: { accountId: account.id, ...over.context },
  };
}

const connection = { id: "ma_1", domain: "example.com", profile_name: "work", status: "AUTHENTICATED" };
const entitlements = {
  features: { managed_auth: { enabled: true }, credentials: { enabled: false } },
  limits: {},
  plan: { id: "FREE" },
};

describe("a button of a result", () => {
  it("copies the id, and says so where it is seen and where it is heard", async (context) => {
    const here = await office(context);
    await act(here.parts, "copyId", result(here, { context: { copyId: "ma_1" } }), undefined);
    assert.deepEqual([env.clipboard.text, mentioned], ["ma_1", ["ID copied"]]);
    assert.deepEqual(here.heard, ["ID copied"]);
  });

  for (const [what, id] of [
    ["presses Enter in a terminal", "ma_1\nrm -rf ~"],
    ["ends a line", "ma_1\u2028"],
    ["drives a terminal", "ma_1\u001b[2J"],
    ["reads backwards", "ma_\u202e1"],
    ["is half a character", "ma_\ud83d"],
  ] as const) {
    it(`copies no id that ${what}, and says so`, async (context) => {
      const here = await office(context);
      env.clipboard.text = "mine";
      await act(here.parts, "copyId", result(here, { context: { copyId: id } }), undefined);
      const message = await screen.next(Message);
      assert.equal(message.text, "This ID holds hidden characters. It was not copied.");
      assert.deepEqual([env.clipboard.text, mentioned], ["mine", []]);
    });
  }

  it("copies nothing where there is no id", async (context) => {
    const here = await office(context);
    env.clipboard.text = "mine";
    await act(here.parts, "copyId", result(here), undefined);
    assert.deepEqual([env.clipboard.text, mentioned], ["mine", []]);
  });

  it("copies the card as text", async (context) => {
    const here = await office(context);
    await act(here.parts, "copyDetails", result(here), undefined);
    assert.match(env.clipboard.text, /^A Result\n\nTeam\n\nIt is\.\n\nRequest as JSON\n\{json\}/);
    assert.deepEqual(mentioned, ["Details copied"]);
  });

  for (const [action, text] of [
    ["copyJson", "{json}"],
    ["copyCurl", "curl {json}"],
    ["copyTypescript", "ts {json}"],
    ["copyPython", "py {json}"],
  ] as const) {
    it(`${action} copies the request in its form`, async (context) => {
      const here = await office(context);
      await act(here.parts, action, result(here), undefined);
      assert.deepEqual([env.clipboard.text, mentioned], [text, ["Request copied"]]);
    });
  }

  it("copies no request that is not kept any more", async (context) => {
    const here = await office(context);
    const whole = result(here);
    env.clipboard.text = "mine";
    await act(here.parts, "copyJson", { ...whole, card: { ...whole.card, blocks: [] } }, undefined);
    assert.deepEqual([env.clipboard.text, mentioned], ["mine", []]);
  });

  it("goes back to the review with the answers", async (context) => {
    const here = await office(context);
    here.offers.reply("/org/entitlements", 200, entitlements);
    const going = act(here.parts, "backToWizard", result(here, { context: { draft } }), undefined);
    const review = await screen.next(QuickPick);
    assert.deepEqual([review.title, review.step, review.totalSteps], ["Create Connection", 5, 5]);
    review.escape();
    await going;
  });

  it("begins another like this one at its first question, the answers in place", async (context) => {
    const here = await office(context);
    here.offers.reply("/org/entitlements", 200, entitlements);
    const going = act(here.parts, "createAnother", result(here, { context: { draft } }), undefined);
    const first = await screen.next(InputBox);
    assert.deepEqual([first.step, first.value], [1, "example.com"]);
    first.escape();
    await going;
  });

  it("asks for a new token", async (context) => {
    const here = await office(context);
    const going = act(here.parts, "signInAgain", result(here), undefined);
    const input = await screen.next(InputBox);
    assert.deepEqual([input.title, input.password, input.value], ["Replace Token of Team", true, ""]);
    input.escape();
    await going;
  });

  it("shows the entitlements as they are known", async (context) => {
    const here = await office(context);
    here.offers.reply("/org/entitlements", 200, entitlements);
    await act(here.parts, "showEntitlements", result(here), undefined);
    await act(here.parts, "showEntitlements", result(here), undefined);
    assert.deepEqual(
      here.shown.map(({ card }) => card.title),
      ["Entitlements", "Entitlements"],
    );
    assert.equal(here.offers.count("/org/entitlements"), 1);
  });

  for (const action of ["retry", "refresh"] as const) {
    it(`${action} reads the entitlements anew, where the result is about them`, async (context) => {
      const here = await office(context);
      here.offers.reply("/org/entitlements", 200, entitlements);
      await act(here.parts, action, result(here), undefined);
      await act(here.parts, action, result(here), undefined);
      assert.equal(here.shown.at(-1)?.card.title, "Entitlements");
      assert.equal(here.shown.at(-1)?.card.id, result(here).card.id, "in its own place");
      assert.equal(here.offers.count("/org/entitlements"), 2);
    });
  }

  for (const action of ["retry", "refresh", "openExisting", "showConnection"] as const) {
    it(`${action} reads the connection that the result is about`, async (context) => {
      const here = await office(context);
      here.offers.reply("/auth/connections/ma_1", 200, connection);
      await act(here.parts, action, result(here, { context: { connectionId: "ma_1" } }), undefined);
      assert.deepEqual(here.offers.asked, ["GET /auth/connections/ma_1"]);
      assert.equal(here.shown[0]?.card.title, "work on example.com");
      const again = action === "retry" || action === "refresh";
      assert.equal(here.shown[0].card.id === result(here).card.id, again, "in its own place");
      assert.deepEqual(screen.rest, [], "it is one click");
    });
  }

  it("opens the connection of its row", async (context) => {
    const here = await office(context);
    here.offers.reply("/auth/connections/ma_2", 200, { ...connection, id: "ma_2" });
    const shown = result(here, { context: { connections: ["ma_1", "ma_2"] } });
    await act(here.parts, "openConnection", shown, 1);
    assert.deepEqual(here.offers.asked, ["GET /auth/connections/ma_2"]);
    for (const item of [2, undefined]) await act(here.parts, "openConnection", shown, item);
    assert.equal(here.offers.asked.length, 1, "a row that is not there opens nothing");
  });

  for (const [action, secrets] of [
    ["openHosted", { hosted_url: "https://auth.example/login?code=a%2Fb" }],
    ["openLiveView", { live_view_url: "https://auth.example/live?code=a%2Fb" }],
  ] as const) {
    it(`${action} opens its address and no other, after a look at the host`, async (context) => {
      const here = await office(context);
      const opened: unknown[] = [];
      context.mock.method(commands, "executeCommand", (...given: unknown[]) => {
        opened.push(given);
        return Promise.resolve(undefined);
      });
      const going = act(here.parts, action, result(here, { secrets }), undefined);
      const dialog = await screen.next(Message);
      assert.equal(dialog.text, "Open auth.example?");
      dialog.choose("Open");
      await going;
      assert.deepEqual(opened, [["vscode.open", Object.values(secrets)[0]]]);
    });

    it(`${action} says that an address is not kept, after a reload`, async (context) => {
      const here = await office(context);
      await act(here.parts, action, result(here), undefined);
      const message = await screen.next(Message);
      assert.equal(message.text, "The address is not kept. Refresh the connection to read it again.");
    });
  }

  it("tries what failed again, after a new confirmation, by its id", async (context) => {
    const here = await office(context);
    here.offers.reply("/telemetry/destinations/d_1", 204, undefined);
    const destinations = [{ idOrName: "d_1", name: "honeycomb" }];
    const going = act(here.parts, "retryFailed", result(here, { context: { destinations } }), undefined);
    const dialog = await screen.next(Message);
    assert.equal(dialog.text, 'Delete the telemetry destination "honeycomb (d_1)"?');
    assert.deepEqual(here.offers.asked, [], "nothing is sent before");
    dialog.choose("Delete");
    await going;
    assert.deepEqual(here.offers.asked, ["DELETE /telemetry/destinations/d_1"]);
    assert.equal(here.shown[0]?.card.title, "Destination Deleted");
  });

  it("waits until nothing selects them, says so, asks once, and deletes by id", async (context) => {
    const here = await office(context);
    here.offers.list("/auth/connections", []);
    here.offers.list("/telemetry/destinations", [{ id: "d_1", name: "honeycomb" }]);
    here.offers.reply("/telemetry/destinations/d_1", 204, undefined);
    const destinations = [{ idOrName: "honeycomb" }];
    const going = act(here.parts, "watch", result(here, { context: { destinations } }), undefined);
    const progress = await screen.next(Progress);
    assert.equal(progress.options.title, "Waiting until no connection selects honeycomb");
    (await screen.next(Message)).choose("Delete…");
    (await screen.next(Message)).choose("Delete");
    await going;
    assert.deepEqual(here.offers.asked.slice(2), ["DELETE /telemetry/destinations/d_1"]);
    assert.equal(here.shown.length, 1);
  });

  it("deletes nothing where the confirmation is declined, or the watch called off", async (context) => {
    const here = await office(context);
    here.offers.list("/auth/connections", [
      { id: "ma_1", browser: { telemetry: { export: { otlp: { destination: { id: "d_1" } } } } } },
    ]);
    here.offers.list("/telemetry/destinations", [{ id: "d_1", name: "honeycomb" }]);
    const shown = result(here, { context: { destinations: [{ idOrName: "d_1" }] } });
    const retrying = act(here.parts, "retryFailed", shown, undefined);
    (await screen.next(Message)).choose(undefined);
    await retrying;
    const watching = act(here.parts, "watch", shown, undefined);
    const progress = await screen.next(Progress);
    await quiet();
    progress.cancelled.fire();
    await watching;
    assert.doesNotMatch(here.offers.asked.join(), /DELETE/);
    assert.deepEqual([here.shown, screen.rest], [[], []]);
  });

  it("explains the feature that a refusal is about", async (context) => {
    const here = await office(context);
    here.offers.reply("/org/entitlements", 200, entitlements);
    await act(here.parts, "explainFeature", result(here, { context: { feature: "credentials" } }), undefined);
    assert.match(
      here.shown[0]?.card.summary[0] ?? "",
      /^Credentials: Not in your plan\. The service stores credentials/,
    );
  });

  it("shows the log", async (context) => {
    const here = await office(context);
    const shown = context.mock.method(here.parts.log, "show", () => undefined);
    await act(here.parts, "showLog", result(here), undefined);
    assert.equal(shown.mock.callCount(), 1);
  });
});

describe("a result of another account", () => {
  const whole: Result["context"] = {
    copyId: "ma_1",
    connectionId: "ma_1",
    connections: ["ma_1"],
    destinations: [{ idOrName: "d_1" }],
    draft,
    feature: "credentials",
  };
  /** What reaches the service or the account's answers. */
  const guarded = [
    "createAnother",
    "backToWizard",
    "signInAgain",
    "openExisting",
    "showConnection",
    "openConnection",
    "retryFailed",
    "watch",
    "explainFeature",
    "checkNow",
    "retry",
    "refresh",
    "showEntitlements",
  ] as const satisfies readonly ActionId[];

  for (const action of guarded) {
    it(`does nothing by ${action}, and says why`, async (context) => {
      const here = await office(context);
      const { id } = await here.parts.accounts.add("Other Team", "https://other.example", "sk_token_2");
      await act(here.parts, action, { ...result(here), context: { ...whole, accountId: id } }, 0);
      const message = await screen.next(Message);
      assert.equal(message.text, "This result belongs to Other Team. Switch to that account first.");
      assert.deepEqual([here.offers.asked, here.shown, screen.rest], [[], [], []]);
    });
  }

  it("offers to switch to that account", async (context) => {
    const here = await office(context);
    const other = await here.parts.accounts.add("Other Team", "https://other.example", "sk_token_2");
    await act(here.parts, "checkNow", { ...result(here), context: { ...whole, accountId: other.id } }, 0);
    const switched = new Promise((resolve) => here.parts.session.onDidChange(resolve));
    (await screen.next(Message)).choose("Switch Account");
    assert.deepEqual(await switched, { kind: "signedIn", account: other });
  });

  it("does not switch to an account that another window has signed out meanwhile", async (context) => {
    const here = await office(context);
    const other = await here.parts.accounts.add("Other Team", "https://other.example", "sk_token_2");
    await act(here.parts, "checkNow", { ...result(here), context: { ...whole, accountId: other.id } }, 0);
    const offer = await screen.next(Message);
    await here.parts.accounts.remove(other.id);
    offer.choose("Switch Account");
    const message = await screen.next(Message);
    assert.equal(message.text, "Other Team was signed out meanwhile. Sign in to it again.");
    assert.deepEqual(here.parts.session.state, { kind: "signedIn", account: here.account });
  });

  it("refreshes no entitlements of another one", async (context) => {
    const here = await office(context);
    const { id } = await here.parts.accounts.add("Other Team", "https://other.example", "sk_token_2");
    await act(here.parts, "refresh", { ...result(here), context: { accountId: id } }, undefined);
    assert.match((await screen.next(Message)).text, /^This result belongs to Other Team\./);
    assert.deepEqual([here.offers.asked, here.shown], [[], []]);
  });

  it("offers to switch to the sandbox, too", async (context) => {
    const here = await office(context);
    await act(here.parts, "checkNow", { ...result(here), context: { ...whole, accountId: "sandbox" } }, 0);
    const message = await screen.next(Message);
    assert.equal(message.text, "This result belongs to Local Sandbox. Switch to that account first.");
  });

  for (const [what, accountId] of [
    ["that is signed out", "gone"],
    ["that nobody knows", undefined],
  ] as const) {
    it(`says that there is nothing to switch to, for one ${what}`, async (context) => {
      const here = await office(context);
      const lost = { ...result(here), context: { ...whole, ...(accountId !== undefined && { accountId }) } };
      await act(here.parts, "checkNow", lost, 0);
      const message = await screen.next(Message);
      assert.equal(
        message.text,
        "The account of this result is signed out. Run the command again for a new result.",
      );
      assert.deepEqual([message.buttons, here.offers.asked, screen.rest], [[], [], []]);
      await here.parts.session.signOut();
      await act(here.parts, "checkNow", lost, 0);
      assert.deepEqual((await screen.next(Message)).buttons, ["Sign In"]);
    });
  }

  it("still copies what it shows", async (context) => {
    const here = await office(context);
    await act(here.parts, "copyId", { ...result(here), context: whole }, undefined);
    assert.equal(env.clipboard.text, "ma_1");
  });
});

describe("the buttons", () => {
  it("are all tried here but those of an unknown result, which have tests of their own", () => {
    assert.deepEqual(ActionId.options.filter((one) => one !== "checkNow" && one !== "dismiss").toSorted(), [
      "backToWizard",
      "copyCurl",
      "copyDetails",
      "copyId",
      "copyJson",
      "copyPython",
      "copyTypescript",
      "createAnother",
      "explainFeature",
      "openConnection",
      "openExisting",
      "openHosted",
      "openLiveView",
      "refresh",
      "retry",
      "retryFailed",
      "showConnection",
      "showEntitlements",
      "showLog",
      "signInAgain",
      "watch",
    ]);
  });
});
