// Tests the requests, conflicts and results of edits, for each setting and its bounds.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { ManagedAuth } from "../../../../src/api/schemas.ts";
import { ManagedAuthUpdateRequest } from "../../../../src/api/updateRequest.ts";
import { draftFromConnection, type ConnectionDraft } from "../../../../src/domain/draft/draft.ts";
import {
  settingChanges,
  conflictingSettings,
  connectionUpdate,
  unappliedSettings,
  rebaseAnswers,
  resumeEdit,
} from "../../../../src/domain/connections/settingChanges.ts";
import { settingIds } from "../../../../src/domain/connections/settings.ts";
import { enabledFlags } from "../../../support/telemetry.ts";

const on = { enabled: true };
const off = { enabled: false };
const none = { kind: "none" } as const;
const defaultCategories = ["control", "connection", "system", "captcha"] as const;
const nothingCaptured = { control: off, connection: off, system: off, captcha: off };

const connection = (fields: object = {}): ManagedAuth =>
  ManagedAuth.parse({
    id: "ma_1",
    domain: "a.example",
    profile_name: "p",
    status: "AUTHENTICATED",
    allowed_domains: ["b.example", "c.example"],
    auto_reauth: true,
    browser: {
      stealth: true,
      proxy: { id: "p_1" },
      telemetry: { ...on, export: { otlp: { destination: { id: "d_1" } } } },
    },
    credential: { name: "cred" },
    health_check_interval: 3600,
    health_checks: true,
    login_url: "https://a.example/login",
    record_session: false,
    save_credentials: true,
    ...fields,
  });

const proxy = (answer: object) => ({ browser: { proxy: answer } });
const telemetry = (config: object | null) => ({ browser: { telemetry: config } });

/** Returns the connection's answers with some of them replaced. Undefined means that the answer is missing. */
const answered = (answers: Partial<ConnectionDraft> = {}): ConnectionDraft => ({
  ...draftFromConnection(connection()),
  ...answers,
});

