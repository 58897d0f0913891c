// An account that works over a service that the test plays, with what was on screen and what was shown: what the tests of
// things that connections use begin with.
import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import type { Result } from "../../src/editor/results/result.ts";
import { cardText } from "../../src/editor/results/cardText.ts";
import { env, InputBox, logged, mentioned, Progress, QuickPick, screen } from "../doubles/vscode.ts";
import { said } from "./asking.ts";
import { origin, workplace } from "./workplace.ts";

/** `passesBusy`: whether lists that are still empty go by unanswered, as they do where somebody waits for what is read. */
export async function sceneOf(context: TestContext, passesBusy = false) {
  const place = await workplace(context);
  const account = await place.accounts.add("Team", origin, "sk_token_1");
  await place.session.use(account);
  const access = await place.service.access(account, new AbortController().signal);
  const shown: Result[] = [];
  const kept: Result[] = [];
  /** The IDs of what no longer exists, as pages were told. */
  const gone: string[] = [];
  const parts = {
    ...place,
    requireAccess: () => Promise.resolve(access),
    panel: {
      show: (result: Result) => Promise.resolve(void shown.push(result)),
      keep: (result: Result) => Promise.resolve(void kept.push(result)),
      gone: (_: string, id: string) => {
        gone.push(id);
        return Promise.resolve(shown.find(({ resourceId }) => resourceId === id));
      },
    },
  };
  /** Everything that was on screen, as far as it can be read there. */
  const seen: string[] = [];
  /** The titles that stood over questions, one after the other. */
  const titles: string[] = [];
  const look = (one: InputBox | QuickPick): void => {
    const { placeholder, prompt, title } = one;
    if (title !== undefined && title !== titles.at(-1)) titles.push(title);
    const rows = one instanceof QuickPick ? one.rows : said(one);
    seen.push(JSON.stringify({ placeholder, prompt, title, rows }));
  };
  const list = async (): Promise<QuickPick> => {
    const pick = await next(QuickPick, passesBusy);
    look(pick);
    return pick;
  };
  const input = async (): Promise<InputBox> => {
    const box = await next(InputBox, passesBusy);
    look(box);
    return box;
  };
  /** The next question, whichever it is. */
  const question = async (): Promise<InputBox | QuickPick> => {
    const asked = await next<InputBox | QuickPick>(Object as never, passesBusy);
    look(asked);
    return asked;
  };
  /** Types into the next input, and accepts it. */
  const type = async (text: string): Promise<InputBox> => {
    const box = await input();
    box.type(text);
    look(box);
    box.enter();
    return box;
  };
  /** The first page that was shown, and the same in words. */
  const page = (): Result => shown[0] ?? assert.fail("no page was shown");
  const text = (): string => cardText(page().card);
  /** Asserts that none of these is on screen, in pages, in what is kept, the log, the status bar or the clipboard. */
  const assertNowhere = async (...secrets: readonly string[]): Promise<void> => {
    const results = [...shown, ...kept];
    for (const result of results) await place.results.save(result);
    const stored = await Promise.all(results.map(({ card }) => place.results.load(card.id)));
    const texts = results.map(({ card }) => cardText(card));
    const everything = JSON.stringify([seen, results, stored, texts, logged, mentioned, env.clipboard.text]);
    for (const secret of secrets) assert.ok(!everything.includes(secret), secret);
  };
  const asking = { list, input, question, type };
  return {
    ...place,
    access,
    account,
    parts,
    shown,
    kept,
    gone,
    seen,
    titles,
    page,
    text,
    assertNowhere,
    ...asking,
  };
}

/** The next that the user has to answer. */
export async function next<T extends object>(
  kind: abstract new (...given: never[]) => T,
  passesBusy = false,
): Promise<T> {
  for (;;) {
    const one = await screen.next(Object);
    if (one instanceof Progress) continue;
    if (passesBusy && one instanceof QuickPick && one.busy && one.rows.length === 0) continue;
    assert.ok(one instanceof kind, JSON.stringify(one));
    return one;
  }
}
