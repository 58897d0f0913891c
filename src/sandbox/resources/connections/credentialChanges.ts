// Updates connections after their credential, or its secret, was renamed, changed or deleted.
import type { StoreReader, StoreWriter } from "../../db/store.ts";
import { flowAt } from "../flows/flowState.ts";
import { findFlowRows } from "../flows/flowRows.ts";
import { updateConnectionRow, findConnectionsWithCredential } from "./connectionRows.ts";
import type { SandboxConnectionSettings } from "./managedAuthSchema.ts";
import { readSettings } from "./storedSettings.ts";

/** `can_reauth` (interface.md §2.1) of a connection with a credential. */
export const reauthFromCredential = ({ provider }: NonNullable<SandboxConnectionSettings["credential"]>) => ({
  canReauth: true,
  canReauthReason: provider === undefined ? "has_credential" : "external_credential",
});

/**
 * Replaces a credential in all connections, or removes it. Without a credential, automatic re-authentication is off.
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

/** Updates connections after their credential gained or lost its secret for one-time codes. */
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

/** True if the latest successful login needed a one-time code of an app. */
const didLatestLoginUseTotp = (store: StoreReader, connectionId: string, now: number): boolean =>
  findFlowRows(store, connectionId).find(
    (row) => row.script !== "stillIn" && flowAt(row, now).reported.flow_status === "SUCCESS",
  )?.script === "totp";
