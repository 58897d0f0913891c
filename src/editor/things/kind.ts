import type { Client } from "../../api/client.ts";
import type { ApiError } from "../../api/errors.ts";
import type { ManagedAuth } from "../../api/schemas.ts";
import { display } from "../../domain/text/display.ts";
import type { Access } from "../accounts/service.ts";
import type { ResultCard } from "../results/buttonEffect.ts";
import type { Occasion } from "../results/cardParts.ts";
import type { Result, Tab } from "../results/result.ts";
import type { Users } from "../resourceEngine/usedBy.ts";
import type { Choosing } from "../resourceEngine/choose.ts";

/** How a kind of thing is called in tabs. */
export interface Called<T> {
  readonly icon: Tab["icon"];
  /** Its name, or what stands for it, as the service tells it. */
  readonly called: (thing: T) => string;
}

/** How reading a thing ended. */
export type Read<T> =
  | { readonly kind: "ok"; readonly value: T }
  | { readonly kind: "failed"; readonly error: ApiError }
  | { readonly kind: "cancelled" };

/** A kind of thing that the organization has and connections use: how one is chosen, read and shown. `L`: as it is listed. */
export interface Kind<T, L = T> extends Called<T> {
  readonly choosing: Choosing<L>;
  /** Said while one is read. */
  readonly reading: () => string;
  /** Reads one by what it was chosen by. */
  readonly read: (client: Client, id: string, signal: AbortSignal) => Promise<Read<T>>;
  /** Those of the connections that use it. */
  readonly usedBy: (thing: T, connections: readonly ManagedAuth[]) => readonly ManagedAuth[];
  readonly card: (occasion: Occasion, thing: T, users: Users) => ResultCard;
  readonly notReadCard: (occasion: Occasion, id: string, error: ApiError) => ResultCard;
}

/** The page of a thing. */
export function pageOf<T>(
  { called, icon }: Called<T>,
  { account }: Access,
  card: ResultCard,
  thing: T,
): Result {
  const about = called(thing);
  return { card, accountId: account.id, about, tab: { icon, title: display(about) } };
}
