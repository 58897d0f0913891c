// Section C: faults in the body of a successful response.
import { deflateRawSync, gzipSync } from "node:zlib";
import { answer } from "../doubles/scriptedServer.ts";
import { fine, lost, says, tooLate, type Fault } from "./row.ts";
import { entitlements, type Wire } from "./service.ts";

/** The body was cut off, so the effect is unknown. */
const brokeOff = { ...lost, error: "unreadable protocol", says } as const;
/**
 * A successful response with an unreadable body. A create is sent again as a check, a deletion needs no body, and a
 * read is retried once.
 */
const unread = {
  C: "unknown 2",
  D: "deleted 1",
  G: "stale 2",
  U: "saved 1",
  R: "deleted 1",
  T: "not listed 2",
} as const;
const noJson = { ...unread, error: "unreadable json", says } as const;
/** The same without the list operation, for bodies that are valid lists or within a list's larger cap. */
const unreadResource = { C: unread.C, D: unread.D, G: unread.G, U: unread.U, R: unread.R };
/** Bytes that aren't text. A deletion can't distinguish them from a web page. */
const garbled = {
  C: "unknown 2",
  D: "unknown 1",
  G: "stale 2",
  U: "saved 1",
  T: "not listed 2",
  error: "unreadable encoding",
  says,
} as const;
/** A deletion by ID is retried, and the second response is unreadable, too. */
const noText = { ...garbled, R: "unknown 2" } as const;
/** Exceeds the size limit. A retry would return the same. */
const tooLarge = {
  C: "unknown 2",
  D: "deleted 1",
  G: "stale 1",
  U: "saved 1",
  R: "deleted 1",
  error: "tooLarge",
  says: "The response is too large to read",
} as const;

/** Sends a 200 with these headers and body, then closes the connection. */
const raw =
  (head: string, body: string | Buffer = ""): Wire =>
  (socket) => {
    socket.write(`HTTP/1.1 200 OK\r\nConnection: close\r\n${head}\r\n`, "latin1");
    socket.end(body);
  };

/** Sends a complete JSON response with this body. */
const whole = (body: string | Buffer, head = ""): Wire =>
  raw(`Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n${head}`, body);

/** Sends the usual response with a transformed body. */
const turned =
  (turn: (body: string) => Buffer, head: string): Wire =>
  (socket, scene) => {
    const status = scene.answer.slice(0, scene.answer.indexOf("\r\n"));
    const body = turn(scene.answer.slice(scene.answer.indexOf("\r\n\r\n") + 4) || "{}");
    const code = status.replace("204", "200");
    socket.write(`${code}\r\nConnection: close\r\nContent-Length: ${body.length}\r\n${head}\r\n`);
    socket.end(body);
  };

/** Sends the head and an endless body, as fast as the client reads. */
const endless =
  (head: string, chunk: Buffer): Wire =>
  (socket) => {
    socket.write(`HTTP/1.1 200 OK\r\n${head}\r\n`);
    const pump = (): void => {
      while (socket.writable && socket.write(chunk));
    };
    socket.on("drain", pump);
    pump();
  };

const sixLayers = whole("{}", `Content-Encoding: ${Array(6).fill("gzip").join(", ")}\r\n`);
const gzip = "Content-Encoding: gzip\r\n";
const entitled = JSON.stringify(entitlements);

/** A gigabyte of spaces in 1 MB of gzip, built from copies of one block. */
export const bomb: Buffer = (() => {
  const block = deflateRawSync(Buffer.alloc(16 * 1024 * 1024, " "), { finishFlush: 2 });
  return Buffer.concat([
    Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]),
    ...Array.from({ length: 64 }, () => block),
    Buffer.from([3, 0]),
  ]);
})();

const explodes: Wire = (socket) => {
  socket.write(`HTTP/1.1 200 OK\r\n${gzip}Content-Length: ${bomb.length}\r\n\r\n`);
  socket.end(bomb);
};

