import assert from "node:assert/strict";
import { beforeEach, describe, it } from "node:test";
import type { ConnectionDraft } from "../../../../../src/domain/draft/draft.ts";
import { flagViews } from "../../../../../src/editor/connections/settings/booleanSettings.ts";
import { env, Message, OpenedText, type QuickPick, reset, screen } from "../../../../doubles/vscode.ts";
import { asking, full, plan } from "../../../../support/asking.ts";
import { quiet } from "../../../../support/offers.ts";
import { active, nextList, openList } from "../settings/support.ts";

beforeEach(reset);

const fullDraft: ConnectionDraft = {
  domain: "example.com",
  profile_name: "work",
  proxy: { kind: "id", id: "p_1" },
  credential: { kind: "item", provider: "vault", path: "Team/GitHub" },
  allowed_domains: ["sso.example.com"],
  login_url: "https://example.com/login",
  stealth: false,
  record_session: true,
  telemetry: { kind: "default", export: { kind: "name", destination: "honeycomb" } },
  save_credentials: true,
  health_checks: true,
  health_check_interval: 7_200,
  auto_reauth: false,
};

/** Lists the rows as "label: description" and the group headings in brackets. */
const reviewRows = (pick: QuickPick): readonly string[] =>
  pick.items.map(({ description, kind, label }) =>
    Number(kind) === -1 ? `[${label}]` : `${label}: ${description ?? ""}`,
  );

/** True for the row of a boolean setting. toggles.test.ts covers these rows. */
const isToggle = (row: string): boolean =>
  Object.values(flagViews).some(({ label }) => row.startsWith(`${label()}: `));

