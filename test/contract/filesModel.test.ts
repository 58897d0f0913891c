// Applies random connection files to random services, with faults in between. No declared connection may be lost,
// nothing may be sent that the plan didn't show, and exit codes must be correct.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { domainToASCII } from "node:url";
import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { isSameHost, isSameProfile, SecondService, type Row } from "../support/secondService.ts";
import { ShellFolder } from "../support/shell.ts";

interface Settings {
  readonly record_session?: boolean;
  readonly health_checks?: boolean;
  readonly health_check_interval?: number;
  readonly auto_reauth?: boolean;
  readonly save_credentials?: boolean;
  readonly login_url?: string;
  readonly allowed_domains?: readonly string[];
  readonly browser?: {
    readonly stealth?: boolean;
    readonly proxy?: { readonly id: string } | { readonly name: string } | { readonly mode: string };
    readonly telemetry?: { readonly enabled: boolean; readonly browser?: object };
  };
}

interface Entry extends Settings {
  readonly domain: string;
  readonly profile_name: string;
}

const names = ["ops", "Ops", "OPS", "Équipe", "e\u0301quipe", "equipe", "दिन", "दान", "travel"];
const hosts = ["bank.example", "xn--bcher-kva.example", "shop.example", "wiki.example"];
/** Spellings that occur only in the service's replies. */
const otherSpellings = [
  ...hosts,
  "Bank.Example",
  "bank.example.",
  "bücher.example",
  "SHOP.example",
  "wiki.example.",
];

const settings = {
  record_session: fc.boolean(),
  health_checks: fc.boolean(),
  health_check_interval: fc.constantFrom(3600, 7200),
  auto_reauth: fc.boolean(),
  save_credentials: fc.boolean(),
  login_url: fc.constantFrom("https://bank.example/login", "https://shop.example/"),
  allowed_domains: fc.constantFrom(["sso.example"], ["sso.example", "xn--bcher-kva.example"]),
};
const reportedSettings = {
  ...settings,
  login_url: fc.constantFrom(
    "https://BANK.example:443/login",
    "https://shop.example",
    "https://shop.example/a|b",
  ),
  allowed_domains: fc.constantFrom(
    ["SSO.example."],
    ["*.bücher.example", "sso.example"],
    ["bücher.example:8443"],
  ),
};
const noRequiredKeys = { requiredKeys: [] as [] };
const proxies = [
  { id: "proxy_1", name: "berlin", type: "datacenter" },
  { id: "proxy_2", name: "oslo", type: "custom" },
];
const on = { enabled: true };
const defaultCategories = { control: on, connection: on, system: on, captcha: on };

/** Browser settings in files, which may not contain an empty section. */
const declaredBrowser = fc
  .record(
    {
      stealth: fc.boolean(),
      proxy: fc.constantFrom({ id: "proxy_1" }, { name: "oslo" }, { mode: "direct" }, { mode: "default" }),
      telemetry: fc.constantFrom<NonNullable<NonNullable<Settings["browser"]>["telemetry"]>>(
        { enabled: false },
        { enabled: true },
        { enabled: true, browser: { console: on } },
      ),
    },
    noRequiredKeys,
  )
  .filter((browser) => Object.keys(browser).length > 0);

/** Browser settings as the service reports them. */
const reportedBrowser = fc.record(
  {
    stealth: fc.boolean(),
    proxy: fc.constantFrom({ id: "proxy_1" }, { id: "proxy_2" }, { mode: "direct" }, { mode: "default" }),
    telemetry: fc.constantFrom(
      null,
      { enabled: true, browser: defaultCategories },
      {
        enabled: true,
        browser: { ...defaultCategories, captcha: { enabled: false }, console: on, tomorrow: on },
      },
    ),
  },
  noRequiredKeys,
);

const entry: fc.Arbitrary<Entry> = fc
  .tuple(
    fc.constantFrom(...hosts),
    fc.constantFrom(...names),
    fc.record({ ...settings, browser: declaredBrowser }, noRequiredKeys),
  )
  .map(([domain, profile_name, own]) => ({ domain, profile_name, ...own }));

