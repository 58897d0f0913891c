// Combines pictures into an animated PNG, whose frames are the pictures' own data.
import { crc32 } from "node:zlib";

/** A PNG picture, and its duration in milliseconds. */
export interface MovingFrame {
  readonly png: Buffer;
  readonly ms: number;
}

interface Chunk {
  readonly type: string;
  readonly data: Buffer;
}

const signature = Buffer.from("89504e470d0a1a0a", "hex");

/** Returns an animated PNG that repeats forever. @throws {TypeError} if the pictures differ in size or kind. */
export function movingPicture(frames: readonly MovingFrame[]): Buffer {
  const pictures = frames.map(({ png, ms }) => ({ chunks: chunksOf(png), ms }));
  const header = pictures[0]?.chunks.find(({ type }) => type === "IHDR")?.data;
  if (header === undefined) throw new TypeError("there is no picture");
  let sequence = 0;
  const body = pictures.flatMap(({ chunks, ms }, at) => {
    if (chunks.find(({ type }) => type === "IHDR")?.data.equals(header) !== true)
      throw new TypeError("the pictures differ in size or kind");
    const data = chunks.filter(({ type }) => type === "IDAT");
    const control = chunk("fcTL", Buffer.concat([uint32(sequence++), header.subarray(0, 8), timing(ms)]));
    return [
      control,
      ...data.map(({ data }) =>
        at === 0 ? chunk("IDAT", data) : chunk("fdAT", Buffer.concat([uint32(sequence++), data])),
      ),
    ];
  });
  const animation = chunk("acTL", Buffer.concat([uint32(frames.length), uint32(0)]));
  const chunks = [chunk("IHDR", header), animation, ...body, chunk("IEND", Buffer.alloc(0))];
  return Buffer.concat([signature, ...chunks]);
}

/**
 * Returns a frame control chunk. The frame starts at the upper left, has this duration, and replaces the previous
 * frame.
 */
function timing(ms: number): Buffer {
  const bytes = Buffer.alloc(14);
  bytes.writeUInt16BE(ms, 8);
  bytes.writeUInt16BE(1000, 10);
  return bytes;
}

function chunksOf(png: Buffer): Chunk[] {
  const chunks: Chunk[] = [];
  for (let at = signature.length; at < png.length;) {
    const length = png.readUInt32BE(at);
    const data = png.subarray(at + 8, at + 8 + length);
    chunks.push({ type: png.toString("latin1", at + 4, at + 8), data });
    at += length + 12;
  }
  return chunks;
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, "latin1"), data]);
  return Buffer.concat([uint32(data.length), named, uint32(crc32(named))]);
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}
