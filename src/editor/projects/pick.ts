import { l10n } from "vscode";
import type { Project } from "../../api/otherResources.ts";
import { display } from "../../domain/text/display.ts";
import { pickOne } from "../kit/inputs/ask.ts";
import type { Choice } from "../kit/inputs/ask.ts";
import { accountLabel } from "../accounts/words.ts";
import { inProject } from "../accounts/accounts.ts";
import type { Account } from "../accounts/accounts.ts";

/** What was chosen: a project, or none. */
interface Chosen {
  readonly project: Account["project"];
}

/** Asks in which project an account works; `undefined` where the user left. */
export async function pickProject(
  title: string,
  account: Account,
  projects: readonly Project[],
): Promise<Chosen | undefined> {
  const isIt = ({ project }: Chosen): boolean => project?.id === account.project?.id;
  const mark = (chosen: Chosen, words: string): string =>
    isIt(chosen) ? l10n.t("{0} · in use", words) : words;
  const none: Chosen = { project: undefined };
  const answer = await pickOne<Chosen>({
    frame: { title, back: false },
    placeholder: l10n.t("In which project should {0} work?", accountLabel(inProject(account, undefined))),
    choices: [
      {
        label: l10n.t("No project"),
        description: mark(none, l10n.t("what the service uses by default")),
        value: none,
      },
      ...projects.map(({ id, name }): Choice<Chosen> => {
        const chosen: Chosen = { project: { id, name: name ?? id } };
        return {
          label: display(name ?? id),
          description: mark(chosen, display(id)),
          value: chosen,
        };
      }),
    ],
    active: isIt,
  });
  return answer.kind === "accepted" ? answer.value : undefined;
}
