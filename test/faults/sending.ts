// Section A: faults before anything is sent.
import assert from "node:assert/strict";
import dns from "node:dns";
import { parseBaseUrl } from "../../src/api/baseUrl.ts";
import { ApiClient } from "../../src/api/client.ts";
import type { ServiceDispatcher } from "../../src/api/dispatcher.ts";
import type { Outcome } from "../../src/api/errors.ts";
import { createConnection, deleteDestination, getEntitlements } from "../../src/api/operations.ts";
import { scriptedServer } from "../doubles/scriptedServer.ts";
import { canary, userAgent } from "../unit/api/support.ts";
import { begin, createRow, draft, openReview } from "./operations.ts";
import { fault, covered, only, refused, type Row } from "./row.ts";
import type { Wire } from "./service.ts";
import type { Stage } from "./stage.ts";
import { makeCertificates, tlsServer } from "./tls.ts";

const nothingSent = {
  C: "refused 0",
  D: "failed 0",
  G: "stale 0",
  U: "not read 0",
  R: "failed 0",
  T: "not listed 0",
} as const;
const nothingSentYet = { ...nothingSent, G: "failed 0" } as const;
const onlyFetch = { transport: "fetch", because: "the pool goes to loopback addresses alone" } as const;

/** Changes the account in secret storage, as another window would, and waits until this window notices. */
const storeInstead = async ({ account, secrets, session }: Stage, change: object): Promise<void> => {
  const followed = new Promise((resolve) => session.onDidChange(resolve));
  const key = `account:${account.id}`;
  const stored: unknown = JSON.parse((await secrets.get(key)) ?? "{}");
  await secrets.store(key, JSON.stringify({ ...Object(stored), ...change }));
  await followed;
};

const proxyAnswer: Wire = (socket) =>
  socket.end("HTTP/1.1 407 No\r\nConnection: close\r\nContent-Length: 0\r\n\r\n");

const noContent = "HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n";

let madeCertificates: ReturnType<typeof makeCertificates> | undefined;
/** Created once, by the first test that needs them. */
const certificates = () => (madeCertificates ??= makeCertificates());

/** Deletes a destination at another address, for which the token is stored. */
async function deleteAt(stage: Stage, baseUrl: string): Promise<Outcome<unknown>> {
  await storeInstead(stage, { origin: baseUrl, baseUrl });
  const { signal } = new AbortController();
  const { client } = await stage.service.access({ ...stage.account, baseUrl }, signal);
  return client.call(deleteDestination, { path: { id_or_name: "nightly" } }, signal);
}

