// Prompts of logins that are tracked as in a real window. Fetched connections and events describe the same prompt
// with different lists.
import assert from "node:assert/strict";
import { beforeEach, describe, it, type TestContext } from "node:test";
import { answerLogin } from "../../../../../src/editor/connections/login/answerLogin.ts";
import { LoginMemory } from "../../../../../src/editor/connections/context/loginMemory.ts";
import { noteUserActive } from "../../../../../src/editor/kit/userAttention.ts";
import { InputBox, QuickPick, reset, screen } from "../../../../doubles/vscode.ts";
import { quiet } from "../../../../support/offers.ts";
import { untilTrue } from "../../../../support/diskClock.ts";
import { id, openWindows, signal } from "../../logins/windowsOf.ts";
import { inPart } from "../../../../support/inPart.ts";
import { leaveAfter } from "../../../../support/leaving.ts";

beforeEach(() => {
  reset();
  noteUserActive();
});

const forever = { flow_status: "IN_PROGRESS", flow_expires_at: "2999-01-01T00:00:00Z" };
const canonical = {
  fields: [{ id: "f_pass", ref: "password", type: "password", label: "Password" }],
  choices: [{ id: "c_other", type: "other", label: "Other" }],
};
const older = {
  discovered_fields: [{ name: "password", type: "password", label: "Password", selector: "#p" }],
  mfa_options: [],
  pending_sso_buttons: [],
  sign_in_options: [{ id: "o_other", label: "Other" }],
};

/** Tracks a login through fetched connections and events, and starts its prompts. */
async function startQuestions(context: TestContext, reading: object) {
  const leaving = leaveAfter(context);
  const { clock, openWindow, service } = await openWindows(context);
  const { access, logins, connections } = openWindow();
  service.begin(id);
  const setReading = (connection: object): void => {
    service.overrides = { connection: { id, status: "NEEDS_AUTH", ...forever, ...connection } };
  };
  setReading(reading);
  const started = await logins.start(access, { id }, {}, signal);
  assert.equal(started.kind, "running");
  await logins.takeOwnership(access.account.id, id);
  await untilTrue(() => service.streams === 1);
  const { account } = access;
  const start = (): Promise<void> => Promise.resolve();
  const parts = { logins, connections, start, memory: new LoginMemory() };
  void leaving(answerLogin(inPart(parts), access, { id }, []));
  return {
    logins,
    service,
    /** Sends a login event with this state. */
    event: async (state: object): Promise<void> => {
      const timestamp = new Date(clock.passed).toISOString();
      const all = { event: "managed_auth_state", timestamp, flow_status: "IN_PROGRESS", ...state };
      service.write(id, `event: managed_auth_state\ndata: ${JSON.stringify(all)}\n\n`);
      await quiet();
    },
    /** Makes the window fetch the connection again, with these fields. */
    read: async (connection: object): Promise<void> => {
      setReading(connection);
      logins.readNow(account.id, id);
      const before = service.count("connection");
      await untilTrue(() => service.count("connection") > before);
      await quiet();
    },
  };
}

describe("an open login prompt", () => {
  const input = { flow_step: "AWAITING_INPUT" };
  const outside = { flow_step: "AWAITING_EXTERNAL_ACTION", external_action_message: "Confirm 42" };

  it("keeps the typed text if an event omits the deprecated field lists", async (context) => {
    const pause = { ...input, interaction_id: "mai_1", fields: canonical.fields };
    const { event, read } = await startQuestions(context, { ...pause, ...older });
    const box = await screen.next(InputBox);
    box.type("half a pass");
    await event(pause);
    await read({ ...pause, ...older });
    // The website's message may arrive later during the same interaction.
    await event({ ...pause, website_error: "Caps lock?" });
    assert.deepEqual([box.disposed, box.value], [false, "half a pass"]);
  });

  it("stays open if an event without an interaction ID omits the deprecated lists", async (context) => {
    const pause = { ...outside, ...canonical };
    const { event, read } = await startQuestions(context, { ...pause, ...older });
    const list = await screen.next(QuickPick);
    await event(pause);
    await read({ ...pause, ...older });
    assert.equal(list.disposed, false);
  });

  it("keeps the typed text if only labels change in the deprecated field lists", async (context) => {
    const words = { label: "Your password", hint: "8 or more", selector: "#q" };
    const [field = assert.fail()] = older.discovered_fields;
    const { event } = await startQuestions(context, { ...input, ...older, sign_in_options: [] });
    const box = await screen.next(InputBox);
    box.type("half a pass");
    await event({ ...input, discovered_fields: [{ ...field, ...words }] });
    assert.deepEqual([box.disposed, box.value], [false, "half a pass"]);
    await event({ ...input, discovered_fields: [{ ...field, name: "code", type: "code" }] });
    assert.equal(box.disposed, true);
    await screen.next(InputBox);
  });

  it("is replaced after a website error if the form has no interaction ID", async (context) => {
    const { event } = await startQuestions(context, { ...input, ...older, sign_in_options: [] });
    const box = await screen.next(InputBox);
    await event({ ...input, discovered_fields: older.discovered_fields, website_error: "Wrong" });
    assert.equal(box.disposed, true);
    await screen.next(InputBox);
  });
});

describe("the prompt for a submitted value", () => {
  const input = { flow_step: "AWAITING_INPUT" };

  it("doesn't reopen after updates with the same interaction ID", async (context) => {
    const pause = { ...input, interaction_id: "mai_1", fields: canonical.fields };
    const { event, logins, read, service } = await startQuestions(context, { ...pause, ...older });
    const box = await screen.next(InputBox);
    service.fate = (kind) => (kind === "submit" ? { status: 202, body: `{"accepted":true}` } : undefined);
    box.submit("right");
    await untilTrue(() => service.count("submit") === 1);
    await event(pause);
    await read({ ...pause, ...older });
    await quiet();
    assert.equal(screen.rest.filter((shown) => shown instanceof InputBox).length, 0);
    logins.stop("sandbox", id);
  });
});
