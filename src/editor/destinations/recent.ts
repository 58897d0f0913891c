import type { Memento } from "vscode";
import * as z from "zod/mini";
import type { DeletedDestination, Target } from "../../domain/deletion.ts";
import { nothingUnknown } from "../../storage/keeper.ts";
import type { Keeper } from "../../storage/keeper.ts";

const Recent = z.catch(z.array(z.string()), []);
const recentKept = 10;

/** The destinations an account was last asked to delete in this window and that are still there, the latest first. */
export function recentOf(windowState: Memento, accountId: string): readonly string[] {
  return Recent.parse(windowState.get(recentKey(accountId)));
}

/** Keeps what is still there in reach, and forgets what is gone. */
export async function rememberRecent(
  windowState: Memento,
  accountId: string,
  targets: readonly Target[],
  left: readonly DeletedDestination[],
): Promise<void> {
  const tried = new Set(targets.map(({ idOrName }) => idOrName));
  const others = recentOf(windowState, accountId).filter((name) => !tried.has(name));
  const names = new Set([...left.map(({ idOrName }) => idOrName), ...others]);
  await windowState.update(recentKey(accountId), [...names].slice(0, recentKept));
}

/** Forgets them for an account that signs out in this window. */
export function recentDestinations(windowState: Memento): Keeper {
  return {
    unknown: nothingUnknown,
    forget: async ({ accountId }) => windowState.update(recentKey(accountId), undefined),
  };
}

function recentKey(accountId: string): string {
  return `recentDestinations/${accountId}`;
}
