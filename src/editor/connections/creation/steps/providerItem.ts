import { l10n } from "vscode";
import type { CredentialProviderItem } from "../../../../api/otherResources.ts";
import type { CredentialAnswer } from "../../../../domain/draft/draft.ts";
import { byVault, isAmbiguous } from "../../../../domain/providers/items.ts";
import { display } from "../../../../domain/text/display.ts";
import type { Lists } from "../../../catalogue/lists.ts";
import { itemRow } from "../../../catalogue/rows.ts";
import { typedName } from "../../../catalogue/typedName.ts";
import type { Answer, Frame } from "../../../kit/inputs/ask.ts";
import { pickLive } from "../../../kit/inputs/livePick.ts";
import type { LiveRow } from "../../../kit/inputs/livePick.ts";

/** Where an item is asked for. */
export interface ItemContext {
  readonly frame: Frame;
  readonly lists: Lists;
  /** Of the connection; items for it come first. */
  readonly domain: string | undefined;
}

/** Asks for an item of a provider, vault by vault, or for its path (§2.5). */
export function pickItem(
  provider: string,
  { domain, frame, lists }: ItemContext,
): Promise<Answer<CredentialAnswer>> {
  const item = (path: string): CredentialAnswer => ({ kind: "item", provider, path });
  const row = (one: CredentialProviderItem): LiveRow<CredentialAnswer> => ({
    ...itemRow(one, item(one.path)),
    ...(isAmbiguous(one) && {
      icon: "warning",
      detail: l10n.t("{0} · a name with / may not be found at the login", display(one.path)),
    }),
    listed: true,
  });
  const group = (
    title: string,
    items: readonly CredentialProviderItem[],
  ): readonly LiveRow<CredentialAnswer>[] =>
    items.length === 0 ? [] : [{ separator: title }, ...items.map(row)];
  return pickLive<CredentialProviderItem, CredentialAnswer>({
    frame,
    placeholder: l10n.t("Choose an item of {0} or type its path, such as Vault/Item", display(provider)),
    load: lists.items(provider),
    rows: (items) => {
      const { matching, vaults } = byVault(items, domain);
      return [
        ...group(l10n.t("For {0}", domain ?? ""), matching),
        ...vaults.flatMap(({ items: those, name }) =>
          group(name === undefined ? l10n.t("Vault not reported") : display(name), those),
        ),
      ];
    },
    typed: typedName(l10n.t("The path"), item),
    value: "",
  });
}
