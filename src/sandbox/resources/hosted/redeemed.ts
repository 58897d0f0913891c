// Used links: an open page gets a secret that its requests need; an exchanged code (POST /auth/connections/{id}/exchange,
// 3.8) a token for its login alone. The service documents neither of these, so the sandbox decides:
//
//   a code that isn't the last login's    404
//   the token                             expires with the login
import { createHash } from "node:crypto";
import { optionalText, text } from "../../db/sqlite.ts";
import type { Reader, Table, Writer } from "../../db/store.ts";
import { isSecret, newToken } from "../../identity.ts";
import { flowById, lastFlowRow } from "../flows/flowRows.ts";
import { flowAt, type FlowRow } from "../flows/flow.ts";
import * as z from "zod/mini";
import { loginTokenOf } from "../../http/guard.ts";
import { notFound, refusal, type Reply } from "../../http/replies.ts";
import { connectionById } from "../connections/connectionRows.ts";
import { switchOf } from "../flows/switches.ts";
import type { WriteRequest } from "../resource.ts";

export const table: Table = {
  name: "hosted_pages",
  columns: {
    flow_id: "TEXT PRIMARY KEY REFERENCES flows (id) ON DELETE CASCADE",
    // A digest, so that the file never holds the secret.
    digest: "TEXT NOT NULL UNIQUE",
    success_url: "TEXT",
    error_url: "TEXT",
  },
};

export interface ReturnAddresses {
  readonly successUrl: string | null;
  readonly errorUrl: string | null;
}

/** A page that is open on a flow. */
export interface OpenPage extends ReturnAddresses {
  readonly flow: FlowRow;
  readonly secret: string;
}

const digestOf = (secret: string): string => createHash("sha256").update(secret).digest("hex");

/** The last flow of a connection, where this is the code of its link. */
export function flowOfLink(store: Reader, connectionId: string, code: string): FlowRow | undefined {
  const row = lastFlowRow(store, connectionId);
  return typeof row?.code === "string" && isSecret(row.code, code) ? row : undefined;
}

export const isUsed = (store: Reader, { id }: FlowRow): boolean =>
  store.first("SELECT 1 FROM hosted_pages WHERE flow_id = ?", id) !== undefined;

/** Marks a link as used. */
export function redeem(store: Writer, flow: FlowRow, addresses: ReturnAddresses): OpenPage {
  const secret = newToken();
  store.add("hosted_pages", {
    flow_id: flow.id,
    digest: digestOf(secret),
    success_url: addresses.successUrl,
    error_url: addresses.errorUrl,
  });
  return { ...addresses, flow, secret };
}

/** The page with this secret, if it is one of this connection. */
export function pageOf(store: Reader, connectionId: string, secret: string): OpenPage | undefined {
  const row = store.first("SELECT * FROM hosted_pages WHERE digest = ?", digestOf(secret));
  const flow = row && flowById(store, text(row, "flow_id"));
  if (row === undefined || flow?.connectionId !== connectionId) return undefined;
  return {
    flow,
    secret,
    successUrl: optionalText(row, "success_url"),
    errorUrl: optionalText(row, "error_url"),
  };
}

export const ExchangeRequest = z.strictObject({ code: z.string() });

const gone = (message: string): Reply => refusal(410, "gone", message);

/** 200, 404 or 410. */
export function exchange({
  store,
  segment,
  body: { code },
  identity,
  now,
}: WriteRequest<"id", z.infer<typeof ExchangeRequest>>): Reply {
  const connection = connectionById(store, segment("id"));
  const flow = flowOfLink(store, segment("id"), code);
  if (connection === undefined || flow === undefined) return notFound("No login has this code.");
  if (isUsed(store, flow) || switchOf(connection.domain).linkUsed === true)
    return gone("This code was already used.");
  const { inProgress, shown } = flowAt(flow, now);
  if (!inProgress) return gone("This login has ended.");
  redeem(store, flow, { successUrl: null, errorUrl: null });
  const expiresAt = Date.parse(shown.flow_expires_at ?? "");
  return { status: 200, body: { jwt: loginTokenOf(identity.token, { sessionId: flow.id, expiresAt }) } };
}
