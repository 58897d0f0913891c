import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { ManagedAuth } from "../../../../../src/api/schemas.ts";
import { flowBlocks } from "../../../../../src/editor/connections/shown/flow.ts";
import type { Block, Lane } from "../../../../../src/card/card.ts";
import type { Effect } from "../../../../../src/editor/results/effect.ts";

const noon = new Date("2026-11-20T12:00:00Z");
const running = { flow_type: "LOGIN", flow_status: "IN_PROGRESS", flow_step: "AWAITING_INPUT" };

const blocks = (fields: object): readonly Block<Effect>[] =>
  flowBlocks(ManagedAuth.parse(JSON.parse(JSON.stringify({ id: "ma_1", ...fields }))), noon);

function picture(fields: object): Extract<Block<Effect>, { kind: "flow" }> {
  const [first] = blocks(fields);
  assert.ok(first?.kind === "flow");
  return first;
}

/** A lane as text: its current state in brackets. */
const drawn = ({ label, states }: Lane): string =>
  `${label}: ${states.map((one) => (one.current === true ? `[${one.label}]` : one.label)).join(" | ")}`;

describe("the picture of a flow", () => {
  it("has two lanes with every state of §3, the current ones marked", () => {
    const { lanes, text, title } = picture({ ...running, flow_expires_at: "2026-11-20T12:10:00Z" });
    assert.deepEqual([title, text], ["Login", "In progress: Waiting for input"]);
    assert.deepEqual(lanes.map(drawn), [
      "State: [In progress] | Succeeded | Failed | Expired | Canceled",
      "Step: Looking for the login form | [Waiting for input] | Waiting for a step outside the browser | Submitting | Completed",
    ]);
  });

  for (const [status, words, tone] of [
    ["IN_PROGRESS", "In progress", "info"],
    ["SUCCESS", "Succeeded", "success"],
    ["FAILED", "Failed", "error"],
    ["EXPIRED", "Expired", "warning"],
    ["CANCELED", "Canceled", "warning"],
  ] as const) {
    it(`marks ${status}`, () => {
      const { lanes } = picture({ ...running, flow_status: status });
      const current = lanes[0]?.states.filter((one) => one.current === true);
      assert.deepEqual(current, [{ label: words, current: true, tone }]);
    });
  }

  for (const [step, words, tone] of [
    ["DISCOVERING", "Looking for the login form", "info"],
    ["AWAITING_INPUT", "Waiting for input", "warning"],
    ["AWAITING_EXTERNAL_ACTION", "Waiting for a step outside the browser", "warning"],
    ["SUBMITTING", "Submitting", "info"],
    ["COMPLETED", "Completed", "success"],
  ] as const) {
    it(`marks ${step}`, () => {
      const { lanes } = picture({ ...running, flow_step: step });
      const current = lanes[1]?.states.filter((one) => one.current === true);
      assert.deepEqual(current, [{ label: words, current: true, tone }]);
    });
  }

  it("adds a state that nobody knows, and marks it", () => {
    const { lanes, text, title } = picture({
      flow_type: "AUDIT",
      flow_status: "PAUSED",
      flow_step: "DREAMING",
    });
    assert.deepEqual(
      [title, text],
      [
        "AUDIT (not known to this version)",
        "PAUSED (not known to this version): DREAMING (not known to this version)",
      ],
    );
    assert.deepEqual(lanes.map(drawn), [
      "State: In progress | Succeeded | Failed | Expired | Canceled | [PAUSED (not known to this version)]",
      "Step: Looking for the login form | Waiting for input | Waiting for a step outside the browser | Submitting | Completed | [DREAMING (not known to this version)]",
    ]);
  });

  it("marks nothing where a state is not reported", () => {
    const { lanes, text, title } = picture({ flow_status: "SUCCESS" });
    assert.deepEqual([title, text], ["Flow", "Succeeded"]);
    assert.equal(
      lanes[1]?.states.some((one) => one.current === true),
      false,
    );
  });

  for (const [expires, notes] of [
    ["2026-11-20T12:10:00Z", ["10 minutes left"]],
    ["2026-11-20T12:09:31Z", ["10 minutes left"]],
    ["2026-11-20T12:00:59Z", ["59 seconds left"]],
    ["2026-11-20T12:00:01Z", ["1 second left"]],
    ["2026-11-20T13:00:00Z", ["1 hour left"]],
    ["soon", []],
    [null, []],
  ] as const) {
    it(`says ${notes.join() || "nothing"} of a flow that expires at ${String(expires)}`, () => {
      assert.deepEqual(picture({ ...running, flow_expires_at: expires }).notes, notes);
    });
  }

  it("shows a flow as expired once its time has passed, and waits for nothing then", () => {
    const all = blocks({
      ...running,
      flow_expires_at: "2026-11-20T11:59:00Z",
      fields: [{ id: "f", ref: "user", type: "text", label: "User" }],
    });
    const [first] = all;
    assert.ok(first?.kind === "flow");
    assert.equal(
      drawn(first.lanes[0] ?? assert.fail()),
      "State: In progress | Succeeded | Failed | [Expired] | Canceled",
    );
    assert.deepEqual([first.text, first.notes], ["Expired: Waiting for input", []]);
    assert.equal(
      all.some(({ kind }) => kind === "table"),
      false,
    );
  });

  it("is not there where no flow is reported", () => {
    assert.deepEqual(blocks({ flow_status: null, flow_step: null, flow_type: null, error_message: "x" }), []);
  });
});

