import { l10n } from "vscode";
import { display } from "../../../../domain/text/display.ts";
import { withDefault } from "../../../../domain/draft/draft.ts";
import type { Draft } from "../../../../domain/draft/draft.ts";
import type { Setting } from "../../../../domain/connections/settings.ts";
import { optionFields } from "../../../../domain/draft/steps.ts";
import type { FieldId, OptionField } from "../../../../domain/draft/steps.ts";
import { pickOne } from "../../../kit/inputs/ask.ts";
import type { Choice } from "../../../kit/inputs/ask.ts";
import type { Ask, Option } from "./context.ts";
import { previewRequest } from "../preview.ts";
import { credentialWords } from "./credential.ts";
import { sourceWords } from "./context.ts";
import { options } from "./options.ts";
import { proxyWords } from "./proxy.ts";
import { subjectOf } from "./subject.ts";
import { series } from "../../../words/sentences.ts";

type Decision =
  | { readonly kind: "create"; readonly thenLogIn: boolean }
  | { readonly kind: "preview" }
  | { readonly kind: "edit"; readonly field: FieldId }
  | { readonly kind: "reset"; readonly field: OptionField };

/**
 * Shows every setting with the value that will apply and where it comes from. A row leads to its question, its
 * button back to the default; the first row sends.
 */
export const review: Ask = async (context) => {
  const { draft, edited, entitlements, frame, lists, notKept, place } = context;
  // A second Enter after an edit must not send, nor the first one without what was not kept.
  const first: FieldId | undefined = edited ?? notKept[0];
  for (;;) {
    const existing = lists.knownConnections.find(
      ({ domain, profile_name }) => domain === draft.domain && profile_name === draft.profile_name,
    );
    const prompt =
      existing === undefined
        ? notKeptWords(notKept)
        : l10n.t(
            "This profile has a connection for this domain already: {0}. Creating another is refused.",
            display(existing.id),
          );
    const answer = await pickOne<Decision>({
      frame,
      placeholder: l10n.t("Create the connection, or choose a row to change it"),
      active: (value) => value.kind === "edit" && value.field === first,
      ...(prompt !== undefined && { prompt }),
      choices: [
        {
          label: `$(add) ${l10n.t("Create Connection")}`,
          description: l10n.t("in {0}", place),
          value: { kind: "create", thenLogIn: false },
        },
        {
          label: `$(sign-in) ${l10n.t("Create and Log In…")}`,
          value: { kind: "create", thenLogIn: true },
        },
        { label: `$(code) ${l10n.t("Preview Request…")}`, value: { kind: "preview" } },
        { separator: l10n.t("Connection") },
        mainRow("domain", subjectOf("domain"), draft.domain ?? ""),
        mainRow("profile_name", subjectOf("profile_name"), draft.profile_name ?? ""),
        ...inGroups((setting) => {
          if (setting === "credential")
            return mainRow(setting, subjectOf(setting), credentialWords(draft.credential));
          return setting === "proxy"
            ? mainRow(setting, subjectOf(setting), proxyWords(draft.proxy, lists.knownProxies))
            : optionRow(setting, draft, entitlements);
        }),
      ],
    });
    if (answer.kind !== "accepted") return answer;
    switch (answer.value.kind) {
      case "create":
        context.finishes?.({ thenLogIn: answer.value.thenLogIn });
        return { kind: "finished" };
      case "edit":
        return answer.value;
      case "reset":
        // An answer like any other: kept, and the review is shown again.
        return {
          kind: "answered",
          draft: withDefault(draft, answer.value.field),
          edited: answer.value.field,
        };
      case "preview": {
        const end = await previewRequest(draft, context.codePlace);
        if (end === "cancelled") return { kind: "cancelled", typed: "" };
        break;
      }
    }
  }
};

/** A row for each setting of a connection, in the order and the groups of a review. */
export function inGroups<T>(
  row: (setting: Setting) => Choice<T>,
): readonly (Choice<T> | { readonly separator: string })[] {
  const of = (group: Option["group"]): readonly Choice<T>[] =>
    optionFields.filter((field) => options[field].group === group).map(row);
  return [
    { separator: l10n.t("Login") },
    row("credential"),
    ...of("login"),
    { separator: l10n.t("Browser") },
    row("proxy"),
    ...of("browser"),
    { separator: l10n.t("Staying logged in") },
    ...of("staying"),
  ];
}

function mainRow(field: FieldId, label: string, text: string): Choice<Decision> {
  return { label, description: display(text), value: { kind: "edit", field } };
}

function optionRow(
  field: OptionField,
  draft: Draft,
  entitlements: Parameters<Option["effective"]>[1],
): Choice<Decision> {
  const { effective, label } = options[field];
  const { source, text } = effective(draft, entitlements);
  return {
    label: label(),
    description: l10n.t("{0} · {1}", display(text), sourceWords(source)),
    value: { kind: "edit", field },
    ...(source === "chosen" && {
      button: { icon: "discard", tooltip: l10n.t("Reset to Default"), value: { kind: "reset", field } },
    }),
  };
}

function notKeptWords(notKept: readonly FieldId[]): string | undefined {
  if (notKept.length === 0) return undefined;
  return notKept.every((field) => field === "login_url")
    ? l10n.t("The login page wasn't kept. Enter it again if this connection needs it.")
    : l10n.t("Not copied as they are: {0}. Check them before you create.", series(notKept.map(subjectOf)));
}
