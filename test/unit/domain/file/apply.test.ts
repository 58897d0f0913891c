import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { ApiError, Outcome } from "../../../../src/api/errors.ts";
import type { ManagedAuth } from "../../../../src/api/schemas.ts";
import { applyPlan, type ApprovedDeletions, type ApplyPorts } from "../../../../src/domain/file/apply.ts";
import { fileOf, live, planned } from "./support.ts";

const ok = <T>(value: T, status = 200): Outcome<T> => ({ kind: "ok", value, raw: undefined, status });
const failed = (error: ApiError): Outcome<never> => ({ kind: "failed", error });
const lostAnswer = failed({ kind: "timeout", sent: "unknown", afterMs: 1, host: "api.example" });
const notFound = failed({ kind: "notFound", sent: "no", status: 404, missing: "resource" });
const profileInUse = (existing_id: string): Outcome<never> =>
  failed({ kind: "conflict", sent: "refused", status: 409, code: "already_exists", existing_id });

/** A fake service that stores connections and records requests. */
function serviceWith(connections: readonly ManagedAuth[]) {
  const stored = new Map(connections.map((connection) => [connection.id, connection]));
  const sent: string[] = [];
  const ports: ApplyPorts = {
    create: (body) => {
      sent.push(`create ${body.domain}`);
      const created = live(body.domain, body.profile_name, body as Partial<ManagedAuth>);
      stored.set(created.id, created);
      return Promise.resolve(ok(created, 201));
    },
    read: (id) => {
      const connection = stored.get(id);
      return Promise.resolve(connection === undefined ? notFound : ok(connection));
    },
    update: (id, body) => {
      sent.push(`update ${id} ${JSON.stringify(body)}`);
      const { browser, ...rest } = body;
      const now = stored.get(id) ?? { id };
      const after = { ...now, ...rest, browser: { ...now.browser, ...browser } } as ManagedAuth;
      stored.set(id, after);
      return Promise.resolve(ok(after));
    },
    remove: (id) => {
      sent.push(`delete ${id}`);
      return Promise.resolve(stored.delete(id) ? ok(undefined, 204) : notFound);
    },
    list: () => Promise.resolve({ kind: "complete", rows: [...stored.values()], unreadable: 0, more: false }),
  };
  return { stored, sent, ports };
}

interface PlayOptions {
  readonly text: string;
  readonly connections?: readonly ManagedAuth[];
  readonly agreed?: ApprovedDeletions;
  readonly ports?: (service: ReturnType<typeof serviceWith>) => Partial<ApplyPorts>;
  /** Changes the service between plan and apply. */
  readonly meanwhile?: (service: ReturnType<typeof serviceWith>) => void;
  readonly signal?: AbortSignal;
}

async function played({
  text,
  agreed = { prune: false, replace: false },
  connections = [],
  meanwhile,
  ports,
  signal = new AbortController().signal,
}: PlayOptions) {
  const service = serviceWith(connections);
  const plan = planned(text, { connections });
  assert.deepEqual(plan.problems, []);
  meanwhile?.(service);
  const ends: string[] = [];
  await applyPlan(
    plan,
    agreed,
    { connections },
    { ...service.ports, ...ports?.(service) },
    signal,
    (task, outcome) => {
      const subject = task.kind === "delete" ? task.connection.id : task.entry.domain;
      ends.push(
        [task.kind, subject, outcome.kind, ...("settings" in outcome ? outcome.settings : [])].join(" "),
      );
    },
  );
  return { ends, sent: service.sent, stored: [...service.stored.keys()] };
}

/** Returns a port that resolves to this outcome without an effect. */
const answers =
  <T>(outcome: Outcome<T>) =>
  () =>
    Promise.resolve(outcome);
const forbidden = failed({ kind: "forbidden", sent: "refused", status: 403 });
const invalid = failed({ kind: "invalid", sent: "refused", status: 400 });
const a = { domain: "a.example", profile_name: "p" };
const b = { domain: "b.example", profile_name: "q" };
const recorded = fileOf([{ ...a, record_session: true }]);
const existingConnections = [live("a.example", "p")];

