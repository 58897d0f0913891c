// Guards of the token, passwords, codes and sensitive addresses: which places they may and may not reach.
import { guards, unitGuards, type Mutant } from "./mutant.ts";

export const secretGuards: readonly Mutant[] = [
  ...unitGuards("src/api/baseUrl.ts", [
    [
      "Rejects schemes other than http and https",
      `if (url.protocol !== "https:" && url.protocol !== "http:") return "scheme";`,
      `if (url.protocol === "data:") return undefined;`,
      "parseBaseUrl",
    ],
    ["Rejects an address with a user name", `authority.includes("@") || `, "parseBaseUrl"],
    ["Allows http for loopback addresses only", `return "insecure";`, `return undefined;`, "parseBaseUrl"],
  ]),
  ...unitGuards("src/api/body.ts", [
    [
      "Masks the token in plain text",
      `text: secret.mask(text)`,
      `text`,
      "classifies an error in plain text as unreadable",
    ],
  ]),
  ...guards("src/api/sendWithRetries.ts", "test/unit/api/reads.test.ts", [
    [
      "Omits queries and names from the log",
      `path: template,`,
      `path: request.url.pathname + request.url.search,`,
      "Read requests",
    ],
  ]),
  ...guards("src/api/hostDispatchers.ts", "test/attacks/network.test.ts", [
    [
      "Sends nothing past the user's proxy and certificates",
      `if (!loopbackOrigin.test(origin)) return hostFetch;`,
      "are reported as blocked if the proxy refuses them",
    ],
  ]),
  ...guards("src/api/hostDispatchers.ts", "test/unit/api/connection.test.ts", [
    [
      "Doesn't let fetch follow redirects",
      `redirect: "manual"`,
      `redirect: "follow"`,
      "doesn't follow a 307 redirect",
    ],
  ]),
  ...unitGuards("src/api/hostDispatchers.ts", [
    ["Bypasses the proxy for literal loopback addresses only", `(?::\\d+)?$/`, `/`, "HostDispatchers.for"],
  ]),
  ...guards("src/api/sendOnce.ts", "test/unit/editor/resources/conformance.test.ts", [
    [
      "Masks a token from a request body in errors",
      `if (body === undefined || fields.length === 0)`,
      `if (body === undefined || fields.length >= 0)`,
      "returns to the review if the service refuses the request because of an invalid input",
    ],
  ]),
  ...guards("src/api/json.ts", "test/unit/api/body.test.ts", [
    [
      "Masks the token in JSON values",
      `if (searched && secret.matches(value))`,
      `if (false)`,
      "masks the token and returns all other content unchanged",
    ],
    [
      "Masks the token in JSON keys",
      ` || (searched && secret.matches(key))`,
      "masks the token and returns all other content unchanged",
    ],
  ]),
  ...guards("src/api/loginSchemas.ts", "test/contract/loginOperations.test.ts", [
    [
      "Drops login secrets other than the page's address",
      `StartedLogin = z.object({`,
      `StartedLogin = z.looseObject({`,
      "sends an empty body only once and drops secrets from the response",
    ],
  ]),
  ...guards("src/api/networkFailure.ts", "test/unit/api/hostDispatchers.test.ts", [
    [
      "Rejects https while certificate checks are disabled",
      `process.env[tlsUncheckedCode] === "0"`,
      `false`,
      "rejects HTTPS origins only while certificate checks are disabled",
    ],
  ]),
  ...guards("src/api/operations.ts", "test/contract/loginOperations.test.ts", [
    [
      "Drops secrets from the response to a login request",
      `StartedLogin, {\n  raw: "secret",`,
      `StartedLogin, {`,
      "sends an empty body only once and drops secrets from the response",
    ],
  ]),
  ...guards("src/api/operations.ts", "test/unit/api/refusedSecrets.test.ts", [
    [
      "Masks the values of a changed credential in errors",
      `CredentialUpdateRequest, Credential, {\n  raw: "secret",\n  secrets: ["totp_secret"],\n  secretsInErrors: ["values"],`,
      `CredentialUpdateRequest, Credential, {\n  raw: "secret",\n  secrets: ["totp_secret"],`,
      "is masked in a 500 error response to a change of a credential",
    ],
    [
      "Masks the password of a new proxy in errors",
      `  secretsInErrors: ["config.password"],\n`,
      "is masked in a 500 error response to a new proxy",
    ],
    [
      "Masks the session ID of a browser in errors",
      `  isPathSecret: true,\n});`,
      `});`,
      "is masked in a 500 error response to a deletion of a browser",
    ],
  ]),
  ...guards("src/api/operations.ts", "test/unit/editor/logins/loginManager.test.ts", [
    [
      "Masks submitted values in errors",
      `  { secretsInErrors: ["field_values", "fields"] },\n`,
      'returns "stale" for an outdated form and fetches the new form',
    ],
  ]),
  ...guards("src/api/resourceSchemas.ts", "test/unit/api/reads.test.ts", [
    [
      "Drops unknown fields of a credential",
      `Credential = z.object({`,
      `Credential = z.looseObject({`,
      "drops one-time codes and values of credentials",
    ],
  ]),
  ...guards("src/api/resourceSchemas.ts", "test/unit/editor/resources/destinations/show.test.ts", [
    [
      "Drops header values when parsing a destination",
      `z.transform((headers) => Object.keys(headers))`,
      `z.transform((headers) => Object.entries(headers).map(String))`,
      "contains no header values or endpoint credentials",
    ],
  ]),
  ...guards("src/api/resourceSchemas.ts", "test/unit/editor/resources/proxies/show.test.ts", [
    [
      "Drops unknown fields of a proxy, such as a password",
      `    z.object({\n      ...lenientTexts("country"`,
      `    z.looseObject({\n      ...lenientTexts("country"`,
      "omits unknown response fields",
    ],
  ]),
  ...guards("src/api/proxyRequests.ts", "test/unit/editor/resources/proxies/checks.test.ts", [
    [
      "Rejects a private key in ca_bundle",
      `text.includes("PRIVATE KEY")`,
      `text === "PRIVATE KEY"`,
      "is rejected if it contains a private key",
    ],
  ]),
  ...guards("src/api/statusFailure.ts", "test/unit/api/client.test.ts", [
    [
      "Masks the token in the host of a redirect",
      `!isValidHost(target) || secret.matchesHost(target.host)`,
      `!isValidHost(target)`,
      "masks a redirect host that contains the token",
    ],
  ]),
  ...guards("src/api/token.ts", "test/unit/api/refusedSecrets.test.ts", [
    [
      "Masks the longest secret first",
      `second.text.length - first.text.length`,
      `first.text.length - second.text.length`,
      "masks a longer secret completely if it starts with a shorter secret",
    ],
  ]),
  ...unitGuards("src/api/token.ts", [
    [
      "Rejects a token with control characters",
      `if (/[\\x00-\\x1f\\x7f]/.test(token))`,
      `if (false)`,
      "checkToken",
    ],
    [
      "Masks a secret in JSON form",
      `begin.replaceAll(escapableCharacter, jsonForms),`,
      `begin.replaceAll(escapableCharacter, (character) => jsonForms(character).slice(1)),`,
      "masks a secret in JSON text",
    ],
    [
      "Masks a percent-encoded secret",
      `const spelled = [percent, html,`,
      `const spelled = [percent.slice(1), html,`,
      "masks a secret in percent-encoded text",
    ],
    [
      "Masks a token in base64 at any offset",
      `[0, 1, 2].map(`,
      `[0, 1].map(`,
      "masks the token in base64 text",
    ],
    [
      "Masks a token in base64url",
      `form.replaceAll("+", "[+-]").replaceAll("/", "[/_]")`,
      `form.replaceAll("+", "[+]")`,
      "masks the token in base64url text",
    ],
    [
      "Masks the values of secret fields only",
      `field.split(".").reduce(propertyOf, sent)`,
      `sent`,
      "masks only the given fields and the token",
    ],
  ]),
  ...unitGuards("src/domain/draft/loginUrl.ts", [
    ["Rejects a password in a login page's address", `holdsLogin(typed) ||`, "rejects a password"],
  ]),
  ...guards("src/domain/file/findSecrets.ts", "test/unit/domain/file/parseFile.test.ts", [
    [
      "Reports a known kind of token as an error",
      `severity: "error", code: "secret", args: [label]`,
      `severity: "warning", code: "secret", args: [label]`,
      "secrets in a connection file",
    ],
    [
      "Reports a possible secret as a warning",
      `of [tokenLikePattern, randomTextPattern])`,
      `of [])`,
      "secrets in a connection file",
    ],
    [
      "Reports a password in an address as an error",
      `values[offset] === ":" ? "error" : "warning"`,
      `"warning"`,
      "include a value that is a URL with a password",
    ],
  ]),
  ...guards("src/domain/code/requestPreview.ts", "test/contract/snippets.test.ts", [
    [
      "Generates code that stops without its own token",
      `if (!apiKey) throw new Error(`,
      `if (!apiKey) console.warn(`,
      "sends no token if the environment variable is missing",
    ],
  ]),
  ...unitGuards("src/domain/code/requestPreview.ts", [
    [
      "Keeps the token out of curl's arguments",
      `--header @- `,
      `--header 'Authorization: Bearer $TOKEN' `,
      "passes the exact arguments to curl in sh, even with hostile names",
    ],
  ]),
  ...unitGuards("src/domain/text/secrets.ts", [
    [
      "Masks the session ID of a browser",
      `"browser_session_id", "session_id"`,
      `"browser_session_id"`,
      'masks the value of "session_id"',
    ],
    [
      "Masks the session ID of any browser in a message",
      `text.replace(sessionIdPattern, secretMask)`,
      `text`,
      "masks session IDs, but no other IDs",
    ],
    [
      "Masks a session ID after a percent-encoded slash",
      `|%[\\dA-Fa-f]{2}|`,
      `|`,
      "masks a session ID after %2F",
    ],
    [
      "Masks the session ID of any browser in a URL",
      `
    .replace(sessionIdPattern, secretMask);`,
      `;`,
      "masks a session ID in a URL's path in any field",
    ],
    [
      "Masks the addresses of a logged-in browser",
      `|_urls?$`,
      "masks credentials and private URLs, but no other values, at any depth",
    ],
    [
      "Masks one-time codes",
      `|codes?|`,
      `|`,
      "masks credentials and private URLs, but no other values, at any depth",
    ],
    [
      "Masks fields named like keys",
      `(?:access|api|private|secret)_?keys?`,
      `(?:access|private|secret)_?keys?`,
      'masks the value of "apiKey"',
    ],
    [
      "Masks queries and fragments of addresses",
      `return maskedAddress(value);`,
      `return value;`,
      "masks secrets in the URLs of any field, but not their hosts",
    ],
  ]),
  ...guards("src/domain/code/useCode.ts", "test/unit/domain/code/shellCheck.test.ts", [
    [
      "Sends the key in bash only to the checked address",
      `const isHere = isPublic ? "" : \`[ "$KERNEL_BASE_URL" = \${quoteForBash(baseUrl)} ] && \`;`,
      `const isHere = "";`,
      "sends no request without a key or to an unverified URL",
    ],
  ]),
  ...unitGuards("src/domain/code/terminalCheck.ts", [
    [
      "Warns if the terminal's key was replaced",
      "  printf '%s\\\\n' ${quoteForBash(warning)} >&2\n  exit ${otherAccountExit}",
      "  :",
      "warns about another token in the environment without printing a value",
    ],
  ]),
  ...guards("src/editor/connections/use/nextSteps.ts", "test/unit/editor/connections/use/commands.test.ts", [
    [
      "Confirms before a terminal receives the token",
      `if (access.account.kind === "service" && !(await confirmTokenExposure(access))) return;`,
      "runs code in an account terminal after a warning about the token",
    ],
    [
      "Runs code in trusted workspaces only",
      `workspace.isTrusted && generated.form`,
      `generated.form`,
      "runs no code on cancel, in notebooks or in untrusted workspaces",
    ],
  ]),
  ...unitGuards("src/editor/accounts/accounts.ts", [
    [
      "Returns a token for its own origin only",
      `return stored?.origin === origin ? stored.token : undefined;`,
      `return origin === "" ? undefined : stored?.token;`,
      "returns a token only for the exact origin it was stored with",
    ],
    [
      "Lists accounts without their tokens",
      `return stored && { kind: "service", id, label: stored.label, baseUrl: stored.baseUrl };`,
      `return stored && { kind: "service", id, ...stored };`,
      "lists accounts by label with their URLs, without tokens",
    ],
    [
      "Deletes the token of a removed account",
      `await this.#secrets.delete(accountKeyPrefix + accountIdOf(id));`,
      `await this.#secrets.store(accountKeyPrefix + accountIdOf(id), "");`,
      "deletes an account's token along with the account",
    ],
  ]),
  ...unitGuards("src/editor/accounts/session.ts", [
    [
      "Deletes the token on sign-out",
      `await this.#accounts.remove(state.account.id);`,
      "deletes the token and stays signed out after a reload",
    ],
  ]),
  ...guards("src/editor/accounts/signIn/commands.ts", "test/unit/editor/accounts/signIn/signOut.test.ts", [
    [
      "Deletes the account's files on sign-out",
      `store.forget(scope)`,
      `Promise.resolve()`,
      "removes the account's stored files and keeps other accounts' files",
    ],
    [
      "Signs out only the account in the dialog",
      `accountIdOf(session.state.account.id) !== scope.accountId`,
      `scope.accountId === ""`,
      "keeps an account that became active while the dialog was open",
    ],
  ]),
  ...unitGuards("src/editor/accounts/signIn/signIn.ts", [
    [
      "Lists the environment's token last for another host",
      `return isPublic ? [row, ...services] : [...services, row];`,
      `return [row, ...services];`,
      "is the last option for a host other than Kernel's and needs confirmation",
    ],
    [
      "Confirms before the environment's token goes to another host",
      `if (baseUrl === publicBaseUrl) return`,
      `if (baseUrl !== "") return`,
      "isn't sent to another host if the user only presses Enter",
    ],
  ]),
  ...unitGuards("src/editor/connections/context/drafts.ts", [
    [
      "Stores no address of a login page",
      `draft: withDefault(draft, "login_url"),`,
      `draft,`,
      "deletes a sent draft even though the stored draft omits the login URL",
    ],
  ]),
  ...guards("src/editor/resourceEngine/unfinished.ts", "test/unit/editor/resources/proxies/change.test.ts", [
    [
      "Keeps no secrets that are typed into an open edit after the sign-out",
      `this.#work.delete(id)`,
      `this.#work.get(id)`,
      "discards a name that is entered after sign-out",
    ],
  ]),
  ...guards("src/editor/resourceEngine/create.ts", "test/unit/editor/resources/credentials/create.test.ts", [
    [
      "Offers no unsent answers for another domain",
      `answers === undefined || !isDeepStrictEqual({ ...answers, ...prefilled }, answers)`,
      `answers === undefined`,
      "offers unsent answers again only for the same domain",
    ],
  ]),
  ...unitGuards("src/editor/connections/editing/editResult.ts", [
    [
      "Stores no address in the result of an edit",
      `, ...(settings.includes("login_url") && { volatile: true })`,
      "masks URL queries after a refusal and doesn't store the URLs",
    ],
  ]),
  ...guards(
    "src/editor/connections/history/historyCard.ts",
    "test/unit/editor/connections/history/commands.test.ts",
    [
      [
        "Masks addresses in the website's messages",
        `'The website says: "{0}"', maskedText(website_error)`,
        `'The website says: "{0}"', website_error === "" ? maskedText(website_error) : website_error`,
        "shows a login's result and the website's message with masked URLs",
      ],
    ],
  ),
  ...guards(
    "src/editor/connections/login/askForm.ts",
    "test/unit/editor/connections/login/answerLogin.test.ts",
    [
      [
        "Prompts for passwords in a masked input",
        `password: type === "password" || isSecret,`,
        `password: false,`,
        "asks for one field at a time, masks passwords and submits once",
      ],
      [
        "Stores none of the entered values except a user name",
        `if (isUserName(entry)) userNames.set(`,
        `userNames.set(`,
        "stores no entered value except the user name",
      ],
    ],
  ),
  ...guards(
    "src/editor/connections/settings/settings.ts",
    "test/unit/editor/connections/editing/editResult.test.ts",
    [
      [
        "Masks the login page's address in the result of an edit",
        `return field === "login_url" ? maskedText(words) : words;`,
        `return words;`,
        "masks URL queries after a refusal and doesn't store the URLs",
      ],
    ],
  ),
  ...unitGuards("src/editor/connections/shown/connectionBlocks.ts", [
    [
      "Shows addresses without their query",
      `codeValue(maskedAddress(value))`,
      `codeValue(value)`,
      "masks codes in URLs on the page and in the copied text",
    ],
  ]),
  ...guards("src/editor/mcp/commands.ts", "test/unit/editor/mcp/mcpServer.test.ts", [
    [
      "Confirms before adding the MCP server",
      `l10n.t("Add and Send the Token to {0}", mcpHost)))) return;`,
      `l10n.t("Add and Send the Token to {0}", mcpHost)))) void 0;`,
      "explains the risks first and adds nothing if the user declines",
    ],
  ]),
  ...guards("src/editor/mcp/server.ts", "test/unit/editor/mcp/mcpServer.test.ts", [
    [
      "Offers the MCP server only to accounts of the public service",
      `account.baseUrl === publicBaseUrl`,
      `account.baseUrl.startsWith(publicBaseUrl)`,
      "refuses an account with a URL other than the service's own",
    ],
    [
      "Provides the MCP server's definition without the token",
      `return new McpHttpServerDefinition(definition.label, definition.uri, headers, definition.version);`,
      `return Object.assign(definition, { headers });`,
      "offers one server, which gets the token only when started",
    ],
    [
      "Doesn't start a removed MCP server",
      `if (account === undefined || !(await this.has(account.id))) return undefined;`,
      `if (account === undefined) return undefined;`,
      "isn't started without a token or after removal in another window",
    ],
    [
      "Restarts the MCP server after a change of the token",
      `if (isSameAccount && previous?.version === definition?.version) return;`,
      `if (isSameAccount) return;`,
      "changes its version and restarts when the token is replaced",
    ],
    [
      "Offers no MCP server to unsafe versions of VS Code",
      `return major > 1 || minor >= firstSafeMinor ? undefined : "tooOld";`,
      `return undefined;`,
      "is withdrawn with an explanation if VS Code's version is unsafe",
    ],
  ]),
  ...guards("src/editor/resourceEngine/fields/keyed.ts", "test/unit/editor/resources/conformance.test.ts", [
    [
      "Prompts for the values of headers in a masked input",
      `        password: true,\n`,
      "shows answers in a review and masks secrets",
    ],
  ]),
  ...guards("src/editor/resourceEngine/fields/secret.ts", "test/unit/editor/resources/conformance.test.ts", [
    [
      "Prompts for a resource's token in a masked input",
      `, password: true }`,
      ` }`,
      "shows answers in a review and masks secrets",
    ],
  ]),
  ...guards("src/editor/results/changesTable.ts", "test/unit/editor/resources/destinations/edit.test.ts", [
    [
      "Stores no addresses in the page of a change",
      `...(volatile && { volatile }),`,
      "sends only the changed fields and stores no endpoint",
    ],
  ]),
  ...unitGuards("src/editor/resources/credentials/oneTimeCode.ts", [
    [
      "Keeps text in the clipboard that was copied after the code",
      `if ((await env.clipboard.readText()) === copied.code) await`,
      `await`,
      "doesn't clear the clipboard if the user has copied other text since",
    ],
  ]),
  ...unitGuards("src/editor/resources/destinations/exporting.ts", [
    [
      "Removes session IDs from a quoted refusal",
      `message?.replaceAll(id, () => name)`,
      `message`,
      "shows a browser's profile and age instead of its session ID",
    ],
    [
      "Removes session IDs from the details of a refusal",
      `details: details.map(masked)`,
      `details`,
      "replaces session IDs in the refusal with browser or login descriptions",
    ],
  ]),
  ...guards(
    "src/editor/resources/destinations/deletedCard.ts",
    "test/unit/editor/resources/destinations/delete.test.ts",
    [
      [
        "Stores neither users nor address of a deleted destination",
        `({ exporting, idOrName, name }) => ({`,
        `({ exporting, idOrName, name, ...rest }) => ({ ...rest,`,
        "shows links to the connections that block the deletion",
      ],
    ],
  ),
  ...guards(
    "src/editor/resources/destinations/destinations.ts",
    "test/unit/editor/resources/destinations/show.test.ts",
    [
      [
        "Masks the endpoint on a destination's page",
        `codeRow(l10n.t("Endpoint"), display(maskedAddress(endpoint)))`,
        `codeRow(l10n.t("Endpoint"), display(endpoint))`,
        "contains no header values or endpoint credentials",
      ],
      ["Stores no endpoint of a destination", `, volatile: true }`, ` }`, "doesn't store the endpoint"],
    ],
  ),
  ...guards(
    "src/editor/resources/providers/commands.ts",
    "test/unit/editor/resources/providers/show.test.ts",
    [
      [
        "Masks query strings in the error of a provider's test",
        `display(maskedText(error))`,
        `display(error)`,
        "explains why the token doesn't work and masks query strings",
      ],
    ],
  ),
  ...guards("src/editor/resources/proxies/proxies.ts", "test/unit/editor/resources/conformance.test.ts", [
    [
      "Doesn't show the password of a proxy",
      `password === "" ? l10n.t("None") : masked`,
      `password`,
      "shows answers in a review and masks secrets",
    ],
  ]),
  ...unitGuards("src/editor/results/resultStore.ts", [
    [
      "Stores no volatile parts of a result",
      `withoutAddresses(withoutVolatile(card))`,
      `withoutAddresses(card)`,
      "is restored after a reload without volatile parts such as progress",
    ],
    [
      "Stores no login page's address in a result",
      `withoutAddresses(withoutVolatile(card))`,
      `withoutVolatile(card)`,
      "omits the login URL and records the omission",
    ],
    [
      "Stores no button that sends a login page's address",
      `"login_url" in sent && sent.login_url !== ""`,
      `false`,
      "omits a Check Now button that contains a login URL",
    ],
  ]),
  ...guards("src/editor/tools/quoted.ts", "test/unit/editor/tools/attacks.test.ts", [
    [
      "Masks secrets in a tool's answer",
      `open += text.slice(endOffset, index) + secretMask;`,
      `open += text.slice(endOffset, index) + secret;`,
      "a tool's result",
    ],
    [
      "Masks secrets before truncating a tool's answer",
      `text.slice(0, 2 * maxProcessedLength).matchAll`,
      `text.slice(0, maxProcessedLength).matchAll`,
      "masks a secret that extends beyond the processed part of a long text",
    ],
  ]),
  ...unitGuards("src/storage/files.ts", [
    [
      "Creates files that only the user may read",
      `mode: 0o600, flush`,
      `mode: 0o644, flush`,
      "creates the folder and a file that only the user may read",
    ],
  ]),
  ...guards("src/storage/accountStore.ts", "test/unit/editor/results/panel.test.ts", [
    [
      "Stores no result for an account that has signed out",
      `if (owner === undefined || (await this.#isSignedIn(owner).catch(() => true))) return true;`,
      `if (owner !== "") return true;`,
      "isn't stored if the user signs out during the write",
    ],
  ]),
  ...unitGuards("src/storage/accountStore.ts", [
    [
      "Drops in-memory data of an account that another window has signed out",
      `if (await this.#isSignedIn(accountId)) return;`,
      `return;`,
      "drops in-memory data of accounts that another window has signed out",
    ],
    [
      "Removes files that are written after a sign-out",
      `if (owner === undefined || (await this.#isSignedIn(owner).catch(() => true))) return true;`,
      `if (owner !== "") return true;`,
      "discards the account's pending writes and refuses later writes",
    ],
  ]),
];
