// A service of the bench where a hundred logins run, a process of its own: it counts who is connected, tells of a login
// when its parent says so, and says when it did. Its own page beats for a tree without a client.
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import * as literals from "../../ui/literals.ts";
import { connection } from "./answers.ts";
import { running, type Order, type Said } from "./runningLogins.ts";

const begun = new Date();
const steps = new Map<string, "AWAITING_INPUT" | "SUBMITTING">();
const streams = new Map<string, ServerResponse>();
const sockets = new Set<Socket>();
let bare: ServerResponse | undefined;
let underWay = 0;
let most = 0;

/** How a login stands, as its events tell it, too. */
function flow(id: string): object {
  const step = steps.get(id) ?? "AWAITING_INPUT";
  const fields = [{ id: "field_1", ref: "password", type: "password", label: "Password" }];
  return {
    flow_status: "IN_PROGRESS",
    flow_step: step,
    flow_type: "LOGIN",
    ...(step === "AWAITING_INPUT" && { interaction_id: `mai_${id}`, fields }),
  };
}

const whole = (id: string): object => ({
  ...connection(id),
  status: "NEEDS_AUTH",
  flow_expires_at: new Date(begun.getTime() + 3_600_000).toISOString(),
  ...flow(id),
});

function answer(path: string, response: ServerResponse): void {
  const [, , , id, what] = path.split("/");
  if (path === "/bare") bare = opened(response);
  else if (path === "/org/entitlements") json(response, literals.entitlements);
  else if (path === "/auth/connections") json(response, JSON.stringify(running.map(whole)));
  else if (id === undefined) response.writeHead(404).end(literals.notFound);
  else if (what === undefined) json(response, JSON.stringify(whole(id)));
  else if (what === "timeline")
    json(
      response,
      JSON.stringify([
        { id: `login_${id}`, type: "login", status: "IN_PROGRESS", timestamp: begun.toISOString() },
      ]),
    );
  else streams.set(id, opened(response));
}

function json(response: ServerResponse, body: string): void {
  response.writeHead(200, { "Content-Type": "application/json", "X-Has-More": "false" }).end(body);
}

function opened(response: ServerResponse): ServerResponse {
  response.writeHead(200, { "Content-Type": "text/event-stream" }).flushHeaders();
  return response;
}

const server = createServer((request, response) => {
  most = Math.max(most, ++underWay);
  const [path = ""] = (request.url ?? "").split("?");
  response.once("close", () => {
    underWay--;
    for (const [id, one] of streams) if (one === response) streams.delete(id);
  });
  answer(path, response);
});
server.on("connection", (socket) => {
  sockets.add(socket);
  socket.setNoDelay(true);
  socket.once("close", () => sockets.delete(socket));
});

/** Does what the parent says, and answers. */
process.on("message", (order: Order) => {
  const at = performance.timeOrigin + performance.now();
  if (order.kind === "step") {
    steps.set(order.id, order.step);
    const data = { event: "managed_auth_state", timestamp: new Date().toISOString(), ...flow(order.id) };
    streams.get(order.id)?.write(`event: managed_auth_state\ndata: ${JSON.stringify(data)}\n\n`);
  }
  if (order.kind === "beat") bare?.write(`${order.word}\n`);
  if (order.kind === "begin") most = underWay;
  const said: Said = { at, most, streams: [...streams.keys()], sockets: sockets.size };
  process.send?.(said);
});
server.listen(0, "127.0.0.1", () => process.send?.((server.address() as AddressInfo).port));
process.once("disconnect", () => process.exit());
