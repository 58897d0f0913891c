// Tests the form of each resource that connections refer to: going back and forth, an unreachable service, and a
// change of account and project before the request.
import assert from "node:assert/strict";
import { after, afterEach, before, describe, it } from "node:test";
import { until } from "../host/until.ts";
import { pressFor } from "../host/workbench/keys.ts";
import { Workbench } from "../host/workbench.ts";
import { waitForQuestion, choose, waitForCommandEnd, leave, signIn, waitForAccount } from "./flows.ts";
import { answerAll, forms, goBackAndForth, createdNames, typedSecret } from "./forms.ts";
import { resultCard } from "./resultCard.ts";
import { TappedSandbox } from "./tappedSandbox.ts";
import { column } from "../support/rows.ts";

/** Keybindings for commands that run while a question is open. The palette would close the question. */
const keys = { project: "Control+Alt+1", sandbox: "Control+Alt+2" };

describe("a resource form", () => {
  let workbench: Workbench;
  let service: TappedSandbox;

  before(async () => {
    [workbench, service] = await Promise.all([
      Workbench.open({
        viewport: { width: 1280, height: 1100 },
        keys: { [keys.project]: "managedAuth.chooseProject", [keys.sandbox]: "managedAuth.useSandbox" },
      }),
      TappedSandbox.start(),
    ]);
    await signIn(workbench, service.baseUrl, service.token);
  });
  after(() => Promise.all([workbench.stop(), service.stop()]));
  afterEach(() => leave(workbench));

  const rowsShown = async (): Promise<readonly (readonly string[])[]> =>
    (await workbench.quickInput.rows()).slice(1).map(({ description, label }) => [label, description]);

  /** Switches to the service's account and the project "Staging". */
  async function workInStaging(): Promise<void> {
    const { host } = service;
    if (!(await workbench.connections.description()).startsWith(host)) {
      await workbench.runCommand("Managed Auth: Switch Account…");
      await choose(workbench, "Choose this window's account", host);
      await waitForAccount(workbench, host);
    }
    service.hidesProjects = false;
    await pressFor(workbench.page, keys.project, "the projects", () => workbench.quickInput.isOpen());
    await choose(workbench, `Choose a project for ${host}`, "Staging");
    await waitForAccount(workbench, `${host} · Staging`);
  }

  /** Switches to no project and then to the sandbox while the question stays open. */
  async function changeWhoAndWhere(): Promise<void> {
    const { connections, notifications, page } = workbench;
    service.hidesProjects = true;
    await pressFor(
      page,
      keys.project,
      "no project to be chosen",
      async () => !(await connections.description()).includes("Staging"),
    );
    // The notification hides by itself.
    await notifications.waitFor("Projects are disabled");
    await pressFor(page, keys.sandbox, "the sandbox to be the account", async () =>
      (await connections.description()).startsWith("Sandbox"),
    );
  }

  for (const form of forms)
    it(`keeps using its account after the user switches accounts: ${form.command}`, async () => {
      const { quickInput } = workbench;
      await workInStaging();
      await answerAll(workbench, form);
      const answers = await rowsShown();
      assert.doesNotMatch(JSON.stringify(answers), new RegExp(typedSecret));
      await goBackAndForth(workbench, form);
      assert.deepEqual(await rowsShown(), answers);

      const before = service.changes.length;
      await service.goDown();
      await quickInput.choose(form.send);
      await until("the outcome above the answers", async () =>
        (await quickInput.message()).includes(service.host),
      );
      await waitForQuestion(workbench, form.review);
      assert.deepEqual(await rowsShown(), answers);
      await service.comeBack();

      await changeWhoAndWhere();
      await waitForQuestion(workbench, form.review);
      assert.deepEqual(await rowsShown(), answers);
      assert.equal(service.changes.length, before, "nothing was sent so far");
      await quickInput.choose(form.send);
      const { context } = await resultCard(workbench, form.confirmation);
      assert.match(context, new RegExp(`${service.host}.*Staging`));
      assert.match(context, /Another account is in use/);
      const sent = service.changes.slice(before);
      assert.equal(sent.length, 1, JSON.stringify(sent));
      assert.match(sent[0]?.request ?? "", form.sends);
      assert.equal(sent[0]?.project, "proj_sandboxstaging");
      await workbench.clearNotifications();
      await waitForCommandEnd(workbench);
      // The next form may report the same text.
      await workbench.runCommand("View: Close All Editors");
    });

  it("creates nothing in an account selected while the form is open", async () => {
    const { destinations, quickInput } = workbench;
    await waitForAccount(workbench, "Sandbox");
    const shownLabels: string[] = (await destinations.rows()).map(({ label }) => label);
    for (const [command, sample] of [
      ["Show Credentials…", "github-bot"],
      ["Show Proxies…", "london"],
      ["Show Providers…", "onepassword"],
    ] as const) {
      await workbench.runCommand(`Managed Auth: ${command}`);
      await quickInput.row(sample);
      shownLabels.push(...(await quickInput.rows()).map(({ label }) => label));
      await quickInput.escape();
    }
    assert.ok(shownLabels.includes("london"));
    assert.deepEqual(
      createdNames.filter((name) => shownLabels.includes(name)),
      [],
    );
  });

  it("finds the new provider after a lost response without resending the request", async () => {
    await workInStaging();
    const before = service.changes.length;
    const name = "lost-and-found";
    const [form = assert.fail()] = forms.slice(3);
    await answerAll(workbench, form, name);
    service.losesAnswers = true;
    await workbench.quickInput.choose(form.send);
    await resultCard(workbench, `${name} exists, likely from your attempt`);
    service.losesAnswers = false;
    assert.deepEqual(column(service.changes.slice(before), "request"), ["POST /org/credential_providers"]);
  });

  it("closes without sending a request when the user switches projects", async () => {
    const { quickInput } = workbench;
    await workInStaging();
    const before = service.changes.length;
    const [form = assert.fail()] = forms.slice(2);
    await answerAll(workbench, form);
    const question = `Choose a project for ${service.host}`;
    await pressFor(
      workbench.page,
      keys.project,
      "the projects",
      async () => (await quickInput.placeholder()) === question,
    );
    await choose(workbench, question, "Default");
    await waitForAccount(workbench, `${service.host} · Default`);
    assert.equal(await quickInput.isOpen(), false);
    assert.equal(service.changes.length, before);
  });
});