describe("the request for an edit", () => {
  const to = { export: { otlp: { destination: { id: "d_1" } } } };
  const same = { kind: "id", destination: "d_1" } as const;
  const changeCases: readonly (readonly [string, Partial<ConnectionDraft>, object])[] = [
    ["a proxy by id", { proxy: { kind: "id", id: "p_2" } }, proxy({ id: "p_2" })],
    ["a proxy by name", { proxy: { kind: "name", name: "n" } }, proxy({ name: "n" })],
    ["no proxy", { proxy: { kind: "direct" } }, proxy({ mode: "direct" })],
    ["the default proxy", { proxy: { kind: "default" } }, proxy({ mode: "default" })],
    ["a stored credential", { credential: { kind: "stored", name: "d" } }, { credential: { name: "d" } }],
    [
      "a provider item",
      { credential: { kind: "item", provider: "v", path: "a/b" } },
      { credential: { provider: "v", path: "a/b" } },
    ],
    [
      "a provider lookup",
      { credential: { kind: "lookup", provider: "v" } },
      { credential: { provider: "v", auto: true } },
    ],
    ["a login page", { login_url: "https://a.example/in" }, { login_url: "https://a.example/in" }],
    ["a cleared login page", { login_url: undefined }, { login_url: "" }],
    ["other domains", { allowed_domains: ["b.example"] }, { allowed_domains: ["b.example"] }],
    ["cleared domains", { allowed_domains: undefined }, { allowed_domains: [] }],
    ["the shortest interval", { health_check_interval: 300 }, { health_check_interval: 300 }],
    ["the longest interval", { health_check_interval: 86_400 }, { health_check_interval: 86_400 }],
    ["no checks", { health_checks: false }, { health_checks: false }],
    ["no automatic login", { auto_reauth: false }, { auto_reauth: false }],
    ["recording", { record_session: true }, { record_session: true }],
    ["no saved credentials", { save_credentials: false }, { save_credentials: false }],
    ["no stealth", { stealth: false }, { browser: { stealth: false } }],
    ["nothing captured", { telemetry: { kind: "off" } }, telemetry(off)],
    [
      "categories with the same destination",
      { telemetry: { kind: "categories", categories: ["network"], export: same } },
      telemetry({ browser: { ...nothingCaptured, network: on }, ...to }),
    ],
    [
      "another destination",
      { telemetry: { kind: "default", export: { kind: "name", destination: "n" } } },
      telemetry({ browser: { control: on }, export: { otlp: { destination: { name: "n" } } } }),
    ],
    [
      "a removed export",
      { telemetry: { kind: "default", export: none } },
      telemetry({ browser: { control: on }, export: { otlp: off } }),
    ],
    [
      "one category less with the same export",
      { telemetry: { kind: "categories", categories: ["connection", "system"], export: same } },
      telemetry({ browser: { control: off, connection: on, captcha: off }, ...to }),
    ],
    [
      "one more category with the same export",
      { telemetry: { kind: "categories", categories: [...defaultCategories, "network"], export: same } },
      telemetry({ browser: { network: on }, ...to }),
    ],
    [
      "several settings, with the browser's in one object",
      { stealth: false, proxy: { kind: "direct" }, health_checks: false },
      { browser: { stealth: false, proxy: { mode: "direct" } }, health_checks: false },
    ],
  ];
  for (const [change, answers, body] of changeCases)
    it(`contains only the changed settings: ${change}`, () => {
      const sent = connectionUpdate(connection(), answered(answers));
      assert.deepEqual(sent, body);
      assert.deepEqual(ManagedAuthUpdateRequest.parse(sent), body);
    });

  const unchangedCases: readonly (readonly [string, Partial<ConnectionDraft>])[] = [
    ["nothing was changed", {}],
    ["only domain and profile were changed", { domain: "z.example", profile_name: "z" }],
    ["only the order of the domains differs", { allowed_domains: ["c.example", "b.example"] }],
    ["the login page is only spelled differently", { login_url: "HTTPS://A.example:443/login" }],
    [
      "the default set is listed by category",
      {
        telemetry: {
          kind: "categories",
          categories: ["captcha", "system", "connection", "control"],
          export: { kind: "id", destination: "d_1" },
        },
      },
    ],
    ["the credential was removed, which no request can express", { credential: none }],
    [
      "answers are missing for settings that can't be cleared",
      {
        stealth: undefined,
        health_checks: undefined,
        auto_reauth: undefined,
        health_check_interval: undefined,
        telemetry: undefined,
        proxy: { kind: "id", id: "p_1" },
      },
    ],
    ["questions are unanswered", { telemetry: { kind: "categories" } }],
  ];
  for (const [condition, answers] of unchangedCases)
    it(`is empty if ${condition}`, () => {
      assert.equal(connectionUpdate(connection(), answered(answers)), undefined);
      assert.deepEqual(settingChanges(connection(), answered(answers)).settings, []);
    });

  it("contains a default value if the setting wasn't reported", () => {
    const unset = connection({ browser: undefined, auto_reauth: undefined, health_check_interval: null });
    const defaults = { auto_reauth: true, health_check_interval: 3600 };
    const answers = {
      ...draftFromConnection(unset),
      ...defaults,
      stealth: true,
      telemetry: { kind: "off" } as const,
    };
    const browser = { stealth: true, telemetry: off };
    assert.deepEqual(connectionUpdate(unset, answers), { ...defaults, browser });
  });

  it("contains every telemetry category if nothing is captured yet", () => {
    const quiet = connection({ browser: { telemetry: off } });
    const chosen: ConnectionDraft["telemetry"] = {
      kind: "categories",
      categories: ["network"],
      export: none,
    };
    const sent = connectionUpdate(quiet, { ...draftFromConnection(quiet), telemetry: chosen });
    assert.deepEqual(sent, telemetry({ ...on, browser: enabledFlags("network") }));
  });

  it("contains only changed telemetry categories if nothing is exported", () => {
    const console = connection({ browser: { telemetry: { ...on, browser: { console: on, network: on } } } });
    const categories = [...defaultCategories, "network" as const];
    const chosen: ConnectionDraft["telemetry"] = { kind: "categories", categories, export: none };
    assert.deepEqual(
      connectionUpdate(console, { ...draftFromConnection(console), telemetry: chosen }),
      telemetry({ browser: { console: off } }),
    );
  });

  it("doesn't clear a setting that already has no value", () => {
    const unset = connection({ login_url: undefined, allowed_domains: [] });
    assert.equal(connectionUpdate(unset, draftFromConnection(unset)), undefined);
  });

  it("lists changed settings in the review's order, with old and new values", () => {
    const changes = settingChanges(
      connection(),
      answered({ auto_reauth: false, proxy: { kind: "direct" }, login_url: undefined }),
    );
    assert.deepEqual(changes.settings, ["proxy", "login_url", "auto_reauth"]);
    assert.deepEqual(
      [changes.current.proxy, changes.wanted.proxy],
      [{ kind: "id", id: "p_1" }, { kind: "direct" }],
    );
  });
});