const existingConnection = fc.record({
  domain: fc.constantFrom(...otherSpellings),
  profile_name: fc.constantFrom(...names),
  more: fc.record(
    { ...reportedSettings, browser: reportedBrowser, status: fc.constantFrom("AUTHENTICATED", "NEEDS_AUTH") },
    { requiredKeys: ["status"] },
  ),
});

/** Outcomes of the requests that change something, in order. */
const fates = fc.array(fc.constantFrom("done", "done", "done", "lost", "dropped", "refused", "raced"), {
  maxLength: 6,
});

const cases = fc.record({
  entries: fc.uniqueArray(entry, { maxLength: 5, selector: (one) => `${one.domain} ${one.profile_name}` }),
  rows: fc.uniqueArray(existingConnection, {
    maxLength: 7,
    selector: (one) => `${one.domain} ${one.profile_name}`,
  }),
  owns: fc.subarray(["*", "ops", "O*", "équipe", "t*"]),
  defaults: fc.record(
    { record_session: fc.boolean(), health_checks: fc.boolean(), browser: declaredBrowser },
    noRequiredKeys,
  ),
  flags: fc.constantFrom([], ["--prune"], ["--prune", "--replace"]),
  fates,
});

interface PlannedStep extends Entry {
  readonly changes: readonly { readonly setting: string; readonly now?: unknown; readonly then: unknown }[];
}

interface PlanObject {
  readonly create: readonly PlannedStep[];
  readonly update: readonly (PlannedStep & { readonly id: string })[];
  readonly delete: readonly { readonly id: string }[];
  readonly held_back: readonly { readonly id: string }[];
}

const isSame = (row: Row, { domain, profile_name }: Entry): boolean =>
  isSameHost(String(row["domain"]), domain) && isSameProfile(String(row["profile_name"]), profile_name);

/** Flattens the browser section into the other settings. */
function flat({ browser, ...others }: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return { ...others, ...(browser as object | undefined) };
}

/** Merges an entry with the file's `defaults`. */
function declaredBy(one: Entry, defaults: Settings): Readonly<Record<string, unknown>> {
  const all = Object.entries({ ...flat({ ...defaults }), ...flat({ ...one }) });
  return Object.fromEntries(all.filter(([key]) => key !== "domain" && key !== "profile_name"));
}

/** Returns a row's settings that an entry doesn't declare. */
function without(row: Row, declared: object): object {
  return Object.fromEntries(Object.entries(flat(row)).filter(([key]) => !(key in declared)));
}

const objectOf = (body: unknown): Entry => ({ domain: "", profile_name: "", ...(body as Partial<Entry>) });

function planOf(stdout: string): PlanObject {
  return JSON.parse(stdout) as PlanObject;
}

