// Tests event streams over both dispatchers: their items and when their connection closes. The event format is in
// serverEvents.test.ts.
import assert from "node:assert/strict";
import { getEventListeners } from "node:events";
import type { Socket } from "node:net";
import { after, describe, it, type TestContext } from "node:test";
import * as z from "zod/mini";
import { HostDispatchers } from "../../../src/api/hostDispatchers.ts";
import { type ServiceDispatcher } from "../../../src/api/dispatcher.ts";
import { httpGet } from "../../../src/api/operation.ts";
import type { ClientOptions } from "../../../src/api/client.ts";
import type { EventStream, StreamItem } from "../../../src/api/stream.ts";
import { answer, scriptedServer } from "../../doubles/scriptedServer.ts";
import { collectAll, bench, canary, errorJson, errorOf, valueOf } from "./support.ts";
import { columns } from "../../support/rows.ts";

const idleMs = 60_000;
const Event = z.looseObject({ event: z.optional(z.string()), n: z.int() });
const follow = httpGet("/connections/{id}/events", { schema: Event, idleMs });

const hosts = new HostDispatchers();
after(() => hosts.dispose());

const dispatcherSources: Record<string, (origin: string) => Promise<ServiceDispatcher>> = {
  pool: (origin) => hosts.for(origin),
  fetch: () => hosts.for("https://api.example.test"),
};

const head =
  "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream; charset=utf-8\r\nTransfer-Encoding: chunked\r\n\r\n";
const piece = (text: string): string => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;
const event = (n: number): string => piece(`data: {"n":${n}}\n\n`);
const lastChunk = "0\r\n\r\n";
const streamItem = (n: number): StreamItem<z.infer<typeof Event>> => ({ kind: "event", value: { n } });

