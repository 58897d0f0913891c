// Updates connections after their credential was renamed or deleted, or after its secret for one-time codes changed.
import type { StoreReader, StoreWriter } from "../../db/store.ts";
import { flowAt } from "../flows/flowState.ts";
import { findFlowRows } from "../flows/flowRows.ts";
import { updateConnectionRow, findConnectionsWithCredential } from "./connectionRows.ts";
import type { SandboxConnectionSettings } from "./managedAuthSchema.ts";
import { readSettings } from "./storedSettings.ts";

/** Returns `can_reauth` and `can_reauth_reason` (interface.md §2.1) of a connection that has a credential. */
export const reauthFromCredential = ({ provider }: NonNullable<SandboxConnectionSettings["credential"]>) => ({
  canReauth: true,
  canReauthReason: provider === undefined ? "has_credential" : "external_credential",
});

/**
 * Replaces a credential in all connections of a project, or removes it if there is no replacement. A connection
 * without a credential can't re-authenticate automatically.
 */
export function replaceCredential(
  store: StoreWriter,
  project: string,
  name: string,
  other: { readonly name: string } | undefined,
): void {
  for (const connection of findConnectionsWithCredential(store, project, name)) {
    const settings = { ...readSettings(connection), credential: other };
    const row = { ...connection, settings: JSON.stringify(settings) };
    const hadLogin = connection.canReauthReason !== "no_prior_successful_login";
    const reauth = other === undefined && hadLogin && { canReauth: false, canReauthReason: "no_credential" };
    updateConnectionRow(store, { ...row, ...reauth });
  }
}

/** Updates `can_reauth` of connections after their credential gained or lost its secret for one-time codes. */
export function updateTotpReauth(
  store: StoreWriter,
  project: string,
  name: string,
  hasSecret: boolean,
  now: number,
): void {
  const missingSecret = "requires_totp_without_secret";
  for (const connection of findConnectionsWithCredential(store, project, name)) {
    const { canReauth, canReauthReason: reason } = connection;
    if (hasSecret && reason === missingSecret)
      updateConnectionRow(store, { ...connection, ...reauthFromCredential({ name }) });
    else if (!hasSecret && canReauth && didLatestLoginUseTotp(store, connection.id, now)) {
      updateConnectionRow(store, { ...connection, canReauth: false, canReauthReason: missingSecret });
    }
  }
}

/**
 * True if the latest successful login required a one-time code from an authenticator app. Skips logins that only
 * verified an existing session.
 */
const didLatestLoginUseTotp = (store: StoreReader, connectionId: string, now: number): boolean =>
  findFlowRows(store, connectionId).find(
    (row) => row.script !== "stillIn" && flowAt(row, now).reported.flow_status === "SUCCESS",
  )?.script === "totp";