describe("applyPlan", () => {
  it("sends each creation and change once and sends nothing on a second run", async () => {
    const text = fileOf([{ ...a, record_session: true }, b]);
    const first = await played({ text, connections: existingConnections });
    assert.deepEqual(first.ends, ["update a.example saved", "create b.example created"]);
    assert.deepEqual(first.sent, ['update ma_a.example_p {"record_session":true}', "create b.example"]);
    const after = [live("a.example", "p", { record_session: true }), live("b.example", "q")];
    assert.deepEqual((await played({ text, connections: after })).sent, []);
  });

  it("doesn't resend a creation if the connection exists after a lost response", async () => {
    const { ends, sent } = await played({
      text: fileOf([a]),
      ports: ({ ports }) => ({ create: async (body) => (await ports.create(body), lostAnswer) }),
    });
    assert.deepEqual([ends, sent], [["create a.example created"], ["create a.example"]]);
  });

  it("reports an unknown outcome if the created connection can't be found", async () => {
    const ports = () => ({ create: answers(lostAnswer) });
    const { ends, sent } = await played({ text: fileOf([a, b]), ports });
    assert.deepEqual(ends, ["create a.example unknown", "create b.example unknown"]);
    assert.deepEqual(sent, []);
  });

  for (const [description, outcome] of [
    ["reports and keeps a connection that another client created meanwhile", profileInUse("ma_theirs")],
    ["doesn't mistake another client's connection for a lost creation", lostAnswer],
  ] as const)
    it(description, async () => {
      const { ends, sent } = await played({
        text: recorded,
        meanwhile: ({ stored }) => stored.set("ma_theirs", live("a.example", "p", { id: "ma_theirs" })),
        ports: () => ({ create: answers(outcome) }),
      });
      assert.deepEqual([ends, sent], [["create a.example exists record_session"], []]);
    });

  it("sends a change unless another client changed the same setting", async () => {
    const changed = (more: Partial<ManagedAuth>) =>
      played({
        text: fileOf([{ ...a, health_check_interval: 7200 }]),
        connections: existingConnections,
        meanwhile: (service) => service.stored.set("ma_a.example_p", live("a.example", "p", more)),
      });
    const conflict = await changed({ health_check_interval: 600 });
    assert.deepEqual(conflict.ends, ["update a.example conflict health_check_interval"]);
    assert.deepEqual((await changed({ record_session: true })).ends, ["update a.example saved"]);
    const unchanged = await changed({ health_check_interval: 7200 });
    assert.deepEqual(unchanged.ends, ["update a.example alreadyDone"]);
    assert.deepEqual([conflict.sent, unchanged.sent], [[], []]);
  });

  it("reads the connection to confirm a change if the response is lost", async () => {
    const confirmed = await played({
      text: recorded,
      connections: existingConnections,
      ports: ({ ports }) => ({ update: async (id, body) => (await ports.update(id, body), lostAnswer) }),
    });
    assert.deepEqual([confirmed.ends, confirmed.sent.length], [["update a.example saved"], 1]);
    const ports = () => ({ update: answers(lostAnswer) });
    const unconfirmed = await played({ text: recorded, connections: existingConnections, ports });
    assert.deepEqual(unconfirmed.ends, ["update a.example unknown"]);
  });

  it("reports settings that the response doesn't confirm", async () => {
    const ports = () => ({ update: answers(ok(live("a.example", "p"))) });
    const { ends } = await played({ text: recorded, connections: existingConnections, ports });
    assert.deepEqual(ends, ["update a.example notTaken record_session"]);
  });

  it("reports a connection that another client deleted, without sending the change", async () => {
    const { ends, sent } = await played({
      text: recorded,
      connections: existingConnections,
      meanwhile: (service) => service.stored.clear(),
    });
    assert.deepEqual([ends, sent], [["update a.example gone"], []]);
  });

  it("continues after a refusal and stops after a failure that affects all requests", async () => {
    const text = fileOf([a, b]);
    const refused = await played({
      text,
      ports: ({ ports }) => ({
        create: (body) => (body.domain === "a.example" ? Promise.resolve(invalid) : ports.create(body)),
      }),
    });
    assert.deepEqual(refused.ends, ["create a.example refused", "create b.example created"]);
    const unauthorized = failed({ kind: "unauthorized", sent: "refused", status: 401 });
    const all = await played({ text, ports: () => ({ create: answers(unauthorized) }) });
    assert.deepEqual(all.ends, ["create a.example refused", "create b.example notTried"]);
  });

  it("stops after a 403 unless a credential may be the cause", async () => {
    const bot = { ...a, credential: { name: "bot" } };
    for (const [entry, end] of [
      [a, "notTried"],
      [bot, "created"],
    ] as const) {
      const { ends } = await played({
        text: fileOf([entry, b]),
        ports: ({ ports }) => ({
          create: (body) => (body.domain === "a.example" ? Promise.resolve(forbidden) : ports.create(body)),
        }),
      });
      assert.deepEqual(ends, ["create a.example refused", `create b.example ${end}`]);
    }
  });

  it("sends nothing after cancellation", async () => {
    const stop = new AbortController();
    const { ends, sent } = await played({
      text: fileOf([a, b]),
      signal: stop.signal,
      ports: ({ ports }) => ({
        create: (body) => {
          stop.abort();
          return ports.create(body);
        },
      }),
    });
    assert.deepEqual(
      [ends, sent],
      [["create a.example created", "create b.example notTried"], ["create a.example"]],
    );
  });
});

