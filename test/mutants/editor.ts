// The window: its account, what it reads, and its files.
import { guards, testsOf, type Mutant } from "./mutant.ts";

const editor = testsOf("editor");

export const editorGuards: readonly Mutant[] = [
  ...guards("src/editor/accounts/service.ts", editor("catalogue/entitlements"), [
    [
      "A token that was refused is marked",
      `this.#session.reject(id, token)`,
      `undefined`,
      "tell of a refused token, until another takes its place",
    ],
  ]),
  ...guards("src/storage/files.ts", "test/unit/storage/files.test.ts", [
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
    await place(unfinished);`,
      `await writeFile(file, text, { mode: 0o600, flush: durable });`,
      "leaves the old file whole for who reads it meanwhile",
    ],
  ]),
  ...guards("src/storage/files.ts", "test/unit/storage/folder.test.ts", [
    [
      "A claim is never seen half-written",
      `await writeAside(file, text, false, (unfinished) => link(unfinished, file));`,
      `await writeFile(file, text, { flag: "wx", mode: 0o600 });`,
      "claims an id once, and shows no half of what is under it meanwhile",
    ],
  ]),
  ...guards("src/storage/keptFor.ts", editor("connections/context/drafts"), [
    ["A draft is forgotten after a day", `drafts: dayMs`, `drafts: 2 * dayMs`, "is kept for 24 hours"],
  ]),
  ...guards("src/editor/accounts/session.ts", editor("accounts/session"), [
    [
      "Signing out deletes the token",
      `await this.#accounts.remove(state.account.id);`,
      ``,
      "deletes the token, and stays signed out over a reload",
    ],
    [
      "News of an account does not take the place of its being chosen",
      `found === undefined || !isWanted()`,
      `found === undefined`,
      "an account that is added and chosen in one window",
    ],
    [
      "A refused token is known by its value",
      `return rejected !== undefined && rejected === fingerprint(token);`,
      `return rejected !== undefined && token !== "";`,
      "is known as such until another takes its place, or the service accepts it",
    ],
    [
      "A window that is signed out takes up no account whose token is replaced",
      `if (!(await this.#accounts.isReplaced(id)) && isStill())`,
      `if (isStill())`,
      "that replace a token sign in no window that is signed out",
    ],
    [
      "A token that another window replaces is followed",
      `accounts.onDidChange((id) => this.#follow(id)),`,
      `accounts.onDidChange(() => undefined),`,
      "that replace the token are followed",
    ],
  ]),
  ...guards("src/editor/accounts/session.ts", editor("accounts/projects"), [
    [
      "Another window's choice of a project is followed",
      `accounts.onDidChooseProject((id) => this.#followProject(id)),`,
      ``,
      "changes as an account does, in every window that works as it",
    ],
    [
      "Who is signed out stays so whatever project is chosen elsewhere",
      `if (state.kind === "signedIn" && accountIdOf(state.account.id) === id) await this.#follow(id);`,
      `await this.#follow(id);`,
      "changes as an account does, in every window that works as it",
    ],
    [
      "The project of the window's account is the one that is chosen",
      `await this.#accounts.choose(account);`,
      ``,
      "is kept, and taken up by a window that begins",
    ],
    [
      "A refused token is the account's in every project",
      `this.#rejected.set(accountIdOf(accountId), fingerprint(token));`,
      `this.#rejected.set(accountId, fingerprint(token));`,
      "has the token of the account, whose refusal counts for all of them",
    ],
  ]),
  ...guards("src/editor/accounts/accounts.ts", editor("accounts/projects"), [
    [
      "The project goes with the account",
      `    await this.#secrets.delete(projectKeyPrefix + accountIdOf(id));\n`,
      ``,
      "is forgotten with the account",
    ],
  ]),
  ...guards("src/editor/projects/commands.ts", editor("projects/commands"), [
    [
      "Projects are listed without the one that may be gone",
      `parts.service.access(inProject(account, undefined), signal)`,
      `parts.service.access(account, signal)`,
      "asks for the list without the project of before, which may be gone",
    ],
    [
      "A project is chosen for the account that was asked about",
      `state.kind === "signedOut" || accountIdOf(state.account.id) !== accountIdOf(account.id)`,
      `state.kind === "signedOut"`,
      "chooses nothing where another account has come meanwhile",
    ],
    [
      "An archived project is not offered",
      `status !== "archived" && `,
      ``,
      "lists those that requests can work in, after none; the chosen one is marked",
    ],
    [
      "A project that is disabled is left",
      `if (account.project !== undefined) await useProject(parts, account, undefined);`,
      ``,
      "says that projects are disabled, is not offered then, and leaves the one of before",
    ],
  ]),
  ...guards("src/editor/connections/context/pending.ts", editor("app/keptApart"), [
    [
      "An attempt of an earlier sign-in is looked up in its project",
      `partsOfScope(one.accountId).projectId === partsOfScope(accountId).projectId &&`,
      ``,
      "is not another project's, and is named before the account goes",
    ],
  ]),
  ...guards("src/editor/catalogue/connections.ts", editor("sidebar/connections"), [
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

  ...guards("src/editor/catalogue/connections.ts", editor("catalogue/connections"), [
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
  ...guards("src/editor/catalogue/connections.ts", editor("sidebar/manyConnections"), [
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
  ...guards("src/editor/sidebar/connections.ts", editor("sidebar/manyConnections"), [
    [
      "VS Code is not given more single rows than it can compare",
      `changed.length > mostSingleRows ? undefined : changed`,
      `changed`,
      "is drawn anew as a whole where most of it has changed, for VS Code compares row with row",
    ],
    [
      "It shows that it reads on",
      `if (reading?.begun === true)`,
      `if (reading === undefined)`,
      "shows that it reads until the last page has come",
    ],
  ]),
  ...guards("src/editor/kit/batchedScheduler.ts", editor("sidebar/manyConnections"), [
    [
      "A thousand rows do not keep the extension host from anything else",
      `if (this.#left === 0)`,
      `if (this.#left < -mostAtOnce)`,
      "makes fifty rows in a turn, in their order, and all of them",
    ],
  ]),
  ...guards("src/editor/kit/row.ts", editor("sidebar/manyConnections"), [
    [
      "A tooltip of a thousand is made for who points at it",
      `if (isOneOfMany !== true) `,
      ``,
      "says more of a row only to who points at it, also in a window that has loaded nothing yet",
    ],
  ]),
  ...guards("src/editor/catalogue/entitlements.ts", editor("catalogue/entitlements"), [
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
      "of an account that was left on the last stretch are dropped, too",
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
