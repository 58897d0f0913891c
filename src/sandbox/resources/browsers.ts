// Browsers: /browsers. The interface doesn't document these operations, so they follow the SDK's types. The sandbox
// runs no real browser. A page at each URL of a browser, such as its live view, explains this. Behavior that the
// types don't specify:
//
//   more browsers than the plan allows     429
//   open live view                         counts as a client of the browser
//   deletion of a running login's browser  cancels the login
import { setTimeout as pause } from "node:timers/promises";
import * as z from "zod/mini";
import { getOptionalText, getText } from "../db/sqlite.ts";
import type { StoreReader } from "../db/store.ts";
import { badRequest, errorReply, notFound, type HttpReply, type StreamedReply } from "../http/replies.ts";
import { newId } from "../identity.ts";
import {
  addViewer,
  browserTable,
  endIdleBrowsers,
  type RunningBrowser,
  runningBrowsers,
  seedBrowsers,
} from "./browserRows.ts";
import { sandboxTime, toIsoTime } from "./clock.ts";
import { filterParameter, pagedReply, simulatedError } from "./collection.ts";
import { BrowserTelemetry, capturedByDefault, enablesCapture } from "./connections/connectionRequests.ts";
import { findDestinationId } from "./destinations.ts";
import { markFlowCanceled } from "./flows/flowRows.ts";
import { noticePage, renderNotice, streamedPage } from "./hosted/htmlPage.ts";
import { renderLiveView } from "./hosted/sections.ts";
import { readBooking, resolveEntitlements } from "./plans.ts";
import { findProfileRow, profileReply } from "./profiles.ts";
import { hasProxy } from "./proxies.ts";
import {
  defineResource,
  deleteRoute,
  getRoute,
  postRoute,
  publicGetRoute,
  type ReadRequest,
  type WriteRequest,
} from "./resource.ts";

const ProfileChoice = z.union([
  z.strictObject({ id: z.string(), save_changes: z.optional(z.boolean()) }),
  z.strictObject({
    name: z.string().check(z.regex(/^[a-zA-Z0-9._-]{1,255}$/)),
    save_changes: z.optional(z.boolean()),
  }),
]);
const CreateBrowser = z.strictObject({
  profile: z.optional(ProfileChoice),
  name: z.optional(z.string().check(z.minLength(1), z.maxLength(255))),
  stealth: z.optional(z.boolean()),
  headless: z.optional(z.boolean()),
  proxy_id: z.optional(z.string()),
  start_url: z.optional(z.url()),
  tags: z.optional(z.record(z.string(), z.string())),
  telemetry: z.optional(z.nullable(BrowserTelemetry)),
  timeout_seconds: z.optional(z.int().check(z.minimum(10), z.maximum(259_200))),
});

/** Default time after which a browser without a client ends, in seconds. */
const defaultTimeoutSeconds = 60;

type BrowserRequest = Pick<ReadRequest, "now" | "origin" | "project" | "store">;

function browserReply({ fields, profile }: RunningBrowser, { origin }: BrowserRequest) {
  const path = `/browsers/${fields.session_id}`;
  const socket = origin.replace("http", "ws") + path;
  return {
    ...fields,
    cdp_ws_url: `${socket}/cdp`,
    webdriver_ws_url: `${socket}/webdriver`,
    browser_live_view_url: fields.headless ? undefined : `${origin}${path}/live`,
    profile: profile && profileReply(profile),
  };
}

const projectBrowsers = ({ now, project, store }: BrowserRequest): RunningBrowser[] =>
  runningBrowsers(store, now).filter((browser) => browser.project === project);

/** Finds the project's browser with this ID or, if no ID matches, with this name. */
function findBrowser(request: BrowserRequest, idOrName: string): RunningBrowser | undefined {
  const browsers = projectBrowsers(request);
  return (
    browsers.find(({ fields }) => fields.session_id === idOrName) ??
    browsers.find(({ fields }) => fields.name === idOrName)
  );
}

/**
 * True if the query is part of the browser's name, or equals the name of the profile or the ID of the browser, the
 * profile or the proxy.
 */
function matchesQuery({ fields, profile }: RunningBrowser, query: string): boolean {
  const { name = "", proxy_id, session_id } = fields;
  const exact = [session_id, proxy_id, profile?.["id"], profile?.["name"]];
  return name.toLowerCase().includes(query.toLowerCase()) || exact.includes(query);
}

const browserMissing = (): HttpReply => notFound("No browser has this id or name.");

/** Message of the error reply at a browser's CDP and WebDriver URLs. Playwright prints the message. */
const noBrowserMessage = "Sandbox: launch succeeded, but the sandbox has no real browser.";
const noBrowserReply = (): HttpReply => errorReply(501, "not_implemented", noBrowserMessage);

/** Returns the reply's `telemetry` if capture is enabled. As in SDK 0.84, the reply never names the export target. */
function capturedTelemetry(telemetry: BrowserTelemetry | null | undefined): object {
  if (!telemetry || !enablesCapture(telemetry)) return {};
  const defaults = Object.fromEntries(capturedByDefault.map((category) => [category, { enabled: true }]));
  return { telemetry: { browser: { ...defaults, ...telemetry.browser } } };
}

