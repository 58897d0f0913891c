// Section C: faults in the body of a successful response.
import { deflateRawSync, gzipSync } from "node:zlib";
import { answer } from "../doubles/scriptedServer.ts";
import { fault, fine, lostAnswer, only, unreadableReply, tooLate, type Fault } from "./row.ts";
import { entitlements, type Wire } from "./service.ts";

/** The body was cut off, so the effect is unknown. */
const cutOff = { ...lostAnswer, error: "unreadable protocol", says: unreadableReply } as const;
/**
 * A successful response with an unreadable body. A create is sent again as a check, a deletion needs no body, and a
 * read is retried once.
 */
const unreadableBody = {
  C: "unknown 2",
  D: "deleted 1",
  G: "stale 2",
  U: "saved 1",
  R: "deleted 1",
  T: "not listed 2",
} as const;
const noJson = { ...unreadableBody, error: "unreadable json", says: unreadableReply } as const;
/** The same without the list operation, for bodies that are valid lists or within a list's larger cap. */
const unreadResource = {
  C: unreadableBody.C,
  D: unreadableBody.D,
  G: unreadableBody.G,
  U: unreadableBody.U,
  R: unreadableBody.R,
};
/** Bytes that aren't text. A deletion can't distinguish them from a web page. */
const garbledBody = {
  C: "unknown 2",
  D: "unknown 1",
  G: "stale 2",
  U: "saved 1",
  T: "not listed 2",
  error: "unreadable encoding",
  says: unreadableReply,
} as const;
/** A deletion by ID is retried, and the second response is unreadable, too. */
const noText = { ...garbledBody, R: "unknown 2" } as const;
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
const jsonResponse = (body: string | Buffer, head = ""): Wire =>
  raw(`Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n${head}`, body);

/** Sends the usual response with a transformed body. */
const transformedResponse =
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

