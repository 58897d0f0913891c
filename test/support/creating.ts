// Walks through the wizard of "Create Connection…" as a user does.
import type { TestContext } from "node:test";
import { runCreation, type WizardStart } from "../../src/editor/connections/creation/runCreation.ts";
import type { ResourceCreators } from "../../src/editor/connections/settings/resourceCreators.ts";
import { createWithin } from "../../src/editor/resourceEngine/create.ts";
import { credentials } from "../../src/editor/resources/credentials/credentials.ts";
import { destinations } from "../../src/editor/resources/destinations/destinations.ts";
import { providers } from "../../src/editor/resources/providers/providers.ts";
import type { AccountAccess } from "../../src/editor/accounts/clientFactory.ts";
import type { CommandResult } from "../../src/editor/results/result.ts";
import { InputBox, QuickPick, screen } from "../doubles/vscode.ts";
import type { Call } from "./wire.ts";
import { signedInParts, type OfflineParts } from "./windowParts.ts";
import { inPart } from "./inPart.ts";
import { leaveAfter } from "./leaving.ts";

const allFeatures = {
  features: { managed_auth: { enabled: true }, custom_proxies: { enabled: true } },
  limits: {},
  plan: { id: "ENTERPRISE" },
};
export interface Run extends OfflineParts {
  readonly accountId: string;
  readonly access: AccountAccess;
  /** Shown pages, and results of resources created within the wizard, which are stored but not shown. */
  readonly shown: { entitlements: number; readonly pages: CommandResult[]; readonly stored: CommandResult[] };
  readonly result: Promise<CommandResult | undefined>;
  /** Runs the command again with the same account. */
  readonly again: (beginning?: WizardStart) => Promise<CommandResult | undefined>;
}

/** Starts the command for an account whose entitlements are known. */
export async function begin(
  context: TestContext,
  plan: object = allFeatures,
  beginning?: WizardStart,
): Promise<Run> {
  const leaving = leaveAfter(context);
  const { account, ...fixture } = await signedInParts(context);
  const reading = fixture.entitlements.refresh();
  (await fixture.wire.next("GET /org/entitlements")).answer(200, plan);
  await reading;
  const access = await fixture.service.access(account, new AbortController().signal);
  const shown: Run["shown"] = { entitlements: 0, pages: [], stored: [] };
  const panel = {
    show: (result: CommandResult) => Promise.resolve(void shown.pages.push(result)),
    store: (result: CommandResult) => Promise.resolve(void shown.stored.push(result)),
  };
  const createNew = (access: AccountAccess): ResourceCreators => ({
    destination: (frame) => createWithin(destinations(fixture), { ...fixture, panel }, access, frame, {}),
    provider: (frame) => createWithin(providers(fixture), { ...fixture, panel }, access, frame, {}),
    credential: (frame, { domain }) =>
      createWithin(
        credentials(fixture),
        { ...fixture, panel },
        access,
        frame,
        domain === undefined ? {} : { domain },
      ),
  });
  const showEntitlements = (): Promise<void> => {
    shown.entitlements += 1;
    return Promise.resolve();
  };
  const again = async (from?: WizardStart): Promise<CommandResult | undefined> => {
    let result: CommandResult | undefined;
    const parts = {
      ...fixture,
      showEntitlements,
      createNew,
      requireAccess: () => Promise.resolve(access),
      panel: { show: (page: CommandResult) => Promise.resolve(void (result = page)) },
      start: () => Promise.resolve(),
    };
    await runCreation(inPart(parts), from);
    return result;
  };
  return { ...fixture, accountId: account.id, access, shown, again, result: leaving(again(beginning)) };
}

/** A step, the kind of its input, and the reply: an input box, a list that accepts text, a choice, or a list of lists. */
export type Step = readonly [where: string, asks: "text" | "list" | "choice" | "id" | "item", reply: string];

export const open = ([, asks]: Step): Promise<InputBox | QuickPick> =>
  asks === "text" ? screen.next(InputBox) : screen.next(QuickPick);

export async function type(text: string): Promise<void> {
  const input = await screen.next(InputBox);
  input.type(text);
  input.enter();
}

export async function choose(label: string): Promise<void> {
  (await screen.next(QuickPick)).choose(label);
}

/** Types into a list and accepts the row for the typed text. */
export async function typeIntoList(text: string): Promise<void> {
  const pick = await screen.next(QuickPick);
  pick.type(text);
  pick.enter();
}

async function typeId(id: string): Promise<void> {
  const pick = await screen.next(QuickPick);
  pick.type(id);
  pick.choose("Use as ID");
}

/** Enters a provider that isn't listed, then an item. */
async function enterItem(path: string): Promise<void> {
  await choose("Enter a Provider…");
  await typeIntoList("vault");
  await choose("Choose an Item…");
  await typeIntoList(path);
}

export function reply([, asks, text]: Step): Promise<void> {
  switch (asks) {
    case "text":
      return type(text);
    case "list":
      return typeIntoList(text);
    case "choice":
      return choose(text);
    case "id":
      return typeId(text);
    case "item":
      return enterItem(text);
  }
}

/** The steps up to the review. */
export const steps: readonly Step[] = [
  ["domain", "text", "https://Example.com/login"],
  ["profile", "list", "work"],
  ["proxy", "id", "proxy_1"],
  ["credential", "item", "Team/GitHub"],
];
export const review: Step = ["review", "choice", "$(add) Create Connection"];

export const create = "POST /auth/connections";

/** Replies to all steps and returns the request. */
export async function send(run: Run): Promise<Call> {
  for (const step of [...steps, review]) await reply(step);
  return run.wire.next(create);
}
