// Guards of the token, passwords, codes and sensitive addresses: which places they may and may not reach.
import { guards, type Mutant } from "./mutant.ts";

export const secretGuards: readonly Mutant[] = [
  ...guards("src/api/baseUrl.ts", "test/unit/api/baseUrl.test.ts", [
    [
      "Any scheme but http and https is refused",
      `if (url.protocol !== "https:" && url.protocol !== "http:") return "scheme";`,
      `if (url.protocol === "data:") return undefined;`,
      "parseBaseUrl",
    ],
    ["A user before the host is refused", `authority.includes("@") || `, ``, "parseBaseUrl"],
    ["http leads to this computer only", `return "insecure";`, `return undefined;`, "parseBaseUrl"],
  ]),
  ...guards("src/api/body.ts", "test/unit/api/body.test.ts", [
    [
      "The token is taken out of plain words",
      `text: secret.mask(text)`,
      `text`,
      "classifies an error in plain text",
    ],
  ]),
  ...guards("src/api/sendWithRetries.ts", "test/unit/api/reads.test.ts", [
    [
      "A log has no query and no name",
      `path: template,`,
      `path: request.url.pathname + request.url.search,`,
      "Read requests",
    ],
  ]),
  ...guards("src/api/hostDispatchers.ts", "test/attacks/network.test.ts", [
    [
      "Nothing goes around the user's proxy and certificates",
      `if (!loopbackOrigin.test(origin)) return hostFetch;`,
      ``,
      "are reported as blocked by the proxy, and the token can be saved",
    ],
  ]),
  ...guards("src/api/hostDispatchers.ts", "test/unit/api/connection.test.ts", [
    [
      "fetch follows no redirect",
      `redirect: "manual"`,
      `redirect: "follow"`,
      "doesn't follow a 307 redirect",
    ],
  ]),
  ...guards("src/api/hostDispatchers.ts", "test/unit/api/hostDispatchers.test.ts", [
    ["Only a literal loopback address goes around the proxy", `(?::\\d+)?$/`, `/`, "HostDispatchers.for"],
  ]),
  ...guards("src/api/sendOnce.ts", "test/unit/editor/resources/providers/create.test.ts", [
    [
      "A token that was sent in a body comes back nowhere",
      `if (body === undefined || fields.length === 0)`,
      `if (body === undefined || fields.length >= 0)`,
      "returns to the review on 400 and masks the token",
    ],
  ]),
  ...guards("src/api/json.ts", "test/unit/api/body.test.ts", [
    [
      "The token is taken out of values",
      `if (searched && secret.matches(value))`,
      `if (false)`,
      "masks the token and keeps everything else",
    ],
    [
      "The token is taken out of keys",
      ` || (searched && secret.matches(key))`,
      ``,
      "masks the token and keeps everything else",
    ],
  ]),
  ...guards("src/api/loginSchemas.ts", "test/contract/loginOperations.test.ts", [
    [
      "What opens a login besides its page is not kept",
      `StartedLogin = z.object({`,
      `StartedLogin = z.looseObject({`,
      "sends an empty body once and drops secrets from the response",
    ],
  ]),
  ...guards("src/api/networkFailure.ts", "test/unit/api/hostDispatchers.test.ts", [
    [
      "Nothing is sent to a host whose certificate nobody checks",
      `process.env[tlsUncheckedCode] === "0"`,
      `false`,
      "rejects https origins only while certificate checks are disabled",
    ],
  ]),
  ...guards("src/api/operations.ts", "test/contract/loginOperations.test.ts", [
    [
      "No outcome has a started login as it came",
      `StartedLogin, {\n  raw: "secret",`,
      `StartedLogin, {`,
      "sends an empty body once and drops secrets from the response",
    ],
  ]),
  ...guards("src/api/operations.ts", "test/unit/api/refusedSecrets.test.ts", [
    [
      "No error repeats what is set in a change of a credential",
      `CredentialUpdateRequest, Credential, {\n  raw: "secret",\n  secrets: ["totp_secret"],\n  secretsInErrors: ["values"],`,
      `CredentialUpdateRequest, Credential, {\n  raw: "secret",\n  secrets: ["totp_secret"],`,
      "is masked in a 500 error: a change of a credential",
    ],
    [
      "No error repeats the password of a new proxy",
      `  secretsInErrors: ["config.password"],\n`,
      ``,
      "is masked in a 500 error: a proxy",
    ],
    [
      "No error repeats the session ID of a browser",
      `  isPathSecret: true,\n});`,
      `});`,
      "is masked in a 500 error: a deleted browser",
    ],
  ]),
  ...guards("src/api/operations.ts", "test/unit/editor/logins/loginManager.test.ts", [
    [
      "An error does not repeat what was entered",
      `  { secretsInErrors: ["field_values", "fields"] },\n`,
      ``,
      "returns stale for an outdated form and fetches the new one",
    ],
  ]),
  ...guards("src/api/resourceSchemas.ts", "test/unit/api/reads.test.ts", [
    [
      "Of a credential nothing unknown is kept",
      `Credential = z.object({`,
      `Credential = z.looseObject({`,
      "keeps no one-time codes or values of credentials",
    ],
  ]),
  ...guards("src/api/resourceSchemas.ts", "test/unit/editor/resources/destinations/show.test.ts", [
    [
      "The values of headers are dropped where they are read",
      `z.transform((headers) => Object.keys(headers))`,
      `z.transform((headers) => Object.entries(headers).map(String))`,
      "contains no header values and no endpoint credentials",
    ],
  ]),
  ...guards("src/api/resourceSchemas.ts", "test/unit/editor/resources/proxies/show.test.ts", [
    [
      "A proxy has nothing that nobody knows, such as a password",
      `    z.object({\n      country: lenientText,`,
      `    z.looseObject({\n      country: lenientText,`,
      "drops unknown fields of the response",
    ],
  ]),
  ...guards("src/api/proxyRequests.ts", "test/unit/editor/resources/proxies/checks.test.ts", [
    [
      "A ca_bundle has no key",
      `text.includes("PRIVATE KEY")`,
      `text === "PRIVATE KEY"`,
      "is rejected if it contains a private key",
    ],
  ]),
  ...guards("src/api/statusFailure.ts", "test/unit/api/client.test.ts", [
    [
      "A redirect does not show the token",
      `!isValidHost(target) || secret.matchesHost(target.host)`,
      `!isValidHost(target)`,
      "masks a redirect host that contains the token",
    ],
  ]),
  ...guards("src/api/token.ts", "test/unit/api/refusedSecrets.test.ts", [
    [
      "The longest of several secrets goes first",
      `second.text.length - first.text.length`,
      `first.text.length - second.text.length`,
      "masks longer secrets first",
    ],
  ]),
  ...guards("src/api/token.ts", "test/unit/api/token.test.ts", [
    [
      "A token with control characters is refused",
      `if (/[\\x00-\\x1f\\x7f]/.test(token))`,
      `if (false)`,
      "checkToken",
    ],
    [
      "A secret is found as JSON within a text, too",
      `begin.replaceAll(escapableCharacter, jsonForms),`,
      `begin.replaceAll(escapableCharacter, (character) => jsonForms(character).slice(1)),`,
      "masks any secret: as JSON",
    ],
    [
      "A secret is found percent-encoded, too",
      `const spelled = [percent, html,`,
      `const spelled = [percent.slice(1), html,`,
      "masks any secret: percent-encoded",
    ],
    [
      "A token is found in base64, wherever it begins",
      `[0, 1, 2].map(`,
      `[0, 1].map(`,
      "masks the token within any text: in base64",
    ],
    [
      "A token is found in base64 for addresses",
      `form.replaceAll("+", "[+-]").replaceAll("/", "[/_]")`,
      `form.replaceAll("+", "[+]")`,
      "masks the token within any text: in base64url",
    ],
    [
      "Only the fields that are secret are looked for",
      `field.split(".").reduce(propertyOf, sent)`,
      `sent`,
      "masks the fields and the token only",
    ],
  ]),
  ...guards("src/domain/draft/loginUrl.ts", "test/unit/domain/draft/loginUrl.test.ts", [
    ["No login in the address of a login page", `holdsLogin(typed) ||`, ``, "refuses a password"],
  ]),
  ...guards("src/domain/file/findSecrets.ts", "test/unit/domain/file/parseFile.test.ts", [
    [
      "A known token is an error",
      `severity: "error", code: "secret", args: [what]`,
      `severity: "warning", code: "secret", args: [what]`,
      "secrets in a file",
    ],
    [
      "A possible secret is a warning",
      `of [tokenLikePattern, randomTextPattern])`,
      `of [])`,
      "secrets in a file",
    ],
    [
      "A password in a value is an error",
      `values[offset] === ":" ? "error" : "warning"`,
      `"warning"`,
      "are refused if a value has an address with a password",
    ],
  ]),
  ...guards("src/domain/requestCode/requestPreview.ts", "test/contract/snippets.test.ts", [
    [
      "Code without its token takes no other",
      `if (!apiKey) throw new Error(`,
      `if (!apiKey) console.warn(`,
      "sends no token if its environment variable is missing",
    ],
  ]),
  ...guards(
    "src/domain/requestCode/requestPreview.ts",
    "test/unit/domain/requestCode/requestPreview.test.ts",
    [
      [
        "The token is not in the list of processes",
        `--header @- `,
        `--header 'Authorization: Bearer $TOKEN' `,
        "passes exact arguments to curl in sh for hostile names",
      ],
    ],
  ),
  ...guards("src/domain/text/secrets.ts", "test/unit/domain/text/secrets.test.ts", [
    [
      "The session ID of a browser is masked",
      `"browser_session_id", "session_id"`,
      `"browser_session_id"`,
      'masks "session_id"',
    ],
    [
      "Addresses of a logged-in browser are masked",
      `|_urls?$`,
      ``,
      "masks only values that open a logged-in browser, at any depth",
    ],
    ["Codes are masked", `|codes?|`, `|`, "masks only values that open a logged-in browser, at any depth"],
    [
      "Keys that open something are masked",
      `(?:access|api|private|secret)_?keys?`,
      `(?:access|private|secret)_?keys?`,
      'masks "apiKey"',
    ],
    [
      "Queries and fragments of addresses are masked",
      `return maskedAddress(value);`,
      `return value;`,
      "masks secrets in addresses of other fields, but not their hosts",
    ],
  ]),
  ...guards("src/domain/useCode/useCode.ts", "test/unit/domain/useCode/shellCheck.test.ts", [
    [
      "Bash sends no key to another address than the one beside it",
      `const isHere = isPublic ? "" : \`[ "$KERNEL_BASE_URL" = \${quoteForBash(baseUrl)} ] && \`;`,
      `const isHere = "";`,
      "sends nothing without a key or to another address than the checked one",
    ],
  ]),
  ...guards("src/domain/useCode/terminalCheck.ts", "test/unit/domain/useCode/terminalCheck.test.ts", [
    [
      "No code runs in a terminal whose key was replaced",
      "  printf '%s\\\\n' ${quoteForBash(warning)} >&2\n  exit ${otherAccountExit}",
      "  :",
      "warns of a change in KERNEL_API_KEY, and prints no value",
    ],
  ]),
  ...guards("src/editor/connections/use/nextSteps.ts", "test/unit/editor/connections/use/commands.test.ts", [
    [
      "A terminal gets the token only if the user agrees",
      `if (access.account.kind === "service" && !(await confirmTokenExposure(access))) return;`,
      ``,
      "runs in an account terminal after a dialog about the exposed token",
    ],
    [
      "Only a trusted workspace runs code",
      `workspace.isTrusted && made.form`,
      `made.form`,
      "isn't run on cancel, and can't be run in untrusted workspaces or notebooks",
    ],
  ]),
  ...guards("src/editor/accounts/accounts.ts", "test/unit/editor/accounts/accounts.test.ts", [
    [
      "A token goes to the origin it belongs to alone",
      `return stored?.origin === origin ? stored.token : undefined;`,
      `return origin === "" ? undefined : stored?.token;`,
      "returns a token only for the origin it belongs to",
    ],
    [
      "Accounts are listed without their token",
      `return stored && { kind: "service", id, label: stored.label, baseUrl: stored.baseUrl };`,
      `return stored && { kind: "service", id, ...stored };`,
      "lists accounts by label with their addresses, without tokens",
    ],
    [
      "Of a removed account nothing is left",
      `await this.#secrets.delete(accountKeyPrefix + accountIdOf(id));`,
      `await this.#secrets.store(accountKeyPrefix + accountIdOf(id), "");`,
      "deletes the token along with the account",
    ],
  ]),
  ...guards("src/editor/accounts/session.ts", "test/unit/editor/accounts/session.test.ts", [
    [
      "Signing out deletes the token",
      `await this.#accounts.remove(state.account.id);`,
      ``,
      "deletes the token and stays signed out after a reload",
    ],
  ]),
  ...guards("src/editor/accounts/signIn/commands.ts", "test/unit/editor/accounts/signIn/signOut.test.ts", [
    [
      "Signing out leaves nothing of the account",
      `store.forget(scope)`,
      `Promise.resolve()`,
      "removes the account's stored files and keeps those of others",
    ],
    [
      "No other account is signed out",
      `accountIdOf(session.state.account.id) !== scope.accountId`,
      `scope.accountId === ""`,
      "keeps an account that became active while the dialog was open",
    ],
  ]),
  ...guards("src/editor/accounts/signIn/signIn.ts", "test/unit/editor/accounts/signIn/signIn.test.ts", [
    [
      "The environment's token goes nowhere else by Enter alone",
      `return isPublic ? [row, ...places] : [...places, row];`,
      `return [row, ...places];`,
      "is the last row for another host and needs a confirmation",
    ],
    [
      "The environment's token goes nowhere else without a question",
      `if (baseUrl === publicBaseUrl) return`,
      `if (baseUrl !== "") return`,
      "isn't sent to another host if the user only presses Enter",
    ],
  ]),
  ...guards(
    "src/editor/connections/context/drafts.ts",
    "test/unit/editor/connections/context/drafts.test.ts",
    [
      [
        "No address of a login page on disk",
        `draft: withDefault(draft, "login_url"),`,
        `draft,`,
        "never stores the login page, and ignores it when comparing requests",
      ],
    ],
  ),
  ...guards(
    "src/editor/connections/editing/editResult.ts",
    "test/unit/editor/connections/editing/editResult.test.ts",
    [
      [
        "No address is kept with what became of an edit",
        `...(settings.includes("login_url") && { volatile: true }),`,
        ``,
        "neither stores nor fully shows the URL after a refusal",
      ],
    ],
  ),
  ...guards(
    "src/editor/connections/history/historyCard.ts",
    "test/unit/editor/connections/history/commands.test.ts",
    [
      [
        "Addresses in the website's words lose what may open something",
        `'The website says: "{0}"', maskedText(website_error)`,
        `'The website says: "{0}"', website_error === "" ? maskedText(website_error) : website_error`,
        "shows a login's end and the website's message, and masks addresses",
      ],
    ],
  ),
  ...guards(
    "src/editor/connections/login/askForm.ts",
    "test/unit/editor/connections/login/answerLogin.test.ts",
    [
      [
        "A password is masked",
        `password: type === "password" || isSecret,`,
        `password: false,`,
        "prompts field by field, masks passwords and submits once",
      ],
      [
        "Nothing but a user name outlives its question",
        `if (isUserName(entry)) userNames.set(`,
        `userNames.set(`,
        "stores only the user name of all entered values",
      ],
    ],
  ),
  ...guards(
    "src/editor/connections/settings/settings.ts",
    "test/unit/editor/connections/editing/editResult.test.ts",
    [
      [
        "What may stand for a login is masked in what became of an edit",
        `return field === "login_url" ? maskedText(words) : words;`,
        `return words;`,
        "neither stores nor fully shows the URL after a refusal",
      ],
    ],
  ),
  ...guards(
    "src/editor/connections/shown/connectionBlocks.ts",
    "test/unit/editor/connections/shown/connectionBlocks.test.ts",
    [
      [
        "An address is shown without its query",
        `codeValue(maskedAddress(value))`,
        `codeValue(value)`,
        "neither shows nor copies codes in addresses",
      ],
    ],
  ),
  ...guards("src/editor/mcp/commands.ts", "test/unit/editor/mcp/mcpServer.test.ts", [
    [
      "The MCP server is added only with consent",
      `l10n.t("Add and Send the Token to {0}", mcpHost)))) return;`,
      `l10n.t("Add and Send the Token to {0}", mcpHost)))) void 0;`,
      "explains the risks first and adds nothing if the user declines",
    ],
  ]),
  ...guards("src/editor/mcp/server.ts", "test/unit/editor/mcp/mcpServer.test.ts", [
    [
      "Only the public service's accounts have its MCP server",
      `account.baseUrl === publicBaseUrl`,
      `account.baseUrl.startsWith(publicBaseUrl)`,
      "refuses accounts of other services",
    ],
    [
      "What VS Code is told of beforehand holds no token",
      `return new McpHttpServerDefinition(definition.label, definition.uri, headers, definition.version);`,
      `return Object.assign(definition, { headers });`,
      "offers one server, which gets the token only when started",
    ],
    [
      "What was taken back is not started",
      `if (account === undefined || !(await this.has(account.id))) return undefined;`,
      `if (account === undefined) return undefined;`,
      "isn't started after removal in another window or without a token",
    ],
    [
      "A running server is told of another token",
      `if (isOfSame && before?.version === definition?.version) return;`,
      `if (isOfSame) return;`,
      "changes its version with the token and restarts with the new one",
    ],
    [
      "A VS Code that would send the token to any host is offered no server",
      `return order >= 0 ? undefined : "tooOld";`,
      `return undefined;`,
      "is withdrawn with an explanation from an unsafe VS Code version",
    ],
  ]),
  ...guards("src/editor/resourceEngine/fields/keyed.ts", "test/unit/editor/resources/conformance.test.ts", [
    [
      "A value is typed into a masked input",
      `        password: true,\n`,
      ``,
      "shows the answers in a review, and asks for secrets in masked inputs",
    ],
  ]),
  ...guards("src/editor/resourceEngine/fields/secret.ts", "test/unit/editor/resources/conformance.test.ts", [
    [
      "A token is typed unseen",
      `, password: true }`,
      ` }`,
      "shows the answers in a review, and asks for secrets in masked inputs",
    ],
  ]),
  ...guards("src/editor/results/changesTable.ts", "test/unit/editor/resources/destinations/edit.test.ts", [
    [
      "No page of a change is kept with an address",
      `...(volatile && { volatile }),`,
      ``,
      "shows current values, sends only changes, and stores no endpoint",
    ],
  ]),
  ...guards(
    "src/editor/resources/credentials/oneTimeCode.ts",
    "test/unit/editor/resources/credentials/oneTimeCode.test.ts",
    [
      [
        "What was copied after a code stays in the clipboard",
        `if ((await env.clipboard.readText()) === copied.code) await`,
        `await`,
        "never clears text that was copied later",
      ],
    ],
  ),
  ...guards(
    "src/editor/resources/destinations/exporting.ts",
    "test/unit/editor/resources/destinations/exporting.test.ts",
    [
      [
        "A quoted refusal contains no session ID",
        `text.replaceAll(browser.id, () => browserWithAge(browser))`,
        `text`,
        "quotes the profile and age of a browser instead of the session ID",
      ],
    ],
  ),
  ...guards(
    "src/editor/resources/destinations/deletedCard.ts",
    "test/unit/editor/resources/destinations/delete.test.ts",
    [
      [
        "A result stores no connection that uses a destination, and no address",
        `({ exporting, idOrName, name }) => ({`,
        `({ exporting, idOrName, name, ...rest }) => ({ ...rest,`,
        "links the connections that use a refused destination",
      ],
    ],
  ),
  ...guards(
    "src/editor/resources/destinations/destinations.ts",
    "test/unit/editor/resources/destinations/show.test.ts",
    [
      [
        "A page has no user of an address",
        `codeRow(l10n.t("Endpoint"), display(maskedAddress(endpoint)))`,
        `codeRow(l10n.t("Endpoint"), display(endpoint))`,
        "contains no header values and no endpoint credentials",
      ],
      ["An address is not kept", `, volatile: true }`, ` }`, "stores no endpoint"],
    ],
  ),
  ...guards(
    "src/editor/resources/providers/commands.ts",
    "test/unit/editor/resources/providers/show.test.ts",
    [
      [
        "error is told, without what an address of it may hold",
        `display(maskedText(error))`,
        `display(error)`,
        "shows why the token doesn't work, with masked query strings",
      ],
    ],
  ),
  ...guards("src/editor/resources/proxies/proxies.ts", "test/unit/editor/resources/conformance.test.ts", [
    [
      "A password is not shown",
      `password === "" ? l10n.t("None") : masked`,
      `password`,
      "shows the answers in a review, and asks for secrets in masked inputs",
    ],
  ]),
  ...guards("src/editor/results/resultStore.ts", "test/unit/editor/results/resultStore.test.ts", [
    [
      "What is shown only once is not stored",
      `withoutAddresses(withoutVolatile(card))`,
      `withoutAddresses(card)`,
      "is restored after a reload without its volatile parts",
    ],
    [
      "The address of a login page is not stored",
      `withoutAddresses(withoutVolatile(card))`,
      `withoutVolatile(card)`,
      "omits its login page's address and records the omission",
    ],
    [
      "No change is stored that sends the address of a login page",
      `"login_url" in sent && sent.login_url !== ""`,
      `false`,
      "omits a button that checks a login page's address",
    ],
  ]),
  ...guards("src/editor/tools/quoted.ts", "test/unit/editor/tools/attacks.test.ts", [
    [
      "A model reads no secret that a text repeats",
      `open += text.slice(end, index) + secretMask;`,
      `open += text.slice(end, index) + secret;`,
      "the answer of a tool",
    ],
    [
      "A model reads no half of a secret that begins where a text is cut",
      `text.slice(0, 2 * maxProcessedLength).matchAll`,
      `text.slice(0, maxProcessedLength).matchAll`,
      "leaves no part of a secret that exceeds the processed length",
    ],
  ]),
  ...guards("src/storage/files.ts", "test/unit/storage/files.test.ts", [
    [
      "Files are open to the user alone",
      `mode: 0o600, flush`,
      `mode: 0o644, flush`,
      "creates the folder and a file that only the user may read",
    ],
  ]),
  ...guards("src/storage/accountStore.ts", "test/unit/editor/results/panel.test.ts", [
    [
      "A result is not stored for an account that has signed out",
      `if (owner === undefined || (await this.#isSignedIn(owner).catch(() => true))) return true;`,
      `if (owner !== "") return true;`,
      "isn't stored if the user signs out during the write",
    ],
  ]),
  ...guards("src/storage/accountStore.ts", "test/unit/storage/accountStore.test.ts", [
    [
      "Writes that finish after a sign-out are removed",
      `if (owner === undefined || (await this.#isSignedIn(owner).catch(() => true))) return true;`,
      `if (owner !== "") return true;`,
      "removes pending writes and rejects later ones",
    ],
  ]),
];
