// What the tests of credential providers share: a place to work in, and what is on screen there.
import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import type { Result } from "../../src/editor/results/result.ts";
import { InputBox, Progress, QuickPick, screen } from "../doubles/vscode.ts";
import { said } from "./asking.ts";
import { origin, workplace } from "./workplace.ts";

export const secret = "ops_s3cret-token-of-1password";

export const listed = [
  { id: "cp_1", name: "vault", provider_type: "onepassword", enabled: true, priority: 5 },
  { id: "cp_2", name: "old", provider_type: "onepassword", enabled: false, priority: 10 },
];

/** A connection whose credential is an item of the first of them. */
export const naming = {
  id: "ma_1",
  domain: "bank.example",
  profile_name: "work",
  credential: { provider: "vault", path: "Team/Bank" },
};

export async function providersScene(context: TestContext) {
  const place = await workplace(context);
  const account = await place.accounts.add("Team", origin, "sk_token_1");
  await place.session.use(account);
  const access = await place.service.access(account, new AbortController().signal);
  place.wire.serve("GET /auth/connections", 200, [naming]);
  place.wire.serve("GET /org/credential_providers", 200, listed);
  place.wire.serve("GET /org/credential_providers/cp_1", 200, listed[0]);
  const shown: Result[] = [];
  const keep = (result: Result) => Promise.resolve(void shown.push(result));
  const parts = {
    ...place,
    requireAccess: () => Promise.resolve(access),
    panel: { show: keep, keep },
  };
  /** Everything that was on screen, as far as it can be read there. */
  const seen: string[] = [];
  const look = (one: InputBox | QuickPick): void => {
    const { placeholder, prompt, title } = one;
    const rows = one instanceof QuickPick ? one.rows : said(one);
    seen.push(JSON.stringify({ placeholder, prompt, title, rows }));
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
    box.enter();
    return box;
  };
  return { ...place, access, parts, shown, seen, list, input, type };
}

export type ProvidersScene = Awaited<ReturnType<typeof providersScene>>;

/** The next input on screen that asks something. */
async function next<T extends object>(kind: abstract new (...given: never[]) => T): Promise<T> {
  for (;;) {
    const one = await screen.next(Object);
    if (one instanceof Progress || (one instanceof QuickPick && one.busy && one.rows.length === 0)) continue;
    assert.ok(one instanceof kind, JSON.stringify(one));
    return one;
  }
}
