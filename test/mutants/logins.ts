// A login that is followed: what counts as its end, what is never sent twice, and how a service is asked.
import { guards, testsOf, type Mutant } from "./mutant.ts";

const unit = testsOf("editor/logins");
const once = "twice at once sends one";
const model = "is done only with a success of its own, started at most once, and always ends";

export const loginGuards: readonly Mutant[] = [
  ...guards("src/domain/login/over.ts", unit("follower"), [
    [
      "The success of an earlier login ends none",
      `return entries[(before === -1 ? entries.length : before) - 1];`,
      `return entries[0];`,
      "is not done by the success of the login before it",
    ],
    [
      "Success alone does not end it",
      `flow_status === "SUCCESS" && status === "AUTHENTICATED";`,
      `flow_status === "SUCCESS";`,
      "is not done while the timeline has it in progress, and not where the connection needs a login",
    ],
    [
      "Taking over has an end",
      `return login.takenOver >= mostTakeovers`,
      `return login.takenOver < 0`,
      "ends where others take over without end",
    ],
    [
      "What an event told of the one before does not count for the one that took over",
      `    reportedOver: false,\n`,
      ``,
      "goes on with the login that took over, and says so",
    ],
  ]),
  ...guards("src/domain/login/over.ts", testsOf("domain/login")("over"), [
    [
      "The failure of a login that ran after it is not its own",
      `connection.flow_status === ours.status && isNewest ?`,
      `connection.flow_status === ours.status ?`,
      'is "failed listed" where it failed, and another ran after it',
    ],
    [
      "An event is not believed for long against what is read",
      `(login.reportedOver && recent)`,
      `login.reportedOver`,
      'is "runs" where an event said so long ago, and it runs',
    ],
  ]),
  ...guards("src/domain/login/login.ts", unit("follower"), [
    [
      "An older event changes nothing",
      `if (at !== undefined && eventAt !== undefined && at < eventAt) return login;`,
      ``,
      "out of order go by their time",
    ],
    [
      "What an event leaves out is not there any more",
      `    fields: event.fields,\n`,
      ``,
      "keep the addresses that an event leaves out, and nothing else",
    ],
  ]),
  ...guards("src/domain/login/login.ts", testsOf("domain/login")("live"), [
    [
      "A login of a status that nobody knows runs, for as long as one may take",
      `return first.at + longestMs;`,
      `return now;`,
      "without a time runs for twenty minutes after it was first read",
    ],
  ]),
  ...guards("src/editor/logins/standing.ts", unit("logins"), [
    [
      "A reading that brings nothing new is not told",
      `if (!isDeepStrictEqual(read, this.login)) `,
      ``,
      "tell nothing anew where readings bring nothing new",
    ],
  ]),
  ...guards("src/editor/logins/standing.ts", unit("follower"), [
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
  ...guards("src/editor/logins/follower.ts", unit("follower"), [
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
  ]),
  ...guards("src/editor/logins/follower.ts", "test/faults/loginModel.test.ts", [
    [
      "What is waited for has an end",
      `if (this.#looking.isTimeUp) return timeUp(this.#looking.login, looked === "read");`,
      ``,
      model,
    ],
  ]),
  ...guards("src/editor/logins/follower.ts", unit("follower"), [
    [
      "A stream that says much for a second alone floods nothing",
      `second === this.#second + 1`,
      `second > this.#second`,
      "is none that has a hundred events a second, or more for one second, or again and again for one",
    ],
  ]),
  ...guards("src/editor/logins/follower.ts", unit("logins"), [
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
  ...guards("src/editor/logins/pacedReads.ts", unit("logins"), [
    [
      "Two readings are under way at most",
      `new Limit(mostAtOnce)`,
      `new Limit(mostAtOnce + 2)`,
      "have four streams, and are read by pages over two more connections",
    ],
  ]),
  ...guards("src/editor/logins/pacedReads.ts", unit("pacedReads"), [
    [
      "A reading that waits for others hears that it is called off",
      `return untilAborted(turn, signal).catch(`,
      `return turn.catch(`,
      "ends at once when it is called off, sends nothing, and takes no one's turn",
    ],
  ]),
  ...guards("src/editor/logins/pacedReads.ts", unit("follower"), [
    [
      "A service that asks to slow down is left alone",
      `if (outcome.kind === "failed" && outcome.error.kind === "limited") this.#slowDown(outcome.error);`,
      ``,
      "that asks to slow down is left alone for as long",
    ],
  ]),
  ...guards("src/editor/logins/logins.ts", unit("logins"), [
    [
      "A window starts no login twice",
      `if (meanwhile !== undefined && meanwhile !== known) return`,
      `if (meanwhile !== undefined && id === "") return`,
      once,
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
  ...guards("src/editor/logins/startedLogins.ts", unit("logins"), [
    [
      "An end is told once",
      `this.#kept.take(fileId(accountId, connectionId), (kept) => kept.key === key)`,
      `Promise.resolve(true)`,
      "find the end of a login that ended while none was open, which one of them tells",
    ],
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
  ...guards("src/editor/logins/startLogin.ts", unit("logins"), [
    [
      "One that runs is not superseded unasked",
      `if (!supersede && isLive(now.value, serviceNow))`,
      `if (!supersede && id === "")`,
      "is not done where one runs, which is followed, unless that is to be superseded",
    ],
    [
      "The one that ran before is not taken for the one whose answer was lost",
      `if (ranUntil === undefined || now.value.flow_expires_at !== ranUntil) return true;`,
      `return true;`,
      "without a timeline is not taken for the one that ran before",
    ],
  ]),
  ...guards("src/storage/marks.ts", testsOf("storage")("marks"), [
    [
      "An abandoned mark is claimed before it is taken over",
      `if (!(await create(claim))) {`,
      `if (!(await create(claim)) && Date.now() < 0) {`,
      "is taken over later where a window died while it did",
    ],
    [
      "A mark that was just taken away is not taken for an abandoned one, which is removed",
      `if (isMissing(fault)) return "missing";`,
      `if (isMissing(fault)) return "abandoned";`,
      "is of one window at a time, also where another one is just taken away",
    ],
  ]),
  ...guards("src/storage/marks.ts", unit("logins"), [
    [
      "Windows do not start a login at once",
      `{ flag: "wx", mode: 0o600 }`,
      `{ mode: 0o600 }`,
      "in several windows at once sends one",
    ],
  ]),
  ...guards("src/api/operations.ts", unit("logins"), [
    [
      "An error does not repeat what was entered",
      `  { secretsInErrors: ["field_values", "fields"] },
`,
      ``,
      "with what is not asked any more says so, and reads what is",
    ],
  ]),
  ...guards("src/editor/logins/startLogin.ts", unit("logins"), [
    [
      "A lost answer is not said to be accepted where the same is asked still",
      `if (!waitsForSame(shown, now.value)) return { kind: "accepted" };`,
      `return { kind: "accepted" };`,
      "whose own answer is lost is found by reading, or unknown, and sent once",
    ],
  ]),
];
