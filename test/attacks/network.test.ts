// Tests requests to a service on another computer: through the user's proxy, and only with a certificate that the
// system trusts.
import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, afterEach, before, describe, it } from "node:test";
import type { VSCodeVersion } from "../host/serverVersions.ts";
import { untilPasses } from "../host/until.ts";
import type { Launcher } from "../host/vscodeServer.ts";
import { Workbench } from "../host/workbench.ts";
import * as flows from "../ui/flows.ts";
import { resultCard, type ShownCard } from "../ui/resultCard.ts";
import { StandIn } from "../ui/standIn.ts";
import { Authority, hasOpenssl, launcherTrusting } from "./certificates.ts";
import { hostileRepository } from "./hostileRepository.ts";
import { Recorder } from "./recorder.ts";
import { TlsFront, Tunnel } from "./tunnel.ts";

const token = "tok-network-3Wz8";
const host = "api.service.test";
const connectLine = `CONNECT ${host}:443`;

/** Variables that would redirect requests or add trusted certificates. */
const plainFields = Object.fromEntries(
  ["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY"]
    .flatMap((name) => [name, name.toLowerCase()])
    .concat("NODE_EXTRA_CA_CERTS")
    .map((name) => [name, undefined]),
);

/** Opens a window with this proxy in the user's settings and these files in its folder. */
async function openBehind(
  proxy: Tunnel,
  files: Record<string, string>,
  options: { vscode?: VSCodeVersion; launcher?: Launcher } = {},
): Promise<Workbench> {
  const settings = { "http.proxy": proxy.url };
  const workbench = await Workbench.open({ ...options, files, settings, env: plainFields });
  await workbench.openView();
  return workbench;
}

/** Enters the token and waits for the message that explains why the token could not be verified. */
async function offerToken(workbench: Workbench, why: string): Promise<void> {
  await flows.askForToken(workbench, `https://${host}`);
  await workbench.quickInput.pasteAnswer(token);
  await flows.waitForQuestion(workbench, `Couldn't check the token: ${why}`);
}

const skip = (await hasOpenssl()) ? false : "openssl is not installed";

