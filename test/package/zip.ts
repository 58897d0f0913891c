// Reads the files of a ZIP archive (PKWARE's APPNOTE, 4.3), as far as VSIX files need it.
import { inflateRawSync } from "node:zlib";

const endOfDirectory = 0x06054b50;
const entryHeader = 0x02014b50;

/**
 * Returns the files of an archive by name, in the archive's order. Throws for files that are neither stored nor
 * deflated.
 */
export function unzip(archive: Buffer): ReadonlyMap<string, Buffer> {
  const end = archive.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
  if (end < 0 || archive.readUInt32LE(end) !== endOfDirectory) throw new Error("It is no ZIP archive.");
  const files = new Map<string, Buffer>();
  let at = archive.readUInt32LE(end + 16);
  for (let remaining = archive.readUInt16LE(end + 10); remaining > 0; remaining--) {
    if (archive.readUInt32LE(at) !== entryHeader) throw new Error("Its directory is broken.");
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((offset) =>
      archive.readUInt16LE(at + offset),
    ) as [number, number, number];
    const name = archive.toString("utf8", at + 46, at + 46 + nameLength);
    files.set(name, contentOf(archive, at));
    at += 46 + nameLength + extraLength + commentLength;
  }
  return files;
}

/** Returns the content of a file. `entry` is the offset of its entry in the central directory. */
function contentOf(archive: Buffer, entry: number): Buffer {
  const local = archive.readUInt32LE(entry + 42);
  const begin = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
  const content = archive.subarray(begin, begin + archive.readUInt32LE(entry + 20));
  const method = archive.readUInt16LE(entry + 10);
  if (method === 0) return content;
  if (method === 8) return inflateRawSync(content);
  throw new Error(`It holds a file packed by method ${method}.`);
}
