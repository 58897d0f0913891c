import * as literals from "../../ui/literals.ts";
import { connection, page, type List } from "./answers.ts";
import { totalOf, type Total } from "./totals.ts";

const created = reply(201, literals.created);
const deleted = reply(204, "");
const entitlements = reply(200, literals.entitlements);
const one = reply(200, JSON.stringify(connection("ma_1")));
const notFound = reply(404, literals.notFound);

const connections = (total: Total): List => ({ total, row: (index) => connection(`ma_${index}`) });
const lists: Readonly<Record<string, List>> = {
  "/profiles": { total: 20, row: (index) => ({ id: `prof_${index}`, name: `profile-ma_${index}` }) },
  "/telemetry/destinations": { total: 20, row: (index) => ({ id: `dest_${index}`, name: `dest ${index}` }) },
};

/** The bytes that answer a request, head and body. */
export function replyTo(method: string, whole: string): Buffer {
  const { target, total } = totalOf(whole);
  if (method === "POST") return created;
  if (method === "DELETE") return deleted;
  const [path = "", query = ""] = target.split("?", 2);
  if (path === "/org/entitlements") return entitlements;
  if (path.startsWith("/auth/connections/")) return one;
  const list = path === "/auth/connections" ? connections(total) : lists[path];
  if (list === undefined) return notFound;
  const { body, headers } = page(path, list, new URLSearchParams(query));
  return reply(200, body, headers);
}

function reply(status: number, body: string, headers = ""): Buffer {
  const content =
    body === ""
      ? ""
      : `Content-Type: application/json\r\nContent-Length: ${String(Buffer.byteLength(body))}\r\n`;
  return Buffer.from(`HTTP/1.1 ${status} -\r\n${content}${headers}\r\n${body}`);
}
