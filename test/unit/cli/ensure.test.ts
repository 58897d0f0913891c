import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import { describe, it } from "node:test";
import { Client } from "../../../src/api/client.ts";
import { systemClock } from "../../../src/api/clock.ts";
import { HostDispatchers } from "../../../src/api/dispatchers.ts";
import { ensure, type Ensured } from "../../../src/cli/ensure.ts";
import { SecondService, type Row } from "../../support/secondService.ts";
import { ShellFolder } from "../../support/shell.ts";

interface Setting {
  readonly service: SecondService;
  readonly row: Row;
  /** Ensures, with pauses that take no time and let `later` happen. */
  readonly ensured: (later?: (pause: number) => void) => Promise<Ensured>;
}

async function setting(t: TestContext, more: Readonly<Record<string, unknown>> = {}): Promise<Setting> {
  const service = await new SecondService().start(t);
  const row = service.keep("bank.example", "ops", more);
  const dispatchers = new HostDispatchers();
  t.after(() => dispatchers.dispose());
  const client = new Client({
    baseUrl: service.baseUrl,
    token: () => Promise.resolve(service.token),
    dispatchers,
    userAgent: "test",
  });
  return {
    service,
    row,
    ensured: (later = () => undefined) => {
      let pauses = 0;
      let passed = 0;
      const clock = {
        ...systemClock,
        now: () => Date.now() + passed,
        sleep: (ms: number, signal: AbortSignal) => {
          passed += ms;
          later(++pauses);
          return Promise.resolve(!signal.aborted);
        },
      };
      return ensure(client, row.id, new AbortController().signal, clock);
    },
  };
}

const logins = ({ service, row }: Setting): number =>
  service.changes.filter((request) => request === `POST /auth/connections/${row.id}/login`).length;
const ago = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString();

/** Ends the login that runs. */
function end({ row, service }: Setting, status: string, more: Readonly<Record<string, unknown>> = {}): void {
  const [entry] = service.timelines.get(row.id) ?? [];
  Object.assign(entry ?? {}, { status, updated_at: new Date().toISOString(), ...more });
  Object.assign(row, { flow_status: status, flow_step: "COMPLETED", hosted_url: null, ...more });
  if (status === "SUCCESS") row["status"] = "AUTHENTICATED";
}

