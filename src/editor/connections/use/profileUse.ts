// Finds the connection and the proxy for a browser that uses a profile.
import { l10n } from "vscode";
import type { Listing } from "../../../api/listing.ts";
import type { ManagedAuth } from "../../../api/schemas.ts";
import { compact } from "../../../domain/compact.ts";
import { profileModel } from "../../../domain/resources/profiles.ts";
import { display } from "../../../domain/text/display.ts";
import type { ProfileUse } from "../../../domain/code/useCode.ts";
import type { AccountAccess, RequiresAccess } from "../../accounts/clientFactory.ts";
import { PickerLists } from "../../catalogue/pickerLists.ts";
import { connectionPick } from "../../catalogue/picks.ts";
import { pickOne } from "../../kit/inputs/ask.ts";
import { whileLoading } from "../../kit/inputs/whileLoading.ts";
import { connectionsOf } from "../../resourceEngine/usedBy.ts";
import { describeError } from "../../words/errors.ts";

/**
 * Finds a connection that uses the profile. Prompts if several connections use the profile. Returns undefined if the
 * user cancels. If the list of connections is incomplete and none was found, calls `refuse` and returns undefined.
 */
export async function chooseSite(
  { requireAccess }: RequiresAccess,
  title: string,
  profile: string,
  refuse: (reason: string, accountId: string) => void,
): Promise<{ readonly access: AccountAccess; readonly connection: ManagedAuth | undefined } | undefined> {
  const access = await requireAccess(title);
  if (access === undefined) return undefined;
  const frame = { title, back: false };
  const listing = await whileLoading(frame, l10n.t("Reading the profile's connections…"), (signal) =>
    connectionsOf(access, signal),
  );
  if (listing === undefined || listing.kind === "cancelled") return undefined;
  const sites = profileModel.usedBy({ id: "", name: profile }, listing.rows);
  if (sites.length === 0 && listing.kind === "failed") {
    refuse(describeError(listing.error).headline, access.account.id);
    return undefined;
  }
  if (sites.length < 2) return { access, connection: sites[0] };
  const answer = await pickOne<string>({
    frame: { ...frame, title: `${title}: ${display(profile)}` },
    placeholder: l10n.t("Choose the site whose settings apply"),
    choices: sites.map((connection) => ({
      ...connectionPick(connection),
      label: display(connection.domain ?? connection.id),
    })),
  });
  const connection = sites.find(({ id }) => id === answer.value);
  return connection && { access, connection };
}

/**
 * Returns the proxy of a connection's browsers, by ID. Returns undefined if the user cancels. If there isn't exactly
 * one proxy with the reported name, calls `refuse` and returns undefined.
 */
export async function readProxy(
  { client }: AccountAccess,
  { proxy: { id, mode, name } = {} }: NonNullable<ManagedAuth["browser"]> = {},
  title: string,
  refuse: (reason: string) => void,
): Promise<ProfileUse["proxy"] | undefined> {
  if (id !== undefined) return { kind: "id", id };
  if (name === undefined) return { kind: mode === "direct" ? "direct" : "default" };
  const found = await whileLoading({ title, back: false }, l10n.t("Reading the proxy…"), async (signal) =>
    findIdByName(name, await new PickerLists(client).proxies(name, () => undefined, signal), refuse),
  );
  return found && { kind: "id", ...found, name };
}

interface NamedItem {
  readonly id?: string | undefined;
  readonly name?: string | null | undefined;
}

/**
 * Returns the ID of the only resource with the given name. Returns undefined if the user cancels. If no resource or
 * several have the name, calls `refuse` with the reason and returns undefined.
 */
export function findIdByName(
  name: string,
  listing: Listing<NamedItem>,
  refuse: (reason: string) => void,
): { readonly id: string } | undefined {
  if (listing.kind === "cancelled") return undefined;
  const [only, ...rest] = compact(...listing.rows.map((row) => row.name === name && row.id));
  if (only !== undefined && rest.length === 0) return { id: only };
  if (listing.kind === "failed") refuse(describeError(listing.error).headline);
  else if (only === undefined) refuse(l10n.t("{0} wasn't found", display(name)));
  else refuse(l10n.t("several share the name {0}", display(name)));
  return undefined;
}
