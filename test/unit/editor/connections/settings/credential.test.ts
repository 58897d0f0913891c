import assert from "node:assert/strict";
import { beforeEach, describe, it, type TestContext } from "node:test";
import type { CredentialAnswer } from "../../../../../src/domain/connections/settings.ts";
import type { ConnectionDraft } from "../../../../../src/domain/draft/draft.ts";
import { type QuickPick, reset } from "../../../../doubles/vscode.ts";
import { asking, full, plan, type Asking } from "../../../../support/asking.ts";
import { active, labels, nextList, openList } from "./support.ts";

beforeEach(reset);

const draftWith = (credential: CredentialAnswer): ConnectionDraft => ({ ...full, credential });
const noCredentialRow = "None: a person types the values";
const providers = [
  { id: "cp_1", name: "my-1p", provider_type: "onepassword", enabled: true },
  { id: "cp_2", name: "onepassword", provider_type: "onepassword", enabled: false },
  { id: "cp_3", name: "vault" },
];

/** Returns the list's rows as text with their descriptions and details. Separators are in brackets. */
const listedRows = (pick: QuickPick): readonly string[] =>
  pick.items.map(({ description, detail, kind, label }) =>
    Number(kind) === -1
      ? `[${label}]`
      : [label, description, detail].filter((part) => part !== undefined).join(" | "),
  );

/** Types a text into the next list, accepts it, and returns the prefilled text. */
async function use(text: string): Promise<string> {
  const pick = await nextList();
  const { value } = pick;
  pick.type(text);
  pick.choose("Use");
  return value;
}

/** Opens a wizard for an organization with credentials and providers. */
function setUpCredentials(context: TestContext): Asking {
  const wizard = asking(context);
  const { offers } = wizard;
  offers.list("/credentials", [
    { id: "c_1", name: "work login", domain: "example.com", has_totp_secret: true, totp_code: "123456" },
    { id: "c_2", name: "shop", domain: "shop.example", sso_provider: "google" },
    { id: "c_3", name: "bare" },
  ]);
  offers.list("/org/credential_providers", providers);
  offers.reply("/org/credential_providers/cp_1/items", 200, {
    items: [
      {
        id: "i_1",
        path: "Team/GitHub",
        title: "GitHub",
        vault_id: "v",
        vault_name: "Team",
        urls: ["https://github.com"],
      },
      { id: "i_2", path: "Team/Bare" },
    ],
  });
  return wizard;
}

