/** The bytes of a body, or its beginning where it is longer than the cap. */
export interface BodyBytes {
  readonly bytes: Uint8Array;
  readonly complete: boolean;
}

/**
 * Reads a body and stops at the first byte beyond the cap, however much more would come. Rejects where the body
 * breaks off.
 */
export async function readBody(body: AsyncIterable<Uint8Array>, capBytes: number): Promise<BodyBytes> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const iterator = body[Symbol.asyncIterator]();
  let open = true;
  try {
    while (size <= capBytes) {
      const next = await iterator.next();
      if (next.done === true) {
        open = false;
        return { bytes: Buffer.concat(chunks, size), complete: true };
      }
      chunks.push(next.value);
      size += next.value.byteLength;
    }
    return { bytes: Buffer.concat(chunks, capBytes), complete: false };
  } finally {
    // Gives the connection up. How that ends concerns no one: the body has been judged already.
    if (open) iterator.return?.().catch(() => undefined);
  }
}
