import { patience, until, within } from "../host/until.ts";
import { Workbench } from "../host/workbench.ts";
import type { ListRow } from "../host/workbench/rows.ts";
import { StandIn } from "./standIn.ts";

/** The questions of the wizard, each by the words it is asked with. */
export const questions = {
  domain: "Domain that the browser profile should stay logged in to",
  profile: "Choose or type a profile",
  proxy: "Choose a proxy",
  proxyTyped: "Name or ID of a proxy",
  credential: "Choose a credential",
  credentialName: "Name of a stored credential",
  credentialProvider: "Name of a credential provider",
  review: "Create, or choose what to change",
  continue: "You have an unfinished connection",
} as const;

/** Questions about a provider. */
export const aboutProvider = {
  way: (provider: string) => `Choose how ${provider} finds the credential`,
  item: (provider: string) => `Choose or type an item of ${provider}`,
} as const;

/** The rows of the proxy, and of the credential, that stand for nothing that is listed. */
export const proxyRows = {
  usual: "Service default",
  none: "No proxy",
  enter: "Enter a Name or ID…",
} as const;
export const credentialRows = {
  nobody: "None: a person types the values",
  enterName: "Enter a Name…",
  enterProvider: "Enter a Provider…",
  byDomain: "Match by Domain",
  item: "Choose an Item…",
} as const;

/** The questions of an edit, beside those of the wizard. */
export const editQuestions = {
  review: "Save, or choose what to change",
  interval: "Choose how often to check",
  conflict: "Health check interval: someone else changed this setting, too.",
  continue: "You have unsaved changes",
} as const;

/** The rows of an edit that lead on, and that of the interval. */
export const editRows = {
  save: "Save Changes",
  interval: "Health check interval",
} as const;

/** The rows of the review that send. */
export const createRow = "Create Connection";
export const createAndLogInRow = "Create and Log In…";

/**
 * Waits until a question is asked: its words are the placeholder of a list, or stand below the input of a text. It
 * is asked once the input takes keys; who finds it open but without the focus clicks into it.
 */
export async function asked(
  { quickInput }: Workbench,
  words: string,
  milliseconds = patience,
): Promise<void> {
  await until(`the question "${words}"`, () => quickInput.asks(words), milliseconds);
}

/** Starts the wizard, on new answers where some are kept. */
export async function openWizard(workbench: Workbench): Promise<void> {
  const { quickInput } = workbench;
  await workbench.runCommand("Managed Auth: Create Connection…");
  const first = await until("the wizard's first question", async () => {
    for (const question of [questions.domain, questions.continue])
      if (await quickInput.asks(question)) return question;
    // What is there instead: a wait, another question, or a notice that this one waits.
    const there = workbench.page.locator(".quick-input-widget, .notifications-toasts, .part.statusbar");
    throw new Error(`there is ${JSON.stringify(await there.allInnerTexts())}`);
  });
  if (first === questions.domain) return;
  await quickInput.choose("Discard and Start New");
  await asked(workbench, questions.domain);
}

/** Takes a row of the list that asks this. */
export async function choose(workbench: Workbench, question: string, label: string): Promise<void> {
  await asked(workbench, question);
  await workbench.quickInput.choose(label);
}

/** Answers the input that asks this. */
export async function answer(workbench: Workbench, question: string, text: string): Promise<void> {
  await asked(workbench, question);
  await workbench.quickInput.answer(text);
}

/** What the review says of the four answers. */
export async function reviewed(workbench: Workbench): Promise<Record<string, string>> {
  await asked(workbench, questions.review);
  const rows = await workbench.quickInput.rows();
  const labels = ["Domain", "Profile", "Proxy", "Credential"];
  return Object.fromEntries(
    rows.filter(({ label }) => labels.includes(label)).map(({ description, label }) => [label, description]),
  );
}

/** The row that stands for a typed text, in a list to choose from: in quotes, or the list's own. */
export function standsFor(text: string): (row: ListRow) => boolean {
  const shown = text.replaceAll("$(", "$⟨U+0028⟩");
  return ({ description, label }) => description.startsWith(`"${shown}"`) || label === shown;
}

/** Waits for the row that stands for a typed text. */
export async function typedRow({ quickInput }: Workbench, text: string): Promise<ListRow> {
  return quickInput.row(standsFor(text));
}

/** Types an answer where there is a list to choose from, and takes it as typed. */
export async function answerTyped(workbench: Workbench, question: string, text: string): Promise<void> {
  const { quickInput } = workbench;
  await asked(workbench, question);
  await quickInput.type(text);
  await quickInput.choose(standsFor(text));
}

/** Answers the questions of domain and profile. */
export async function nameConnection(workbench: Workbench, domain: string, profile: string): Promise<void> {
  await asked(workbench, questions.domain);
  await workbench.quickInput.answer(domain);
  await answerTyped(workbench, questions.profile, profile);
  await asked(workbench, questions.proxy);
}

/** Enters a proxy where it is asked for, and says whether that is a name or an ID. */
export async function enterProxy(workbench: Workbench, as: "Name" | "ID", text: string): Promise<void> {
  await choose(workbench, questions.proxy, proxyRows.enter);
  await asked(workbench, questions.proxyTyped);
  await workbench.quickInput.type(text);
  // A row of a text that was only half there has the same label.
  const isTyped = standsFor(text);
  await workbench.quickInput.choose((row) => row.label === `Use as ${as}` && isTyped(row));
}

/** Enters a provider where a credential is asked for, and says how it should find one. */
export async function enterProvider(
  workbench: Workbench,
  provider: string,
  way: (typeof credentialRows)["byDomain" | "item"],
): Promise<void> {
  await choose(workbench, questions.credential, credentialRows.enterProvider);
  await answerTyped(workbench, questions.credentialProvider, provider);
  await choose(workbench, aboutProvider.way(provider), way);
}

