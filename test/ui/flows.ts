import { patience, until } from "../host/until.ts";
import { Workbench } from "../host/workbench.ts";
import type { ListRow } from "../host/workbench/rows.ts";
import { StandIn } from "./standIn.ts";

/** The wizard's questions by their placeholders or prompts. */
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

/** Fixed rows of the proxy and credential questions, in addition to the listed resources. */
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

/** The questions of an edit, in addition to those of the wizard. */
export const editQuestions = {
  review: "Save, or choose what to change",
  interval: "Choose how often to check",
  conflict: "Health check interval: someone else changed this setting, too.",
  continue: "You have unsaved changes",
} as const;

/** Action rows of an edit's review, and the row of the interval. */
export const editRows = { save: "Save Changes", interval: "Health check interval" } as const;

/** Rows of the review that send the request. */
export const createRow = "Create Connection";
export const createAndLogInRow = "Create and Log In…";

/**
 * Waits until a question accepts keys. The question is the placeholder of a list or the text below an input. Clicks
 * into an open input that has no focus.
 */
export async function waitForQuestion(
  { quickInput }: Workbench,
  words: string,
  milliseconds = patience,
): Promise<void> {
  await until(`the question "${words}"`, () => quickInput.asks(words), milliseconds);
}

/** Starts the wizard and discards a stored draft. */
export async function openWizard(workbench: Workbench): Promise<void> {
  const { quickInput } = workbench;
  await workbench.runCommand("Managed Auth: Create Connection…");
  const first = await until("the wizard's first question", async () => {
    for (const question of [questions.domain, questions.continue])
      if (await quickInput.asks(question)) return question;
    // Report what is visible instead, such as a busy input, another question or a notification.
    const visibleParts = workbench.page.locator(
      ".quick-input-widget, .notifications-toasts, .part.statusbar",
    );
    throw new Error(`there is ${JSON.stringify(await visibleParts.allInnerTexts())}`);
  });
  if (first === questions.domain) return;
  await quickInput.choose("Discard and Start New");
  await waitForQuestion(workbench, questions.domain);
}

/** Waits for the list with this question and chooses a row. */
export async function choose(workbench: Workbench, question: string, label: string): Promise<void> {
  await waitForQuestion(workbench, question);
  await workbench.quickInput.choose(label);
}

/** Waits for the input with this question and answers it. */
export async function answer(workbench: Workbench, question: string, text: string): Promise<void> {
  await waitForQuestion(workbench, question);
  await workbench.quickInput.answer(text);
}

/** Returns the review's descriptions of the four answers. */
export async function readReview(workbench: Workbench): Promise<Record<string, string>> {
  await waitForQuestion(workbench, questions.review);
  const rows = await workbench.quickInput.rows();
  const labels = ["Domain", "Profile", "Proxy", "Credential"];
  return Object.fromEntries(
    rows.filter(({ label }) => labels.includes(label)).map(({ description, label }) => [label, description]),
  );
}

/** Returns a predicate for the row of a typed text, whether the text is quoted or a listed name. */
export function isTypedRow(text: string): (row: ListRow) => boolean {
  const shown = text.replaceAll("$(", "$⟨U+0028⟩");
  return ({ description, label }) => description.startsWith(`"${shown}"`) || label === shown;
}

/** Waits for the row of a typed text. */
export async function typedRow({ quickInput }: Workbench, text: string): Promise<ListRow> {
  return quickInput.row(isTypedRow(text));
}

/** Types an answer into a list and chooses the row of the typed text. */
export async function answerTyped(workbench: Workbench, question: string, text: string): Promise<void> {
  const { quickInput } = workbench;
  await waitForQuestion(workbench, question);
  await quickInput.type(text);
  await quickInput.choose(isTypedRow(text));
}

/** Answers the questions of domain and profile. */
export async function nameConnection(workbench: Workbench, domain: string, profile: string): Promise<void> {
  await waitForQuestion(workbench, questions.domain);
  await workbench.quickInput.answer(domain);
  await answerTyped(workbench, questions.profile, profile);
  await waitForQuestion(workbench, questions.proxy);
}

/** Starts the wizard and answers the questions of domain and profile. */
export async function startWizard(workbench: Workbench, domain: string, profile: string): Promise<void> {
  await openWizard(workbench);
  await nameConnection(workbench, domain, profile);
}

/** Types a proxy's name or ID at the proxy question. */
export async function enterProxy(workbench: Workbench, as: "Name" | "ID", text: string): Promise<void> {
  await choose(workbench, questions.proxy, proxyRows.enter);
  await waitForQuestion(workbench, questions.proxyTyped);
  await workbench.quickInput.type(text);
  // The row of a partly typed text has the same label.
  const isTyped = isTypedRow(text);
  await workbench.quickInput.choose((row) => row.label === `Use as ${as}` && isTyped(row));
}

/** Types a provider at the credential question and chooses how it finds the credential. */
export async function enterProvider(
  workbench: Workbench,
  provider: string,
  method: (typeof credentialRows)["byDomain" | "item"],
): Promise<void> {
  await choose(workbench, questions.credential, credentialRows.enterProvider);
  await answerTyped(workbench, questions.credentialProvider, provider);
  await choose(workbench, aboutProvider.way(provider), method);
}

