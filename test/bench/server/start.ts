import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { Order, Said } from "./runningLogins.ts";

export interface BenchService extends AsyncDisposable {
  readonly origin: string;
  readonly port: number;
}

/** Starts the bench's service; with a key and a certificate (files) it speaks TLS. Disposing ends it. */
export async function startService(tls?: { key: string; cert: string }): Promise<BenchService> {
  const { port, end } = await started("main.ts", tls === undefined ? [] : [tls.key, tls.cert]);
  return {
    origin: `${tls === undefined ? "http" : "https"}://127.0.0.1:${port}`,
    port,
    [Symbol.asyncDispose]: end,
  };
}

export interface LoginsService extends BenchService {
  /** Has it do something, one thing at a time. */
  readonly order: (order: Order) => Promise<Said>;
}

/** Starts the bench's service where logins run. Disposing ends it. */
export async function startLogins(): Promise<LoginsService> {
  const { child, port, end } = await started("logins.ts", []);
  return {
    origin: `http://127.0.0.1:${port}`,
    port,
    order: async (order) => {
      const said = once(child, "message");
      child.send(order);
      return (await said)[0] as Said;
    },
    [Symbol.asyncDispose]: end,
  };
}

async function started(
  file: string,
  given: readonly string[],
): Promise<{ child: ChildProcess; port: number; end: () => Promise<void> }> {
  const child = fork(join(import.meta.dirname, file), given, { execArgv: [] });
  const port = await Promise.race([
    once(child, "message").then(([said]) => Number(said)),
    once(child, "exit").then(() => undefined),
  ]);
  if (port === undefined) throw new Error("the bench's service ended before it listened");
  return {
    child,
    port,
    end: async () => {
      const ended = once(child, "exit");
      child.kill();
      await ended;
    },
  };
}
