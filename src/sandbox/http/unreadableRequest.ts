// What Node could not parse, or did not get in time: it gets an answer of the shape of §2.9, too.
import type { ServerResponse } from "node:http";
import { STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { refusal } from "./replies.ts";

/** How long the client may take to read the answer and to end its side, in milliseconds. */
const lastCall = 1000;

/**
 * Answers what was not a request, and ends its connection. Where another request of the connection is being answered,
 * the client would take this answer for that one's, so the connection is cut instead. `open`: every reply under way.
 */
export function refuseUnreadable(
  error: NodeJS.ErrnoException,
  socket: Duplex,
  open: ReadonlySet<ServerResponse>,
): void {
  if (!socket.writable) return;
  if (isAnswered(socket, open)) {
    socket.destroy();
    return;
  }
  const { status, body } = reply(error.code);
  const payload = JSON.stringify(body);
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(payload)}\r\nConnection: close\r\n\r\n${payload}`,
  );
  // Cut at once, the answer might not be read; left to the client, the connection might stay for ever.
  const overdue = setTimeout(() => socket.destroy(), lastCall);
  socket.once("close", () => clearTimeout(overdue));
}

/** Whether the connection has a request that is being carried out, or an answer that has begun. */
function isAnswered(socket: Duplex, open: ReadonlySet<ServerResponse>): boolean {
  return Array.from(open).some(
    ({ req, headersSent }) => req.socket === socket && (req.complete || headersSent),
  );
}

function reply(code: string | undefined) {
  switch (code) {
    case "ERR_HTTP_REQUEST_TIMEOUT":
      return refusal(408, "request_timeout", "The request timed out.");
    case "HPE_HEADER_OVERFLOW":
      return refusal(431, "bad_request", "The header fields of the request are too long.");
    case undefined:
    default:
      return refusal(400, "bad_request", "The request can't be read.");
  }
}
