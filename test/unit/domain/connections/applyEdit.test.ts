// Complete edits, first step by step, then against a model of a service with faults.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import type { ApiError, Outcome } from "../../../../src/api/errors.ts";
import { ManagedAuth } from "../../../../src/api/schemas.ts";
import type { ManagedAuthUpdateRequest } from "../../../../src/api/updateRequest.ts";
import { draftFromConnection, type ConnectionDraft } from "../../../../src/domain/draft/draft.ts";
import {
  applyEdit,
  readAfterEdit,
  type ConnectionEditOutcome,
} from "../../../../src/domain/connections/applyEdit.ts";
import { settingDiffers, type SettingChanges } from "../../../../src/domain/connections/settingChanges.ts";
import { settingIds, type SettingId } from "../../../../src/domain/connections/settings.ts";

const connection = (fields: object = {}): ManagedAuth =>
  ManagedAuth.parse({
    id: "ma_1",
    browser: { stealth: true, proxy: { mode: "default" } },
    health_check_interval: 3600,
    health_checks: true,
    ...fields,
  });

const ok = (value: ManagedAuth): Outcome<ManagedAuth> => ({ kind: "ok", value, raw: undefined, status: 200 });
const failed = (error: ApiError) => ({ kind: "failed", error }) as const satisfies Outcome<never>;
const notFound = failed({ kind: "notFound", sent: "refused", missing: "resource" });
const noProject = failed({ kind: "notFound", sent: "refused", missing: "project" });
const offline = failed({ kind: "offline", sent: "no", reason: "ECONNREFUSED", host: "a" });
const lostAnswer = failed({ kind: "timeout", sent: "unknown", afterMs: 1, host: "a" });
const refused = failed({ kind: "invalid", sent: "refused", status: 400 });
const cancelled: Outcome<never> = { kind: "cancelled", sent: "no" };
const cancelledPerhaps: Outcome<never> = { kind: "cancelled", sent: "unknown" };

/**
 * Runs an edit of the interval with the given outcomes of reads and of the update. Returns the end and the request
 * bodies.
 */
async function play(
  reads: readonly Outcome<ManagedAuth>[],
  answer: Outcome<ManagedAuth> = lostAnswer,
  decide: (conflict: SettingChanges) => readonly SettingId[] | undefined = () =>
    assert.fail("nothing to decide"),
): Promise<{
  readonly end: ConnectionEditOutcome;
  readonly bodies: readonly ManagedAuthUpdateRequest[];
  readonly unread: number;
}> {
  const base = connection();
  const left = [...reads];
  const bodies: ManagedAuthUpdateRequest[] = [];
  const end = await applyEdit(
    base,
    { ...draftFromConnection(base), health_check_interval: 7200 },
    {
      read: () => Promise.resolve(left.shift() ?? assert.fail("read too often")),
      send: (body) => {
        bodies.push(body);
        return Promise.resolve(answer);
      },
      resolveConflict: (conflict) => Promise.resolve(decide(conflict)),
    },
  );
  return { end, bodies, unread: left.length };
}