export const bodyFaults: readonly Fault[] = [
  {
    number: 36,
    title: "a body shorter than its Content-Length",
    wire: raw("Content-Length: 900\r\n", entitled),
    ...brokeOff,
  },
  {
    number: 37,
    title: "a body cut off between chunks",
    wire: raw("Transfer-Encoding: chunked\r\n", '5\r\n{"a":\r\n'),
    ...brokeOff,
  },
  {
    number: 38,
    title: "a body cut off without a length, which is no transport error",
    wire: raw("", '{"id":"ma_1","features":{"managed'),
    ...noJson,
  },
  {
    number: 39,
    title: "bytes beyond the Content-Length",
    wire: (socket, { answer }) => socket.end(`${answer}more`),
    ...fine,
  },
  {
    number: 40,
    title: "a bad chunk size",
    wire: raw("Transfer-Encoding: chunked\r\n", "zz\r\n{}\r\n"),
    ...brokeOff,
  },
  {
    number: 41,
    title: "a response that stalls after the head",
    wire: (socket, { clock }) => {
      socket.write("HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n{");
      setImmediate(() => clock.expire());
    },
    ...tooLate,
  },
  {
    number: 42,
    title: "a body that arrives byte by byte",
    wire: (socket, { clock }) => {
      socket.write("HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n");
      let sent = 0;
      const drip = setInterval(() => {
        socket.write(" ");
        if (++sent === 5) clock.expire();
      }, 1);
      socket.on("close", () => clearInterval(drip));
    },
    ...tooLate,
  },
  {
    number: 43,
    title: "gzip, which the host's fetch decompresses",
    only: { way: "fetch", because: "over the pool no encoding is asked for" },
    wire: turned((body) => gzipSync(body), gzip),
    ...fine,
  },
  {
    number: 43,
    title: "gzip that was not requested",
    only: { way: "pool", because: "the host's fetch undoes it" },
    wire: turned((body) => gzipSync(body), gzip),
    ...garbled,
  },
  {
    number: 44,
    title: "a gzip header without compression",
    wire: turned((body) => Buffer.from(body), gzip),
    ...garbled,
  },
  {
    number: 45,
    title: "truncated gzip, which is no transport error",
    only: { way: "fetch", because: "over the pool it is not undone" },
    wire: turned((body) => gzipSync(body).subarray(0, -20), gzip),
    ...noJson,
  },
  {
    number: 45,
    title: "truncated gzip",
    only: { way: "pool", because: "the host's fetch undoes as much as there is" },
    wire: turned((body) => gzipSync(body).subarray(0, -20), gzip),
    ...garbled,
  },
  {
    number: 46,
    title: "gzip with a wrong checksum",
    wire: turned((body) => {
      const packed = gzipSync(body);
      packed.writeUInt32LE(1, packed.length - 8);
      return packed;
    }, gzip),
    ...garbled,
  },
  {
    number: 47,
    title: "six layers of gzip, which fetch rejects",
    only: { way: "fetch", because: "over the pool nothing is undone" },
    wire: sixLayers,
    ...lost,
    error: "offline UNKNOWN",
    says: "The connection to {host} failed (UNKNOWN)",
  },
  {
    number: 47,
    title: "six layers of gzip",
    only: { way: "pool", because: "fetch refuses them before we see them" },
    wire: sixLayers,
    ...noText,
  },
  {
    number: 48,
    title: "a gzip bomb of 1 GB",
    only: { way: "fetch", because: "over the pool it is never undone" },
    wire: explodes,
    ...tooLarge,
  },
  {
    number: 48,
    title: "a gzip bomb of 1 GB, not decompressed",
    only: { way: "pool", because: "the host's fetch undoes it" },
    wire: explodes,
    ...noText,
  },
  {
    number: 49,
    title: "100 MB of plain text",
    wire: endless(`Content-Length: ${100 * 1024 * 1024}\r\n`, Buffer.alloc(0x10000, " ")),
    ...tooLarge,
  },
  {
    number: 50,
    title: "an unknown encoding",
    wire: whole(Buffer.from([0xff, 0xfe, 0x80]), "Content-Encoding: secret\r\n"),
    ...noText,
  },
  { number: 51, title: "200 without a body", wire: whole(""), ...noJson },
  {
    number: 52,
    title: "204 with a body",
    wire: (socket) =>
      socket.end("HTTP/1.1 204 No Content\r\nConnection: close\r\nContent-Length: 2\r\n\r\n{}"),
    ...noJson,
  },
  ...["null", "[]", '"str"', "5"].map((body): Fault => ({
    number: 53,
    title: `${body} instead of an object`,
    wire: whole(body),
    // A list may be empty, and some services return null instead.
    ...(["null", "[]"].includes(body) ? unreadResource : unread),
    error: "unreadable shape",
    says,
  })),
  {
    number: 54,
    title: "a byte order mark before the JSON",
    wire: turned((body) => Buffer.from(`\ufeff${body}`), ""),
    ...fine,
  },
  { number: 55, title: "UTF-16", wire: whole(Buffer.from(`\ufeff${entitled}`, "utf16le")), ...noText },
  {
    number: 56,
    title: "invalid UTF-8",
    wire: whole(Buffer.concat([Buffer.from('{"id":"'), Buffer.from([0xc3, 0x28]), Buffer.from('"}')])),
    ...noText,
  },
  { number: 57, title: "NDJSON", wire: whole(`${entitled}\n${entitled}\n`), ...noJson },
  { number: 58, title: "a prefix before the JSON", wire: whole(`)]}'\n${entitled}`), ...noJson },
  { number: 59, title: "NaN", wire: whole('{"id":NaN}'), ...noJson },
  {
    number: 60,
    title: "a duplicate key, of which the last one counts",
    wire: turned(
      (body) => Buffer.from(body.replace("{", '{"id":"wrong","features":{},').replaceAll("\n", "")),
      "",
    ),
    ...fine,
  },
  {
    number: 61,
    title: "a key named __proto__",
    wire: turned((body) => Buffer.from(body.replace("{", '{"__proto__":{"id":"evil"},')), ""),
    ...fine,
  },
  {
    number: 62,
    title: "500,000 levels deep",
    wire: whole(`${"[".repeat(500_000)}${"]".repeat(500_000)}`),
    ...noJson,
  },
  {
    number: 63,
    title: "a million keys, above the limit on bytes",
    wire: whole(`{${Array.from({ length: 1_000_000 }, (_, key) => `"${key}":0`).join()}}`),
    ...tooLarge,
  },
  {
    number: 63,
    title: "a hundred thousand keys, above the limit on nodes",
    wire: whole(`{${Array.from({ length: 100_000 }, (_, key) => `"${key.toString(36)}":0`).join()}}`),
    ...unreadResource,
    error: "unreadable json",
    says,
  },
  {
    number: 64,
    title: "numbers outside the safe range",
    wire: (socket, scene) => {
      const [, body = ""] = scene.answer.split("\r\n\r\n");
      const huge = (body || '{"id":"ma_0"}')
        .replace("{", '{"big":9007199254740993,"bigger":1e999,')
        .replace('"max_connections":5', '"max_connections":1e999');
      socket.end(answer(200, huge, { Connection: "close" }));
    },
    ...fine,
  },
];