describe("apply with random files, services and faults", () => {
  it("sends only planned changes and reports correct results", async (t) => {
    const service = await new SecondService().start(t);
    service.proxies = proxies;
    const shell = new ShellFolder(t, service);
    await fc.assert(
      fc.asyncProperty(cases, async ({ defaults, entries, fates: each, flags, owns, rows }) => {
        service.connections = [];
        service.fate = () => undefined;
        for (const { domain, more, profile_name } of rows) service.keep(domain, profile_name, { ...more });
        const before = structuredClone(service.connections);
        const file = { defaults, owns };
        shell.declare(entries, file);
        service.requests.length = 0;
        const plan = await shell.run(["plan", ...flags, "--json"]);
        assert.deepEqual(service.changes, []);
        const refused = plan.exit === 1;
        const planned = refused ? undefined : planOf(plan.stdout);

        // The order of entries and connections must not matter.
        shell.declare(entries.toReversed(), file);
        service.connections.reverse();
        const other = await shell.run(["plan", ...flags, "--json"]);
        assert.equal(other.exit, plan.exit, other.stderr);
        if (planned !== undefined) assert.deepEqual(sortedPlan(planOf(other.stdout)), sortedPlan(planned));

        const bodies: unknown[] = [];
        const remaining = [...each];
        let failures = 0;
        service.fate = ({ body, request }) => {
          if (request.startsWith("GET ")) return undefined;
          bodies.push([request, body]);
          const fate = remaining.shift() ?? "done";
          if (fate === "done") return undefined;
          failures += 1;
          if (fate === "lost" || fate === "dropped") return fate;
          if (fate === "refused") return { status: 403, body: { code: "forbidden", message: "No." } };
          // Another client creates the connection first.
          const requested = objectOf(body);
          if (request.startsWith("POST ") && !service.connections.some((row) => isSame(row, requested)))
            service.keep(requested.domain, requested.profile_name, { record_session: true });
          return undefined;
        };
        const applied = await shell.run(["apply", "--yes", ...flags, "--json"]);
        service.fate = () => undefined;
        if (planned === undefined) assert.deepEqual([applied.exit, bodies], [1, []]);
        else {
          checkRequests(bodies, planned);
          assert.equal(plan.exit, bodies.length > 0 ? 2 : 0);
          if (failures === 0) assert.equal(applied.exit, 0, applied.stdout);
        }

        for (const row of before) {
          const after = service.connections.find(({ id }) => id === row.id);
          const mine = entries.filter((one) => isSame(row, one));
          if (mine.length > 0) assert.ok(after, `${String(row["domain"])} is declared and was deleted`);
          const declared = Object.assign({}, ...mine.map((one) => declaredBy(one, defaults))) as object;
          if (after !== undefined) assert.deepEqual(without(after, declared), without(row, declared));
        }
        if (applied.exit === 0) {
          for (const one of entries)
            assert.ok(
              service.connections.some((row) => isSame(row, one) && hasAll(row, declaredBy(one, defaults))),
              `${one.domain} isn't as declared`,
            );
          const again = await shell.run(["plan", ...flags]);
          assert.equal(again.exit, 0, again.stdout);
        }

        const imported = await shell.run(["import", "all.jsonc", "--json"]);
        assert.equal(imported.exit, 0, imported.stderr);
        const fullPlan = await shell.run(["plan", "all.jsonc"]);
        assert.equal(fullPlan.exit, 0, fullPlan.stdout + fullPlan.stderr);
        shell.remove("all.jsonc");
        if (refused) return;
        const added = await shell.run(["import", "--json"]);
        assert.equal(added.exit, 0, added.stderr);
        const ids = new Set((JSON.parse(added.stdout) as { added: Row[] }).added.map(({ id }) => id));
        assert.deepEqual(
          planOf((await shell.run(["plan", "--json"])).stdout).update.filter(({ id }) => ids.has(id)),
          [],
          "an imported entry changes nothing",
        );
      }),
      { numRuns: 60, ...(process.env["SEED"] !== undefined && { seed: Number(process.env["SEED"]) }) },
    );
  });
});

const sortedPlan = (plan: PlanObject): unknown =>
  [plan.create, plan.update, plan.delete, plan.held_back].map((list) =>
    list.map((one) => JSON.stringify(one)).toSorted(),
  );

const hasAll = (row: Row, declared: Readonly<Record<string, unknown>>): boolean =>
  Object.entries(declared).every(([key, value]) => {
    const reported = flat(row)[key];
    if (key === "proxy") return isSameProxy(value as object, reported ?? {});
    if (key === "telemetry") return isDeepStrictEqual(categoriesOf(value), categoriesOf(reported));
    if (key === "stealth") return value === (reported ?? true);
    if (key === "login_url") return new URL(String(reported)).href === value;
    return Array.isArray(value)
      ? isDeepStrictEqual(new Set(value), new Set((reported as string[]).map(asciiHost)))
      : reported === value;
  });