describe("applyEdit", () => {
  const before = ok(connection());
  const done = connection({ health_check_interval: 7200 });
  const body = { health_check_interval: 7200 };
  const others = connection({ health_check_interval: 1200 });

  const saved = { kind: "saved", sent: body, after: done };
  const left = [{ field: "health_check_interval", isCertain: true }];
  const because = (kind: string, { error }: typeof lostAnswer) => ({ kind, error });

  for (const [what, reads, answer, end, bodies] of [
    ["reports saved if a read confirms the change", [before, ok(done)], ok(done), saved, [body]],
    ["reports saved for a confirming response if reading fails", [before, offline], ok(done), saved, [body]],
    [
      "reports saved for a confirming response if reading is cancelled",
      [before, cancelled],
      ok(done),
      saved,
      [body],
    ],
    [
      "reports settings that a later read doesn't confirm, despite the response",
      [before, before],
      ok(done),
      { kind: "notTaken", sent: body, after: connection(), unapplied: left, isAnswered: true },
      [body],
    ],
    [
      "reports settings that the response doesn't confirm if reading fails",
      [before, lostAnswer],
      ok(others),
      { kind: "notTaken", sent: body, after: others, unapplied: left, isAnswered: true },
      [body],
    ],
    [
      "reports saved after a lost response if a read confirms it",
      [before, ok(done)],
      lostAnswer,
      saved,
      [body],
    ],
    [
      "reports unapplied settings after a lost response if a read shows them",
      [before, before],
      lostAnswer,
      {
        ...because("notTaken", lostAnswer),
        sent: body,
        after: connection(),
        unapplied: left,
        isAnswered: false,
      },
      [body],
    ],
    [
      "reports unknown if the response is lost and reading fails",
      [before, offline],
      lostAnswer,
      { ...because("unknown", lostAnswer), sent: body },
      [body],
    ],
    [
      "reports unknown if it was cancelled under way",
      [before],
      cancelledPerhaps,
      { kind: "unknown", sent: body },
      [body],
    ],
    ["reports cancelled if nothing was sent", [before], cancelled, { kind: "cancelled" }, [body]],
    ["reports refused after a refusal", [before], refused, because("refused", refused), [body]],
    ["reports refused if the request can't be sent", [before], offline, because("refused", offline), [body]],
    ["reports refused if the project is missing", [before], noProject, because("refused", noProject), [body]],
    [
      "reports gone if the connection is missing when sending",
      [before],
      notFound,
      because("gone", notFound),
      [body],
    ],
    [
      "reports gone if the connection is missing when reading back",
      [before, notFound],
      ok(done),
      because("gone", notFound),
      [body],
    ],
    ["sends nothing to a connection that is gone", [notFound], lostAnswer, because("gone", notFound), []],
    [
      "sends nothing if the connection can't be read first",
      [offline],
      lostAnswer,
      because("notRead", offline),
      [],
    ],
    ["sends nothing if the project is missing", [noProject], lostAnswer, because("notRead", noProject), []],
    ["sends nothing if the first read is cancelled", [cancelled], lostAnswer, { kind: "cancelled" }, []],
    [
      "sends nothing if the settings already have the wanted values",
      [ok(done)],
      lostAnswer,
      { kind: "nothing", after: done },
      [],
    ],
  ] as const)
    it(what, async () => {
      const expected = "sent" in end ? { ...end, before: connection() } : end;
      assert.deepEqual(await play(reads, answer), { end: expected, bodies, unread: 0 });
    });

  it("reports a conflict and sends the user's change after another read", async () => {
    const asked: SettingChanges[] = [];
    const { bodies, end } = await play([ok(others), ok(others), ok(done)], ok(done), (conflict) => {
      asked.push(conflict);
      return conflict.settings;
    });
    assert.deepEqual(
      asked.map(({ current: now, settings: changed, wanted: then }) => [
        changed,
        [now, then].map(({ health_check_interval: interval }) => interval),
      ]),
      [[["health_check_interval"], [1200, 7200]]],
    );
    assert.equal(end.kind, "saved");
    assert.deepEqual(bodies, [body]);
  });

  it("asks again if the setting changes while the user decides", async () => {
    let asked = 0;
    const third = ok(connection({ health_check_interval: 300 }));
    const { bodies } = await play([ok(others), third, third, ok(done)], ok(done), ({ settings: changed }) => {
      asked += 1;
      return changed;
    });
    assert.deepEqual([asked, bodies], [2, [body]]);
  });

  it("sends nothing if the user accepts the other client's values", async () => {
    const { bodies, end } = await play([ok(others), ok(others)], lostAnswer, () => []);
    assert.deepEqual([end.kind, bodies], ["nothing", []]);
  });

  it("returns the conflict if the user cancels the prompt", async () => {
    const { bodies, end } = await play([ok(others)], lostAnswer, () => undefined);
    assert.deepEqual([end.kind, bodies], ["conflict", []]);
  });

  it("finds the outcome of an edit with a lost response later", async () => {
    for (const [outcome, kind] of [
      [ok(done), "saved"],
      [before, "notTaken"],
      [notFound, "gone"],
      [offline, "unknown"],
      [cancelled, "unknown"],
    ] as const)
      assert.equal((await readAfterEdit(body, () => Promise.resolve(outcome))).kind, kind);
  });

  it("includes the read error in an unknown outcome", async () => {
    const ends = [offline, cancelled].map((outcome) => readAfterEdit(body, () => Promise.resolve(outcome)));
    assert.deepEqual(await Promise.all(ends), [
      { kind: "unknown", sent: body, error: offline.error },
      { kind: "unknown", sent: body },
    ]);
  });
});

