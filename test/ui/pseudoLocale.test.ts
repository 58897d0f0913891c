// Tests VS Code in a pseudo-language that accents every letter. A text without accents is untranslated.
import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { until } from "../host/until.ts";
import { Workbench } from "../host/workbench.ts";
import { pseudo, pseudoLanguage } from "../l10n/pseudo.ts";
import { translateExtension } from "../l10n/translatedExtension.ts";
import { answerTyped, waitForQuestion, credentialRows, proxyRows, questions, waitForUsers } from "./flows.ts";
import { resultCard } from "./resultCard.ts";
import { dialogWords, pageWords, quickInputWords, sideBarWords, toastWords } from "./visibleWords.ts";

/** Texts that the extension doesn't translate, with the reason. */
const untranslatedTexts: readonly (readonly [words: RegExp, reason: string])[] = [
  [/^(Progress|Welcome|Warning|Cancel|Close Dialog|OK|Toggle all checkboxes)$/, "VS Code's own controls"],
  [
    /^(Back \(Ctrl\+Alt\+-\)|Views and More Actions\.\.\.|Actions for .*|.* actions)$/,
    "VS Code's own buttons",
  ],
  [/^\d+ (Results?|Selected)$/, "VS Code counts the rows of a list"],
  [/ Section$|^More Actions\.\.\.$/, "VS Code names the views of a container, and their menus"],
  [/ \(Press 'Enter' to confirm or 'Escape' to cancel\)$/, "VS Code adds it to a prompt"],
  [/^(add|code|sign-in) {2}/, "VS Code names an icon to screen readers"],
  [
    /\ba(gent|•+)@helpdesk\.example\b|\b(github-bot|helpdesk-agent|payroll-import|onepassword|retired-vault|travel-team|1Password|google)\b/g,
    "Names of the sample data",
  ],
  [/\bhttps?:\/\/[\w.:/-]+/g, "Addresses"],
  [/\b([\w-]+\.)+(example|com|org)\b/g, "Domains"],
  [/\b(ma|otlp|proxy)_\w+/g, "IDs"],
  [
    /\b((Mon|Tue|Wed|Thu|Fri|Sat|Sun) )?\d{1,2}(:\d{2})?\s[AP]M/g,
    "Intl writes times in the language it knows",
  ],
  [/\b[A-Z][a-z]{2} \d{1,2}(, \d{4})?/g, "Intl writes dates in the language it knows"],
  [/\b\d+ (day|hour|minute|min)s?\b/g, "Intl writes lengths of time in the language it knows"],
  [/\band(?=\s+(\w+ öñ |,|$))/g, "Intl writes lists in the language it knows"],
  [/\b(compliance-log|live-sessions|login-traces|nightly-archive)\b/g, "Names of destinations"],
  [/\b(compliance|research|support|travel|work)\b/g, "Names of profiles"],
  [
    /\b(berlin-residential|headquarters|london|office|paris-datacenter|retired|test-lab|tokyo-mobile)\b/g,
    "Names of proxies",
  ],
  [/\b(Berlin|Tokyo)\b/g, "Places as the service knows them"],
  [
    /\b(France|Germany|Japan|United Kingdom|United States|Belgium)\b/g,
    "Intl names countries in the language it knows",
  ],
  [/…ffice\d\b/g, "The ends of IDs where two share a name"],
  [
    /\b(Verification code|Name of this device|Text message|Email|Continue with Google|Helpdesk Team)\b/g,
    "Words of a website",
  ],
  [/\bGoogle\b|^2 accounts belong to this address$|^Sent to •••-•••-4242$/g, "Words of a website"],
  [/ \(Ctrl\+[CR]\)$/, "Keys, as VS Code names them"],
  [/^"An auth connection still uses the destination: .*/, "The service's own words about a refusal"],
];

/** A local address without a server. Systems don't assign this port automatically. */
const deadEnd = "127.0.0.1:31999";

const usedExceptions = new Set<RegExp>();

/** Fails for every text without accents that isn't listed as foreign. */
function assertTranslated(where: string, texts: readonly string[]): void {
  assert.ok(
    texts.some((text) => /[À-ỹ]/.test(text)),
    `${where}: nothing of ours is shown`,
  );
  const untranslated = texts.filter((text) => {
    const remainder = untranslatedTexts.reduce((remaining, [words]) => {
      const without = remaining.replace(words, " ");
      if (without !== remaining) usedExceptions.add(words);
      return without;
    }, text);
    return /[A-Za-z]/.test(remainder);
  });
  assert.deepEqual([...new Set(untranslated)], [], where);
}

describe("the extension in another display language", () => {
  let folder: string;
  let workbench: Workbench;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "translated-"));
    await translateExtension(folder);
    workbench = await Workbench.open({
      extensionsDir: folder,
      language: { id: pseudoLanguage, translate: pseudo },
    });
  });
  after(async () => {
    await workbench.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const command = (title: string): Promise<void> =>
    workbench.runCommand(`${pseudo("Managed Auth")}: ${pseudo(title)}`);
  const question = (words: string): Promise<void> => waitForQuestion(workbench, pseudo(words));
  /** Checks a question after this row has loaded. */
  const translated = async (where: string, row?: string): Promise<void> => {
    if (row !== undefined) await workbench.quickInput.row(row);
    assertTranslated(where, await quickInputWords(workbench));
  };
  const card = async (title: string, ...args: readonly string[]): Promise<void> => {
    const words = pseudo(title).replaceAll(/\{(\d)\}/g, (_, index: string) => args[Number(index)] ?? "");
    await resultCard(workbench, words);
    assertTranslated(words, await pageWords(await workbench.resultPage()));
  };

  const isReview = async (): Promise<boolean> =>
    (await workbench.quickInput.placeholder()) === pseudo(questions.review);

  it("translates the welcome view", async () => {
    await (await workbench.openView()).welcome();
    assertTranslated("welcome", await sideBarWords(workbench));
  });

  /** Runs "Sign In…" with an unreachable service up to the question how to continue. */
  const failToSignIn = async (): Promise<void> => {
    const { quickInput } = workbench;
    await command("Sign In…");
    await question("Choose where to sign in");
    await translated("sign in");
    await quickInput.choose(pseudo("Other Server…"));
    await question("Base URL of the server");
    await quickInput.type("https://user:secret@example.com");
    await translated("base URL");
    await quickInput.answer(`http://${deadEnd}`);
    await until("the question for the token", () => quickInput.isPassword());
    await quickInput.paste("two words");
    await translated("token");
    await quickInput.pasteAnswer("sk_nobody");
    await translated("token not tried", pseudo("Save Anyway"));
  };

  it("translates the sign-in questions", async () => {
    await failToSignIn();
    await workbench.quickInput.escape();
  });

  it("translates the Entitlements view and page", async () => {
    const tree = workbench.entitlements;
    await tree.pressWelcome(pseudo("Try the sandbox"));
    await tree.row(pseudo("Usage and limits"));
    await tree.row(pseudo("Health checks"));
    assertTranslated("tree", await sideBarWords(workbench));
    await command("Show Entitlements");
    await card("Entitlements");
    // Close the page, because a page that had the focus takes it from the next question.
    await workbench.runCommand("View: Close All Editors");
  });

  it("translates the wizard's questions", async () => {
    const { quickInput } = workbench;
    await command("Create Connection…");
    await question(questions.domain);
    await quickInput.type("no domain");
    await translated("domain");
    await quickInput.answer("example.com");
    await answerTyped(workbench, pseudo(questions.profile), "work");
    await question(questions.proxy);
    await translated("proxy", "paris-datacenter");
    await quickInput.choose(pseudo(proxyRows.enter));
    await question(questions.proxyTyped);
    await translated("proxy typed");
    await quickInput.back();
    await question(questions.proxy);
    await quickInput.choose(pseudo(proxyRows.usual));
    await question(questions.credential);
    await quickInput.row("onepassword");
    await translated("credential", "github-bot");
    await quickInput.choose(pseudo(credentialRows.nobody));
    await question(questions.review);
    await translated("review");
  });

  it("translates the prompt for every setting", async () => {
    const { quickInput } = workbench;
    const known = ["Domain", "Profile", "Credential", "Proxy"].map(pseudo);
    const options = (await quickInput.rows()).slice(3).filter(({ label }) => !known.includes(label));
    assert.ok(options.length >= 9);
    for (const { label: option } of options) {
      await quickInput.choose(option);
      await until(`the question for ${option}`, async () => !(await isReview()));
      await translated(option);
      await quickInput.back();
      await question(questions.review);
    }
  });

  it("translates the telemetry questions and the request preview", async () => {
    const { quickInput } = workbench;
    await quickInput.choose(pseudo("Telemetry"));
    await question("Choose what to record");
    await quickInput.choose(pseudo("Categories…"));
    await question("Which categories should be recorded?");
    await translated("categories");
    await quickInput.accept();
    await question("Choose where to export");
    await translated("export");
    await quickInput.choose(pseudo("Destination by ID…"));
    await question("Choose or type a destination ID");
    await translated("destination", "compliance-log");
    await quickInput.choose("compliance-log");
    await question(questions.review);
    await translated("review of telemetry");
    await quickInput.choose(pseudo("Preview Request…"));
    await until("the preview", async () => !(await isReview()));
    await translated("preview");
    await quickInput.back();
    await question(questions.review);
  });

  it("translates the connection pages", async () => {
    const { quickInput } = workbench;
    await quickInput.choose(pseudo("Create Connection"));
    // The connection's page announces the creation for a moment.
    const { announced } = await resultCard(workbench, "example.com");
    assert.ok(announced.startsWith(`${pseudo("Created")}. `), announced);
    assertTranslated("what was created", await pageWords(await workbench.resultPage()));
    await command("Show Connection…");
    await question("Choose or type a connection ID");
    const waiting = `support ${pseudo("on")} helpdesk.example`;
    await translated("connections", waiting);
    await quickInput.choose(waiting);
    await resultCard(workbench, "helpdesk.example");
    assertTranslated("a connection", await pageWords(await workbench.resultPage()));
  });

  it("translates the dialog and result pages of destination deletions", async () => {
    const { dialog, quickInput } = workbench;
    await command("Delete Telemetry Destinations…");
    await question("Choose or type destinations");
    await waitForUsers(workbench, pseudo("in use by "));
    await translated("destinations", "nightly-archive");
    await quickInput.toggle("compliance-log", "nightly-archive");
    await quickInput.accept();
    await dialog.read();
    assertTranslated("dialog", await dialogWords(workbench));
    await dialog.press(pseudo("Delete Destinations (2)"));
    await card("{0} of {1} deleted", "1", "2");
    await command("Reset Sandbox…");
    await dialog.read();
    assertTranslated("question of the reset", await dialogWords(workbench));
    await dialog.escape();
  });

  it("translates error messages", async () => {
    const { entitlements, notifications, quickInput } = workbench;
    await failToSignIn();
    await quickInput.choose(pseudo("Save Anyway"));
    await notifications.waitFor(pseudo("Signed in. "));
    assertTranslated("toast", await toastWords(workbench));
    await workbench.clearNotifications();
    await entitlements.row(`${pseudo("Can't reach ")}${deadEnd}`);
    assertTranslated("failure", await sideBarWords(workbench));
    await command("Show Entitlements");
    await card("Couldn't read the entitlements");
  });

  it("shows each text that is listed as exempt from translation", () =>
    assert.deepEqual(
      untranslatedTexts.filter(([words]) => !usedExceptions.has(words)).map(([, reason]) => reason),
      [],
    ));
});
