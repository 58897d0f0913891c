import { l10n } from "vscode";
import type { Block } from "../../card/card.ts";
import { display } from "../../domain/text/display.ts";
import type { Access } from "../accounts/service.ts";
import type { Effect, ResultCard } from "../results/buttonEffect.ts";
import { cardFrame, verdict } from "../results/cardParts.ts";
import type { Occasion } from "../results/cardParts.ts";
import type { Result } from "../results/result.ts";
import type { Users } from "../resourceEngine/usedBy.ts";
import { pageOf } from "./kind.ts";
import type { Called } from "./kind.ts";

interface CreatedThing<T> {
  readonly made: T;
  /** The answer was, and reading found it. */
  readonly lost: boolean;
  /** Said of one that was found: what of it may be somebody else's. */
  readonly doubt?: string;
  /** What it is good for. */
  readonly advice: string;
  readonly blocks: (made: T, users: Users) => readonly Block<Effect>[];
  readonly actions: ResultCard["actions"];
}

/** The result of a thing that exists by then. */
export function createdResult<T>(
  kind: Called<T>,
  access: Access,
  occasion: Occasion,
  { actions, advice, blocks, doubt, lost, made }: CreatedThing<T>,
): Result {
  const name = display(kind.called(made));
  const card = {
    ...cardFrame(occasion),
    head: verdict(lost ? "warning" : "success"),
    title: lost ? l10n.t("{0} exists, most likely from your attempt", name) : l10n.t("{0} is created", name),
    summary: [...(lost && doubt !== undefined ? [doubt] : []), advice],
    blocks: blocks(made, { usedBy: [], whole: !lost }),
    actions,
  };
  return pageOf(kind, access, card, made);
}
