// Performs random user actions, including Back and resuming a draft. The wizard sends only requests that are
// well-formed according to a strict reading of interface.md §4.1.
import assert from "node:assert/strict";
import { beforeEach, describe, it, type TestContext } from "node:test";
import fc from "fast-check";
import { ConnectionDraft, toRequest } from "../../../../../src/domain/draft/draft.ts";
import { creationSequence } from "../../../../../src/domain/draft/steps.ts";
import { PickerLists } from "../../../../../src/editor/catalogue/pickerLists.ts";
import { promptForStep, stepLabel } from "../../../../../src/editor/connections/settings/settings.ts";
import { runWizard } from "../../../../../src/editor/kit/inputs/wizard.ts";
import { CreateConnection } from "../../../../../src/sandbox/resources/connections/connectionRequests.ts";
import { InputBox, QuickPick, reset, screen } from "../../../../doubles/vscode.ts";
import { full, reviewDraft } from "../../../../support/asking.ts";
import { Offers } from "../../../../support/offers.ts";

beforeEach(reset);

const hostileTexts = [
  "",
  " ",
  "a",
  "example.com",
  "https://Example.com:8443/login?x#y",
  "http://example.com",
  "https://bücher.example/ö",
  "ftp://example.com",
  "a.example, b.example; c.example\nd.example",
  "a.example, not a domain!",
  "1800",
  "30m",
  "299",
  "2d",
  "..",
  "$(bug) [x](command:y) <b>x</b>",
  "\u0000\u0007",
  "\u202Etxt\u2066",
  "\ud83d",
  "null",
  "x".repeat(2_000),
];

/** A user's action on the open input. */
type UserAction =
  | { readonly do: "type" | "say"; readonly text: string }
  | { readonly do: "choose" | "press"; readonly pick: number }
  | { readonly do: "enter" | "back" };

const text = fc.oneof(fc.constantFrom(...hostileTexts), fc.string({ unit: "binary", maxLength: 12 }));
const userAction: fc.Arbitrary<UserAction> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant("choose" as const), pick: fc.nat(30) }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant("say" as const), text }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("type" as const), text }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("enter" as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("press" as const), pick: fc.nat(30) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("back" as const) }) },
);

/** True for the preview row, which only the review has. */
const isPreview = (label: string): boolean => label.startsWith("$(code)");

/** Performs the action if the open input supports it. */
function perform(input: InputBox | QuickPick, action: UserAction): void {
  switch (action.do) {
    case "type":
      input.type(action.text);
      return;
    case "say":
      // The review accepts no text, so submitting text there would only create the connection too early.
      if (input instanceof QuickPick && input.rows.some(({ label }) => isPreview(label))) return;
      input.submit(action.text);
      return;
    case "enter":
      // The review keeps the edited row active. Choose its first row to send the request.
      if (input instanceof QuickPick && input.rows.some(({ label }) => isPreview(label)))
        input.choose(input.rows[0]?.label ?? "");
      else if (!(input instanceof QuickPick && isPreview(input.activeItems[0]?.label ?? ""))) input.enter();
      return;
    case "back":
      if (input.buttons.some(({ tooltip }) => tooltip === "Back")) input.press("Back");
      return;
    case "choose": {
      if (!(input instanceof QuickPick)) return;
      const rows = input.rows.filter(({ label }) => !isPreview(label));
      const row = rows[action.pick % Math.max(1, rows.length)];
      if (row !== undefined) input.choose(row.label);
      return;
    }
    case "press": {
      if (!(input instanceof QuickPick)) return;
      const rows = input.rows.filter(({ buttons }) => buttons !== undefined);
      const row = rows[action.pick % Math.max(1, rows.length)];
      if (row !== undefined) input.pressOn(row.label, "Reset to Default");
      return;
    }
  }
}

/** Completes all pending work. Everything runs in memory, and the test's clock drives the timers. */
async function settle({ mock }: TestContext): Promise<void> {
  for (let round = 0; round < 5; round += 1) {
    mock.timers.tick(1);
    for (let turn = 0; turn < 10; turn += 1) await new Promise(setImmediate);
  }
}

