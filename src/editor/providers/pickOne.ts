import { l10n } from "vscode";
import { inOrder } from "../../domain/providers/use.ts";
import type { Access } from "../accounts/service.ts";
import { Lists } from "../catalogue/lists.ts";
import { providerRow } from "../catalogue/rows.ts";
import { typedName } from "../catalogue/typedName.ts";
import { pickLive } from "../kit/inputs/livePick.ts";
import type { LiveRow } from "../kit/inputs/livePick.ts";

/** A provider by its id, or that one is to be created. */
export type ChosenProvider = { readonly id: string } | { readonly create: true };

/** Asks for a provider, from the list or by its ID; its first row creates one where `mayCreate`. */
export async function pickProvider(
  access: Access,
  title: string,
  mayCreate: boolean,
): Promise<ChosenProvider | undefined> {
  const create: readonly LiveRow<ChosenProvider>[] = mayCreate
    ? [{ label: l10n.t("Create Provider…"), icon: "add", value: { create: true } }, { separator: "" }]
    : [];
  const answer = await pickLive<Parameters<typeof providerRow>[0], ChosenProvider>({
    frame: { title, back: false },
    placeholder: l10n.t("Choose a provider, or type its ID"),
    load: new Lists(access.client).providers,
    rows: (providers) => [
      ...create,
      ...inOrder(providers).map((one): LiveRow<ChosenProvider> => {
        return { ...providerRow<ChosenProvider>(one, { id: one.id }), listed: true };
      }),
    ],
    typed: typedName(l10n.t("The provider ID"), (id): ChosenProvider => ({ id })),
    value: "",
  });
  return answer.kind === "accepted" ? answer.value : undefined;
}
