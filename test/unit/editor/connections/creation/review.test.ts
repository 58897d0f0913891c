import assert from "node:assert/strict";
import { beforeEach, describe, it } from "node:test";
import type { Draft } from "../../../../../src/domain/draft/draft.ts";
import { env, Message, OpenedText, QuickPick, reset, screen } from "../../../../doubles/vscode.ts";
import { asking, full, plan } from "../../../../support/asking.ts";

beforeEach(reset);

const everything: Draft = {
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

/** The list as a reader sees it: groups in brackets, rows as label and description. */
const seen = (pick: QuickPick): readonly string[] =>
  pick.items.map(({ description, kind, label }) =>
    Number(kind) === -1 ? `[${label}]` : `${label}: ${description ?? ""}`,
  );

describe("the review", () => {
  it("stays on the row that was edited, so that a second Enter does not send", async (context) => {
    const answer = asking(context).ask("review", full, { edited: "stealth" });
    const pick = await screen.next(QuickPick);
    assert.deepEqual(
      pick.activeItems.map(({ label }) => label),
      ["Stealth"],
    );
    pick.enter();
    assert.deepEqual(await answer, { kind: "edit", field: "stealth" });
  });

  it("shows every setting of §4.1 with the value that applies, and marks none that nobody chose", async (context) => {
    const entitlements = plan({ health_check_interval_min_seconds: 21_600 });
    const answer = asking(context).ask("review", full, { entitlements });
    const pick = await screen.next(QuickPick);
    assert.deepEqual(seen(pick), [
      "$(sign-in) Create and Log In…: in Team, https://api.example.com",
      "$(add) Create Connection: ",
      "$(code) Preview Request…: ",
      "[Connection]",
      "Domain: example.com",
      "Profile: work",
      "[Login]",
      "Credential: None: a person types the values",
      "Login page: Found by the service",
      "Allowed domains: The domain, and known identity providers",
      "Save credentials: On",
      "[Browser]",
      "Proxy: Service default",
      "Stealth: On",
      "Record sessions: Off",
      "Telemetry: Not set: the service decides",
      "[Staying logged in]",
      "Health checks: On",
      "Health check interval: every 6 hours",
      "Logs in again automatically: On",
    ]);
    assert.equal(pick.rows.filter(({ buttons }) => (buttons ?? []).length > 0).length, 0);
    pick.choose("$(add) Create Connection");
    assert.deepEqual(await answer, { kind: "finished" });
  });

  it("marks what was chosen, each with a way back to the default", async (context) => {
    const answer = asking(context).ask("review", everything);
    const pick = await screen.next(QuickPick);
    assert.deepEqual(seen(pick).slice(3), [
      "[Connection]",
      "Domain: example.com",
      "Profile: work",
      "[Login]",
      "Credential: Team/GitHub from provider vault",
      "Login page: https://example.com/login · chosen",
      "Allowed domains: sso.example.com · chosen",
      "Save credentials: On · chosen",
      "[Browser]",
      "Proxy: ID p_1",
      "Stealth: Off · chosen",
      "Record sessions: On · chosen",
      "Telemetry: Default set; exported to honeycomb · chosen",
      "[Staying logged in]",
      "Health checks: On · chosen",
      "Health check interval: every 2 hours · chosen",
      "Logs in again automatically: Off · chosen",
    ]);
    assert.equal(pick.rows.filter(({ buttons }) => buttons?.[0]?.tooltip === "Reset to Default").length, 9);
    pick.escape();
    assert.deepEqual(await answer, { kind: "cancelled", typed: "" });
  });

  for (const [label, field] of [
    ["Domain", "domain"],
    ["Profile", "profile_name"],
    ["Credential", "credential"],
    ["Proxy", "proxy"],
    ["Login page", "login_url"],
    ["Allowed domains", "allowed_domains"],
    ["Save credentials", "save_credentials"],
    ["Stealth", "stealth"],
    ["Record sessions", "record_session"],
    ["Telemetry", "telemetry"],
    ["Health checks", "health_checks"],
    ["Health check interval", "health_check_interval"],
    ["Logs in again automatically", "auto_reauth"],
  ] as const) {
    it(`leads from ${label} to its question`, async (context) => {
      const answer = asking(context).ask("review", everything);
      (await screen.next(QuickPick)).choose(label);
      assert.deepEqual(await answer, { kind: "edit", field });
    });
  }

  for (const [label, field, description] of [
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
    it(`resets ${label} to its default, and keeps everything else`, async (context) => {
      const { ask } = asking(context);
      const answer = ask("review", everything);
      (await screen.next(QuickPick)).pressOn(label, "Reset to Default");
      const { [field]: gone, ...rest } = everything;
      assert.notEqual(gone, undefined);
      assert.deepStrictEqual(await answer, { kind: "answered", draft: rest, edited: field });
      const again = ask("review", rest);
      const after = await screen.next(QuickPick);
      const row = after.rows.find((one) => one.label === label);
      assert.deepEqual([row?.description, row?.buttons], [description, undefined]);
      after.escape();
      await again;
    });
  }

  it("previews the request as it is, and comes back", async (context) => {
    const answer = asking(context).ask("review", { ...full, stealth: true });
    (await screen.next(QuickPick)).choose("$(code) Preview Request…");
    (await screen.next(QuickPick)).pressOn("JSON", "Copy");
    assert.equal((await screen.next(Message)).text, "Request copied");
    (await screen.next(QuickPick)).press("Back");
    assert.match(env.clipboard.text, /"stealth": true/);
    const again = await screen.next(QuickPick);
    assert.equal(again.placeholder, "Create, or choose what to change");
    again.escape();
    await answer;
  });

  it("ends where the preview goes into an editor", async (context) => {
    const answer = asking(context).ask("review", full);
    (await screen.next(QuickPick)).choose("$(code) Preview Request…");
    (await screen.next(QuickPick)).choose("JSON");
    await screen.next(OpenedText);
    assert.deepEqual(await answer, { kind: "cancelled", typed: "" });
  });

  describe("points out a connection that exists", () => {
    for (const [what, connection, found] of [
      ["for the same profile and domain", { profile_name: "work", domain: "example.com" }, true],
      ["not for another domain", { profile_name: "work", domain: "example.org" }, false],
      ["not for another profile", { profile_name: "Work", domain: "example.com" }, false],
      ["not where the service names neither", {}, false],
    ] as const) {
      it(what, async (context) => {
        const { ask, lists, offers } = asking(context);
        offers.list("/auth/connections", [{ id: "ma_$(bug)", ...connection }]);
        await lists.connections("", () => undefined, new AbortController().signal);
        const answer = ask("review", full);
        const pick = await screen.next(QuickPick);
        assert.equal(
          pick.prompt,
          found ? "This profile already has a connection for this domain." : undefined,
        );
        pick.choose("$(add) Create Connection");
        assert.equal((await answer).kind, "finished", "the service decides");
      });
    }
  });

  it("draws no name as an icon, a link or another line", async (context) => {
    const name = "$(trash) [x](command:y)\n\u202E<b>";
    const answer = asking(context).ask("review", {
      ...everything,
      profile_name: name,
      proxy: { kind: "name", name },
      credential: { kind: "item", provider: name, path: name },
      telemetry: { kind: "default", export: { kind: "name", destination: name } },
      login_url: "https://example.com/$(trash)",
    });
    const pick = await screen.next(QuickPick);
    for (const { description = "" } of pick.rows) {
      assert.doesNotMatch(description, /\$\(|\]\(|\n|\u202E/);
    }
    assert.match(seen(pick).join("\n"), /Profile: \$⟨U\+0028⟩trash\) \[x\] \(command:y\)\uFFFD⟨U\+202E⟩<b>/);
    pick.escape();
    await answer;
  });
});