describe("a change that the API can't represent", () => {
  it("is reported instead of being sent", () => {
    const { settings: sent, unsendable } = settingChanges(
      connection(),
      answered({ credential: none, auto_reauth: false }),
    );
    assert.deepEqual([sent, unsendable], [["auto_reauth"], ["credential"]]);
    assert.deepEqual(settingChanges(connection(), answered({ auto_reauth: false })).unsendable, []);
  });
});

describe("an unknown telemetry category", () => {
  const current = connection({ browser: { telemetry: { ...on, browser: { dreams: on } } } });
  const after = (telemetry: ConnectionDraft["telemetry"]) =>
    settingChanges(current, { ...draftFromConnection(current), telemetry }).wanted.telemetry;

  it("stays on until telemetry is turned off", () => {
    assert.deepEqual(after({ kind: "default" }), { kind: "default", unknown: ["dreams"] });
    assert.deepEqual(after({ kind: "off" }), { kind: "off" });
  });

  it("isn't added to an edit if the connection has only known categories", () => {
    const { wanted } = settingChanges(connection(), answered({ telemetry: { kind: "default" } }));
    assert.deepEqual(wanted.telemetry, { kind: "default" });
  });
});

describe("a telemetry category with unknown options", () => {
  const control = { ...on, cdp: { excluded_methods: ["Page.captureScreenshot"] } };
  const current = connection({ browser: { telemetry: { ...on, browser: { control } } } });
  const change = (telemetry: ConnectionDraft["telemetry"]) => {
    const answers = { ...draftFromConnection(current), telemetry };
    return { ...settingChanges(current, answers), body: connectionUpdate(current, answers) };
  };

  it("isn't sent if only other categories or the export change", () => {
    assert.deepEqual(
      change({ kind: "default", export: { kind: "id", destination: "d_1" } }).body,
      telemetry({ browser: { connection: on }, export: { otlp: { destination: { id: "d_1" } } } }),
    );
    const more = change({ kind: "categories", categories: [...defaultCategories, "network"], export: none });
    assert.deepEqual(more.body, telemetry({ browser: { network: on } }));
  });

  it("stays on with the same options even if the user deselects the category", () => {
    const { body, wanted: after } = change({ kind: "categories", categories: ["system"], export: none });
    assert.deepEqual(body, telemetry({ browser: { connection: off, captcha: off } }));
    const { telemetry: result } = after;
    assert.deepEqual(result?.kind === "categories" && result.categories, ["control", "system"]);
    const [, ...others] = defaultCategories;
    const alone = change({ kind: "categories", categories: others, export: none });
    assert.deepEqual([alone.body, alone.unsendable], [undefined, ["telemetry"]]);
  });
});

