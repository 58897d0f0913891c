// What happens to a window: it closes, crashes, changes its account, or is not the only one.
import { guards, testsOf, type Mutant } from "./mutant.ts";

const editor = testsOf("editor");

export const windowGuards: readonly Mutant[] = [
  ...guards("src/editor/accounts/service.ts", editor("app/lifecycle"), [
    [
      "A window that closes ends its requests",
      `this.#closing.abort();`,
      ``,
      "leaves a creation to the file of its attempt, and does not ask again",
    ],
  ]),
  ...guards("src/api/untilAborted.ts", "test/unit/api/untilAborted.test.ts", [
    [
      "A request leaves nothing at the signal of the window",
      `signal.removeEventListener("abort", abort)`,
      `void signal`,
      "leaves nothing at the signals, however the work ends",
    ],
  ]),
  ...guards("src/editor/results/panel.ts", editor("app/lifecycle"), [
    [
      "A window that closes shows nothing more",
      `if (this.#disposed) return;`,
      ``,
      "leaves a creation to the file of its attempt, and does not ask again",
    ],
  ]),
  ...guards("src/editor/connections/context/pending.ts", editor("app/lifecycle"), [
    [
      "The watch over the attempts ends with the window",
      `this.#watcher?.close();`,
      ``,
      "gives back everything it took from VS Code and from Node.js",
    ],
  ]),
  ...guards("src/editor/connections/creation/commands.ts", editor("connections/creation/unknownResults"), [
    [
      "A request is never sent under another account than the one it was made for",
      `await (attempt.earlier`,
      `await (attempt.pending.id === ""`,
      "an unknown result of an account that is gone",
    ],
  ]),
  ...guards("src/editor/connections/creation/attempts.ts", editor("connections/creation/unknownResults"), [
    [
      "An attempt of an account that is there is that account's alone",
      `owners[index] === undefined`,
      `owners.length > index`,
      "is listed as what it is, at its address alone",
    ],
  ]),
  ...guards("src/editor/connections/context/pending.ts", editor("connections/context/pending"), [
    [
      "An attempt is checked as its own account alone",
      `one.accountId === accountId && isOpen(one)`,
      `isOpen(one)`,
      "is open once its end is unknown, in another window and after a restart too",
    ],
    [
      "An attempt whose process is gone is unknown",
      ` || !isAlive(pid)`,
      ``,
      "is open when the process that sent it is gone",
    ],
    [
      "An attempt whose process dies is unknown before long",
      `this.#lookAgain();`,
      `;`,
      "opens before long in a window that saw it sent by a process that died meanwhile",
    ],
    [
      "An attempt of this window is not looked at again",
      `one.pid !== process.pid && `,
      ``,
      "is not looked at again where this window sends it, or nobody does",
    ],
    [
      "An attempt that nobody sends is not looked at again",
      ` && !isOpen(one)`,
      ``,
      "is not looked at again where this window sends it, or nobody does",
    ],
    [
      "What is still reading begins no look when the window is closed",
      `this.#stopLooking = () => undefined;`,
      ``,
      "is not looked at again by what was still reading when the window was closed",
    ],
    [
      "A window that is closed looks at no attempt again",
      `this.#stopLooking?.();`,
      ``,
      "is not looked at again once the window is closed",
    ],
  ]),
  ...guards("src/storage/files.ts", "test/unit/storage/files.test.ts", [
    [
      "Only unfinished files are removed",
      ` && unfinishedName.test(entry.name)`,
      ``,
      "removes what a dead process left unfinished, and nothing else",
    ],
    [
      "What another window is writing stays",
      `if (Date.now() - (await lstat(file)).mtimeMs > longestWriteMs) await`,
      `await`,
      "removes what a dead process left unfinished, and nothing else",
    ],
    [
      "Unfinished files are looked for through no link",
      `.filter((entry) => entry.isDirectory())`,
      `.filter((entry) => entry.isDirectory() || entry.isSymbolicLink())`,
      "follows no link",
    ],
    [
      "A file that Windows holds for a moment is replaced a moment later",
      `const isTemporary = process.platform === "win32" &&`,
      `const isTemporary = process.platform === "aix" &&`,
      "writeWhole where another program holds the file open",
    ],
  ]),
  ...guards("src/editor/connections/context/drafts.ts", editor("connections/context/drafts"), [
    [
      "Only the draft that was fulfilled is forgotten",
      ` && isDeepStrictEqual(toRequest(kept.draft), sent)`,
      ``,
      "is forgotten when its request is fulfilled, unless another has taken its place",
    ],
  ]),
  ...guards(
    "src/domain/entitlements/entitlements.ts",
    "test/unit/domain/entitlements/keptEntitlements.test.ts",
    [
      [
        "Names that could be anything are not kept",
        `/^[\\w .-]{1,100}$/`,
        `/^/`,
        "is nothing else: no address, no message, no field that is not known to be a value",
      ],
    ],
  ),
  ...guards("src/storage/lastRead.ts", editor("catalogue/snapshots"), [
    [
      "What was read last is shown for seven days",
      `age >= 0 && age <= this.#longestMs`,
      `true`,
      "is not older than seven days, nor of the future",
    ],
  ]),
  ...guards("src/storage/store.ts", editor("catalogue/snapshots"), [
    [
      "What was read last is kept for seven days",
      `if (isOld && !isPinned(stored)) return true;`,
      ``,
      "is removed at the start once it is too old, or its account is not there any more",
    ],
    [
      "What was read of an account goes with the account",
      `return owner !== undefined && !(await this.#isThere(owner));`,
      `return false;`,
      "is removed at the start once it is too old, or its account is not there any more",
    ],
    [
      "What is forgotten is not read once more",
      `    await this.settled(id);
    return this.#stored(id);`,
      `    return this.#stored(id);`,
      "is forgotten with its account, even while it is being kept",
    ],
  ]),
  ...guards("src/storage/store.ts", "test/unit/storage/store.test.ts", [
    [
      "What is written of an account that has signed out does not stay",
      `if (owner === undefined || (await this.#isThere(owner).catch(() => true))) return true;`,
      `if (owner !== "") return true;`,
      "leaves nothing of what is being written meanwhile, nor of what is written afterwards",
    ],
    [
      "A file belongs to the account that it names",
      `return typeof stored.accountId === "string" ? stored.accountId : undefined;`,
      `return id;`,
      "leaves no file of it, also of other versions, and every file of others",
    ],
    [
      "What cannot be removed keeps nothing else",
      `  await Promise.allSettled(works);
`,
      ``,
      "removes what it can, and tells whoever knows of it, where something cannot be removed",
    ],
    [
      "What is pinned has no age",
      `return Pinned.safeParse(stored).data?.pinned === true;`,
      `return false;`,
      "is removed after its time, but what is pinned, and what waits for its user",
    ],
    [
      "What nobody can read again does not go because its account is gone",
      `kept.prune(endsWithAccount.includes(name))`,
      `kept.prune(true)`,
      "goes with an account that is gone where it could be read again, and only then",
    ],
  ]),
  ...guards("src/editor/app/app.ts", editor("app/lifecycle"), [
    [
      "What was read of an account goes with the account, whatever it was",
      `await log.failureOf("storage", store.prune());
    if`,
      `if`,
      "has removed what earlier windows read of accounts that are gone",
    ],
  ]),
  ...guards("src/editor/app/app.ts", editor("sidebar/firstRows"), [
    [
      "What one token has read is not shown to another",
      `snapshots.forget({ accountId }), `,
      ``,
      "are none where another token has taken the place of the one they were read with",
    ],
  ]),
  ...guards("src/editor/sidebar/messages.ts", editor("sidebar/connectionsTrouble"), [
    [
      "Rows of connections that are old say why",
      `sentence(describeFailure(failure).headline)`,
      `""`,
      "keeps the rows and the offer where reading more fails, and reads again when asked again",
    ],
  ]),
  ...guards("src/editor/sidebar/tree.ts", editor("connections/creation/leftAccount"), [
    [
      "Rows are those of the account of now",
      `this.session.state === state ? rows(known) : this.rowsOnce(read, rows)`,
      `rows(known)`,
      "has no rows, even where they were asked for before",
    ],
  ]),
  ...guards("src/editor/sidebar/connections.ts", editor("sidebar/connections"), [
    [
      "Of an attempt that is being sent nothing is drawn anew",
      `(now) => isDeepStrictEqual(now, this.#attempts)`,
      `(now) => isDeepStrictEqual(now, this)`,
      "has an attempt of unknown end on top, and draws nothing anew for one that is being sent",
    ],
    [
      "What could not be read is there all the same",
      ` && reading.unreadable === 0`,
      ``,
      "says how many could not be read, and never that there are none then",
    ],
  ]),
  ...guards("src/editor/entitlements/commands.ts", editor("entitlements/commands"), [
    [
      "A report says when it was read",
      `at: reading?.readAt ?? new Date()`,
      `at: new Date()`,
      "says when it was read, not when it is shown",
    ],
  ]),
  ...guards("src/editor/entitlements/commands.ts", editor("connections/creation/leftAccount"), [
    [
      "A failure is told of the account it belongs to",
      ` && isCurrent(parts, access)`,
      ``,
      "is not blamed for the failure of the next one",
    ],
  ]),
  ...guards("src/editor/catalogue/entitlements.ts", editor("connections/creation/leftAccount"), [
    [
      "The plan is that of the account that creates",
      `({ reading }: EntitlementsState, { account }: Access): Entitlements | undefined =>\n  reading?.account.id === account.id ? reading.value : undefined;`,
      `({ reading }: EntitlementsState, _: Access): Entitlements | undefined => reading?.value;`,
      "is not refused by the plan of the next one",
    ],
  ]),
  ...guards("src/editor/connections/creation/collect.ts", editor("connections/creation/leftAccount"), [
    [
      "A refusal of what is sent again is laid to the plan of its own account",
      `entitlements: knownPlan(parts.entitlements.state, access)`,
      `entitlements: parts.entitlements.state.reading?.value`,
      "is not told what the plan of the next one lacks: sent again",
    ],
  ]),
  ...guards("src/editor/connections/creation/commands.ts", editor("connections/creation/leftAccount"), [
    [
      "A refusal of what is checked is laid to the plan of its own account",
      `entitlements = knownPlan(parts.entitlements.state, access)`,
      `entitlements = parts.entitlements.state.reading?.value`,
      "is not told what the plan of the next one lacks: checked",
    ],
  ]),
  ...guards("src/editor/resources/destinations/commands.ts", editor("resources/destinations/watch"), [
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
  ]),
  ...guards("src/editor/resources/destinations/commands.ts", editor("resources/destinations/commands"), [
    [
      "No dialog opens at a moment that nobody chose",
      `const [first, ...others] = free;`,
      `await deleteTargets(parts, access, free);
  const [first, ...others] = free;`,
      "ends in a message that asks for no answer, and deletes nothing by itself",
    ],
  ]),
];
