import { l10n } from "vscode";
import { ConnectionIndex } from "../../../domain/connections/identity.ts";
import { type FieldId, connectionFields } from "../../../domain/connections/settings.ts";
import { type ConnectionDraft, withDefault } from "../../../domain/draft/draft.ts";
import { type Choice, pickOne, type PickContent } from "../../kit/inputs/ask.ts";
import { joinSentences, withFullStop, joinWithCommas } from "../../words/sentences.ts";
import type { SettingStepAnswer, StepContext } from "../settings/settingView.ts";
import { effectiveValue, rowsByGroup, stepLabel } from "../settings/settings.ts";
import { otherSiteWarning } from "../settings/settingWords.ts";
import { previewRequest } from "./requestCode.ts";

type CreationDecision =
  | { readonly kind: "create"; readonly thenLogIn: boolean }
  | { readonly kind: "preview" }
  | { readonly kind: "edit"; readonly field: FieldId }
  | { readonly kind: "reset"; readonly field: FieldId };

interface CreationReview {
  /**
   * Returns the fields that couldn't be copied into the draft, for example when duplicating a connection, and that the
   * user hasn't answered in the wizard yet.
   */
  readonly notKeptIn: (draft: ConnectionDraft) => readonly FieldId[];
  /** Called with the follow-up action that the user chose. */
  readonly onFinish: (followUp: { readonly thenLogIn: boolean }) => void;
}

/**
 * Shows every setting with its effective value and marks the values that the user chose. Selecting a setting opens
 * its question, and the row's button restores the default. The first rows send or preview the request.
 */
export async function reviewCreation(
  context: StepContext,
  { notKeptIn, onFinish }: CreationReview,
): Promise<SettingStepAnswer> {
  const { draft, edited, frame, lists, accountName } = context;
  const notKept = notKeptIn(draft);
  // Preselect the setting that was just edited, so that pressing Enter twice doesn't send the request. Without an
  // edit, preselect the first setting that couldn't be copied, so that Enter doesn't send an incomplete copy.
  const preselected: FieldId | undefined = edited ?? notKept[0];
  const sending: readonly Choice<CreationDecision>[] = [
    {
      label: `$(sign-in) ${l10n.t("Create and Log In…")}`,
      description: l10n.t("in {0}", accountName),
      value: { kind: "create", thenLogIn: true },
    },
    { label: `$(add) ${l10n.t("Create Connection")}`, value: { kind: "create", thenLogIn: false } },
    { label: `$(code) ${l10n.t("Preview Request…")}`, value: { kind: "preview" } },
  ];
  const shown = (): PickContent<CreationDecision> => {
    const isTaken = new ConnectionIndex(lists.knownConnections).similar(draft).length > 0;
    const otherSite = otherSiteWarning(draft, lists.knownCredentials.values());
    const words = [
      isTaken ? l10n.t("This profile already has a connection for this domain.") : describeNotCopied(notKept),
      otherSite && withFullStop(otherSite),
    ].filter((text) => text !== undefined);
    return {
      prompt: words.length === 0 ? undefined : joinSentences(words),
      choices: [...sending, ...rowsByGroup((field) => reviewRow(field, context))],
    };
  };
  for (;;) {
    const stop = new AbortController();
    const answer = await pickOne<CreationDecision>({
      frame,
      placeholder: l10n.t("Create, or choose what to change"),
      active: (value) => value.kind === "edit" && value.field === preselected,
      ...shown(),
      updates: lists.fetchNames([draft], stop.signal)?.then(shown),
    }).finally(() => stop.abort());
    if (answer.kind !== "accepted") return answer;
    const { value } = answer;
    switch (value.kind) {
      case "create":
        onFinish({ thenLogIn: value.thenLogIn });
        return { kind: "finished" };
      case "edit":
        return value;
      case "reset":
        // Treat the reset as an answer, so that the draft is stored and the review is shown again.
        return { kind: "answered", draft: withDefault(draft, value.field), edited: value.field };
      case "preview": {
        const preview = await previewRequest(draft, context.codeTarget);
        if (preview === "cancelled") return { kind: "cancelled", typed: "" };
        break;
      }
    }
  }
}

function reviewRow(field: FieldId, { draft, entitlements, lists }: StepContext): Choice<CreationDecision> {
  const { source, text } = effectiveValue(field, draft, entitlements, lists.knownNames);
  const label = stepLabel(field);
  const value: CreationDecision = { kind: "edit", field };
  if (source !== "chosen" || connectionFields[field].isRequired === true)
    return { label, description: text, value };
  return {
    label,
    description: l10n.t("{0} · chosen", text),
    value,
    button: { icon: "discard", tooltip: l10n.t("Reset to Default"), value: { kind: "reset", field } },
  };
}

function describeNotCopied(notKept: readonly FieldId[]): string | undefined {
  if (notKept.length === 0) return undefined;
  return notKept.every((field) => field === "login_url")
    ? l10n.t("The login page wasn't saved. Enter the address again if needed.")
    : l10n.t(
        "Couldn't copy {0}. Check the settings before creating.",
        joinWithCommas(notKept.map(stepLabel)),
      );
}
