// Faults under which the official SDK and our client are compared.
import { answer } from "../doubles/scriptedServer.ts";
import { errorOf, type Operation, type Wire } from "./service.ts";

export interface Compared {
  readonly fault: string;
  readonly operation: Exclude<Operation, "U" | "R" | "T">;
  readonly wire: Wire;
  /** Number of affected responses. Defaults to all. */
  readonly times?: number;
  /** False if the service doesn't carry out the request. */
  readonly carriesOut?: false;
  /** Replaces the valid token. */
  readonly token?: string;
  /** Milliseconds after which the caller aborts. */
  readonly abortAfterMs?: number;
}

const html = { "Content-Type": "text/html" };
const json = { "Content-Type": "application/json" };
const page = "<html>Sign in to the Wi-Fi</html>";

const say =
  (status: number, body = "", headers: Readonly<Record<string, string>> = json): Wire =>
  (socket) =>
    socket.end(answer(status, body, { Connection: "close", ...headers }));

/**
 * Sends the head and the start of a body. Then our clock skips the attempt's timeout, while the SDK's timeout runs in
 * real time.
 */
const stalls: Wire = (socket, { clock }) => {
  socket.write("HTTP/1.1 201 Created\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{");
  setImmediate(() => clock.expire());
};

const hangs: Wire = (_socket, { clock }) => void setImmediate(() => clock.expire());
const drops: Wire = (socket) => socket.resetAndDestroy();
const limited = (retryAfter: string): Wire => say(429, "", { ...json, "Retry-After": retryAfter });
const normal: Wire = (socket, scene) => socket.end(scene.answer);

/** Affects only the first response. */
const once = { times: 1 } as const;
const undone = { carriesOut: false } as const;

export const compared: readonly Compared[] = [
  { fault: "The service creates, the connection drops", operation: "C", wire: drops, ...once },
  { fault: "The service creates, then answers 500", operation: "C", wire: say(500), ...once },
  { fault: "The service creates, then hangs", operation: "C", wire: hangs, ...once },
  { fault: "The connection drops before the creation", operation: "C", wire: drops, ...once, ...undone },
  {
    fault: "409, connection exists",
    operation: "C",
    wire: say(409, errorOf("already_exists", { existing_id: "ma_7" })),
    ...undone,
  },
  { fault: "200 with a page of HTML", operation: "C", wire: say(200, page, html), ...undone },
  { fault: "201 with `{}`", operation: "C", wire: say(201, "{}") },
  { fault: "201, the body stalls", operation: "C", wire: stalls },
  { fault: "201, half of the JSON", operation: "C", wire: say(201, '{"id":"ma_1",') },
  { fault: "302 to a page", operation: "C", wire: say(302, "", { Location: "/portal" }), ...undone },
  { fault: "500 on every attempt", operation: "C", wire: say(500), ...undone },
  {
    fault: "503, Retry-After: 3600",
    operation: "C",
    wire: say(503, "", { "Retry-After": "3600" }),
    ...undone,
  },
  { fault: "429, Retry-After: -5", operation: "C", wire: limited("-5"), ...undone },
  { fault: "429, Retry-After: soon", operation: "C", wire: limited("soon"), ...undone },
  { fault: "429, Retry-After: 9999999999", operation: "C", wire: limited("9999999999"), ...undone },
  {
    fault: "429, Retry-After: 5, aborted after 300 ms",
    operation: "C",
    wire: limited("5"),
    ...undone,
    abortAfterMs: 300,
  },
  { fault: "A token with a line break", operation: "C", wire: normal, token: "sk_compared\nx" },
  { fault: "409, in use", operation: "D", wire: say(409, errorOf("in_use")), ...undone },
  { fault: "The service deletes, the connection drops", operation: "D", wire: drops, ...once },
  { fault: "200 with a page of HTML", operation: "D", wire: say(200, page, html), ...undone },
  { fault: "The connection drops, then 404 with a page", operation: "D", wire: dropsThenPage(), ...undone },
  {
    fault: "The connection drops, then 404 `projects_disabled`",
    operation: "D",
    wire: (socket, scene) =>
      (scene.number === 1 ? drops : say(404, errorOf("projects_disabled")))(socket, scene),
    ...undone,
  },
  { fault: "303 to a page", operation: "D", wire: say(303, "", { Location: "/portal" }), ...undone },
  { fault: "The connection drops, once", operation: "G", wire: drops, ...once },
  { fault: "200 with a page of HTML", operation: "G", wire: say(200, page, html) },
  { fault: "100 MB of spaces", operation: "G", wire: spaces() },
  { fault: "401", operation: "G", wire: say(401, errorOf("unauthorized")) },
];

function dropsThenPage(): Wire {
  return (socket, scene) => (scene.number === 1 ? drops : say(404, page, html))(socket, scene);
}

function spaces(): Wire {
  return (socket) => {
    socket.write(`HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${100 << 20}\r\n\r\n`);
    const chunk = Buffer.alloc(1 << 20, " ");
    let remaining = 100;
    const pump = (): void => {
      while (remaining > 0 && socket.writable && remaining-- > 0 && socket.write(chunk));
    };
    socket.on("drain", pump);
    pump();
  };
}
