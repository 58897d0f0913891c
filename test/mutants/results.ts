// What the user sees of a result and can press in it, and what is kept of it.
import { guards, testsOf, type Mutant } from "./mutant.ts";

const editor = testsOf("editor");
const domain = testsOf("domain");

export const resultGuards: readonly Mutant[] = [
  ...guards("src/editor/kit/openExternal.ts", editor("kit/openExternal"), [
    [
      "No address is opened whose host is too long to be one",
      `return url !== null && canBeHost(url) ? url.host : undefined;`,
      `return url?.host;`,
      "refuses a host longer than any name",
    ],
    ["An overlong address is refused", `address.length > longestAddress || `, ``, "soundHttps"],
    ["Characters that deceive are refused", ` || deceptive.test(address)`, ``, "soundHttps"],
    [
      "Without a question the sandbox alone is opened",
      `address.startsWith(\`\${origin}/\`)`,
      `address.startsWith(origin)`,
      "does not open a longer port",
    ],
    ["Half a character is refused", String.raw`\p{Cs}`, ``, "refuses half a character"],
    [
      "All but https is refused, and every user before a host",
      ` || !hostAlone.test(address)`,
      ``,
      "soundHttps",
    ],
    ["A user before the host is refused", `https:\\/\\/[^/?#@]+`, `https:\\/\\/[^/?#]+`, "soundHttps"],
    [
      "Nothing opens without consent",
      `(await confirm(l10n.t("Open {0}?", host), detail, l10n.t("Open")))`,
      `(await confirm(l10n.t("Open {0}?", host), detail, l10n.t("Open")) || true)`,
      "opens nothing without consent, and asks again the next time",
    ],
    [
      "The host is shown first",
      `if (!agreed.has(host) &&`,
      `if (!agreed.has(host) && agreed.size > 0 &&`,
      "asks with the host alone, and hands the very text on",
    ],
    [
      "Consent holds for one host",
      `if (!agreed.has(host) &&`,
      `if (agreed.size === 0 &&`,
      "asks once for a host, and for each host",
    ],
    [
      "The address is handed on as it is",
      `"vscode.open", address)`,
      `"vscode.open", decodeURIComponent(address))`,
      "asks with the host alone, and hands the very text on",
    ],
    [
      "An unsound address is not opened",
      `warnUnsound();
    return;`,
      `await commands.executeCommand("vscode.open", address);
    return;`,
      "opens no unsound address, says so, and does not repeat it",
    ],
  ]),

  ...guards("src/editor/results/resultPage.ts", editor("results/panel"), [
    [
      "The page loads nothing but its own",
      `default-src 'none'`,
      `default-src https:`,
      "keeps words out of its shell, and everything that runs behind a nonce",
    ],
    [
      "Scripts run with the nonce alone",
      `script-src 'nonce-`,
      `script-src 'unsafe-inline' 'nonce-`,
      "keeps words out of its shell, and everything that runs behind a nonce",
    ],
    [
      "Styles come with the nonce alone",
      `style-src 'nonce-`,
      `style-src 'unsafe-inline' 'nonce-`,
      "keeps words out of its shell, and everything that runs behind a nonce",
    ],
    [
      "Forms lead nowhere",
      `; form-action 'none'`,
      ``,
      "keeps words out of its shell, and everything that runs behind a nonce",
    ],
    [
      "Relative addresses have one base",
      `; base-uri 'none'`,
      ``,
      "keeps words out of its shell, and everything that runs behind a nonce",
    ],
    [
      "The page reads the built files alone",
      `localResourceRoots: [this.#assets()]`,
      `localResourceRoots: [this.#parts.extensionUri]`,
      "keeps words out of its shell, and everything that runs behind a nonce",
    ],
    [
      "A page at rest says so at its buttons",
      `this.#disabledReason !== undefined && needsAccount(effect)`,
      `false`,
      `says "Signed out. As of 7:24 PM", and what needs the account rests until it is back`,
    ],
    [
      "A message that the page cannot send is dropped",
      `if (!parsed.success) return;`,
      `if (!parsed.success) return this.#parts.press({ does: "copyDetails" }, this.#result);`,
      "the panel of results",
    ],
  ]),
  ...guards("src/editor/results/panel.ts", editor("results/panel"), [
    [
      "What a page kept is read as something foreign",
      `kept.success ? await this.#results.load(kept.data.cardId) : undefined`,
      `await this.#results.load((state as { cardId: string }).cardId)`,
      "the panel of results",
    ],
    [
      "A result that is brought back late leaves the newer one its place",
      `if (newer !== undefined && !isPinned(panel.title)) {
      // A newer`,
      `if (false) {
      // A newer`,
      "brought back late leaves the newer one its place, and can be shown again",
    ],
  ]),
  ...guards("src/editor/results/store.ts", editor("results/store"), [
    [
      "A result is found by an id of ours only",
      `idPattern.test(id) ? await this.#kept.read(id) : undefined`,
      `await this.#kept.read(id)`,
      "is found by an id of ours only",
    ],
  ]),
  ...guards("src/storage/store.ts", editor("results/store"), [
    [
      "A result is not loaded after its week",
      `isOld && !isPinned(stored) ? undefined : `,
      ``,
      "is not loaded after its seven days, even where nothing has removed it",
    ],
  ]),
  ...guards("src/editor/results/store.ts", editor("results/store"), [
    [
      "Of several results of a card that wait to be written the newest is",
      `waiting.result = result;`,
      ``,
      "is written once at a time, and then as it is by then",
    ],
  ]),
  ...guards("src/storage/keptFor.ts", editor("results/store"), [
    [
      "Results are forgotten after a week",
      `results: 7 * dayMs`,
      `results: 14 * dayMs`,
      "is kept for seven days, and pruned when another is stored",
    ],
  ]),
  ...guards("src/domain/text/secrets.ts", domain("text/secrets"), [
    [
      "Addresses of a logged-in browser are masked",
      String.raw`|_urls?$`,
      ``,
      "masks what opens a logged-in browser, at any depth, and nothing else",
    ],
    [
      "Codes are masked",
      `|codes?|`,
      `|`,
      "masks what opens a logged-in browser, at any depth, and nothing else",
    ],
    [
      "Keys that open something are masked",
      `(?:access|api|private|secret)_?keys?`,
      `(?:access|private|secret)_?keys?`,
      'masks "apiKey"',
    ],
    ["Headers that open something are masked", `.replaceAll("-", "_")`, ``, 'masks "x-api-key"'],
  ]),
  ...guards("src/domain/text/secrets.ts", domain("text/secrets"), [
    [
      "Queries and fragments of addresses are masked",
      `? maskedAddress(value) : maskedText(value)`,
      `? value : maskedText(value)`,
      "masks what stands in the addresses of other fields, and leaves where they lead",
    ],
  ]),
  ...guards("src/editor/connections/shown/blocks.ts", editor("connections/shown/blocks"), [
    [
      "An address is shown without its query",
      `code(maskedAddress(value))`,
      `code(value)`,
      "shows and copies no code of an address",
    ],
  ]),
  ...guards("src/domain/requestCode/requestPreview.ts", domain("requestCode/requestPreview"), [
    [
      "A previewed request hides nothing",
      `visibleJson(JSON.stringify(value, undefined, 2))`,
      `JSON.stringify(value, undefined, 2)`,
      "hides nothing: no control character but its own line breaks, no change of direction",
    ],
  ]),
  ...guards("src/domain/requestCode/requestPreview.ts", "test/contract/snippets.test.ts", [
    [
      "Code without its token takes no other",
      `if (!apiKey) throw new Error(`,
      `if (!apiKey) console.warn(`,
      "sends no token of another variable to whoever listens there now",
    ],
  ]),
  ...guards("src/domain/requestCode/codePlace.ts", domain("requestCode/codePlace"), [
    [
      "The public service's variable is for its origin alone",
      `if (origin === publicBaseUrl)`,
      `if (origin !== "")`,
      "of https://api.example.com is KERNEL_TOKEN_API_EXAMPLE_COM",
    ],
  ]),
  ...guards("src/domain/requestCode/requestPreview.ts", domain("requestCode/requestPreview"), [
    [
      "A name in code for curl means nothing to a shell",
      "[&|<>^%!'$`\\u2018-\\u201F]/g,",
      "a^/g,",
      "has no part of a name that cmd.exe would run or fill in",
    ],
    [
      "An address in code for curl means nothing to a shell",
      '/[$`!"\\\\]+|[^$`!"\\\\]+/g',
      "/[^]+/g",
      "hands curl these arguments in sh, whatever the names are",
    ],
    [
      "The token is not in the list of processes",
      `--header @- `,
      `--header 'Authorization: Bearer $TOKEN' `,
      "hands curl these arguments in sh, whatever the names are",
    ],
  ]),
  ...guards("src/page/dom.ts", "test/page/safety.test.ts", [
    [
      "The page spells out what a text would hide",
      `element.textContent = visible(text);`,
      `element.textContent = text;`,
      "are words and nothing else at 300 px",
    ],
    [
      "The page sets text as text",
      `element.textContent = visible(text);`,
      `element.innerHTML = visible(text);`,
      "are words and nothing else at 300 px",
    ],
  ]),
];
