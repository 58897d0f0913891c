// What becomes of connections when the credential that they refer to is renamed or deleted.
import * as z from "zod/mini";
import type { Store } from "../../db/store.ts";
import { changeConnection, connectionsWithCredential } from "./rows.ts";

/** Has the connections that refer to a credential refer to another one, or to none: then none can log in again by itself. */
export function referTo(
  store: Store,
  project: string,
  name: string,
  other: { readonly name: string } | undefined,
): void {
  for (const connection of connectionsWithCredential(store, project, name)) {
    const settings = { ...Settings.parse(JSON.parse(connection.settings)), credential: other };
    const isNever = connection.canReauthReason === "no_prior_successful_login";
    changeConnection(store, {
      ...connection,
      settings: JSON.stringify(settings),
      ...(other === undefined && !isNever && { canReauth: false, canReauthReason: "no_credential" }),
    });
  }
}

const Settings = z.looseObject({ credential: z.unknown() });
