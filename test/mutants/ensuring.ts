// Making sure of a login: what starts none, and who is asked instead.
import { guards, testsOf, type Mutant } from "./mutant.ts";

const ensured = testsOf("editor/logins")("ensure");

export const ensuringGuards: readonly Mutant[] = [
  ...guards("src/domain/useCode/shellCheckCode.ts", testsOf("domain/useCode")("shellCheck"), [
    [
      "Bash starts no login after a refusal",
      `if [ -n "$refused" ]; then`,
      `if false; then`,
      "starts no login after account_locked",
    ],
    [
      "Bash observes a login that runs",
      `if ! is_live; then`,
      `if true; then`,
      "observes a login that runs until undefined, and starts no other",
    ],
    [
      "Bash waits for another end than the one before",
      `or .id == $before.id or`,
      `or`,
      "remembers the newest login, logs in once, waits for another end and launches the browser",
    ],
    [
      "What bash says has no characters that act on a terminal",
      `jq -a --arg why`,
      `jq -r --arg why`,
      "says why a login failed, in characters that a terminal only shows",
    ],
    ["Bash waits for a bounded time", `-lt "$deadline"`, `-gt 0`, "waits for ten minutes at most"],
  ]),
  ...guards("src/domain/useCode/useCode.ts", testsOf("domain/useCode")("shellCheck"), [
    [
      "Bash launches nothing where the connection isn't logged in",
      `["ensure_logged_in &&"]`,
      `["ensure_logged_in;"]`,
      "sends a login once whatever becomes of it, and launches nothing then",
    ],
    [
      "Bash sends no key to another address than the one beside it",
      'const isHere = isPublic ? "" : `[ "$KERNEL_BASE_URL" = ${inBash(baseUrl)} ] && `;',
      `const isHere = "";`,
      "sends nothing without a key, or to another address than the one beside it",
    ],
  ]),
  ...guards("src/domain/login/ensuring.ts", testsOf("domain/login")("ensuring"), [
    [
      "A check counts for ten minutes",
      `isLoggedIn(connection) && isRecent(readTime(checked), now)`,
      `isLoggedIn(connection) && readTime(checked) !== undefined`,
      "starts a login where the check is ten minutes old",
    ],
    [
      "A check of a connection that needs a login is none of a login",
      `if (isLoggedIn(connection) && isRecent(readTime(checked), now))`,
      `if (isRecent(readTime(checked), now))`,
      "takes no check of a connection that needs a login for one of a login",
    ],
    [
      "A login that runs is observed",
      `return isLive(connection, now) ? { kind: "observe" } : undefined;`,
      `return undefined;`,
      "observes a login that runs",
    ],
    [
      "A login that began after the connection was read is observed",
      `if (last.status === "IN_PROGRESS" && connection.flow_status !== "IN_PROGRESS"`,
      `if (last.status === "" && connection.flow_status !== "IN_PROGRESS"`,
      "observes a login that began after the connection was read",
    ],
    [
      "Nothing is started after account_locked",
      `  "account_locked",\n  "rate_limited",\n  "credentials_invalid",`,
      `  "rate_limited",\n  "credentials_invalid",`,
      "starts none after account_locked, however long ago, until the user does something",
    ],
    [
      "Nothing is started after rate_limited",
      `  "rate_limited",\n  "credentials_invalid",`,
      `  "credentials_invalid",`,
      "starts none after rate_limited, however long ago, until the user does something",
    ],
    [
      "Nothing is started after credentials_invalid",
      `  "credentials_invalid",\n`,
      ``,
      "starts none after credentials_invalid, however long ago, until the user does something",
    ],
    [
      "Nothing is started after totp_code_rejected",
      `  "totp_code_rejected",\n`,
      ``,
      "starts none after totp_code_rejected, however long ago, until the user does something",
    ],
    [
      "What the user did before the refusal is no reason for another login",
      `!isLater(remembered.actedAt, last.endedAt)`,
      `remembered.actedAt === undefined`,
      "starts none after account_locked, however long ago, until the user does something",
    ],
    [
      "Nothing is started within ten minutes of another login",
      `if (times.length === 0) return { kind: "start" };`,
      `if (times.length < 9) return { kind: "start" };`,
      "starts no second one within ten minutes of the first, which failed",
    ],
    [
      "A login that was sent counts where nothing else tells of it",
      `[last.beganAt, last.endedAt, remembered.startedAt]`,
      `[last.beganAt, last.endedAt]`,
      "nor of one that was sent where there is no timeline",
    ],
    [
      "Of a login that nobody has seen since it was sent, no end is told",
      `!unseen && isBadEnd(last.status)`,
      `isBadEnd(last.status)`,
      "nor of one that was sent and is not in the timeline",
    ],
    [
      "Nobody is asked for where nobody can help",
      `  "account_locked",\n  "rate_limited",\n  "website_error",`,
      `  "website_error",`,
      "starts none after account_locked, however long ago, until the user does something",
    ],
  ]),
  ...guards("src/editor/logins/ensure.ts", ensured, [
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
  ...guards("src/editor/connections/login/makeSure.ts", ensured, [
    [
      "Two are under way at once",
      `const limit = new Limit(2);`,
      `const limit = new Limit(3);`,
      "has two under way, and gives each its own end in their order",
    ],
    [
      "Nobody is asked once the token is refused",
      `refused ?? (await`,
      `(await`,
      "asks for nothing more once the token is refused",
    ],
  ]),
  ...guards("src/editor/logins/logins.ts", ensured, [
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
  ...guards("src/editor/logins/startLogin.ts", ensured, [
    [
      "A login that was certainly not sent is not noted",
      `      await notSent();\n`,
      ``,
      "takes a login that was certainly not sent for none",
    ],
  ]),
  ...guards("src/storage/store.ts", ensured, [
    [
      "Signing out forgets when logins were sent",
      `covers(scope, id) ? id : ownerOf(id, await this.#folder.read(id))`,
      `covers(scope, id) ? id : undefined`,
      "ends with signing out, which forgets what was kept",
    ],
  ]),
  ...guards("src/editor/connections/login/makeSure.ts", testsOf("editor/connections/login")("makeSure"), [
    [
      "Making sure tells by its result of a login that it starts, and not by a message",
      `report: parts.memory.report`,
      ``,
      "tells by its result alone of a login that it starts",
    ],
  ]),
  ...guards("src/editor/connections/login/surfaces.ts", testsOf("editor/tools")("ensure"), [
    [
      "A tool silences no login of the user's",
      `parts.memory.isReported(login.key)`,
      `parts.memory !== undefined`,
      "leaves it to the window to tell the user how a login of theirs ended",
    ],
  ]),
  ...guards("src/editor/connections/login/ensuredWords.ts", testsOf("editor/connections/login")("makeSure"), [
    [
      "A refused password that is stored is mended where it is stored",
      `return forNeed(ensured.need, { ...ensured.connection, id });`,
      `return forNeed(ensured.need, { id });`,
      "is told, with what helps most: The website refused the user name or password.",
    ],
  ]),
  ...guards("src/editor/connections/editing/edit.ts", testsOf("editor/connections/editing")("ends"), [
    [
      "A change of a connection is known to who makes sure of it",
      `if (end.kind === "saved") await logins.times.acted(account.id, id);`,
      ``,
      "is known to who makes sure of a login, and a refused one is not",
    ],
  ]),
];
