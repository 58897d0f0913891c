import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { Workbench } from "../host/workbench.ts";
import { waitForQuestion, waitForAccount } from "./flows.ts";
import { StandIn } from "./standIn.ts";

const token = "tok-forgotten";

describe("account management without a keyring", () => {
  let workbench: Workbench;
  let standIn: StandIn;

  before(async () => {
    standIn = await StandIn.start(token);
    const env = { KERNEL_API_KEY: token, KERNEL_BASE_URL: standIn.baseUrl };
    workbench = await Workbench.open({ keyring: false, env });
  });
  after(() => Promise.all([workbench.stop(), standIn.stop()]));

  it("uses the token in KERNEL_API_KEY only when the user selects it", async () => {
    const { quickInput } = workbench;
    const tree = await workbench.openView();
    assert.match(await tree.welcome(), /Sign In/);
    await workbench.runCommand("Managed Auth: Sign In…");
    await waitForQuestion(workbench, "Choose where to sign in");
    const last = (await quickInput.rows()).at(-1);
    const label = `KERNEL_API_KEY from the Environment, for ${standIn.host}`;
    assert.deepEqual(
      [last?.label, last?.description, last?.detail],
      [label, standIn.baseUrl, "Copies the token into secret storage"],
    );
    await quickInput.choose(label);
    await waitForQuestion(workbench, `Send the token in KERNEL_API_KEY to ${standIn.host}?`);
    assert.deepEqual(standIn.received, []);
    await quickInput.choose(`Send the Token to ${standIn.host}`);
    await waitForAccount(workbench, standIn.host);
    await tree.row("Usage and limits");
    assert.equal(standIn.of("GET")[0]?.authorization, `Bearer ${token}`);
  });

  it("reports a lost token only once, with a Sign In button", async () => {
    const { notifications, quickInput } = workbench;
    await workbench.reload();
    const tree = await workbench.openView();
    assert.match(await tree.welcome(), /Sign In/);
    const words = `VS Code's secret storage no longer has the token for ${standIn.host}.`;
    assert.equal((await notifications.waitFor(words)).severity, "warning");
    await notifications.press(words, "Sign In");
    await waitForQuestion(workbench, "Choose where to sign in");
    await quickInput.escape();
    await workbench.reloadView();
    await tree.welcome();
    const again = (await notifications.shown()).filter(({ message }) => message.includes(words));
    assert.deepEqual(again, []);
  });
});
