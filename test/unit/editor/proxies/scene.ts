// What the tests of proxies share: a signed-in account, a service that the test plays, and all that was on screen.
import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import { cardText } from "../../../../src/editor/results/cardText.ts";
import type { Result } from "../../../../src/editor/results/result.ts";
import { env, InputBox, logged, mentioned, Progress, QuickPick, screen } from "../../../doubles/vscode.ts";
import { said } from "../../../support/asking.ts";
import { origin, workplace } from "../../../support/workplace.ts";

export const paris = {
  id: "proxy_1",
  name: "paris",
  type: "datacenter",
  status: "available",
  protocol: "https",
  last_checked: "2026-11-20T10:00:00.000Z",
  ip_address: "192.0.2.10",
  bypass_hosts: ["intranet.example"],
  config: { country: "FR" },
};

export const own = {
  id: "proxy_2",
  name: "mine",
  type: "custom",
  status: "available",
  protocol: "https",
  config: {
    host: "proxy.corp.example",
    port: 3128,
    username: "browser",
    has_password: true,
    has_ca_bundle: true,
    // No service tells it; this one does.
    password: "s3cret-password",
  },
};

/** A connection that goes through a proxy. */
export const through = (proxy: object, id = "ma_1", domain = "bank.example"): object => ({
  id,
  domain,
  profile_name: "work",
  browser: { proxy },
});

export async function scene(context: TestContext) {
  const place = await workplace(context);
  const account = await place.accounts.add("Team", origin, "sk_token_1");
  await place.session.use(account);
  const access = await place.service.access(account, new AbortController().signal);
  // What is set last narrows what was set before.
  place.wire.serve("GET /auth/connections", 200, []);
  place.wire.serve("GET /proxies", 200, [paris, own]);
  place.wire.serve("GET /proxies/proxy_1", 200, paris);
  place.wire.serve("GET /proxies/proxy_2", 200, own);
  const shown: Result[] = [];
  const parts = {
    ...place,
    requireAccess: () => Promise.resolve(access),
    panel: {
      show: (result: Result) => Promise.resolve(void shown.push(result)),
      keep: (result: Result) => Promise.resolve(void shown.push(result)),
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
  return {
    ...place,
    access,
    parts,
    shown,
    list,
    input,
    /** Chooses a row of the next list. */
    choose: async (label: string): Promise<QuickPick> => {
      const pick = await list();
      pick.choose(label);
      return pick;
    },
    /** Types into the next input, and accepts it. */
    type: async (text: string): Promise<InputBox> => {
      const box = await input();
      box.type(text);
      box.enter();
      return box;
    },
    /** The only result that was shown. */
    result: (): Result => {
      const [only, ...others] = shown;
      assert.ok(only !== undefined && others.length === 0, `${shown.length} results`);
      return only;
    },
    /** All that was shown, written or copied. */
    everywhere: async (): Promise<string> => {
      const kept = await Promise.all(
        shown.map(async (result) => {
          await place.results.save(result);
          return [await place.results.load(result.card.id), cardText(result.card)];
        }),
      );
      return JSON.stringify([seen, shown, kept, logged, mentioned, env.clipboard.text]);
    },
  };
}

export type Scene = Awaited<ReturnType<typeof scene>>;

export async function next<T extends object>(kind: abstract new (...given: never[]) => T): Promise<T> {
  for (;;) {
    const one = await screen.next(Object);
    if (one instanceof Progress) continue;
    assert.ok(one instanceof kind, JSON.stringify(one));
    return one;
  }
}
