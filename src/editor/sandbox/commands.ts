import { commands as editorCommands, l10n } from "vscode";
import { sandboxAccount } from "../accounts/accounts.ts";
import { chooseAction, inform, warn } from "../kit/notify.ts";
import { whileLoading } from "../kit/inputs/whileLoading.ts";
import { openAccountTerminal } from "../accounts/terminal.ts";
import type { RunningSandbox, SandboxPlan, SandboxSample } from "../accounts/sandboxRunner.ts";
import { use } from "../accounts/signIn/useAccount.ts";
import type { AccountParts } from "../accounts/signIn/useAccount.ts";
import type { ConnectionsModel } from "../catalogue/connections.ts";
import type { RequiresAccess } from "../accounts/service.ts";
import { plainCommand } from "../kit/command.ts";
import type { Commands } from "../kit/command.ts";
import { entitlementsViewId } from "../words/contributions.ts";
import { sandboxTrouble } from "../words/errors.ts";
import { pickOne } from "../kit/inputs/ask.ts";
import { planName } from "../words/labels.ts";
import { duration } from "../words/numbers.ts";
import { labelled } from "../words/sentences.ts";

export interface SandboxParts extends AccountParts, RequiresAccess {
  readonly connections: Pick<ConnectionsModel, "markDeleting" | "state">;
  /** Called once what the sandbox answers may be something else. */
  readonly sandboxChanged: () => Promise<unknown>;
  /** Called once nothing is left of what was made in it. */
  readonly sandboxReset: () => Promise<unknown>;
}

/** What people do with the sandbox. */
export function sandboxCommands(parts: SandboxParts) {
  return {
    "managedAuth.useSandbox": plainCommand(async () => {
      // The focus stays where it is.
      if (await useSandbox(parts))
        await editorCommands.executeCommand(`${entitlementsViewId}.focus`, { preserveFocus: true });
    }),
    "managedAuth.chooseSandboxPlan": plainCommand(() => chooseSandboxPlan(parts)),
    "managedAuth.resetSandbox": plainCommand(() => resetSandbox(parts)),
    "managedAuth.openSandboxTerminal": plainCommand(() => openSandboxTerminal(parts)),
  } satisfies Partial<Commands>;
}

/** Makes the sandbox the account of this window; resolves to whether it is. */
export async function useSandbox(parts: AccountParts): Promise<boolean> {
  const account = await parts.session.present(sandboxAccount.id);
  return use(parts, account ?? sandboxAccount, l10n.t("Use Sandbox"));
}

export async function chooseSandboxPlan(parts: SandboxParts): Promise<void> {
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
  await parts.sandboxChanged();
}

/** "Reset Sandbox…": to one of three samples. */
export async function resetSandbox(parts: SandboxParts): Promise<void> {
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

/** "Open Sandbox Terminal": the official clients find the sandbox and its key in that terminal, and nowhere else. */
export async function openSandboxTerminal(parts: SandboxParts): Promise<void> {
  if (!(await inSandbox(parts))) return;
  const title = l10n.t("Open Sandbox Terminal");
  const sandbox = await ask(parts, title, l10n.t("Starting the sandbox…"), (running) =>
    Promise.resolve(running),
  );
  if (sandbox === undefined) return;
  const { origin, token } = sandbox;
  const variables = { KERNEL_BASE_URL: origin, KERNEL_API_KEY: token };
  await openAccountTerminal({ account: sandboxAccount, variables });
}

async function resetTo(parts: SandboxParts, sample: SandboxSample): Promise<void> {
  const title = l10n.t("Reset Sandbox");
  // That they are gone is no news then, whatever runs for them.
  const reset = parts.connections.markDeleting(
    (parts.connections.state.reading?.rows ?? []).map(({ id }) => id),
  );
  const done = await ask(parts, title, l10n.t("Resetting the sandbox…"), async (sandbox, signal) => {
    await sandbox.reset(signal, sample);
    return true;
  }).finally(reset);
  // A canceled reset may have happened: unknown results stay, and can be checked.
  if (done === true) {
    await parts.sandboxReset();
    parts.sandbox.isUnseen = sample === "small";
  }
  await parts.sandboxChanged();
}

/** Has the sandbox do something while the user sees what it is, and can call it off; says it where that fails. */
async function ask<T>(
  parts: SandboxParts,
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
    void warn(l10n.t("The sandbox couldn't complete the request. {0}", sandboxTrouble(fault)), {
      label: l10n.t("Show Log"),
      run: () => parts.log.show(),
    });
    return undefined;
  }
}

/** Whether the window works in the sandbox and it runs; says so if not. */
async function inSandbox(parts: SandboxParts): Promise<boolean> {
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

type PlanId = SandboxPlan["plan"];

/** The plans of §8 with the shortest health check interval each allows, in seconds. */
const plans: readonly (readonly [plan: PlanId, shortestInterval: number])[] = [
  ["FREE", 21_600],
  ["HOBBYIST", 3_600],
  ["START_UP", 1_200],
  ["ENTERPRISE", 300],
];

/** Asks which plan the sandbox pretends to be on; `undefined` when the user left. */
export async function pickSandboxPlan(current: SandboxPlan): Promise<SandboxPlan | undefined> {
  const title = l10n.t("Choose Sandbox Plan");
  let chosen: PlanId = current.plan;
  for (;;) {
    const plan = await pickOne<PlanId>({
      frame: { title, step: 1, totalSteps: 2, back: false },
      placeholder: l10n.t("Choose the sandbox's plan"),
      choices: plans.map(([id, interval]) => ({
        label: planName(id),
        description: id === current.plan ? l10n.t("now") : "",
        detail: l10n.t("Health checks at most every {0}", duration(interval)),
        value: id,
      })),
      active: (id) => id === chosen,
    });
    if (plan.kind !== "accepted") return undefined;
    chosen = plan.value;
    const trial = await pickOne<boolean>({
      frame: { title: labelled(title, l10n.t("Trial")), step: 2, totalSteps: 2, back: true },
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
