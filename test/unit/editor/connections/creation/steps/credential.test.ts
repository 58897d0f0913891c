import assert from "node:assert/strict";
import { beforeEach, describe, it } from "node:test";
import type { CredentialAnswer, Draft } from "../../../../../../src/domain/draft.ts";
import { QuickPick, reset, screen } from "../../../../../doubles/vscode.ts";
import { quiet } from "../../../../../support/offers.ts";
import { asking, full, plan } from "../../../../../support/asking.ts";

beforeEach(reset);

const having = (credential: CredentialAnswer): Draft => ({ ...full, credential });
const shown = (pick: QuickPick): readonly (readonly unknown[])[] =>
  pick.rows.map(({ description, detail, label }) => [label, description, detail]);

describe("the question which credential", () => {
  for (const [label, from, to] of [
    ["None", { kind: "stored", name: "login" }, { kind: "none" }],
    ["Stored Credential…", { kind: "none" }, { kind: "stored" }],
    ["Stored Credential…", { kind: "stored", name: "login" }, { kind: "stored", name: "login" }],
    ["Provider Item…", { kind: "stored", name: "login" }, { kind: "item" }],
    ["Provider Item…", { kind: "lookup", provider: "vault" }, { kind: "item", provider: "vault" }],
    [
      "Provider Lookup…",
      { kind: "item", provider: "vault", path: "a/b" },
      { kind: "lookup", provider: "vault" },
    ],
    ["Stored Credential…", { kind: "item", provider: "vault", path: "a/b" }, { kind: "stored" }],
  ] as const) {
    it(`leads from ${JSON.stringify(from)} by ${label} to ${JSON.stringify(to)}, one form of §2.5`, async (context) => {
      const answer = asking(context).ask("credential", having(from));
      (await screen.next(QuickPick)).choose(label);
      assert.deepEqual(await answer, { kind: "answered", draft: having(to) });
    });
  }

  it("marks what the plan lacks, and holds nothing back", async (context) => {
    const entitlements = plan({}, { credentials: false, credential_providers: false });
    const answer = asking(context).ask("credential", full, { entitlements });
    const pick = await screen.next(QuickPick);
    assert.deepEqual(
      pick.rows.map(({ description }) => description),
      [undefined, "not in your plan", "not in your plan", "not in your plan"],
    );
    pick.choose("Stored Credential…");
    assert.equal((await answer).kind, "answered");
  });
});

describe("the question for a stored credential", () => {
  it("lists them with their domain, and takes the name", async (context) => {
    const { ask, offers } = asking(context);
    offers.list("/credentials", [
      { id: "c_1", name: "work login", domain: "example.com", has_totp_secret: true, totp_code: "123456" },
      { id: "c_2", name: "shop", domain: "shop.example", sso_provider: "google" },
      { id: "c_3", name: "bare" },
    ]);
    const answer = ask("credential_name", having({ kind: "stored" }));
    const pick = await screen.next(QuickPick);
    await quiet();
    assert.deepEqual(shown(pick), [
      ["work login", "example.com · with one-time codes", undefined],
      ["shop", "shop.example · logs in with google", undefined],
      ["bare", undefined, undefined],
    ]);
    assert.doesNotMatch(JSON.stringify(pick.items), /123456/, "a live code is shown nowhere");
    pick.choose("shop");
    assert.deepEqual(await answer, { kind: "answered", draft: having({ kind: "stored", name: "shop" }) });
  });

  it("takes a typed name where the service lists none", async (context) => {
    const { ask } = asking(context);
    const answer = ask("credential_name", having({ kind: "stored" }));
    const pick = await screen.next(QuickPick);
    await quiet();
    assert.match(pick.prompt ?? "", /it offers none/);
    pick.type("login");
    pick.choose("Use This Name");
    assert.deepEqual(await answer, { kind: "answered", draft: having({ kind: "stored", name: "login" }) });
  });
});

describe("the question for a provider", () => {
  const providers = [
    { id: "cp_1", name: "vault", provider_type: "onepassword", enabled: true },
    { id: "cp_2", name: "onepassword", provider_type: "onepassword", enabled: false },
  ];
  for (const [from, to] of [
    [
      { kind: "item", path: "a/b" },
      { kind: "item", path: "a/b", provider: "vault" },
    ],
    [{ kind: "lookup" }, { kind: "lookup", provider: "vault" }],
  ] as const) {
    it(`takes the name for ${from.kind}, and keeps what it has`, async (context) => {
      const { ask, offers } = asking(context);
      offers.list("/org/credential_providers", providers);
      const answer = ask("credential_provider", having(from));
      const pick = await screen.next(QuickPick);
      await quiet();
      assert.deepEqual(shown(pick), [
        ["vault", "onepassword", undefined],
        ["onepassword", "disabled", undefined],
      ]);
      pick.choose("vault");
      assert.deepEqual(await answer, { kind: "answered", draft: having(to) });
    });
  }
});

describe("the question for an item", () => {
  const draft = having({ kind: "item", provider: "vault" });
  it("lists the provider's items, and takes the path", async (context) => {
    const { ask, offers } = asking(context);
    offers.list("/org/credential_providers", [{ id: "cp_1", name: "vault" }]);
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
    const answer = ask("credential_path", draft);
    const pick = await screen.next(QuickPick);
    await quiet();
    assert.deepEqual(shown(pick), [
      ["GitHub", "Team · https://github.com", "Team/GitHub"],
      ["Team/Bare", undefined, undefined],
    ]);
    pick.choose("GitHub");
    assert.deepEqual(await answer, {
      kind: "answered",
      draft: having({ kind: "item", provider: "vault", path: "Team/GitHub" }),
    });
  });

  it("takes a typed path for a provider that the service does not list", async (context) => {
    const { ask, offers } = asking(context);
    offers.list("/org/credential_providers", []);
    const answer = ask("credential_path", draft);
    const pick = await screen.next(QuickPick);
    await quiet();
    pick.type("Team/GitHub");
    pick.choose("Use This Path");
    assert.deepEqual(await answer, {
      kind: "answered",
      draft: having({ kind: "item", provider: "vault", path: "Team/GitHub" }),
    });
  });
});
