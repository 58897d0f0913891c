import { l10n } from "vscode";
import { display } from "../../domain/display.ts";
import type { StepId } from "../../domain/steps.ts";
import { pickOne } from "../prompts.ts";
import type { Choice } from "../prompts.ts";
import type { Ask } from "../wizard.ts";
import { credentialWords } from "./credential.ts";
import { proxyWords } from "./proxy.ts";

/** Shows everything that will be sent; a row leads back to its question, the first one sends. */
export const review: Ask = async ({ draft, frame, place }) => {
  const row = (step: StepId, label: string, text: string): Choice<StepId | "create"> => ({
    label,
    description: display(text),
    value: step,
  });
  const answer = await pickOne<StepId | "create">({
    frame,
    placeholder: l10n.t("Create the connection, or choose a row to change it"),
    choices: [
      {
        label: `$(add) ${l10n.t("Create Connection")}`,
        description: l10n.t("in {0}", place),
        value: "create",
      },
      { separator: l10n.t("What will be sent") },
      row("domain", l10n.t("Domain"), draft.domain ?? ""),
      row("profile_name", l10n.t("Profile"), draft.profile_name ?? ""),
      row("proxy", l10n.t("Proxy"), proxyWords(draft.proxy)),
      row("credential", l10n.t("Credential"), credentialWords(draft.credential)),
    ],
  });
  if (answer.kind !== "accepted") return answer;
  return answer.value === "create" ? { kind: "finished" } : { kind: "edit", step: answer.value };
};
