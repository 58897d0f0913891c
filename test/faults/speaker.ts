// Section D: responses that don't come from the service.
import { lost, refused, say, says, type Fault } from "./row.ts";

const portal = "<!doctype html><html><title>Sign in to the Wi-Fi</title></html>";
const html = { "Content-Type": "text/html" };
const isPage = {
  error: "unreadable html",
  says: "The response is a web page, not from the service",
};

/** A web page doesn't come from the service, and nothing was carried out. A deletion by name isn't retried. */
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
  { number: 65, title: "200 with a captive portal's page", wire: say(200, portal, html), ...page },
  { number: 65, title: "200 with a page's Content-Type and no body", wire: say(200, "", html), ...page },
  { number: 66, title: "403 with a proxy's page", wire: say(403, portal, html), ...refused, ...isPage },
  { number: 66, title: "502 with a proxy's page", wire: say(502, portal, html), ...lost, ...isPage },
  {
    number: 67,
    title: "404 with a page, which doesn't mean that the object is deleted",
    wire: say(404, portal, html),
    ...refused,
    ...isPage,
  },
  {
    number: 68,
    title: "the JSON of another API",
    wire: say(200, '{"ok":true}', { "Content-Type": "application/json" }),
    C: "unknown 2",
    D: "deleted 1",
    G: "stale 2",
    U: "saved 1",
    R: "deleted 1",
    error: "unreadable shape",
    says,
  },
  {
    number: 69,
    title: "a page with the Content-Type of JSON",
    wire: say(200, portal, { "Content-Type": "application/json" }),
    ...page,
  },
  {
    number: 69,
    title: "a service error with the Content-Type of text",
    wire: say(403, '{"code":"forbidden","message":"Not with this key."}', { "Content-Type": "text/plain" }),
    ...refused,
    error: "forbidden",
    says: "Your token or plan doesn't allow this action",
  },
  ...[301, 302, 303, 307, 308].flatMap((status) =>
    targets.map(([what, location, host]): Fault => ({
      number: 70,
      title: `${status} ${what}`,
      wire: say(status, "", location === undefined ? {} : { Location: location }),
      carriesOut: false,
      // One request each time, because redirects aren't followed.
      C: "unknown 2",
      D: "unknown 1",
      G: "stale 1",
      U: "absent 1",
      R: "unknown 1",
      error: "redirected",
      says: host === undefined ? "tried to redirect the request" : `tried to redirect the request to ${host}`,
    })),
  ),
];