describe("the outcome of a plan's task", () => {
  const host = "api.example";
  const offline = { kind: "offline", sent: "no", reason: "ECONNREFUSED", host } as const;
  const unsent = failed(offline);
  const cancelled = { kind: "cancelled", sent: "no" } as const;
  const unread = { kind: "failed", rows: [], unreadable: 0, more: false } as const;
  const failing = failed({ kind: "server", sent: "unknown", status: 500 });
  for (const [task, outcome, event, ports] of [
    ["create a.example", "notSent", "can't be sent", { create: answers(unsent) }],
    ["create a.example", "notTried", "is cancelled before it is sent", { create: answers(cancelled) }],
    [
      "create a.example",
      "unknown",
      "is cancelled after it may have been sent",
      { create: answers({ kind: "cancelled", sent: "unknown" }) },
    ],
    [
      "create a.example",
      "unknown",
      "gets no response and the list can't be read",
      { create: answers(lostAnswer), list: () => Promise.resolve({ ...unread, error: offline }) },
    ],
    [
      "create a.example",
      "exists",
      "conflicts with a connection that can't be read",
      { create: answers(profileInUse("ma_theirs")), read: answers(failing) },
    ],
    ["update a.example", "refused", "is rejected with 403", { update: answers(forbidden) }],
    ["update a.example", "notSent", "can't be sent", { update: answers(unsent) }],
    ["update a.example", "notSent", "requires a read that can't be sent", { read: answers(unsent) }],
    ["update a.example", "notTried", "is cancelled before it is sent", { update: answers(cancelled) }],
    ["delete ma_a.example_p", "deleted", "is accepted with 202", { remove: answers(ok(undefined, 202)) }],
    ["delete ma_a.example_p", "alreadyDone", "gets a 404", { remove: answers(notFound) }],
    ["delete ma_a.example_p", "refused", "is rejected with 403", { remove: answers(forbidden) }],
    ["delete ma_a.example_p", "notSent", "can't be sent", { remove: answers(unsent) }],
    ["delete ma_a.example_p", "notTried", "is cancelled before it is sent", { remove: answers(cancelled) }],
    ["delete ma_a.example_p", "unknown", "gets no response", { remove: answers(lostAnswer) }],
    [
      "delete ma_a.example_p",
      "unknown",
      "gets no response and the read is rejected",
      { remove: answers(lostAnswer), read: answers(forbidden) },
    ],
  ] as const satisfies readonly (readonly [string, string, string, Partial<ApplyPorts>])[])
    it(`is "${outcome}" if the request "${task}" ${event}`, async () => {
      const { ends, sent } = await played({
        text: task.startsWith("delete") ? fileOf([], { owns: ["p"] }) : recorded,
        connections: task.startsWith("create") ? [] : existingConnections,
        agreed: { prune: true, replace: false },
        ports: () => ports,
      });
      assert.deepEqual([ends, sent], [[`${task} ${outcome}`], []]);
    });

  it(`is "saved" if the response can't confirm a value`, async () => {
    const proxied = (proxy: { mode?: string; id?: string }) => live("a.example", "p", { browser: { proxy } });
    const { ends } = await played({
      text: fileOf([{ ...a, browser: { proxy: { mode: "default" } } }]),
      connections: [proxied({ id: "p1" })],
      ports: ({ stored }) => ({
        update: (id) => {
          const reply = proxied({ mode: "direct" });
          stored.set(id, reply);
          return Promise.resolve(ok(reply));
        },
      }),
    });
    assert.deepEqual(ends, ["update a.example saved"]);
  });

  it("is based on the list of connections if a 409 contains no ID", async () => {
    const unnamed = failed({ kind: "conflict", sent: "refused", status: 409 });
    const meanwhile = (service: ReturnType<typeof serviceWith>): void =>
      void service.stored.set("ma_theirs", live("a.example", "p", { id: "ma_theirs" }));
    const { ends } = await played({ text: recorded, meanwhile, ports: () => ({ create: answers(unnamed) }) });
    assert.deepEqual(ends, ["create a.example exists record_session"]);
  });

  for (const error of [
    offline,
    { kind: "unauthorized", sent: "refused" },
    { kind: "limited", sent: "refused" },
    { kind: "timeout", sent: "no", afterMs: 1, host },
    { kind: "certificate", sent: "no", reason: "?", host },
    { kind: "proxyLogin", sent: "no" },
    { kind: "proxyRefused", sent: "no" },
    { kind: "redirected", sent: "refused" },
  ] as const satisfies readonly ApiError[])
    it(`is "notTried" after an earlier task ends with the error ${error.kind}`, async () => {
      const text = fileOf([a, b]);
      const refused = await played({ text, ports: () => ({ create: answers(failed(error)) }) });
      const list = () => Promise.resolve({ ...unread, error });
      const afterLookup = await played({ text, ports: () => ({ create: answers(lostAnswer), list }) });
      for (const { ends } of [refused, afterLookup]) assert.equal(ends[1], "create b.example notTried");
    });
});

