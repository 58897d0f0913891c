// The page behind a login's hosted URL: plain forms without scripts or cookies. Only Continue uses up the link, because
// previews in chats and mails also open links. The page of a used link has a secret that its requests need. Exchanging the
// code instead (POST /auth/connections/{id}/exchange, interface.md §3.8) returns a token of this login only. The service
// documents neither, so the sandbox decides:
//
//   a code of an earlier login   404
//   the token                    expires with the login
import { createHash } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import * as z from "zod/mini";
import { getOptionalText, getText } from "../../db/sqlite.ts";
import type { StoreReader, TableDefinition, StoreWriter } from "../../db/store.ts";
import { createLoginToken } from "../../http/guard.ts";
import { notFound, errorReply, type StreamedReply } from "../../http/replies.ts";
import { secretsEqual, newToken } from "../../identity.ts";
import { sandboxTime } from "../clock.ts";
import { connectionById, type ConnectionRow } from "../connections/connectionRows.ts";
import { flowAt, type FlowRow } from "../flows/flow.ts";
import { flowById, flowNow, lastFlowRow } from "../flows/flowRows.ts";
import { submit } from "../flows/submit.ts";
import { switchOf } from "../flows/switches.ts";
import { getRoute, postRoute, defineResource } from "../resource.ts";
import {
  asking,
  askingAgain,
  type Before,
  beginning,
  ended,
  isReturnAddress,
  notice,
  page,
  type ReturnAddresses,
  valuesIn,
  working,
} from "./sections.ts";

const table: TableDefinition = {
  name: "hosted_pages",
  columns: {
    flow_id: "TEXT PRIMARY KEY REFERENCES flows (id) ON DELETE CASCADE",
    // A digest, because the file must never contain the secret.
    digest: "TEXT NOT NULL UNIQUE",
    success_url: "TEXT",
    error_url: "TEXT",
  },
};

/** A page that is open for a flow. */
interface OpenPage extends ReturnAddresses {
  readonly flow: FlowRow;
  readonly secret: string;
}

/** Poll interval of the page, and its maximum wait, in milliseconds. */
const pollInterval = 100;
const longestWait = 60_000;

