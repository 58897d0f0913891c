// Tests the review before an edit: the current settings, the changes and exactly what will be sent.
import assert from "node:assert/strict";
import { beforeEach, describe, it } from "node:test";
import { InputBox, Message, reset } from "../../../../doubles/vscode.ts";
import {
  reported,
  startEdit,
  bodyOf,
  choose,
  editing,
  list,
  nextShown,
  question,
  readRequest,
  untaken,
  save,
} from "../../../../support/editing.ts";
import { quiet } from "../../../../support/offers.ts";
import { leave } from "../../../../support/resourceFixture.ts";

beforeEach(reset);

describe("the review of an edit", () => {
  it("shows the current settings without step numbers or Back", async (context) => {
    const { going, shown, wire } = await startEdit(context);
    const { pick, says } = await list();
    assert.equal(pick.title, "Edit work on bank.example: Review");
    assert.equal(pick.step, undefined);
    assert.deepEqual(pick.buttons, []);
    context.assert.snapshot(says);
    await leave(pick, going);
    assert.deepEqual(shown, []);
    assert.equal(wire.count("PATCH"), 0);
    assert.deepEqual(untaken(), []);
  });

  it("replaces IDs with fetched names and keeps the focused row", async (context) => {
    const { edit, wire } = await editing(context);
    wire.serve("GET /proxies", 200, [
      { id: "proxy_1", name: "office", type: "isp" },
      { id: "proxy_abcdefgh", name: "office", type: "isp" },
    ]);
    void edit();
    const { pick, says } = await list();
    assert.equal(says["Proxy"], "ID proxy_1");
    pick.activeItems = pick.rows.filter(({ label }) => label === "Stealth");
    await quiet();
    const proxy = pick.rows.find(({ label }) => label === "Proxy");
    assert.equal(proxy?.description, "office …roxy_1");
    assert.equal(pick.activeItems[0]?.label, "Stealth");
  });

  it("shows previously fetched names of proxies and destinations while the service fails", async (context) => {
    const telemetry = { enabled: true, export: { otlp: { destination: { id: "d_1" } } } };
    const browser = { proxy: { id: "proxy_1" }, telemetry };
    const { destinations, edit, listed, wire } = await editing(context, { ...reported, browser });
    wire.serve("GET /telemetry/destinations", 200, [{ id: "d_1", name: "honeycomb" }]);
    await Promise.all([listed.proxies.refresh(), destinations.refresh()]);
    for (const path of ["/proxies", "/telemetry/destinations"])
      wire.serve(`GET ${path}`, 403, { code: "forbidden", message: "No." });
    void edit();
    const { pick } = await list();
    await quiet();
    const described = pick.rows.map(({ description, label }) => [label, description]);
    assert.deepEqual(
      described.filter(([label]) => label === "Proxy" || label === "Telemetry"),
      [
        ["Proxy", "Paris"],
        ["Telemetry", "Default set; exported to honeycomb"],
      ],
    );
  });

  it("warns about a credential that is stored for another site", async (context) => {
    const { edit, wire } = await editing(context);
    const going = edit();
    const held = await list();
    await quiet();
    assert.equal(held.pick.prompt, undefined);
    await leave(held.pick, going);
    wire.serve("GET /credentials", 200, [{ id: "cred_1", name: "bank", domain: "shop.example" }]);
    void edit();
    const { pick } = await list();
    await quiet();
    assert.equal(pick.prompt, "Credential of another site: stored for shop.example.");
    pick.choose("Domain");
    const { pick: after } = await list();
    assert.match(after.prompt ?? "", /^Domain and profile can't change\./);
  });

  it("warns about vault items if a provider replaces the stored credential", async (context) => {
    const { edit, wire } = await editing(context);
    const features = { vaults: { enabled: true } };
    wire.serve("GET /org/entitlements", 200, { features, limits: {}, plan: { id: "p" } });
    void edit();
    await choose("Credential", "Enter a Provider…");
    const typed = await question();
    typed.type("onepassword");
    typed.choose("Use");
    await choose("Match by Domain");
    const { pick } = await list();
    assert.equal(pick.prompt, "Vault items filled from the stored credential stop working.");
  });

  it("explains that domain and profile can't change", async (context) => {
    await startEdit(context);
    await choose("Domain");
    const { pick } = await list();
    assert.equal(pick.prompt, "Domain and profile can't change. Duplicate the connection instead.");
    assert.equal(pick.activeItems[0]?.label, "Domain");
    pick.choose("Profile");
    const { pick: again } = await list();
    assert.equal(again.activeItems[0]?.label, "Profile");
  });

  it("sends no request and shows a message if nothing changed", async (context) => {
    const { going, wire } = await startEdit(context);
    await choose(save);
    const { pick } = await list();
    assert.equal(pick.prompt, "No changes to save yet.");
    pick.choose("Health check interval");
    await choose("Every hour");
    await choose(save);
    const again = await list();
    assert.equal(again.pick.prompt, "No changes to save yet.");
    await leave(again.pick, going);
    assert.equal(wire.count("PATCH"), 0);
    assert.equal(wire.count(readRequest), 1);
  });

  it("marks a change, keeps its row focused and offers a revert button", async (context) => {
    await startEdit(context);
    await choose("Health check interval", "Every 20 minutes");
    const marked = await list();
    assert.equal(marked.says["Health check interval"], "every hour → every 20 minutes");
    assert.equal(marked.says[save], "in Team, https://api.example.com");
    assert.deepEqual(
      marked.pick.items.slice(0, 4).map(({ label }) => label),
      [save, "Changes", "Health check interval", "Connection"],
    );
    assert.equal(marked.pick.activeItems[0]?.label, "Health check interval");
    marked.pick.pressOn("Health check interval", "Undo Change");
    const back = await list();
    assert.equal(back.says["Health check interval"], "every hour");
    assert.equal(back.says[save], "no changes yet");
  });

  it("keeps all other answers on Back from a question", async (context) => {
    await startEdit(context);
    await choose("Health check interval", "Every 20 minutes", "Stealth");
    (await question()).press("Back");
    await choose("Telemetry", "Default set");
    (await question()).press("Back");
    (await question()).press("Back");
    await choose("Login page");
    (await nextShown(InputBox)).press("Back");
    const { says } = await list();
    assert.equal(says["Health check interval"], "every hour → every 20 minutes");
    assert.equal(says["Telemetry"], "Not set: the service decides");
    assert.equal(says[save], "in Team, https://api.example.com");
  });

  it("lists changed values on top and opens each setting's prompt", async (context) => {
    const { going, wire } = await startEdit(context);
    await choose("Health check interval", "Every 20 minutes", "Proxy");
    const proxies = await question();
    await quiet();
    proxies.choose("No proxy");
    const table = await list();
    assert.equal(table.pick.title, "Edit work on bank.example: Review");
    assert.deepEqual(Object.entries(table.says).slice(0, 3), [
      [save, "in Team, https://api.example.com"],
      ["Proxy", "Paris → No proxy"],
      ["Health check interval", "every hour → every 20 minutes"],
    ]);
    table.pick.choose("Health check interval");
    await choose("Every 6 hours");
    await choose(save);
    assert.deepEqual(await bodyOf({ going, wire }), {
      browser: { proxy: { mode: "direct" } },
      health_check_interval: 21600,
    });
  });

  it("removes the login URL and allowed domains if their text is cleared", async (context) => {
    const { going, wire } = await startEdit(context);
    for (const label of ["Login page", "Allowed domains"]) {
      await choose(label);
      const box = await nextShown(InputBox);
      assert.match(box.prompt ?? "", /Leave empty to/);
      box.type(" ");
      assert.equal(box.validationMessage, undefined);
      box.enter();
    }
    const { pick, says } = await list();
    assert.equal(says["Login page"], "https://bank.example/login?code=1 → Found by the service");
    assert.equal(says["Allowed domains"], "sso.example → The domain, and known identity providers");
    pick.choose(save);
    assert.deepEqual(await bodyOf({ going, wire }), { allowed_domains: [], login_url: "" });
  });

  it("offers to replace a credential but not to remove it", async (context) => {
    const { edit, wire } = await editing(context);
    wire.serve("GET /credentials", 200, [{ id: "cred_2", name: "other" }]);
    wire.serve("GET /org/credential_providers", 200, []);
    const going = edit();
    await choose("Credential");
    const pick = await question();
    await quiet();
    assert.equal(pick.prompt, "You can replace the credential, not remove it.");
    assert.ok(!pick.rows.some(({ label }) => label.startsWith("None")));
    pick.choose("other");
    await choose(save);
    assert.deepEqual(await bodyOf({ going, wire }), { credential: { name: "other" } });
  });

  it("doesn't send an unrecognized credential when a different setting changes", async (context) => {
    const { going, wire } = await startEdit(context, { ...reported, credential: { provider: "vault" } });
    const { pick, says } = await list();
    assert.equal(says["Credential"], "Unknown to this version");
    pick.choose("Stealth");
    await choose("Off", save);
    assert.deepEqual(await bodyOf({ going, wire }), { browser: { stealth: false } });
  });

  it("prompts for a connection if none is given", async (context) => {
    const { edit, wire } = await editing(context);
    wire.serve("GET /auth/connections", 200, [reported]);
    void edit({});
    const pick = await question();
    await quiet();
    pick.choose("work on bank.example");
    const { pick: review } = await list();
    assert.equal(review.title, "Edit work on bank.example: Review");
  });

  it("reports a connection that can't be fetched and opens no prompt", async (context) => {
    const { edit, wire } = await editing(context);
    wire.serve(readRequest, 401, { code: "unauthorized", message: "No." });
    await edit();
    const message = await nextShown(Message);
    assert.equal(message.text, "Edit Connection: The service refused this token.");
    message.choose(undefined);
  });
});

describe("an abandoned edit", () => {
  it("is offered again with its answers and can be discarded", async (context) => {
    const { edit } = await editing(context);
    let going = edit();
    await choose("Health check interval", "Every 20 minutes", "Telemetry", "Default set");
    await leave(await question(), going);
    going = edit();
    const { pick, says } = await list();
    assert.equal(pick.prompt, "You have unsaved changes.");
    assert.deepEqual(says, { Continue: "Health check interval", "Discard and Start New": "" });
    pick.choose("Continue");
    const review = await list();
    assert.equal(review.says["Health check interval"], "every hour → every 20 minutes");
    assert.equal(review.says["Telemetry"], "Not set: the service decides");
    await leave(review.pick, going);
    void edit();
    await choose("Discard and Start New");
    const fresh = await list();
    assert.equal(fresh.says[save], "no changes yet");
  });

  it("is resumed with newly fetched settings unless its changes are already applied", async (context) => {
    const { edit, wire } = await editing(context);
    let going = edit();
    await choose("Health check interval", "Every 20 minutes");
    await leave(await question(), going);
    wire.serve(readRequest, 200, { ...reported, stealth: true, auto_reauth: false });
    going = edit({ id: "ma_1", resume: true });
    const { pick, says } = await list();
    assert.equal(says["Health check interval"], "every hour → every 20 minutes");
    assert.equal(says["Logs in again automatically"], "Off");
    await leave(pick, going);
    wire.serve(readRequest, 200, { ...reported, health_check_interval: 1200 });
    void edit();
    const after = await list();
    assert.equal(after.says[save], "no changes yet");
    assert.equal(after.says["Health check interval"], "every 20 minutes");
  });

  it("isn't offered again after the user has reverted its changes", async (context) => {
    const { edit } = await editing(context);
    let going = edit();
    await choose("Stealth", "Off");
    await leave(await question(), going);
    going = edit();
    await choose("Continue", "Stealth", "On");
    const reverted = await list();
    assert.equal(reverted.says[save], "no changes yet");
    await leave(reverted.pick, going);
    void edit();
    const { pick, says } = await list();
    assert.deepEqual([pick.placeholder, says["Stealth"]], [reverted.pick.placeholder, "On"]);
  });

  it("is stored per account and deleted with the account's data", async (context) => {
    const { accountId, edit, edits, store } = await editing(context);
    const going = edit();
    await choose("Stealth", "Off");
    await leave(await question(), going);
    assert.equal(edits.of("another").get("ma_1"), undefined);
    assert.equal(edits.of(accountId).get("ma_1")?.answers.stealth, false);
    await store.forget({ accountId });
    assert.equal(edits.of(accountId).get("ma_1"), undefined);
  });
});