describe("applyPlan with prune", () => {
  const connections = [
    live("a.example", "team-old"),
    live("x.example", "team-x"),
    live("y.example", "team-y"),
  ];
  const text = fileOf([{ domain: "a.example", profile_name: "team-new" }], { owns: ["team-*"] });
  const created = "create a.example";
  const surplus = ["delete ma_x.example_team-x", "delete ma_y.example_team-y"];
  const renamed = "delete ma_a.example_team-old";

  for (const [prune, replace, deleted] of [
    [false, false, []],
    [true, false, surplus],
    [false, true, [renamed]],
    [true, true, [...surplus, renamed]],
  ] as const)
    it(`deletes only approved connections with prune=${prune} and replace=${replace}`, async () => {
      const { sent } = await played({ text, connections, agreed: { prune, replace } });
      assert.deepEqual(sent, [created, ...deleted]);
    });

  for (const [event, outcome, kind] of [
    ["is refused", forbidden, "refused"],
    ["may have failed", lostAnswer, "unknown"],
    ["finds another connection", profileInUse("ma_a.example_team-old"), "otherConnection"],
    ["returns another connection", ok(live("www.a.example", "team-new"), 201), "otherConnection"],
  ] as const)
    it(`deletes nothing if a create request ${event}`, async () => {
      const { ends, sent } = await played({
        text,
        connections,
        agreed: { prune: true, replace: true },
        ports: () => ({ create: answers(outcome) }),
      });
      const withheld = [...surplus, renamed].map((deletion) => `${deletion} heldBack`);
      assert.deepEqual([ends, sent], [[`${created} ${kind}`, ...withheld], []]);
    });

  it("deletes nothing if a change has a conflict", async () => {
    const { ends } = await played({
      text: fileOf([{ ...a, health_check_interval: 7200 }], { owns: ["team-*"] }),
      connections: [...existingConnections, ...connections.slice(1)],
      agreed: { prune: true, replace: false },
      meanwhile: (service) =>
        service.stored.set("ma_a.example_p", live("a.example", "p", { health_check_interval: 600 })),
    });
    assert.deepEqual(
      ends.map((end) => end.split(" ")[2]),
      ["conflict", "heldBack", "heldBack"],
    );
  });

  it("continues with other deletions after a rejected deletion", async () => {
    const ports = ({ ports: real }: ReturnType<typeof serviceWith>): Partial<ApplyPorts> => ({
      remove: (id) => (id.includes("x.example") ? Promise.resolve(forbidden) : real.remove(id)),
    });
    const { ends } = await played({ text, connections, agreed: { prune: true, replace: false }, ports });
    assert.deepEqual(ends.slice(1), [`${surplus[0]} refused`, `${surplus[1]} deleted`]);
  });

  it("reads the connection to confirm a deletion if the response is lost", async () => {
    const { ends } = await played({
      text,
      connections,
      agreed: { prune: true, replace: false },
      ports: ({ ports }) => ({ remove: async (id) => (await ports.remove(id), lostAnswer) }),
    });
    assert.deepEqual(
      ends.slice(1),
      surplus.map((deletion) => `${deletion} deleted`),
    );
  });
});

describe("the connection returned by a create request", () => {
  for (const [difference, more, end] of [
    [
      "has the same domain and profile in another spelling",
      { domain: "A.example.", profile_name: "P" },
      "created",
    ],
    ["omits the domain and profile", { domain: undefined, profile_name: undefined }, "created"],
    ["lacks a setting", { record_session: false }, "notTaken record_session"],
    ["is for another domain", { domain: "www.a.example" }, "otherConnection"],
    ["is for another profile", { profile_name: "q" }, "otherConnection"],
  ] as const)
    it(`is reported as "${end}" if the connection ${difference}`, async () => {
      const reply = live("a.example", "p", { record_session: true, ...more });
      const { ends } = await played({ text: recorded, ports: () => ({ create: answers(ok(reply, 201)) }) });
      assert.deepEqual(ends, [`create a.example ${end}`]);
    });

  it("counts as applied if another client created the declared connection", async () => {
    const { ends } = await played({
      text: recorded,
      meanwhile: ({ stored: now }) =>
        now.set("ma_1", live("a.example", "P", { id: "ma_1", record_session: true })),
      ports: () => ({ create: answers(profileInUse("ma_1")) }),
    });
    assert.deepEqual(ends, ["create a.example alreadyDone"]);
  });
});
