// The page that a login's link opens: plain forms, no script, no cookie. Continue uses the link, opening it does not: previews
// of links in chats and mails must not.
import { setTimeout as pause } from "node:timers/promises";
import * as z from "zod/mini";
import type { Reader, Writer } from "../../db/store.ts";
import type { Streamed } from "../../http/replies.ts";
import { timeIn } from "../clock.ts";
import type { ConnectionRow } from "../connections/connectionRows.ts";
import { connectionById } from "../connections/connectionRows.ts";
import { flowAt, type FlowRow } from "../flows/flow.ts";
import { flowNow, lastFlowRow } from "../flows/flowRows.ts";
import { submit } from "../flows/submit.ts";
import { switchOf } from "../flows/switches.ts";
import { get, post, resource } from "../resource.ts";
import {
  asking,
  askingAgain,
  type Before,
  beginning,
  ended,
  isReturnAddress,
  notice,
  page,
  valuesIn,
  working,
} from "./sections.ts";
import { exchange, ExchangeRequest, flowOfLink, isUsed, pageOf, redeem, table } from "./redeemed.ts";
import type { OpenPage, ReturnAddresses } from "./redeemed.ts";

/** How often the page reads the login, and for how long, in milliseconds. */
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
function refused(why: keyof typeof refusals): Streamed {
  const [status, title, words] = refusals[why];
  return notice(status, title, words);
}

interface Link extends ReturnAddresses {
  readonly connection: ConnectionRow;
  readonly flow: FlowRow;
  readonly code: string;
}

function linkOf(store: Reader, id: string, given: URLSearchParams, now: number): Link | Streamed {
  const connection = connectionById(store, id);
  const code = given.get("code") ?? "";
  const flow = flowOfLink(store, id, code);
  if (connection === undefined || flow === undefined) return refused("unknown");
  if (isUsed(store, flow) || switchOf(connection.domain).linkUsed === true) return refused("used");
  if (!flowAt(flow, now).inProgress) return refused("past");
  const [successUrl, errorUrl] = [given.get("success_url"), given.get("error_url")];
  if ([successUrl, errorUrl].some((address) => address !== null && !isReturnAddress(address)))
    return refused("astray");
  return { connection, flow, code, successUrl, errorUrl };
}

const titleOf = ({ domain }: ConnectionRow): string => `Log in to ${domain}`;

function opened(link: Link | Streamed): Streamed {
  if ("stream" in link) return link;
  const { connection, code, successUrl, errorUrl } = link;
  const addresses = {
    ...(successUrl !== null && { success_url: successUrl }),
    ...(errorUrl !== null && { error_url: errorUrl }),
  };
  const sender = { path: pathOf(connection.id), hidden: { code, ...addresses } };
  return page(200, titleOf(connection), (show) => show(beginning(sender, connection)));
}

const pathOf = (id: string): string => `/login/${encodeURIComponent(id)}`;

/** The page after its link was used. */
function followed(store: Reader, connection: ConnectionRow, open: OpenPage, before: Before = {}): Streamed {
  const sender = { path: `${pathOf(connection.id)}/step`, hidden: { page: open.secret } };
  return page(200, titleOf(connection), async (show, signal) => {
    let shownText = "";
    for (let left = longestWait; left > 0; left -= pollInterval) {
      const flow = flowNow(store, open.flow, timeIn(store));
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

/** Submits what the page sends, as any other client would. */
function step(store: Writer, connection: ConnectionRow, open: OpenPage, sent: URLSearchParams, now: number) {
  const interaction = sent.get("interaction_id");
  const isLast = lastFlowRow(store, connection.id)?.id === open.flow.id;
  if (interaction === null || !isLast) return followed(store, connection, open);
  const choice = sent.get("choice");
  const answer = choice === null ? { field_values: valuesIn(sent) } : { selected_choice_id: choice };
  const { status } = submit(store, connection.id, { interaction_id: interaction, ...answer }, now);
  const note = status === 400 ? "The website now asks for something else. Fill in this form." : undefined;
  return followed(store, connection, open, { sent, note });
}

const byBrowser = { own: true, open: true, page: true } as const;
const formOfBrowser = { ...byBrowser, body: z.instanceof(URLSearchParams) };

export const hosted = resource({
  tables: [table],
  routes: [
    get("/login/:id", byBrowser, ({ store, segment, query, now }) =>
      opened(linkOf(store, segment("id"), query, now)),
    ),
    post("/login/:id", formOfBrowser, ({ store, segment, body, now }) => {
      const link = linkOf(store, segment("id"), body, now);
      if ("stream" in link) return link;
      return followed(store, link.connection, redeem(store, link.flow, link));
    }),
    post("/auth/connections/:id/exchange", { body: ExchangeRequest, own: true, open: true }, exchange),
    post("/login/:id/step", formOfBrowser, ({ store, segment, body, now }) => {
      const connection = connectionById(store, segment("id"));
      const open = pageOf(store, segment("id"), body.get("page") ?? "");
      if (connection === undefined || open === undefined) return refused("foreign");
      return step(store, connection, open, body, now);
    }),
  ],
});
