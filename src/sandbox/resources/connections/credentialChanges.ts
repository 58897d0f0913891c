// What becomes of connections when the credential that they refer to is renamed or deleted, or its secret is.
import type { StoreReader, StoreWriter } from "../../db/store.ts";
import { flowAt } from "../flows/flow.ts";
import { flowsOf } from "../flows/flowRows.ts";
import { changeConnection, connectionsWithCredential } from "./connectionRows.ts";
import type { Settings } from "./document.ts";
import { storedSettings } from "./shownConnection.ts";

/** §2.1 `can_reauth` of a connection that logs in again with a credential. */
export const reauthWith = ({ provider }: NonNullable<Settings["credential"]>) => ({
  canReauth: true,
  canReauthReason: provider === undefined ? "has_credential" : "external_credential",
});

/** Has the connections that refer to a credential refer to another one, or to none: then none can log in again by itself. */
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

/** Has the connections that refer to a credential know that it has a secret for one-time codes now, or none. */
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

/** Whether the last successful login needed an app's one-time code. */
const asksForCode = (store: StoreReader, connectionId: string, now: number): boolean =>
  flowsOf(store, connectionId).find(
    (row) => row.script !== "stillIn" && flowAt(row, now).shown.flow_status === "SUCCESS",
  )?.script === "totp";