describe("requests to a remote service", { skip }, () => {
  let folder: string;
  let trusted: Launcher | string;
  let proxy: Tunnel;
  let evil: Recorder;
  let standIn: StandIn;
  let workbench: Workbench;
  let fronts: Record<"good" | "expired" | "otherHost" | "untrusted", TlsFront>;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "certificates-"));
    const [office, stranger] = await Promise.all([
      Authority.make(folder, "office"),
      Authority.make(folder, "stranger"),
    ]);
    trusted = await launcherTrusting(office, folder);
    [standIn, evil, proxy] = await Promise.all([StandIn.start(token), Recorder.start(), Tunnel.start()]);
    fronts = {
      good: await TlsFront.start(await office.issue(host), standIn.port),
      expired: await TlsFront.start(await office.issue(host, -1), standIn.port),
      otherHost: await TlsFront.start(await office.issue("other.service.test"), standIn.port),
      untrusted: await TlsFront.start(await stranger.issue(host), standIn.port),
    };
    const launched = typeof trusted === "string" ? {} : { launcher: trusted };
    workbench = await openBehind(proxy, hostileRepository(evil.url), launched);
  });
  after(async () => {
    for (const server of [...Object.values(fronts), proxy, evil]) server.stop();
    await Promise.all([workbench.stop(), standIn.stop()]);
    await rm(folder, { recursive: true, force: true });
  });
  afterEach(() => {
    assert.deepEqual(evil.requests, [], "the repository's proxy is not asked");
    assert.ok(proxy.targets.every((line) => line === connectLine));
  });

  /**
   * Sends a creation after all other requests have ended. Returns the result with this title and a summary that
   * starts with this text.
   */
  async function create(title: string, summary: string): Promise<ShownCard> {
    const { quickInput } = workbench;
    const listed = async (question: string): Promise<void> => {
      await flows.waitForQuestion(workbench, question);
      await quickInput.waitForMessage("The list can't be shown");
    };
    await flows.openWizard(workbench);
    await flows.waitForQuestion(workbench, flows.questions.domain);
    await quickInput.answer("example.com");
    await listed(flows.questions.profile);
    await flows.answerTyped(workbench, flows.questions.profile, "my-profile");
    await listed(flows.questions.proxy);
    await quickInput.choose(flows.proxyRows.usual);
    await listed(flows.questions.credential);
    await quickInput.choose(flows.credentialRows.nobody);
    await flows.waitForQuestion(workbench, flows.questions.review);
    proxy.targets.length = 0;
    await quickInput.choose(flows.createRow);
    const card = await resultCard(workbench, title, summary);
    await flows.waitForResult(workbench);
    return card;
  }

  /**
   * Asserts that a server with this identity is rejected: one attempt, no request, and a message with this headline
   * and advice.
   */
  async function refuses(front: TlsFront, headline: string, advice: RegExp): Promise<void> {
    standIn.reset();
    proxy.lead(200, front.port);
    await workbench.runCommand("Managed Auth: Refresh Entitlements");
    await workbench.entitlements.row(headline);
    assert.match((await create("Connection not created", `${headline}.`)).summary[1] ?? "", advice);
    assert.deepEqual(proxy.targets, [connectLine], "one attempt");
    assert.deepEqual(standIn.received, []);
  }

  it("are reported as blocked if the proxy refuses them", async () => {
    proxy.lead(502, 0);
    const headline = "The network proxy blocked the request (status 502)";
    await offerToken(workbench, headline);
    await workbench.quickInput.choose("Save Anyway");
    await flows.waitForAccount(workbench, host);
    await workbench.clearNotifications();
    const { summary } = await create("Connection not created", `${headline}.`);
    assert.match(summary[1] ?? "", /Check the settings http\.proxy/);
    assert.deepEqual(proxy.targets, [connectLine], "one attempt");
  });

  it("fail with the names of settings to check if the proxy returns 407", async () => {
    proxy.lead(407, 0);
    const { summary } = await create("Connection not created", "The network proxy requires authentication.");
    assert.equal(summary[1], "Check the settings http.proxy and http.proxyAuthorization, then try again.");
    assert.deepEqual(proxy.targets, [connectLine], "one attempt");
  });

  it("aren't sent to a server that the system doesn't trust", async () => {
    const headline = `The certificate of ${host} isn't trusted (UNABLE_TO_VERIFY_LEAF_SIGNATURE)`;
    await refuses(fronts.untrusted, headline, /install its root certificate.+http\.systemCertificates/);
  });

  it("aren't sent to a server with an expired certificate", async (t) => {
    if (typeof trusted === "string") {
      t.skip(trusted);
      return;
    }
    const headline = `The certificate of ${host} isn't trusted (CERT_HAS_EXPIRED)`;
    await refuses(fronts.expired, headline, /computer's date and time/);
  });

  it("aren't sent to a server with a certificate for another host", async (t) => {
    if (typeof trusted === "string") {
      t.skip(trusted);
      return;
    }
    const headline = `The certificate of ${host} isn't trusted (ERR_TLS_CERT_ALTNAME_INVALID)`;
    await refuses(fronts.otherHost, headline, /belongs to another host/);
  });

  it("all go through the proxy if the server has a trusted private certificate", async (t) => {
    if (typeof trusted === "string") {
      t.skip(trusted);
      return;
    }
    standIn.reset();
    proxy.lead(200, fronts.good.port);
    await workbench.runCommand("Managed Auth: Refresh Entitlements");
    await workbench.entitlements.row("Usage and limits");
    await create("Connection created", "");
    assert.deepEqual(
      standIn.changes.map(({ authorization, method, path }) => [method, path, authorization]),
      [["POST", "/auth/connections", `Bearer ${token}`]],
    );
    // Data affected by the creation is fetched meanwhile, and a tunnel is counted before its connection arrives.
    await untilPasses("nothing to go around the proxy", () => {
      assert.equal(fronts.good.connections, proxy.tunnels);
    });
  });
});

// VS Code itself takes the proxy from the folder's settings, because setting scopes don't apply to nested settings,
// as in the test of workspace settings. Only the certificate then protects the token.
describe("a hostile repository's http.proxy setting in VS Code 1.135", { skip }, () => {
  it("reveals only the service's host name to the proxy", async () => {
    const folder = await mkdtemp(join(tmpdir(), "certificates-"));
    const stranger = await Authority.make(folder, "stranger");
    const [standIn, proxy, evil] = await Promise.all([StandIn.start(token), Tunnel.start(), Tunnel.start()]);
    const front = await TlsFront.start(await stranger.issue(host), standIn.port);
    evil.lead(200, front.port);
    const nested = { http: { proxy: evil.url, proxyStrictSSL: false, systemCertificates: false } };
    const files = { ".vscode/settings.json": JSON.stringify(nested) };
    const workbench = await openBehind(proxy, files, { vscode: "1.135" });
    try {
      await offerToken(
        workbench,
        `The certificate of ${host} isn't trusted (UNABLE_TO_VERIFY_LEAF_SIGNATURE)`,
      );
      assert.deepEqual(evil.targets, [connectLine]);
      assert.deepEqual(standIn.received, []);
      assert.deepEqual(proxy.targets, [], "VS Code takes the repository's");
    } finally {
      for (const server of [front, proxy, evil]) server.stop();
      await Promise.all([workbench.stop(), standIn.stop()]);
      await rm(folder, { recursive: true, force: true });
    }
  });
});