/** Goes from the question of the proxy to the review, with the answers that send nothing. */
export async function takeDefaults(workbench: Workbench): Promise<void> {
  await asked(workbench, questions.proxy);
  await workbench.quickInput.choose(proxyRows.usual);
  await asked(workbench, questions.credential);
  await workbench.quickInput.choose(credentialRows.nobody);
  await asked(workbench, questions.review);
}

/** Creates a connection of this domain and profile, with everything else left out. */
export async function createConnection(workbench: Workbench, domain: string, profile: string): Promise<void> {
  await openWizard(workbench);
  await nameConnection(workbench, domain, profile);
  await takeDefaults(workbench);
  await workbench.quickInput.choose(createRow);
}

/** Makes the sandbox the account of the window and waits for its entitlements. */
export async function useSandbox(workbench: Workbench): Promise<void> {
  const tree = await workbench.openView();
  await workbench.runCommand("Managed Auth: Use Sandbox");
  await worksAs(workbench, "Sandbox");
  await tree.row("Usage and limits");
}

/** Goes through "Sign In…" to the question for the token of a service at this address. */
export async function askForToken(workbench: Workbench, baseUrl: string): Promise<void> {
  const { quickInput } = workbench;
  await workbench.runCommand("Managed Auth: Sign In…");
  await asked(workbench, "Choose where to sign in");
  await quickInput.choose("Other Server…");
  await asked(workbench, "Base URL of the server");
  await quickInput.answer(baseUrl);
  await asked(workbench, `Token for ${new URL(baseUrl).host}.`);
}

/** Waits until the view says that it belongs to this account: the sandbox, or one of this name or host. */
export async function worksAs({ connections }: Workbench, account: string): Promise<void> {
  await until(`the view to belong to ${account}`, async () =>
    `${await connections.description()} · `.startsWith(`${account} · `),
  );
}

/** Logs in with a token that the service takes, and waits until the view belongs to the account. */
export async function signIn(workbench: Workbench, baseUrl: string, token: string): Promise<void> {
  await workbench.openView();
  await askForToken(workbench, baseUrl);
  await workbench.quickInput.paste(token);
  await workbench.quickInput.accept();
  await worksAs(workbench, new URL(baseUrl).host);
  await workbench.clearNotifications();
}

/**
 * Waits until a command has ended with its result: the page is drawn, and no progress is shown, neither in the view,
 * nor in an input, nor as a notification. The page has the focus where the command did not take long.
 */
export async function ended(workbench: Workbench): Promise<void> {
  await resultDrawn(workbench);
  await noSpinner(workbench);
}

/** A window that is signed in to a service of its own, whose entitlements it shows. */
export async function openSignedIn(token: string): Promise<{ workbench: Workbench; standIn: StandIn }> {
  const [workbench, standIn] = await Promise.all([Workbench.open(), StandIn.start(token)]);
  await signIn(workbench, standIn.baseUrl, token);
  await workbench.entitlements.row("Usage and limits");
  return { workbench, standIn };
}

/** Waits until the result page is drawn. */
export async function resultDrawn(workbench: Workbench): Promise<void> {
  await until("the result to be drawn", async () =>
    (await workbench.resultPage()).evaluate(() => document.querySelector("h1") !== null),
  );
}

/**
 * Does something whose end the status bar says for a few seconds, to a screen reader, too; or a notice, where the window
 * has lost the focus meanwhile, as to a page that is opened.
 */
export async function saidInPassing(
  { page }: Workbench,
  text: string,
  act: () => Promise<unknown>,
): Promise<void> {
  const alert = page.locator(".part.statusbar").getByRole("alert").filter({ hasText: text });
  const notice = page.locator(".notification-list-item-message", { hasText: text });
  await Promise.all([
    alert
      .or(notice)
      .first()
      .waitFor({ timeout: 3 * patience }),
    act(),
  ]);
}

/** Waits until no progress is shown. */
export async function noSpinner({ notifications, page }: Workbench): Promise<void> {
  await until("no spinner to be left", async () => {
    const bars = page.locator(".monaco-progress-container.active:visible");
    return (await bars.count()) === 0 && (await notifications.isSilent());
  });
}

/** Opens the picker of "Delete Telemetry Destinations…". */
export async function openDestinations(workbench: Workbench): Promise<void> {
  await workbench.runCommand("Managed Auth: Delete Telemetry Destinations…");
  await asked(workbench, "Choose or type destinations");
}

/**
 * Waits until the picker of the sandbox's destinations says which are in use, which comes last: VS Code loses what is
 * ticked while rows come, and goes elsewhere.
 */
export async function usersListed({ quickInput }: Workbench, inUse = "in use by "): Promise<void> {
  await until("who uses the destinations", async () =>
    (await quickInput.row("compliance-log")).description.includes(inUse),
  );
}

/** Has the picker of destinations, to which no more rows come, take the list on the clipboard. */
export async function pasteList({ quickInput }: Workbench): Promise<void> {
  await until("what is on the clipboard to be taken", async () => {
    await quickInput.titleButton("Paste a List");
    return within(4_000, async () => /Check the list|Clipboard is empty/.test(await quickInput.message()));
  });
}

/** Leaves whatever a test that failed may have left open, so that the next one begins at rest. */
export async function leave({ dialog, page, quickInput }: Workbench): Promise<void> {
  if (await dialog.isOpen()) await dialog.escape();
  // What was under way may ask once more in the place of what was left.
  await until("nothing to be asked", async () => {
    if (!(await quickInput.isOpen())) return true;
    await page.keyboard.press("Escape");
    return within(2_000, async () => !(await quickInput.isOpen()));
  });
}
