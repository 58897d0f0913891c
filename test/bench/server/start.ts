import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

export interface BenchService extends AsyncDisposable {
  readonly origin: string;
  readonly port: number;
}

/** Starts the bench's service; with a key and a certificate (files) it speaks TLS. Disposing ends it. */
export async function startService(tls?: { key: string; cert: string }): Promise<BenchService> {
  const child = fork(join(import.meta.dirname, "main.ts"), tls === undefined ? [] : [tls.key, tls.cert], {
    execArgv: [],
  });
  const port = await Promise.race([
    once(child, "message").then(([said]) => Number(said)),
    once(child, "exit").then(() => undefined),
  ]);
  if (port === undefined) throw new Error("the bench's service ended before it listened");
  return {
    origin: `${tls === undefined ? "http" : "https"}://127.0.0.1:${port}`,
    port,
    async [Symbol.asyncDispose]() {
      const ended = once(child, "exit");
      child.kill();
      await ended;
    },
  };
}
