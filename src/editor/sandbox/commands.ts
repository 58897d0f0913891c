import { commands as editorCommands, l10n } from "vscode";
import { sandboxAccount } from "../accounts/accounts.ts";
import { chooseAction, inform, warn, showLogAction } from "../kit/notify.ts";
import { whileLoading } from "../kit/inputs/whileLoading.ts";
import { openAccountTerminal } from "../accounts/accountTerminal.ts";
import type { SandboxInstance, SimulatedPlan, SandboxSample } from "../accounts/sandboxRunner.ts";
import { useAccount, type AccountParts } from "../accounts/signIn/useAccount.ts";
import type { ConnectionsModel } from "../catalogue/connectionsModel.ts";
import type { RequiresAccess } from "../accounts/clientFactory.ts";
import { plainCommand, type CommandGroup } from "../kit/command.ts";
import { entitlementsViewId } from "../words/contributions.ts";
import { sandboxStartFailure } from "../words/errors.ts";
import { pickOne } from "../kit/inputs/ask.ts";
import { planName } from "../words/labels.ts";
import { formatDuration } from "../words/formatting.ts";
import { labelWithValue } from "../words/sentences.ts";

export interface SandboxServices extends AccountParts, RequiresAccess {
  readonly connections: ConnectionsModel;
  /** Called when the sandbox's data or plan may have changed. */
  readonly sandboxChanged: () => Promise<unknown>;
  /** Called after a reset has deleted everything that was created in the sandbox. */
  readonly sandboxReset: () => Promise<unknown>;
}

export function sandboxCommands(parts: SandboxServices) {
  return {
    "managedAuth.useSandbox": plainCommand(async () => {
      // Reveal the view without moving the focus.
      if (await useSandbox(parts))
        await editorCommands.executeCommand(`${entitlementsViewId}.focus`, { preserveFocus: true });
    }),
    "managedAuth.chooseSandboxPlan": plainCommand(() => chooseSandboxPlan(parts)),
    "managedAuth.resetSandbox": plainCommand(() => resetSandbox(parts)),
    "managedAuth.openSandboxTerminal": plainCommand(() => openSandboxTerminal(parts)),
  } satisfies CommandGroup;
}

export async function useSandbox(parts: AccountParts): Promise<boolean> {
  const account = await parts.accounts.findInChosenProject(sandboxAccount.id);
  return useAccount(parts, account ?? sandboxAccount, l10n.t("Use Sandbox"));
}

export async function chooseSandboxPlan(parts: SandboxServices): Promise<void> {
  if (!(await inSandbox(parts))) return;
  const title = l10n.t("Choose Sandbox Plan");
  const current = await requestFromSandbox(parts, title, l10n.t("Reading the plan…"), (sandbox, signal) =>
    sandbox.plan(signal),
  );
  const plan = current && (await pickSandboxPlan(current));
  if (plan === undefined) return;
  await requestFromSandbox(parts, title, l10n.t("Changing the plan…"), (sandbox, signal) =>
    sandbox.choosePlan(plan, signal),
  );
  // Refresh even after a cancellation, because the sandbox may have applied the change.
  await parts.sandboxChanged();
}

/** Runs "Reset Sandbox…". After a confirmation, replaces all data with one of three samples. */
export async function resetSandbox(parts: SandboxServices): Promise<void> {
  if (!(await inSandbox(parts))) return;
  await chooseAction(
    l10n.t("Reset the sandbox?"),
    l10n.t(
      "This deletes everything you made or changed in the sandbox. The samples have 6, 20, or no connections.",
    ),
    { label: l10n.t("Small"), run: () => resetTo(parts, "small") },
    { label: l10n.t("All Cases"), run: () => resetTo(parts, "all") },
    { label: l10n.t("Empty"), run: () => resetTo(parts, "empty") },
  );
}

/**
 * Runs "Open Sandbox Terminal", which opens a terminal with the sandbox's base URL and API key in environment variables
 * for the official clients. No other terminal has these variables.
 */
export async function openSandboxTerminal(parts: SandboxServices): Promise<void> {
  if (!(await inSandbox(parts))) return;
  const title = l10n.t("Open Sandbox Terminal");
  const sandbox = await requestFromSandbox(parts, title, l10n.t("Starting the sandbox…"), (running) =>
    Promise.resolve(running),
  );
  if (sandbox === undefined) return;
  const { origin, token } = sandbox;
  const variables = { KERNEL_BASE_URL: origin, KERNEL_API_KEY: token };
  await openAccountTerminal({ account: sandboxAccount, variables });
}

