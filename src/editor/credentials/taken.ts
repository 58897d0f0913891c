import type { Credential } from "../../api/otherResources.ts";
import type { Access } from "../accounts/service.ts";
import { Lists } from "../catalogue/lists.ts";

/** Names that are taken, as far as they could be read by then or the service has said so. */
export interface TakenNames {
  readonly names: () => readonly string[];
  readonly add: (name: string) => void;
}

/** Reads which names are taken, until the signal aborts. */
export function takenNames(access: Access, signal: AbortSignal): TakenNames {
  let listed: readonly string[] = [];
  const added: string[] = [];
  const take = ({ rows }: { readonly rows: readonly Credential[] }): void => {
    listed = rows.map(({ name }) => name);
  };
  void new Lists(access.client).credentials("", take, signal).then(take);
  return { names: () => [...listed, ...added], add: (name) => added.push(name) };
}
