// Shows create requests as code and copies them. Also determines the endpoint and project that the code uses.
import { env, l10n, window, workspace } from "vscode";
import type { ManagedAuthCreateRequest } from "../../../api/schemas.ts";
import { toRequest, type ConnectionDraft } from "../../../domain/draft/draft.ts";
import { isSafeInCode, sandboxVariable, tokenVariable } from "../../../domain/code/codeTarget.ts";
import type { CodeTarget } from "../../../domain/code/codeTarget.ts";
import { previewFormats, requestPreview } from "../../../domain/code/requestPreview.ts";
import type { PreviewFormat } from "../../../domain/code/requestPreview.ts";
import type { Account } from "../../accounts/accounts.ts";
import { pickOne } from "../../kit/inputs/ask.ts";
import { inform } from "../../kit/notify.ts";
import type { ResultBlock } from "../../results/buttons.ts";
import type { ResultContext } from "../../results/cardParts.ts";

function formatLabel(format: PreviewFormat): string {
  return {
    json: l10n.t("JSON"),
    curl: l10n.t("curl (sh)"),
    typescript: l10n.t("TypeScript"),
    python: l10n.t("Python"),
  }[format];
}

/** Returns the endpoint and project to use in code that is generated for the given account. */
export function codeTarget({ account, baseUrl }: { account: Account; baseUrl: string }): CodeTarget {
  const { project } = account;
  const named = project !== undefined && isSafeInCode(project.id) ? { projectId: project.id } : {};
  return account.kind === "sandbox"
    ? {
        ...named,
        baseUrl,
        variable: sandboxVariable,
        remark: l10n.t("The sandbox's address changes at each start: copy this code again after each start."),
      }
    : { ...named, baseUrl, variable: tokenVariable(baseUrl) };
}

interface PreviewChoice {
  readonly format: PreviewFormat;
  readonly action: "copy" | "open";
}

/**
 * Lets the user open or copy a draft's exact create request as code. Resolves to `back` if the user goes back,
 * otherwise to `cancelled`.
 */
export async function previewRequest(
  draft: ConnectionDraft,
  target: CodeTarget,
): Promise<"back" | "cancelled"> {
  const request = toRequest(draft);
  if (request === undefined) return "back";
  for (;;) {
    const answer = await pickOne<PreviewChoice>({
      frame: { title: l10n.t("Preview Request"), back: true, stays: true },
      placeholder: l10n.t("Open or copy, without your token"),
      choices: previewFormats.map((format) => ({
        label: formatLabel(format),
        description: countLines(requestPreview(request, format, target)),
        value: { format, action: "open" },
        button: { icon: "copy", tooltip: l10n.t("Copy"), value: { format, action: "copy" } },
      })),
    });
    if (answer.kind !== "accepted") return answer.kind;
    const { format, action } = answer.value;
    const text = requestPreview(request, format, target);
    if (action === "copy") {
      await env.clipboard.writeText(text);
      void inform(l10n.t("Request copied"));
    } else {
      const language = format === "curl" ? "shellscript" : format;
      const document = await workspace.openTextDocument({ content: text, language });
      await window.showTextDocument(document);
      return "cancelled";
    }
  }
}

function countLines(text: string): string {
  const number = text.trimEnd().split("\n").length;
  return number === 1 ? l10n.t("1 line") : l10n.t("{0} lines", number);
}

/**
 * Renders the sent request as code in four formats. The block isn't persisted across reloads, because the code may
 * contain URLs.
 */
export function requestBlocks(
  request: ManagedAuthCreateRequest,
  context: ResultContext,
): readonly ResultBlock[] {
  const forms = previewFormats.map((format) => {
    const text = requestPreview(request, format, codeTarget(context));
    return { label: formatLabel(format), press: { does: "copyRequest" as const, text }, text };
  });
  return [
    { kind: "forms", title: l10n.t("Request as code"), copyLabel: l10n.t("Copy"), forms, volatile: true },
  ];
}
