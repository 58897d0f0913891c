// Serves the login page at a login's hosted URL: plain forms without scripts or cookies. Only the Continue button marks
// the link as used, because link previews in chats and emails also open links. The page then contains a secret, which
// its requests must send. A client can exchange the code for a token of this login instead of opening the page
// (POST /auth/connections/{id}/exchange, interface.md §3.8). Behavior that the service doesn't document:
//
//   code of an earlier login  404
//   token                     expires with the login
import { createHash } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import * as z from "zod/mini";
import { getOptionalText, getText } from "../../db/sqlite.ts";
import type { StoreReader, TableDefinition, StoreWriter } from "../../db/store.ts";
import { createLoginToken } from "../../http/guard.ts";
import { notFound, errorReply, type StreamedReply } from "../../http/replies.ts";
import { secretsEqual, newToken } from "../../identity.ts";
import { sandboxTime } from "../clock.ts";
import { findConnectionRow, type ConnectionRow } from "../connections/connectionRows.ts";
import { flowAt, type FlowRow } from "../flows/flowState.ts";
import { findFlowRow, currentFlow, findLatestFlowRow } from "../flows/flowRows.ts";
import { handleSubmit } from "../flows/submit.ts";
import { behaviorOf } from "../flows/domainBehaviors.ts";
import { getRoute, postRoute, defineResource } from "../resource.ts";
import { noticePage, streamedPage } from "./htmlPage.ts";
import {
  renderQuestion,
  renderTimeout,
  type PreviousAnswer,
  renderStart,
  renderOutcome,
  isReturnAddress,
  type ReturnAddresses,
  submittedValues,
  renderWaiting,
} from "./sections.ts";

const hostedPagesTable: TableDefinition = {
  name: "hosted_pages",
  columns: {
    flow_id: "TEXT PRIMARY KEY REFERENCES flows (id) ON DELETE CASCADE",
    // Digest of the page's secret. The data file must never contain the secret itself.
    digest: "TEXT NOT NULL UNIQUE",
    success_url: "TEXT",
    error_url: "TEXT",
  },
};

/** A login page that the user has opened for a flow. */
interface HostedPage extends ReturnAddresses {
  readonly flow: FlowRow;
  readonly secret: string;
}

/** Poll interval of the login page, in milliseconds. */
const pagePollMs = 100;
/** Maximum time that the login page waits for the login to end or to ask for input, in milliseconds. */
const maxPageWaitMs = 60_000;

const linkRefusals = {
  unknown: [404, "This link is unknown", "Start the login in VS Code, then open the new link."],
  used: [410, "This link was already used", "A link works once. Start the login again in VS Code."],
  past: [410, "This login has ended", "Start the login again in VS Code."],
  astray: [
    400,
    "This link is invalid",
    "The link would return to something other than a website or an editor.",
  ],
  foreign: [
    403,
    "This page belongs to another login",
    "Start the login again in VS Code, then open the new link.",
  ],
} as const;
function linkRefusalPage(why: keyof typeof linkRefusals): StreamedReply {
  const [status, title, words] = linkRefusals[why];
  return noticePage(status, title, words);
}

interface LoginLink {
  readonly connection: ConnectionRow;
  readonly flow: FlowRow;
}

/**
 * Returns the connection and its latest login if the link contains this login's code. Otherwise, returns the reason why
 * the link is rejected.
 */
function resolveLink(
  store: StoreReader,
  id: string,
  code: string,
  now: number,
): LoginLink | "unknown" | "used" | "past" {
  const connection = findConnectionRow(store, id);
  const flow = findLatestFlowRow(store, id);
  if (connection === undefined || typeof flow?.code !== "string" || !secretsEqual(flow.code, code))
    return "unknown";
  const isUsed = store.first("SELECT 1 FROM hosted_pages WHERE flow_id = ?", flow.id) !== undefined;
  if (isUsed || behaviorOf(connection.domain).isLinkUsed === true) return "used";
  if (flowAt(flow, now).isInProgress) return { connection, flow };
  return "past";
}

/** Validates an opened link and its return addresses. Returns an error page if the link is rejected. */
function resolveOpenedLink(store: StoreReader, id: string, parameters: URLSearchParams, now: number) {
  const link = resolveLink(store, id, parameters.get("code") ?? "", now);
  if (typeof link === "string") return linkRefusalPage(link);
  const [successUrl, errorUrl] = [parameters.get("success_url"), parameters.get("error_url")];
  if ([successUrl, errorUrl].some((address) => address !== null && !isReturnAddress(address)))
    return linkRefusalPage("astray");
  return { ...link, successUrl, errorUrl };
}

/** Marks a link as used. Returns the secret that requests from the login page must contain. */
function redeemLink(
  store: StoreWriter,
  { id }: FlowRow,
  successUrl: string | null,
  errorUrl: string | null,
): string {
  const secret = newToken();
  store.insert("hosted_pages", { flow_id: id, digest: secretDigest(secret), successUrl, errorUrl });
  return secret;
}

const secretDigest = (secret: string): string => createHash("sha256").update(secret).digest("hex");