export const sendingFaults: readonly Row[] = [
  {
    number: 1,
    title: "no token",
    prepare: ({ secrets }) => secrets.forget(),
    ...nothingSent,
    error: "unauthorized missing",
    says: "You aren't signed in",
  },
  {
    number: 2,
    title: "a token for another origin",
    prepare: (stage) => storeInstead(stage, { origin: "https://elsewhere.example" }),
    ...nothingSentYet,
    error: "unauthorized missing",
    says: "No token is stored for this address",
  },
  {
    number: 3,
    title: "a stored token with a line break",
    prepare: (stage) => storeInstead(stage, { token: `${canary}\nx` }),
    ...nothingSentYet,
    error: "unauthorized malformed",
    says: "The stored token can't be sent",
  },
  covered(
    3,
    "a token with a line break, typed",
    "test/unit/api/client.test.ts",
    "fails without a request if the token isn't a valid header value",
  ),
  {
    number: 4,
    title: "a token that could not be decrypted and was deleted",
    prepare: ({ secrets }) => secrets.forget(),
    ...nothingSent,
    error: "unauthorized missing",
    says: "You aren't signed in",
  },
  covered(
    4,
    "a token missing at the start",
    "test/unit/editor/accounts/session.test.ts",
    "reports once that secret storage lost the token",
  ),
  {
    number: 5,
    title: "secret storage that throws",
    prepare: ({ secrets }) => {
      secrets.get = () => Promise.reject(new Error(`no keyring for ${canary}`));
    },
    ...nothingSent,
    error: "unauthorized store",
    says: "The token can't be read from VS Code's secret storage",
  },
  {
    number: 6,
    title: "an invalid base URL (it is typed at sign-in and validated again before sending)",
    story: async ({ outcomes }) => {
      const { signal } = new AbortController();
      const dispatchers = { for: () => Promise.reject(new Error("nobody may be asked")) };
      for (const baseUrl of [
        "http://api.example.com",
        "https://user:pw@api.example.com",
        "https://api.example.com?x=1",
        "https://api.example.com:6000",
        "data:text/html,x",
        "http://localhost:1234",
      ]) {
        assert.equal(parseBaseUrl(baseUrl).ok, false, baseUrl);
        const token = () => Promise.resolve(canary);
        const client = new ApiClient({ baseUrl, token, dispatchers, userAgent });
        for (const outcome of [
          await client.call(
            createConnection,
            { body: { domain: "example.com", profile_name: "work" } },
            signal,
          ),
          await client.call(deleteDestination, { path: { id_or_name: "d" } }, signal),
          await client.call(getEntitlements, {}, signal),
        ]) {
          const error = { kind: "invalid", sent: "no", reason: "baseUrl" };
          assert.deepEqual(outcome, { kind: "failed", error }, baseUrl);
          outcomes.push(outcome);
        }
      }
    },
  },
  covered(
    7,
    "a workspace that sets the base URL (there is no such setting)",
    "test/manifest.test.ts",
    "control only notifications and where results open",
  ),
  {
    number: 8,
    title: "names that a URL can't contain",
    story: async (stage) => {
      for (const name of [".", "..", "", "a\u0000b", "\ud83d", "x".repeat(10_000)]) {
        const { ended } = await begin.D(stage, name);
        const { end, words } = await ended;
        assert.equal(end, "failed");
        assert.match(words, /This ID or name can't be part of an address/);
      }
      assert.deepEqual(
        stage.remote.lines.filter((line) => line.startsWith("DELETE")),
        [],
      );
    },
  },
  {
    number: 9,
    title: "a host name that is not found",
    only: onlyFetch,
    address: (_, { mock }) => {
      mock.method(dns, "lookup", lookupFailing("ENOTFOUND"));
      return "https://api.nowhere.example";
    },
    ...nothingSentYet,
    error: "offline ENOTFOUND",
    says: "Can't find {host}",
    attempts: 3,
  },
  {
    number: 10,
    title: "a host name that is found at the third attempt",
    only: onlyFetch,
    story: async (stage, { mock }) => {
      const server = await tlsServer((await certificates()).good, noContent);
      let lookups = 0;
      const failing = lookupFailing("EAI_AGAIN");
      mock.method(dns, "lookup", (name: string, options: object, callback: Found) => {
        if (++lookups <= 2) failing(name, options, callback);
        else callback(null, [{ address: "127.0.0.1", family: 4 }]);
      });
      try {
        assert.equal((await deleteAt(stage, `https://good.example:${server.port}`)).kind, "ok");
        assert.deepEqual([lookups, server.requests.length], [3, 1]);
      } finally {
        await server.close();
      }
    },
  },
  {
    number: 11,
    title: "a closed port",
    prepare: ({ remote }) => remote.close(),
    ...nothingSent,
    error: "offline ECONNREFUSED",
    says: "{host} refused the connection",
    attempts: 3,
  },
  {
    number: 12,
    title: "a connection that times out",
    prepare: (stage) => stage.through(failingLookup("UND_ERR_CONNECT_TIMEOUT")),
    ...nothingSent,
    error: "offline UND_ERR_CONNECT_TIMEOUT",
    says: "The connection to {host} failed (UND_ERR_CONNECT_TIMEOUT)",
    attempts: 3,
  },
  {
    number: 12,
    title: "several unreachable addresses",
    prepare: (stage) => stage.through(failingLookup("ETIMEDOUT", ["connect", "connect"])),
    ...nothingSent,
    error: "offline ETIMEDOUT",
    says: "The connection to {host} failed (ETIMEDOUT)",
    attempts: 3,
  },
  {
    number: 12,
    title: "a connection that Chromium's network stack can't open",
    only: onlyFetch,
    prepare: (stage) =>
      stage.through(sourceOf(() => Promise.reject(new Error("net::ERR_NAME_NOT_RESOLVED")))),
    ...nothingSent,
    error: "offline net::ERR_NAME_NOT_RESOLVED",
    says: "Can't find {host}",
    attempts: 3,
  },
  ...(
    [
      ["that has expired", "expired", "good.example", "CERT_HAS_EXPIRED"],
      ["that is its own authority", "selfSigned", "good.example", "DEPTH_ZERO_SELF_SIGNED_CERT"],
      ["of another host", "good", "other.example", "ERR_TLS_CERT_ALTNAME_INVALID"],
    ] as const
  ).map(([what, certificate, host, code]): Row => ({
    number: 13,
    title: `a certificate ${what}`,
    only: onlyFetch,
    story: async (stage, { mock }) => {
      mock.method(dns, "lookup", (_name: string, _options: object, callback: Found) =>
        callback(null, [{ address: "127.0.0.1", family: 4 }]),
      );
      const server = await tlsServer((await certificates())[certificate], noContent);
      try {
        const outcome = await deleteAt(stage, `https://${host}:${server.port}`);
        assert.ok(outcome.kind === "failed" && outcome.error.kind === "certificate");
        assert.deepEqual([outcome.error.reason, outcome.error.sent], [code, "no"]);
        assert.deepEqual([server.requests.length, server.connections()], [0, 1]);
      } finally {
        await server.close();
      }
    },
  })),
  {
    number: 13,
    title: "disabled certificate checks",
    only: onlyFetch,
    story: async (stage) => {
      const server = await tlsServer((await certificates()).selfSigned, noContent);
      process.env["NODE_TLS_REJECT_UNAUTHORIZED"] = "0";
      try {
        const outcome = await deleteAt(stage, `https://127.0.0.1:${server.port}`);
        assert.ok(outcome.kind === "failed" && outcome.error.kind === "certificate");
        assert.deepEqual([outcome.error.reason, outcome.error.sent], ["NODE_TLS_REJECT_UNAUTHORIZED", "no"]);
        assert.deepEqual([server.requests.length, server.connections()], [0, 0]);
      } finally {
        delete process.env["NODE_TLS_REJECT_UNAUTHORIZED"];
        await server.close();
      }
    },
  },
  {
    number: 14,
    title: "TLS to a silent port without TLS",
    only: onlyFetch,
    story: async (stage) => {
      const server = await scriptedServer();
      server.server.on("connection", () => setImmediate(() => stage.clock.expire()));
      try {
        const outcome = await deleteAt(stage, server.origin.replace("http:", "https:"));
        assert.ok(outcome.kind === "failed" && outcome.error.kind === "timeout");
        assert.equal(outcome.error.sent, "unknown");
        assert.equal(server.requests.length, 0);
      } finally {
        await server.close();
      }
    },
  },
  {
    number: 14,
    title: "TLS to a port that replies without TLS",
    only: onlyFetch,
    story: async (stage) => {
      const server = await scriptedServer();
      let connections = 0;
      server.server.on("connection", (socket) => {
        connections++;
        socket.once("data", () => socket.end("HTTP/1.1 400 Bad Request\r\n\r\n"));
      });
      try {
        const outcome = await deleteAt(stage, server.origin.replace("http:", "https:"));
        assert.ok(outcome.kind === "failed" && outcome.error.kind === "offline");
        assert.deepEqual([outcome.error.reason, outcome.error.sent], ["ERR_SSL_WRONG_VERSION_NUMBER", "no"]);
        assert.equal(connections, 3, "it is safe to try again");
      } finally {
        await server.close();
      }
    },
  },
  ...(
    [
      [15, "a proxy that asks for a login before it tunnels"],
      [16, "a proxy that cannot connect"],
    ] as const
  ).map(([number, title]): Row => ({
    number,
    title,
    // undici's proxy agent, which the extension host's fetch uses, reports every refused CONNECT like this.
    prepare: (stage) => stage.through(failingLookup("UND_ERR_ABORTED")),
    ...nothingSent,
    error: "proxyRefused",
    says: "The network proxy blocked the request",
    attempts: 1,
  })),
  fault(15, "407 instead of a response", proxyAnswer, only("pool", "fetch tells nothing of it"), refused, {
    error: "proxyLogin",
    says: "The network proxy requires authentication",
  }),
  fault(15, "407 instead of a response, which fetch reports without details", proxyAnswer, {
    ...only("fetch", "the pool shows the status"),
    carriesOut: false,
    C: "unknown 2",
    D: "unknown 2",
    G: "stale 3",
    U: "absent 1",
    R: "unknown 3",
    error: "offline UNKNOWN",
    says: "The connection to {host} failed (UNKNOWN)",
  }),
  {
    number: 17,
    title: "cancelled before anything is sent",
    story: async (stage) => {
      const { ended, review } = await openReview(stage);
      review.escape();
      assert.equal((await ended).end, "left");
      assert.deepEqual((await stage.drafts.load(stage.account.id))?.draft, draft);
      assert.equal(stage.remote.count("C"), 0);
      assert.deepEqual(await stage.pending.open(stage.account.id), []);
    },
  },
  {
    number: 18,
    title: "two windows sending the same draft",
    story: async (stage) => {
      const first = await openReview(stage);
      const access = await stage.service.access(stage.account, new AbortController().signal);
      first.review.choose(createRow);
      // Only the requests of the other window matter here, not its UI.
      const { signal } = new AbortController();
      const other = access.client.call(
        createConnection,
        { body: { domain: "example.com", profile_name: "work" } },
        signal,
      );
      const ends = [(await first.ended).end, (await other).kind === "ok" ? "created" : "conflict"];
      assert.deepEqual(ends.sort(), ["conflict", "created"]);
      assert.deepEqual([stage.remote.connections.size, stage.remote.count("C")], [1, 2]);
    },
  },
  {
    number: 19,
    title: "Enter pressed twice",
    story: async (stage) => {
      const { ended, review } = await openReview(stage);
      review.choose(createRow);
      review.choose(createRow);
      assert.equal((await ended).end, "created");
      assert.equal(stage.remote.count("C"), 1);
    },
  },
];

type Found = (error: Error | null, addresses?: object) => void;

function lookupFailing(code: string) {
  return (hostname: string, _options: object, callback: Found): void => {
    setImmediate(() => callback(Object.assign(new Error(code), { code, syscall: "getaddrinfo", hostname })));
  };
}

/**
 * Returns a source whose requests fail with a system error before they are sent. `calls` are the system calls that
 * failed, one per address.
 */
function failingLookup(code: string, calls: readonly string[] = []): Parameters<Stage["through"]>[0] {
  const errors = calls.map((syscall) => Object.assign(new Error(code), { code, syscall }));
  const cause = Object.assign(calls.length > 0 ? new AggregateError(errors) : new Error(code), { code });
  return sourceOf(() => Promise.reject(new TypeError("fetch failed", { cause })));
}

function sourceOf(request: ServiceDispatcher["request"]): Parameters<Stage["through"]>[0] {
  return { for: () => Promise.resolve({ request, destroy: () => Promise.resolve() }) };
}
