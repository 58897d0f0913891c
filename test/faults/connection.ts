// Section B: faults of the connection after the request was sent.
import assert from "node:assert/strict";
import { createConnection, deleteDestination, getEntitlements } from "../../src/api/operations.ts";
import { fault, final, fine, lostAnswer, unreadableReply, tooLate, type Row } from "./row.ts";
import { destination, type Wire } from "./service.ts";

/** Sends bytes and then skips the attempt's timeout. */
const sendThenStall =
  (bytes: string): Wire =>
  (socket, { clock }) => {
    if (bytes !== "") socket.write(bytes);
    setImmediate(() => clock.expire());
  };

const bytes =
  (text: string): Wire =>
  (socket) =>
    socket.end(text, "latin1");

const reset: Wire = (socket) => socket.resetAndDestroy();
/** Only the first response is affected. */
const once = { times: 1, D: "deleted 2", G: "fresh 2", R: "deleted 2" } as const;
/** The response isn't HTTP. */
const unreadable = { ...lostAnswer, error: "unreadable protocol", says: unreadableReply } as const;
const broken = (code: string) => ({
  ...lostAnswer,
  error: `offline ${code}`,
  says: `The connection to {host} failed (${code})`,
});

export const connectionFaults: readonly Row[] = [
  fault(20, "closed before the response", (socket) => socket.destroy(), broken("UND_ERR_SOCKET")),
  fault(21, "reset before the response", reset, broken("ECONNRESET")),
  fault(22, "a truncated status line", bytes("HTTP/1.1 20"), broken("UND_ERR_SOCKET")),
  fault(23, "garbage instead of HTTP", bytes("\0\x01garbage\r\n\r\n"), unreadable),
  fault(24, "an HTTP/0.9 page", bytes("<html><body>Hello</body></html>"), unreadable),
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
  fault(26, "reset after the server committed", reset, once, { C: "exists 2", U: "saved 1" }),
  fault(27, "reset before the server committed", reset, once, {
    carriesOut: false,
    C: "created 2",
    U: "absent 1",
  }),
  fault(28, "no response head", sendThenStall(""), tooLate),
  fault(
    29,
    "a head that arrives byte by byte",
    (socket, { answer, clock }) => {
      const head = (answer === "" ? "HTTP/1.1 200 OK\r\n" : answer).split("\r\n\r\n")[0] ?? "";
      let sent = 0;
      const drip = setInterval(() => {
        socket.write(head[sent % head.length] ?? "");
        if (++sent === 5) clock.expire();
      }, 1);
      socket.on("close", () => clearInterval(drip));
    },
    tooLate,
  ),
  fault(
    30,
    "a header of 20 KB",
    bytes(`HTTP/1.1 200 OK\r\nX-Long: ${"a".repeat(20_000)}\r\n\r\n`),
    unreadable,
  ),
  fault(
    31,
    "Content-Length twice",
    bytes("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{} "),
    unreadable,
  ),
  fault(
    32,
    "Content-Length and chunks",
    bytes("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n"),
    unreadable,
  ),
  ...(["099", "101"] as const).map((status) =>
    fault(
      33,
      `status ${status}`,
      bytes(`HTTP/1.1 ${status} Odd\r\nConnection: close\r\nContent-Length: 2\r\n\r\n{}`),
      unreadable,
    ),
  ),
  fault(
    33,
    "status 999",
    bytes("HTTP/1.1 999 Odd\r\nConnection: close\r\nContent-Length: 2\r\n\r\n{}"),
    final,
    { error: "server", says: "The service failed (status 999)" },
  ),
  fault(
    34,
    "103, then the response",
    (socket, { answer }) => socket.end(`HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n${answer}`),
    fine,
  ),
  // The check after a create or an update is a separate operation. The other operations have used up their time.
  fault(
    35,
    "a laptop suspended for an hour during the request",
    (_socket, { clock }) => {
      clock.time += 3_600_000;
      setImmediate(() => clock.expire());
    },
    final,
    { error: "timeout", says: "{host} didn't answer within" },
  ),
];
