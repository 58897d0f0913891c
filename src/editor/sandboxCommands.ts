import { l10n } from "vscode";
import { sandboxAccount } from "./accounts.ts";
import { connected } from "./accountCommands.ts";
import { confirm, inform } from "./notify.ts";
import type { Parts } from "./parts.ts";
import { pickSandboxPlan } from "./sandboxPlan.ts";

/** "Use Local Sandbox". */
export async function useSandboxCommand({ session }: Parts): Promise<void> {
  await session.use(sandboxAccount);
}

/** "Choose Sandbox Plan…". */
export async function chooseSandboxPlanCommand(parts: Parts): Promise<void> {
  if (!(await inSandbox(parts))) return;
  const { signal } = new AbortController();
  const sandbox = await parts.sandbox.running(signal);
  const plan = await pickSandboxPlan(await sandbox.plan(signal));
  if (plan === undefined) return;
  await sandbox.choosePlan(plan, signal);
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
  const { signal } = new AbortController();
  const sandbox = await parts.sandbox.running(signal);
  await sandbox.reset(signal);
  await parts.entitlements.refresh();
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
