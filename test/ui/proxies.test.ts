// Tests proxies in a window: list, creation, check, renaming and deletion, also inside the wizard.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { until } from "../host/until.ts";
import { pressFor } from "../host/workbench/keys.ts";
import type { Workbench } from "../host/workbench.ts";
import {
  answer,
  waitForQuestion,
  choose,
  createRow,
  waitForCommandEnd,
  questions as wizard,
  statusMessageOf,
  startWizard,
} from "./flows.ts";
import { pressInResult, resultCard } from "./resultCard.ts";
import { openSandboxForSuite } from "./suiteHooks.ts";

const questions = {
  type: "Choose a proxy type",
  country: "Choose a country",
  host: "The proxy's host name or IP address.",
  port: "The proxy's port.",
  protocol: "Choose a protocol",
  user: "The proxy's user name. Leave empty for none.",
  password: "The user's password. VS Code doesn't store the password. Leave empty for none.",
  bypass: "Hosts that bypass the proxy, separated by commas. Leave empty for none.",
  name: "Proxy name. Leave empty for none.",
  review: "Create, or choose what to change",
  list: "Choose or type a proxy ID",
  site: "Choose what to check",
};
const secret = "s3cret-password";

describe("proxy management", () => {
  let workbench: Workbench;
  openSandboxForSuite((opened) => (workbench = opened), { viewport: { width: 1280, height: 1100 } });

  it("lists unavailable proxies first when the Proxies row is expanded", async () => {
    const { dialog, page, resources } = workbench;
    await workbench.runCommand("Managed Auth: Focus on Resources View");
    assert.equal((await resources.row("Proxies")).description, "");
    await resources.expand("Proxies");
    const { description } = await resources.waitForRow(["Proxies"], ({ description }) => description !== "");
    assert.match(description, /^\d+ · 1 unavailable$/);
    assert.equal((await resources.row("Credentials")).description, "");
    const rows = await resources.rows();
    const first = rows[rows.findIndex(({ label }) => label === "Proxies") + 1];
    assert.deepEqual([first?.label, first?.icon], ["retired", "warning"]);
    await resources.select("Proxies", "retired");
    await resultCard(workbench, "retired");
    await pressFor(page, "Delete", "the question", () => dialog.isOpen());
    assert.match((await dialog.read()).message, /Delete proxy "retired"\?/);
    await dialog.press("Cancel");
    await resources.contextMenu("Rename Proxy…", "Proxies", "retired");
    await waitForQuestion(workbench, "New name for retired. Connections using the ID stay as they are.");
    await workbench.quickInput.escape();
    await waitForCommandEnd(workbench);
  });

  it("creates, checks, renames and deletes a proxy without showing its password", async () => {
    const { dialog, quickInput } = workbench;
    await workbench.runCommand("Managed Auth: Show Proxies…");
    await choose(workbench, questions.list, "Create Proxy…");
    await choose(workbench, questions.type, "Custom");
    await answer(workbench, questions.host, "egress.corp.example");
    await answer(workbench, questions.port, "3128");
    await choose(workbench, questions.protocol, "HTTP");
    await answer(workbench, questions.user, "browser");
    await waitForQuestion(workbench, questions.password);
    assert.equal(await quickInput.isPassword(), true);
    await quickInput.answer(secret);
    await answer(workbench, questions.bypass, "intranet.example");
    await waitForQuestion(workbench, questions.name);
    assert.equal(await quickInput.value(), "egress");
    await quickInput.accept();
    for (const question of [questions.review, questions.name, questions.bypass]) {
      await waitForQuestion(workbench, question);
      await quickInput.back();
    }
    await answer(workbench, "The user's password. Leave empty to keep what you typed.", "");
    await answer(workbench, questions.bypass, "intranet.example");
    await answer(workbench, questions.name, "egress");
    await waitForQuestion(workbench, questions.review);
    assert.equal((await quickInput.row("Password")).description, "•••");
    await quickInput.choose("Create Proxy");
    const created = await resultCard(workbench, "egress created");
    assert.equal(created.rows["Password"], "Set, never shown");
    assert.ok(!JSON.stringify(created).includes(secret));

    await pressInResult(workbench, "Check…");
    await choose(workbench, questions.site, "Proxy Only");
    await resultCard(workbench, "egress works", "The proxy reached the internet.");

    await workbench.runCommand("Managed Auth: Rename Proxy…");
    await choose(workbench, "Choose or type a proxy ID", "egress");
    await answer(workbench, "New name for egress. Connections using the ID stay as they are.", "way-out");
    await choose(workbench, "Save, or choose what to change", "Save Changes");
    const renamed = await resultCard(workbench, "Changes saved");
    assert.match(renamed.context, /way-out/);
    assert.equal(renamed.rows["Status"], "Available");

    await pressInResult(workbench, "Delete…");
    const { detail, message } = await dialog.read();
    assert.match(message, /Delete proxy "way-out"\?/);
    assert.match(detail, /No connection uses this proxy/);
    await statusMessageOf(workbench, "Deleted way-out", () => dialog.press("Delete"));
    const dead = await resultCard(workbench, "way-out");
    assert.deepEqual([dead.state, dead.announced], ["No longer exists", "way-out. No longer exists"]);
    await workbench.runCommand("Managed Auth: Show Proxies…");
    await waitForQuestion(workbench, questions.list);
    await quickInput.row("london");
    assert.ok((await quickInput.rows()).every(({ label }) => label !== "way-out"));
    await quickInput.escape();
    await waitForCommandEnd(workbench);
  });

  it("explains that a proxy in use can't be deleted and links its connections", async () => {
    const { dialog } = workbench;
    await workbench.runCommand("Managed Auth: Delete Proxy…");
    await choose(workbench, "Choose or type a proxy ID", "paris-datacenter");
    assert.match((await dialog.read()).detail, /bank\.example/);
    await dialog.press("Delete");
    const { summary } = await resultCard(workbench, "paris-datacenter not deleted");
    assert.match(summary.join(" "), /Choose another proxy in these connections/);
    await pressInResult(workbench, "compliance on bank.example");
    await resultCard(workbench, "bank.example");
    await pressInResult(workbench, "Show Proxy");
    await resultCard(workbench, "paris-datacenter");
    await waitForCommandEnd(workbench);
  });

  it("checks, creates and selects a proxy inside the wizard", async () => {
    const { quickInput } = workbench;
    await startWizard(workbench, "wasps.example", "work");
    await waitForQuestion(workbench, wizard.proxy);
    await quickInput.rowButton("london", "Check for wasps.example");
    await until("the check to end", async () =>
      (await quickInput.message()).includes("wasps.example doesn't work through london"),
    );
    await until("the focus on its row", async () => (await quickInput.active())?.label === "london");
    await choose(workbench, wizard.proxy, "Create Proxy…");
    await waitForQuestion(workbench, questions.type);
    await quickInput.back();
    await choose(workbench, wizard.proxy, "Create Proxy…");
    await choose(workbench, questions.type, "ISP");
    await waitForQuestion(workbench, questions.country);
    await quickInput.type("Germany");
    await until("the country in the list", async () => (await quickInput.active())?.label === "Germany");
    await quickInput.accept();
    await answer(workbench, questions.bypass, "");
    await answer(workbench, questions.name, "berlin");
    await choose(workbench, questions.review, "Create Proxy");
    await waitForQuestion(workbench, wizard.proxy);
    // The new proxy is shown before the list has loaded. The review uses the proxy's name from the list.
    await quickInput.row("london");
    await until("the new item to be selected", async () => (await quickInput.active())?.label === "berlin");
    await quickInput.accept();
    await choose(workbench, wizard.credential, "None: a person types the values");
    await waitForQuestion(workbench, wizard.review);
    assert.match((await quickInput.row("Proxy")).description, /^berlin/);
    await choose(workbench, wizard.review, createRow);
    assert.match((await resultCard(workbench, "Connection created")).rows["Proxy"] ?? "", /^berlin/);
    await waitForCommandEnd(workbench);
  });
});
