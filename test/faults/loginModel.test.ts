// Follows a login under random faults of requests and events. The reported outcome must be true, nothing may be
// started or answered twice, and following must end.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import type { LoginEnd } from "../../src/domain/login/loginState.ts";
import { trackLogin } from "../../src/editor/logins/loginFollower.ts";
import type { TrackedLogin } from "../../src/editor/logins/trackedLogin.ts";
import { startLogin } from "../../src/api/operations.ts";
import { beginLogin, wasStarted } from "../../src/domain/login/beginLogin.ts";
import type { BeginOutcome, StartDeps } from "../../src/domain/login/beginLogin.ts";
import { LoginService, type Fault } from "../support/loginService.ts";
import { VirtualClock } from "../support/virtualClock.ts";
import { id, sharedOn, trackedLogin } from "../unit/editor/logins/following.ts";

/** Faults of single requests. */
const fates = fc.option(
  fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom<Fault>("dropped", "lost") },
    { weight: 1, arbitrary: fc.constant<Fault>("silent") },
    {
      weight: 3,
      arbitrary: fc.constantFrom<Fault>(
        { status: 500 },
        { status: 502, body: "<html>", headers: { "content-type": "text/html" } },
        { status: 429, headers: { "retry-after": "3" } },
        { status: 200, body: "{}" },
        { status: 200, body: "<html>", headers: { "content-type": "text/html" } },
        { status: 302, headers: { location: "https://elsewhere.example" } },
        { status: 403 },
      ),
    },
  ),
  { freq: 3 },
);

/** Events on the service's side, each after a number of seconds. */
const moves = fc.record({
  seconds: fc.integer({ min: 0, max: 90 }),
  what: fc.constantFrom(
    "AWAITING_INPUT",
    "SUBMITTING",
    "AWAITING_EXTERNAL_ACTION",
    "SUCCESS",
    "FAILED",
    "CANCELED",
    "another",
    "cut",
    "break",
    "repeat",
    "old",
    "garbage",
    "error",
    "hint",
    "jump",
    "sleep",
    "lag",
    "catch up",
  ),
});

const courses = fc.record({
  fates: fc.array(fates, { maxLength: 40 }),
  moves: fc.array(moves, { maxLength: 14 }),
  wasLoggedIn: fc.boolean(),
  ranBefore: fc.boolean(),
  hasTimeline: fc.boolean(),
  hasDates: fc.boolean(),
});

type Course = typeof courses extends fc.Arbitrary<infer T> ? T : never;

async function play(course: Course) {
  const clock = new VirtualClock();
  const service = new LoginService(clock);
  Object.assign(service, { hasTimeline: course.hasTimeline, hasDates: course.hasDates });
  const closing = new AbortController();
  const shared = sharedOn(clock);
  const client = service.client();
  service.begin(id);
  service.end(id, course.wasLoggedIn ? "SUCCESS" : "FAILED");
  if (course.ranBefore) service.begin(id);
  await clock.pass(5000);
  const fates = [...course.fates];
  service.fate = () => fates.shift() ?? undefined;
  let end: LoginEnd | undefined;
  let begun: BeginOutcome | undefined;
  const run = async (): Promise<void> => {
    const send: StartDeps["send"] = (body) => client.call(startLogin, { path: { id }, body }, closing.signal);
    const parts = { clock, reader: shared.reads.readerOf(client, id, closing.signal), send };
    begun = await beginLogin(parts, { supersede: true });
    let { kind } = begun;
    if (begun.kind === "unanswered" && (await wasStarted(parts, begun, closing.signal))) kind = "started";
    if (kind !== "started" || !("target" in begun)) {
      end = { kind: "startUnknown" };
      return;
    }
    login = trackedLogin(shared, client, id);
    login.identify(begun.target);
    await trackLogin(login);
    ({ end } = login.snapshot);
  };
  let login: TrackedLogin | undefined;
  const old = service.frame(id);
  const running = run();
  for (const { seconds, what } of course.moves) {
    await clock.pass(seconds * 1000);
    move(service, clock, what, old, login);
  }
  // The service reports its current state again and starts no other login.
  service.overrides = {};
  await clock.until(() => end !== undefined, 3 * 3_600_000);
  await running;
  assert.ok(begun !== undefined);
  await clock.settle();
  assert.equal(service.streams, 0, "no stream is left open");
  closing.abort();
  return { service, begun, end };
}

function move(
  service: LoginService,
  clock: VirtualClock,
  event: string,
  old: string,
  login: TrackedLogin | undefined,
): void {
  switch (event) {
    case "SUCCESS":
    case "FAILED":
    case "CANCELED":
      service.end(id, event);
      break;
    case "another":
      service.begin(id);
      break;
    case "cut":
      service.cut(id, "end");
      break;
    case "break":
      service.cut(id, "break");
      break;
    case "repeat":
      service.tell(id);
      service.tell(id);
      break;
    case "old":
      service.write(id, old);
      break;
    case "garbage":
      service.write(id, "data: {\n\n: comment\n\ndata: 7\n\nevent: managed_auth_state\n\n");
      break;
    case "error":
      service.write(id, `event: error\ndata: {"error":{"code":"x","message":"y"}}\n\n`);
      break;
    case "hint":
      login?.readNow();
      break;
    case "jump":
      clock.wallOffset = clock.wallOffset === 0 ? 7_200_000 : -7_200_000;
      break;
    case "sleep":
      clock.sleepMachine(3_600_000);
      break;
    case "lag":
      // The service keeps reporting this state for a while, as a lagging replica does.
      service.overrides = { connection: service.connection(id), timeline: service.timeline(id) };
      break;
    case "catch up":
      service.overrides = {};
      break;
    default:
      service.step(id, event);
      break;
  }
}

describe("following a login under random faults", () => {
  it("always ends and never reports another login's success", async () => {
    const ends = new Set<string>();
    await fc.assert(
      fc.asyncProperty(courses, async (course) => {
        const { begun, end, service } = await play(course);
        assert.ok(end !== undefined);
        ends.add(end.kind);
        assert.ok(service.started.length <= 1, "it was started more than once");
        const own = service.started[0];
        if (own === undefined) assert.notEqual(begun.kind, "started");
        if (end.kind === "loggedIn") {
          // The success belongs to this login or to one that replaced it. If the response to the start was lost, it
          // belongs to any login since the start.
          const flows = service.of(id);
          const before = course.ranBefore ? 2 : 1;
          const first =
            own === undefined ? flows.length - before : flows.findIndex((flow) => flow.id === own) + 1;
          assert.ok(
            flows.slice(0, first).some(({ status }) => status === "SUCCESS"),
            `no success since: ${JSON.stringify(flows)}`,
          );
        }
        if (end.kind === "failed")
          assert.ok(service.of(id).some(({ id: one, status }) => one !== "login_1" && status === "FAILED"));
      }),
      { numRuns: Number(process.env["RUNS"] ?? 300) },
    );
    assert.ok(ends.has("loggedIn") && ends.size >= 4, `too few ends: ${[...ends].join(", ")}`);
  });
});
