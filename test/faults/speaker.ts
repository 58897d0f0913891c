// Section D: responses that don't come from the service.
import { fault, lostAnswer, refused, respond, unreadableReply, type Fault } from "./row.ts";

const portal = "<!doctype html><html><title>Sign in to the Wi-Fi</title></html>";
const html = { "Content-Type": "text/html" };
const isPage = { error: "unreadable html", says: "The response is a web page, not from the service" };

/** A web page doesn't come from the service, so the request was not carried out. A deletion by name isn't retried. */
const page = {
  carriesOut: false,
  C: "unknown 2",
  D: "unknown 1",
  G: "stale 2",
  U: "absent 1",
  R: "unknown 2",
  ...isPage,
} as const;

/** Targets of a redirect, and the host that the error names. */
const targets: readonly (readonly [what: string, location: string | undefined, host: string | undefined])[] =
  [
    ["to another origin", "https://evil.example/v1?x=1", "evil.example"],
    ["to the same origin", "/v1/other", "{host}"],
    ["to nowhere", undefined, undefined],
    ["to a script", "javascript:alert(1)", undefined],
  ];

export const speakerFaults: readonly Fault[] = [
  fault(65, "200 with a captive portal's page", respond(200, portal, html), page),
  fault(65, "200 with a page's Content-Type and no body", respond(200, "", html), page),
  fault(66, "403 with a proxy's page", respond(403, portal, html), refused, isPage),
  fault(66, "502 with a proxy's page", respond(502, portal, html), lostAnswer, isPage),
  fault(
    67,
    "404 with a page, which doesn't mean that the object is deleted",
    respond(404, portal, html),
    refused,
    isPage,
  ),
  fault(68, "the JSON of another API", respond(200, '{"ok":true}', { "Content-Type": "application/json" }), {
    C: "unknown 2",
    D: "deleted 1",
    G: "stale 2",
    U: "saved 1",
    R: "deleted 1",
    error: "unreadable shape",
    says: unreadableReply,
  }),
  fault(
    69,
    "a page with the Content-Type of JSON",
    respond(200, portal, { "Content-Type": "application/json" }),
    page,
  ),
  fault(
    69,
    "a service error with the Content-Type of text",
    respond(403, '{"code":"forbidden","message":"Not with this key."}', { "Content-Type": "text/plain" }),
    refused,
    { error: "forbidden", says: "Your token or plan doesn't allow this action" },
  ),
  ...[301, 302, 303, 307, 308].flatMap((status) =>
    targets.map(([what, location, host]) => {
      // One request each time, because redirects aren't followed.
      return fault(
        70,
        `${status} ${what}`,
        respond(status, "", location === undefined ? {} : { Location: location }),
        {
          carriesOut: false,
          C: "unknown 2",
          D: "unknown 1",
          G: "stale 1",
          U: "absent 1",
          R: "unknown 1",
          error: "redirected",
          says:
            host === undefined ? "tried to redirect the request" : `tried to redirect the request to ${host}`,
        },
      );
    }),
  ),
];
