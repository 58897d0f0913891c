// Stored credentials over a service that the test plays, with everything that was on screen.
import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import { cardText } from "../../../../src/editor/results/cardText.ts";
import type { Result } from "../../../../src/editor/results/result.ts";
import {
  InputBox,
  logged,
  mentioned,
  Message,
  Progress,
  QuickPick,
  screen,
} from "../../../doubles/vscode.ts";
import { said } from "../../../support/asking.ts";
import { origin, workplace } from "../../../support/workplace.ts";

export const bot = {
  id: "cred_1",
  name: "shop-bot",
  domain: "shop.example",
  created_at: "2026-11-01T10:00:00.000Z",
  updated_at: "2026-11-02T10:00:00.000Z",
  has_values: true,
  has_totp_secret: true,
  sso_provider: "google",
  value_keys: ["password", "username"],
};
export const user = {
  id: "ma_1",
  domain: "shop.example",
  profile_name: "buyer",
  credential: { name: "shop-bot" },
};

/** `serves`: whether it answers by itself what is read of credentials. */
export async function scene(context: TestContext, serves = true) {
  const place = await workplace(context);
  const account = await place.accounts.add("Team", origin, "sk_token_1");
  await place.session.use(account);
  const access = await place.service.access(account, new AbortController().signal);
  place.wire.serve("GET /auth/connections", 200, [user, { id: "ma_2", domain: "b.example" }]);
  if (serves) {
    place.wire.serve("GET /credentials", 200, [bot, { id: "cred_2", name: "other" }]);
    place.wire.serve("GET /credentials/cred_1", 200, bot);
  }
  const shown: Result[] = [];
  const kept: Result[] = [];
  const parts = {
    ...place,
    requireAccess: () => Promise.resolve(access),
    panel: {
      show: (result: Result) => Promise.resolve(void shown.push(result)),
      keep: (result: Result) => Promise.resolve(void kept.push(result)),
    },
  };
  /** Everything that was on screen, as far as it can be read there. */
  const seen: string[] = [];
  const look = (one: InputBox | QuickPick): void => {
    const { placeholder, prompt, title } = one;
    seen.push(
      JSON.stringify({ placeholder, prompt, title, rows: one instanceof QuickPick ? one.rows : said(one) }),
    );
  };
  const list = async (): Promise<QuickPick> => {
    const pick = await next(QuickPick);
    look(pick);
    return pick;
  };
  const input = async (): Promise<InputBox> => {
    const box = await next(InputBox);
    look(box);
    return box;
  };
  const type = async (text: string): Promise<InputBox> => {
    const box = await input();
    box.type(text);
    look(box);
    box.enter();
    return box;
  };
  /** Asserts that none of these is anywhere: on screen, in pages, in what is kept, the log or the status bar. */
  const assertNowhere = async (...secrets: readonly string[]): Promise<void> => {
    const results = [...shown, ...kept];
    for (const result of results) await place.results.save(result);
    const stored = await Promise.all(results.map(({ card }) => place.results.load(card.id)));
    const everything = JSON.stringify([seen, results, stored, logged, mentioned]);
    const texts = results.map(({ card }) => cardText(card)).join("\n");
    for (const secret of secrets) assert.ok(!`${everything}${texts}`.includes(secret), secret);
  };
  return { ...place, access, account, parts, shown, kept, seen, list, input, type, assertNowhere };
}

export type Scene = Awaited<ReturnType<typeof scene>>;

/** The next that the user has to answer. */
export async function next<T extends object>(kind: abstract new (...given: never[]) => T): Promise<T> {
  for (;;) {
    const one = await screen.next(Object);
    if (one instanceof Progress) continue;
    assert.ok(one instanceof kind, JSON.stringify(one));
    return one;
  }
}

export const message = (): Promise<Message> => next(Message);