describe("what is told of a flow", () => {
  const told = (fields: object): Readonly<Record<string, readonly (string | undefined)[]>> => {
    const block = blocks({ ...running, ...fields }).find(({ kind }) => kind === "rows");
    assert.ok(block?.kind === "rows");
    for (const { volatile } of block.rows) assert.equal(volatile, true, "a flow is over by the next reload");
    return Object.fromEntries(block.rows.map(({ label, note, value }) => [label, [value.text, note]]));
  };

  for (const [code, advice] of [
    ["credentials_invalid", /refused the credential/],
    ["mfa_required", /person has to take part/],
    ["awaiting_input_timeout", /person has to take part/],
    ["bot_detected", /took it for a robot/],
    ["captcha_blocked", /took it for a robot/],
    ["domain_not_allowed", /Add it to the allowed domains/],
    ["login_form_not_found", /Setting the login page may help/],
  ] as const) {
    it(`has advice for ${code}`, () => {
      const [text, note] = told({ error_code: code })["Error"] ?? [];
      assert.equal(text, code);
      assert.match(note ?? "", advice);
    });
  }

  it("shows an error code that nobody knows as it came, without advice", () => {
    assert.deepEqual(told({ error_code: "moon_phase" })["Error"], ["moon_phase", undefined]);
  });

  it("has a line for each thing that is said, and none for what is not", () => {
    assert.deepEqual(
      Object.keys(
        told({ error_code: "c", error_message: "m", website_error: "w", external_action_message: "e" }),
      ),
      ["What to do", "Error", "Message", "The website says"],
    );
    assert.equal(
      blocks(running).some(({ kind }) => kind === "rows"),
      false,
    );
  });
});

describe("what a flow waits for", () => {
  it("says which method a field of the older list belongs to", () => {
    const table = blocks({
      ...running,
      discovered_fields: [
        { name: "otp", type: "code", label: "Code", placeholder: "000000", linked_mfa_type: "sms" },
      ],
    }).find(({ kind }) => kind === "table");
    assert.ok(table?.kind === "table");
    assert.deepEqual(table.rows[0]?.notes, ["000000", "Belongs to: code by SMS"]);
  });

  it("is a table of words, kinds, places and hints", () => {
    const table = blocks({
      ...running,
      fields: [
        { id: "f_1", ref: "user", type: "identifier", label: "User", hint: "Your address" },
        { id: "f_2", ref: "code", type: "retina", required: false, replace_existing: true },
      ],
      choices: [
        {
          id: "c_1",
          type: "account",
          label: "Acme",
          masked_destination: "a•••@example.com",
          description: "Work",
        },
      ],
    }).find(({ kind }) => kind === "table");
    assert.ok(table?.kind === "table");
    assert.deepEqual(
      table.rows.map(({ cells, notes }) => [...cells.map(({ text }) => text), ...notes]),
      [
        ["User", "Field: user name or other identifier", "Your address", "Stored as user"],
        [
          "code",
          "Field: retina (not known to this version), optional",
          "Stored as code",
          "Replaces what is stored, which the website refused",
        ],
        ["Acme", "Choice: account", "Goes to a•••@example.com", "Work"],
      ],
    );
  });
});
