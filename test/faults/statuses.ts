// Section E: the outcome of each status.
import assert from "node:assert/strict";
import { begin } from "./operations.ts";
import { covered, final, lost, refused, say, type Fault, type Row } from "./row.ts";
import { errorOf, type Wire } from "./service.ts";

type Headers = Readonly<Record<string, string>>;

const details = { details: [{ code: "invalid_domain", message: "domain must be one" }] };
const accepted = "The service didn't accept the input";
const slow = "Too many requests";
const inUse = '{"code":"in_use","message":"Busy."}';

/**
 * The requested wait of a rate limit, and the number of requests of a create or update, of a destination's deletion,
 * and of a read or a connection's deletion. Deletions of destinations wait up to a minute, up to three times, with or
 * without Retry-After.
 */
const limits: readonly (readonly [
  what: string,
  headers: Headers,
  changes: number,
  destinations: number,
  again: number,
])[] = [
  ["without Retry-After", {}, 1, 4, 3],
  ["with Retry-After 0", { "Retry-After": "0" }, 3, 4, 3],
  ["with Retry-After 5", { "Retry-After": "5" }, 3, 4, 3],
  ["with Retry-After 31", { "Retry-After": "31" }, 1, 4, 1],
  ["with Retry-After 3600", { "Retry-After": "3600" }, 1, 1, 1],
  ["with Retry-After 9999999999", { "Retry-After": "9999999999" }, 1, 1, 1],
  ["with Retry-After soon", { "Retry-After": "soon" }, 1, 4, 3],
  ["with Retry-After -5", { "Retry-After": "-5" }, 1, 4, 3],
  [
    "with a date 5 seconds ahead of its own",
    { Date: "Fri, 20 Nov 2026 23:00:00 GMT", "Retry-After": "Fri, 20 Nov 2026 23:00:05 GMT" },
    3,
    4,
    3,
  ],
  ["with a date gone by", { "Retry-After": "Fri, 20 Nov 2020 23:00:00 GMT" }, 3, 4, 3],
];

