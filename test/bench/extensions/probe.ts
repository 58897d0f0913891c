// Measures inside an extension host. Called from outside over loopback, one call at a time.
import { writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import type { ExtensionContext } from "vscode";
import { calls } from "./calls.ts";

/** Starts a server and writes its port to the file that BENCH_PROBE names. */
export async function activate(context: ExtensionContext): Promise<void> {
  const server = createServer((request, response) => {
    const answer = async (): Promise<unknown> => {
      const [name, ...given] = JSON.parse(await text(request)) as [string, ...unknown[]];
      const call = calls[name];
      if (call === undefined) throw new Error(`the probe has no ${name}`);
      return call(...given);
    };
    answer().then(
      (value) => response.end(JSON.stringify({ value })),
      (error: unknown) => response.end(JSON.stringify({ error: String(error) })),
    );
  });
  context.subscriptions.push({ dispose: () => server.close() });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  await writeFile(process.env["BENCH_PROBE"] ?? "", String((server.address() as AddressInfo).port));
}
