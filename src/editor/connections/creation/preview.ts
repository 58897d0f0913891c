import { env, l10n, window, workspace } from "vscode";
import type { CodePlace } from "../../../domain/requestCode/codePlace.ts";
import { toRequest } from "../../../domain/draft/draft.ts";
import type { Draft } from "../../../domain/draft/draft.ts";
import { previewFormats, requestPreview } from "../../../domain/requestCode/requestPreview.ts";
import type { PreviewFormat } from "../../../domain/requestCode/requestPreview.ts";
import { inform } from "../../kit/notify.ts";
import { pickOne } from "../../kit/inputs/ask.ts";
import { formatLabel } from "./previewWords.ts";

interface Choice {
  readonly format: PreviewFormat;
  readonly how: "copy" | "open";
}

/** Shows and copies the exact request of a draft as code. Resolves when the user goes back or leaves. */
export async function previewRequest(draft: Draft, place: CodePlace): Promise<"back" | "cancelled"> {
  const request = toRequest(draft);
  if (request === undefined) return "back";
  for (;;) {
    const answer = await pickOne<Choice>({
      frame: { title: l10n.t("Preview Request"), back: true, stays: true },
      placeholder: l10n.t("Open or copy the request. Your token is not in it."),
      choices: previewFormats.map((format) => ({
        label: formatLabel(format),
        description: lines(requestPreview(request, format, place)),
        value: { format, how: "open" },
        button: { icon: "copy", tooltip: l10n.t("Copy"), value: { format, how: "copy" } },
      })),
    });
    if (answer.kind !== "accepted") return answer.kind;
    const text = requestPreview(request, answer.value.format, place);
    if (answer.value.how === "copy") {
      await env.clipboard.writeText(text);
      void inform(l10n.t("Request copied"));
    } else {
      const { format } = answer.value;
      const language = format === "curl" ? "shellscript" : format;
      const document = await workspace.openTextDocument({ content: text, language });
      await window.showTextDocument(document);
      return "cancelled";
    }
  }
}

/** How long a text is. */
function lines(text: string): string {
  const number = text.trimEnd().split("\n").length;
  return number === 1 ? l10n.t("1 line") : l10n.t("{0} lines", number);
}
