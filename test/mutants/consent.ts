// Guards of consent: nothing is deleted, overwritten, opened or started without the user.
import { guards, unitGuards, type Mutant } from "./mutant.ts";

export const consentGuards: readonly Mutant[] = [
  ...unitGuards("src/cli/args.ts", [
    [
      "Requires --yes to apply",
      `command === "apply" && !yes`,
      `command === "plan" && !yes`,
      'rejects the arguments "apply" and explains the mistake',
    ],
  ]),
  ...unitGuards("src/domain/file/apply.ts", [
    [
      "Deletes only confirmed connections",
      `(prune ? deletions : [])`,
      `deletions`,
      "deletes only approved connections with prune=false and replace=false",
    ],
    [
      "Sends nothing after cancellation",
      `if (stopped || (forbidden && task.kind !== "delete") || signal.aborted)`,
      `if (stopped || (forbidden && task.kind !== "delete"))`,
      "sends nothing after cancellation",
    ],
  ]),
  ...unitGuards("src/domain/file/plan.ts", [
    [
      "Deletes only connections that the file owns",
      `      file.owns.some(({ pattern }) => matchesPattern(pattern, profile_name)) &&\n`,
      "marks matching connections for deletion unless the file declares them",
    ],
    [
      "Keeps a possibly renamed connection until the new one is logged in",
      `step.kind === "create" || step.connection.status !== "AUTHENTICATED"`,
      `step.kind === "create"`,
      "treats a connection as renamed if a new entry shares its domain or profile",
    ],
    [
      "Never deletes a connection that the file declares in another spelling",
      ` &&\n      declared.similar({ domain, profile_name }).length === 0`,
      "ignores declared connections even if case, accents or domain notation differ",
    ],
  ]),
  ...unitGuards("src/domain/login/ensureDecision.ts", [
    [
      "Observes a running login instead of starting one",
      `return isLoginRunning(connection, now) ? { kind: "observe" } : undefined;`,
      `return undefined;`,
      "waits for a running login instead of starting a login",
    ],
  ]),
  ...guards("src/domain/login/errorCodes.ts", "test/unit/domain/login/ensureDecision.test.ts", [
    [
      "Starts no login after account_locked",
      `return kind === "refusal" || kind === "limit";`,
      `return kind === "refusal";`,
      "starts no login after a recent or old error account_locked until the user acts",
    ],
  ]),
  ...guards("src/editor/accounts/signIn/commands.ts", "test/unit/editor/accounts/signIn/signOut.test.ts", [
    [
      "Names unknown outcomes before a sign-out deletes them",
      `if (unknown.length > 0 && !(await confirmSignOut(unknown))) return;`,
      "keeps the account and its unknown creation results if the user cancels",
    ],
  ]),
  ...unitGuards("src/editor/connections/login/logIn.ts", [
    [
      "Confirms before superseding a running login",
      `method === "over" && (await confirmStartOver(siteName(task.connection)))`,
      `method === "over"`,
      "supersedes a running login only after a confirmation",
    ],
    [
      "Opens a login page's link once",
      `parts.memory.openedPages.has(login.key) ? undefined : address`,
      `address`,
      "offers to open a running login's page only once",
    ],
  ]),
  ...unitGuards("src/editor/connections/login/openHostedPage.ts", [
    [
      "Confirms before opening a foreign host",
      `if (!(await confirm(question, detail, l10n.t("Open")))) return false;`,
      `if (!(await confirm(question, detail, l10n.t("Open")))) return true;`,
      "asks for consent once per foreign host and account, until sign-out",
    ],
  ]),
  ...unitGuards("src/editor/files/applyFile.ts", [
    [
      "Confirms deletions separately",
      `if (connections.length === 0) return false;`,
      `if (connections.length >= 0) return connections.length > 0;`,
      "asks about deletions separately and deletes nothing if the user chooses Keep Connections",
    ],
  ]),
  ...unitGuards("src/editor/kit/inputs/livePick.ts", [
    [
      "Ignores a choice of a row that has just moved",
      `else if (list.isCertain(row)) question.accept`,
      `else question.accept`,
      "ignores a choice if the row at that position has just changed",
    ],
  ]),
  ...guards(
    "src/editor/kit/inputs/reviewEdit.ts",
    "test/unit/editor/connections/editing/editResult.test.ts",
    [
      [
        "Keeps another client's change on Enter",
        `active: (isMine) => isMine === overwritten.has(field),`,
        `active: (isMine) => isMine !== overwritten.has(field),`,
        "shows both values and keeps the other client's value on Enter",
      ],
    ],
  ),
  ...guards("src/editor/kit/notify.ts", "test/unit/editor/resources/destinations/confirm.test.ts", [
    [
      "Confirms deletions in a modal dialog",
      `{ modal: true, detail }, ...labels`,
      `{ detail }, ...labels`,
      "quotes the ID or name that the user typed",
    ],
  ]),
  ...unitGuards("src/editor/kit/openExternal.ts", [
    [
      "Confirms before opening an address",
      `(await confirm(l10n.t("Open {0}?", host), detail, l10n.t("Open")))`,
      `(await confirm(l10n.t("Open {0}?", host), detail, l10n.t("Open")) || true)`,
      "opens nothing without consent and asks again next time",
    ],
  ]),
  ...unitGuards("src/editor/kit/questionHost.ts", [
    [
      "Opens no question for an agent's call",
      `interaction.user === "agent" || until?.aborted === true`,
      `until?.aborted === true`,
      "is cancelled at once if it belongs to an agent's tool call",
    ],
  ]),
  ...guards("src/editor/kit/userAttention.ts", "test/unit/editor/kit/questionHost.test.ts", [
    [
      "Delays a question while the user works on something newer",
      `if (activeInteraction !== interaction) assumeUserLeft(activeInteraction);`,
      "waits if the user started another command before progress was shown",
    ],
  ]),
  ...guards("src/domain/login/beginLogin.ts", "test/unit/editor/logins/loginManager.test.ts", [
    [
      "Supersedes a running login only on request",
      `if (!supersede && isLoginRunning(current.value, serviceNow))`,
      `if (!supersede && Number.isNaN(serviceNow))`,
      "follows a running login unless the caller asks to supersede it",
    ],
  ]),
  ...guards("src/editor/resourceEngine/remove.ts", "test/unit/editor/resources/conformance.test.ts", [
    [
      "Confirms before deleting a resource",
      `!(await confirmRemoval(resource, found))`,
      `!(await confirmRemoval(resource, found)) === undefined`,
      "lists affected connections and deletes nothing if the user declines",
    ],
  ]),
  ...guards("src/editor/resourceEngine/remove.ts", "test/unit/editor/resources/profiles/profiles.test.ts", [
    [
      "Refuses to delete a profile while one of its logins is running",
      `resource.refuseRemoval?.(found) === true`,
      `false`,
      "is refused while a login with the profile is running",
    ],
  ]),
  ...guards(
    "src/editor/resources/destinations/delete.ts",
    "test/unit/editor/resources/destinations/confirm.test.ts",
    [
      [
        "Shows names with escapes in a confirmation",
        `l10n.t("{0} ({1})", display(name), display(idOrName))`,
        `l10n.t("{0} ({1})", name, idOrName)`,
        "truncates names to one line and escapes control characters",
      ],
    ],
  ),
  ...unitGuards("src/editor/resources/destinations/delete.ts", [
    [
      "Confirms before deleting destinations",
      `if (!(await confirmDeletion(chosen, accountLabel(account)))) return;`,
      `await confirmDeletion(chosen, accountLabel(account));`,
      "fetches connections that use the destination before it asks",
    ],
  ]),
  ...guards("src/editor/tools/changeTools.ts", "test/unit/editor/tools/acting.test.ts", [
    [
      "Overwrites no change of another client from a tool",
      `send: (body) => access.client.call(change, { path, body }, signal),`,
      `send: (body) => access.client.call(change, { path, body }, signal),
      resolveConflict: ({ settings }) => Promise.resolve(settings),`,
      "sends nothing if another client has changed the same setting",
    ],
  ]),
  ...guards("src/editor/tools/fileTools.ts", "test/unit/editor/tools/connectionFiles.test.ts", [
    [
      "Deletes nothing when a tool applies a file",
      `{ prune: false, replace: false }`,
      `{ prune: true, replace: true }`,
      "asks the user to confirm every value and deletes nothing",
    ],
  ]),
  ...guards("src/editor/tools/consent.ts", "test/unit/editor/tools/acting.test.ts", [
    [
      "Confirms before a tool changes anything",
      `if (!agrees)`,
      `if (Boolean(""))`,
      "changes nothing if the user refuses every dialog",
    ],
    [
      "Ignores an answer given right after the dialog opened",
      `if (clock.now() - askedAt >= minReadingMs) return undefined;`,
      `return undefined;`,
      "ignores an answer within 500 ms and asks again",
    ],
  ]),
  ...guards("src/editor/tools/ensureLoggedIn.ts", "test/unit/editor/tools/ensure.test.ts", [
    [
      "Opens no login page for a tool without the user",
      `void inform(l10n.t("An agent needs you to log in to {0}.", site), { label, run: open });`,
      `void open();`,
      "asks the user to open a waiting login without returning its link",
    ],
  ]),
];