export const statusFaults: readonly Row[] = [
  {
    number: 71,
    title: "400 with details",
    wire: say(400, errorOf("bad_request", details)),
    ...refused,
    error: "invalid",
    says: accepted,
  },
  {
    number: 71,
    title: "400 with displayed details",
    wire: say(400, errorOf("bad_request", details)),
    carriesOut: false,
    C: "refused 1",
    D: "failed 1",
    U: "refused 1",
    R: "failed 1",
    error: "invalid",
    says: "domain must be one",
  },
  {
    number: 72,
    title: "400 for an ambiguous proxy name",
    wire: say(
      400,
      errorOf("bad_request", { message: "Two active proxies have this name; use the proxy id." }),
    ),
    carriesOut: false,
    C: "refused 1",
    error: "invalid",
    says: "Two active proxies have this name; use the proxy id.",
  },
  {
    number: 73,
    title: "401",
    wire: say(401, errorOf("unauthorized")),
    ...refused,
    error: "unauthorized",
    says: "The service refused this token",
  },
  {
    number: 73,
    title: "401 twice, which marks the token once",
    story: async (stage) => {
      const { account, remote, service } = stage;
      remote.arm({
        operation: "C",
        wire: say(401, errorOf("unauthorized")),
        times: Infinity,
        carriesOut: false,
      });
      assert.equal(await service.isTokenRejected(account), false);
      const { ended } = await begin.C(stage);
      assert.equal((await ended).end, "refused");
      assert.equal(await service.isTokenRejected(account), true);
      assert.equal(remote.count("C"), 1);
      // The rejection applies only to the rejected token.
      await stage.accounts.replaceToken(account.id, "sk_another");
      assert.equal(await service.isTokenRejected(account), false);
    },
  },
  {
    number: 74,
    title: "401 after another window replaced the token",
    story: async (stage) => {
      const { account, accounts, remote } = stage;
      const tokens: string[] = [];
      const wire: Wire = (socket, scene) => {
        tokens.push(scene.token);
        if (scene.number > 1) socket.end(scene.answer);
        else {
          void accounts.replaceToken(account.id, "sk_new").then(() => say(401)(socket, scene));
        }
      };
      remote.arm({ operation: "D", wire, times: Infinity, carriesOut: true });
      const { ended } = await begin.D(stage);
      assert.equal((await ended).end, "not found", "it is asked once more, with the new token");
      assert.equal(new Set(tokens).size, 2);
      assert.equal(tokens[1], "sk_new");
      assert.equal(await stage.service.isTokenRejected(account), false);
    },
  },
  {
    number: 74,
    title: "401 to a retried deletion after another window replaced the token",
    story: async (stage) => {
      const { account, accounts, remote } = stage;
      const tokens: string[] = [];
      const wire: Wire = (socket, scene) => {
        tokens.push(scene.token);
        if (scene.number === 1) socket.destroy();
        else if (scene.number > 2) socket.end(scene.answer);
        else void accounts.replaceToken(account.id, "sk_new").then(() => say(401)(socket, scene));
      };
      remote.arm({ operation: "D", wire, times: Infinity, carriesOut: false });
      const { ended } = await begin.D(stage);
      assert.equal((await ended).end, "unknown");
      assert.deepEqual(
        tokens.map((token) => token === "sk_new"),
        [false, false, true],
      );
      assert.equal(await stage.service.isTokenRejected(account), false);
    },
  },
  {
    number: 75,
    title: "403",
    wire: say(403, errorOf("forbidden")),
    ...refused,
    error: "forbidden",
    says: "Your token or plan doesn't allow this action",
  },
  {
    number: 76,
    title: "404 because projects are disabled, which doesn't mean a deletion",
    wire: say(404, errorOf("projects_disabled")),
    ...refused,
    error: "notFound",
    says: "Projects are disabled for your organization",
  },
  {
    number: 77,
    title: "404 for a missing object",
    wire: say(404, errorOf("not_found")),
    carriesOut: false,
    C: "refused 1",
    D: "not found 1",
    G: "stale 1",
    U: "gone 1",
    R: "not found 1",
    error: "notFound",
  },
  {
    number: 77,
    title: "404 with a message for a destination",
    wire: say(404, errorOf("not_found")),
    carriesOut: false,
    D: "not found 1",
    error: "notFound",
    says: "No destination has this ID or name",
  },
  ...limits.map(([what, headers, changes, destinations, again]): Fault => ({
    number: 78,
    title: `429 ${what}`,
    wire: say(429, "", headers),
    carriesOut: false,
    C: `refused ${changes}`,
    D: `failed ${destinations}`,
    G: `stale ${again}`,
    U: `refused ${changes}`,
    R: `failed ${again}`,
    error: "limited",
    says: slow,
  })),
  {
    number: 78,
    title: "408",
    wire: say(408),
    ...lost,
    error: "server",
    says: "The service failed (status 408)",
  },
  {
    number: 78,
    title: "425",
    wire: say(425),
    carriesOut: false,
    C: "refused 1",
    D: "failed 3",
    G: "stale 3",
    U: "refused 1",
    R: "failed 3",
    error: "refused",
    says: "The service refused the request (status 425)",
  },
  {
    number: 79,
    title: "409 with the connection's ID",
    wire: say(409, errorOf("already_exists", { existing_id: "ma_7" })),
    carriesOut: false,
    C: "conflict 1",
    error: "conflict",
    says: "ma_7",
  },
  {
    number: 80,
    title: "409 without an ID",
    wire: say(409, errorOf("already_exists")),
    carriesOut: false,
    C: "conflict 1",
    error: "conflict",
    says: "Use that connection, or choose another profile or domain",
  },
  {
    number: 81,
    title: "409 with a number as the ID",
    wire: say(409, '{"code":"already_exists","message":"Exists.","existing_id":7}'),
    carriesOut: false,
    C: "conflict 1",
    error: "conflict",
    says: "Use that connection, or choose another profile or domain",
  },
  {
    number: 82,
    title: "409 with another code",
    wire: say(409, errorOf("being_deleted")),
    carriesOut: false,
    C: "refused 1",
    error: "conflict",
    says: "being_deleted",
  },
  {
    number: 83,
    title: "409 for a busy connection",
    wire: say(409, inUse),
    carriesOut: false,
    U: "refused 1",
    R: "in use 1",
    error: "conflict",
    says: "The service refused: this conflicts with existing data",
  },
  {
    number: 83,
    title: "409 for a destination in use",
    wire: say(409, inUse),
    carriesOut: false,
    D: "in use 1",
    error: "conflict",
    says: "Browser sessions may still export to the destination",
  },
  {
    number: 71,
    title: "400 of another shape with a displayed message",
    wire: say(400, '{"error":{"code":"invalid_domain","message":"domain must be one"}}'),
    carriesOut: false,
    C: "refused 1",
    D: "failed 1",
    U: "refused 1",
    R: "failed 1",
    error: "invalid",
    says: "domain must be one",
  },
  {
    number: 71,
    title: "400 in plain text",
    wire: say(400, "domain must be one"),
    carriesOut: false,
    C: "refused 1",
    D: "failed 1",
    U: "refused 1",
    R: "failed 1",
    error: "invalid",
    says: "domain must be one",
  },
  {
    number: 71,
    title: "400 without a message",
    wire: say(400, '{"code":"","message":""}'),
    ...refused,
    error: "invalid",
    says: "The service gave no readable reason",
  },
  {
    number: 77,
    title: "410 for a deleted destination",
    wire: say(410, errorOf("gone")),
    carriesOut: false,
    D: "not found 1",
    error: "notFound",
    says: "No destination has this ID or name",
  },
  {
    number: 77,
    title: "410 for a deleted connection",
    wire: say(410, errorOf("gone")),
    carriesOut: false,
    U: "gone 1",
    R: "not found 1",
    error: "notFound",
    says: "The service found no match",
  },
  {
    number: 77,
    title: "410 for a create, whose path has no ID",
    wire: say(410, errorOf("gone")),
    carriesOut: false,
    C: "refused 1",
    error: "refused",
    says: "The service refused the request (status 410)",
  },
  ...(
    [
      [402, "The service requires payment"],
      [405, "The service refused the request (status 405)"],
      [426, "The service no longer works with this version of the extension"],
      [451, "The service refused the request (status 451)"],
    ] as const
  ).map(([status, says]): Fault => ({
    number: 84,
    title: `${status}`,
    wire: say(status, errorOf("no")),
    ...refused,
    error: "refused",
    says,
  })),
  ...[413, 415, 422].map((status): Fault => ({
    number: 84,
    title: `${status}`,
    wire: say(status, errorOf("too_much")),
    ...refused,
    error: "invalid",
    says: accepted,
  })),
  {
    number: 85,
    title: "500 with an error",
    wire: say(500, errorOf("internal_error")),
    ...lost,
    error: "server",
    says: "The service failed (status 500)",
  },
  {
    number: 86,
    title: "500 without a body",
    wire: say(500),
    ...lost,
    error: "server",
    says: "The service failed (status 500)",
  },
  ...[502, 504].map((status): Fault => ({
    number: 87,
    title: `${status} with a page`,
    wire: say(status, "<html>Bad gateway</html>", { "Content-Type": "text/html" }),
    ...lost,
    error: "unreadable html",
    says: "is a web page",
  })),
  {
    number: 88,
    title: "503 with Retry-After",
    wire: say(503, "", { "Retry-After": "3" }),
    carriesOut: false,
    C: "refused 3",
    D: "failed 4",
    G: "stale 3",
    U: "refused 3",
    R: "failed 3",
    error: "limited",
    says: slow,
  },
  {
    number: 88,
    title: "503 without Retry-After",
    wire: say(503),
    ...lost,
    error: "server",
    says: "The service failed (status 503)",
  },
  ...[501, 505].map((status): Fault => ({
    number: 89,
    title: `${status}, which is never retried`,
    wire: say(status),
    ...final,
    error: "server",
    says: `The service failed (status ${status})`,
  })),
  ...[520, 521, 522, 523, 524].map((status): Fault => ({
    number: 89,
    title: `${status}`,
    wire: say(status, "<html>", { "Content-Type": "text/html" }),
    ...lost,
    error: "unreadable html",
    says: "is a web page",
  })),
  covered(
    78,
    "the length of each delay",
    "test/unit/api/retry.test.ts",
    "report the Retry-After of a rate limit",
  ),
];
