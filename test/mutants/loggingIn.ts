// Logging in from the editor: which page is opened, what leads back, what is asked and sent, and what is said of the end.
import { guards, testsOf, type Mutant } from "./mutant.ts";

const editor = testsOf("editor");
const domain = testsOf("domain");

export const loggingInGuards: readonly Mutant[] = [
  ...guards("src/editor/connections/login/openPage.ts", editor("connections/login/pageHost"), [
    [
      "The host of a login's page is compared whole",
      `host === (isPublic ? publicPageHost : serviceHost)`,
      `host.endsWith(isPublic ? publicPageHost : serviceHost)`,
      "is another one, to be asked about: https://x.managed-auth.onkernel.com/",
    ],
    [
      "Of the sandbox only its own origin is opened",
      `if (account.kind === "sandbox") return { kind: isOf(baseUrl, address) ? "own" : "unsound" };`,
      ``,
      "is none that is opened: the public pages, of the sandbox",
    ],
    [
      "The public service's other hosts are asked about",
      `if (!isPublic && isOf(origin, address))`,
      `if (isOf(origin, address))`,
      "is another one, to be asked about: https://api.onkernel.com/login",
    ],
  ]),
  ...guards("src/editor/kit/openExternal.ts", editor("connections/login/pageHost"), [
    [
      "An origin is compared with its end",
      "!isUnclear(address) && address.startsWith(`${origin}/`)",
      "!isUnclear(address) && address.startsWith(origin)",
      "is none that is opened: another origin than the sandbox's",
    ],
  ]),
  ...guards("src/editor/connections/login/openPage.ts", editor("connections/login/openPage"), [
    [
      "Another host is opened only with consent",
      `      )
        return false;
      await`,
      `      )
        return true;
      await`,
      "asks once for another host, remembers that for the account alone, until it signs out",
    ],
    [
      "The way back is in the address",
      `handOn(withWayBack(address, back))`,
      `handOn(address)`,
      "hands the very text on, with the way back and nothing else changed, and asks nothing",
    ],
  ]),
  ...guards("src/storage/keptFor.ts", editor("connections/login/openPage"), [
    [
      "What leads back does so for half an hour",
      `returns: 30 * 60 * 1000`,
      `returns: 60 * 60 * 1000`,
      "is nothing after half an hour, nor once its account has signed out",
    ],
  ]),
  ...guards("src/editor/connections/context/loginPages.ts", editor("connections/login/openPage"), [
    [
      "What leads back does so once",
      `    await this.#kept.remove(flow);
`,
      ``,
      "names the login that its page was opened for, once, in any window",
    ],
    [
      "What leads back names no other file",
      `if (uri.path !== path || !flowPattern.test(flow)) return undefined;`,
      `if (uri.path !== path) return undefined;`,
      "is nothing where it was made up, names a path, or comes to another place",
    ],
    [
      "The way back is not encoded once more",
      `.toString(true)`,
      `.toString()`,
      "is given as VS Code has it, without encoding it once more",
    ],
  ]),
  ...guards("src/editor/connections/login/openPage.ts", editor("connections/login/returnAddress"), [
    [
      "A page leads back here alone",
      ` && !isWayBack(part)`,
      ``,
      "is, byte for byte, that of https://h/l?success_url=https%3A%2F%2Fevil.example&code=1",
    ],
  ]),
  ...guards("src/domain/login/form.ts", domain("login/form"), [
    [
      "A form is canonical where one of these lists has an entry",
      `lists.isCanonical ? canonical(connection, lists) : older(lists)`,
      `older(lists)`,
      "is canonical where a field or a choice is there, whatever the older lists hold",
    ],
    [
      "A form of which a part could not be read is not asked for here",
      `if (!lists.isWhole) return "unreadable";`,
      ``,
      "can be filled in on its page alone where there is a second field that cannot be read",
    ],
    [
      "More than twenty fields are not asked for here",
      `entries.length > mostFields || isLong`,
      `isLong`,
      "can be filled in on its page alone where there is more than 20 fields",
    ],
    [
      "A value of one field is not sent for another",
      `new Set(entries.map(({ key }) => key)).size < entries.length`,
      `entries.length < 0`,
      "can be filled in on its page alone where there is two fields of one id",
    ],
  ]),
  ...guards("src/editor/connections/login/here.ts", editor("connections/login/here"), [
    [
      "What was answered is not asked for again",
      `answered = submitted.kind === "accepted" ? sent.answered : undefined;`,
      `answered = undefined;`,
      "sends nothing twice while the service still tells of what was answered",
    ],
    [
      "What was begun is dropped where something else is asked",
      `const asked = { ...frame, until: otherwise.signal };`,
      `const asked = { ...frame };`,
      "takes a question away that is no longer asked, with what was typed, and asks the new one",
    ],
  ]),
  ...guards("src/domain/login/pause.ts", editor("connections/login/pauses"), [
    [
      "An unchanged interaction is the same pause, whatever lists tell of it",
      `return interaction_id !== undefined || answerable(one) === answerable(other);`,
      `return JSON.stringify(one) === JSON.stringify(other);`,
      "keeps what was typed where an event leaves out the older lists of the same interaction",
    ],
  ]),
  ...guards("src/editor/connections/login/askForm.ts", editor("connections/login/here"), [
    [
      "A password is masked",
      `type === "password" || type === "totp_secret",`,
      `false,`,
      "asks field by field, masks a password, and sends all of them once, in one mode",
    ],
    [
      "Nothing but a user name outlives its question",
      `if (isUserName(entry)) userNames.set(`,
      `userNames.set(`,
      "keeps nothing of what was entered but the user name",
    ],
    [
      "A hostile label is one line of text",
      `prompt: labelled(display(label), paragraph(prompt))`,
      `prompt: labelled(label, paragraph(prompt))`,
      "draws a hostile label as one line of text",
    ],
  ]),
  ...guards("src/editor/connections/login/logIn.ts", editor("connections/login/logIn"), [
    [
      "A login that runs is gone on with",
      `const runs = isLive(connection, Date.now());`,
      `const runs = false;`,
      "goes on with a login that runs, and starts none",
    ],
    [
      "A login that runs is superseded only with consent",
      `way === "over" && (await confirmStartOver(siteOf(connection)))`,
      `way === "over"`,
      "starts another login in place of one that runs only where the user agrees to what is lost",
    ],
    [
      "A page whose link was used is opened again only with consent",
      `if (await confirmStartOver(siteOf(connection), [l10n.t("The link works once.")]))
      await`,
      `await`,
      "says what opening its page again does, and starts over only where the user agrees",
    ],
    [
      "Opening a page starts no login where that has ended",
      `await (runs ? openAgain(parts, task) : show(parts, connection))`,
      `await openAgain(parts, task)`,
      "starts none where the login whose page is to be opened has ended, and shows what became of it",
    ],
    [
      "A page whose link was used is not opened again",
      `parts.memory.opened.has(login.key) ? undefined : address`,
      `address`,
      "opens the page of a login that runs, but not one that it has opened already",
    ],
    [
      "After a lock the user is asked before another login",
      `if (!isLoginHopeless(error_code)) return true;`,
      `if (connection.id !== "") return true;`,
      "asks before a login after account_locked, and starts none unless the user insists",
    ],
  ]),
  ...guards("src/editor/connections/login/drawPage.ts", editor("connections/login/surfaces"), [
    [
      "A reading does not cover what this window follows by now",
      `(followed !== undefined && followed.end === undefined)`,
      `false`,
      "is not read where no page shows it, and not drawn where another login is followed by then",
    ],
  ]),
  ...guards("src/editor/connections/login/surfaces.ts", editor("connections/login/surfaces"), [
    [
      "What changes a thousand times a second is drawn five times",
      `      paused.newest = { value };
      return;
`,
      `      paused.newest = { value };
`,
      "is drawn five times a second at most, however often it changes, and as it is in the end",
    ],
    [
      "What has changed last is drawn",
      `if (newest !== undefined) this.do(who, newest.value);`,
      `if (newest === undefined) this.#paused.delete(who);`,
      "is drawn five times a second at most, however often it changes, and as it is in the end",
    ],
  ]),
  ...guards("src/editor/connections/login/surfaces.ts", editor("connections/login/surfaces"), [
    [
      "An end that another window tells is not told here",
      `if (!(await parts.logins.claims(login)) || message === undefined || isReported) return;`,
      `if (message === undefined || isReported) return;`,
      "is told once, and only of this window's logins",
    ],
  ]),
];
