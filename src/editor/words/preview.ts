import { l10n } from "vscode";
import type { PreviewFormat } from "../../domain/preview.ts";

/** What a format is called. */
export function formatLabel(format: PreviewFormat): string {
  switch (format) {
    case "json":
      return l10n.t("JSON");
    case "curl":
      return l10n.t("curl");
    case "typescript":
      return l10n.t("TypeScript");
    case "python":
      return l10n.t("Python");
  }
}
