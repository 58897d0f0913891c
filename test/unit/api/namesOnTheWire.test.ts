// Checks the path that a raw socket receives for a name, over both dispatchers, because servers act on that path.
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import fc from "fast-check";
import { ApiClient } from "../../../src/api/client.ts";
import { HostDispatchers } from "../../../src/api/hostDispatchers.ts";
import { type DispatcherSource } from "../../../src/api/dispatcher.ts";
import type { OperationInput, Operation } from "../../../src/api/operation.ts";
import {
  deleteConnection,
  deleteDestination,
  getConnection,
  listCredentialProviderItems,
  updateConnection,
} from "../../../src/api/operations.ts";
import { segmentFault } from "../../../src/editor/resources/destinations/picker.ts";
import { encodedNames, names, refusedNames } from "./names.ts";
import { answer, scriptedServer, type ScriptedServer } from "../../doubles/scriptedServer.ts";
import { errorOf, userAgent } from "./support.ts";
import { withInput } from "../../support/withInput.ts";

const dispatchers = new HostDispatchers();

const dispatcherSources: Readonly<Record<string, DispatcherSource>> = {
  "undici's pool": dispatchers,
  // Uses the host's fetch for any origin.
  "the host's fetch": { for: () => dispatchers.for("https://service.example") },
};

/** An operation that takes a name or id, with the expected request line. */
const sending = <Given extends OperationInput>(
  description: string,
  operation: Operation<Given, unknown>,
  input: (name: string) => Given,
  line: (segment: string) => string,
) => ({
  description,
  line: (segment: string) => `${line(segment)} HTTP/1.1`,
  send: (client: ApiClient, name: string) => client.call(operation, input(name), AbortSignal.timeout(10_000)),
});

const byId = (id: string) => ({ path: { id } });

describe("A name in a request path", () => {
  let server: ScriptedServer;

  before(async () => {
    server = await scriptedServer((socket) => socket.write(answer(200, `{"id":"x","items":[]}`)));
  });
  after(async () => {
    await dispatchers.dispose();
    await server.close();
  });

  const clientOf = (source: DispatcherSource): ApiClient =>
    new ApiClient({
      baseUrl: `${server.origin}/v1`,
      token: () => Promise.resolve("tok-names"),
      dispatchers: source,
      userAgent,
    });

  /** Returns the exact request lines of a call. */
  async function linesOf(send: () => Promise<unknown>): Promise<readonly (string | undefined)[]> {
    const before = server.requests.length;
    await send();
    return server.requests.slice(before).map((request) => request.split("\r\n", 1)[0]);
  }

  for (const [transport, source] of Object.entries(dispatcherSources)) {
    for (const { line, send, description: action } of [
      sending(
        "deleting a destination",
        deleteDestination,
        (name) => ({ path: { id_or_name: name } }),
        (segment) => `DELETE /v1/telemetry/destinations/${segment}`,
      ),
      sending("reading a connection", getConnection, byId, (id) => `GET /v1/auth/connections/${id}`),
      sending(
        "changing a connection",
        updateConnection,
        (id) => ({ ...byId(id), body: { health_checks: true } }),
        (id) => `PATCH /v1/auth/connections/${id}`,
      ),
      sending("deleting a connection", deleteConnection, byId, (id) => `DELETE /v1/auth/connections/${id}`),
      sending(
        "reading a provider's items",
        listCredentialProviderItems,
        byId,
        (id) => `GET /v1/org/credential_providers/${id}/items`,
      ),
    ]) {
      it(`is encoded as one path segment: ${action}, ${transport} transport`, async () => {
        for (const [name, encoded] of encodedNames)
          assert.deepEqual(await linesOf(() => send(clientOf(source), name)), [line(encoded)], name);
      });

      it(`isn't sent if it is invalid: ${action}, ${transport} transport`, async () => {
        for (const [name, reason] of refusedNames)
          assert.deepEqual(await linesOf(() => send(clientOf(source), name)), [], `${reason}: ${name}`);
      });
    }

    it(`reaches the server unchanged with the ${transport} transport if it is valid`, async () => {
      const client = clientOf(source);
      const line = /^DELETE \/v1\/telemetry\/destinations\/([A-Za-z0-9%._~-]+) HTTP\/1\.1$/;
      let sent = 0;
      await fc.assert(
        fc.asyncProperty(names, async (name) => {
          const lines = await linesOf(() =>
            client.call(deleteDestination, { path: { id_or_name: name } }, AbortSignal.timeout(10_000)),
          );
          if (lines.length === 0) return;
          sent += 1;
          assert.deepEqual(
            lines.map((one) => decodeURIComponent(line.exec(one ?? "")?.[1] ?? "")),
            [name],
          );
        }),
        { numRuns: 500, seed: 20261120 },
      );
      assert.ok(sent > 250, `${sent} of 500 names were sent`);
    });
  }
});

describe("An invalid name in a request path", () => {
  const client = new ApiClient({
    baseUrl: "https://service.example",
    token: () => Promise.resolve("tok-names"),
    dispatchers: { for: () => Promise.reject(new Error("nothing is sent")) },
    userAgent,
  });

  it("causes an error with the reason pathSegment instead of a request", async () => {
    for (const [name] of refusedNames) {
      const outcome = await client.call(
        deleteDestination,
        { path: { id_or_name: name } },
        AbortSignal.timeout(10_000),
      );
      assert.deepEqual(errorOf(outcome), { kind: "invalid", sent: "no", reason: "pathSegment" });
    }
  });

  const words: Readonly<Record<(typeof refusedNames)[number][1], (name: string) => string>> = {
    empty: () => "Enter an ID or name.",
    dots: (name) => `The name "${name}" can't be part of an address. Use the ID instead.`,
    control: (shown) => `"${shown}" has a control character. Use the ID instead.`,
    surrogate: (shown) => `"${shown}" contains an invalid character. Use the ID instead.`,
    tooLong: () => "The ID or name is too long.",
  };
  const visible = (name: string): string => name.toWellFormed().replaceAll(/\p{Cc}/gu, "\ufffd");

  for (const [input, name, reason] of withInput(refusedNames))
    it(`causes the error message for the reason ${reason}: ${input}`, () =>
      assert.equal(segmentFault(name, reason), words[reason](visible(name))));
});
