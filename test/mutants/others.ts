// Guards of rooms that `npm run test:mutants` has not reached: a row goes once its room was changed and its test noticed.
import { guards, type Mutant } from "./mutant.ts";

export const otherGuards: readonly Mutant[] = [
  ...guards(".config/eslint.config.mjs", "test/lint.test.ts", [
    [
      "Messages have one home",
      `^show(Information|`,
      `^show(`,
      "finds vscode.window.showInformationMessage(text);",
    ],
    ["Links have one home", `[callee.property.name='openExternal']`, `[a]`, "finds env.openExternal(uri);"],
    [
      "There are no settings",
      `='getConfiguration'`,
      `='getConfig'`,
      "finds workspace.getConfiguration('managedAuth').get('baseUrl');",
    ],
  ]),
  ...guards(".config/package.mjs", "test/package.test.ts", [
    [
      "A package is of no time zone",
      `process.env.TZ = "UTC";`,
      ``,
      "is the same, byte for byte, from two folders, time zones, languages and masks of modes",
    ],
    [
      "A package is of no user",
      `await chmod(copy, 0o644);`,
      ``,
      "is the same, byte for byte, from two folders, time zones, languages and masks of modes",
    ],
    [
      "A package is of no time",
      `Date.UTC(2000, 0, 1)`,
      `process.hrtime()[1] * 1000`,
      "is the same, byte for byte, from two folders, time zones, languages and masks of modes",
    ],
  ]),
  ...guards("esbuild.mjs", "test/package.test.ts", [
    [
      "No source map ships",
      `sourcemap: production ? false : "linked"`,
      `sourcemap: "inline"`,
      "tells no path of a computer, no source map, no secret",
    ],
    [
      "Licences ship with what is built in",
      `return \`\${name} \${version} (\${license})\\n\\n\${text.trim()}\\n\`;`,
      `return \`\${name} \${version} (\${license})\\n\${text.length}\\n\`;`,
      "brings the licences of the packages that are built in, and all are MIT",
    ],
  ]),
  ...guards("package.json", "test/manifest.test.ts", [
    [
      "The extension leans on no other",
      `"extensionKind": [`,
      `"extensionDependencies": [], "extensionKind": [`,
      "leans on no other extension",
    ],
    [
      "No setting is one that moves a request",
      `"managedAuth.results.column": {`,
      `"managedAuth.baseUrl": {`,
      "are of the kinds that may be one: what is told, and where a result opens",
    ],
  ]),
  ...guards("src/domain/resources/credentials.ts", "test/unit/editor/resources/conformance.test.ts", [
    [
      "Somebody else's credential is not taken for ours",
      `foundBy: ["name", "domain"]`,
      `foundBy: ["name"]`,
      "does not claim what it can't know, where what is found is for another site",
    ],
  ]),
  ...guards("src/domain/resources/credentials.ts", "test/unit/editor/resources/credentials/create.test.ts", [
    [
      "values are sent",
      `Object.keys(values).length > 0) && { values }`,
      `Object.keys(values).length > 0) && {}`,
      "asks, shows all answers without a secret, and sends exactly them",
    ],
    [
      "totp_secret is sent",
      `secret("totp_secret"`,
      `secret("secret"`,
      "asks, shows all answers without a secret, and sends exactly them",
    ],
    [
      "sso_provider is sent",
      `plain("sso_provider"`,
      `plain("provider"`,
      "asks, shows all answers without a secret, and sends exactly them",
    ],
  ]),
  ...guards("src/domain/resources/credentials.ts", "test/unit/editor/resources/credentials/edit.test.ts", [
    [
      "remove_value_keys are sent",
      `removed.length > 0 && { remove_value_keys`,
      `removed.length > 9 && { remove_value_keys`,
      "changes exactly what differs, and shows nothing secret",
    ],
  ]),
  ...guards("src/domain/resources/destinations.ts", "test/unit/domain/resources/destinations.test.ts", [
    ["consecutive_failures say that exporting fails", `failures > 0)`, `failures > 1)`, "one failure is one"],
    [
      "last_export_at says that something arrived",
      `const isIdle = last_export_at === undefined && `,
      `const isIdle = `,
      "an export that is told alone",
    ],
    ["last_error is no state", ` && last_error === undefined`, ``, "an error that is over"],
  ]),
  ...guards("src/domain/resources/providers.ts", "test/unit/editor/resources/providers/create.test.ts", [
    [
      "token is sent",
      `token: secret("token"`,
      `token: secret("secret"`,
      "asks, shows all answers without the token, and sends exactly them",
    ],
  ]),
  ...guards("src/domain/resources/providers.ts", "test/unit/editor/resources/providers/show.test.ts", [
    [
      "They are listed in the order in which they are asked",
      `placeOf(one) - placeOf(other) || `,
      ``,
      "lists them in the order in which they are asked, behind a row that creates one",
    ],
  ]),
  ...guards("src/domain/resources/proxies.ts", "test/unit/domain/resources/proxies.test.ts", [
    [
      "A password goes with its user",
      `dependsOn: ["username"],`,
      `dependsOn: [],`,
      "forgets what belongs to another answer",
    ],
    [
      "A place goes with its country",
      `dependsOn: ["type", "country"],`,
      `dependsOn: ["type"],`,
      "forgets what belongs to another answer",
    ],
  ]),
  ...guards("src/domain/resources/proxies.ts", "test/unit/editor/resources/proxies/change.test.ts", [
    [
      "What an answer leaves out is as it was, or as it was sent",
      `name: answer.name ?? name,`,
      ``,
      "is done where the answer has neither id nor name",
    ],
  ]),
  ...guards("src/domain/resources/proxies.ts", "test/unit/editor/resources/proxies/create.test.ts", [
    [
      "A ca_bundle is sent",
      `pem === "" ? {} :`,
      `pem !== "" ? {} :`,
      "asks for one's own, shows all answers without the password, and sends exactly them",
    ],
    [
      "bypass_hosts are sent",
      `(bypass_hosts) => ({ bypass_hosts })`,
      `() => ({})`,
      "asks for one's own, shows all answers without the password, and sends exactly them",
    ],
  ]),
  ...guards("src/editor/catalogue/connectionWords.ts", "test/contract/document.test.ts", [
    [
      "AUTHENTICATED has words",
      `    AUTHENTICATED: l10n.t("Logged in"),\n`,
      ``,
      "is known: status AUTHENTICATED",
    ],
    ["NEEDS_AUTH has words", `    NEEDS_AUTH: l10n.t("Needs a login"),\n`, ``, "is known: status NEEDS_AUTH"],
  ]),
  ...guards("src/editor/catalogue/connectionWords.ts", "test/unit/editor/tools/acting.test.ts", [
    [
      "No name in a dialog stands for another, or hides one",
      `labelled(l10n.t("Profile"), wholeName(profile_name))`,
      `labelled(l10n.t("Profile"), profile_name)`,
      "names everything that somebody may have made up on a line of its own, whole, with its white space",
    ],
  ]),
  ...guards("src/editor/catalogue/connections.ts", "test/unit/editor/catalogue/connections.test.ts", [
    [
      "What the sandbox gives again is news once it is gone",
      `if (left.has(id)) this.#left.delete(id);`,
      `if (left.has(id)) continue;`,
      "that were to be deleted are news again once they are listed by a reading that was requested after",
    ],
    [
      "An older list does not replace what was read since of one of its rows",
      `listed.map((row) => seen.get(row.id) ?? row)`,
      `listed`,
      "keep what was read of one of them alone over a list that was asked for before that",
    ],
    [
      "A page that was asked for later is newer than what was read of one of its rows",
      `if (seen.get(id) === earlier.get(id)) seen.delete(id);`,
      `seen.get(id);`,
      "are those of a page that was asked for after one of them was read alone",
    ],
  ]),
  ...guards("src/editor/catalogue/connections.ts", "test/unit/editor/sidebar/connections.test.ts", [
    [
      "What is looked for is searched beyond what is read",
      `listing.more && this.#sought !== ""`,
      `listing.more && this.#sought === "?"`,
      "has the service search beyond what is read, where there is more, and says why it could not",
    ],
    [
      "A search that failed is told",
      `if (beyond?.kind === "failed")`,
      `if (beyond?.kind === "failed" && this.#sought === "")`,
      "has the service search beyond what is read, where there is more, and says why it could not",
    ],
  ]),
  ...guards("src/editor/catalogue/connections.ts", "test/unit/editor/sidebar/manyConnections.test.ts", [
    [
      "The first page is shown before the others have come",
      `if (isKnown(state)) page.resolve(state);`,
      ``,
      "shows the first page at once, and is drawn anew once when the last one has come",
    ],
    [
      "Pages after the first one draw nothing anew",
      `isAwaited &&= sofar.rows.length === 0;`,
      ``,
      "shows the first page at once, and is drawn anew once when the last one has come",
    ],
    [
      "What has not changed keeps its object",
      `isDeepStrictEqual(before, row) ? before : row`,
      `isDeepStrictEqual(before, undefined) ? before : row`,
      "draws of a thousand only the row that says something else",
    ],
    [
      "Rows whose reading was called off and failed then can be read on",
      `{ ...reading, begun: false }`,
      `reading`,
      "offers to read on where the first reading was called off and the next one failed",
    ],
  ]),
  ...guards("src/editor/catalogue/entitlements.ts", "test/unit/editor/catalogue/entitlements.test.ts", [
    [
      "One request at a time",
      `this.underWay ?? super.refresh()`,
      `super.refresh()`,
      "are read with the account's token, once for everyone who asks meanwhile",
    ],
    [
      "A reading of an account that was left is dropped",
      `if (outcome.kind === "cancelled" || session !== this.session.state) return;`,
      `if (outcome.kind === "cancelled") return;`,
      "that arrive in the moment in which the account is left are dropped, too",
    ],
  ]),
  ...guards(
    "src/editor/catalogue/entitlements.ts",
    "test/unit/editor/connections/creation/leftAccount.test.ts",
    [
      [
        "The plan is that of the account that creates",
        `({ reading }: EntitlementsState, { account }: Access): Entitlements | undefined =>\n  reading?.account.id === account.id ? reading.value : undefined;`,
        `({ reading }: EntitlementsState, _: Access): Entitlements | undefined => reading?.value;`,
        "is not refused by the plan of the next one",
      ],
    ],
  ),
  ...guards("src/editor/catalogue/readModel.ts", "test/unit/editor/sidebar/destinations.test.ts", [
    [
      "An account that was left is forgotten",
      `this.take({});`,
      `this.take(this.#state);`,
      "shows nothing of an account that was left",
    ],
  ]),
  ...guards("src/editor/catalogue/rows.ts", "test/unit/editor/catalogue/rows.test.ts", [
    [
      "The facts of a row are drawn as text",
      `description: display(description)`,
      `description`,
      "a row of the proxies",
    ],
    ["city is shown", `city === undefined ? undefined : capitalized(city),`, ``, "city stands in its row"],
    [
      "state is shown",
      `country === undefined ? state : undefined,`,
      `country === undefined ? undefined : undefined,`,
      "state stands in its row",
    ],
    [
      "country is shown",
      `country === undefined ? undefined : countryName(country),`,
      ``,
      "country stands in its row",
    ],
    ["host is shown", `    host,\n`, ``, "host stands in its row"],
    [
      "has_totp_secret is shown",
      `has_totp_secret === true ?`,
      `false ?`,
      "has_totp_secret stands in its row",
    ],
    [
      "provider_type is shown",
      `const label = providerType(provider_type);`,
      `const label = providerType(name);`,
      "provider_type stands in its row",
    ],
    ["title is shown", `shown(title ?? path,`, `shown(path,`, "title stands in its row"],
    ["vault_name is shown", `[vault_name, urls?.[0]]`, `[urls?.[0]]`, "vault_name stands in its row"],
    ["urls is shown", `[vault_name, urls?.[0]]`, `[vault_name]`, "urls stands in its row"],
    [
      "endpoint is shown",
      `item.endpoint === undefined ? undefined : maskedText(item.endpoint)`,
      `undefined`,
      "endpoint stands in its row",
    ],
    [
      "consecutive_failures is shown",
      `(item.consecutive_failures ?? 0) > 0`,
      `false`,
      "consecutive_failures stands in its row",
    ],
  ]),
  ...guards("src/editor/catalogue/timelines.ts", "test/unit/editor/catalogue/timelines.test.ts", [
    [
      "Timelines take no more than sixty requests a minute",
      `this.#sentAt.length < mostAMinute ? 0 : first + minuteMs - now`,
      `first - now`,
      "sends sixty requests in any minute at most, and goes on in the next one",
    ],
    [
      "No timeline is read for who looks away",
      `id !== undefined && isWanted()`,
      `id !== undefined`,
      "reads nothing more for who looks away",
    ],
    [
      "Timelines leave the others their requests",
      `remaining < (limit === undefined ? lowCount : lowShare * limit)`,
      `remaining < 0 && limit === lowCount * lowShare`,
      "pauses a minute where 29 of 120 requests are left",
    ],
  ]),
  ...guards("src/editor/catalogue/whoAmI.ts", "test/unit/editor/catalogue/whoAmI.test.ts", [
    [
      "What was told of another account is not said of this one",
      `state.account.id === access.account.id && `,
      ``,
      "is not taken for what is told of another account, which came meanwhile",
    ],
    [
      "What was told holds for the account that it was told of",
      `this.#known?.of === this.#session.state ? this.#known.identity : undefined`,
      `this.#known?.identity`,
      "is forgotten with the account, and with its token",
    ],
    [
      "It is asked once behind the user's back",
      ` || this.#asked === state) return;`,
      `) return;`,
      "is asked once for each account, and never of the sandbox",
    ],
    [
      "A project that is gone is no older service",
      `!(isOlder && outcome.error.missing !== "project")`,
      `!isOlder`,
      "is not told by an older service, which answers 404; every other failure is one",
    ],
  ]),
  ...guards("src/editor/kit/batchedScheduler.ts", "test/unit/editor/sidebar/manyConnections.test.ts", [
    [
      "A thousand rows do not keep the extension host from anything else",
      `if (this.#left === 0)`,
      `if (this.#left < -mostAtOnce)`,
      "makes fifty rows in a turn, in their order, and all of them",
    ],
  ]),
  ...guards("src/editor/kit/command.ts", "test/unit/editor/results/pressButton.test.ts", [
    [
      "A command checks what it is told",
      `run(takes.parse(args))`,
      `run(args as Args)`,
      'starts nothing that is told {"id":7}',
    ],
  ]),
  ...guards("src/editor/kit/inputs/reviewEdit.ts", "test/unit/editor/connections/editing/review.test.ts", [
    [
      "An edit that changes nothing sends nothing",
      `if (value.hasChanges) return { kind: "finished" };`,
      `if (value.kind === "save") return { kind: "finished" };`,
      "sends nothing where nothing differs, and says so",
    ],
    [
      "A second Enter after an answer does not save",
      `active: (value) => value.kind === "choose" && value.row.field === active,`,
      ``,
      "marks what differs, stays on it, and takes it back by its button",
    ],
  ]),
  ...guards("src/editor/kit/inputs/whileLoading.ts", "test/unit/editor/kit/inputs/whileLoading.test.ts", [
    [
      "What takes the place of a wait does not call it off",
      `      turnedAway(flow);\n      goOnAside();`,
      `      stop.abort();`,
      "goes on under a notification where the palette takes its place",
    ],
    [
      "A wait closes no palette and no question",
      `if (!isWelcome(flow) || isAsking()) {`,
      `if (false) {`,
      "closes no question and no palette: what follows waits aside, too",
    ],
  ]),
  ...guards("src/editor/kit/inputs/whileLoading.ts", "test/unit/editor/kit/questionHost.test.ts", [
    [
      "A short wait brings nobody back who has left",
      `if (isAwaited && isWelcome(flow)) attended(flow);`,
      `if (!is.aside && !signal.aborted) attended(flow);`,
      "where a short wait follows one that the user has left",
    ],
  ]),
  ...guards("src/editor/kit/inputs/wizard.ts", "test/unit/editor/connections/creation/createNew.test.ts", [
    [
      "Back at the first question leads to the flow it belongs to",
      `options.within !== undefined && isFirst(steps, position)`,
      `isFirst(steps, position) && options.within === position`,
      "comes back with Back at its first question, and Back goes on to the one before",
    ],
  ]),
  ...guards("src/editor/kit/inputs/wizard.ts", "test/unit/editor/resources/destinations/create.test.ts", [
    [
      "The title names the question",
      `labelled(options.title, options.subject(step))`,
      `labelled(options.title, options.title)`,
      "asks, shows all answers without a secret, and sends exactly them",
    ],
  ]),
  ...guards("src/editor/kit/notify.ts", "test/unit/editor/connections/listed/delete.test.ts", [
    [
      "No deletion is announced where no message is wanted",
      `window.state.focused || !mayNotify()`,
      `window.state.focused`,
      "is told once, in passing where no message is wanted",
    ],
    [
      "A deletion is told to who has left the window",
      `if (window.state.focused || !mayNotify()) showStatus(message);\n  else`,
      `showStatus(message); if (false)`,
      "is told once, by a message to who has left the window",
    ],
  ]),
  ...guards("src/editor/kit/openExternal.ts", "test/unit/editor/connections/login/pageHost.test.ts", [
    [
      "An origin is compared with its end",
      `!isUnclear(address) && address.startsWith(\`\${origin}/\`)`,
      `!isUnclear(address) && address.startsWith(origin)`,
      "is none that is opened: another origin than the sandbox's",
    ],
  ]),
  ...guards("src/editor/kit/openExternal.ts", "test/unit/editor/kit/openExternal.test.ts", [
    [
      "No address is opened whose host is too long to be one",
      `return url !== null && canBeHost(url) ? url.host : undefined;`,
      `return url?.host;`,
      "refuses a host longer than any name",
    ],
    ["An overlong address is refused", `address.length > longestAddress || `, ``, "soundHttps"],
    ["Characters that deceive are refused", ` || deceptive.test(address)`, ``, "soundHttps"],
    ["Half a character is refused", `\\p{Cs}`, ``, "refuses half a character"],
    ["A user before the host is refused", `https:\\/\\/[^/?#@]+`, `https:\\/\\/[^/?#]+`, "soundHttps"],
    [
      "The host is shown first",
      `if (!agreed.has(host) &&`,
      `if (!agreed.has(host) && agreed.size > 0 &&`,
      "asks with the host alone, and hands the very text on",
    ],
    [
      "An unsound address is not opened",
      `warnUnsound();\n    return;`,
      `await commands.executeCommand("vscode.open", address);\n    return;`,
      "opens no unsound address, says so, and does not repeat it",
    ],
  ]),
  ...guards("src/editor/kit/questionHost.ts", "test/unit/editor/kit/pageFocus.test.ts", [
    [
      "A question outlives a page that takes the focus late",
      `input.ignoreFocusOut = true;`,
      ``,
      "outlives the page's taking the focus late, and gets it back with its rows and the active one",
    ],
    [
      "A question gets back the focus that a page took",
      `if (onScreen?.release !== undefined) showAnew(onScreen);`,
      ``,
      "gets it back with what is typed, and ends when the user leaves it",
    ],
    [
      "A question that is shown anew has its rows",
      `input.items = items;`,
      ``,
      "outlives the page's taking the focus late, and gets it back with its rows and the active one",
    ],
    [
      "A question that is shown anew is where the user was",
      `if (active.length > 0) input.activeItems = active;`,
      ``,
      "outlives the page's taking the focus late, and gets it back with its rows and the active one",
    ],
    [
      "A question that is shown anew has an active row",
      `if (active.length > 0) input.activeItems = active;`,
      `input.activeItems = active;`,
      "gets it back at its first row where VS Code has told of no row",
    ],
    [
      "A question that is shown anew is at a row that is there",
      `activeItems.filter((row) => items.includes(row))`,
      `activeItems`,
      "gets it back at its first row where VS Code has told of a row that is there no more",
    ],
    [
      "A question that is shown anew keeps what is checked",
      `if (input.canSelectMany) input.selectedItems = selectedItems;`,
      ``,
      "gets it back with what is checked",
    ],
    [
      "A question that is shown anew is not answered by that",
      `if (input.canSelectMany) input.selectedItems`,
      `input.selectedItems`,
      "is not answered with the row that was not taken before",
    ],
    [
      "A question that is shown anew goes on behind its text",
      `input.valueSelection = [input.value.length, input.value.length];`,
      ``,
      "gets it back with what is typed, and ends when the user leaves it",
    ],
    [
      "A question that is shown anew has its rows at once",
      `input.hide();`,
      `input.hide(); input.show();`,
      "has its rows when it is shown anew, not some time after that",
    ],
    [
      "A question that is shown anew has not been left",
      `if (own.hiding > 0) own.hiding -= 1;`,
      `if (own.hiding < 0) own.hiding -= 1;`,
      "gets it back with what is typed, and ends when the user leaves it",
    ],
    [
      "A page that is drawn again and again comes no longer than any other",
      `comingPage.drawn ??= setTimeout(pageGone, lateMs).unref();`,
      `clearTimeout(comingPage.drawn), (comingPage.drawn = setTimeout(pageGone, lateMs).unref());`,
      "is one like any other ten seconds after the page was first drawn, however often it is drawn again",
    ],
    [
      "Only while a page is coming does a question stay without the focus",
      `onScreen?.release?.();`,
      ``,
      "is one like any other ten seconds after the page was drawn",
    ],
  ]),
  ...guards("src/editor/kit/questionHost.ts", "test/unit/editor/kit/questionHost.test.ts", [
    [
      "A question opens only where the user still is at what asks",
      `if (isWelcome(flow)) {`,
      `if (flow !== undefined) {`,
      "where the user turned to the palette",
    ],
    [
      "A dialog opens only where the user still is at what asks",
      `if (opening !== undefined && !(await opening)) return undefined;`,
      ``,
      "also where it is a dialog, which Enter would agree to",
    ],
  ]),
  ...guards("src/editor/kit/questionHost.ts", "test/unit/editor/kit/userAttention.test.ts", [
    [
      "Who writes a text is not called away by a result",
      `if (isWriting()) return "writing";`,
      ``,
      "is told of the result, and sees it when asking for it",
    ],
    [
      "Work that took long takes no focus",
      `return isAsking() || attendedMs() > longMs ? "elsewhere" : "here";`,
      `return "here";`,
      "not where its work took long: it is shown all the same",
    ],
  ]),
  ...guards("src/editor/kit/row.ts", "test/unit/editor/sidebar/entitlements.test.ts", [
    [
      "A tooltip is plain text",
      `item.tooltip = tooltip;`,
      `Object.assign(item, { tooltip: { value: tooltip, isTrusted: true } });`,
      "have tooltips of plain text, which no image or command can hide in",
    ],
    [
      "The names of features cannot clash with one another",
      `.replaceAll("/", "~1")`,
      ``,
      "have ids of their own, whatever the service calls its features",
    ],
  ]),
  ...guards("src/editor/kit/row.ts", "test/unit/editor/sidebar/manyConnections.test.ts", [
    [
      "A tooltip of a thousand is made for who points at it",
      `if (isOneOfMany !== true) `,
      ``,
      "says more of a row only to who points at it, also in a window that has loaded nothing yet",
    ],
  ]),
  ...guards("src/editor/kit/settings.ts", "test/unit/editor/kit/settings.test.ts", [
    [
      "No workspace chooses a setting",
      `.inspect(name)?.globalValue`,
      `.inspect(name)?.workspaceValue`,
      "is not the workspace's to choose",
    ],
    [
      "What a setting cannot be counts for nothing",
      `allowed.find((value) => value === set) ?? settings[name][0]`,
      `(set as Settings[Name][number]) ?? settings[name][0]`,
      "is the default where it holds what it cannot be",
    ],
  ]),
  ...guards("src/editor/kit/userAttention.ts", "test/unit/editor/kit/questionHost.test.ts", [
    [
      "A question takes no key that is typed into an editor",
      `(user === "here" || user === "outside") && !isWriting()`,
      `user === "here" || user === "outside"`,
      "where the user typed into an editor though the wait was too short to show",
    ],
    [
      "Whoever came back to the window by something else is not asked over it",
      `if (focused && at.user === "outside") at.user = "elsewhere";`,
      ``,
      "where the user came back to the window by something else in it",
    ],
  ]),
  ...guards("src/editor/logins/ensure.ts", "test/unit/editor/logins/ensure.test.ts", [
    [
      "Whether to start is decided anew once no other window can start one",
      `if (look.decision.kind === "start") return false;`,
      `if (look.decision.kind !== "observe") return false;`,
      "decides anew once no other window can start one",
    ],
    [
      "A login may take a minute until a person is asked for",
      `const patienceMs = 60_000;`,
      `const patienceMs = 600_000;`,
      "needs a person where a minute does not decide it, and not before",
    ],
    [
      "A login that has ended is not followed again",
      `(known.end === undefined || known.key === key)`,
      `known.end === undefined`,
      "takes the end of a login that ended before it was known to run",
    ],
    [
      "A service that refused for a conflict is not asked again",
      `if (this.#conflict !== undefined) return`,
      `if (this.#id === "") return`,
      "asks a service once that has no room for a login",
    ],
  ]),
  ...guards("src/editor/logins/follower.ts", "test/faults/loginModel.test.ts", [
    [
      "What is waited for has an end",
      `if (this.#looking.isTimeUp) return timeUp(this.#looking.login, looked === "read");`,
      ``,
      "is done only with a success of its own, started at most once, and always ends",
    ],
  ]),
  ...guards("src/editor/logins/follower.ts", "test/unit/editor/logins/follower.test.ts", [
    [
      "What happened before a stream was open is read",
      `const looked = await this.#look(stop.signal);`,
      `const looked: LoginEnd | "read" | "failed" = "read";`,
      "is opened again after 1, 2, 4, 8 and 15 seconds, each time with a reading before",
    ],
    [
      "A stream that breaks is not hurried after",
      `await this.#pause(backOffMs[this.#failures] ?? 15_000, signal);`,
      `await this.#pause(1000, signal);`,
      "is opened again after 1, 2, 4, 8 and 15 seconds, each time with a reading before",
    ],
    [
      "A stream with an error is opened no more",
      `        this.#streamless = true;\n        return undefined;\n      }\n      if`,
      `        return undefined;\n      }\n      if`,
      "with an error is opened no more, and the login is read to its end",
    ],
    [
      "A stream that floods is ended",
      `flood.counts(this.#shared.clock.now()) || isError`,
      `isError`,
      "is ended within three seconds, and the login is read to its end: evenly",
    ],
    [
      "A head that never ends is not waited for without end",
      `++this.#unopened >= mostUnopened`,
      `++this.#unopened < 0`,
      "whose head never ends it is read in its place",
    ],
    [
      "A stream that says much for a second alone floods nothing",
      `second === this.#second + 1`,
      `second > this.#second`,
      "is none that has a hundred events a second, or more for one second, or again and again for one",
    ],
  ]),
  ...guards("src/editor/logins/follower.ts", "test/unit/editor/logins/logins.test.ts", [
    [
      "A window has four streams at most",
      `if (this.#taken.size >= mostStreams) {`,
      `if (this.#taken.size >= 100) {`,
      "have four streams, and are read by pages over two more connections",
    ],
    [
      "A login started here takes the stream of another one",
      `if (claim.isOwn) other?.moved.abort();`,
      ``,
      "leave a stream to one that is started here",
    ],
  ]),
  ...guards("src/editor/logins/logins.ts", "test/unit/editor/logins/ensure.test.ts", [
    [
      "A login is noted before it is sent",
      `      await this.times.sending(account.id, id);\n`,
      ``,
      "starts no second login within ten minutes, in any window, also after a reload",
    ],
    [
      "Log In… counts as asking for a login",
      `if (options.unless === undefined) await`,
      `if (id === "") await`,
      "counts Log In… as asking for one, though the service refused to start it",
    ],
    [
      "Making sure does not count as asking for a login",
      `if (options.unless === undefined) await`,
      `await`,
      "keeps no word of a connection, and its id in no name",
    ],
  ]),
  ...guards("src/editor/logins/logins.ts", "test/unit/editor/logins/logins.test.ts", [
    [
      "A window starts no login twice",
      `if (meanwhile !== undefined && meanwhile !== known) return`,
      `if (meanwhile !== undefined && id === "") return`,
      "twice at once sends one",
    ],
    [
      "What another window is about to start is not superseded unasked",
      `given = { ...options, supersede: false };`,
      `given = options;`,
      "takes the place of none that another window has begun meanwhile",
    ],
    [
      "What somebody does not want to follow is not taken up again",
      `?.isAbandoned !== true`,
      `?.isAbandoned !== undefined`,
      "is somebody who wants no more of it, and then it is not taken up again",
    ],
    [
      "What is being started is not looked for",
      `isKnown || (await this.#marks.isSet(accountId, row.id))`,
      `isKnown`,
      "by a window that is gone is looked for by the next one, once nobody starts it any more: lost",
    ],
  ]),
  ...guards("src/editor/logins/pacedReads.ts", "test/unit/editor/logins/follower.test.ts", [
    [
      "A service that asks to slow down is left alone",
      `if (outcome.kind === "failed" && outcome.error.kind === "limited") this.#slowDown(outcome.error);`,
      ``,
      "that asks to slow down is left alone for as long",
    ],
  ]),
  ...guards("src/editor/logins/pacedReads.ts", "test/unit/editor/logins/logins.test.ts", [
    [
      "Two readings are under way at most",
      `new Limit(mostAtOnce)`,
      `new Limit(mostAtOnce + 2)`,
      "have four streams, and are read by pages over two more connections",
    ],
  ]),
  ...guards("src/editor/logins/pacedReads.ts", "test/unit/editor/logins/pacedReads.test.ts", [
    [
      "A reading that waits for others hears that it is called off",
      `return untilAborted(turn, signal).catch(`,
      `return turn.catch(`,
      "ends at once when it is called off, sends nothing, and takes no one's turn",
    ],
  ]),
  ...guards("src/editor/logins/standing.ts", "test/unit/editor/logins/follower.test.ts", [
    [
      "An end is looked up in the timeline",
      `    if (!this.mayBeOver) {`,
      `    const { connection } = this.login;\n    if (connection?.flow_status === "SUCCESS" && connection.status === "AUTHENTICATED") return { kind: "loggedIn" };\n    if (!this.mayBeOver) {`,
      "is not done by the success of the login before it",
    ],
    [
      "A reading that an event overlaps is read again",
      `if (before !== this.#events) continue;`,
      ``,
      "that overlap go by the event",
    ],
    [
      "Times are those of the service's clock",
      `this.#show({ aheadMs: answeredAt - this.#clock.now() });`,
      `this.#show({ aheadMs: 0 });`,
      "goes by the service's clock where ours is an hour ahead, or is put so in the middle",
    ],
    [
      "What slept through its time is looked at once more",
      `now + graceMs`,
      `this.#expires + graceMs`,
      "slept through is looked at once more before it is given up",
    ],
    [
      "A refused token ends following",
      `if (error.kind === "unauthorized") return { kind: "stopped", why: "unauthorized" };`,
      ``,
      "is 401 from the connection",
    ],
    [
      "What has gone (410) ends following",
      `if (error.status === 410) return { kind: "stopped", why: "unauthorized" };`,
      ``,
      "is 410 from the connection",
    ],
    [
      "Only the service's own word makes a connection gone",
      `return error.missing === "resource" ? { kind: "gone" } : undefined;`,
      `return undefined;`,
      "is a connection that is gone, in the service's own words",
    ],
  ]),
  ...guards("src/editor/logins/standing.ts", "test/unit/editor/logins/logins.test.ts", [
    [
      "A reading that brings nothing new is not told",
      `if (!isDeepStrictEqual(read, this.login)) `,
      ``,
      "tell nothing anew where readings bring nothing new",
    ],
  ]),
  ...guards("src/editor/logins/startLogin.ts", "test/unit/editor/logins/ensure.test.ts", [
    [
      "A login that was certainly not sent is not noted",
      `      await notSent();\n`,
      ``,
      "takes a login that was certainly not sent for none",
    ],
  ]),
  ...guards("src/editor/logins/startLogin.ts", "test/unit/editor/logins/logins.test.ts", [
    [
      "A lost answer is not said to be accepted where the same is asked still",
      `if (!waitsForSame(shown, now.value)) return { kind: "accepted" };`,
      `return { kind: "accepted" };`,
      "whose own answer is lost is found by reading, or unknown, and sent once",
    ],
  ]),
  ...guards("src/editor/logins/startedLogins.ts", "test/unit/editor/logins/logins.test.ts", [
    [
      "Whoever has gone on with a login tells its end",
      `if (started.owner !== this.#window && !(await`,
      `if (started.owner === "" && !(await`,
      "tell an end where somebody has gone on with the login, before the window that started it",
    ],
    [
      "The end of a login is not told for that of one that was started after it",
      `return target.kind === "is" && started.kind === "after" && started.id === target.id;`,
      `return false;`,
      "do not tell the end of one for that of another that is being started after it",
    ],
    [
      "What was refused is taken back, and what was there before it is there again",
      `if (before !== undefined) await this.#write(before);`,
      `if (before !== undefined) return;`,
      "know nothing more of a login that was refused, and still of the one that ran",
    ],
  ]),
  ...guards("src/editor/resourceEngine/create.ts", "test/unit/editor/resources/conformance.test.ts", [
    [
      "A creation that was canceled before it was sent leads back to the answers",
      `if (outcome.kind === "cancelled" && outcome.sent === "no") return { kind: "notSent" };`,
      ``,
      "leads back to the answers where it was canceled before it was sent",
    ],
    [
      "What became of a creation that was canceled on its way is read",
      `outcome.kind === "cancelled" && outcome.sent === "no"`,
      `outcome.kind === "cancelled"`,
      "reads what became of one that was canceled on its way, where it is there",
    ],
  ]),
  ...guards("src/editor/resourceEngine/edit.ts", "test/unit/editor/resources/conformance.test.ts", [
    [
      "A name that is taken is asked for again",
      `unique !== undefined && isTaken`,
      `unique !== undefined && isTaken && Math.random() > 1`,
      "asks again for a name that the service says is taken; Back leaves it as it is",
    ],
    [
      "What shows it elsewhere is read again",
      `void resource.changed();`,
      ``,
      "sends exactly what differs, and shows what it is then",
    ],
  ]),
  ...guards("src/editor/resourceEngine/edit.ts", "test/unit/editor/resources/profiles/profiles.test.ts", [
    [
      "A profile that connections use is renamed only with consent",
      `values)) === false) continue;`,
      `values)) === undefined) continue;`,
      "sends nothing where that is declined, and keeps the answer",
    ],
  ]),
  ...guards(
    "src/editor/resourceEngine/fields/secret.ts",
    "test/unit/editor/resources/providers/create.test.ts",
    [
      [
        "A token that was typed is not shown again",
        `{ ...asked, value: "",`,
        `{ ...asked, value: "ops_kept",`,
        "goes back at every step, with the answers that were given, but shows no token again",
      ],
    ],
  ),
  ...guards(
    "src/editor/resourceEngine/fields/secret.ts",
    "test/unit/editor/resources/proxies/create.test.ts",
    [
      [
        "A password is typed into a masked input",
        `password: true`,
        `password: false`,
        "asks for one's own, shows all answers without the password, and sends exactly them",
      ],
    ],
  ),
  ...guards(
    "src/editor/resourceEngine/fields/text.ts",
    "test/unit/editor/resources/destinations/edit.test.ts",
    [
      [
        "An address with a login in it is not shown",
        `shown === undefined || masked(shown) === shown ? shown : undefined`,
        `shown`,
        "shows no login that an address holds, and does not ask for it again",
      ],
    ],
  ),
  ...guards("src/editor/resourceEngine/questions.ts", "test/unit/editor/resources/conformance.test.ts", [
    [
      "A second Enter after an edit does not send",
      `value !== "create" && value.field === edited,`,
      `value === "create",`,
      "asks again for a name that the service says is taken, and sends nothing by a second Enter",
    ],
    [
      "A second Enter after another name sends nothing",
      `session.refused.length > 0) && { edited: key }`,
      `session.refused.length > 9) && { edited: key }`,
      "asks again for a name that the service says is taken, and sends nothing by a second Enter",
    ],
  ]),
  ...guards("src/editor/resourceEngine/questions.ts", "test/unit/editor/resources/providers/edit.test.ts", [
    [
      "What was refused as a name is no other answer",
      `refused: key === model.unique ? session.refused : [],`,
      ``,
      "offers no refused name as another field's answer",
    ],
  ]),
  ...guards("src/editor/resourceEngine/questions.ts", "test/unit/editor/resources/proxies/create.test.ts", [
    [
      "A second Enter after an edit does not send, nor of what another type needs",
      `value !== "create" && value.field === edited,`,
      `value === "create",`,
      "asks from the review what another type needs, and leaves all as it was with Back",
    ],
    [
      "What an edit leaves open is asked before anything is sent",
      `to.kind === "next" ? firstOpen(values) : "review"`,
      `"review"`,
      "asks from the review what another type needs, and leaves all as it was with Back",
    ],
  ]),
  ...guards("src/editor/resourceEngine/remove.ts", "test/unit/editor/resources/conformance.test.ts", [
    [
      "What shows it elsewhere is read again",
      `void resource.changed();`,
      ``,
      "says of one that connections use that it is deleted",
    ],
  ]),
  ...guards("src/editor/resourceEngine/remove.ts", "test/unit/editor/resources/credentials/delete.test.ts", [
    [
      "One is deleted by its id, which is never given to another",
      `[live.id],`,
      `[nameOf(live)],`,
      "names the connections that use it and what they lose, and deletes it by its id",
    ],
  ]),
  ...guards("src/editor/resourceEngine/remove.ts", "test/unit/editor/resources/proxies/change.test.ts", [
    [
      "What holds a proxy is read when it was refused",
      `        end.kind === "refused"\n          ? usersAmong`,
      `        end.kind === "accepted"\n          ? usersAmong`,
      "names what holds it where the service refuses, and what leads there",
    ],
  ]),
  ...guards("src/editor/resourceEngine/usedBy.ts", "test/unit/editor/resources/conformance.test.ts", [
    [
      "What uses it is told as whole only where it is",
      `whole: kind === "complete" && unreadable === 0`,
      `whole: true`,
      "says what uses it where a connection can't be read",
    ],
  ]),
  ...guards(
    "src/editor/resources/credentials/credentials.ts",
    "test/unit/editor/resources/credentials/show.test.ts",
    [
      [
        "value_keys are told",
        `series(keys.map(display))`,
        `""`,
        "says what it has, without any of it, and what refers to it",
      ],
      [
        "has_values is told where the keys are not",
        `if (has_values === true) return`,
        `if (has_values === false) return`,
        "tells values whose keys the service does not name from none",
      ],
    ],
  ),
  ...guards(
    "src/editor/resources/credentials/oneTimeCode.ts",
    "test/unit/editor/resources/credentials/oneTimeCode.test.ts",
    [
      [
        "A code of an account that was left is taken out of the clipboard",
        `!this.#isOf(this.#copied.accountId)`,
        `this.#copied.accountId === ""`,
        "is cleared at once where the account is left",
      ],
      [
        "A code of an account that was left meanwhile is not copied",
        `!this.#isOf(access.account.id) || `,
        ``,
        "is not copied where the account is left while it is read",
      ],
      [
        "expires_at says how long a code lives",
        `const isTold = told > 0 && told <= longestMs;`,
        `const isTold = false;`,
        "copies it, says how long it lives, and takes it out of the clipboard then",
      ],
    ],
  ),
  ...guards(
    "src/editor/resources/destinations/checks.ts",
    "test/unit/editor/resources/destinations/checks.test.ts",
    [
      [
        "No name that is taken",
        `if (names.includes(name))`,
        `if (names.length < 0)`,
        "is not one that is there",
      ],
      [
        "No name like an ID",
        `if (isShapedLikeId(name, ids))`,
        `if (ids.length < 0)`,
        "does not begin as the IDs do",
      ],
      [
        "Headers are limited together",
        `headerBytes({ ...Object.fromEntries(others), [name]: value })`,
        `headerBytes({ [name]: value })`,
        "has not 8193 bytes with the others",
      ],
    ],
  ),
  ...guards(
    "src/editor/resources/destinations/commands.ts",
    "test/unit/editor/resources/destinations/commands.test.ts",
    [
      [
        "No dialog opens at a moment that nobody chose",
        `const [first, ...others] = free;`,
        `await deleteTargets(parts, access, free);\n  const [first, ...others] = free;`,
        "ends in a message that asks for no answer, and deletes nothing by itself",
      ],
    ],
  ),
  ...guards(
    "src/editor/resources/destinations/commands.ts",
    "test/unit/editor/resources/destinations/watch.test.ts",
    [
      [
        "Waiting ends after an hour",
        `if (looks === mostLooks) {`,
        `if (looks === -1) {`,
        "ends after an hour, and says so",
      ],
      [
        "A look that was called off says nothing",
        `if (listing.kind === "cancelled") return undefined;`,
        ``,
        "can be called off during a look",
      ],
    ],
  ),
  ...guards(
    "src/editor/resources/destinations/delete.ts",
    "test/unit/editor/resources/destinations/confirm.test.ts",
    [
      [
        "Nothing is asked, and nothing agreed to, for nothing",
        `if (first === undefined) return false;`,
        `if (first === undefined) return true;`,
        "asks nothing where there is nothing to delete",
      ],
    ],
  ),
  ...guards(
    "src/editor/resources/destinations/delete.ts",
    "test/unit/editor/resources/destinations/edit.test.ts",
    [
      [
        "A token of the organization is not taken for one of a project",
        `project === null`,
        `project === ""`,
        "says exactly why a token of the organization may not",
      ],
    ],
  ),
  ...guards(
    "src/editor/resources/destinations/destinations.ts",
    "test/unit/editor/resources/destinations/create.test.ts",
    [
      [
        "The address of another collector goes with it",
        `[typed, value, known?.endpoint].find((one) => one !== undefined && !others.includes(one))`,
        `[typed, value, known?.endpoint].find((one) => one !== undefined)`,
        "takes the endpoint of another collector, unless it was typed",
      ],
    ],
  ),
  ...guards(
    "src/editor/resources/destinations/destinations.ts",
    "test/unit/editor/resources/destinations/show.test.ts",
    [
      [
        "headers are told by their names",
        `series(names.map(display))`,
        `""`,
        "says where it leads to, how exporting goes, and what selects it, by its name too",
      ],
      [
        "description is told",
        `description && display(description)`,
        `description && ""`,
        "says where it leads to, how exporting goes, and what selects it, by its name too",
      ],
      [
        "created_at is told",
        `dateRow(l10n.t("Created"), created_at)`,
        `undefined`,
        "says where it leads to, how exporting goes, and what selects it, by its name too",
      ],
      [
        "updated_at is told",
        `dateRow(l10n.t("Changed"), updated_at)`,
        `undefined`,
        "says where it leads to, how exporting goes, and what selects it, by its name too",
      ],
    ],
  ),
  ...guards(
    "src/editor/resources/destinations/picker.ts",
    "test/unit/editor/resources/destinations/picker.test.ts",
    [
      [
        "Nothing is checked that stands where something else stood",
        `if (this.#missed) return;`,
        ``,
        "checks nothing that stands where something else stood, and shows what is checked again",
      ],
    ],
  ),
  ...guards("src/editor/resources/destinations/rows.ts", "test/unit/editor/sidebar/destinations.test.ts", [
    [
      "A tooltip has no user of an address",
      `[display(maskedAddress(endpoint))]`,
      `[display(endpoint)]`,
      "tells in the tooltip what it is told of exports, and what is not reported",
    ],
    [
      "last_error is told",
      `last_error && inQuotes(display(last_error))`,
      `undefined`,
      "tells in the tooltip what it is told of exports, and what is not reported",
    ],
    [
      "last_error_at is told",
      `time(last_error_at)]`,
      `undefined]`,
      "tells in the tooltip what it is told of exports, and what is not reported",
    ],
  ]),
  ...guards(
    "src/editor/resources/profiles/profiles.ts",
    "test/unit/editor/resources/profiles/profiles.test.ts",
    [
      [
        "last_used_at is told",
        `dateRow(l10n.t("Last used"), last_used_at)`,
        `undefined`,
        "tells for how many of its sites it is ready, worst first, and mends the others together",
      ],
    ],
  ),
  ...guards(
    "src/editor/resources/providers/commands.ts",
    "test/unit/editor/resources/providers/show.test.ts",
    [
      [
        "A refused test leads to another token",
        `tested.kind === "ok" && !tested.value.success;`,
        `false;`,
        "tells why not: that is an answer, and no failure of the service",
      ],
      [
        "enabled is told",
        `isDisabled || tested.kind === "failed" ? card.head`,
        `tested.kind === "failed" ? card.head`,
        "says that a disabled one is, whatever its token does",
      ],
      [
        "success is told",
        `const state: Value = isRefused`,
        `const state: Value = isDisabled`,
        "tells why not: that is an answer, and no failure of the service",
      ],
      [
        "vaults are told",
        `vaults.map(({ name }) => ({ text: display(name) }))`,
        `[]`,
        "tells the vaults that its token opens",
      ],
    ],
  ),
  ...guards(
    "src/editor/resources/providers/providers.ts",
    "test/unit/editor/resources/providers/show.test.ts",
    [
      [
        "A name means the provider that has it",
        `listing.rows.find((provider) => provider.name === name)`,
        `listing.rows[0]`,
        "is found by its name, which is all that a connection knows",
      ],
      [
        "priority is told",
        `value: plain(count(priority)),`,
        `value: plain(""),`,
        "says what it is, in which order it is asked, and what names it",
      ],
      [
        "created_at is told",
        `dateRow(l10n.t("Created"), created_at)`,
        `undefined`,
        "says what it is, in which order it is asked, and what names it",
      ],
      [
        "updated_at is told",
        `dateRow(l10n.t("Changed"), updated_at)`,
        `undefined`,
        "says what it is, in which order it is asked, and what names it",
      ],
    ],
  ),
  ...guards(
    "src/editor/resources/proxies/certificates.ts",
    "test/unit/editor/resources/proxies/create.test.ts",
    [
      [
        "A file of anything but certificates is not taken",
        `fault === undefined ? { ok: true, file, pem } : refused(fault)`,
        `fault === "" ? refused(fault) : { ok: true, file, pem }`,
        "takes no file that is something else, says why, and shows nothing of it",
      ],
    ],
  ),
  ...guards("src/editor/resources/proxies/commands.ts", "test/unit/editor/resources/proxies/check.test.ts", [
    [
      "How a proxy was before says nothing of a check",
      `, status: proxy.status }`,
      ` }`,
      "says so where it tells nothing",
    ],
    [
      "A check that could not be run is no failure of the proxy",
      `error.status === 422`,
      `error.status === 400`,
      "takes a check that could not be run for no failure of the proxy",
    ],
    [
      "Of proxies of many addresses no more is claimed than is proved",
      `type === "residential" || type === "mobile"`,
      `type === "satellite"`,
      "says what it proves of a proxy that is residential",
    ],
  ]),
  ...guards("src/editor/resources/proxies/page.ts", "test/unit/editor/resources/proxies/show.test.ts", [
    [
      "last_checked is told",
      `: moment(when)`,
      `: ""`,
      "says what it is, where, how it is, and what uses it, by its name too",
    ],
    [
      "ip_address is told",
      `address === undefined ? undefined : codeRow`,
      `address !== "" ? undefined : codeRow`,
      "says what it is, where, how it is, and what uses it, by its name too",
    ],
    [
      "bypass_hosts are told",
      `series(bypass.map(display))`,
      `""`,
      "says what it is, where, how it is, and what uses it, by its name too",
    ],
    [
      "protocol is told",
      `display(protocol).toUpperCase()`,
      `""`,
      "says what it is, where, how it is, and what uses it, by its name too",
    ],
    [
      "port is told",
      `code(String(port))`,
      `code("")`,
      "tells of a server of one's own that it has a password, and never which",
    ],
    [
      "has_password is told",
      `textRow(l10n.t("Password"), isSet(password))`,
      `undefined`,
      "tells of a server of one's own that it has a password, and never which",
    ],
    [
      "username is told, and not kept",
      `value: code(display(username)), volatile: true`,
      `value: code(display(username))`,
      "does not keep who logs in there",
    ],
  ]),
  ...guards("src/editor/resources/proxies/place.ts", "test/unit/editor/resources/proxies/show.test.ts", [
    [
      "state is told",
      `state === undefined ? undefined : display(state)`,
      `undefined`,
      "is whole for all of a place",
    ],
    [
      "zip is told",
      `zip === undefined ? undefined :`,
      `zip !== "" ? undefined :`,
      "is whole for all of a place",
    ],
    [
      "asn is told",
      `asn === undefined ? undefined : display(asn)`,
      `undefined`,
      "is whole for all of a place",
    ],
  ]),
  ...guards("src/extension.ts", "test/unit/editor/app/mcpServer.test.ts", [
    [
      "A window without the MCP server reads nothing for it",
      `if (context.globalState.get(mcpServerKey) === true) void first.get();`,
      `void first.get();`,
      "reads nothing where it was not",
    ],
  ]),
  ...guards("src/page/blocks/days.ts", "test/page/days.test.ts", [
    [
      "The days are one stop for Tab",
      `index === at ? 0 : -1`,
      `0`,
      "is one stop for Tab, at the last piece; the arrows lead through all of it, and what is at hand is told",
    ],
    [
      "Each piece says what it is to who does not see it",
      `element.setAttribute("aria-label", visible(piece.text));`,
      ``,
      "says each day and each of its pieces to who does not see it",
    ],
  ]),
  ...guards("src/page/dom.ts", "test/page/head.test.ts", [
    [
      "A domain is read in one order wherever it stands",
      `element.dir = "ltr";`,
      ``,
      "has a domain read in one order wherever it stands, also one that begins from right to left",
    ],
  ]),
  ...guards("src/page/dom.ts", "test/page/safety.test.ts", [
    [
      "Text is never markup",
      `element.textContent = visible(text);`,
      `element.innerHTML = visible(text);`,
      "are words and nothing else at 300 px",
    ],
    [
      "Text turns nothing around",
      `element.textContent = visible(text);`,
      `element.textContent = text;`,
      "are words and nothing else at 300 px",
    ],
  ]),
  ...guards("src/page/head.ts", "test/page/head.test.ts", [
    [
      "What is fine as it is urges to nothing",
      `head.kind === "verdict" || head.state?.tone === "warning"`,
      `head.kind !== "verdict" || head.state?.tone === "warning"`,
      "urges to what comes next where something happened or is amiss, and to nothing of what is fine as it is",
    ],
  ]),
  ...guards("src/page/icons.ts", "test/page/icons.test.ts", [
    [
      "What is neutral has a shape of its own",
      `neutral: "M14.5 8a6.5 6.5 0 1 1-13 0a6.5 6.5 0 0 1 13 0M5.2 8h5.6"`,
      `neutral: "M14.5 8a6.5 6.5 0 1 1-13 0a6.5 6.5 0 0 1 13 0"`,
      "has a shape of its own, so that none depends on colour alone",
    ],
  ]),
  ...guards("src/page/main.ts", "test/page/countdown.test.ts", [
    [
      "No timer runs where nobody sees it",
      `if (document.hidden) countdown?.stop();`,
      `if (document.title === "") countdown?.stop();`,
      "stands while nobody can see it, and is right at once afterwards",
    ],
    [
      "A countdown ends with its card",
      `  countdown?.stop();\n  clearTimeout`,
      `  clearTimeout`,
      "ends with its card",
    ],
  ]),
  ...guards("src/page/main.ts", "test/page/strips.test.ts", [
    [
      "Strips of another drawing are not drawn",
      `else if (data.drawing === drawn) updateStrips`,
      `else updateStrips`,
      "are drawn anew in their places, with the focus where it was; those of another drawing are not",
    ],
  ]),
  ...guards("src/sandbox/db/database.ts", "test/unit/sandbox/db/data.test.ts", [
    [
      "A row of another version is no data of this one",
      `all.forEach(read);`,
      ``,
      "that has a status of another version is kept aside, and a new one is begun",
    ],
    [
      "Data that is damaged where nobody looks is not used",
      `if (verdict !== "ok") throw new OtherData(verdict);`,
      ``,
      "that counts free pages that it has not is kept aside, and a new one is begun",
    ],
    [
      "Every commit is synced",
      `synchronous = FULL`,
      `synchronous = OFF`,
      "is opened for durability and against surprises",
    ],
    [
      "No function hides in the data",
      `; PRAGMA trusted_schema = OFF`,
      ``,
      "is opened for durability and against surprises",
    ],
    [
      "Data with other tables than today's is not used",
      `if (schema.length > 0 && !isDeepStrictEqual(`,
      `if (schema.length < 0 && !isDeepStrictEqual(`,
      "that is of another program is kept aside, and a new one is begun",
    ],
    [
      "Data that refers to what is not there is not used",
      `if (db.prepare("PRAGMA foreign_key_check").get() !== undefined) throw`,
      `if (schema.length < 0) throw`,
      "that refers to what is not there is kept aside, and a new one is begun",
    ],
    [
      "A disk that is full or a file that is locked moves nothing",
      `if (!isOtherData(error)) throw error;`,
      ``,
      "that is on a full disk is where it was, as it was",
    ],
    [
      "References hold",
      `enableForeignKeyConstraints: true`,
      `enableForeignKeyConstraints: false`,
      "is opened for durability and against surprises",
    ],
  ]),
  ...guards("src/sandbox/db/database.ts", "test/unit/sandbox/db/power.test.ts", [
    [
      "What is acknowledged is on the disk when the power fails",
      `synchronous = FULL`,
      `synchronous = NORMAL`,
      "at any moment, nothing is lost that was acknowledged",
    ],
  ]),
  ...guards("src/sandbox/db/sqlite.ts", "test/contract/connectionChanges.test.ts", [
    [
      "Accents do not tell profiles apart",
      `.replace(/\\p{M}/gu, "")`,
      ``,
      "are one name, however their letters are written and with or without accents",
    ],
  ]),
  ...guards("src/sandbox/db/sqlite.ts", "test/unit/sandbox/http/hostileText.test.ts", [
    [
      "Names with many marks are compared in linear time",
      `withoutMarks(withoutMarks(value).normalize("NFD"))`,
      `withoutMarks(value.normalize("NFD"))`,
      "text from outside",
    ],
  ]),
  ...guards("src/sandbox/db/store.ts", "test/unit/sandbox/db/store.test.ts", [
    [
      "What fails leaves nothing behind, and what cannot be committed is undone",
      `if (this.#db.isTransaction) this.prepared("ROLLBACK").run();`,
      ``,
      "that throws leaves nothing behind, and what others wrote stays",
    ],
    [
      "What SQLite undid by itself is not undone again",
      `if (this.#db.isTransaction) this.prepared`,
      `this.prepared`,
      "that SQLite undid by itself throws what went wrong, and the next one works",
    ],
    [
      "Nothing is told before it is committed",
      `      this.prepared("COMMIT").run();\n      this.#confirm();`,
      `      setImmediate(() => this.prepared("COMMIT").run());\n      this.#confirm();`,
      "is committed when it returns",
    ],
    [
      "Nothing is written but by the transaction that is under way",
      `if (this.#isOver) throw`,
      `if (false) throw`,
      "is the only one to write: its writer writes no more when it is over",
    ],
  ]),
  ...guards("src/sandbox/db/store.ts", "test/unit/sandbox/db/trouble.test.ts", [
    [
      "A commit counts only where the next start finds it",
      `      this.#confirm();\n`,
      ``,
      "a data file that is taken away while it is used",
    ],
    [
      "Another file in the place of the data is noticed",
      `\`\${found.dev}:\${found.ino}\``,
      `"there"`,
      "a data file that is taken away while it is used",
    ],
    [
      "A log that was removed is noticed",
      `[file, \`\${file}-wal\`]`,
      `[file]`,
      "a data file that is taken away while it is used",
    ],
  ]),
  ...guards("src/sandbox/http/guard.ts", "test/attacks/sandbox.test.ts", [
    [
      "A rebound name is refused in a real browser",
      `if (!ours.includes(host) || !ours.includes(authority ?? host)) {`,
      `if (false) {`,
      "refuses a read of a rebound name, which reaches a server without guards",
    ],
    [
      "An image of another site is refused in a real browser",
      `if (sites.some((site) => site !== "none"))`,
      `if (false)`,
      "refuses an image across sites, which reaches a server without guards",
    ],
  ]),
  ...guards("src/sandbox/http/guard.ts", "test/unit/sandbox/http/guard.test.ts", [
    ["A body must be declared as JSON", `if (type === wanted)`, `if (true)`, "the guard"],
  ]),
  ...guards("src/sandbox/http/guard.ts", "test/unit/sandbox/http/http.test.ts", [
    [
      "A request names one host",
      `if (host === undefined || others.length > 0) {`,
      `if (host === undefined) {`,
      "is there once: two is 400",
    ],
    [
      "An absolute target names the sandbox, too",
      ` || !ours.includes(authority ?? host)`,
      ``,
      "http://evil.example/org/entitlements with Host: 127.0.0.1:PORT is 403",
    ],
  ]),
  ...guards("src/sandbox/http/guard.ts", "test/unit/sandbox/resources/hosted/hosted.test.ts", [
    ["A page is in no frame", `is("sec-fetch-dest", "document") &&`, ``, "cannot use the link: a frame"],
    [
      "A form is of the page's own origin",
      `origins.every((origin) => ours.includes(origin))`,
      `origins.length < 2`,
      "cannot use the link: a form of another origin",
    ],
  ]),
  ...guards("src/sandbox/http/server.ts", "test/unit/sandbox/db/trouble.test.ts", [
    [
      "Trouble with the disk is told",
      `error instanceof SandboxError ? error.message : storageTrouble(error)`,
      `undefined`,
      "a data file that may not grow",
    ],
  ]),
  ...guards("src/sandbox/http/server.ts", "test/unit/sandbox/http/guard.test.ts", [
    [
      "Any body is at most 1 MiB",
      `if (length > cap) return tooLarge(request, cap);`,
      ``,
      "reads bodies up to 1 MiB and answers 413 to longer ones, declared or not",
    ],
    ["A body must be UTF-8", `{ fatal: true }`, `{ fatal: false }`, "refuses bodies that are not UTF-8"],
    [
      "The token is asked for before anything else is said",
      `route.open ? everything`,
      `route.open || method === "GET" ? everything`,
      "asks for the token before it says what exists",
    ],
  ]),
  ...guards("src/sandbox/http/server.ts", "test/unit/sandbox/http/patience.test.ts", [
    [
      "A head takes no longer than its time",
      `headersTimeout: head,`,
      `headersTimeout: 0,`,
      "is answered with 408, and its connection ends: half of its head",
    ],
    [
      "A request takes no longer than its time",
      `requestTimeout: whole,`,
      `requestTimeout: 0,`,
      "is answered with 408, and its connection ends: half of its body",
    ],
    [
      "Time is looked at often enough",
      `connectionsCheckingInterval: checkedEvery,`,
      ``,
      "is answered with 408, and its connection ends: nothing of it",
    ],
  ]),
  ...guards("src/sandbox/http/server.ts", "test/unit/sandbox/http/stream.test.ts", [
    [
      "A stream that breaks off does not look like one that ended",
      `if (response.headersSent) response.destroy();`,
      `if (response.headersSent) response.end();`,
      "that fails is cut off, so that it does not look like one that ended",
    ],
    [
      "A stream waits for a client that reads slowly",
      `if (!response.write(part)) await`,
      `if (!response.write(part) && response.destroyed) await`,
      "waits for a client that reads slowly",
    ],
  ]),
  ...guards("src/sandbox/run/commandLine.ts", "test/unit/sandbox/run/main.test.ts", [
    [
      "The clock of a sandbox for scripts can be moved",
      `clockMoves: true, `,
      ``,
      "prints address and token of its own choice, and answers there",
    ],
  ]),
  ...guards("src/sandbox/run/controlRequests.ts", "test/unit/sandbox/run/provenConnection.test.ts", [
    [
      "Nothing stands behind the proof",
      `body.length > Number(length)) reject(new Error("it answers something else"));\n    else if (body.length === Number(length)) resolve(body);`,
      `body.length < 0) reject(new Error("it answers something else"));\n    else resolve(body.slice(0, Number(length)));`,
      "is none to a program that says more than it was asked for",
    ],
    [
      "The sandbox's own requests go over proven connections",
      `createConnection: () => socket`,
      `agent: false`,
      "a proven connection",
    ],
  ]),
  ...guards("src/sandbox/run/controlRequests.ts", "test/unit/sandbox/run/remote.test.ts", [
    [
      "What answers is read to a limit",
      `if (length > answerCap) throw`,
      `if (length < 0) throw`,
      "that is longer is no answer",
    ],
    [
      "What was cut off is no answer, however an answer ends",
      `limited.throwIfAborted();`,
      ``,
      "that its reader cut off is no answer, where nothing but the end of the connection ends it",
    ],
  ]),
  ...guards("src/sandbox/run/folder.ts", "test/unit/sandbox/run/launch.test.ts", [
    [
      "No announcement is read through a link",
      `constants.O_RDONLY | constants.O_NOFOLLOW`,
      `constants.O_RDONLY`,
      "joins nobody on the word of an announcement that is a link",
    ],
    [
      "The folder is made private before it is believed",
      `if ((mode & 0o077) !== 0) fchmodSync(opened, 0o700);`,
      ``,
      "makes its folder private before it believes what stands there",
    ],
    [
      "Nobody takes back the announcement of another",
      `if (readAnnouncement(directory, machine)?.instanceId === instanceId)`,
      ``,
      "takes back no announcement but its own",
    ],
  ]),
  ...guards("src/sandbox/run/launch.ts", "test/unit/sandbox/run/launch.test.ts", [
    [
      "The folder is made sure of before an announcement is read",
      `    prepareFolder(directory);\n`,
      ``,
      "makes its folder private before it believes what stands there",
    ],
  ]),
  ...guards("src/sandbox/run/launch.ts", "test/unit/sandbox/run/sandboxThread.test.ts", [
    [
      "The sandbox's thread knows no variable of the window",
      `env: {}, `,
      ``,
      "is given no variable and no flag of the window: there may be secrets in them",
    ],
    [
      "The sandbox's thread is started with no flag of the window",
      `, execArgv: []`,
      ``,
      "is given no variable and no flag of the window: there may be secrets in them",
    ],
  ]),
  ...guards("src/sandbox/run/openSandbox.ts", "test/unit/sandbox/db/data.test.ts", [
    [
      "Only a regular file is taken for the data",
      `if (!found.isFile()) throw`,
      `if (found === null) throw`,
      "the names of a data file",
    ],
    [
      "A file of several names is refused",
      `if (found.nlink > 1) {`,
      `if (found.nlink > 99) {`,
      "are one: a second hard link is refused, while the file is in use and after",
    ],
    [
      "Links lead to the lock of the real file",
      `return realpathSync.native(file);`,
      `return file;`,
      "lead to one owner, whatever links are among them",
    ],
    [
      "A lock is no link",
      `if (found !== undefined && !(found.isFile() && found.nlink === 1)) {`,
      `if (found !== undefined && !found.isFile() && found.nlink > 9) {`,
      "do not lead to a lock that is another file",
    ],
    [
      "A start that fails lets go of the data",
      `    opened?.db.close();\n`,
      ``,
      "is let go when its tables cannot be filled",
    ],
    [
      "A sandbox that ends badly makes room for the next",
      `      } finally {\n        free();\n      }`,
      `        free();\n      } finally {\n      }`,
      "is free for the next sandbox even where closing it fails",
    ],
  ]),
  ...guards("src/sandbox/run/openSandbox.ts", "test/unit/sandbox/resources/clock.test.ts", [
    [
      "The clock of a window's sandbox cannot be moved",
      `clockMoves = false`,
      `clockMoves = true`,
      "does not exist unless it was asked for: nobody's own sandbox leaves the present",
    ],
  ]),
  ...guards("src/sandbox/run/openSandbox.ts", "test/unit/sandbox/run/windows.test.ts", [
    [
      "The data has one owner",
      `; BEGIN EXCLUSIVE"`,
      `"`,
      "race: exactly one owns it, all reach it; and so again after it was killed",
    ],
  ]),
  ...guards("src/sandbox/run/worker.ts", "test/unit/sandbox/run/launch.test.ts", [
    [
      "A sandbox without its data makes room for another",
      `if (error instanceof SandboxError) queue = queue.then(stop);`,
      ``,
      "ends when its data is taken away, and can be launched again",
    ],
  ]),
];