describe("the review of a new connection", () => {
  it("keeps the edited row focused so that a second Enter sends nothing", async (context) => {
    const { answer, pick } = await openList(asking(context), "review", full, { edited: "stealth" });
    assert.equal(active(pick), "Stealth");
    pick.enter();
    assert.deepEqual(await answer, { kind: "edit", field: "stealth" });
  });

  it("shows the default of each unchanged setting, without a reset button", async (context) => {
    const entitlements = plan({ health_check_interval_min_seconds: 21_600 });
    const { answer, pick } = await openList(asking(context), "review", full, { entitlements });
    const rows = reviewRows(pick).filter((row) => !isToggle(row));
    context.assert.snapshot(rows);
    assert.equal(pick.rows.filter(({ buttons }) => (buttons ?? []).length > 0).length, 0);
    pick.choose("$(add) Create Connection");
    assert.deepEqual(await answer, { kind: "finished" });
  });

  it("marks chosen settings and offers to restore each default", async (context) => {
    const { pick } = await openList(asking(context), "review", fullDraft);
    const chosen = reviewRows(pick).filter((row) => row.endsWith(" · chosen"));
    context.assert.snapshot(chosen);
    assert.equal(pick.rows.filter(({ buttons }) => buttons?.[0]?.tooltip === "Reset to Default").length, 9);
  });

  for (const [label, field, defaultText] of [
    ["Domain", "domain"],
    ["Profile", "profile_name"],
    ["Credential", "credential"],
    ["Proxy", "proxy"],
    ["Login page", "login_url", "Found by the service"],
    ["Allowed domains", "allowed_domains", "The domain, and known identity providers"],
    ["Save credentials", "save_credentials", "On"],
    ["Stealth", "stealth", "On"],
    ["Record sessions", "record_session", "Off"],
    ["Telemetry", "telemetry", "Not set: the service decides"],
    ["Health checks", "health_checks", "On"],
    ["Health check interval", "health_check_interval", "every hour"],
    ["Logs in again automatically", "auto_reauth", "On"],
  ] as const) {
    it(`opens the prompt for ${label}`, async (context) => {
      const { answer, pick } = await openList(asking(context), "review", fullDraft);
      pick.choose(label);
      assert.deepEqual(await answer, { kind: "edit", field });
    });

    if (defaultText === undefined) continue;
    it(`resets only ${label} to its default`, async (context) => {
      const { answer, pick } = await openList(asking(context), "review", fullDraft);
      pick.pressOn(label, "Reset to Default");
      const { [field]: removed, ...rest } = fullDraft;
      assert.notEqual(removed, undefined);
      assert.deepStrictEqual(await answer, { kind: "answered", draft: rest, edited: field });
      const again = await openList(asking(context), "review", rest);
      const row = again.pick.rows.find((one) => one.label === label);
      assert.deepEqual([row?.description, row?.buttons], [defaultText, undefined]);
    });
  }

  it("opens a preview of the request and reappears on Back", async (context) => {
    const { pick } = await openList(asking(context), "review", { ...full, stealth: true });
    pick.choose("$(code) Preview Request…");
    (await nextList()).pressOn("JSON", "Copy");
    assert.equal((await screen.next(Message)).text, "Request copied");
    (await nextList()).press("Back");
    assert.match(env.clipboard.text, /"stealth": true/);
    const again = await nextList();
    assert.equal(again.placeholder, "Create, or choose what to change");
  });

  it("closes when the preview opens in an editor", async (context) => {
    const { answer, pick } = await openList(asking(context), "review");
    pick.choose("$(code) Preview Request…");
    (await nextList()).choose("JSON");
    await screen.next(OpenedText);
    assert.deepEqual(await answer, { kind: "cancelled", typed: "" });
  });

  describe("the warning of an existing connection", () => {
    for (const [title, connection, exists] of [
      ["is shown for the same profile and domain", { profile_name: "work", domain: "example.com" }, true],
      ["isn't shown for another domain", { profile_name: "work", domain: "example.org" }, false],
      [
        "is shown for a different spelling of profile and domain",
        { profile_name: "Work", domain: "Example.com." },
        true,
      ],
      ["isn't shown for another profile", { profile_name: "works", domain: "example.com" }, false],
      ["isn't shown if the service reports neither profile nor domain", {}, false],
    ] as const)
      it(title, async (context) => {
        const wizard = asking(context);
        wizard.offers.list("/auth/connections", [{ id: "ma_$(bug)", ...connection }]);
        await wizard.lists.connections("", () => undefined, new AbortController().signal);
        const { answer, pick } = await openList(wizard, "review");
        assert.equal(
          pick.prompt,
          exists ? "This profile already has a connection for this domain." : undefined,
        );
        pick.choose("$(add) Create Connection");
        assert.equal((await answer).kind, "finished", "the service decides");
      });
  });

  it("warns about an existing connection and about a credential for another site", async (context) => {
    const wizard = asking(context);
    wizard.offers.list("/auth/connections", [{ id: "ma_1", profile_name: "work", domain: "example.com" }]);
    wizard.offers.list("/credentials", [{ id: "c_1", name: "login", domain: "shop.example" }]);
    await wizard.lists.connections("", () => undefined, new AbortController().signal);
    const draft = { ...full, credential: { kind: "stored", name: "login" } } as const;
    const { pick } = await openList(wizard, "review", draft);
    await quiet();
    assert.equal(
      pick.prompt,
      "This profile already has a connection for this domain. Credential of another site: stored for shop.example.",
    );
  });

  it("renders names as plain text without icons, links or line breaks", async (context) => {
    const name = "$(trash) [x](command:y)\n\u202E<b>";
    const { pick } = await openList(asking(context), "review", {
      ...fullDraft,
      profile_name: name,
      proxy: { kind: "name", name },
      credential: { kind: "item", provider: name, path: name },
      telemetry: { kind: "default", export: { kind: "name", destination: name } },
      login_url: "https://example.com/$(trash)",
    });
    for (const { description = "" } of pick.rows) assert.doesNotMatch(description, /\$\(|\]\(|\n|\u202E/);
    assert.match(
      reviewRows(pick).join("\n"),
      /Profile: \$⟨U\+0028⟩trash\) \[x\] \(command:y\)\uFFFD⟨U\+202E⟩<b>/,
    );
  });
});
