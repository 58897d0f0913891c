import { l10n } from "vscode";
import type { Outcome } from "../../../api/errors.ts";
import { getConnection } from "../../../api/operations.ts";
import type { ManagedAuth } from "../../../api/schemas.ts";
import type { Access, RequiresAccess } from "../../accounts/service.ts";
import { whileLoading } from "../../kit/whileLoading.ts";
import { pickConnection } from "./pick.ts";

/** How reading a connection ended, and for whom it was read. */
export interface ConnectionRead {
  readonly access: Access;
  /** The ID that was asked for. */
  readonly id: string;
  readonly outcome: Exclude<Outcome<ManagedAuth>, { readonly kind: "cancelled" }>;
}

/** Reads a connection (§2.1): by id, or chosen from the list; `undefined` when the user left. */
export async function readConnection(
  { requireAccess }: RequiresAccess,
  title: string,
  id: string | undefined,
): Promise<ConnectionRead | undefined> {
  const access = await requireAccess(title);
  const chosen = access && (id ?? (await pickConnection(access, title)));
  if (access === undefined || chosen === undefined) return undefined;
  const outcome = await whileLoading({ title, back: false }, l10n.t("Reading the connection…"), (signal) =>
    access.client.call(getConnection, { path: { id: chosen } }, signal),
  );
  return outcome === undefined || outcome.kind === "cancelled" ? undefined : { access, id: chosen, outcome };
}
