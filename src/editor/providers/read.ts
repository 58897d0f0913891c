import { l10n } from "vscode";
import type { ApiError } from "../../api/errors.ts";
import { getCredentialProvider } from "../../api/operations.ts";
import type { CredentialProvider } from "../../api/otherResources.ts";
import { namingProvider } from "../../domain/providers/use.ts";
import type { Access, RequiresAccess } from "../accounts/service.ts";
import { Lists } from "../catalogue/lists.ts";
import type { Users } from "../things/usedBy.ts";
import { choose } from "../things/choose.ts";
import { readBeside, usersAmong } from "../things/read.ts";
import { providers } from "./providers.ts";

/** Which provider is meant: by its id, or by its name, which is all that a connection knows (§2.5). */
export interface Asked {
  readonly id?: string | undefined;
  readonly name?: string | undefined;
}

/** How reading one ended; a name may be nobody's. */
type ReadEnd =
  | { readonly kind: "ok"; readonly provider: CredentialProvider }
  | { readonly kind: "failed"; readonly error: ApiError }
  | { readonly kind: "missing" };

/** How reading a provider ended, for whom it was read, and what depends on it. */
export interface ProviderRead {
  readonly access: Access;
  readonly asked: Asked;
  readonly end: ReadEnd;
  readonly users: Users;
}

/** Reads a provider: the one that is named, or one chosen from the list; `undefined` when the user left. */
export async function readProvider(
  { requireAccess }: RequiresAccess,
  title: string,
  asked: Asked,
): Promise<ProviderRead | undefined> {
  const access = await requireAccess(title);
  if (access === undefined) return undefined;
  if (asked.id !== undefined || asked.name !== undefined) return readAsked(access, title, asked);
  const id = await choose(providers.choosing, access, title);
  return id === undefined ? undefined : readAsked(access, title, { id });
}

/** Reads the provider that is named, and the connections; `undefined` when the user left. */
export async function readAsked(
  access: Access,
  title: string,
  asked: Asked,
): Promise<ProviderRead | undefined> {
  const read = await readBeside(access, title, l10n.t("Reading the provider…"), (signal) =>
    readEnd(access, asked, signal),
  );
  const [end, connections] = read ?? [];
  if (end === undefined || connections === undefined) return undefined;
  const name = end.kind === "ok" ? end.provider.name : asked.name;
  const users = usersAmong(connections, (rows) => (name === undefined ? [] : namingProvider(rows, name)));
  return { access, asked, end, users };
}

/** `undefined` where it was called off. */
async function readEnd(
  { client }: Access,
  { id, name }: Asked,
  signal: AbortSignal,
): Promise<ReadEnd | undefined> {
  if (id === undefined) {
    const listing = await new Lists(client).providers("", () => undefined, signal);
    const provider = listing.rows.find((one) => one.name === name);
    if (provider !== undefined) return { kind: "ok", provider };
    if (listing.kind === "cancelled") return undefined;
    return listing.kind === "failed" ? { kind: "failed", error: listing.error } : { kind: "missing" };
  }
  const outcome = await client.call(getCredentialProvider, { path: { id } }, signal);
  if (outcome.kind === "cancelled") return undefined;
  return outcome.kind === "ok"
    ? { kind: "ok", provider: outcome.value }
    : { kind: "failed", error: outcome.error };
}
