// Helpers for logins in a sandbox whose clock only the test advances.
import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import { openSandbox } from "../../../src/sandbox/run/openSandbox.ts";
import { create, objectOf, send, token, type Answer } from "./support.ts";

export const start = Date.parse("2026-11-20T12:00:00.000Z");

export type Fields = Readonly<Partial<Record<string, unknown>>>;

export interface Logins {
  readonly port: number;
  /** Creates a connection and returns its ID. */
  readonly create: (domain: string, more?: object) => Promise<string>;
  readonly login: (id: string, body?: object) => Promise<Answer>;
  readonly submit: (id: string, body: object) => Promise<Answer>;
  /** Submits to the current interaction. */
  readonly answer: (id: string, input: object) => Promise<Answer>;
  readonly read: (id: string) => Promise<Fields>;
  readonly timeline: (id: string, query?: string) => Promise<Fields[]>;
  readonly advance: (seconds: number) => Promise<void>;
  /** Starts a login, answers it correctly and waits until it succeeds. */
  readonly logIn: (id: string) => Promise<void>;
}

const right = { field_identifier: "alex@shop.example", field_password: "right" };

export async function logins(t: TestContext, file = ":memory:"): Promise<Logins> {
  t.mock.timers.reset();
  t.mock.timers.enable({ apis: ["Date"], now: start });
  const sandbox = await openSandbox({
    file,
    port: 0,
    token,
    clockMoves: true,
    onFault: (error) => assert.fail(String(error)),
  });
  assert.ok(sandbox);
  t.after(() => sandbox.close());
  return loginsAt(sandbox.identity.port);
}

export interface ConnectionLogins extends Logins {
  readonly id: string;
}

/** Starts a sandbox and creates a connection for a domain. */
export async function newConnection(
  t: TestContext,
  domain = "shop.example",
  more: object = {},
): Promise<ConnectionLogins> {
  const all = await logins(t);
  return { ...all, id: await all.create(domain, more) };
}

/** Creates a connection and starts a login, which is then in the step DISCOVERING. */
export async function startedLogin(...of: Parameters<typeof newConnection>): Promise<ConnectionLogins> {
  const all = await newConnection(...of);
  assert.equal((await all.login(all.id)).status, 200);
  return all;
}

/** Creates a connection with a login that waits for input. */
export async function waitingLogin(...of: Parameters<typeof newConnection>): Promise<ConnectionLogins> {
  const all = await startedLogin(...of);
  await all.advance(1);
  return all;
}

/** Creates a connection and logs it in. */
export async function loggedInConnection(...of: Parameters<typeof newConnection>): Promise<ConnectionLogins> {
  const all = await newConnection(...of);
  await all.logIn(all.id);
  return all;
}

/** Returns the login helpers for the sandbox on a port. */
export function loginsAt(port: number): Logins {
  const post = (path: string, body: object) =>
    send(port, { method: "POST", path, body: JSON.stringify(body) });
  const on = (id: string) => `/auth/connections/${id}`;
  const all: Logins = {
    port,
    create: async (domain, more = {}) => {
      const answer = await create(port, JSON.stringify({ domain, profile_name: "buyer", ...more }));
      assert.equal(answer.status, 201, answer.text);
      return String(objectOf(answer.body)["id"]);
    },
    login: (id, body) =>
      body === undefined
        ? send(port, { method: "POST", path: `${on(id)}/login` })
        : post(`${on(id)}/login`, body),
    submit: (id, body) => post(`${on(id)}/submit`, body),
    answer: async (id, input) => {
      const { interaction_id } = await all.read(id);
      return all.submit(id, { interaction_id, ...input });
    },
    read: async (id) => {
      const answer = await send(port, { method: "GET", path: on(id) });
      assert.equal(answer.status, 200, answer.text);
      return objectOf(answer.body);
    },
    timeline: async (id, query = "") => {
      const { body, text } = await send(port, { method: "GET", path: `${on(id)}/timeline${query}` });
      assert.ok(Array.isArray(body), text);
      return body.map(objectOf);
    },
    advance: async (seconds) => {
      const { status, text } = await post("/sandbox/advance", { seconds });
      assert.equal(status, 200, text);
    },
    logIn: async (id) => {
      assert.equal((await all.login(id)).status, 200);
      await all.advance(1);
      assert.equal((await all.answer(id, { field_values: right })).status, 202);
      await all.advance(1);
      assert.equal((await all.read(id))["flow_status"], "SUCCESS");
    },
  };
  return all;
}
