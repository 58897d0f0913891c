import assert from "node:assert/strict";
import { beforeEach, describe, it } from "node:test";
import type { CredentialAnswer } from "../../../../../src/domain/connections/settings.ts";
import type { Draft } from "../../../../../src/domain/draft/draft.ts";
import { QuickPick, reset, screen } from "../../../../doubles/vscode.ts";
import { asking, full, plan } from "../../../../support/asking.ts";
import type { Asking } from "../../../../support/asking.ts";
import { quiet } from "../../../../support/offers.ts";

beforeEach(reset);

const having = (credential: CredentialAnswer): Draft => ({ ...full, credential });
const nobody = "None: a person types the values";
const providers = [
  { id: "cp_1", name: "my-1p", provider_type: "onepassword", enabled: true },
  { id: "cp_2", name: "onepassword", provider_type: "onepassword", enabled: false },
  { id: "cp_3", name: "vault" },
];

/** Separators in brackets, rows with what stands beside and below them. */
const shown = (pick: QuickPick): readonly string[] =>
  pick.items.map(({ description, detail, kind, label }) =>
    Number(kind) === -1
      ? `[${label}]`
      : [label, description, detail].filter((part) => part !== undefined).join(" | "),
  );
const active = (pick: QuickPick): string | undefined => pick.activeItems[0]?.label;

/** Presses Enter at the row with this label and, beside it, this text. */
function take(pick: QuickPick, label: string, description: string): void {
  const row = pick.rows.find((one) => one.label === label && one.description === description);
  assert.ok(row, `no row ${label} with ${description}`);
  pick.activeItems = [row];
  pick.enter();
}

function offering({ offers }: Asking): void {
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
}

