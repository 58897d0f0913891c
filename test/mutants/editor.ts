// What the user sees, is asked and can press, and what is kept.
import { guards, type Mutant } from "./mutant.ts";

const editor = (name: string): string => `test/unit/editor/${name}.test.ts`;
const domain = (name: string): string => `test/unit/domain/${name}.test.ts`;

export const editorGuards: readonly Mutant[] = [
  ...guards("src/domain/visible.ts", domain("display"), [
    [
      "No line breaks and control characters",
      String.raw`.replace(/(?![\n\t])[\p{Cc}\u2028\u2029]/gu, "\uFFFD")`,
      ``,
      "never leaves a link, an icon, a line break, a control character or a change of direction",
    ],
    [
      "No line break where it would look like the end",
      String.raw`.replace(/[\n\t]/g, "\uFFFD")`,
      ``,
      "never leaves a link, an icon, a line break, a control character or a change of direction",
    ],
    [
      "No hidden change of direction",
      String.raw`.replace(direction, (character) => `,
      String.raw`.replace(/a^/g, (character) => `,
      "never leaves a link, an icon, a line break, a control character or a change of direction",
    ],
  ]),
  ...guards("src/domain/visible.ts", domain("visible"), [
    ["JSON hides nothing", `.replace(direction, escaped)`, ``, "means what it meant, and hides nothing"],
  ]),
  ...guards("src/domain/display.ts", domain("display"), [
    [
      "No icons",
      String.raw`.replace(/\$\(/g, "$\u200B(")`,
      ``,
      "never leaves a link, an icon, a line break, a control character or a change of direction",
    ],
    [
      "No links",
      String.raw`.replace(/\]\(/g, "] (")`,
      ``,
      "never leaves a link, an icon, a line break, a control character or a change of direction",
    ],
    [
      "No more than 200 characters",
      `if (count === longestShown) break;`,
      ``,
      "cuts after 200 characters as a reader counts them",
    ],
    [
      "The work on a long text is bounded",
      `text.slice(0, longestShown * 16)`,
      `text.slice(0)`,
      "looks at a bounded part of ten megabytes",
    ],
  ]),
  ...guards("src/editor/words/errors.ts", editor("words/errors"), [
    [
      "Hosts and codes are drawn as text",
      `l10n.t("The connection to {0} failed ({1})", display(host), display(reason))`,
      `l10n.t("The connection to {0} failed ({1})", host, reason)`,
      "makes what comes from outside harmless",
    ],
  ]),
  ...guards("src/editor/words/rows.ts", editor("words/rows"), [
    ["The name of a row is drawn as text", `label: display(label),`, `label,`, "a row of the profiles"],
    [
      "The facts of a row are drawn as text",
      `description: display(description)`,
      `description`,
      "a row of the proxies",
    ],
  ]),
  ...guards("src/editor/livePick.ts", editor("livePick"), [
    [
      "No row is taken that stands where another one stood",
      `else if (list.isCertain(row)) accept`,
      `else accept`,
      "takes no row that stands where another one stood when it was chosen",
    ],
  ]),
  ...guards("src/editor/destinationPicker.ts", editor("destinationPicker"), [
    [
      "Nothing is checked that stands where something else stood",
      `if (this.#missed) return;`,
      ``,
      "checks nothing that stands where something else stood, and shows what is checked again",
    ],
  ]),
  ...guards("src/editor/accountCommands.ts", editor("signOut"), [
    [
      "What nobody can check afterwards is named before it goes",
      `if (unknown.length > 0 && !(await confirmLoss(unknown))) return;`,
      ``,
      "keeps the account and what is unknown where the user would rather check",
    ],
    [
      "No other account is signed out",
      `if (session.state.kind === "signedOut" || session.state.account.id !== account.id) return;`,
      ``,
      "leaves alone an account that came while it asked",
    ],
  ]),
  ...guards("src/editor/confirmDeletion.ts", editor("confirmDeletion"), [
    [
      "A confirmation says names as they are",
      `l10n.t("{0} ({1})", display(name), display(idOrName))`,
      `l10n.t("{0} ({1})", name, idOrName)`,
      "says names as they are, on one line each, turned by nothing",
    ],
    [
      "Nothing is asked, and nothing agreed to, for nothing",
      `if (first === undefined) return false;`,
      `if (first === undefined) return true;`,
      "asks nothing where there is nothing to delete",
    ],
  ]),
  ...guards("src/editor/service.ts", editor("entitlementsModel"), [
    [
      "A token that was refused is marked",
      `if (token !== undefined) this.#session.reject(account.id, token);`,
      ``,
      "tell of a refused token, until another takes its place",
    ],
  ]),
  ...guards("src/editor/treeItems.ts", editor("tree"), [
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

  ...guards("src/editor/opener.ts", editor("opener"), [
    ["An overlong address is refused", `address.length > longestAddress || `, ``, "soundHttps"],
    ["Characters that deceive are refused", `deceptive.test(address) || `, ``, "soundHttps"],
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
      `if (!agreed) return;`,
      ``,
      "opens nothing without consent, and asks again the next time",
    ],
    [
      "The host is shown first",
      `if (!this.#agreed.has(host)) {`,
      `if (!this.#agreed.has(host) && this.#agreed.size > 0) {`,
      "asks with the host alone, and hands the very text on",
    ],
    [
      "Consent holds for one host",
      `if (!this.#agreed.has(host)) {`,
      `if (this.#agreed.size === 0) {`,
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
      `void warn(l10n.t("The service gave an address that is not a sound https address. It was not opened."));
      return;`,
      `await commands.executeCommand("vscode.open", address);
      return;`,
      "opens no unsound address, says so, and does not repeat it",
    ],
  ]),

  ...guards("src/editor/resultPanel.ts", editor("resultPanel"), [
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
      `panel.webview.options = { enableScripts: true, localResourceRoots: [this.#assets()] };`,
      `panel.webview.options = { enableScripts: true, localResourceRoots: [this.#extensionUri] };`,
      "keeps words out of its shell, and everything that runs behind a nonce",
    ],
    [
      "A button works for the result that is shown",
      ` && this.#result.card.id === parsed.data.cardId`,
      ``,
      "does what its page asks for, for the result that it shows",
    ],
    [
      "A message that the page cannot send is dropped",
      `if (!parsed.success) return;`,
      `if (!parsed.success) return this.#act("copyId", this.#result as Result, undefined);`,
      "the panel of results",
    ],
    [
      "What a page kept is read as something foreign",
      `kept.success ? await this.#results.load(kept.data.cardId) : undefined`,
      `await this.#results.load((state as { cardId: string }).cardId)`,
      "the panel of results",
    ],
  ]),
  ...guards("src/page/protocol.ts", editor("resultPanel"), [
    ["A page names buttons that exist", `action: ActionId,`, `action: z.string(),`, "the panel of results"],
    [
      "A page names rows that can be",
      `z.optional(z.int().check(z.nonnegative()))`,
      `z.optional(z.unknown())`,
      "the panel of results",
    ],
  ]),
  ...guards("src/editor/results.ts", editor("results"), [
    [
      "A result is found by an id of ours only",
      `if (!idPattern.test(id)) return undefined;`,
      ``,
      "is found by an id of ours only",
    ],
    [
      "What is shown only once is not stored",
      `card: withoutVolatile(card), context`,
      `card, context`,
      "comes back after a reload, without what is shown only once",
    ],
    [
      "Results are forgotten after a week",
      ` && Date.now() - writtenAt > keptMs`,
      ` && Date.now() - writtenAt > 2 * keptMs`,
      "is kept for seven days, and pruned when another is stored",
    ],
  ]),
  ...guards("src/domain/secrets.ts", domain("secrets"), [
    [
      "Addresses of a logged-in browser are masked",
      `"live_view_url",`,
      ``,
      "masks what opens a logged-in browser, at any depth, and nothing else",
    ],
    [
      "Codes are masked",
      `"totp_code",`,
      ``,
      "masks what opens a logged-in browser, at any depth, and nothing else",
    ],
  ]),
  ...guards("src/editor/actions.ts", editor("actions"), [
    [
      "A result of another account does nothing",
      `if (state.kind === "signedIn" && state.account.id === accountId) return true;`,
      `if (state.kind === "signedIn") return true;`,
      "does nothing by checkNow, and says why",
    ],
    [
      "No ID is copied that acts on a terminal or hides what it holds",
      `if (visibleLine(id) !== id)`,
      `if (false)`,
      "copies no id that presses Enter in a terminal, and says so",
    ],
  ]),
  ...guards("src/editor/cards/text.ts", editor("cards/text"), [
    [
      "No value breaks out of its line in copied details",
      `lines(block).map(visibleLine)`,
      `lines(block)`,
      "keeps each value in its line, and hides nothing",
    ],
    [
      "Copied code hides nothing",
      `[visible(block.text)]`,
      `[block.text]`,
      "keeps each value in its line, and hides nothing",
    ],
  ]),
  ...guards("src/domain/preview.ts", domain("preview"), [
    [
      "A previewed request hides nothing",
      `visibleJson(JSON.stringify(value, undefined, 2))`,
      `JSON.stringify(value, undefined, 2)`,
      "hides nothing: no control character but its own line breaks, no change of direction",
    ],
  ]),
  ...guards("src/page/dom.ts", "test/ui/pageSafety.test.ts", [
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
  ...guards("src/editor/notify.ts", editor("deleteDestinations"), [
    [
      "What is destroyed is confirmed in a modal dialog",
      `{ modal: true, detail }, verb`,
      `{ detail }, verb`,
      "asks once in a modal dialog that names what goes and from where",
    ],
  ]),
  ...guards("src/editor/deleteDestinations.ts", editor("deleteDestinations"), [
    [
      "Nothing is deleted without a confirmation",
      `if (!(await confirmDeletion(targets, accountPlace(account, baseUrl)))) return undefined;`,
      `await confirmDeletion(targets, accountPlace(account, baseUrl));`,
      "asks once in a modal dialog that names what goes and from where",
    ],
  ]),
  ...guards("src/editor/deletionBatch.ts", editor("deleteDestinations"), [
    [
      "Four deletions at once",
      `const atOnce = 4;`,
      `const atOnce = 40;`,
      "runs at most four at once and shows what became of each",
    ],
  ]),
  ...guards("src/editor/deletionBatch.ts", editor("deletionBatch"), [
    [
      "All wait where the service asks one to",
      `if ((await pause) === false) return`,
      `if (pause === undefined) return`,
      "sends nothing more after it was called off in a wait",
    ],
    [
      "A wait longer than a minute is left to the user",
      `seconds <= longestWait && `,
      ``,
      "waits a minute, and no longer",
    ],
    [
      "A service that goes on refusing is left alone",
      ` && inVain <= mostWaits`,
      ` && inVain <= 100`,
      "leaves the service alone after three waits that brought nothing",
    ],
    [
      "A wait that brought an answer was not in vain",
      `inVain = 0;
        return outcome;`,
      `return outcome;`,
      "goes on where waiting brings answers, whatever they say",
    ],
  ]),
  ...guards("src/domain/deletion.ts", domain("deletion"), [
    [
      "Deleted is claimed only where that is known",
      `if (error.sent === "unknown") return { kind: "unknown", error };`,
      ``,
      "deletionOf",
    ],
    [
      "A 404 for disabled projects is no word about a destination",
      ` && error.code !== "projects_disabled"`,
      ``,
      "deletionOf",
    ],
    [
      "A cancelled deletion may have been carried out",
      `outcome.sent === "no" ? { kind: "skipped" } : { kind: "unknown" }`,
      `{ kind: "skipped" }`,
      "deletionOf",
    ],
  ]),
  ...guards("src/domain/creation.ts", domain("creation"), [
    [
      "A creation that was left open is checked",
      `if (error.sent === "unknown") return "check";`,
      `if (error.sent === "unknown") return { kind: "refused", error };`,
      "whatever is lost on the way",
    ],
    [
      "A plain conflict is not ours",
      `id: error.existing_id, ours: false }`,
      `id: error.existing_id, ours: true }`,
      "never takes a plain conflict for its own connection",
    ],
    [
      "A refusal of the check says nothing of the first sending",
      `: { kind: "unknown", error };
    }
  }
}`,
      `: { kind: "refused", error };
    }
  }
}`,
      "sending the same again",
    ],
    [
      "A cancelled creation may have been carried out",
      `outcome.sent === "no" ? { kind: "notSent" } : { kind: "unknown" }`,
      `{ kind: "notSent" }`,
      "the first sending",
    ],
  ]),
  ...guards("src/editor/sendCreation.ts", editor("createConnectionRefused"), [
    [
      "A lost answer is asked for once more",
      `if (verdict !== "check") return verdict;`,
      `if (verdict !== "check" || !signal.aborted) return verdict === "check" ? { kind: "unknown" } : verdict;`,
      "is created after all when asking again creates it",
    ],
    [
      "An attempt of unknown end is kept",
      `if (verdict.kind === "unknown") await parts.pending.keep(pending);
  else await`,
      `await`,
      "a connection that was not created",
    ],
  ]),
  ...guards("src/editor/pendingCreations.ts", editor("pendingCreations"), [
    [
      "An attempt is on disk before it is sent",
      `await this.#write(pending);
    return pending;`,
      `return pending;`,
      "is on disk before it is sent, with what was sent and no more",
    ],
    [
      "An attempt belongs to the window that sends it",
      `pending.accountId === accountId && isOpen(pending)`,
      `pending.accountId === accountId`,
      "is not open for checking while its window still sends it",
    ],
    [
      "An attempt is open once its process is gone",
      ` || !isAlive(pid)`,
      ``,
      "is open when the process that sent it is gone",
    ],
    [
      "An attempt is checked for its own account",
      `pending.accountId === accountId && isOpen(pending)`,
      `isOpen(pending)`,
      "an attempt to create a connection",
    ],
  ]),
  ...guards("src/editor/files.ts", editor("files"), [
    [
      "Files are open to the user alone",
      `mode: 0o600, flush`,
      `mode: 0o644, flush`,
      "makes the folder and a file that only the user may read",
    ],
    [
      "Folders are open to the user alone",
      `mode: 0o700`,
      `mode: 0o755`,
      "makes the folder and a file that only the user may read",
    ],
    [
      "A file is replaced whole",
      `await writeFile(unfinished, text, { mode: 0o600, flush: durable });
    await rename(unfinished, file);`,
      `await writeFile(file, text, { mode: 0o600, flush: durable });`,
      "leaves the old file whole for who reads it meanwhile",
    ],
  ]),
  ...guards("src/editor/drafts.ts", editor("drafts"), [
    [
      "A draft is forgotten after a day",
      `if (Date.now() - stored.data.savedAt <= keptMs) return stored.data.draft;`,
      `if (Date.now() >= stored.data.savedAt) return stored.data.draft;`,
      "is kept for 24 hours",
    ],
  ]),
  ...guards("src/editor/secretAhead.ts", editor("secretAhead"), [
    [
      "A secret that was read ahead does not outlive a change",
      `if (changed.key === key) forget();`,
      `if (changed.key === "") forget();`,
      "is forgotten when it changes meanwhile",
    ],
    [
      "A secret that was read ahead does not outlive its use",
      `following.dispose();
        forget();`,
      `following.dispose();`,
      "is forgotten from the turn after on",
    ],
  ]),
  ...guards("src/editor/session.ts", editor("session"), [
    [
      "Signing out deletes the token",
      `await this.#accounts.remove(state.account.id);`,
      ``,
      "deletes the token, and stays signed out over a reload",
    ],
    [
      "A refused token is known by its value",
      `return this.#rejected.get(accountId) === fingerprint(token);`,
      `return this.#rejected.has(accountId) && token !== "";`,
      "is known as such until another takes its place, or the service accepts it",
    ],
    [
      "A token that another window replaces is followed",
      `this.#following = accounts.onDidChange((id) => this.#follow(id));`,
      `this.#following = accounts.onDidChange(() => undefined);`,
      "that replace the token are followed",
    ],
  ]),
  ...guards("src/editor/entitlementsModel.ts", editor("entitlementsModel"), [
    [
      "One request at a time",
      `if (this.#underWay !== undefined) return this.#underWay.done;`,
      ``,
      "are read with the account's token, once for everyone who asks meanwhile",
    ],
    [
      "A reading of an account that was left is dropped",
      `if (session !== this.#session.state) return this.#state;
    this.#state`,
      `this.#state`,
      "of an account that was left on the last stretch are dropped, too",
    ],
  ]),

  ...guards("package.json", "test/manifest.test.ts", [
    [
      "The extension leans on no other",
      `"extensionKind": [`,
      `"extensionDependencies": [], "extensionKind": [`,
      "has no setting that could change where requests go, and leans on no other extension",
    ],
    [
      "No link from outside activates the extension",
      `"activationEvents": [`,
      `"activationEvents": ["onUri",`,
      "runs where the keyring is, in any workspace, and never unasked",
    ],
    [
      "The token stays on the user's side of a remote window",
      `"ui",`,
      ``,
      "runs where the keyring is, in any workspace, and never unasked",
    ],
  ]),
];
