// Links that were used, and the pages that they became: each page has a secret, without which it can do nothing.
import { createHash } from "node:crypto";
import { optionalText, text } from "../../db/sqlite.ts";
import type { Reader, Table, Writer } from "../../db/store.ts";
import { isSecret, newToken } from "../../ids.ts";
import { flowById, lastFlowRow } from "../flows/rows.ts";
import type { FlowRow } from "../flows/shown.ts";

export const table: Table = {
  name: "hosted_pages",
  columns: {
    flow_id: "TEXT PRIMARY KEY REFERENCES flows (id) ON DELETE CASCADE",
    // Of the secret, which only the page itself has.
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

/** Uses a link up. */
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
