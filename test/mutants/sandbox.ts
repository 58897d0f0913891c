// The pretend service: who may speak to it, and what becomes of its data.
import { guards, testsOf, type Mutant } from "./mutant.ts";

const unit = testsOf("sandbox");

export const sandboxGuards: readonly Mutant[] = [
  ...guards("src/sandbox/http/guard.ts", unit("http/guard"), [
    [
      "The Host must be the sandbox's own",
      `if (!ours.includes(host) || !ours.includes(authority ?? host)) {`,
      `if (false) {`,
      "the guard",
    ],
    ["Nothing comes from a page: Origin", `if (origin !== undefined)`, `if (false)`, "the guard"],
    [
      "Nothing comes from a page: Sec-Fetch-Site",
      `if (sites.some((site) => site !== "none"))`,
      `if (false)`,
      "the guard",
    ],
    [
      "No preflight is answered",
      `if (method === "OPTIONS") return stranger`,
      `if (method === "") return stranger`,
      "answers 403 to every OPTIONS and never gives a CORS header",
    ],
    [
      "The token must be known",
      `, given)) return everything;`,
      `, given) || given !== "") return everything;`,
      "the guard",
    ],
    ["A body must be declared as JSON", `if (type === wanted)`, `if (true)`, "the guard"],
  ]),
  ...guards("src/sandbox/http/server.ts", unit("http/guard"), [
    [
      "Any body is at most 1 MiB",
      `if (length > cap) return tooLarge(request, cap);`,
      ``,
      "reads bodies up to 1 MiB and answers 413 to longer ones, declared or not",
    ],
    ["A body must be UTF-8", `{ fatal: true }`, `{ fatal: false }`, "refuses bodies that are not UTF-8"],
  ]),
  ...guards("src/sandbox/http/server.ts", unit("http/guard"), [
    [
      "The token is asked for before anything else is said",
      `route.open ? everything`,
      `route.open || method === "GET" ? everything`,
      "asks for the token before it says what exists",
    ],
  ]),
  ...guards("src/sandbox/http/server.ts", unit("http/guard"), [
    [
      "The sandbox listens on the loopback address alone",
      `server.listen(port, "127.0.0.1",`,
      `server.listen(port, "0.0.0.0",`,
      "listens on the loopback address alone",
    ],
  ]),
  ...guards("src/sandbox/run/controlRequests.ts", unit("run/remote"), [
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
  ...guards("src/sandbox/run/folder.ts", unit("run/folder"), [
    [
      "A directory that was open to others is closed to them",
      `fchmodSync(opened, 0o700);`,
      `closeSync(-1);`,
      "is this user's alone, also where it was there before and open to others",
    ],
  ]),
  ...guards("src/sandbox/run/launch.ts", unit("run/sandboxThread"), [
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
  ...guards("src/sandbox/http/guard.ts", unit("http/http"), [
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
  ...guards("src/sandbox/http/server.ts", unit("http/http"), [
    [
      "What is too long need not be sent to its end",
      `, { Connection: "close" })`,
      `)`,
      "ends the connection, so that the rest need not be sent",
    ],
  ]),
  ...guards("src/sandbox/resources/fields.ts", unit("resources/connections/request"), [
    [
      "Two names that differ in half a character do not become one",
      `value.isWellFormed()`,
      `value !== undefined`,
      "profile_name is whole characters: a lone surrogate would be stored as another name",
    ],
    [
      "A list is told of once, where an object has to be",
      ` && !Array.isArray(value);`,
      `;`,
      "tells of a list in place of an object that alone, whatever is asked for",
    ],
  ]),
  ...guards("src/sandbox/http/server.ts", unit("http/patience"), [
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
  ...guards("src/sandbox/db/store.ts", unit("db/store"), [
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
  ...guards("src/sandbox/db/database.ts", unit("db/data"), [
    [
      "A row of another version is no data of this one",
      `all.forEach(read);`,
      ``,
      "that has a status of another version is kept aside, and a new one is begun",
    ],
  ]),
  ...guards("src/sandbox/resources/resource.ts", unit("resources/resource"), [
    [
      "A reset asks for nothing to be settled",
      `if (unsettled !== true) settle(store, now);`,
      `settle(store, now);`,
      "is reset whatever the data brings about by itself",
    ],
  ]),
  ...guards("src/sandbox/resources/flows/flow.ts", unit("db/data"), [
    [
      "An answer leads to a stage of its login",
      `if (to !== undefined && !Object.hasOwn(stages, to))`,
      `if (false)`,
      "that has an answer that leads nowhere is kept aside, and a new one is begun",
    ],
  ]),
  ...guards("src/sandbox/resources/credentials.ts", unit("http/hostileText"), [
    [
      "A secret is read in linear time",
      `/^([A-Z2-7]+)=*$/.exec(written)`,
      `/^([A-Z2-7]+)$/.exec(written.replace(/=+$/, ""))`,
      "text from outside",
    ],
  ]),
  ...guards("src/sandbox/db/sqlite.ts", unit("http/hostileText"), [
    [
      "Names with many marks are compared in linear time",
      `withoutMarks(withoutMarks(value).normalize("NFD"))`,
      `withoutMarks(value.normalize("NFD"))`,
      "text from outside",
    ],
  ]),
  ...guards("src/sandbox/resources/fields.ts", "test/contract/sandboxNames.test.ts", [
    [
      "A domain is one that an address can have",
      `URL.canParse(\`https://\${value}/\`)`,
      `true`,
      "a domain that no address can have",
    ],
  ]),
  ...guards("src/net/privateHosts.ts", "test/contract/sandboxNames.test.ts", [
    [
      "A gateway's address is what it leads to",
      `notPublic.addSubnet(\`64:ff9b::\${network}\`, 96 + prefix, "ipv6");`,
      ``,
      "a public address",
    ],
  ]),
  ...guards("src/sandbox/resources/control.ts", "test/contract/sandboxProjects.test.ts", [
    [
      "A token of one project changes nothing of the sandbox",
      `const ofSandbox = { own: true, organization: true } as const;`,
      `const ofSandbox = { own: true, organization: false } as const;`,
      "changes no plan, resets nothing and gives out no others",
    ],
  ]),
  ...guards("src/sandbox/resources/projectScope.ts", "test/contract/sandboxExchange.test.ts", [
    [
      "The token of a login opens no other connection",
      `text(flow, "connection_id") === connectionId ? undefined : forbidden()`,
      `undefined`,
      "opens nothing else",
    ],
    [
      "The token of a login ends with it",
      `if (now >= expiresAt) return unauthorized();`,
      ``,
      "ends with the time of its login, and with its connection",
    ],
  ]),
  ...guards("src/sandbox/http/guard.ts", "test/contract/sandboxExchange.test.ts", [
    [
      "The token of a login cannot be made up",
      `if (!isSecret(signed(token, payload), given)) return undefined;`,
      ``,
      "cannot be made up or changed",
    ],
  ]),
  ...guards("src/sandbox/resources/hosted/hosted.ts", "test/contract/sandboxExchange.test.ts", [
    [
      "A link's code is exchanged once",
      `if (isUsed ||`,
      `if (`,
      "uses the code up: 410, and the link leads nowhere any more",
    ],
  ]),
  ...guards("src/sandbox/identity.ts", unit("run/launch"), [
    [
      "A proof belongs to one port",
      String.raw`\n${"${port}"}\n`,
      String.raw`\n`,
      "does not believe a sandbox whose proof was passed on from another port",
    ],
    [
      "A proof needs the token",
      `typeof given === "string" && isSecret(proofOf(identity, nonce), given)`,
      `typeof given === "string" && given !== ""`,
      "does not believe another program on the announced port, and sends it no token",
    ],
  ]),
  ...guards("src/sandbox/run/controlRequests.ts", unit("run/provenConnection"), [
    [
      "A connection without a proof is not used",
      `if (!isProof(identity, nonce, given))`,
      `if (given === "")`,
      "a proven connection",
    ],
    [
      "Nothing stands behind the proof",
      `body.length > Number(length)) reject(new Error("it answers something else"));
    else if (body.length === Number(length)) resolve(body);`,
      `body.length < 0) reject(new Error("it answers something else"));
    else resolve(body.slice(0, Number(length)));`,
      "is none to a program that says more than it was asked for",
    ],
  ]),
  ...guards("src/sandbox/run/controlRequests.ts", unit("run/provenConnection"), [
    [
      "The sandbox's own requests go over proven connections",
      `createConnection: () => socket`,
      `agent: false`,
      "a proven connection",
    ],
  ]),
  ...guards("src/editor/accounts/service.ts", testsOf("editor")("accounts/reusedPort"), [
    [
      "Requests to the sandbox go over proven connections",
      `dispatchers: this.#leadingTo(sandbox),`,
      ``,
      "a port that was the sandbox's",
    ],
  ]),
  ...guards("src/sandbox/run/folder.ts", unit("run/launch"), [
    [
      "Only the user reads the announcement",
      `mode: 0o600,`,
      `mode: 0o644,`,
      "starts a sandbox with a token of 32 random bytes and announces it to this user alone",
    ],
    [
      "No sandbox of another machine is joined",
      `if (!("machine" in announced) || announced.machine !== machine)`,
      `if (!("machine" in announced))`,
      "joins nobody on the word of an announcement of another machine, or of this one before it was started anew",
    ],
    [
      "No announcement is believed that another user can have written",
      `(found.mode & 0o077) === 0`,
      `true`,
      "joins nobody on the word of an announcement that others can write",
    ],
    [
      "No announcement is read through a link",
      `constants.O_RDONLY | constants.O_NOFOLLOW`,
      `constants.O_RDONLY`,
      "joins nobody on the word of an announcement that is a link",
    ],
    [
      "No announcement is written through a link",
      `  rmSync(path, { force: true });\n`,
      ``,
      "replaces an announcement that is a link, and not what it leads to",
    ],
  ]),
  ...guards("src/sandbox/run/folder.ts", unit("run/launch"), [
    [
      "The folder is made private before it is believed",
      `if ((mode & 0o077) !== 0) fchmodSync(opened, 0o700);`,
      ``,
      "makes its folder private before it believes what stands there",
    ],
  ]),
  ...guards("src/sandbox/run/launch.ts", unit("run/launch"), [
    [
      "The folder is made sure of before an announcement is read",
      `    prepareFolder(directory);\n`,
      ``,
      "makes its folder private before it believes what stands there",
    ],
  ]),
  ...guards("src/sandbox/run/openSandbox.ts", unit("db/data"), [
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
  ]),
  ...guards("src/sandbox/run/openSandbox.ts", unit("db/data"), [
    [
      "A lock is no link",
      `if (found !== undefined && !(found.isFile() && found.nlink === 1)) {`,
      `if (found !== undefined && !found.isFile() && found.nlink > 9) {`,
      "do not lead to a lock that is another file",
    ],
  ]),
  ...guards("src/sandbox/run/openSandbox.ts", unit("db/data"), [
    [
      "A start that fails lets go of the data",
      `    opened?.db.close();\n`,
      ``,
      "is let go when its tables cannot be filled",
    ],
  ]),
  ...guards("src/sandbox/run/openSandbox.ts", unit("run/windows"), [
    [
      "The data has one owner",
      `; BEGIN EXCLUSIVE"`,
      `"`,
      "race: exactly one owns it, all reach it; and so again after it was killed",
    ],
  ]),
  ...guards("src/sandbox/run/openSandbox.ts", unit("db/data"), [
    [
      "A sandbox that ends badly makes room for the next",
      `      } finally {\n        free();\n      }`,
      `        free();\n      } finally {\n      }`,
      "is free for the next sandbox even where closing it fails",
    ],
  ]),
  ...guards("src/sandbox/db/database.ts", unit("db/data"), [
    [
      "Data that is damaged where nobody looks is not used",
      `if (verdict !== "ok") throw new OtherData(verdict);`,
      ``,
      "that counts free pages that it has not is kept aside, and a new one is begun",
    ],
    [
      "The data is open to its user alone",
      `if (file !== inMemory) chmodSync(file, 0o600);`,
      ``,
      "is open to its user alone, with everything beside it",
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
  ...guards("src/sandbox/run/openSandbox.ts", unit("resources/clock"), [
    [
      "The clock of a window's sandbox cannot be moved",
      `clockMoves = false`,
      `clockMoves = true`,
      "does not exist unless it was asked for: nobody's own sandbox leaves the present",
    ],
  ]),
  ...guards("src/sandbox/run/commandLine.ts", unit("run/main"), [
    [
      "The clock of a sandbox for scripts can be moved",
      `clockMoves: true, `,
      ``,
      "prints address and token of its own choice, and answers there",
    ],
  ]),
  ...guards("src/sandbox/resources/clock.ts", unit("resources/clock"), [
    [
      "The time is what the clock was moved to",
      `presentTime() + aheadOf(store)`,
      `presentTime()`,
      "is the computer's until it is moved, and goes on from there",
    ],
    [
      "The clock stays among years of four digits",
      `if (ahead > furthest) return false;`,
      ``,
      "is at most 100 years ahead",
    ],
  ]),
  ...guards("src/sandbox/resources/control.ts", unit("resources/clock"), [
    [
      "A new seed is of the present",
      `store.reset(presentTime(), `,
      `store.reset(timeIn(store), `,
      "is the computer's again with the seed",
    ],
  ]),
  ...guards("src/sandbox/resources/control.ts", "test/contract/sandboxSamples.test.ts", [
    ["An empty sandbox has no data", `presentTime(), sample)`, `presentTime(), "all")`, "has no data"],
  ]),
  ...guards("src/sandbox/resources/projectScope.ts", "test/contract/sandboxProjects.test.ts", [
    [
      "A token of one project works in no other",
      `if (chosen !== undefined && tokenProject !== undefined && chosen !== tokenProject) return forbidden();`,
      ``,
      "works in it, and in no other",
    ],
    ["A request works in the project that it names", `chosen ?? tokenProject`, `tokenProject`, "a request"],
    [
      "An archived project is none",
      ` AND status = 'active'`,
      ``,
      "are created, renamed, archived and deleted, within the rules",
    ],
    [
      "What belongs to another project is not there",
      `return isForeign ? notFound`,
      `return isForeign && project === "" ? notFound`,
      "works in the project that it names alone",
    ],
  ]),
  ...guards("src/sandbox/resources/proxies.ts", "test/contract/sandboxProjects.test.ts", [
    [
      "A connection names proxies of its project alone",
      `SELECT 1 FROM proxies WHERE project_id = ? AND id = ?`,
      `SELECT 1 FROM proxies WHERE project_id <> ? OR id = ?`,
      "has proxies and credentials of its project alone, in lists and in what connections name",
    ],
  ]),
  ...guards("src/sandbox/resources/credentials.ts", "test/contract/sandboxProjects.test.ts", [
    [
      "Credentials are listed in their project",
      `  owned: ownedBy,\n`,
      ``,
      "has proxies and credentials of its project alone, in lists and in what connections name",
    ],
  ]),
  ...guards("src/sandbox/http/guard.ts", "test/contract/sandboxProjects.test.ts", [
    [
      "A token of a project is not made up",
      `const [, payload = ""] = given.split(".", 3);
  if (!isSecret(signed(token, payload), given)) return undefined;`,
      `const [, payload = ""] = given.split(".", 3);`,
      "cannot be made up, and gives out no others",
    ],
  ]),
  ...guards("src/sandbox/resources/resource.ts", "test/contract/sandboxProjects.test.ts", [
    [
      "What concerns the organization takes a token of the organization",
      `if (organization === true && call.tokenProject !== undefined) return forbidden();`,
      ``,
      "may list telemetry destinations and read them, and change none",
    ],
  ]),
  ...guards("src/sandbox/resources/resource.ts", unit("resources/clock"), [
    [
      "An answer is of the sandbox's time",
      `, Date: new Date(now).toUTCString() }`,
      ` }`,
      "is the computer's until it is moved, and goes on from there",
    ],
  ]),
  ...guards("src/sandbox/resources/flows/flow.ts", unit("resources/rules"), [
    [
      "The login of the seed stays in progress",
      ` + renewals(reached - row.beganAt) * patience`,
      ``,
      "is renewed when it is read: still in progress after a year",
    ],
  ]),
  ...guards("src/sandbox/resources/flows/flow.ts", "test/contract/sandboxLogins.test.ts", [
    [
      "What is wrong for the third time ends a login",
      `mistakes + 1 === tries`,
      `mistakes < 0`,
      "is refused a wrong password twice, and fails with the third",
    ],
    [
      "A login waits ten minutes for somebody",
      `Math.min(expiresAt, late)`,
      `expiresAt`,
      "that nobody answers for 10 minutes is EXPIRED",
    ],
    [
      "A login ends after twenty minutes",
      `Math.min(expiresAt, late)`,
      `late`,
      "is over after twenty minutes, whatever was entered",
    ],
    [
      "Nobody is asked at night",
      `typeOf(row) === "REAUTH" &&`,
      `typeOf(row) === undefined &&`,
      "fail to where a person is needed, or nobody wanted it",
    ],
  ]),
  ...guards("src/sandbox/resources/flows/submit.ts", "test/contract/sandboxLogins.test.ts", [
    [
      "An answer to an earlier pause is refused",
      `interaction !== flow.shown.interaction_id`,
      `interaction === ""`,
      "is taken once, at the pause it was asked for at",
    ],
    [
      "Nothing is taken that is not waited for",
      `if (flow.form === undefined) {`,
      `if (flow.form === undefined && !flow.inProgress) {`,
      "is taken once, at the pause it was asked for at",
    ],
    [
      "An answer has one form",
      `canonical.length > 0 && legacy.length > 0`,
      `legacy.length < 0`,
      "is refused with both forms",
    ],
  ]),
  ...guards("src/sandbox/resources/flows/start.ts", "test/contract/sandboxLogins.test.ts", [
    ["One login runs at a time", `cancelFlow(store, running, now);`, ``, "takes the place of one that runs"],
  ]),
  ...guards("src/sandbox/resources/flows/flows.ts", "test/contract/sandboxEvents.test.ts", [
    [
      "A stream ends with its login",
      `if (!flow.inProgress) return;`,
      ``,
      "tell each step, and end with the login",
    ],
    [
      "A stream has heartbeats",
      `now - beaten >= beat`,
      `now < beaten`,
      "are a heartbeat where nothing else happens",
    ],
  ]),
  ...guards("src/sandbox/resources/flows/flowRows.ts", "test/contract/sandboxEvents.test.ts", [
    [
      "A stream is of one login",
      `flowById(store, row.id)`,
      `lastFlowRow(store, row.connectionId)`,
      "are of one login: it ends as canceled where another takes its place, or its connection goes",
    ],
  ]),
  ...guards("src/sandbox/http/guard.ts", unit("resources/hosted/hosted"), [
    [
      "A link is opened by its user",
      `method !== "OPTIONS" && (isOwn || isUsers)`,
      `method !== "OPTIONS"`,
      "cannot use the link: a link on another site",
    ],
    ["A page is in no frame", `is("sec-fetch-dest", "document") &&`, ``, "cannot use the link: a frame"],
    [
      "A form is sent by the page itself",
      `method === "POST" ? isOwn :`,
      `method === "POST" ? isOwn || isUsers :`,
      "cannot use the link: a form that its user pressed elsewhere, and that names no origin",
    ],
    [
      "A form is of the page's own origin",
      `origins.every((origin) => ours.includes(origin))`,
      `origins.length < 2`,
      "cannot use the link: a form of another origin",
    ],
  ]),
  ...guards("src/sandbox/resources/hosted/hosted.ts", unit("resources/hosted/hosted"), [
    ["A link works once", `isUsed ||`, ``, "is not used up by opening it, but by Continue"],
    [
      "A page leads back to no address that is not allowed",
      `address !== null && !isReturnAddress(address)`,
      `address === ""`,
      "that is wrong is refused before the link is used up",
    ],
    [
      "A page enters nothing into another login",
      `interaction === null || !isLast`,
      `interaction === null`,
      "cannot enter anything into the login that took its place",
    ],
  ]),
  ...guards("src/sandbox/resources/hosted/hosted.ts", unit("resources/hosted/hosted"), [
    [
      "A page's secret is of one connection",
      `flow?.connectionId !== connectionId`,
      `flow === undefined`,
      "cannot go on without its secret, nor with that of another login",
    ],
    [
      "A link has its code",
      `|| !isSecret(flow.code, code))`,
      `)`,
      "is 410 for a link that was used before, 404 for one that nobody got, and 410 for a login that is over",
    ],
  ]),
  ...guards("src/sandbox/resources/hosted/sections.ts", unit("resources/hosted/hosted"), [
    [
      "An address to go back to is a website's or an editor's",
      `["http", "https", ...editors].includes(url.protocol.slice(0, -1))`,
      `true`,
      "an address to go back to",
    ],
  ]),
  ...guards("src/sandbox/resources/hosted/sections.ts", unit("resources/hosted/hosted"), [
    [
      "What is put into the page stays text",
      `if (typeof part === "string") return escaped(part);`,
      `if (typeof part === "string") return part;`,
      "shows names as the text they are",
    ],
    [
      "The page can be put into no frame",
      `"frame-ancestors 'none'",`,
      ``,
      "has no script, no cookie, no frame around it, and tells nobody where it was",
    ],
  ]),
  ...guards("src/sandbox/resources/flows/start.ts", "test/contract/sandboxLogins.test.ts", [
    [
      "What is stored is not sent again once it was refused",
      `return wrong ? { ...row, answers } :`,
      `return`,
      "never sends what is stored again once it was refused",
    ],
  ]),
  ...guards("src/sandbox/resources/destinations.ts", "test/contract/sandboxDestinations.test.ts", [
    [
      "Where exports fail, none is told",
      `if (row === undefined || isFailing(row)) return;`,
      `if (row === undefined) return;`,
      "tells that it exported when a login that uses it has ended, unless exports fail",
    ],
  ]),
  ...guards("src/sandbox/resources/flows/settle.ts", unit("resources/flows/invariants"), [
    [
      "Nobody is logged in whose login did not succeed",
      `if (status === "SUCCESS") succeed`,
      `succeed`,
      "holds to its rules, whatever is asked and however time passes",
    ],
  ]),
  ...guards("src/sandbox/resources/connections/shownConnection.ts", unit("resources/connections/shown"), [
    [
      "No answer shows a connection that the document does not know",
      `return ManagedAuth.parse(`,
      `return Object(`,
      "a connection on its way to a client",
    ],
  ]),
  ...guards("src/sandbox/http/server.ts", unit("http/stream"), [
    [
      "A stream that breaks off does not look like one that ended",
      `if (response.headersSent) response.destroy();`,
      `if (response.headersSent) response.end();`,
      "that fails is cut off, so that it does not look like one that ended",
    ],
  ]),
  ...guards("src/sandbox/http/server.ts", unit("http/stream"), [
    [
      "A stream waits for a client that reads slowly",
      `if (!response.write(part)) await`,
      `if (!response.write(part) && response.destroyed) await`,
      "waits for a client that reads slowly",
    ],
  ]),
  ...guards("src/sandbox/db/store.ts", unit("db/trouble"), [
    [
      "A commit counts only where the next start finds it",
      `      this.#confirm();\n`,
      ``,
      "a data file that is taken away while it is used",
    ],
  ]),
  ...guards("src/sandbox/db/store.ts", unit("db/trouble"), [
    [
      "Another file in the place of the data is noticed",
      "`${found.dev}:${found.ino}`",
      `"there"`,
      "a data file that is taken away while it is used",
    ],
    [
      "A log that was removed is noticed",
      "[file, `${file}-wal`]",
      `[file]`,
      "a data file that is taken away while it is used",
    ],
  ]),
  ...guards("src/sandbox/http/server.ts", unit("db/trouble"), [
    [
      "Trouble with the disk is told",
      `error instanceof SandboxError ? error.message : storageTrouble(error)`,
      `undefined`,
      "a data file that may not grow",
    ],
  ]),
  ...guards("src/sandbox/db/database.ts", unit("db/power"), [
    [
      "What is acknowledged is on the disk when the power fails",
      `synchronous = FULL`,
      `synchronous = NORMAL`,
      "at any moment, nothing is lost that was acknowledged",
    ],
  ]),
  ...guards("src/sandbox/run/worker.ts", unit("run/launch"), [
    [
      "A sandbox without its data makes room for another",
      `if (error instanceof SandboxError) queue = queue.then(stop);`,
      ``,
      "ends when its data is taken away, and can be launched again",
    ],
  ]),
  ...guards("src/sandbox/run/folder.ts", unit("run/launch"), [
    [
      "Nobody takes back the announcement of another",
      `if (readAnnouncement(directory, machine)?.instanceId === instanceId)`,
      ``,
      "takes back no announcement but its own",
    ],
  ]),
  ...guards("src/sandbox/resources/profiles.ts", "test/contract/sandboxProfiles.test.ts", [
    [
      "A profile that connections have is not renamed or deleted",
      `if (holders.length === 0) return undefined;`,
      `if (holders.length >= 0) return undefined;`,
      "are refused where the name is taken, nobody is there, or a connection has one",
    ],
    [
      "A profile is found in its project alone",
      'AND (${seenIn("?2")})',
      "AND ?2 <> ''",
      "belong to a project",
    ],
  ]),
  ...guards("src/sandbox/resources/fields.ts", "test/contract/sandboxProfiles.test.ts", [
    [
      "A name has at most 255 characters",
      `Array.from(name).length <= 255 && `,
      ``,
      "are called by 1 to 255 characters",
    ],
  ]),
  ...guards("src/sandbox/resources/account.ts", "test/contract/sandboxProfiles.test.ts", [
    [
      "A project may use at most what the plan has",
      `if ((cap ?? 0) > most)`,
      `if ((cap ?? 0) > most + 1)`,
      "are whole numbers up to what the plan has, and of the organization alone",
    ],
    [
      "A token of one project does not set the limits of all",
      `{ body: UpdateLimits, organization: true }`,
      `{ body: UpdateLimits }`,
      "are whole numbers up to what the plan has, and of the organization alone",
    ],
  ]),
  ...guards("src/sandbox/resources/records.ts", "test/contract/sandboxProfiles.test.ts", [
    ["Some lists tell limit and offset again", `...(tellsAgain && {`, `...(!tellsAgain && {`, "a list"],
    [
      "Names of profiles are unique",
      `return taken === undefined || text(taken, "id") === id`,
      `return true`,
      "are refused where the name is taken, nobody is there, or a connection has one",
    ],
  ]),
  ...guards("src/sandbox/resources/providers.ts", "test/contract/sandboxProfiles.test.ts", [
    [
      "A provider is found by its whole id",
      "`id = ?1 OR ${contains(",
      "`${contains(",
      "is narrowed by names but for case and accents, and by whole ids",
    ],
  ]),
];