const asciiHost = (host: string): string => domainToASCII(host.replace(/^\*\./, "")).replace(/\.$/, "");

/** The default proxy may be reported as direct egress, which it is without stealth. */
function isSameProxy(
  declared: { readonly id?: string; readonly name?: string; readonly mode?: string },
  { id, mode = "default" }: { readonly id?: string; readonly mode?: string },
): boolean {
  const expectedId = declared.id ?? proxies.find(({ name }) => name === declared.name)?.id;
  return (
    expectedId === id &&
    (id !== undefined || mode === declared.mode || mode === "direct" || mode === "default")
  );
}

/**
 * Returns the enabled telemetry categories that this version knows. Flags are layered onto the default set
 * (interface.md §2.6).
 */
function categoriesOf(telemetry: unknown): ReadonlySet<string> {
  const { browser, enabled } = (telemetry ?? { enabled: false }) as {
    readonly enabled: boolean;
    readonly browser?: Readonly<Record<string, { readonly enabled: boolean }>>;
  };
  if (!enabled) return new Set();
  const isOn = Object.entries({ ...defaultCategories, ...browser }).filter((one) => one[1].enabled);
  return new Set(isOn.map(([category]) => category).filter((category) => category !== "tomorrow"));
}

/** Returns a value in the form that plans and requests share. Plans list all categories, and show proxies by name. */
function sentValue(setting: string, value: unknown, current?: unknown): unknown {
  if (setting === "telemetry") return categoriesOf(mergedTelemetry(value, current));
  const proxy = setting === "proxy" && proxies.find(({ name }) => isDeepStrictEqual(value, { name }));
  return proxy ? { id: proxy.id } : value;
}

/** Merges requested categories into the current ones, unless the request sets `enabled` (interface.md §2.6). */
function mergedTelemetry(value: unknown, before: unknown): unknown {
  const [requested, current] = [value, before].map(
    (one) => one as { enabled?: boolean; browser?: object } | null,
  );
  if (requested?.enabled !== undefined) return requested;
  return { enabled: true, browser: { ...current?.browser, ...requested?.browser } };
}

/** Checks that the plan showed every request and its body, and that deletions come last and only after success. */
function checkRequests(bodies: readonly unknown[], planned: PlanObject): void {
  const shown = new Map<string, PlannedStep["changes"]>([
    ...planned.create.map(
      (one) => [`POST /auth/connections ${one.domain} ${one.profile_name}`, one.changes] as const,
    ),
    ...planned.update.map(({ changes, id }) => [`PATCH /auth/connections/${id}`, changes] as const),
    ...planned.delete.map(({ id }) => [`DELETE /auth/connections/${id}`, []] as const),
  ]);
  const sent = bodies.map((one) => {
    const [method, body = {}] = one as [string, Partial<Entry> | undefined];
    const { domain = "", profile_name = "", ...settings } = body;
    const isCreation = method.startsWith("POST ");
    const request = isCreation ? `${method} ${domain} ${profile_name}` : method;
    const changes = shown.get(request);
    assert.ok(changes, `${request} wasn't planned`);
    const shownValues = changes
      // A creation omits the default proxy.
      .filter(({ then }) => !isCreation || !isDeepStrictEqual(then, { mode: "default" }))
      .map(({ setting, then }) => [setting, sentValue(setting, then)] as const);
    const sentValues = Object.entries(flat(settings)).map(([key, value]) => {
      return [key, sentValue(key, value, changes.find(({ setting }) => setting === key)?.now)];
    });
    assert.deepEqual(Object.fromEntries(sentValues), Object.fromEntries(shownValues), request);
    return request;
  });
  // A deletion with a lost response may be resent.
  const once = sent.filter((request) => !request.startsWith("DELETE "));
  assert.equal(new Set(once).size, once.length, "each once");
  const first = sent.findIndex((request) => request.startsWith("DELETE "));
  if (first !== -1) assert.ok(sent.slice(first).every((request) => request.startsWith("DELETE ")));
}