/**
 * Runs the wizard with these actions and cancels with Esc if it doesn't finish. Returns the result and the last
 * stored draft.
 */
async function walk(
  context: TestContext,
  offers: Offers,
  from: ConnectionDraft,
  actions: readonly UserAction[],
): Promise<{ readonly created: ConnectionDraft | undefined; readonly draft: ConnectionDraft }> {
  reset();
  const state: { draft: ConnectionDraft; ended: boolean; open: InputBox | QuickPick | undefined } = {
    draft: from,
    ended: false,
    open: undefined,
  };
  const environment = {
    entitlements: undefined,
    accountName: "Team",
    codeTarget: { baseUrl: "https://api.example.com", variable: "KERNEL_TOKEN" },
    lists: new PickerLists(offers.client),
    createNew: {},
  };
  const result = runWizard(creationSequence, {
    title: "Create Connection",
    subject: stepLabel,
    draft: from,
    promptFor: (step) => promptForStep(step, reviewDraft),
    environment,
    keep: (draft) => (state.draft = draft),
  }).finally(() => (state.ended = true));
  const readScreen = async (): Promise<void> => {
    await settle(context);
    const shown = screen.rest.at(-1);
    if (shown instanceof InputBox || shown instanceof QuickPick) state.open = shown;
    screen.clear();
  };
  await readScreen();
  for (const action of actions) {
    if (state.ended || state.open === undefined) break;
    perform(state.open, action);
    await readScreen();
  }
  if (!state.ended) state.open?.escape();
  return { created: await result, draft: state.draft };
}

function assertAccepted(draft: ConnectionDraft): void {
  const request = toRequest(draft);
  assert.ok(request, `created with an open question: ${JSON.stringify(draft)}`);
  const body = JSON.stringify(request);
  const read = CreateConnection.safeParse(JSON.parse(body));
  assert.ok(read.success, `${body}: ${JSON.stringify(read.error?.issues)}`);
  assert.doesNotMatch(body, /:null|:\{\}|:""|:\[\]/);
}

describe("the connection wizard", () => {
  it("sends only valid requests and stores only drafts that can be resumed", async (context) => {
    const offers = new Offers(context);
    context.mock.timers.enable({ apis: ["setTimeout"] });
    offers.list("/auth/connections", [{ id: "ma_1", domain: "example.com", profile_name: "work" }]);
    offers.list("/profiles", [{ name: "work" }, { name: "$(bug) home" }, { name: null }]);
    offers.list("/proxies", [
      { id: "p_1", name: "exit" },
      { id: "p_2", name: "exit" },
    ]);
    offers.list("/credentials", [{ id: "cred_1", name: "login" }]);
    offers.list("/org/credential_providers", [{ id: "cp_1", name: "vault" }]);
    offers.reply("/org/credential_providers/cp_1/items", 200, { items: [{ path: "Team/GitHub" }] });
    offers.list("/telemetry/destinations", [{ id: "d_1", name: "honeycomb" }, { id: "d_2" }]);
    let created = 0;
    let rich = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom<ConnectionDraft[]>(
          {},
          full,
          { ...full, telemetry: { kind: "categories" } },
          { ...full, telemetry: { kind: "default", export: { kind: "id" } } },
        ),
        fc.array(userAction, { minLength: 5, maxLength: 40 }),
        fc.array(userAction, { maxLength: 20 }),
        async (from, first, second) => {
          const begun = await walk(context, offers, from, first);
          // The next run resumes the draft that was stored before Esc.
          const file = ConnectionDraft.safeParse(JSON.parse(JSON.stringify(begun.draft)));
          assert.ok(file.success, `${JSON.stringify(begun.draft)}: ${JSON.stringify(file.error?.issues)}`);
          const resumed = await walk(context, offers, file.data, second);
          for (const draft of [begun.created, resumed.created]) {
            if (draft === undefined) continue;
            assertAccepted(draft);
            created += 1;
            if (Object.keys(draft).length > 5) rich += 1;
          }
        },
      ),
      { numRuns: 600 },
    );
    assert.ok(created > 150 && rich > 50, `${created} were created, ${rich} with options`);
  });
});
