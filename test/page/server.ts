// Serves the built result page with the same HTML and content security policy as the editor.
import { randomBytes } from "node:crypto";
import { createServer } from "node:http";
import { once } from "node:events";
import { build } from "esbuild";

export interface PageServer {
  readonly url: string;
  /** Bytes of the minified script. */
  readonly scriptBytes: number;
  readonly script: string;
  close(): void;
}

/** Builds the page from its sources and serves it on a free port of the loopback interface. */
export async function servePage(): Promise<PageServer> {
  const script = await bundle("src/page/main.ts");
  const nonce = randomBytes(16).toString("base64url");
  const files = new Map<string, readonly [string, string]>([
    ["/page.js", ["text/javascript", script]],
    ["/page.css", ["text/css", await bundle("src/page/page.css")]],
    [
      "/",
      [
        "text/html; charset=utf-8",
        `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Result</title>
         <link rel="stylesheet" href="/page.css" nonce="${nonce}"></head>
         <body><script src="/page.js" nonce="${nonce}"></script></body></html>`,
      ],
    ],
  ]);
  const server = createServer((request, response) => {
    const [type, text] = files.get(request.url ?? "") ?? ["text/plain", ""];
    response.writeHead(text === "" ? 404 : 200, {
      "content-type": type,
      "content-security-policy":
        `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'; ` +
        "form-action 'none'; base-uri 'none'",
    });
    response.end(text);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The page server has no port.");
  return {
    url: `http://127.0.0.1:${address.port}/`,
    script,
    scriptBytes: Buffer.byteLength(script),
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Returns the bundled, unminified style sheet. */
export const styleSheet = (): Promise<string> => bundle("src/page/page.css", false);

async function bundle(entry: string, minify = true): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    minify,
    write: false,
    format: "iife",
    platform: "browser",
    target: "chrome138",
  });
  return outputFiles.map((file) => file.text).join("");
}
