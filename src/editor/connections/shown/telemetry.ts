import { l10n } from "vscode";
import type { ManagedAuth } from "../../../api/schemas.ts";
import { selectedDestination } from "../../../domain/deletion/destinationUse.ts";
import { categoryFacts } from "../../../domain/draft/telemetry.ts";
import type { Block, Cell } from "../../../card/card.ts";
import { onOff } from "./words/settings.ts";
import { categoryLabel, categoryMeaning } from "./words/telemetry.ts";
import { code, plain, rows } from "../../results/cardParts.ts";

type Telemetry = NonNullable<NonNullable<ManagedAuth["browser"]>["telemetry"]>;

/** What a connection's browsers record, and where that is exported (§2.6). */
export function telemetryBlocks(connection: ManagedAuth): readonly Block[] {
  const telemetry = connection.browser?.telemetry;
  const title = l10n.t("Telemetry");
  if (telemetry === undefined) return [];
  if (telemetry.enabled === false)
    return [rows(title, { label: l10n.t("Recording"), value: plain(l10n.t("Off")) })];
  const destination = selectedDestination(connection);
  const exported = destination?.id ?? destination?.name;
  return [
    { kind: "grid", title, cells: cells(telemetry) },
    rows(l10n.t("Telemetry export"), {
      label: l10n.t("Destination"),
      value: exported === undefined ? plain(l10n.t("Not exported")) : code(exported),
    }),
  ];
}

function cells({ browser = {} }: Telemetry): readonly Cell[] {
  const known = categoryFacts.map(({ byDefault, category }): Cell => {
    // §2.6: categories are layered onto the default set, which is used where they are omitted or empty.
    const on = browser[category]?.enabled ?? byDefault;
    return { label: categoryLabel(category), on, state: onOff(on), note: categoryMeaning(category) };
  });
  const others = Object.entries(browser)
    .filter(([name]) => !categoryFacts.some(({ category }) => category === name))
    .map(([name, { enabled: on }]): Cell => ({
      label: categoryLabel(name),
      on,
      state: onOff(on),
      note: l10n.t("Not known to this version"),
    }));
  return [...known, ...others];
}