function findHostedPage(store: StoreReader, connectionId: string, secret: string): HostedPage | undefined {
  const row = store.first("SELECT * FROM hosted_pages WHERE digest = ?", secretDigest(secret));
  const flow = row && findFlowRow(store, getText(row, "flow_id"));
  if (row === undefined || flow?.connectionId !== connectionId) return undefined;
  const [successUrl, errorUrl] = [getOptionalText(row, "success_url"), getOptionalText(row, "error_url")];
  return { flow, secret, successUrl, errorUrl };
}

const hostedPageTitle = ({ domain }: ConnectionRow): string => `Log in to ${domain}`;

const hostedPagePath = (id: string): string => `/login/${encodeURIComponent(id)}`;

/** Renders the page that follows the start page after the user has pressed Continue. */
function progressPage(
  store: StoreReader,
  connection: ConnectionRow,
  open: HostedPage,
  before: PreviousAnswer = {},
): StreamedReply {
  const sender = { path: `${hostedPagePath(connection.id)}/step`, hiddenInputs: { page: open.secret } };
  return streamedPage(200, hostedPageTitle(connection), async (show, signal) => {
    let shownText = "";
    for (let leftMs = maxPageWaitMs; leftMs > 0; leftMs -= pagePollMs) {
      const flow = currentFlow(store, open.flow, sandboxTime(store));
      if (!flow.isInProgress) return show(renderOutcome(open, flow, connection));
      const section =
        flow.form === undefined
          ? renderWaiting(flow)
          : renderQuestion(sender, flow, connection.domain, before);
      if (section.text !== shownText) await show(section);
      shownText = section.text;
      if (flow.reported.flow_step === "AWAITING_INPUT") return;
      await pause(pagePollMs, undefined, { signal });
    }
    await show(renderTimeout(sender));
  });
}

/** Handles a submitted form of the login page, with the same effect as a submit request to the API. */
function handleStep(
  store: StoreWriter,
  connection: ConnectionRow,
  open: HostedPage,
  sent: URLSearchParams,
  now: number,
) {
  const interaction = sent.get("interaction_id");
  const isLast = findLatestFlowRow(store, connection.id)?.id === open.flow.id;
  if (interaction === null || !isLast) return progressPage(store, connection, open);
  const choice = sent.get("choice");
  const answer = choice === null ? { field_values: submittedValues(sent) } : { selected_choice_id: choice };
  const { status } = handleSubmit(store, connection.id, { interaction_id: interaction, ...answer }, now);
  const note = status === 400 ? "The website now asks for something else. Fill in this form." : undefined;
  return progressPage(store, connection, open, { sent, note });
}

const browserRouteOptions = { isOutsideProjects: true, isPublic: true, isPage: true } as const;
const browserFormOptions = { ...browserRouteOptions, body: z.instanceof(URLSearchParams) };

export const hostedLoginResource = defineResource({
  tables: [hostedPagesTable],
  routes: [
    getRoute("/login/:id", browserRouteOptions, ({ store, segment, query, now }) => {
      const link = resolveOpenedLink(store, segment("id"), query, now);
      if ("stream" in link) return link;
      const { connection } = link;
      const sent = ["code", "success_url", "error_url"].flatMap((name) => {
        const value = query.get(name);
        return value === null ? [] : [[name, value] as const];
      });
      const sender = { path: hostedPagePath(connection.id), hiddenInputs: Object.fromEntries(sent) };
      return streamedPage(200, hostedPageTitle(connection), (show) => show(renderStart(sender, connection)));
    }),
    postRoute("/login/:id", browserFormOptions, ({ store, segment, body, now }) => {
      const link = resolveOpenedLink(store, segment("id"), body, now);
      if ("stream" in link) return link;
      const { connection, ...opened } = link;
      const secret = redeemLink(store, opened.flow, opened.successUrl, opened.errorUrl);
      return progressPage(store, connection, { ...opened, secret });
    }),
    postRoute(
      "/auth/connections/:id/exchange",
      { body: z.strictObject({ code: z.string() }), isOutsideProjects: true, isPublic: true },
      ({ store, segment, body: { code }, identity, now }) => {
        const link = resolveLink(store, segment("id"), code, now);
        if (link === "unknown") return notFound("No login has this code.");
        if (link === "used") return errorReply(410, "gone", "This code was already used.");
        if (link === "past") return errorReply(410, "gone", "This login has ended.");
        redeemLink(store, link.flow, null, null);
        const expiresAt = Date.parse(flowAt(link.flow, now).reported.flow_expires_at ?? "");
        const jwt = createLoginToken(identity.token, { sessionId: link.flow.id, expiresAt });
        return { status: 200, body: { jwt } };
      },
    ),
    postRoute("/login/:id/step", browserFormOptions, ({ store, segment, body, now }) => {
      const connection = findConnectionRow(store, segment("id"));
      const open = findHostedPage(store, segment("id"), body.get("page") ?? "");
      if (connection === undefined || open === undefined) return linkRefusalPage("foreign");
      return handleStep(store, connection, open, body, now);
    }),
  ],
});