const sixLayers = jsonResponse("{}", `Content-Encoding: ${Array(6).fill("gzip").join(", ")}\r\n`);
const gzip = "Content-Encoding: gzip\r\n";
const gzipped = transformedResponse((body) => gzipSync(body), gzip);
const truncatedGzip = transformedResponse((body) => gzipSync(body).subarray(0, -20), gzip);
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
  fault(36, "a body shorter than its Content-Length", raw("Content-Length: 900\r\n", entitled), cutOff),
  fault(37, "a body cut off between chunks", raw("Transfer-Encoding: chunked\r\n", '5\r\n{"a":\r\n'), cutOff),
  fault(
    38,
    "a body cut off without a length, which is no transport error",
    raw("", '{"id":"ma_1","features":{"managed'),
    noJson,
  ),
  fault(39, "bytes beyond the Content-Length", (socket, { answer }) => socket.end(`${answer}more`), fine),
  fault(40, "a bad chunk size", raw("Transfer-Encoding: chunked\r\n", "zz\r\n{}\r\n"), cutOff),
  fault(
    41,
    "a response that stalls after the head",
    (socket, { clock }) => {
      socket.write("HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n{");
      setImmediate(() => clock.expire());
    },
    tooLate,
  ),
  fault(
    42,
    "a body that arrives byte by byte",
    (socket, { clock }) => {
      socket.write("HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n");
      let sent = 0;
      const drip = setInterval(() => {
        socket.write(" ");
        if (++sent === 5) clock.expire();
      }, 1);
      socket.on("close", () => clearInterval(drip));
    },
    tooLate,
  ),
  fault(
    43,
    "gzip, which the host's fetch decompresses",
    gzipped,
    only("fetch", "over the pool no encoding is asked for"),
    fine,
  ),
  fault(43, "gzip that was not requested", gzipped, only("pool", "the host's fetch undoes it"), garbledBody),
  fault(
    44,
    "a gzip header without compression",
    transformedResponse((body) => Buffer.from(body), gzip),
    garbledBody,
  ),
  fault(
    45,
    "truncated gzip, which is no transport error",
    truncatedGzip,
    only("fetch", "over the pool it is not undone"),
    noJson,
  ),
  fault(
    45,
    "truncated gzip",
    truncatedGzip,
    only("pool", "the host's fetch undoes as much as there is"),
    garbledBody,
  ),
  fault(
    46,
    "gzip with a wrong checksum",
    transformedResponse((body) => {
      const packed = gzipSync(body);
      packed.writeUInt32LE(1, packed.length - 8);
      return packed;
    }, gzip),
    garbledBody,
  ),
  fault(
    47,
    "six layers of gzip, which fetch rejects",
    sixLayers,
    only("fetch", "over the pool nothing is undone"),
    lostAnswer,
    { error: "offline UNKNOWN", says: "The connection to {host} failed (UNKNOWN)" },
  ),
  fault(47, "six layers of gzip", sixLayers, only("pool", "fetch refuses them before we see them"), noText),
  fault(48, "a gzip bomb of 1 GB", explodes, only("fetch", "over the pool it is never undone"), tooLarge),
  fault(
    48,
    "a gzip bomb of 1 GB, not decompressed",
    explodes,
    only("pool", "the host's fetch undoes it"),
    noText,
  ),
  fault(
    49,
    "100 MB of plain text",
    endless(`Content-Length: ${100 * 1024 * 1024}\r\n`, Buffer.alloc(0x10000, " ")),
    tooLarge,
  ),
  fault(
    50,
    "an unknown encoding",
    jsonResponse(Buffer.from([0xff, 0xfe, 0x80]), "Content-Encoding: secret\r\n"),
    noText,
  ),
  fault(51, "200 without a body", jsonResponse(""), noJson),
  fault(
    52,
    "204 with a body",
    (socket) => socket.end("HTTP/1.1 204 No Content\r\nConnection: close\r\nContent-Length: 2\r\n\r\n{}"),
    noJson,
  ),
  ...["null", "[]", '"str"', "5"].map((body) => {
    // A list may be empty, and some services return null instead.
    return fault(
      53,
      `${body} instead of an object`,
      jsonResponse(body),
      ["null", "[]"].includes(body) ? unreadResource : unreadableBody,
      { error: "unreadable shape", says: unreadableReply },
    );
  }),
  fault(
    54,
    "a byte order mark before the JSON",
    transformedResponse((body) => Buffer.from(`\ufeff${body}`), ""),
    fine,
  ),
  fault(55, "UTF-16", jsonResponse(Buffer.from(`\ufeff${entitled}`, "utf16le")), noText),
  fault(
    56,
    "invalid UTF-8",
    jsonResponse(Buffer.concat([Buffer.from('{"id":"'), Buffer.from([0xc3, 0x28]), Buffer.from('"}')])),
    noText,
  ),
  fault(57, "NDJSON", jsonResponse(`${entitled}\n${entitled}\n`), noJson),
  fault(58, "a prefix before the JSON", jsonResponse(`)]}'\n${entitled}`), noJson),
  fault(59, "NaN", jsonResponse('{"id":NaN}'), noJson),
  fault(
    60,
    "a duplicate key, of which the last one counts",
    transformedResponse(
      (body) => Buffer.from(body.replace("{", '{"id":"wrong","features":{},').replaceAll("\n", "")),
      "",
    ),
    fine,
  ),
  fault(
    61,
    "a key named __proto__",
    transformedResponse((body) => Buffer.from(body.replace("{", '{"__proto__":{"id":"evil"},')), ""),
    fine,
  ),
  fault(62, "500,000 levels deep", jsonResponse(`${"[".repeat(500_000)}${"]".repeat(500_000)}`), noJson),
  fault(
    63,
    "a million keys, above the limit on bytes",
    jsonResponse(`{${Array.from({ length: 1_000_000 }, (_, key) => `"${key}":0`).join()}}`),
    tooLarge,
  ),
  fault(
    63,
    "a hundred thousand keys, above the limit on nodes",
    jsonResponse(`{${Array.from({ length: 100_000 }, (_, key) => `"${key.toString(36)}":0`).join()}}`),
    unreadResource,
    { error: "unreadable json", says: unreadableReply },
  ),
  fault(
    64,
    "numbers outside the safe range",
    (socket, scene) => {
      const [, body = ""] = scene.answer.split("\r\n\r\n");
      const huge = (body || '{"id":"ma_0"}')
        .replace("{", '{"big":9007199254740993,"bigger":1e999,')
        .replace('"max_connections":5', '"max_connections":1e999');
      socket.end(answer(200, huge, { Connection: "close" }));
    },
    fine,
  ),
];
