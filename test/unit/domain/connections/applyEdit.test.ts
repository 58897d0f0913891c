// Tests complete edits, first step by step, then against a model of a service with faults.
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
const maybeCancelled: Outcome<never> = { kind: "cancelled", sent: "unknown" };

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
  const pendingReads = [...reads];
  const bodies: ManagedAuthUpdateRequest[] = [];
  const end = await applyEdit(
    base,
    { ...draftFromConnection(base), health_check_interval: 7200 },
    {
      read: () => Promise.resolve(pendingReads.shift() ?? assert.fail("read too often")),
      send: (body) => {
        bodies.push(body);
        return Promise.resolve(answer);
      },
      resolveConflict: (conflict) => Promise.resolve(decide(conflict)),
    },
  );
  return { end, bodies, unread: pendingReads.length };
}

describe("applyEdit", () => {
  const before = ok(connection());
  const mine = connection({ health_check_interval: 7200 });
  const body = { health_check_interval: 7200 };
  const theirs = connection({ health_check_interval: 1200 });

  const saved = { kind: "saved", sent: body, after: mine };
  const notApplied = [{ field: "health_check_interval", isCertain: true }];
  const because = (kind: string, { error }: typeof lostAnswer) => ({ kind, error });

  for (const [title, reads, answer, end, bodies] of [
    ["reports saved if a read confirms the change", [before, ok(mine)], ok(mine), saved, [body]],
    ["reports saved for a confirming response if reading fails", [before, offline], ok(mine), saved, [body]],
    [
      "reports saved for a confirming response if reading is cancelled",
      [before, cancelled],
      ok(mine),
      saved,
      [body],
    ],
    [
      "reports settings that a later read doesn't confirm, despite the response",
      [before, before],
      ok(mine),
      { kind: "notTaken", sent: body, after: connection(), unapplied: notApplied, isAnswered: true },
      [body],
    ],
    [
      "reports settings that the response doesn't confirm if reading fails",
      [before, lostAnswer],
      ok(theirs),
      { kind: "notTaken", sent: body, after: theirs, unapplied: notApplied, isAnswered: true },
      [body],
    ],
    [
      "reports saved after a lost response if a read confirms it",
      [before, ok(mine)],
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
        unapplied: notApplied,
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
      "reports unknown if the edit is cancelled in flight",
      [before],
      maybeCancelled,
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
      ok(mine),
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
      [ok(mine)],
      lostAnswer,
      { kind: "nothing", after: mine },
      [],
    ],
  ] as const)
    it(title, async () => {
      const expected = "sent" in end ? { ...end, before: connection() } : end;
      assert.deepEqual(await play(reads, answer), { end: expected, bodies, unread: 0 });
    });

  it("prompts about a conflict, then reads again and sends the user's value", async () => {
    const conflicts: SettingChanges[] = [];
    const { bodies, end } = await play([ok(theirs), ok(theirs), ok(mine)], ok(mine), (conflict) => {
      conflicts.push(conflict);
      return conflict.settings;
    });
    assert.deepEqual(
      conflicts.map(({ current: now, settings: changed, wanted: ours }) => [
        changed,
        [now, ours].map(({ health_check_interval: interval }) => interval),
      ]),
      [[["health_check_interval"], [1200, 7200]]],
    );
    assert.equal(end.kind, "saved");
    assert.deepEqual(bodies, [body]);
  });

  it("prompts again if the setting changes while the user decides", async () => {
    let conflicts = 0;
    const third = ok(connection({ health_check_interval: 300 }));
    const { bodies } = await play([ok(theirs), third, third, ok(mine)], ok(mine), ({ settings: changed }) => {
      conflicts += 1;
      return changed;
    });
    assert.deepEqual([conflicts, bodies], [2, [body]]);
  });

  it("sends nothing if the user keeps the other client's values", async () => {
    const { bodies, end } = await play([ok(theirs), ok(theirs)], lostAnswer, () => []);
    assert.deepEqual([end.kind, bodies], ["nothing", []]);
  });

  it("returns the conflict if the user cancels the prompt", async () => {
    const { bodies, end } = await play([ok(theirs)], lostAnswer, () => undefined);
    assert.deepEqual([end.kind, bodies], ["conflict", []]);
  });

  it("reads the connection to find the outcome if the response is lost", async () => {
    for (const [outcome, kind] of [
      [ok(mine), "saved"],
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
  readonly theirs: ManagedAuthUpdateRequest | undefined;
  readonly fate:
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
  theirs: fc.option(fc.constantFrom(...values), { nil: undefined, freq: 2 }),
  fate: fc.oneof(
    { weight: 5, arbitrary: fc.constant<Moment["fate"]>("answered") },
    {
      weight: 4,
      arbitrary: fc.constantFrom<Moment["fate"]>(
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

type Failures = Readonly<Partial<Record<Moment["fate"], Outcome<ManagedAuth>>>>;
const missing: Failures = { gone: notFound, cancelled };
const readFailures: Failures = { ...missing, "lost after": offline, "lost before": offline, late: offline };
const lost: Failures = { "lost after": lostAnswer, "lost before": lostAnswer, late: lostAnswer };
const sendFailures: Failures = { ...missing, ...lost, refused, notSent: offline };

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
  #delayed: ManagedAuthUpdateRequest | undefined;
  #lastRead: ConnectionDraft;
  readonly #moments: readonly Moment[];
  #at = 0;

  constructor(connection: ManagedAuth, moments: readonly Moment[]) {
    this.connection = connection;
    this.#moments = moments;
    this.#lastRead = draftFromConnection(connection);
    this.shown = [this.#lastRead];
  }

  #next(): Moment["fate"] {
    const { fate, theirs } = this.#moments[this.#at++] ?? { fate: "answered", theirs: undefined };
    if (theirs !== undefined) this.connection = applied(this.connection, theirs);
    return fate;
  }

  readonly read = (): Promise<Outcome<ManagedAuth>> => {
    const fate = this.#next();
    const snapshot = this.connection;
    this.readBack = false;
    if (this.#delayed !== undefined) {
      this.connection = applied(this.connection, this.#delayed);
      this.#delayed = undefined;
    }
    const failure = readFailures[fate];
    if (failure !== undefined) return Promise.resolve(failure);
    this.readBack = true;
    this.#lastRead = draftFromConnection(snapshot);
    return Promise.resolve(ok(snapshot));
  };

  readonly send = (body: ManagedAuthUpdateRequest): Promise<Outcome<ManagedAuth>> => {
    const fate = this.#next();
    const carriedOut = ["answered", "lost after", "partly"].includes(fate);
    this.sent.push({ body, lastRead: this.#lastRead, carriedOut });
    if (fate === "late") this.#delayed = body;
    if (carriedOut) {
      const [, ...settings] = Object.entries(body);
      this.connection = applied(this.connection, fate === "partly" ? Object.fromEntries(settings) : body);
    }
    return Promise.resolve(sendFailures[fate] ?? ok(this.connection));
  };
}

describe("applyEdit with conflicts and lost responses", () => {
  it("reports only confirmed changes as saved and overwrites only changes the user saw", async () => {
    const ends = new Set<string>();
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(...values), { maxLength: 4 }),
        fc.array(moment, { maxLength: 8 }),
        fc.array(fc.constantFrom("mine", "theirs", "give up"), { maxLength: 4 }),
        async (edits, moments, decisions) => {
          const base = connection({ credential: { name: "one" } });
          const wanted = draftFromConnection(edits.reduce(applied, base));
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
            resolveConflict: ({ current: now, settings: conflicts, wanted: ours }) => {
              const before = service.shown.at(-1) ?? assert.fail();
              for (const setting of conflicts) {
                assert.ok(settingDiffers(setting, before, now) && settingDiffers(setting, now, ours));
                assert.ok(!settingDiffers(setting, ours, wanted), "what the user wants");
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
            const requested = draftFromConnection(applied(connection(), body));
            for (const name of names) {
              const setting = settingIds.find((one) => one === name) ?? assert.fail(name);
              assert.ok(changed.includes(setting) && !leftToThem.has(setting), `${name} was not changed`);
              assert.ok(!settingDiffers(setting, requested, wanted), `${name} as wanted`);
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
              const requested = draftFromConnection(applied(end.after, end.sent));
              for (const setting of settingIds)
                assert.ok(!settingDiffers(setting, after, requested), `${setting} is saved`);
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
