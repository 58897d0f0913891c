// Guards of input from others (service, websites, files, pages, extensions): it stays text, is bounded, and opens
// nothing.
import { guards, type Mutant } from "./mutant.ts";

export const untrustedGuards: readonly Mutant[] = [
  ...guards("package.json", "test/manifest.test.ts", [
    [
      "No link from outside activates the extension",
      `"activationEvents": [`,
      `"activationEvents": ["onUri",`,
      "prefers the local host, supports any workspace and activates after startup",
    ],
    [
      "No workspace has a say in a setting",
      `            "off"\n          ],\n          "default": "all",\n          "scope": "application"`,
      `            "off"\n          ],\n          "default": "all",\n          "scope": "window"`,
      "have application scope, so that no workspace can change them",
    ],
  ]),
  ...guards("src/api/baseUrl.ts", "test/unit/api/baseUrl.test.ts", [
    [
      "Characters that deceive are refused",
      `if (deceptiveUrlCharacters.test(input))`,
      `if (false)`,
      "parseBaseUrl",
    ],
  ]),
  ...guards("src/api/body.ts", "test/unit/api/body.test.ts", [
    [
      "A body is read up to the cap",
      `while (size <= capBytes)`,
      `while (size <= 2 * capBytes)`,
      "stops beyond the size limit and releases the connection",
    ],
    [
      "A success declared as HTML is no answer",
      `if (declaredHtml && success && mayHaveBody) return { kind: "html" };`,
      ``,
      "classifies a success declared as HTML",
    ],
  ]),
  ...guards("src/api/json.ts", "test/unit/api/body.test.ts", [
    [
      "JSON is read to a depth of 32",
      `if (++depth > bounds.depth) return false;`,
      `depth++;`,
      "accepts 32 levels of nesting",
    ],
  ]),
  ...guards("src/api/requestUrl.ts", "test/unit/api/requestUrl.test.ts", [
    [
      "A name of . or .. is refused",
      `if (value === "." || value === "..")`,
      `if (false)`,
      'rejects "..": dots',
    ],
    [
      "A segment is encoded",
      `percentEncode(value)`,
      `encodeURI(value)`,
      "returns a segment that decodes to the same name",
    ],
  ]),
  ...guards("src/card/buttons.ts", "test/unit/card/buttons.test.ts", [
    [
      "Nothing that a button carries reaches the page",
      `String(presses.push(press) - 1)`,
      `JSON.stringify([presses.push(press) - 1, press])`,
      "replaces presses with numbers",
    ],
  ]),
  ...guards("src/card/protocol.ts", "test/unit/card/protocol.test.ts", [
    ["A page can only name a button", `press: z.string(),`, `press: z.unknown(),`, "FromPage"],
  ]),
  ...guards("src/cli/output.ts", "test/unit/cli/output.test.ts", [
    [
      "No text starts a command of GitHub's",
      `.replace(/^(\\s*)::/, "$1: :")`,
      ``,
      "prevents a text of the service from starting a workflow command",
    ],
    [
      "A terminal is sent no control character",
      `return visibleLine(text)\n`,
      `return text\n`,
      "escapes control characters in texts of the service",
    ],
  ]),
  ...guards(
    "src/domain/requestCode/requestPreview.ts",
    "test/unit/domain/requestCode/requestPreview.test.ts",
    [
      [
        "A previewed request hides nothing",
        `visibleJson(JSON.stringify(value, undefined, 2))`,
        `JSON.stringify(value, undefined, 2)`,
        "contains no control or text direction characters",
      ],
      [
        "A name in code for curl means nothing to a shell",
        `[&|<>^%!'$\`\\u2018-\\u201F]/g,`,
        `a^/g,`,
        "contains no part of a name that cmd.exe would interpret",
      ],
    ],
  ),
  ...guards("src/domain/text/display.ts", "test/unit/domain/text/display.test.ts", [
    [
      "No icons",
      `.replaceAll("$(", () => "$⟨U+0028⟩")`,
      ``,
      "removes links, icons, line breaks, control characters and direction changes",
    ],
    [
      "No links",
      `.replace(/\\]\\(/g, "] (")`,
      ``,
      "removes links, icons, line breaks, control characters and direction changes",
    ],
  ]),
  ...guards("src/domain/text/invisible.ts", "test/unit/domain/text/invisible.test.ts", [
    [
      "Invisible characters are spelled out",
      `if (!invisiblePattern.test(text)) return text;`,
      `if (text !== "") return text;`,
      "are spelled out between Latin letters",
    ],
  ]),
  ...guards("src/domain/text/visible.ts", "test/unit/domain/text/display.test.ts", [
    [
      "No line breaks and control characters",
      `.replace(/(?![\\n\\t])[\\p{Cc}\\u2028\\u2029]/gu, "\\uFFFD")`,
      ``,
      "removes links, icons, line breaks, control characters and direction changes",
    ],
    [
      "No hidden change of direction",
      `return \`⟨U+\${hexCodeUnit(character.codePointAt(0))}⟩\`;`,
      `return character;`,
      "removes links, icons, line breaks, control characters and direction changes",
    ],
  ]),
  ...guards("src/editor/catalogue/picks.ts", "test/unit/editor/catalogue/picks.test.ts", [
    ["The name of a row is drawn as text", `label: display(label),`, `label,`, "a row of the profiles list"],
  ]),
  ...guards(
    "src/editor/connections/context/loginPages.ts",
    "test/unit/editor/connections/login/openHostedPage.test.ts",
    [
      [
        "What leads back does so once",
        `    await this.#kept.remove(flow);\n`,
        ``,
        "identifies the login once, in any window",
      ],
    ],
  ),
  ...guards(
    "src/editor/connections/login/askForm.ts",
    "test/unit/editor/connections/login/answerLogin.test.ts",
    [
      [
        "A hostile label is one line of text",
        `const label = display(awaitedName(entry));`,
        `const label = awaitedName(entry);`,
        "renders a hostile label as one line of plain text",
      ],
    ],
  ),
  ...guards(
    "src/editor/connections/login/openHostedPage.ts",
    "test/unit/editor/connections/login/pageHost.test.ts",
    [
      [
        "The host of a login's page is compared whole",
        `host === (isPublic ? publicPageHost : serviceHost)`,
        `host.endsWith(isPublic ? publicPageHost : serviceHost)`,
        'returns "other", which requires consent, for https://x.managed-auth.onkernel.com/',
      ],
      [
        "Of the sandbox only its own origin is opened",
        `if (account.kind === "sandbox") return { kind: isSameOrigin(baseUrl, address) ? "own" : "unsound" };`,
        ``,
        "rejects the public pages, of the sandbox",
      ],
    ],
  ),
  ...guards("src/editor/files/languageFeatures.ts", "test/unit/editor/files/languageFeatures.test.ts", [
    [
      "A file in a workspace that isn't trusted causes no request",
      `!window.state.focused || !workspace.isTrusted) return;`,
      `!window.state.focused) return;`,
      "reports the problems of files but sends no requests until it is trusted",
    ],
    [
      "A text of the service is no Markdown",
      `new Hover(escapeMarkdown(words), `,
      `new Hover(Object.assign(escapeMarkdown(""), { value: words }), `,
      "shows a connection's state as plain text on hover",
    ],
  ]),
  ...guards("src/editor/files/lenses.ts", "test/unit/editor/files/languageFeatures.test.ts", [
    [
      "A state of the service is no icon above a line",
      `return display(parts.join(" · "));`,
      `return parts.join(" · ");`,
      "renders no icon or link from a text of the service",
    ],
  ]),
  ...guards("src/editor/files/filePlans.ts", "test/unit/editor/files/filePlans.test.ts", [
    [
      "A workspace that isn't trusted causes no request",
      `if (!workspace.isTrusted) return { kind: "untrusted" };`,
      ``,
      "sends no request if untrusted, signed out or the file is invalid",
    ],
  ]),
  ...guards("src/editor/kit/escapedText.ts", "test/unit/editor/tools/acting.test.ts", [
    [
      "What a tool is about to do holds no link",
      `.replace(/[./:@]/g,`,
      `.replace(/[/]{9}/g,`,
      'escapes "<https://evil.example>"',
    ],
  ]),
  ...guards("src/editor/kit/inputs/ask.ts", "test/unit/editor/kit/inputs/ask.test.ts", [
    [
      "No prompt draws a link",
      `pick.prompt = options.prompt && withoutIconsAndLinks(options.prompt)`,
      `pick.prompt = options.prompt`,
      "renders links and icons in texts as plain text",
    ],
    [
      "Nothing said of an answer draws a link",
      `message: withoutIconsAndLinks(check.message)`,
      `message`,
      "renders links and icons in texts as plain text",
    ],
  ]),
  ...guards("src/editor/kit/notify.ts", "test/unit/editor/kit/notify.test.ts", [
    [
      "No message draws a link",
      `window.showWarningMessage(withoutIconsAndLinks(message), ...`,
      `window.showWarningMessage(message, ...`,
      "renders links and icons in texts as plain text",
    ],
  ]),
  ...guards("src/editor/kit/notify.ts", "test/unit/editor/results/pressButton.test.ts", [
    [
      "No ID is copied that acts on a terminal or hides what it holds",
      `values.some((value) => visibleLine(value) !== value)`,
      `values.length === 0`,
      "refuses to copy an ID that contains a line feed",
    ],
  ]),
  ...guards("src/editor/kit/openExternal.ts", "test/unit/editor/kit/openExternal.test.ts", [
    [
      "Without a question the sandbox alone is opened",
      `address.startsWith(\`\${origin}/\`)`,
      `address.startsWith(origin)`,
      "doesn't open a longer port",
    ],
    [
      "All but https is refused, and every user before a host",
      ` || !hostWithoutUser.test(address)`,
      ``,
      "safeHttpsHost",
    ],
    [
      "Consent holds for one host",
      `if (!agreed.has(host) &&`,
      `if (agreed.size === 0 &&`,
      "asks once per host",
    ],
    [
      "The address is handed on as it is",
      `"vscode.open", address)`,
      `"vscode.open", decodeURIComponent(address))`,
      "shows only the host in its dialog and opens the exact address",
    ],
  ]),
  ...guards("src/editor/results/cardText.ts", "test/unit/editor/results/cardText.test.ts", [
    [
      "No value breaks out of its line in copied details",
      `plainLines(block).map(visibleLine)`,
      `plainLines(block)`,
      "keeps each value on one line and shows hidden characters",
    ],
    [
      "Copied code hides nothing",
      `[visibleText(maskedText(block.text))]`,
      `[maskedText(block.text)]`,
      "keeps each value on one line and shows hidden characters",
    ],
  ]),
  ...guards("src/editor/results/panel.ts", "test/unit/editor/results/panel.test.ts", [
    [
      "What a page kept is read as something foreign",
      `kept.success ? await this.#results.load(kept.data.cardId) : undefined`,
      `await this.#results.load((state as { cardId: string }).cardId)`,
      "the results panel",
    ],
  ]),
  ...guards("src/editor/results/resultPage.ts", "test/unit/editor/results/panel.test.ts", [
    [
      "A button works only in the newest drawing, or where it stayed as it was",
      `(drawing === this.#drawing || stayed)`,
      `drawing <= this.#drawing`,
      "the results panel",
    ],
    [
      "A page presses only what its card has",
      `presses.find((_, index) => String(index) === press)`,
      `presses.at(Math.trunc(Number(press)))`,
      "the results panel",
    ],
    [
      "The page loads nothing but its own",
      `default-src 'none'`,
      `default-src https:`,
      "keeps texts out of its HTML and requires a nonce for scripts",
    ],
    [
      "Scripts run with the nonce alone",
      `script-src 'nonce-`,
      `script-src 'unsafe-inline' 'nonce-`,
      "keeps texts out of its HTML and requires a nonce for scripts",
    ],
    [
      "Styles come with the nonce alone",
      `style-src 'nonce-`,
      `style-src 'unsafe-inline' 'nonce-`,
      "keeps texts out of its HTML and requires a nonce for scripts",
    ],
    [
      "Forms lead nowhere",
      `; form-action 'none'`,
      ``,
      "keeps texts out of its HTML and requires a nonce for scripts",
    ],
  ]),
  ...guards("src/editor/results/resultStore.ts", "test/unit/editor/results/resultStore.test.ts", [
    [
      "What a stored button does is checked again",
      `ButtonAction.safeParse(press).data`,
      `press as ButtonAction`,
      "omits a button with an unknown effect when it is loaded",
    ],
  ]),
  ...guards("src/editor/tools/fileTools.ts", "test/unit/editor/tools/connectionFiles.test.ts", [
    [
      "No link leads out of the workspace",
      `root !== undefined && real !== undefined && isInsideFolder(root, real)`,
      `root !== undefined && real !== undefined`,
      "reads only connection files that are really inside the workspace",
    ],
    [
      "Only files of connections are read",
      `document !== undefined && isConnectionFile(document)`,
      `document !== undefined`,
      "reads only connection files that are really inside the workspace",
    ],
  ]),
  ...guards("src/editor/tools/quoted.ts", "test/unit/editor/tools/attacks.test.ts", [
    [
      "A model reads no control or hidden character",
      `visibleLine(maskedText(`,
      `String(maskedText(`,
      "the answer of a tool",
    ],
    [
      "A model reads no query of an address",
      `visibleLine(maskedText(isCut ? withoutCutAddress(open) : open))`,
      `visibleLine(isCut ? withoutCutAddress(open) : open)`,
      "removes the query of an address",
    ],
  ]),
  ...guards("src/net/privateHosts.ts", "test/unit/editor/resources/destinations/checks.test.ts", [
    [
      "No address of this computer by its name",
      `if (host === "localhost" || host.endsWith(".localhost")) return true;`,
      ``,
      "can't be localhost",
    ],
    ["No loopback", `  ["127.0.0.0", 8],\n`, ``, "can't be a loopback address"],
  ]),
  ...guards("src/page/dom.ts", "test/page/safety.test.ts", [
    [
      "The page spells out what a text would hide",
      `element.textContent = visibleText(text);`,
      `element.textContent = text;`,
      "shows hostile texts as plain text at 300 px",
    ],
    [
      "The page sets text as text",
      `element.textContent = visibleText(text);`,
      `element.innerHTML = visibleText(text);`,
      "shows hostile texts as plain text at 300 px",
    ],
  ]),
];
