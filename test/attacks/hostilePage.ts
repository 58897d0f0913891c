import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BrowserContext, Page } from "playwright-core";
import { launchChromium } from "../host/chromium.ts";
import { until } from "../host/until.ts";

/**
 * Host names that resolve to this computer, as if an attacker's name server had changed them after the page was
 * loaded.
 */
const reboundName = "rebound.example";
const pageName = "evil.example";

/** The method and status of each response that the browser received during an attack. */
type Answers = readonly string[];
type Attack = (page: Page) => Promise<unknown>;

/** An attacker's page in a browser that allows every site to access this computer. */
export class HostilePage {
  readonly #folder: string;
  readonly #site: Server;
  readonly #context: BrowserContext;

  private constructor(folder: string, site: Server, context: BrowserContext) {
    this.#folder = folder;
    this.#site = site;
    this.#context = context;
  }

  static async open(): Promise<HostilePage> {
    const site = createServer((_, response) => {
      response.writeHead(200, { "Content-Type": "text/html" }).end("<!doctype html><title>evil</title>");
    });
    await new Promise<void>((resolve) => {
      site.listen(0, "127.0.0.1", resolve);
    });
    site.unref();
    const folder = await mkdtemp(join(tmpdir(), "hostile-page-"));
    const context = await launchChromium({
      profile: folder,
      viewport: { width: 400, height: 300 },
      args: [`--host-resolver-rules=MAP ${reboundName} 127.0.0.1, MAP ${pageName} 127.0.0.1`],
      // Other browsers have no such checks.
      off: ["LocalNetworkAccessChecks", "LocalNetworkAccessChecksWebSockets"],
    });
    return new HostilePage(folder, site, context);
  }

  /** Runs an attack in a page of the hostile site. */
  async crossSite(attack: Attack): Promise<Answers> {
    return this.#attack(`${siteOf(this.#site)}/`, attack);
  }

  /** Runs an attack in a page that has this port's own origin under the rebound name. */
  async rebound(port: number, attack: Attack): Promise<Answers> {
    return this.#attack(`http://${reboundName}:${port}/`, attack);
  }

  async close(): Promise<void> {
    await this.#context.close();
    this.#site.close();
    await rm(this.#folder, { recursive: true, force: true, maxRetries: 5 });
  }

  async #attack(from: string, attack: Attack): Promise<Answers> {
    const page = await this.#context.newPage();
    await page.goto(from);
    const network = await this.#context.newCDPSession(page);
    // Responses to the browser itself, some of which it hides from scripts and ordinary events.
    const methods = new Map<string, string>();
    const statuses = new Map<string, string>();
    network.on("Network.requestWillBeSent", ({ requestId, request }) => {
      if (!request.url.endsWith("/favicon.ico")) methods.set(requestId, request.method);
    });
    network.on("Network.webSocketCreated", ({ requestId }) => methods.set(requestId, "WebSocket"));
    network.on("Network.responseReceivedExtraInfo", ({ requestId, statusCode }) => {
      statuses.set(requestId, String(statusCode));
    });
    network.on("Network.webSocketFrameError", ({ errorMessage, requestId }) => {
      statuses.set(requestId, /response code: (\d+)/.exec(errorMessage)?.[1] ?? errorMessage);
    });
    const answers = (): Answers =>
      [...statuses].flatMap(([id, status]) => {
        const method = methods.get(id);
        return method === undefined ? [] : [`${method} ${status}`];
      });
    await network.send("Network.enable");
    await attack(page);
    await until("an answer", () => answers().length > 0);
    await page.close();
    return answers();
  }
}

function siteOf(site: Server): string {
  return `http://${pageName}:${(site.address() as AddressInfo).port}`;
}
