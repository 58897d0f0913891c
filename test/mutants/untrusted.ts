// Guards of input from others (service, websites, files, pages, extensions): it stays text, is bounded, and opens
// nothing.
import { guards, unitGuards, type Mutant } from "./mutant.ts";

export const untrustedGuards: readonly Mutant[] = [
  ...guards("package.json", "test/manifest.test.ts", [
    [
      "Declares no activation by links from outside",
      `"activationEvents": [`,
      `"activationEvents": ["onUri",`,
      "prefers the local extension host, supports any workspace and activates after startup",
    ],
    [
      "Declares settings that no workspace can change",
      `            "off"\n          ],\n          "default": "all",\n          "scope": "application"`,
      `            "off"\n          ],\n          "default": "all",\n          "scope": "window"`,
      "have application scope so that no workspace can change them",
    ],
  ]),
  ...unitGuards("src/api/baseUrl.ts", [
    [
      "Rejects deceptive characters in an address",
      `if (deceptiveUrlCharacters.test(input))`,
      `if (false)`,
      "parseBaseUrl",
    ],
  ]),
  ...unitGuards("src/api/body.ts", [
    [
      "Stops reading a response body at the size limit",
      `while (size <= capBytes)`,
      `while (size <= 2 * capBytes)`,
      "stops reading at the size limit and releases the connection",
    ],
    [
      "Rejects a successful response declared as HTML",
      `if (declaredHtml && success && mayHaveBody) return { kind: "html" };`,
      "classifies a success declared as HTML as html",
    ],
  ]),
  ...guards("src/api/json.ts", "test/unit/api/body.test.ts", [
    [
      "Limits the depth of JSON to 32 levels",
      `if (++depth > bounds.depth) return undefined;`,
      `depth++;`,
      "accepts 32 levels of nesting but not 33",
    ],
  ]),
  ...unitGuards("src/api/requestUrl.ts", [
    [
      "Rejects the path segments . and ..",
      `if (value === "." || value === "..")`,
      `if (false)`,
      'rejects the name ".." with the reason dots',
    ],
    [
      "Encodes path segments",
      `percentEncode(value)`,
      `encodeURI(value)`,
      "returns a segment that decodes to the same name",
    ],
  ]),
  ...unitGuards("src/card/buttons.ts", [
    [
      "Hides a button's action from the page",
      `String(presses.push(press) - 1)`,
      `JSON.stringify([presses.push(press) - 1, press])`,
      "replaces each button's action with a number and returns the actions",
    ],
  ]),
  ...unitGuards("src/card/protocol.ts", [
    [
      "Accepts only the names of buttons from the page",
      `press: z.string(),`,
      `press: z.unknown(),`,
      "FromPage",
    ],
  ]),
  ...unitGuards("src/cli/output.ts", [
    [
      "Escapes GitHub workflow commands",
      `.replace(/^(\\s*)::/, "$1: :")`,
      "prevents text from the service from starting a workflow command",
    ],
    [
      "Escapes control characters in terminal output",
      `return visibleLine(text)\n`,
      `return text\n`,
      "escapes control characters in text from the service",
    ],
  ]),
  ...unitGuards("src/domain/code/requestPreview.ts", [
    [
      "Shows invisible characters in a previewed request",
      `visibleJson(JSON.stringify(value, undefined, 2))`,
      `JSON.stringify(value, undefined, 2)`,
      "contains no control or text direction characters",
    ],
    [
      "Escapes shell characters in the names of curl code",
      `[&|<>^%!'$\`\\u2018-\\u201F]/g,`,
      `a^/g,`,
      "contains no unescaped characters that cmd.exe would interpret",
    ],
  ]),
  ...unitGuards("src/domain/text/display.ts", [
    [
      "Removes icons",
      `.replaceAll("$(", () => "$⟨U+0028⟩")`,
      "removes links, icons, line breaks, control characters and direction changes",
    ],
    [
      "Removes links",
      `.replace(/\\]\\(/g, "] (")`,
      "removes links, icons, line breaks, control characters and direction changes",
    ],
  ]),
  ...unitGuards("src/domain/text/invisible.ts", [
    [
      "Spells out invisible characters",
      `if (!invisiblePattern.test(text)) return text;`,
      `if (text !== "") return text;`,
      "are replaced with their code points if they are between Latin letters",
    ],
  ]),
  ...guards("src/domain/text/visible.ts", "test/unit/domain/text/display.test.ts", [
    [
      "Removes line breaks and control characters",
      `.replace(/(?![\\n\\t])[\\p{Cc}\\u2028\\u2029]/gu, "\\uFFFD")`,
      "removes links, icons, line breaks, control characters and direction changes",
    ],
    [
      "Removes direction changes",
      `=> \`⟨U+\${hexCodeUnit(character.codePointAt(0))}⟩\`;`,
      `=> character;`,
      "removes links, icons, line breaks, control characters and direction changes",
    ],
  ]),
  ...unitGuards("src/editor/catalogue/picks.ts", [
    [
      "Renders names in pick lists as plain text",
      `label: display(label),`,
      `label,`,
      "a row in the profiles list",
    ],
  ]),
  ...guards(
    "src/editor/connections/context/loginPages.ts",
    "test/unit/editor/connections/login/openHostedPage.test.ts",
    [
      [
        "Accepts a return from a login page once",
        `    await this.#files.remove(flow);\n`,
        "is accepted only once across all windows",
      ],
    ],
  ),
  ...guards(
    "src/editor/connections/login/askForm.ts",
    "test/unit/editor/connections/login/answerLogin.test.ts",
    [
      [
        "Renders a website's label as one line of plain text",
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
        "Compares the whole host of a login page",
        `new URL(address).origin === origin`,
        `host.endsWith(new URL(origin).host)`,
        'returns "other", which requires consent, for https://x.managed-auth.onkernel.com/',
      ],
      [
        "Opens only the sandbox's own login pages for the sandbox",
        `if (account.kind === "sandbox") return { kind: isSameOrigin(baseUrl, address) ? "own" : "unsound" };`,
        "rejects the public login page for the sandbox",
      ],
    ],
  ),
  ...unitGuards("src/editor/files/languageFeatures.ts", [
    [
      "Completes files without requests in untrusted workspaces",
      `!window.state.focused || !workspace.isTrusted) return;`,
      `!window.state.focused) return;`,
      "shows problems but sends no requests until the workspace is trusted",
    ],
    [
      "Renders texts of the service without Markdown",
      `new Hover(escapeMarkdown(words), `,
      `new Hover(Object.assign(escapeMarkdown(""), { value: words }), `,
      "shows a connection's state as plain text on hover",
    ],
  ]),
  ...guards("src/editor/files/lenses.ts", "test/unit/editor/files/languageFeatures.test.ts", [
    [
      "Renders texts of the service in lenses without icons",
      `return display(parts.join(" · "));`,
      `return parts.join(" · ");`,
      "renders icon and link syntax from the service as plain text",
    ],
  ]),
  ...unitGuards("src/editor/files/filePlans.ts", [
    [
      "Plans no files in untrusted workspaces",
      `if (!workspace.isTrusted) return { kind: "untrusted" };`,
      "sends no request for an untrusted workspace, a signed-out user or an invalid file",
    ],
    [
      "Compares a file without a project only with the default project",
      `if (project === undefined || (project === "" && account.project === undefined))`,
      `if (project === undefined || project === "")`,
      "plans a file without a project only if the window uses the default project",
    ],
  ]),
  ...guards("src/editor/kit/escapedText.ts", "test/unit/editor/tools/acting.test.ts", [
    [
      "Escapes links in the announcement of a tool",
      `.replace(/[./:@]/g,`,
      `.replace(/[/]{9}/g,`,
      "escapes Markdown and links: <https://evil.example>",
    ],
  ]),
  ...unitGuards("src/editor/kit/inputs/ask.ts", [
    [
      "Escapes links in prompts",
      `pick.prompt = options.prompt && withoutIconsAndLinks(options.prompt)`,
      `pick.prompt = options.prompt`,
      "renders links and icons as plain text",
    ],
    [
      "Escapes links in validation messages",
      `message: withoutIconsAndLinks(check.message)`,
      `message`,
      "renders links and icons as plain text",
    ],
  ]),
  ...unitGuards("src/editor/kit/notify.ts", [
    [
      "Escapes links in notifications",
      `window.showWarningMessage(withoutIconsAndLinks(message), ...`,
      `window.showWarningMessage(message, ...`,
      "renders links and icons as plain text",
    ],
  ]),
  ...guards("src/editor/kit/notify.ts", "test/unit/editor/results/pressButton.test.ts", [
    [
      "Refuses to copy an ID with control or invisible characters",
      `values.some((value) => visibleLine(value) !== value)`,
      `values.length === 0`,
      "refuses to copy an ID that contains a line feed",
    ],
  ]),
  ...unitGuards("src/editor/kit/openExternal.ts", [
    [
      "Opens only the sandbox's pages without a confirmation",
      `address.startsWith(\`\${origin}/\`)`,
      `address.startsWith(origin)`,
      "doesn't open a URL with a longer port",
    ],
    [
      "Rejects schemes other than https and user names in addresses",
      ` || !hostWithoutUser.test(address)`,
      "safeHttpsHost",
    ],
    [
      "Remembers consent for one host only",
      `if (!agreed.has(host) &&`,
      `if (agreed.size === 0 &&`,
      "doesn't ask again for a host once the user has agreed",
    ],
    [
      "Opens the exact address",
      `"vscode.open", address)`,
      `"vscode.open", decodeURIComponent(address))`,
      "shows only the host in its dialog and opens the exact URL",
    ],
  ]),
  ...unitGuards("src/editor/results/cardText.ts", [
    [
      "Keeps each value of copied details on one line",
      `plainLines(block).map(visibleLine)`,
      `plainLines(block)`,
      "keeps each value on one line and makes hidden characters visible",
    ],
    [
      "Shows hidden characters in copied code",
      `[visibleText(maskedText(block.text))]`,
      `[maskedText(block.text)]`,
      "keeps each value on one line and makes hidden characters visible",
    ],
  ]),
  ...unitGuards("src/editor/results/panel.ts", [
    [
      "Validates the state that the webview stored",
      `data && (await this.#results.load(data.cardId))`,
      `await this.#results.load((state as { cardId: string }).cardId)`,
      "the results panel",
    ],
  ]),
  ...guards("src/editor/results/resultPage.ts", "test/unit/editor/results/panel.test.ts", [
    [
      "Ignores buttons of an older rendering unless unchanged",
      `(drawing === this.#drawing || stayed)`,
      `drawing <= this.#drawing`,
      "the results panel",
    ],
    [
      "Ignores buttons that the card doesn't have",
      `presses.find((_, index) => String(index) === press)`,
      `presses.at(Math.trunc(Number(press)))`,
      "the results panel",
    ],
    [
      "Restricts the page to its own resources",
      `default-src 'none'`,
      `default-src https:`,
      "keeps the card's text out of the HTML and requires a nonce for scripts",
    ],
    [
      "Requires the nonce for scripts",
      `script-src 'nonce-`,
      `script-src 'unsafe-inline' 'nonce-`,
      "keeps the card's text out of the HTML and requires a nonce for scripts",
    ],
    [
      "Requires the nonce for styles",
      `style-src 'nonce-`,
      `style-src 'unsafe-inline' 'nonce-`,
      "keeps the card's text out of the HTML and requires a nonce for scripts",
    ],
    [
      "Forbids the submission of forms",
      `; form-action 'none'`,
      "keeps the card's text out of the HTML and requires a nonce for scripts",
    ],
  ]),
  ...unitGuards("src/editor/results/resultStore.ts", [
    [
      "Validates the action of a stored button",
      `ButtonAction.safeParse(press).data`,
      `press as ButtonAction`,
      "is loaded without buttons that have an unknown action",
    ],
  ]),
  ...guards("src/editor/tools/fileTools.ts", "test/unit/editor/tools/connectionFiles.test.ts", [
    [
      "Reads no file outside the workspace through a link",
      `root !== undefined && real !== undefined && isInsideFolder(root, real)`,
      `root !== undefined && real !== undefined`,
      "reads only connection files inside the workspace",
    ],
    [
      "Reads connection files only",
      `document !== undefined && isConnectionFile(document)`,
      `document !== undefined`,
      "reads only connection files inside the workspace",
    ],
  ]),
  ...guards("src/editor/tools/quoted.ts", "test/unit/editor/tools/attacks.test.ts", [
    [
      "Removes control and hidden characters from a tool's answer",
      `visibleLine(maskedText(`,
      `String(maskedText(`,
      "a tool's result",
    ],
    [
      "Removes queries of addresses from a tool's answer",
      `visibleLine(maskedText(isCut ? dropCutAddress(open) : open))`,
      `visibleLine(isCut ? dropCutAddress(open) : open)`,
      "removes the query from a URL",
    ],
  ]),
  ...guards("src/net/privateHosts.ts", "test/unit/editor/resources/destinations/checks.test.ts", [
    [
      "Classifies localhost as private",
      `if (host === "localhost" || host.endsWith(".localhost")) return true;`,
      "can't be localhost",
    ],
    ["Classifies loopback addresses as private", `  ["127.0.0.0", 8],\n`, "can't be a loopback address"],
  ]),
  ...guards("src/page/dom.ts", "test/page/safety.test.ts", [
    [
      "Spells out hidden characters on the page",
      `element.textContent = visibleText(text);`,
      `element.textContent = text;`,
      "shows hostile text as plain text at 300 px",
    ],
    [
      "Renders texts as text nodes",
      `element.textContent = visibleText(text);`,
      `element.innerHTML = visibleText(text);`,
      "shows hostile text as plain text at 300 px",
    ],
  ]),
];
