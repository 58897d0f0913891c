// Attacks on the sandbox of a running VS Code by web pages, and by another program on its port.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { networkInterfaces } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import type { Page } from "playwright-core";
import { filesBelow } from "../host/filesBelow.ts";
import { until } from "../host/until.ts";
import { Workbench } from "../host/workbench.ts";
import { createConnection, waitForResult, useSandbox } from "../ui/flows.ts";
import { resultCard } from "../ui/resultCard.ts";
import { send } from "../unit/sandbox/support.ts";
import { HostilePage } from "./hostilePage.ts";
import { Recorder } from "./recorder.ts";

const destination = "/telemetry/destinations/nightly-archive";
const creation = JSON.stringify({ domain: "evil.example", profile_name: "evil" });
const bearer = { Authorization: "Bearer invented" };

interface Attack {
  readonly attack: string;
  /** True to run in a page of the port's own origin, under a rebound host name. */
  readonly rebound?: true;
  readonly run: (page: Page, port: number) => Promise<unknown>;
  /** Requests that an unguarded server receives. */
  readonly sent: readonly string[];
  /** The sandbox's responses to the browser. */
  readonly answered: readonly string[];
}

/** Sends a request from the page, even if its script can't read the response. */
async function fetchIn(page: Page, url: string, init: RequestInit): Promise<void> {
  await page.evaluate(
    ([to, how]) =>
      fetch(to, how)
        .catch(() => undefined)
        .then(() => undefined),
    [url, init] as const,
  );
}

const attacks: readonly Attack[] = [
  {
    attack: "a read through a rebound host name",
    rebound: true,
    run: (page) => fetchIn(page, "/org/entitlements", { headers: bearer }),
    sent: ["GET /org/entitlements"],
    answered: ["GET 403"],
  },
  {
    attack: "a deletion through a rebound host name with a forged token",
    rebound: true,
    run: (page) => fetchIn(page, destination, { method: "DELETE", headers: bearer }),
    sent: [`DELETE ${destination}`],
    answered: ["DELETE 403"],
  },
  {
    attack: "a creation through a rebound host name with a forged token",
    rebound: true,
    run: (page) =>
      fetchIn(page, "/auth/connections", {
        method: "POST",
        headers: { ...bearer, "Content-Type": "application/json" },
        body: creation,
      }),
    sent: ["POST /auth/connections"],
    answered: ["POST 403"],
  },
  {
    attack: "a simple cross-site POST",
    run: (page, port) =>
      fetchIn(page, `http://127.0.0.1:${port}/auth/connections`, {
        method: "POST",
        mode: "no-cors",
        headers: { "Content-Type": "text/plain" },
        body: creation,
      }),
    sent: ["POST /auth/connections"],
    answered: ["POST 403"],
  },
  {
    attack: "a cross-site form",
    run: async (page, port) => {
      const answered = page.waitForEvent("response");
      await page.evaluate(
        ([to, name]) => {
          const form = Object.assign(document.createElement("form"), {
            action: to,
            method: "post",
            enctype: "text/plain",
          });
          form.append(Object.assign(document.createElement("input"), { name }));
          document.body.append(form);
          form.submit();
        },
        [`http://127.0.0.1:${port}/sandbox/reset`, "{}"] as const,
      );
      await answered;
    },
    sent: ["POST /sandbox/reset"],
    answered: ["POST 403"],
  },
  {
    attack: "a cross-site image",
    run: (page, port) =>
      page.evaluate(
        (source) =>
          new Promise((resolve) => {
            const image = new Image();
            image.addEventListener("error", resolve);
            image.src = source;
          }),
        `http://127.0.0.1:${port}/telemetry/destinations`,
      ),
    sent: ["GET /telemetry/destinations"],
    answered: ["GET 403"],
  },
  {
    attack: "a cross-site deletion with a preflight request",
    run: (page, port) =>
      fetchIn(page, `http://127.0.0.1:${port}${destination}`, { method: "DELETE", headers: bearer }),
    sent: [`OPTIONS ${destination}`],
    answered: ["OPTIONS 403"],
  },
  ...[true as const, undefined].map((rebound): Attack => ({
    attack: rebound === undefined ? "a cross-site WebSocket" : "a WebSocket through a rebound host name",
    ...(rebound && { rebound }),
    run: (page, port) =>
      page.evaluate(
        (to) =>
          new Promise((resolve) => {
            new WebSocket(to ?? `ws://${location.host}/org/entitlements`).addEventListener("close", resolve);
          }),
        rebound === undefined ? `ws://127.0.0.1:${port}/org/entitlements` : undefined,
      ),
    sent: ["GET /org/entitlements websocket"],
    answered: ["WebSocket 403"],
  })),
];