/** Returns a 400, 409 or 429 reply if the browser can't be created. */
function refuseCreation(
  { body, now, project, store }: WriteRequest<never, z.infer<typeof CreateBrowser>>,
  { profile, destination }: { readonly profile: unknown; readonly destination: unknown },
): HttpReply | undefined {
  const { name, profile: wantedProfile, proxy_id: proxyId, telemetry } = body;
  const problems = [];
  if (wantedProfile !== undefined && profile === undefined)
    problems.push("profile: no profile has this id or name.");
  if (proxyId !== undefined && !hasProxy(store, project, proxyId))
    problems.push("proxy_id: no proxy has this id.");
  if (telemetry?.export?.otlp?.destination !== undefined && destination === undefined)
    problems.push("telemetry.export.otlp.destination: no destination has this id or name.");
  if (problems.length > 0) return badRequest(problems);
  const browsers = runningBrowsers(store, now);
  if (
    name !== undefined &&
    browsers.some(({ fields, project: other }) => fields.name === name && other === project)
  )
    return errorReply(409, "already_exists", "Another browser has this name.");
  const { max_concurrent_browsers: limit } = resolveEntitlements(readBooking(store), now).limits;
  if (browsers.length < limit) return undefined;
  const message = `The organization has reached its limit of ${limit} concurrent browsers.`;
  return errorReply(429, "concurrency_limit_reached", message);
}

/** Replies with 200, 400, 409 or 429. */
function createBrowser(request: WriteRequest<never, z.infer<typeof CreateBrowser>>): HttpReply {
  const { body, now, project, store } = request;
  const { headless = false, name, profile: choice, stealth = false, tags, telemetry } = body;
  const { start_url, timeout_seconds: timeout = defaultTimeoutSeconds } = body;
  const profile = choice && findProfileRow(store, project, "id" in choice ? choice.id : choice.name);
  const { id, name: destinationName = "" } = telemetry?.export?.otlp?.destination ?? {};
  const destination =
    id === undefined ? findDestinationId(store, "name", destinationName) : findDestinationId(store, "id", id);
  const refused = refuseCreation(request, { profile, destination });
  if (refused !== undefined) return refused;
  const browserId = newId("bs");
  store.insert("browsers", {
    id: browserId,
    name: name ?? null,
    headless,
    stealth,
    timeout,
    proxy_id: body.proxy_id ?? null,
    project_id: project,
    profile_id: (profile && getText(profile, "id")) ?? null,
    destination_id: destination ?? null,
    details: JSON.stringify({ start_url, tags, ...capturedTelemetry(telemetry) }),
    created_at: toIsoTime(now),
    ends_at: now + timeout * 1000,
  });
  const created = findBrowser(request, browserId);
  return { status: 200, body: created && browserReply(created, request) };
}

/** Poll interval of the live view, in milliseconds. */
const livePollMs = 500;

/** Renders the live view. The page counts as a client of the browser while it is open. */
function livePage(store: StoreReader, id: string): StreamedReply {
  const find = () =>
    runningBrowsers(store, sandboxTime(store)).find(({ fields }) => fields.session_id === id);
  const browser = find();
  const end = ["This browser has ended", "You can close this page."] as const;
  if (browser === undefined) return noticePage(404, ...end);
  const { fields, login, profile } = browser;
  const profileName = profile && (getOptionalText(profile, "name") ?? getText(profile, "id"));
  return streamedPage(200, "Live view", async (show, signal) => {
    const removeViewer = addViewer(store, id);
    try {
      await show(renderLiveView(profileName, login?.domain ?? fields.start_url));
      while (find() !== undefined) await pause(livePollMs, undefined, { signal });
    } finally {
      removeViewer();
    }
    await show(renderNotice(...end));
  });
}

export const browserResource = defineResource({
  tables: [browserTable],
  seed: seedBrowsers,
  applyDueChanges: endIdleBrowsers,
  routes: [
    getRoute("/browsers", {}, (request) => {
      const query = filterParameter(request.query, "query");
      const browsers = projectBrowsers(request).filter((browser) => matchesQuery(browser, query));
      return pagedReply(request.query, (limit, offset) =>
        browsers.slice(offset, offset + limit).map((browser) => browserReply(browser, request)),
      );
    }),
    postRoute(
      "/browsers",
      { body: CreateBrowser },
      (request) => simulatedError(request.body.name) ?? createBrowser(request),
    ),
    getRoute("/browsers/:id_or_name", {}, (request) => {
      const browser = findBrowser(request, request.segment("id_or_name"));
      if (browser) return { status: 200, body: browserReply(browser, request) };
      return browserMissing();
    }),
    deleteRoute("/browsers/:id_or_name", {}, (request) => {
      const browser = findBrowser(request, request.segment("id_or_name"));
      const { now, store } = request;
      if (browser === undefined) return browserMissing();
      if (browser.login !== undefined) markFlowCanceled(store, browser.login.flow, now);
      else store.write("DELETE FROM browsers WHERE id = ?", browser.fields.session_id);
      return { status: 204, body: undefined };
    }),
    getRoute(
      "/browsers/:id/live",
      { isOutsideProjects: true, isPublic: true, isPage: true },
      ({ segment, store }) => livePage(store, segment("id")),
    ),
    publicGetRoute("/browsers/:id/cdp", noBrowserReply),
    publicGetRoute("/browsers/:id/webdriver", noBrowserReply),
  ],
});