describe("ensuring that a connection is logged in", () => {
  it("starts nothing where it was checked a short while ago", async (t) => {
    const place = await setting(t, { status: "AUTHENTICATED", last_auth_check_at: ago(2) });
    assert.deepEqual([await place.ensured(), logins(place)], [{ kind: "loggedIn" }, 0]);
  });

  it("has an older status verified by a login that asks no one", async (t) => {
    const place = await setting(t, { status: "AUTHENTICATED", last_auth_check_at: ago(60) });
    const ended = place.ensured((pause) => {
      if (pause === 3) end(place, "SUCCESS");
    });
    assert.deepEqual([await ended, logins(place)], [{ kind: "loggedIn" }, 1]);
  });

  it("takes no end of an earlier login for its own", async (t) => {
    const place = await setting(t, {
      status: "AUTHENTICATED",
      flow_status: "SUCCESS",
      last_auth_check_at: ago(60),
    });
    place.service.timelines.set(place.row.id, [
      { id: "old", type: "login", status: "SUCCESS", timestamp: ago(90), updated_at: ago(89) },
    ]);
    // The connection tells of the new login only after a while.
    place.service.login = (row) => Object.assign(row, { flow_status: "SUCCESS", flow_step: "COMPLETED" });
    const ended = await place.ensured((pause) => {
      if (pause === 2) end(place, "FAILED", { error_code: "credentials_invalid" });
    });
    assert.deepEqual(ended, { kind: "needsPerson", need: { kind: "failed", code: "credentials_invalid" } });
  });

  for (const code of ["account_locked", "credentials_invalid", "totp_code_rejected", "rate_limited"])
    it(`starts no login after ${code}, however long ago`, async (t) => {
      const place = await setting(t, { flow_status: "FAILED", error_code: code });
      place.service.timelines.set(place.row.id, [
        {
          id: "old",
          type: "login",
          status: "FAILED",
          error_code: code,
          timestamp: ago(900),
          updated_at: ago(899),
        },
      ]);
      const { kind } = await place.ensured();
      assert.ok(kind === "needsPerson" || kind === "cannot", kind);
      assert.equal(logins(place), 0);
    });

  it("waits for a login that runs, and supersedes none", async (t) => {
    const place = await setting(t, { flow_status: "IN_PROGRESS", flow_step: "DISCOVERING" });
    place.service.timelines.set(place.row.id, [
      { id: "now", type: "login", status: "IN_PROGRESS", timestamp: ago(1) },
    ]);
    const ended = await place.ensured((pause) => {
      if (pause === 2) end(place, "SUCCESS");
    });
    assert.deepEqual([ended, logins(place)], [{ kind: "loggedIn" }, 0]);
  });

  for (const [step, kind] of [
    ["AWAITING_INPUT", "asks"],
    ["AWAITING_EXTERNAL_ACTION", "confirms"],
  ] as const)
    it(`needs a person where a login is ${step}`, async (t) => {
      const place = await setting(t);
      place.service.login = (row) => void (row["flow_step"] = step);
      assert.deepEqual(await place.ensured(), { kind: "needsPerson", need: { kind } });
    });

  it("asks a person after five minutes of a login that decides nothing", async (t) => {
    const place = await setting(t);
    let pauses = 0;
    const ended = await place.ensured((pause) => (pauses = pause));
    assert.deepEqual(ended, { kind: "needsPerson", need: { kind: "undecided" } });
    assert.ok(pauses > 60 && pauses < 100, `${pauses} looks`);
  });

  it("finds a login whose answer was lost, and sends none where it can't be found", async (t) => {
    const place = await setting(t);
    place.service.fate = ({ request }) => (request.endsWith("/login") ? "lost" : undefined);
    const found = await place.ensured(() => end(place, "SUCCESS"));
    assert.deepEqual([found, logins(place)], [{ kind: "loggedIn" }, 1]);
    const other = await setting(t);
    other.service.fate = ({ request }) => (request.endsWith("/login") ? "dropped" : undefined);
    assert.deepEqual([await other.ensured(), logins(other)], [{ kind: "unknown" }, 1]);
  });

  it("tells where the connection is gone", async (t) => {
    const place = await setting(t);
    place.service.connections = [];
    assert.deepEqual(await place.ensured(), { kind: "gone" });
  });

  it("prints no address of a login, in words or as an object, and exits by what is needed", async (t) => {
    const place = await setting(t);
    place.service.login = (row) => void (row["flow_step"] = "AWAITING_INPUT");
    const shell = new ShellFolder(t, place.service);
    for (const more of [[], ["--json"]]) {
      const { exit, stderr, stdout } = await shell.run(["ensure", "bank.example", "ops", ...more]);
      assert.equal(exit, 3);
      assert.doesNotMatch(stdout + stderr, /canary|https?:/);
    }
    assert.equal(logins(place), 1, "the second one found the first");
    end(place, "SUCCESS");
    Object.assign(place.row, { last_auth_check_at: ago(0) });
    assert.equal((await shell.run(["ensure", "bank.example", "ops"])).exit, 0);
    assert.equal((await shell.run(["ensure", "none.example", "ops"])).exit, 1);
  });
});

describe("the status of connections", () => {
  it("is that of a file's, or of all without one", async (t) => {
    const { row, service } = await setting(t, { status: "AUTHENTICATED" });
    service.keep("mail.example", "ops");
    const shell = new ShellFolder(t, service);
    const all = await shell.run(["status"]);
    assert.equal(all.exit, 3);
    assert.match(all.stdout, /^bank\.example {2}ops {2}logged in$/m);
    shell.declare([{ domain: "bank.example", profile_name: "ops" }]);
    assert.equal((await shell.run(["status"])).exit, 0);
    shell.declare([
      { domain: "bank.example", profile_name: "ops" },
      { domain: "new.example", profile_name: "ops" },
    ]);
    const missing = await shell.run(["status", "--json"]);
    assert.equal(missing.exit, 2);
    assert.deepEqual(
      (JSON.parse(missing.stdout) as { connections: { id?: string; status: string }[] }).connections.map(
        ({ id, status }) => [id, status],
      ),
      [
        [row.id, "AUTHENTICATED"],
        [undefined, "NOT_CREATED"],
      ],
    );
  });
});