const refusals = {
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
function refused(why: keyof typeof refusals): StreamedReply {
  const [status, title, words] = refusals[why];
  return notice(status, title, words);
}

interface Link {
  readonly connection: ConnectionRow;
  readonly flow: FlowRow;
}

/** Returns the latest login if the code is the one of its link. Returns a refusal otherwise. */
function linkOf(
  store: StoreReader,
  id: string,
  code: string,
  now: number,
): Link | "unknown" | "used" | "past" {
  const connection = connectionById(store, id);
  const flow = lastFlowRow(store, id);
  if (connection === undefined || typeof flow?.code !== "string" || !secretsEqual(flow.code, code))
    return "unknown";
  const isUsed = store.first("SELECT 1 FROM hosted_pages WHERE flow_id = ?", flow.id) !== undefined;
  if (isUsed || switchOf(connection.domain).linkUsed === true) return "used";
  return flowAt(flow, now).inProgress ? { connection, flow } : "past";
}

/** Resolves an opened link with its return addresses, or returns a page that refuses the link. */
function openedLink(store: StoreReader, id: string, given: URLSearchParams, now: number) {
  const link = linkOf(store, id, given.get("code") ?? "", now);
  if (typeof link === "string") return refused(link);
  const [successUrl, errorUrl] = [given.get("success_url"), given.get("error_url")];
  if ([successUrl, errorUrl].some((address) => address !== null && !isReturnAddress(address)))
    return refused("astray");
  return { ...link, successUrl, errorUrl };
}

/** Marks a link as used and returns the secret of its page. */
function redeem(
  store: StoreWriter,
  { id }: FlowRow,
  successUrl: string | null,
  errorUrl: string | null,
): string {
  const secret = newToken();
  store.insert("hosted_pages", { flow_id: id, digest: digestOf(secret), successUrl, errorUrl });
  return secret;
}

const digestOf = (secret: string): string => createHash("sha256").update(secret).digest("hex");

/** Finds the connection's page with this secret. */
function pageOf(store: StoreReader, connectionId: string, secret: string): OpenPage | undefined {
  const row = store.first("SELECT * FROM hosted_pages WHERE digest = ?", digestOf(secret));
  const flow = row && flowById(store, getText(row, "flow_id"));
  if (row === undefined || flow?.connectionId !== connectionId) return undefined;
  const [successUrl, errorUrl] = [getOptionalText(row, "success_url"), getOptionalText(row, "error_url")];
  return { flow, secret, successUrl, errorUrl };
}

const titleOf = ({ domain }: ConnectionRow): string => `Log in to ${domain}`;

const pathOf = (id: string): string => `/login/${encodeURIComponent(id)}`;

/** The page after its link was used. */
function followed(
  store: StoreReader,
  connection: ConnectionRow,
  open: OpenPage,
  before: Before = {},
): StreamedReply {
  const sender = { path: `${pathOf(connection.id)}/step`, hidden: { page: open.secret } };
  return page(200, titleOf(connection), async (show, signal) => {
    let shownText = "";
    for (let left = longestWait; left > 0; left -= pollInterval) {
      const flow = flowNow(store, open.flow, sandboxTime(store));
      if (!flow.inProgress) return show(ended(open, flow, connection));
      const section =
        flow.form === undefined ? working(flow) : asking(sender, flow, connection.domain, before);
      if (section.text !== shownText) await show(section);
      shownText = section.text;
      if (flow.shown.flow_step === "AWAITING_INPUT") return;
      await pause(pollInterval, undefined, { signal });
    }
    await show(askingAgain(sender));
  });
}

/** Submits the page's form like any other client. */
function step(
  store: StoreWriter,
  connection: ConnectionRow,
  open: OpenPage,
  sent: URLSearchParams,
  now: number,
) {
  const interaction = sent.get("interaction_id");
  const isLast = lastFlowRow(store, connection.id)?.id === open.flow.id;
  if (interaction === null || !isLast) return followed(store, connection, open);
  const choice = sent.get("choice");
  const answer = choice === null ? { field_values: valuesIn(sent) } : { selected_choice_id: choice };
  const { status } = submit(store, connection.id, { interaction_id: interaction, ...answer }, now);
  const note = status === 400 ? "The website now asks for something else. Fill in this form." : undefined;
  return followed(store, connection, open, { sent, note });
}

const byBrowser = { isOutsideProjects: true, isPublic: true, isPage: true } as const;
const formOfBrowser = { ...byBrowser, body: z.instanceof(URLSearchParams) };

export const hosted = defineResource({
  tables: [table],
  routes: [
    getRoute("/login/:id", byBrowser, ({ store, segment, query, now }) => {
      const link = openedLink(store, segment("id"), query, now);
      if ("stream" in link) return link;
      const { connection } = link;
      const sent = ["code", "success_url", "error_url"].flatMap((name) => {
        const value = query.get(name);
        return value === null ? [] : [[name, value] as const];
      });
      const sender = { path: pathOf(connection.id), hidden: Object.fromEntries(sent) };
      return page(200, titleOf(connection), (show) => show(beginning(sender, connection)));
    }),
    postRoute("/login/:id", formOfBrowser, ({ store, segment, body, now }) => {
      const link = openedLink(store, segment("id"), body, now);
      if ("stream" in link) return link;
      const { connection, ...opened } = link;
      const secret = redeem(store, opened.flow, opened.successUrl, opened.errorUrl);
      return followed(store, connection, { ...opened, secret });
    }),
    postRoute(
      "/auth/connections/:id/exchange",
      { body: z.strictObject({ code: z.string() }), isOutsideProjects: true, isPublic: true },
      ({ store, segment, body: { code }, identity, now }) => {
        const link = linkOf(store, segment("id"), code, now);
        if (link === "unknown") return notFound("No login has this code.");
        if (link === "used") return errorReply(410, "gone", "This code was already used.");
        if (link === "past") return errorReply(410, "gone", "This login has ended.");
        redeem(store, link.flow, null, null);
        const expiresAt = Date.parse(flowAt(link.flow, now).shown.flow_expires_at ?? "");
        return {
          status: 200,
          body: { jwt: createLoginToken(identity.token, { sessionId: link.flow.id, expiresAt }) },
        };
      },
    ),
    postRoute("/login/:id/step", formOfBrowser, ({ store, segment, body, now }) => {
      const connection = connectionById(store, segment("id"));
      const open = pageOf(store, segment("id"), body.get("page") ?? "");
      if (connection === undefined || open === undefined) return refused("foreign");
      return step(store, connection, open, body, now);
    }),
  ],
});
