import type { ApiError } from "../../api/errors.ts";
import type { Listing } from "../../api/listing.ts";
import type { ManagedAuth } from "../../api/schemas.ts";
import type { Access } from "../accounts/service.ts";
import { whileLoading } from "../kit/inputs/whileLoading.ts";
import type { ResultCard } from "../results/buttonEffect.ts";
import { occasionOf } from "../results/showingParts.ts";
import type { PageParts, ShowingParts } from "../results/showingParts.ts";
import { connectionsOf, usersAmong } from "../resourceEngine/usedBy.ts";
import type { Users } from "../resourceEngine/usedBy.ts";
import { choose } from "../resourceEngine/choose.ts";
import { pageOf } from "./kind.ts";
import type { Kind, Read } from "./kind.ts";

/** How reading a thing ended, for whom it was read, and what uses it. */
interface ThingRead<T> {
  readonly access: Access;
  /** What it was asked for by. */
  readonly id: string;
  readonly outcome: Exclude<Read<T>, { readonly kind: "cancelled" }>;
  readonly users: Users;
}

/** Reads something, and all connections beside it, while the user sees that; `undefined` when the user left. */
async function readBeside<R>(
  access: Access,
  title: string,
  reading: string,
  read: (signal: AbortSignal) => Promise<R>,
): Promise<readonly [R, Listing<ManagedAuth>] | undefined> {
  return whileLoading({ title, back: false }, reading, (signal) =>
    Promise.all([read(signal), connectionsOf(access, signal)]),
  );
}

/** Reads a thing: by what is given, or chosen from the list; `undefined` when the user left. */
async function readThing<T, L>(
  kind: Kind<T, L>,
  { requireAccess }: Pick<PageParts, "requireAccess">,
  title: string,
  id: string | undefined,
): Promise<ThingRead<T> | undefined> {
  const access = await requireAccess(title);
  const chosen = access && (id ?? (await choose(kind.choosing, access, title)));
  if (access === undefined || chosen === undefined) return undefined;
  const read = await readBeside(access, title, kind.reading(), (signal) =>
    kind.read(access.client, chosen, signal),
  );
  if (read === undefined) return undefined;
  const [outcome, connections] = read;
  if (outcome.kind === "cancelled") return undefined;
  const users = usersAmong(connections, (rows) =>
    outcome.kind === "ok" ? kind.usedBy(outcome.value, rows) : [],
  );
  return { access, id: chosen, outcome, users };
}

/** Shows the page of what was read, in place of an earlier result if one is named. */
async function showRead<T, L>(
  kind: Kind<T, L>,
  { panel, results }: ShowingParts,
  { access, id, outcome, users }: ThingRead<T>,
  { preserveFocus, resultId, said = [] }: ShownAs = {},
): Promise<void> {
  const occasion = occasionOf(access, resultId ?? results.newId());
  const notRead = (error: ApiError): ResultCard => {
    const card = kind.notReadCard(occasion, id, error);
    return { ...card, summary: [...said, ...card.summary] };
  };
  await panel.show(
    outcome.kind === "failed"
      ? { card: notRead(outcome.error), accountId: access.account.id, about: id }
      : pageOf(kind, access, kind.card(occasion, outcome.value, users), outcome.value),
    { preserveFocus: preserveFocus === true },
  );
}

interface ShownAs {
  readonly resultId?: string | undefined;
  readonly preserveFocus?: true | undefined;
  /** What is known without reading, such as that it was saved; told where it can't be read. */
  readonly said?: readonly string[];
}

/** Reads a thing and shows its page. */
export async function showThing<T, L>(
  kind: Kind<T, L>,
  parts: PageParts,
  title: string,
  { id, ...shownAs }: ShownAs & { readonly id?: string | undefined },
): Promise<void> {
  const read = await readThing(kind, parts, title, id);
  if (read !== undefined) await showRead(kind, parts, read, shownAs);
}

/** A thing that was read, and what uses it. */
export interface Found<T> extends Pick<ThingRead<T>, "access" | "users"> {
  readonly thing: T;
}

/** Reads a thing for what is to be done with it: where it cannot be read, its page says so, and there is nothing to do. */
export async function findThing<T, L>(
  kind: Kind<T, L>,
  parts: PageParts,
  title: string,
  { id, ...shownAs }: ShownAs & { readonly id?: string | undefined },
): Promise<Found<T> | undefined> {
  const read = await readThing(kind, parts, title, id);
  if (read?.outcome.kind === "ok")
    return { access: read.access, users: read.users, thing: read.outcome.value };
  if (read !== undefined) await showRead(kind, parts, read, shownAs);
  return undefined;
}
