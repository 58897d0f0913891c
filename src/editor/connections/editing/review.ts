import { l10n } from "vscode";
import type { ManagedAuth } from "../../../api/schemas.ts";
import { changesOf } from "../../../domain/connections/changes.ts";
import { isSetting } from "../../../domain/connections/settings.ts";
import type { FieldId } from "../../../domain/connections/settings.ts";
import { withDefault } from "../../../domain/draft/draft.ts";
import { reviewEdit } from "../../kit/inputs/reviewEdit.ts";
import type { Ask } from "../settings/settingView.ts";
import { inGroups, settingWords, subjectOf } from "../settings/settings.ts";

/** Shows every setting of a connection, and of those that change what they are and what they will be. */
export function reviewOf(base: ManagedAuth): Ask {
  return (context) => {
    const { draft, lists, place } = context;
    const { now, settings, then } = changesOf(base, draft);
    return reviewEdit(context, {
      place,
      said: undefined,
      rows: inGroups((field) => ({
        field,
        label: subjectOf(field),
        ...(isSetting(field)
          ? {
              now: settingWords(field, now, lists.knownProxies),
              then: settings.includes(field) ? settingWords(field, then, lists.knownProxies) : undefined,
            }
          : {
              now: l10n.t("{0} · can't be changed", settingWords(field, draft, [])),
              fixed: l10n.t("Domain and profile can't change. Duplicate the connection instead."),
            }),
      })),
      undone: (field: FieldId) =>
        now[field] === undefined ? withDefault(draft, field) : { ...draft, [field]: now[field] },
    });
  };
}