describe("the credential prompt", () => {
  it('lists "no credential" first, then stored credentials, then providers', async (context) => {
    const { gives, pick } = await openList(setUpCredentials(context), "credential");
    context.assert.snapshot(listedRows(pick));
    assert.ok(
      pick.rows.every(({ iconPath }) => iconPath !== undefined),
      "every row has an icon",
    );
    assert.doesNotMatch(JSON.stringify(pick.items), /123456/, "a live code is shown nowhere");
    pick.choose("shop");
    await gives({ credential: { kind: "stored", name: "shop" } });
  });

  it("warns about a credential that is stored for another site", async (context) => {
    const wizard = setUpCredentials(context);
    wizard.offers.list("/credentials", [
      { id: "c_1", name: "own", domain: "login.example.com" },
      { id: "c_2", name: "other", domain: "shop.example" },
    ]);
    const { gives, pick } = await openList(wizard, "credential");
    const [, own, other] = pick.rows;
    assert.deepEqual([own?.label, own?.detail], ["own", undefined]);
    assert.deepEqual(
      [other?.label, other?.detail],
      ["other", "Credential of another site: stored for shop.example"],
    );
    assert.notDeepEqual(own?.iconPath, other?.iconPath);
    pick.choose("other");
    await gives({ credential: { kind: "stored", name: "other" } });
  });

  it("allows the user to remove a stored credential", async (context) => {
    const draft = draftWith({ kind: "stored", name: "login" });
    const { gives, pick } = await openList(asking(context), "credential", draft);
    pick.choose(noCredentialRow);
    await gives({ credential: { kind: "none" } });
  });

  it("accepts Match by Domain for a listed provider", async (context) => {
    const { gives, pick } = await openList(setUpCredentials(context), "credential");
    pick.choose("vault");
    (await nextList()).choose("Match by Domain");
    await gives({ credential: { kind: "lookup", provider: "vault" } });
  });

  it("accepts an item's path in a listed provider", async (context) => {
    const { gives, pick } = await openList(setUpCredentials(context), "credential");
    pick.choose("my-1p");
    (await nextList()).choose("Choose an Item…");
    const items = await nextList();
    context.assert.snapshot([
      [items.title, items.step, items.totalSteps, items.placeholder],
      listedRows(items),
    ]);
    items.choose("GitHub");
    await gives({ credential: { kind: "item", provider: "my-1p", path: "Team/GitHub" } });
  });

  it("lists items for the domain first and warns of ambiguous paths", async (context) => {
    const wizard = setUpCredentials(context);
    wizard.offers.reply("/org/credential_providers/cp_1/items", 200, {
      items: [
        { path: "Team/Other", title: "Other", vault_name: "Team" },
        { path: "Bots/A/B", title: "A/B", vault_name: "Bots" },
        { path: "Team/Shop", title: "Shop", vault_name: "Team", urls: ["https://login.example.com"] },
      ],
    });
    const { gives, pick } = await openList(wizard, "credential");
    pick.choose("my-1p");
    (await nextList()).choose("Choose an Item…");
    const items = await nextList();
    context.assert.snapshot(listedRows(items));
    items.type("Vault/Typed");
    items.choose("Use");
    await gives({ credential: { kind: "item", provider: "my-1p", path: "Vault/Typed" } });
  });

  it("preselects the previously chosen row after Back", async (context) => {
    const { goBack, pick } = await openList(setUpCredentials(context), "credential");
    pick.choose("vault");
    (await nextList()).choose("Choose an Item…");
    (await nextList()).press("Back");
    const methods = await nextList();
    assert.equal(active(methods), "Choose an Item…");
    methods.press("Back");
    const again = await nextList();
    assert.equal(active(again), "vault");
    await goBack(again);
  });

  for (const [credential, label] of [
    [{ kind: "stored", name: "bare" }, "bare"],
    [{ kind: "stored", name: "gone $(x)" }, "Stored credential gone $⟨U+0028⟩x)"],
    [{ kind: "lookup", provider: "vault" }, "Looked up by domain at provider vault"],
    [{ kind: "lookup", provider: "gone" }, "Looked up by domain at provider gone"],
    [{ kind: "item", provider: "vault", path: "a/b" }, "a/b from provider vault"],
  ] as const satisfies readonly (readonly [CredentialAnswer, string])[])
    it(`preselects ${label} as the current credential`, async (context) => {
      const { gives, pick } = await openList(setUpCredentials(context), "credential", draftWith(credential));
      assert.equal(active(pick), label);
      pick.enter();
      await gives({ credential });
    });

  it("accepts a typed name if the list can't be fetched", async (context) => {
    const { gives, pick } = await openList(asking(context), "credential");
    assert.match(pick.prompt ?? "", /not offered by the service/);
    pick.type("login");
    assert.equal(pick.rows.at(-1)?.description, '"login" · stored credential');
    pick.choose("Use");
    await gives({ credential: { kind: "stored", name: "login" } });
  });

  it("accepts a typed name of a stored credential", async (context) => {
    const { gives, pick } = await openList(asking(context), "credential");
    pick.choose("Enter a Name…");
    await use("login");
    await gives({ credential: { kind: "stored", name: "login" } });
  });

  it("accepts a typed provider and goes back one prompt at a time", async (context) => {
    const wizard = asking(context);
    wizard.offers.list("/credentials", [{ id: "c_1", name: "bare" }]);
    const { gives, pick } = await openList(wizard, "credential");
    assert.match(pick.prompt ?? "", /^The list is incomplete \(not offered by the service\)/);
    pick.choose("Enter a Provider…");
    await use("vault");
    const methods = await nextList();
    assert.deepEqual(labels(methods), ["Match by Domain", "Choose an Item…"]);
    methods.choose("Choose an Item…");
    (await nextList()).press("Back");
    const again = await nextList();
    assert.equal(active(again), "Choose an Item…");
    again.press("Back");
    const renamed = await use("other");
    assert.equal(renamed, "vault");
    (await nextList()).choose("Choose an Item…");
    await use("Team/GitHub");
    await gives({ credential: { kind: "item", provider: "other", path: "Team/GitHub" } });
  });

  it("accepts Match by Domain for a provider that the user typed", async (context) => {
    const { gives, pick } = await openList(asking(context), "credential");
    pick.choose("Enter a Provider…");
    await use("vault");
    (await nextList()).choose("Match by Domain");
    await gives({ credential: { kind: "lookup", provider: "vault" } });
  });

  for (const label of ["Enter a Name…", "Enter a Provider…"])
    it(`is cancelled by Esc in the list that ${label} opens`, async (context) => {
      const { leave, pick } = await openList(asking(context), "credential");
      pick.choose(label);
      await leave(await nextList());
    });

  it("marks features missing from the plan but still accepts them", async (context) => {
    const entitlements = plan({}, { credentials: false, credential_providers: false });
    const { gives, pick } = await openList(setUpCredentials(context), "credential", full, { entitlements });
    const groups = listedRows(pick).filter((row) => row.startsWith("["));
    assert.equal(groups.length, 2);
    for (const group of groups) assert.match(group, / \(not in your plan\)\]$/);
    pick.choose("shop");
    await gives({ credential: { kind: "stored", name: "shop" } });
  });
});