describe("resumeEdit", () => {
  const wanted = answered({ health_check_interval: 7200 });

  it("returns the current connection as the base unless another client changed the same setting", () => {
    const current = connection({ health_checks: false });
    const { answers, base } = resumeEdit(connection(), current, wanted);
    assert.equal(base, current);
    assert.deepEqual(connectionUpdate(current, answers), { health_check_interval: 7200 });
  });

  it("keeps the earlier connection as the base if another client changed the same setting", () => {
    const before = connection();
    const { answers, base } = resumeEdit(before, connection({ health_check_interval: 1200 }), wanted);
    assert.equal(base, before);
    assert.deepEqual(connectionUpdate(before, answers), { health_check_interval: 7200 });
  });
});

describe("conflictingSettings and rebaseAnswers", () => {
  const interval = "health_check_interval";
  const wanted = answered({ health_check_interval: 7200, login_url: undefined });
  for (const [description, current, conflicts] of [
    ["returns nothing without changes by another client", {}, []],
    ["returns a setting that was changed to another value", { [interval]: 1200 }, [interval]],
    ["returns nothing if the setting already has the wanted value", { [interval]: 7200 }, []],
    ["returns nothing if only another setting was changed", { health_checks: false }, []],
    ["returns a setting that is no longer reported", { [interval]: null }, [interval]],
    [
      "returns several changed settings",
      { [interval]: 300, login_url: "https://a.example/2" },
      ["login_url", interval],
    ],
  ] as const)
    it(description, () =>
      assert.deepEqual(conflictingSettings(connection(), connection(current), wanted), conflicts),
    );

  it("keep the user's values unless the user accepts another client's value", () => {
    const login_url = "https://a.example/2";
    const current = connection({ health_checks: false, health_check_interval: 1200, login_url });
    const result = rebaseAnswers(connection(), current, wanted);
    assert.deepEqual(connectionUpdate(current, result), { health_check_interval: 7200, login_url: "" });
    const resolved = rebaseAnswers(connection(), current, wanted, ["health_check_interval"]);
    assert.deepEqual(connectionUpdate(current, resolved), { login_url: "" });
    assert.equal(
      connectionUpdate(current, rebaseAnswers(connection(), current, wanted, settingIds)),
      undefined,
    );
  });
});

