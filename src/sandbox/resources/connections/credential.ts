// What becomes of connections when the credential that they refer to is renamed or deleted.
import type { Writer } from "../../db/store.ts";
import { changeConnection, connectionsWithCredential } from "./rows.ts";
import { storedSettings, type Settings } from "./shown.ts";

/** §2.1 `can_reauth` of a connection that logs in again with a credential. */
export const reauthWith = ({ provider }: NonNullable<Settings["credential"]>) => ({
  canReauth: true,
  canReauthReason: provider === undefined ? "has_credential" : "external_credential",
});

/** Has the connections that refer to a credential refer to another one, or to none: then none can log in again by itself. */
export function referTo(
  store: Writer,
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