for (const [transport, dispatcherFor] of Object.entries(dispatcherSources))
  describe(`A stream with the ${transport} transport`, () => {
    /** A client of a service that plays scripts, with a record of closed connections. */
    async function served(
      t: TestContext,
      scripts: readonly ((socket: Socket) => void)[],
      options: Partial<ClientOptions> = {},
    ) {
      const sockets: Socket[] = [];
      const server = await scriptedServer(
        ...scripts.map((script) => (socket: Socket) => {
          sockets.push(socket);
          script(socket);
        }),
      );
      t.after(() => server.close());
      const setup = bench(await dispatcherFor(server.origin), { baseUrl: server.origin, ...options });
      const ask = () => setup.client.call(follow, { path: { id: "ma/1" } }, setup.signal);
      const closed = () =>
        new Promise((resolve) => {
          if (sockets[0]?.destroyed === true) resolve(true);
          else sockets[0]?.once("close", resolve);
        });
      return { ...setup, ask, closed, origin: server.origin, requests: server.requests, sockets };
    }

    type Served = Awaited<ReturnType<typeof served>>;

    /** Opens the stream of the first response for reading item by item. */
    async function opened(setup: Served) {
      const events: EventStream<z.infer<typeof Event>> = valueOf(await setup.ask());
      const steps = events[Symbol.asyncIterator]();
      return { events, step: async () => (await steps.next()).value as unknown };
    }

    function assertNothingLeft({ clock, signal }: Served): void {
      assert.equal(clock.waiting, 0, "timers");
      assert.equal(getEventListeners(signal, "abort").length, 0, "listeners");
    }

    it("yields events as they arrive and ends when the service ends the stream", async (t) => {
      const setup = await served(t, [(s) => s.write(head + event(1))]);
      const { step } = await opened(setup);
      assert.equal(setup.clock.waiting, 0, "the time of an attempt is that of its head");
      assert.deepEqual(await step(), streamItem(1));
      const waiting = step();
      setup.sockets[0]?.write(event(2) + event(3).slice(0, 9));
      assert.deepEqual(await waiting, streamItem(2));
      setup.sockets[0]?.write(event(3).slice(9) + lastChunk);
      assert.deepEqual([await step(), await step()], [streamItem(3), undefined]);
      assertNothingLeft(setup);
      assert.equal(setup.sockets[0]?.destroyed, false, "its connection is still good");
      const [request = ""] = setup.requests;
      assert.match(request, /^GET \/connections\/ma%2F1\/events HTTP\/1.1\r\n/);
      assert.match(request, /\r\naccept: text\/event-stream\r\n/i);
      assert.deepEqual(columns(setup.log, "kind", "path", "status"), [
        ["ok", "/connections/{id}/events", 200],
      ]);
    });

    it("reads an event's name from its JSON, otherwise from its event line", async (t) => {
      const text = `event: a\ndata: {"n":1}\n\nevent: a\ndata: {"event":"b","n":2}\n\n`;
      const setup = await served(t, [(s) => s.write(head + piece(text) + lastChunk)]);
      assert.deepEqual(await collectAll(valueOf(await setup.ask())), [
        { kind: "event", value: { event: "a", n: 1 } },
        { kind: "event", value: { event: "b", n: 2 } },
      ]);
    });

    it("continues after an event that can't be parsed", async (t) => {
      const invalid = ["{", "[]", "null", "7", `{"n":"1"}`, `[${"[".repeat(40)}`].map(
        (json) => `event: a\ndata: ${json}\n\n`,
      );
      const setup = await served(t, [
        (s) => s.write(head + event(1) + piece(invalid.join("")) + event(2) + lastChunk),
      ]);
      assert.deepEqual(await collectAll(valueOf(await setup.ask())), [
        streamItem(1),
        ...invalid.map(() => ({ kind: "unreadable" })),
        streamItem(2),
      ]);
    });

    it("masks an echoed token", async (t) => {
      const text = JSON.stringify({ n: 1, words: `It was ${canary}.` });
      const setup = await served(t, [(s) => s.write(head + piece(`data: ${text}\n\n`) + lastChunk)]);
      const [only] = await collectAll(valueOf(await setup.ask()));
      assert.deepEqual(only, { kind: "event", value: { n: 1, words: "It was [token]." } });
    });

    it("reports an error response with the service's message", async (t) => {
      const setup = await served(t, [(s) => s.write(answer(404, errorJson("not_found")))]);
      const error = errorOf(await setup.ask());
      assert.ok(error.kind === "notFound" && error.sent === "refused");
      assert.deepEqual([error.code, error.missing], ["not_found", "resource"]);
      assertNothingLeft(setup);
    });

    it("retries until response headers arrive, but not after a later failure", async (t) => {
      const broken = (s: Socket) => s.end(head + event(1));
      const setup = await served(t, [(s) => s.destroy(), (s) => s.end(answer(500)), broken]);
      const [first, last, ...more] = await collectAll(valueOf(await setup.ask()));
      assert.deepEqual([first, more], [streamItem(1), []]);
      assert.ok(last?.kind === "failed" && last.error.kind === "offline");
      assert.equal(setup.requests.length, 3);
      assertNothingLeft(setup);
    });

    for (const [content, type, body, reason] of [
      ["JSON", "application/json", `{"n":1}`, "shape"],
      ["an HTML page", "text/html", "<html>", "html"],
      ["empty", "text/plain", "", "shape"],
    ] as const)
      it(`fails as unreadable if the response is ${content}`, async (t) => {
        const setup = await served(t, [(s) => s.write(answer(200, body, { "Content-Type": type }))]);
        assert.deepEqual(errorOf(await setup.ask()), { kind: "unreadable", sent: "no", status: 200, reason });
        assertNothingLeft(setup);
      });

    it("reports a broken connection", async (t) => {
      const setup = await served(t, [(s) => s.write(head + event(1))]);
      const { step } = await opened(setup);
      assert.deepEqual(await step(), streamItem(1));
      setup.sockets[0]?.resetAndDestroy();
      const last = await step();
      assert.ok(typeof last === "object" && last !== null && "error" in last);
      const { reason, ...error } = { reason: "", ...(last.error as object) };
      assert.deepEqual(error, { kind: "offline", sent: "no", status: 200, host: new URL(setup.origin).host });
      assert.match(reason, /^(ECONNRESET|UND_ERR_SOCKET)$/);
      assert.equal(await step(), undefined);
      assertNothingLeft(setup);
    });

    it("reports a timeout when no data arrives", async (t) => {
      const setup = await served(t, [(s) => s.write(head + event(1) + piece(": still here\n") + event(2))]);
      const { step } = await opened(setup);
      assert.deepEqual([await step(), await step()], [streamItem(1), streamItem(2)]);
      assert.equal(setup.clock.waiting, 0, "nobody waits for it now");
      const waiting = step();
      assert.ok(setup.clock.timers.slice(1).every((ms) => ms === idleMs));
      setup.clock.expire();
      const { host } = new URL(setup.origin);
      const error = { kind: "timeout", sent: "no", status: 200, afterMs: idleMs, host, idle: true };
      assert.deepEqual([await waiting, await step()], [{ kind: "failed", error }, undefined]);
      await setup.closed();
      assertNothingLeft(setup);
    });

    it("ends and closes the connection as soon as its signal aborts", async (t) => {
      const setup = await served(t, [(s) => s.write(head + event(1) + event(2))]);
      const { step } = await opened(setup);
      assert.deepEqual(await step(), streamItem(1));
      setup.controller.abort();
      assert.deepEqual([await step(), await step()], [{ kind: "cancelled", sent: "no" }, undefined]);
      await setup.closed();
      assertNothingLeft(setup);
    });

    it("ends as cancelled if its signal aborts while a read is pending", async (t) => {
      const setup = await served(t, [(s) => s.write(head)]);
      const waiting = (await opened(setup)).step();
      setup.controller.abort();
      assert.deepEqual(await waiting, { kind: "cancelled", sent: "no" });
      await setup.closed();
      assertNothingLeft(setup);
    });

    it("closes the connection if cancelled before the first read", async (t) => {
      const setup = await served(t, [(s) => s.write(head + event(1))]);
      await setup.ask();
      setup.controller.abort();
      await setup.closed();
      assertNothingLeft(setup);
    });

    it("ends as cancelled when the client is closed", async (t) => {
      const closing = new AbortController();
      const setup = await served(t, [(s) => s.write(head)], { closeSignal: closing.signal });
      const waiting = (await opened(setup)).step();
      closing.abort();
      assert.deepEqual(await waiting, { kind: "cancelled", sent: "no" });
      await setup.closed();
      assertNothingLeft({ ...setup, signal: closing.signal });
      assertNothingLeft(setup);
    });

    it("closes the connection when its reader stops", async (t) => {
      const setup = await served(t, [(s) => s.write(head + event(1) + event(2))]);
      for await (const step of valueOf(await setup.ask())) {
        assert.deepEqual(step, streamItem(1));
        break;
      }
      await setup.closed();
      assertNothingLeft(setup);
    });

    it("fails if an event is too long", async (t) => {
      const setup = await served(t, [
        (s) => {
          const pump = () => {
            while (s.writable && s.write(piece("x".repeat(0x10000))));
          };
          s.write(head + event(1) + piece("data: "));
          s.on("drain", pump);
          pump();
        },
      ]);
      assert.deepEqual(await collectAll(valueOf(await setup.ask())), [
        streamItem(1),
        { kind: "failed", error: { kind: "tooLarge", sent: "no", status: 200, capBytes: 1024 * 1024 } },
      ]);
      await setup.closed();
      assertNothingLeft(setup);
    });

    it("stops receiving while the reader is slow and loses no events", async (t) => {
      const count = 512;
      const filling = `: ${"x".repeat(0x10000)}\n`;
      let written = 0;
      const stuck = Promise.withResolvers<undefined>();
      const setup = await served(t, [
        (s) => {
          const pump = () => {
            while (written < count)
              if (!s.write(piece(filling) + event(written++))) {
                stuck.resolve(undefined);
                return;
              }
            s.write(lastChunk);
          };
          s.write(head);
          s.on("drain", pump);
          pump();
        },
      ]);
      const events = valueOf(await setup.ask());
      await stuck.promise;
      let before = -1;
      // Data in flight may still arrive.
      while (before < written) {
        before = written;
        for (let turns = 0; turns < 200; turns++) await new Promise(setImmediate);
      }
      assert.ok(written < count / 2, `${written} of ${count} were taken though nobody read any`);
      assert.deepEqual(
        await collectAll(events),
        Array.from({ length: count }, (_, n) => streamItem(n)),
      );
    });
  });
