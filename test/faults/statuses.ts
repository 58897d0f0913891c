// Section E: the outcome of each status.
import assert from "node:assert/strict";
import { begin } from "./operations.ts";
import { fault, covered, final, lostAnswer, refused, respond, type Expected, type Row } from "./row.ts";
import { errorOf, type Wire } from "./service.ts";

type Headers = Readonly<Record<string, string>>;

const details = { details: [{ code: "invalid_domain", message: "domain must be one" }] };
const accepted = "The service didn't accept the input";
/** An error that shows its details, except in a tree row, which has no room for them. */
const explained: Expected = {
  carriesOut: false,
  C: "refused 1",
  D: "failed 1",
  U: "refused 1",
  R: "failed 1",
  error: "invalid",
  says: "domain must be one",
};
const exists: Expected = {
  carriesOut: false,
  C: "conflict 1",
  error: "conflict",
  says: "Use that connection, or choose another profile or domain",
};
const limited = { error: "limited", says: "Too many requests" };
const isPage = { error: "unreadable html", says: "is a web page" };
const failed = (status: number) => ({ error: "server", says: `The service failed (status ${status})` });
const refusals: Readonly<Record<number, string>> = {
  402: "The service requires payment",
  426: "The service no longer works with this version of the extension",
};
const notAccepted = (status: number) => ({
  error: "refused",
  says: refusals[status] ?? `The service refused the request (status ${status})`,
});
/** Certainly not carried out, after this number of requests. */
const retried = (changes: number, destinations: number, again: number): Expected => ({
  carriesOut: false,
  C: `refused ${changes}`,
  D: `failed ${destinations}`,
  G: `stale ${again}`,
  U: `refused ${changes}`,
  R: `failed ${again}`,
});
const inUse = '{"code":"in_use","message":"Busy."}';

/**
 * The requested wait of a rate limit, and the number of requests of a create or update, of a destination's deletion,
 * and of a read or a connection's deletion. Deletions of destinations wait up to a minute, up to three times, with or
 * without Retry-After.
 */
