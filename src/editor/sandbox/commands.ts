import { l10n } from "vscode";
import { sandboxAccount } from "../accounts/accounts.ts";
import { connected, use } from "../accounts/signIn/commands.ts";
import { confirm, inform, warn } from "../kit/notify.ts";
import type { Parts } from "../app/parts.ts";
import { whileLoading } from "../kit/whileLoading.ts";
import type { RunningSandbox } from "../accounts/sandboxRunner.ts";
import { pickSandboxPlan } from "./pickPlan.ts";
import { sandboxTrouble } from "../words/sandboxTrouble.ts";

/** "Use Local Sandbox"; resolves to whether the window works in it. */
export async function useSandboxCommand(parts: Parts): Promise<boolean> {
  return use(parts, sandboxAccount, l10n.t("Use Local Sandbox"));
}

/** "Choose Sandbox Plan…". */
export async function chooseSandboxPlanCommand(parts: Parts): Promise<void> {
  if (!(await inSandbox(parts))) return;
  const title = l10n.t("Choose Sandbox Plan");
  const current = await ask(parts, title, l10n.t("Reading the plan…"), (sandbox, signal) =>
    sandbox.plan(signal),
  );
  const plan = current && (await pickSandboxPlan(current));
  if (plan === undefined) return;
  await ask(parts, title, l10n.t("Changing the plan…"), (sandbox, signal) =>
    sandbox.choosePlan(plan, signal),
  );
  // A change that was called off may have been made.
  await parts.entitlements.refresh();
}

/** "Reset Sandbox…": back to the sample data of the first start. */
export async function resetSandboxCommand(parts: Parts): Promise<void> {
  if (!(await inSandbox(parts))) return;
  const agreed = await confirm(
    l10n.t("Reset the sandbox?"),
    l10n.t(
      "Every connection created in it goes, and deleted destinations come back. No account of the service is touched.",
    ),
    l10n.t("Reset Sandbox"),
  );
  if (!agreed) return;
  const title = l10n.t("Reset Sandbox");
  await ask(parts, title, l10n.t("Bringing the sample data back…"), (sandbox, signal) =>
    sandbox.reset(signal),
  );
  await parts.entitlements.refresh();
}

/** Has the sandbox do something while the user sees what it is, and can call it off; says it where that fails. */
async function ask<T>(
  parts: Parts,
  title: string,
  placeholder: string,
  what: (sandbox: RunningSandbox, signal: AbortSignal) => Promise<T>,
): Promise<T | undefined> {
  try {
    return await whileLoading({ title, back: false }, placeholder, async (signal) =>
      what(await parts.sandbox.running(signal), signal),
    );
  } catch (fault) {
    parts.log.fault("sandbox", fault);
    void warn(l10n.t("The sandbox did not do this. {0}", sandboxTrouble(fault)), {
      label: l10n.t("Show Log"),
      run: () => parts.log.show(),
    });
    return undefined;
  }
}

/** Whether the window works in the sandbox and it runs; says so if not. */
async function inSandbox(parts: Parts): Promise<boolean> {
  const { state } = parts.session;
  if (state.kind === "signedIn" && state.account.kind === "sandbox") {
    return (await connected(parts, l10n.t("Sandbox"))) !== undefined;
  }
  void inform(l10n.t("This window does not use the sandbox."), {
    label: l10n.t("Use Local Sandbox"),
    run: () => useSandboxCommand(parts),
  });
  return false;
}
