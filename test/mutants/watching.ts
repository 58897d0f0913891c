// Connections that somebody watches: how often they are read, by whom, and that each fall is told once.
import { guards, testsOf, type Mutant } from "./mutant.ts";

const editor = testsOf("editor");

export const watchingGuards: readonly Mutant[] = [
  ...guards("src/editor/watching/watching.ts", editor("watching/watching"), [
    [
      "A fall is told once",
      `loggedIn.delete(row.id)`,
      `loggedIn.has(row.id)`,
      "that falls again is told again once it was logged in between",
    ],
    [
      "What was not seen logged in has not fallen, nor while a login runs",
      `!isLive(row, now) && `,
      ``,
      "is told of neither where it was not seen logged in, nor while a login of it runs",
    ],
  ]),
  ...guards("src/editor/watching/watching.ts", editor("watching/watching"), [
    [
      "Two windows that read at the same moment tell a fall once",
      `if (await this.#reported.claim(id, { v: 1, accountId })) loggedOut.push(row);`,
      `loggedOut.push(row);`,
      "is told once by two windows that read at the same moment, and again when it falls again",
    ],
    [
      "A fall after another login is told, too",
      `if (!loggedIn.has(row.id)) await this.#reported.remove(id);`,
      ``,
      "that falls again is told again once it was logged in between",
    ],
  ]),
  ...guards("src/editor/app/watch.ts", editor("app/watch"), [
    [
      "Whoever follows a login knows better than a reading",
      `known !== undefined && !isFollowed &&`,
      `known !== undefined &&`,
      "leaves a row alone whose login is followed: who follows it knows better",
    ],
    [
      "A login has its connection watched once",
      `|| noted.has(key)`,
      ``,
      "watches what a login was started of here, once for each login, and no other",
    ],
    [
      "Notices that are switched on begin at once",
      `onDidChangeSetting("managedAuth.notices", () => watching.reschedule())`,
      `onDidChangeSetting("managedAuth.notices", () => undefined)`,
      "reads nothing while notices are off, and at once when they are on again",
    ],
  ]),
  ...guards("src/editor/watching/readRound.ts", editor("watching/watching"), [
    [
      "A round has three requests at most",
      `const mostRequests = 3;`,
      `const mostRequests = 9;`,
      "far down the list is found by three requests a round, and from there on by one",
    ],
  ]),
  ...guards("src/editor/watching/watching.ts", editor("watching/watching"), [
    [
      "What another window has just read is not read again",
      `(await this.#stateOf(account)).readAt !== state.readAt`,
      `state.readAt === 0`,
      "read once where both have found that it is time",
    ],
    [
      "One window of all reads at a time",
      `release === undefined || `,
      ``,
      "go on where the one that read reads no more, after two minutes",
    ],
    [
      "Nothing is read without a network",
      `(account.kind !== "sandbox" && !isOnline()) || `,
      ``,
      "while nothing is to be told, without a network, or with a refused token",
    ],
    [
      "Nothing is read with a refused token",
      ` || (await service.isRejected(account))`,
      ``,
      "while nothing is to be told, without a network, or with a refused token",
    ],
    [
      "Nothing is read where nothing is to be told",
      ` || !isWanted()`,
      ``,
      "while nothing is to be told, without a network, or with a refused token",
    ],
    [
      "What is remembered is what was told",
      `loggedIn: [...loggedIn],`,
      `loggedIn: before.loggedIn,`,
      "tell no fall again after a reload, nor in another window",
    ],
  ]),
  ...guards("src/editor/connections/login/surfaces.ts", editor("connections/login/loggedOut"), [
    [
      "No fall is told where no message is wanted",
      `first === undefined || !mayNotify()`,
      `first === undefined`,
      "is not told where no message is wanted, which the message itself can say",
    ],
  ]),
  ...guards("src/editor/accounts/signIn/useAccount.ts", testsOf("editor/accounts/signIn")("asAccount"), [
    [
      "A button of a notice acts as the account that it is about",
      `if (isActive()) await then();`,
      `await then();`,
      "does nothing where the account was signed out, and says so",
    ],
  ]),
  ...guards("src/editor/connections/creation/commands.ts", editor("connections/creation/unknownResults"), [
    [
      "Check Now sends once, however often it is pressed meanwhile",
      `if (underWay.has(id)) return;`,
      ``,
      "sends once where it is pressed again while that is under way, and again later",
    ],
  ]),
  ...guards("src/editor/connections/shown/read.ts", testsOf("editor/accounts/signIn")("asAccount"), [
    [
      "A notice of a reading carries its account",
      `{ id: read.id }, access.account.id)`,
      `{ id: read.id })`,
      "acts as the account that the notice is about, which the window works as again then",
    ],
  ]),
  ...guards("src/editor/connections/listed/delete.ts", editor("connections/listed/delete"), [
    [
      "What is gone is watched no more",
      `await watched.stop(access.account.id, gone);`,
      `void gone;`,
      "watches those no more that are gone, and the others still",
    ],
  ]),
];
