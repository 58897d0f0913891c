import { l10n } from "vscode";
import type { Proxy } from "../../../api/otherResources.ts";
import type { Conflict } from "../../../domain/connections/edit.ts";
import type { Setting } from "../../../domain/connections/settings.ts";
import type { Answer } from "../../kit/inputs/ask.ts";
import { checkMany } from "../../kit/inputs/pickMany.ts";
import { subjectOf } from "../creation/steps/subject.ts";
import { settingWords } from "./words.ts";

/**
 * Asks about settings that somebody else has changed since the edit began, each with both values. Gives those that are to
 * become what the user wanted; none is checked at first, so that nothing is overwritten unseen.
 */
export async function askAbout(
  { before, now, settings, then }: Conflict,
  name: string,
  proxies: readonly Proxy[],
): Promise<Answer<readonly Setting[]>> {
  const words = (setting: Setting, draft: Conflict["now"]): string => settingWords(setting, draft, proxies);
  return checkMany<Setting>({
    frame: { title: l10n.t("Edit {0}: Changed Meanwhile", name), back: true, stays: true },
    placeholder: l10n.t("Check what is to become yours all the same"),
    prompt: l10n.t("Somebody else has changed these settings since. What is not checked stays as it is now."),
    choices: settings.map((setting) => ({
      label: subjectOf(setting),
      description: l10n.t("now {0} · yours {1}", words(setting, now), words(setting, then)),
      detail: l10n.t("It was {0} when you began.", words(setting, before)),
      value: setting,
    })),
    checked: () => false,
    fault: () => undefined,
  });
}
