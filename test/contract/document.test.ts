// Serves an auth connection with every property of interface.md §2.1 to §2.7. The client must lose none of them, and
// the card must show no documented value as unknown.
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { describe, it, type TestContext } from "node:test";
import { getConnection } from "../../src/api/operations.ts";
import type { ManagedAuth } from "../../src/api/schemas.ts";
import { connectionView } from "../../src/domain/connections/connectionView.ts";
import { connectionBlocks } from "../../src/editor/connections/shown/connectionBlocks.ts";
import { flowDetails, loginTask } from "../../src/editor/connections/shown/loginBlocks.ts";
import { flowProgress } from "../../src/editor/connections/shown/loginProgress.ts";
import { cardText } from "../../src/editor/results/cardText.ts";
import { service } from "../support/cards.ts";
import { fullConnection } from "../support/fullConnection.ts";
import { assertManagedAuth, enumerations, nullable } from "./managedAuthDocument.ts";
import { valueOf } from "../unit/api/support.ts";
import { listening, objectOf } from "../unit/sandbox/support.ts";
import { clientOf } from "./support.ts";

const noon = new Date("2026-11-20T12:00:00Z");

/** Parses a reply with the client. */
async function read(t: TestContext, answer: string): Promise<ManagedAuth> {
  const server = createServer((_, response) => {
    response.writeHead(200, { "content-type": "application/json" }).end(answer);
  });
  const client = clientOf(t, await listening(t, server));
  return valueOf(await client.call(getConnection, { path: { id: "ma_1" } }, new AbortController().signal));
}

/** Renders the connection's card as text, with some properties replaced. */
async function showConnection(t: TestContext, changes: object): Promise<string> {
  const connection = await read(t, JSON.stringify({ ...(JSON.parse(fullConnection) as object), ...changes }));
  const view = connectionView(connection, noon);
  const { flow } = view;
  return cardText({
    id: "1",
    head: { kind: "header" },
    title: "Connection",
    context: [],
    summary: [],
    ...(flow && { progress: flowProgress(flow) }),
    blocks: [
      ...connectionBlocks(view),
      ...(flow === undefined
        ? []
        : [loginTask(service, connection, flow, false), flowDetails(connection, flow, true)]),
    ],
    actions: {},
  });
}

describe("the example of a connection in interface.md", () => {
  it("has all 38 documented properties", () => {
    assert.equal(Object.keys(assertManagedAuth(JSON.parse(fullConnection))).length, 38);
    assert.equal(nullable.length, 20);
  });

  it("is parsed without losing a property", async (t) =>
    assert.deepEqual(
      JSON.parse(JSON.stringify(await read(t, fullConnection))),
      JSON.parse(fullConnection, (_, value: unknown) => value ?? undefined),
    ));

  for (const property of nullable)
    it(`is parsed without the property ${property} if the value is null`, async (t) => {
      const connection = await read(
        t,
        JSON.stringify({ ...(JSON.parse(fullConnection) as object), [property]: null }),
      );
      assert.equal(objectOf(connection)[property], undefined);
      assert.equal(connection.id, "ma_1");
    });

  it("is parsed without browser.telemetry if the value is null", async (t) => {
    const connection = await read(t, `{ "id": "ma_1", "browser": { "stealth": true, "telemetry": null } }`);
    assert.deepEqual(connection.browser, { stealth: true, telemetry: undefined });
  });
});

describe("an enum value of a connection", () => {
  const { can_reauth_reason, flow_status, flow_step, flow_type, status } = enumerations;
  const values = { status, flow_status, flow_step, flow_type, can_reauth_reason };
  for (const [property, all] of Object.entries(values))
    for (const value of all)
      it(`is shown as readable text: ${property} ${value}`, async (t) => {
        const text = await showConnection(t, { [property]: value });
        assert.doesNotMatch(text, /unknown to this version/);
        assert.ok(!text.includes(value), "it is said in words");
      });

  for (const mode of ["direct", "default"])
    it(`isn't shown as unknown if it is the proxy mode ${mode}`, async (t) =>
      assert.doesNotMatch(
        await showConnection(t, { browser: { proxy: { mode } } }),
        /unknown to this version/,
      ));

  it("is shown as unknown if missing from interface.md", async (t) => {
    for (const property of Object.keys(values))
      assert.match(
        await showConnection(t, { [property]: "later" }),
        /later \(unknown to this version\)/,
        property,
      );
  });
});

describe("an option or field of a waiting login", () => {
  const { choice, discoveredField, field, mfaMethod, mfaOption } = enumerations;
  const waiting = {
    choices: { key: "type", item: { id: "c", label: "One" }, values: choice },
    "choices with an MFA method": {
      key: "mfa_type",
      item: { id: "c", label: "One", type: "mfa_method" },
      values: mfaMethod,
    },
    fields: { key: "type", item: { id: "f", ref: "r", label: "One" }, values: field },
    discovered_fields: {
      key: "type",
      item: { name: "n", label: "One", selector: "#n" },
      values: discoveredField,
    },
    mfa_options: { key: "type", item: { label: "One" }, values: mfaOption },
  };
  const silent = Object.fromEntries(
    ["choices", "fields", "discovered_fields", "mfa_options", "pending_sso_buttons", "sign_in_options"].map(
      (list) => [list, null],
    ),
  );
  for (const [listName, { item, key, values }] of Object.entries(waiting)) {
    const property = listName.split(" ")[0] ?? listName;
    const shownValue = async (t: TestContext, value: string): Promise<string | undefined> => {
      const text = await showConnection(t, { ...silent, [property]: [{ ...item, [key]: value }] });
      return /^One: ([^\n–]+?)(?: – .*)?$/m.exec(text)?.[1];
    };
    for (const value of values)
      it(`is shown as readable text: ${listName} ${value}`, async (t) =>
        assert.match((await shownValue(t, value)) ?? "", /^[a-z][A-Za-z ]+$/));
    it(`is shown as unknown if the type is missing from interface.md: ${listName}`, async (t) =>
      assert.equal(await shownValue(t, "retina"), "retina (unknown to this version)"));
  }
});