async function resetTo(parts: SandboxServices, sample: SandboxSample): Promise<void> {
  const title = l10n.t("Reset Sandbox");
  // Mark the connections as being deleted, so that their disappearance isn't reported to the user.
  const reset = parts.connections.markDeleting(
    (parts.connections.state.reading?.rows ?? []).map(({ id }) => id),
  );
  const done = await requestFromSandbox(
    parts,
    title,
    l10n.t("Resetting the sandbox…"),
    async (sandbox, signal) => {
      await sandbox.reset(signal, sample);
      return true;
    },
  ).finally(reset);
  // Discard requests with unknown outcomes only after the sandbox has confirmed the reset. If a cancelled reset didn't
  // take effect, their outcomes can still be checked.
  if (done === true) {
    await parts.sandboxReset();
    parts.sandbox.hasUnseenLogin = sample === "small";
  }
  await parts.sandboxChanged();
}

/** Sends a request to the sandbox, shows progress with a Cancel button, and reports a failure. */
async function requestFromSandbox<T>(
  parts: SandboxServices,
  title: string,
  placeholder: string,
  request: (sandbox: SandboxInstance, signal: AbortSignal) => Promise<T>,
): Promise<T | undefined> {
  try {
    return await whileLoading({ title, back: false }, placeholder, async (signal) =>
      request(await parts.sandbox.ensureRunning(signal), signal),
    );
  } catch (fault) {
    parts.log.fault("sandbox", fault);
    const reason = sandboxStartFailure(fault);
    void warn(l10n.t("The sandbox couldn't complete the request. {0}", reason), showLogAction(parts.log));
    return undefined;
  }
}

/** Resolves to true if the window's account is the sandbox and the sandbox is running. Otherwise, informs the user. */
async function inSandbox(parts: SandboxServices): Promise<boolean> {
  const { state } = parts.session;
  if (state.kind === "signedIn" && state.account.kind === "sandbox") {
    return (await parts.requireAccess(l10n.t("Sandbox"))) !== undefined;
  }
  void inform(l10n.t("This window doesn't use the sandbox."), {
    label: l10n.t("Use Sandbox"),
    run: () => useSandbox(parts),
  });
  return false;
}

type SandboxPlanId = SimulatedPlan["plan"];

/** The plans of interface.md §8 with the shortest health check interval of each, in seconds. */
const sandboxPlanChoices: readonly (readonly [plan: SandboxPlanId, shortestInterval: number])[] = [
  ["FREE", 21_600],
  ["HOBBYIST", 3_600],
  ["START_UP", 1_200],
  ["ENTERPRISE", 300],
];

/** Prompts for the plan that the sandbox simulates. Returns undefined if the user cancels. */
export async function pickSandboxPlan(current: SimulatedPlan): Promise<SimulatedPlan | undefined> {
  const title = l10n.t("Choose Sandbox Plan");
  let chosen: SandboxPlanId = current.plan;
  for (;;) {
    const plan = await pickOne<SandboxPlanId>({
      frame: { title, step: 1, totalSteps: 2, back: false },
      placeholder: l10n.t("Choose the sandbox's plan"),
      choices: sandboxPlanChoices.map(([id, interval]) => ({
        label: planName(id),
        description: id === current.plan ? l10n.t("now") : "",
        detail: l10n.t("Health checks at most every {0}", formatDuration(interval)),
        value: id,
      })),
      active: (id) => id === chosen,
    });
    if (plan.kind !== "accepted") return undefined;
    chosen = plan.value;
    const trial = await pickOne<boolean>({
      frame: { title: labelWithValue(title, l10n.t("Trial")), step: 2, totalSteps: 2, back: true },
      placeholder: l10n.t("Choose a trial or no trial"),
      choices: [
        { label: l10n.t("No trial"), value: false },
        { label: l10n.t("On trial"), detail: l10n.t("Ends in 14 days"), value: true },
      ],
      active: (value) => value === current.is_trialing,
    });
    if (trial.kind === "cancelled") return undefined;
    if (trial.kind === "accepted") return { plan: chosen, is_trialing: trial.value };
  }
}
