// Section B: faults of the connection after the request was sent.
import assert from "node:assert/strict";
import { createConnection, deleteDestination, getEntitlements } from "../../src/api/operations.ts";
import { final, fine, lost, says, tooLate, type Fault, type Row } from "./row.ts";
import { destination, type Wire } from "./service.ts";

/** Sends bytes and then skips the attempt's timeout. */
const thenNothing =
  (bytes: string): Wire =>
  (socket, { clock }) => {
    if (bytes !== "") socket.write(bytes);
    setImmediate(() => clock.expire());
  };

const bytes =
  (text: string): Wire =>
  (socket) =>
    socket.end(text, "latin1");

/** The response isn't HTTP. */
const unreadable = { ...lost, error: "unreadable protocol", says } as const;
const broken = (code: string) => ({
  ...lost,
  error: `offline ${code}`,
  says: `The connection to {host} failed (${code})`,
});

export const connectionFaults: readonly Row[] = [
  {
    number: 20,
    title: "closed before the response",
    wire: (socket) => socket.destroy(),
    ...broken("UND_ERR_SOCKET"),
  },
  {
    number: 21,
    title: "reset before the response",
    wire: (socket) => socket.resetAndDestroy(),
    ...broken("ECONNRESET"),
  },
  { number: 22, title: "a truncated status line", wire: bytes("HTTP/1.1 20"), ...broken("UND_ERR_SOCKET") },
  { number: 23, title: "garbage instead of HTTP", wire: bytes("\0\x01garbage\r\n\r\n"), ...unreadable },
  {
    number: 24,
    title: "an HTTP/0.9 page",
    wire: bytes("<html><body>Hello</body></html>"),
    ...unreadable,
  },
  {
    number: 25,
    title: "a stale kept-alive connection",
    story: async ({ account, remote, service }) => {
      const { signal } = new AbortController();
      const { client } = await service.access(account, signal);
      for (const [operation, act] of [
        [
          "C",
          () =>
            client.call(createConnection, { body: { domain: "example.com", profile_name: "work" } }, signal),
        ],
        ["D", () => client.call(deleteDestination, { path: { id_or_name: destination } }, signal)],
      ] as const) {
        assert.equal((await client.call(getEntitlements, {}, signal)).kind, "ok");
        let before = 0;
        const wire: Wire = (socket, scene) => {
          before = Math.max(before, scene.before);
          socket.destroy();
        };
        remote.arm({ operation, wire, times: Infinity, carriesOut: false });
        const outcome = await act();
        assert.ok(before > 0, "the connection had been used");
        assert.ok(outcome.kind === "failed" && outcome.error.sent === "unknown");
        assert.equal(remote.count(operation), operation === "C" ? 1 : 2);
      }
    },
  },
  {
    number: 26,
    title: "reset after the server committed",
    wire: (socket) => socket.resetAndDestroy(),
    times: 1,
    C: "exists 2",
    D: "deleted 2",
    G: "fresh 2",
    U: "saved 1",
    R: "deleted 2",
  },
  {
    number: 27,
    title: "reset before the server committed",
    wire: (socket) => socket.resetAndDestroy(),
    times: 1,
    carriesOut: false,
    C: "created 2",
    D: "deleted 2",
    G: "fresh 2",
    U: "absent 1",
    R: "deleted 2",
  },
  { number: 28, title: "no response head", wire: thenNothing(""), ...tooLate },
  {
    number: 29,
    title: "a head that arrives byte by byte",
    wire: (socket, { answer, clock }) => {
      const head = (answer === "" ? "HTTP/1.1 200 OK\r\n" : answer).split("\r\n\r\n")[0] ?? "";
      let sent = 0;
      const drip = setInterval(() => {
        socket.write(head[sent % head.length] ?? "");
        if (++sent === 5) clock.expire();
      }, 1);
      socket.on("close", () => clearInterval(drip));
    },
    ...tooLate,
  },
  {
    number: 30,
    title: "a header of 20 KB",
    wire: bytes(`HTTP/1.1 200 OK\r\nX-Long: ${"a".repeat(20_000)}\r\n\r\n`),
    ...unreadable,
  },
  {
    number: 31,
    title: "Content-Length twice",
    wire: bytes("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{} "),
    ...unreadable,
  },
  {
    number: 32,
    title: "Content-Length and chunks",
    wire: bytes(
      "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n",
    ),
    ...unreadable,
  },
  ...(["099", "101"] as const).map((status): Fault => ({
    number: 33,
    title: `status ${status}`,
    wire: bytes(`HTTP/1.1 ${status} Odd\r\nConnection: close\r\nContent-Length: 2\r\n\r\n{}`),
    ...unreadable,
  })),
  {
    number: 33,
    title: "status 999",
    wire: bytes("HTTP/1.1 999 Odd\r\nConnection: close\r\nContent-Length: 2\r\n\r\n{}"),
    ...final,
    error: "server",
    says: "The service failed (status 999)",
  },
  {
    number: 34,
    title: "103, then the response",
    wire: (socket, { answer }) => socket.end(`HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n${answer}`),
    ...fine,
  },
  {
    number: 35,
    title: "a laptop suspended for an hour during the request",
    wire: (_socket, { clock }) => {
      clock.time += 3_600_000;
      setImmediate(() => clock.expire());
    },
    // The check after a create or an update is a separate operation. The other operations have used up their time.
    ...final,
    error: "timeout",
    says: "{host} didn't answer within",
  },
];