const limits: readonly [what: string, Headers, changes: number, destinations: number, again: number][] = [
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
  fault(71, "400 with details", respond(400, errorOf("bad_request", details)), refused, {
    error: "invalid",
    says: accepted,
  }),
  fault(71, "400 with displayed details", respond(400, errorOf("bad_request", details)), explained),
  fault(
    72,
    "400 for an ambiguous proxy name",
    respond(400, errorOf("bad_request", { message: "Two active proxies have this name; use the proxy id." })),
    {
      carriesOut: false,
      C: "refused 1",
      error: "invalid",
      says: "Two active proxies have this name; use the proxy id.",
    },
  ),
  fault(73, "401", respond(401, errorOf("unauthorized")), refused, {
    error: "unauthorized",
    says: "The service refused this token",
  }),
  {
    number: 73,
    title: "401 twice, which marks the token once",
    story: async (stage) => {
      const { account, remote, service } = stage;
      remote.arm({
        operation: "C",
        wire: respond(401, errorOf("unauthorized")),
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
          void accounts.replaceToken(account.id, "sk_new").then(() => respond(401)(socket, scene));
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
        else void accounts.replaceToken(account.id, "sk_new").then(() => respond(401)(socket, scene));
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
  fault(75, "403", respond(403, errorOf("forbidden")), refused, {
    error: "forbidden",
    says: "Your token or plan doesn't allow this action",
  }),
  fault(
    76,
    "404 because projects are disabled, which doesn't mean a deletion",
    respond(404, errorOf("projects_disabled")),
    refused,
    { error: "notFound", says: "Projects are disabled for your organization" },
  ),
  fault(77, "404 for a missing object", respond(404, errorOf("not_found")), {
    carriesOut: false,
    C: "refused 1",
    D: "not found 1",
    G: "stale 1",
    U: "gone 1",
    R: "not found 1",
    error: "notFound",
  }),
  fault(77, "404 with a message for a destination", respond(404, errorOf("not_found")), {
    carriesOut: false,
    D: "not found 1",
    error: "notFound",
    says: "No destination has this ID or name",
  }),
  ...limits.map(([what, headers, changes, destinations, again]) =>
    fault(78, `429 ${what}`, respond(429, "", headers), retried(changes, destinations, again), limited),
  ),
  fault(78, "408", respond(408), lostAnswer, failed(408)),
  fault(78, "425", respond(425), retried(1, 3, 3), notAccepted(425)),
  fault(
    79,
    "409 with the connection's ID",
    respond(409, errorOf("already_exists", { existing_id: "ma_7" })),
    exists,
    { says: "ma_7" },
  ),
  fault(80, "409 without an ID", respond(409, errorOf("already_exists")), exists),
  fault(
    81,
    "409 with a number as the ID",
    respond(409, '{"code":"already_exists","message":"Exists.","existing_id":7}'),
    exists,
  ),
  fault(82, "409 with another code", respond(409, errorOf("being_deleted")), {
    carriesOut: false,
    C: "refused 1",
    error: "conflict",
    says: "being_deleted",
  }),
  fault(83, "409 for a busy connection", respond(409, inUse), {
    carriesOut: false,
    U: "refused 1",
    R: "in use 1",
    error: "conflict",
    says: "The service refused: this conflicts with existing data",
  }),
  fault(83, "409 for a destination in use", respond(409, inUse), {
    carriesOut: false,
    D: "in use 1",
    error: "conflict",
    says: "Browser sessions may still export to the destination",
  }),
  fault(
    71,
    "400 of another shape with a displayed message",
    respond(400, '{"error":{"code":"invalid_domain","message":"domain must be one"}}'),
    explained,
  ),
  fault(71, "400 in plain text", respond(400, "domain must be one"), explained),
  fault(71, "400 without a message", respond(400, '{"code":"","message":""}'), refused, {
    error: "invalid",
    says: "The service gave no readable reason",
  }),
  fault(77, "410 for a deleted destination", respond(410, errorOf("gone")), {
    carriesOut: false,
    D: "not found 1",
    error: "notFound",
    says: "No destination has this ID or name",
  }),
  fault(77, "410 for a deleted connection", respond(410, errorOf("gone")), {
    carriesOut: false,
    U: "gone 1",
    R: "not found 1",
    error: "notFound",
    says: "The service found no match",
  }),
  fault(77, "410 for a create, whose path has no ID", respond(410, errorOf("gone")), {
    carriesOut: false,
    C: "refused 1",
    ...notAccepted(410),
  }),
  ...[402, 405, 426, 451].map((status) =>
    fault(84, `${status}`, respond(status, errorOf("no")), refused, notAccepted(status)),
  ),
  ...[413, 415, 422].map((status) =>
    fault(84, `${status}`, respond(status, errorOf("too_much")), refused, {
      error: "invalid",
      says: accepted,
    }),
  ),
  fault(85, "500 with an error", respond(500, errorOf("internal_error")), lostAnswer, failed(500)),
  fault(86, "500 without a body", respond(500), lostAnswer, failed(500)),
  ...[502, 504].map((status) =>
    fault(
      87,
      `${status} with a page`,
      respond(status, "<html>Bad gateway</html>", { "Content-Type": "text/html" }),
      lostAnswer,
      isPage,
    ),
  ),
  fault(88, "503 with Retry-After", respond(503, "", { "Retry-After": "3" }), retried(3, 4, 3), limited),
  fault(88, "503 without Retry-After", respond(503), lostAnswer, failed(503)),
  ...[501, 505].map((status) =>
    fault(89, `${status}, which is never retried`, respond(status), final, failed(status)),
  ),
  ...[520, 521, 522, 523, 524].map((status) =>
    fault(89, `${status}`, respond(status, "<html>", { "Content-Type": "text/html" }), lostAnswer, isPage),
  ),
  covered(
    78,
    "the length of each delay",
    "test/unit/api/retry.test.ts",
    "return the Retry-After value of a 429 response with the error",
  ),
];
