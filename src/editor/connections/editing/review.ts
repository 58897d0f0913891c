import { l10n } from "vscode";
import type { Proxy } from "../../../api/otherResources.ts";
import type { ManagedAuth } from "../../../api/schemas.ts";
import { changesOf } from "../../../domain/connections/changes.ts";
import type { Changes } from "../../../domain/connections/changes.ts";
import { display } from "../../../domain/text/display.ts";
import { isSetting } from "../../../domain/connections/settings.ts";
import type { FieldId, Setting } from "../../../domain/connections/settings.ts";
import { withDefault } from "../../../domain/draft/draft.ts";
import type { Draft } from "../../../domain/draft/draft.ts";
import { connectionName } from "../../catalogue/connectionWords.ts";
import { pickOne } from "../../kit/inputs/ask.ts";
import type { Answer, Choice, Frame } from "../../kit/inputs/ask.ts";
import type { Ask } from "../settings/settingView.ts";
import { inGroups, settingWords, subjectOf } from "../settings/settings.ts";

type Decision =
  | { readonly kind: "save" }
  | { readonly kind: "fixed"; readonly field: FieldId }
  | { readonly kind: "edit"; readonly field: Setting }
  | { readonly kind: "undo"; readonly field: Setting };

/**
 * Shows every setting of a connection as it is and, where that is another, as it is to become. A row leads to its
 * question, its button back to what is there; the first row leads to the table of what will be sent.
 */
export function reviewOf(base: ManagedAuth): Ask {
  return async ({ draft, edited, frame, lists, place }) => {
    const changes = changesOf(base, draft);
    // A second Enter after an answer must not save.
    let first: FieldId | undefined = edited;
    let said: string | undefined;
    for (;;) {
      const answer = await pickOne<Decision>({
        frame,
        placeholder: l10n.t("Save the changes, or choose a row to change it"),
        active: (value) => "field" in value && value.field === first,
        ...(said !== undefined && { prompt: said }),
        choices: [
          {
            label: `$(save) ${l10n.t("Save Changes…")}`,
            description: sizeOf(changes),
            value: { kind: "save" },
          },
          ...inGroups((field) =>
            isSetting(field) ? row(field, changes, lists.knownProxies) : fixed(field, draft),
          ),
        ],
      });
      if (answer.kind !== "accepted") return answer;
      const { value } = answer;
      switch (value.kind) {
        case "fixed":
          first = value.field;
          said = l10n.t("Domain and profile stay. Duplicate the connection to have it for others.");
          break;
        case "edit":
          return value;
        case "undo":
          return { kind: "answered", draft: undone(draft, changes.now, value.field), edited: value.field };
        case "save": {
          if (changes.settings.length === 0) {
            said = l10n.t("Nothing is changed, so there is nothing to save.");
            break;
          }
          const name = display(connectionName(base));
          const title = l10n.t("Edit {0}: Changes", name);
          const agreed = await agree(changes, { ...frame, title, back: true }, place, lists.knownProxies);
          if (agreed.kind === "cancelled") return agreed;
          if (agreed.kind === "accepted")
            return agreed.value === "save" ? { kind: "finished" } : { kind: "edit", field: agreed.value };
          first = undefined;
          break;
        }
      }
    }
  };
}

/** Shows exactly what will be sent, as it is now and as it will be; a row leads to its question. */
async function agree(
  { now, settings, then }: Changes,
  frame: Frame,
  place: string,
  proxies: readonly Proxy[],
): Promise<Answer<"save" | Setting>> {
  return pickOne<"save" | Setting>({
    frame,
    placeholder: l10n.t("Save exactly this, or choose a row to change it"),
    choices: [
      { label: `$(save) ${l10n.t("Save Changes")}`, description: l10n.t("in {0}", place), value: "save" },
      { separator: l10n.t("Setting: now → then") },
      ...settings.map((setting) => ({
        label: subjectOf(setting),
        description: l10n.t({
          message: "{0} → {1}",
          args: [settingWords(setting, now, proxies), settingWords(setting, then, proxies)],
          comment: "what a setting is now, and what it will be",
        }),
        value: setting,
      })),
    ],
  });
}

function fixed(field: FieldId, draft: Draft): Choice<Decision> {
  return {
    label: subjectOf(field),
    description: l10n.t("{0} · cannot be changed", settingWords(field, draft, [])),
    value: { kind: "fixed", field },
  };
}

function row(setting: Setting, changes: Changes, proxies: readonly Proxy[]): Choice<Decision> {
  const label = subjectOf(setting);
  const value: Decision = { kind: "edit", field: setting };
  const words = settingWords(setting, changes.then, proxies);
  if (!changes.settings.includes(setting)) return { label, description: words, value };
  return {
    label,
    description: l10n.t("{0} · was {1}", words, settingWords(setting, changes.now, proxies)),
    value,
    button: { icon: "discard", tooltip: l10n.t("Undo Change"), value: { kind: "undo", field: setting } },
  };
}

function sizeOf({ settings: { length } }: Changes): string {
  if (length === 0) return l10n.t("nothing changed yet");
  return length === 1 ? l10n.t("1 setting") : l10n.t("{0} settings", length);
}

function undone(draft: Draft, now: Draft, setting: Setting): Draft {
  return now[setting] === undefined ? withDefault(draft, setting) : { ...draft, [setting]: now[setting] };
}
