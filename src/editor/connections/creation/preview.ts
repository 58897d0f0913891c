import { env, l10n, window, workspace } from "vscode";
import { display } from "../../../domain/display.ts";
import type { CodePlace } from "../../../domain/codePlace.ts";
import { toRequest } from "../../../domain/draft.ts";
import type { Draft } from "../../../domain/draft.ts";
import { previewFormats, requestPreview } from "../../../domain/preview.ts";
import type { PreviewFormat } from "../../../domain/preview.ts";
import { inform } from "../../kit/notify.ts";
import { pickOne } from "../../kit/ask.ts";
import { formatLabel } from "./previewWords.ts";

interface Choice {
  readonly format: PreviewFormat;
  readonly how: "copy" | "open";
}

/** Shows and copies the exact request of a draft as code. Resolves when the user goes back or leaves. */
export async function previewRequest(draft: Draft, place: CodePlace): Promise<"back" | "cancelled"> {
  const request = toRequest(draft);
  if (request === undefined) return "back";
  // A row has room for one line: of the code, not of what is said above it.
  const code = { baseUrl: place.baseUrl, variable: place.variable };
  for (;;) {
    const answer = await pickOne<Choice>({
      frame: { title: l10n.t("Preview Request"), back: true, stays: true },
      placeholder: l10n.t(
        "Copy the exact request. The token is named by {0}, never written out",
        place.variable,
      ),
      choices: previewFormats.map((format) => ({
        label: formatLabel(format),
        detail: firstLine(requestPreview(request, format, code)),
        value: { format, how: "copy" },
        button: { icon: "go-to-file", tooltip: l10n.t("Open in Editor"), value: { format, how: "open" } },
      })),
    });
    if (answer.kind !== "accepted") return answer.kind;
    const text = requestPreview(request, answer.value.format, place);
    if (answer.value.how === "copy") {
      await env.clipboard.writeText(text);
      void inform(l10n.t("Request copied"));
    } else {
      const document = await workspace.openTextDocument({
        content: text,
        language: languageId(answer.value.format),
      });
      await window.showTextDocument(document);
      return "cancelled";
    }
  }
}

function languageId(format: PreviewFormat): string {
  return format === "curl" ? "shellscript" : format;
}

function firstLine(text: string): string {
  return display(text.split("\n", 3).join(" ").slice(0, 120));
}
