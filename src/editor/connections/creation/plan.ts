import { l10n } from "vscode";
import type { Entitlements } from "../../../api/schemas.ts";
import type { Access } from "../../accounts/service.ts";
import type { EntitlementsModel, EntitlementsState } from "../../catalogue/entitlements.ts";
import type { Frame } from "../../kit/inputs/ask.ts";
import { whileLoading } from "../../kit/inputs/whileLoading.ts";

/** What the plan of an account allows, for questions, as far as that can be read; `undefined` when the user left. */
export async function planOf(
  model: Pick<EntitlementsModel, "known">,
  access: Access,
  frame: Frame,
): Promise<{ readonly entitlements: Entitlements | undefined } | undefined> {
  const loaded = await whileLoading(frame, l10n.t("Reading your plan…"), () => model.known());
  return loaded && { entitlements: knownPlan(loaded, access) };
}

/** The same without reading it: the window may have changed its account meanwhile, and another plan says nothing here. */
export const knownPlan = ({ reading }: EntitlementsState, { account }: Access): Entitlements | undefined =>
  reading?.account.id === account.id ? reading.value : undefined;