// ---- The model -------------------------------------------------------------------------------------------------

/** The values of each setting in the model. */
const values: readonly ManagedAuthUpdateRequest[] = [
  ...[300, 3600, 7200].map((health_check_interval) => ({ health_check_interval })),
  ...[true, false].map((health_checks) => ({ health_checks })),
  ...["", "https://a.example/", "https://b.example/"].map((login_url) => ({ login_url })),
  ...[[], ["b.example"], ["c.example"]].map((allowed_domains) => ({ allowed_domains })),
  ...[true, false].map((stealth) => ({ browser: { stealth } })),
  ...(["default", "direct"] as const).map((mode) => ({ browser: { proxy: { mode } } })),
  ...["p_1", "p_2"].map((id) => ({ browser: { proxy: { id } } })),
  ...["one", "two"].map((name) => ({ credential: { name } })),
];

function applied(before: ManagedAuth, body: ManagedAuthUpdateRequest): ManagedAuth {
  const browser = { ...before.browser, ...body.browser };
  return ManagedAuth.parse(structuredClone({ ...before, ...body, browser }));
}

/** The events during one request. */
interface Moment {
  /** A change by another client before the service handles the request. */
  readonly others: ManagedAuthUpdateRequest | undefined;
  readonly course:
    | "answered"
    /** The request takes effect, but its response is lost. */
    | "lost after"
    | "lost before"
    /** The request takes effect after the next one. */
    | "late"
    | "refused"
    | "notSent"
    | "gone"
    | "cancelled"
    /** One setting doesn't take effect, although the response reports success. */
    | "partly";
}

const moment: fc.Arbitrary<Moment> = fc.record({
  others: fc.option(fc.constantFrom(...values), { nil: undefined, freq: 2 }),
  course: fc.oneof(
    { weight: 5, arbitrary: fc.constant<Moment["course"]>("answered") },
    {
      weight: 4,
      arbitrary: fc.constantFrom<Moment["course"]>(
        "lost after",
        "lost before",
        "late",
        "refused",
        "notSent",
        "gone",
        "cancelled",
        "partly",
      ),
    },
  ),
});

/** A model of the service. After its scripted moments, every request succeeds. */
class Service {
  connection: ManagedAuth;
  /** The values that the user has seen, oldest first. */
  readonly shown: ConnectionDraft[];
  readonly sent: {
    readonly body: ManagedAuthUpdateRequest;
    readonly lastRead: ConnectionDraft;
    readonly carriedOut: boolean;
  }[] = [];
  /** True if the last read succeeded. */
  readBack = false;
  #late: ManagedAuthUpdateRequest | undefined;
  #lastRead: ConnectionDraft;
  readonly #moments: readonly Moment[];
  #at = 0;

  constructor(connection: ManagedAuth, moments: readonly Moment[]) {
    this.connection = connection;
    this.#moments = moments;
    this.#lastRead = draftFromConnection(connection);
    this.shown = [this.#lastRead];
  }

  #next(): Moment["course"] {
    const { course, others } = this.#moments[this.#at++] ?? { course: "answered", others: undefined };
    if (others !== undefined) this.connection = applied(this.connection, others);
    return course;
  }

