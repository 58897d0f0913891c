// Tests "Create Provider…" within the wizard. The new provider is selected and the answers are kept.
import assert from "node:assert/strict";
import { beforeEach, describe, it, type TestContext } from "node:test";
import { InputBox, QuickPick, reset } from "../../../../doubles/vscode.ts";
import { full } from "../../../../support/asking.ts";
import { begin, create, type Run } from "../../../../support/creating.ts";
import { quiet } from "../../../../support/offers.ts";
import { secret } from "../../../../support/providers.ts";
import { nextShown } from "../../../../support/resourceFixture.ts";
import { finishWithResource } from "./support.ts";

beforeEach(reset);

const createNew = "Create Provider…";
const createRequest = "POST /org/credential_providers";
const listRequest = "GET /org/credential_providers";
const mine = { id: "cp_1", name: "mine", provider_type: "onepassword", enabled: true, priority: 0 };

const list = (): Promise<QuickPick> => nextShown(QuickPick);

/** Returns the credential prompt once its rows are loaded. */
async function credentialPicker(): Promise<QuickPick> {
  const picker = await list();
  assert.equal(picker.placeholder, "Choose a credential");
  await quiet();
  return picker;
}

/** Opens the wizard at the credential prompt, in an organization without credentials. */
async function atCredential(context: TestContext) {
  const run = await begin(context, undefined, { draft: full, start: "review" });
  run.wire.serve("GET /credentials", 200, []);
  run.wire.serve("GET /proxies", 200, []);
  run.wire.serve(listRequest, 200, []);
  (await list()).choose("Proxy");
  (await list()).choose("No proxy");
  (await list()).choose("Credential");
  return { run, picker: await credentialPicker() };
}

/** Answers the prompts for a provider up to its review. */
async function enterProvider(): Promise<QuickPick> {
  for (const text of ["mine", secret]) (await nextShown(InputBox)).submit(text);
  return list();
}

async function leave(run: Run, picker: QuickPick): Promise<void> {
  picker.escape();
  assert.equal(await run.result, undefined);
  assert.deepEqual((await run.drafts.load(run.accountId))?.draft.proxy, { kind: "direct" });
  assert.equal(run.wire.count(create), 0);
}

describe("Create Provider… in the wizard", () => {
  it("creates a provider and selects credential lookup by domain in that provider", async (context) => {
    const { picker, run } = await atCredential(context);
    assert.deepEqual(
      picker.items.slice(-3).map(({ label }) => label),
      ["", "Create Credential…", createNew],
    );
    picker.choose(createNew);
    const review = await enterProvider();
    run.wire.serve(listRequest, 200, [mine]);
    review.choose("$(add) Create Provider");
    await run.wire.expect(createRequest, { provider_type: "onepassword", name: "mine", token: secret }, 201, {
      ...mine,
      token: secret,
    });
    const again = await credentialPicker();
    const [active] = again.activeItems;
    assert.deepEqual(
      [active?.label, active?.description],
      ["Looked up by domain at provider mine", undefined],
    );
    again.enter();
    (await list()).choose("$(add) Create Connection");
    const settings = {
      browser: { proxy: { mode: "direct" } },
      credential: { provider: "mine", auto: true },
    };
    await finishWithResource(run, settings, "mine created", secret);
  });

  it("selects the new provider even if the list can't be fetched again", async (context) => {
    const { picker, run } = await atCredential(context);
    picker.choose(createNew);
    const review = await enterProvider();
    run.wire.serve(listRequest, 500, { code: "internal_error", message: "No." });
    review.choose("$(add) Create Provider");
    (await run.wire.next(createRequest)).answer(201, mine);
    const again = await credentialPicker();
    assert.equal(again.activeItems[0]?.label, "Looked up by domain at provider mine");
    await leave(run, again);
  });

  it("returns to the wizard on Esc or on Back in its first prompt", async (context) => {
    const { picker, run } = await atCredential(context);
    picker.choose(createNew);
    (await nextShown(InputBox)).press("Back");
    const again = await credentialPicker();
    assert.equal(again.activeItems[0]?.label, createNew);
    again.choose(createNew);
    (await enterProvider()).escape();
    const last = await credentialPicker();
    assert.equal(run.wire.count(createRequest), 0);
    await leave(run, last);
  });
});
