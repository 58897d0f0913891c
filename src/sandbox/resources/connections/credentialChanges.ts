// Updates connections after their credential, or its secret, was renamed, changed or deleted.
import type { StoreReader, StoreWriter } from "../../db/store.ts";
import { flowAt } from "../flows/flow.ts";
import { flowsOf } from "../flows/flowRows.ts";
import { changeConnection, connectionsWithCredential } from "./connectionRows.ts";
import type { Settings } from "./document.ts";
import { storedSettings } from "./shownConnection.ts";

/** `can_reauth` (interface.md §2.1) of a connection with a credential. */
export const reauthWith = ({ provider }: NonNullable<Settings["credential"]>) => ({
  canReauth: true,
  canReauthReason: provider === undefined ? "has_credential" : "external_credential",
});

/**
 * Replaces a credential in all connections, or removes it. Without a credential, automatic re-authentication is off.
 */
export function referTo(
  store: StoreWriter,
  project: string,
  name: string,
  other: { readonly name: string } | undefined,
): void {
  for (const connection of connectionsWithCredential(store, project, name)) {
    const settings = { ...storedSettings(connection), credential: other };
    const isNever = connection.canReauthReason === "no_prior_successful_login";
    changeConnection(store, {
      ...connection,
      settings: JSON.stringify(settings),
      ...(other === undefined && !isNever && { canReauth: false, canReauthReason: "no_credential" }),
    });
  }
}

/** Updates connections after their credential gained or lost its secret for one-time codes. */
export function secretChanged(
  store: StoreWriter,
  project: string,
  name: string,
  has: boolean,
  now: number,
): void {
  const lacking = "requires_totp_without_secret";
  for (const connection of connectionsWithCredential(store, project, name)) {
    const { canReauth, canReauthReason: reason } = connection;
    if (has && reason === lacking) changeConnection(store, { ...connection, ...reauthWith({ name }) });
    else if (!has && canReauth && asksForCode(store, connection.id, now)) {
      changeConnection(store, { ...connection, canReauth: false, canReauthReason: lacking });
    }
  }
}

/** True if the latest successful login needed a one-time code of an app. */
const asksForCode = (store: StoreReader, connectionId: string, now: number): boolean =>
  flowsOf(store, connectionId).find(
    (row) => row.script !== "stillIn" && flowAt(row, now).shown.flow_status === "SUCCESS",
  )?.script === "totp";