describe("unappliedSettings", () => {
  const every = (seconds: number) => ({ health_check_interval: seconds });
  const item = (provider: string) => ({ credential: { provider, path: "a/b" } });
  const exported = (otlp: object) => telemetry({ ...on, export: { otlp } });
  const stealth = { browser: { stealth: true } };
  const lookup = { credential: { provider: "v", auto: true } };
  const merged = telemetry({ browser: { network: on, control: off } });
  const proxies = {
    default: proxy({ mode: "default" }),
    none: proxy({ mode: "direct" }),
    named: proxy({ name: "n" }),
  };
  const unapplied = (sent: object, after: object) =>
    unappliedSettings(ManagedAuthUpdateRequest.parse(structuredClone(sent)), connection(after)).flatMap(
      ({ field, isCertain }) => [field, isCertain],
    );

  for (const [change, sent, after] of [
    ["another interval", every(300), every(300)],
    ["a switch", { auto_reauth: false }, { auto_reauth: false }],
    [
      "a login page in another spelling",
      { login_url: "https://x.example" },
      { login_url: "https://x.example/" },
    ],
    ["a cleared login page", { login_url: "" }, { login_url: "" }],
    ["a login page that is no longer reported", { login_url: "" }, { login_url: undefined }],
    ["domains in another order", { allowed_domains: ["c.example", "b.example"] }, {}],
    ["domains in the service's spelling", { allowed_domains: ["www.B.example", "*.c.example"] }, {}],
    [
      "domains in ASCII or Unicode",
      { allowed_domains: ["xn--bcher-kva.example", "c.example"] },
      { allowed_domains: ["*.BÜCHER.example.", "c.example."] },
    ],
    [
      "domains that the service spells differently",
      { allowed_domains: ["b.example", "c.example"] },
      { allowed_domains: ["*.C.example", "WWW.b.example"] },
    ],
    ["cleared domains", { allowed_domains: [] }, { allowed_domains: undefined }],
    ["a credential", lookup, lookup],
    ["the default proxy, which isn't reported", proxies.default, { browser: {} }],
    ["the default proxy", proxies.default, proxies.default],
    ["a proxy by id", proxy({ id: "p_1" }), {}],
    ["stealth, which is the default", stealth, { browser: {} }],
    ["disabled telemetry", telemetry(off), telemetry(null)],
    ["telemetry without a category", telemetry(off), telemetry({ ...on, browser: nothingCaptured })],
    ["an export that ended", exported(off), telemetry(on)],
    [
      "categories that were merged with others",
      merged,
      telemetry({ ...on, browser: { network: on, control: off, page: on, platform: on } }),
    ],
    [
      "the default set with an unknown category",
      telemetry(on),
      telemetry({ ...on, browser: { dreams: on } }),
    ],
  ] as const)
    it(`returns nothing if the service applied ${change}`, () =>
      assert.deepEqual(unapplied(sent, after), []));

  for (const [change, sent, after, field] of [
    ["an interval that isn't reported", every(300), { health_check_interval: null }, "health_check_interval"],
    ["the default proxy that is reported as none", proxies.default, proxies.none, "proxy"],
    ["a lookup that is reported with its result", lookup, item("v"), "credential"],
    ["a proxy by name reported by ID", proxies.named, {}, "proxy"],
    ["a proxy by ID reported by name", proxy({ id: "p_1" }), proxies.named, "proxy"],
    ["a destination by name reported by ID", exported({ destination: { name: "n" } }), {}, "telemetry"],
  ] as const)
    it(`reports a change as uncertain: ${change}`, () =>
      assert.deepEqual(unapplied(sent, after), [field, false]));

  for (const [change, sent, after, ...fields] of [
    ["another interval", every(300), {}, "health_check_interval"],
    ["a switch", { auto_reauth: false }, {}, "auto_reauth"],
    ["a login page that still exists", { login_url: "" }, {}, "login_url"],
    [
      "domains with additions",
      { allowed_domains: ["z.example"] },
      { allowed_domains: ["b.example", "z.example"] },
      "allowed_domains",
    ],
    ["a credential", { credential: { name: "d" } }, {}, "credential"],
    [
      "a credential that isn't reported",
      { credential: { name: "cred" } },
      { credential: undefined },
      "credential",
    ],
    ["a direct connection", proxies.none, proxies.default, "proxy"],
    ["a lookup at another provider", lookup, item("w"), "credential"],
    ["the default proxy", proxies.default, {}, "proxy"],
    ["stealth", { browser: { stealth: false } }, { browser: {} }, "stealth"],
    ["telemetry that continues", telemetry(off), {}, "telemetry"],
    ["an export that continues", exported(off), {}, "telemetry"],
    [
      "categories with any destination",
      telemetry({ browser: { network: on }, export: { otlp: { destination: { name: "n" } } } }),
      {},
      "telemetry",
    ],
    ["one of several merged categories", merged, telemetry({ ...on, browser: { network: on } }), "telemetry"],
    ["the default set", telemetry(on), telemetry({ ...on, browser: { page: on } }), "telemetry"],
    [
      "disabled telemetry with an unknown category",
      telemetry(off),
      telemetry({ browser: { ...nothingCaptured, platform: on } }),
      "telemetry",
    ],
    [
      "categories of disabled telemetry",
      telemetry({ browser: { network: on } }),
      telemetry(off),
      "telemetry",
    ],
    ["another destination", exported({ destination: { id: "d_2" } }), {}, "telemetry"],
    [
      "two of three settings",
      { auto_reauth: false, health_checks: true, browser: { stealth: false } },
      {},
      "stealth",
      "auto_reauth",
    ],
  ] as const)
    it(`reports a change as not applied: ${change}`, () =>
      assert.deepEqual(
        unapplied(sent, after),
        fields.flatMap((field) => [field, true]),
      ));
});
