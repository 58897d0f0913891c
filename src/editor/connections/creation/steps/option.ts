import { l10n } from "vscode";
import type { Entitlements } from "../../../../api/schemas.ts";
import type { Draft } from "../../../../domain/draft/draft.ts";
import type { Ask } from "./context.ts";

/** What the review shows of a field: the value that will apply, and whether the user chose it. */
export interface Effective {
  readonly text: string;
  readonly source: "chosen" | "default" | "plan";
}

/** A field with a default: how the review shows it, and the question that changes it. */
export interface Option {
  readonly group: "login" | "browser" | "staying";
  readonly label: () => string;
  readonly effective: (draft: Draft, entitlements: Entitlements | undefined) => Effective;
  readonly ask: Ask;
}

/** Where a value comes from, in a word. */
export function sourceWords(source: Effective["source"]): string {
  return {
    chosen: l10n.t("chosen"),
    default: l10n.t("default"),
    plan: l10n.t("plan"),
  }[source];
}