/** Starts a server without guards that records requests and responds to all of them with 200. */
async function startUnguarded(): Promise<{ server: Server; port: number; received: string[] }> {
  const received: string[] = [];
  const server = createServer(({ headers: { upgrade = "" }, method = "", url = "" }, response) => {
    received.push(`${method} ${url} ${upgrade}`.trimEnd());
    response.writeHead(200, { "Content-Type": "text/html" }).end("<!doctype html>");
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  server.unref();
  return { server, port: (server.address() as AddressInfo).port, received };
}

interface Announced {
  readonly port: number;
  readonly token: string;
}

/** Returns the address that the sandbox announces to other windows. */
async function announced(dataFolder: string): Promise<Announced> {
  return until("the sandbox's announcement", async () => {
    const files = await filesBelow(dataFolder);
    const file = files.find((path) => path.endsWith(join("sandbox", "sandbox.json")));
    return file !== undefined && (JSON.parse(await readFile(file, "utf8")) as Announced);
  });
}

describe("the sandbox in a VS Code window", () => {
  let workbench: Workbench;
  let page: HostilePage;
  let unguarded: Awaited<ReturnType<typeof startUnguarded>>;
  let sandbox: Announced;

  before(async () => {
    unguarded = await startUnguarded();
    page = await HostilePage.open();
    workbench = await Workbench.open();
    await useSandbox(workbench);
    sandbox = await announced(workbench.dataFolder);
  });
  after(async () => {
    unguarded.server.close();
    await Promise.all([workbench.stop(), page.close()]);
  });

  /** Everything that requests can change, as text. */
  async function data(): Promise<string> {
    const paths = ["/auth/connections", "/telemetry/destinations", "/profiles", "/sandbox/plan"];
    const { port, token } = sandbox;
    const answers = await Promise.all(paths.map((path) => send(port, { method: "GET", path, token })));
    assert.deepEqual(
      answers.map(({ status }) => status),
      paths.map(() => 200),
    );
    return JSON.stringify(answers.map(({ body }) => body));
  }

  for (const { answered, attack, rebound, run, sent } of attacks)
    it(`refuses the attack from a web page: ${attack}`, async () => {
      const from = (port: number): ReturnType<HostilePage["rebound"]> =>
        rebound === true
          ? page.rebound(port, (hostile) => run(hostile, port))
          : page.crossSite((hostile) => run(hostile, port));
      unguarded.received.length = 0;
      await from(unguarded.port);
      const received = unguarded.received.filter((line) => !/^GET \/(favicon\.ico)?$/.test(line));
      assert.deepEqual(received, sent, "the attack is a real one");

      const before = await data();
      assert.deepEqual(await from(sandbox.port), answered);
      assert.equal(await data(), before);
    });

  const hasIPv6 = Object.values(networkInterfaces()).some((all) =>
    all?.some(({ address }) => address === "::1"),
  );
  it(
    "receives all requests even if another program uses the same port at [::1]",
    { skip: hasIPv6 ? false : "this computer has no [::1]" },
    async () => {
      const squatter = await Recorder.start("::1", sandbox.port);
      try {
        const before = await data();
        await workbench.runCommand("Managed Auth: Refresh Entitlements");
        await createConnection(workbench, "example.com", "my-profile");
        await resultCard(workbench, "Connection created");
        await waitForResult(workbench);
        assert.notEqual(await data(), before);
        assert.deepEqual(squatter.requests, []);
      } finally {
        squatter.stop();
      }
    },
  );
});