  readonly read = (): Promise<Outcome<ManagedAuth>> => {
    const course = this.#next();
    const seen = this.connection;
    this.readBack = false;
    if (this.#late !== undefined) {
      this.connection = applied(this.connection, this.#late);
      this.#late = undefined;
    }
    switch (course) {
      case "gone":
        return Promise.resolve(notFound);
      case "cancelled":
        return Promise.resolve(cancelled);
      case "lost after":
      case "lost before":
      case "late":
        return Promise.resolve(offline);
      case "answered":
      case "refused":
      case "notSent":
      case "partly":
        this.readBack = true;
        this.#lastRead = draftFromConnection(seen);
        return Promise.resolve(ok(seen));
    }
  };

  readonly send = (body: ManagedAuthUpdateRequest): Promise<Outcome<ManagedAuth>> => {
    const course = this.#next();
    const carriedOut = ["answered", "lost after", "partly"].includes(course);
    this.sent.push({ body, lastRead: this.#lastRead, carriedOut });
    if (course === "late") this.#late = body;
    if (carriedOut) {
      const [, ...rest] = Object.entries(body);
      this.connection = applied(this.connection, course === "partly" ? Object.fromEntries(rest) : body);
    }
    switch (course) {
      case "answered":
      case "partly":
        return Promise.resolve(ok(this.connection));
      case "lost after":
      case "lost before":
      case "late":
        return Promise.resolve(lostAnswer);
      case "refused":
        return Promise.resolve(refused);
      case "notSent":
        return Promise.resolve(offline);
      case "gone":
        return Promise.resolve(notFound);
      case "cancelled":
        return Promise.resolve(cancelled);
    }
  };
}

describe("applyEdit with conflicts and lost responses", () => {
  it("reports only confirmed changes as saved and overwrites no unseen change", async () => {
    const ends = new Set<string>();
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(...values), { maxLength: 4 }),
        fc.array(moment, { maxLength: 8 }),
        fc.array(fc.constantFrom("mine", "theirs", "give up"), { maxLength: 4 }),
        async (wishes, moments, decisions) => {
          const base = connection({ credential: { name: "one" } });
          const wanted = draftFromConnection(wishes.reduce(applied, base));
          const changed = settingIds.filter((setting) =>
            settingDiffers(setting, draftFromConnection(base), wanted),
          );
          const service = new Service(base, moments);
          const queue = [...decisions];
          /** The settings for which the user accepted the other client's value. */
          const leftToThem = new Set<SettingId>();
          const end = await applyEdit(base, wanted, {
            read: service.read,
            send: service.send,
            resolveConflict: ({ current: now, settings: conflicts, wanted: then }) => {
              const before = service.shown.at(-1) ?? assert.fail();
              for (const setting of conflicts) {
                assert.ok(settingDiffers(setting, before, now) && settingDiffers(setting, now, then));
                assert.ok(!settingDiffers(setting, then, wanted), "what the user wants");
              }
              service.shown.push(now);
              const decision = queue.shift() ?? "mine";
              if (decision === "give up") return Promise.resolve(undefined);
              if (decision === "theirs") for (const setting of conflicts) leftToThem.add(setting);
              return Promise.resolve(decision === "mine" ? conflicts : []);
            },
          });
          ends.add(end.kind);

          assert.ok(service.sent.length <= 1, "sent once");
          for (const { body, lastRead } of service.sent) {
            const { browser = {}, ...rest } = body;
            const names = Object.keys({ ...browser, ...rest });
            assert.ok(names.length > 0, "never empty");
            const said = draftFromConnection(applied(connection(), body));
            for (const name of names) {
              const setting = settingIds.find((one) => one === name) ?? assert.fail(name);
              assert.ok(changed.includes(setting) && !leftToThem.has(setting), `${name} was not changed`);
              assert.ok(!settingDiffers(setting, said, wanted), `${name} as wanted`);
              assert.ok(settingDiffers(setting, lastRead, wanted), `${name} was as wanted`);
              assert.ok(
                service.shown.some((one) => !settingDiffers(setting, one, lastRead)),
                `${name} was overwritten unseen`,
              );
            }
          }
          const [sent] = service.sent;
          switch (end.kind) {
            case "saved": {
              assert.ok(sent !== undefined);
              const after = draftFromConnection(end.after);
              const said = draftFromConnection(applied(end.after, end.sent));
              for (const setting of settingIds)
                assert.ok(!settingDiffers(setting, after, said), `${setting} is saved`);
              if (!service.readBack) assert.ok(sent.carriedOut);
              break;
            }
            case "notTaken":
              assert.ok(sent !== undefined && end.unapplied.length > 0);
              break;
            case "unknown":
              assert.ok(sent !== undefined);
              break;
            case "refused":
              assert.ok(sent !== undefined && !sent.carriedOut);
              break;
            case "nothing":
            case "notRead":
            case "cancelled":
            case "conflict":
              assert.ok(!(sent?.carriedOut ?? false));
              break;
            case "gone":
              break;
          }
        },
      ),
      { numRuns: 5_000 },
    );
    assert.equal(
      [...ends].sort().join(" "),
      "cancelled conflict gone notRead notTaken nothing refused saved unknown",
    );
  });
});