describe("the question which credential", () => {
  it("is one list: nobody's, what is stored, and what each provider can do", async (context) => {
    const asked = asking(context);
    offering(asked);
    const answer = asked.ask("credential", full);
    const pick = await screen.next(QuickPick);
    await quiet();
    assert.deepEqual(shown(pick), [
      `${nobody} | Typed at the first login, saved for later logins`,
      "[Stored]",
      "work login | example.com · with one-time codes",
      "shop | shop.example · logs in with google",
      "bare",
      "Enter a Name…",
      "[1Password]",
      "Match by Domain | my-1p",
      "Choose an Item… | my-1p",
      "[vault]",
      "Match by Domain | vault",
      "Choose an Item… | vault",
      "[1Password, disabled]",
      "Match by Domain | onepassword",
      "Choose an Item… | onepassword",
      "[Another provider]",
      "Enter a Provider…",
    ]);
    assert.doesNotMatch(JSON.stringify(pick.items), /123456/, "a live code is shown nowhere");
    pick.choose("shop");
    assert.deepEqual(await answer, { kind: "answered", draft: having({ kind: "stored", name: "shop" }) });
  });

  it("takes none, in place of another form of §2.5", async (context) => {
    const answer = asking(context).ask("credential", having({ kind: "stored", name: "login" }));
    (await screen.next(QuickPick)).choose(nobody);
    assert.deepEqual(await answer, { kind: "answered", draft: having({ kind: "none" }) });
  });

  it("takes a lookup by a provider that is listed", async (context) => {
    const asked = asking(context);
    offering(asked);
    const answer = asked.ask("credential", full);
    const pick = await screen.next(QuickPick);
    await quiet();
    take(pick, "Match by Domain", "vault");
    assert.deepEqual(await answer, {
      kind: "answered",
      draft: having({ kind: "lookup", provider: "vault" }),
    });
  });

  it("takes an item from a provider's list, by path", async (context) => {
    const asked = asking(context);
    offering(asked);
    const answer = asked.ask("credential", full);
    const pick = await screen.next(QuickPick);
    await quiet();
    take(pick, "Choose an Item…", "my-1p");
    const items = await screen.next(QuickPick);
    await quiet();
    assert.deepEqual(
      [items.title, items.step, items.totalSteps, items.placeholder],
      ["Create Connection", 1, 5, "Choose or type an item of my-1p"],
    );
    assert.deepEqual(shown(items), [
      "[Team]",
      "GitHub | Team · https://github.com | Team/GitHub",
      "[Vault not reported]",
      "Team/Bare",
    ]);
    items.choose("GitHub");
    assert.deepEqual(await answer, {
      kind: "answered",
      draft: having({ kind: "item", provider: "my-1p", path: "Team/GitHub" }),
    });
  });

  it("has the items for the domain first, the others by vault, and warns of a name that may not be found", async (context) => {
    const asked = asking(context);
    offering(asked);
    asked.offers.reply("/org/credential_providers/cp_1/items", 200, {
      items: [
        { path: "Team/Other", title: "Other", vault_name: "Team" },
        { path: "Bots/A/B", title: "A/B", vault_name: "Bots" },
        { path: "Team/Shop", title: "Shop", vault_name: "Team", urls: ["https://login.example.com"] },
      ],
    });
    const answer = asked.ask("credential", full);
    const pick = await screen.next(QuickPick);
    await quiet();
    take(pick, "Choose an Item…", "my-1p");
    const items = await screen.next(QuickPick);
    await quiet();
    assert.deepEqual(shown(items), [
      "[For example.com]",
      "Shop | Team · https://login.example.com | Team/Shop",
      "[Bots]",
      "A/B | Bots | Bots/A/B · a name with / may not be found at login",
      "[Team]",
      "Other | Team | Team/Other",
    ]);
    items.type("Vault/Typed");
    items.choose("Use");
    assert.deepEqual(await answer, {
      kind: "answered",
      draft: having({ kind: "item", provider: "my-1p", path: "Vault/Typed" }),
    });
  });

  it("comes back from the items to the row that led there", async (context) => {
    const asked = asking(context);
    offering(asked);
    const answer = asked.ask("credential", full);
    const pick = await screen.next(QuickPick);
    await quiet();
    take(pick, "Choose an Item…", "vault");
    (await screen.next(QuickPick)).press("Back");
    const again = await screen.next(QuickPick);
    await quiet();
    assert.deepEqual(
      again.activeItems.map(({ description, label }) => [label, description]),
      [["Choose an Item…", "vault"]],
    );
    again.press("Back");
    assert.deepEqual(await answer, { kind: "back", typed: "" });
  });

  for (const [credential, label] of [
    [{ kind: "stored", name: "bare" }, "bare"],
    [{ kind: "stored", name: "gone $(x)" }, "Stored credential gone $⟨U+0028⟩x)"],
    [{ kind: "lookup", provider: "vault" }, "Match by Domain"],
    [{ kind: "lookup", provider: "gone" }, "Looked up by domain at provider gone"],
    [{ kind: "item", provider: "vault", path: "a/b" }, "a/b from provider vault"],
  ] as const satisfies readonly (readonly [CredentialAnswer, string])[]) {
    it(`begins at what was chosen: ${JSON.stringify(credential)}`, async (context) => {
      const asked = asking(context);
      offering(asked);
      const answer = asked.ask("credential", having(credential));
      const pick = await screen.next(QuickPick);
      await quiet();
      assert.equal(active(pick), label);
      pick.enter();
      assert.deepEqual(await answer, { kind: "answered", draft: having(credential) });
    });
  }

  it("takes a typed name of a stored credential, though the service lists none", async (context) => {
    const { ask } = asking(context);
    const answer = ask("credential", full);
    const pick = await screen.next(QuickPick);
    await quiet();
    assert.match(pick.prompt ?? "", /not offered by the service/);
    pick.type("login");
    assert.equal(pick.rows.at(-1)?.description, '"login" · stored credential');
    pick.choose("Use");
    assert.deepEqual(await answer, { kind: "answered", draft: having({ kind: "stored", name: "login" }) });
  });

  it("asks for the name of a stored credential where that is wanted", async (context) => {
    const answer = asking(context).ask("credential", full);
    (await screen.next(QuickPick)).choose("Enter a Name…");
    const name = await screen.next(QuickPick);
    name.type("login");
    name.choose("Use");
    assert.deepEqual(await answer, { kind: "answered", draft: having({ kind: "stored", name: "login" }) });
  });

  it("takes both forms of a provider that the service does not list, and comes back step by step", async (context) => {
    const { ask, offers } = asking(context);
    offers.list("/credentials", [{ id: "c_1", name: "bare" }]);
    const answer = ask("credential", full);
    const pick = await screen.next(QuickPick);
    await quiet();
    assert.match(pick.prompt ?? "", /^The list is incomplete \(not offered by the service\)/);
    pick.choose("Enter a Provider…");
    const name = await screen.next(QuickPick);
    name.type("vault");
    name.choose("Use");
    const way = await screen.next(QuickPick);
    assert.deepEqual(
      way.rows.map(({ label }) => label),
      ["Match by Domain", "Choose an Item…"],
    );
    way.choose("Choose an Item…");
    (await screen.next(QuickPick)).press("Back");
    const again = await screen.next(QuickPick);
    assert.equal(active(again), "Choose an Item…");
    again.press("Back");
    const renamed = await screen.next(QuickPick);
    assert.equal(renamed.value, "vault");
    renamed.type("other");
    renamed.choose("Use");
    (await screen.next(QuickPick)).choose("Choose an Item…");
    const items = await screen.next(QuickPick);
    await quiet();
    items.type("Team/GitHub");
    items.choose("Use");
    assert.deepEqual(await answer, {
      kind: "answered",
      draft: having({ kind: "item", provider: "other", path: "Team/GitHub" }),
    });
  });

  it("takes a lookup by a provider that is typed", async (context) => {
    const answer = asking(context).ask("credential", full);
    (await screen.next(QuickPick)).choose("Enter a Provider…");
    const name = await screen.next(QuickPick);
    name.type("vault");
    name.choose("Use");
    (await screen.next(QuickPick)).choose("Match by Domain");
    assert.deepEqual(await answer, {
      kind: "answered",
      draft: having({ kind: "lookup", provider: "vault" }),
    });
  });

  it("is left with Esc wherever it led", async (context) => {
    const { ask } = asking(context);
    for (const label of ["Enter a Name…", "Enter a Provider…"]) {
      const answer = ask("credential", full);
      (await screen.next(QuickPick)).choose(label);
      (await screen.next(QuickPick)).escape();
      assert.equal((await answer).kind, "cancelled");
    }
  });

  it("marks what the plan lacks, and holds nothing back", async (context) => {
    const entitlements = plan({}, { credentials: false, credential_providers: false });
    const asked = asking(context);
    offering(asked);
    const answer = asked.ask("credential", full, { entitlements });
    const pick = await screen.next(QuickPick);
    await quiet();
    const groups = shown(pick).filter((row) => row.startsWith("["));
    assert.equal(groups.length, 5);
    for (const group of groups) assert.match(group, / \(not in your plan\)\]$/);
    pick.choose("shop");
    assert.equal((await answer).kind, "answered");
  });
});