/** Accepts the defaults from the proxy question to the review. */
export async function takeDefaults(workbench: Workbench): Promise<void> {
  await waitForQuestion(workbench, questions.proxy);
  await workbench.quickInput.choose(proxyRows.usual);
  await waitForQuestion(workbench, questions.credential);
  await workbench.quickInput.choose(credentialRows.nobody);
  await waitForQuestion(workbench, questions.review);
}

/** Creates a connection with this domain and profile and defaults otherwise. */
export async function createConnection(workbench: Workbench, domain: string, profile: string): Promise<void> {
  await startWizard(workbench, domain, profile);
  await takeDefaults(workbench);
  await workbench.quickInput.choose(createRow);
}

/** Switches the window to the sandbox and waits for its entitlements. */
export async function useSandbox(workbench: Workbench): Promise<void> {
  const tree = await workbench.openView();
  await workbench.runCommand("Managed Auth: Use Sandbox");
  await waitForAccount(workbench, "Sandbox");
  await tree.row("Usage and limits");
}

/** Runs "Sign In…" up to the question for the token of a service at this address. */
export async function askForToken(workbench: Workbench, baseUrl: string): Promise<void> {
  const { quickInput } = workbench;
  await workbench.runCommand("Managed Auth: Sign In…");
  await waitForQuestion(workbench, "Choose where to sign in");
  await quickInput.choose("Other Server…");
  await waitForQuestion(workbench, "Base URL of the server");
  await quickInput.answer(baseUrl);
  await waitForQuestion(workbench, `Token for ${new URL(baseUrl).host}.`);
}

/** Waits until the view names this account: the sandbox, or an account by its name or host. */
export async function waitForAccount({ connections }: Workbench, account: string): Promise<void> {
  await until(`the view to belong to ${account}`, async () =>
    `${await connections.description()} · `.startsWith(`${account} · `),
  );
}

/** Signs in with a valid token and waits until the view shows the account. */
export async function signIn(workbench: Workbench, baseUrl: string, token: string): Promise<void> {
  await workbench.openView();
  await askForToken(workbench, baseUrl);
  await workbench.quickInput.pasteAnswer(token);
  await waitForAccount(workbench, new URL(baseUrl).host);
  await workbench.clearNotifications();
}

/**
 * Waits until a command has ended with a result: the page is rendered, and neither the view nor an input nor a
 * notification shows progress. If the command was quick, the page has the focus.
 */
export async function waitForCommandEnd(workbench: Workbench): Promise<void> {
  await waitForResult(workbench);
  await waitForProgressEnd(workbench);
}

/** Opens a window that is signed in to its own stand-in service and shows the entitlements. */
export async function openSignedIn(token: string): Promise<{ workbench: Workbench; standIn: StandIn }> {
  const [workbench, standIn] = await Promise.all([Workbench.open(), StandIn.start(token)]);
  await signIn(workbench, standIn.baseUrl, token);
  await workbench.entitlements.row("Usage and limits");
  return { workbench, standIn };
}

/** Waits until the result page is drawn. */
export async function waitForResult(workbench: Workbench): Promise<void> {
  await until("the result to be drawn", async () =>
    (await workbench.resultPage()).evaluate(() => document.querySelector("h1") !== null),
  );
}

/**
 * Runs an action and waits for its message in the status bar, which screen readers announce for a few seconds. If the
 * window has lost the focus meanwhile, such as to an opened page, the message is a notification.
 */
export async function statusMessageOf(
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
export async function waitForProgressEnd({ notifications, page }: Workbench): Promise<void> {
  await until("no spinner", async () => {
    const bars = page.locator(".monaco-progress-container.active:visible");
    return (await bars.count()) === 0 && (await notifications.isSilent());
  });
}

/** Opens the picker of "Delete Telemetry Destinations…". */
export async function openDestinations(workbench: Workbench): Promise<void> {
  await workbench.runCommand("Managed Auth: Delete Telemetry Destinations…");
  await waitForQuestion(workbench, "Choose or type destinations");
}

/**
 * Waits until the picker shows which sandbox destinations are in use, which is its last update. VS Code drops
 * checkmarks and moves the active row while rows are added.
 */
export async function waitForUsers({ quickInput }: Workbench, inUse = "in use by "): Promise<void> {
  await until("the users of the destinations", async () =>
    (await quickInput.row("compliance-log")).description.includes(inUse),
  );
}

/** Pastes the list on the clipboard into the complete picker of destinations. */
export async function pasteList({ quickInput }: Workbench): Promise<void> {
  await quickInput.titleButton("Paste a List");
  await quickInput.waitForMessage(/Check the list|Clipboard is empty/);
}

/** Closes any UI that a failed test left open. */
export async function leave({ dialog, quickInput }: Workbench): Promise<void> {
  if (await dialog.isOpen()) await dialog.escape();
  await quickInput.escape();
}
