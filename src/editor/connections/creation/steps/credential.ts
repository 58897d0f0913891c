import { l10n } from "vscode";
import type { Entitlements } from "../../../../api/schemas.ts";
import type { CredentialAnswer } from "../../../../domain/draft.ts";
import { isEnabled } from "../../../../domain/entitlements.ts";
import type { KnownFeature } from "../../../../domain/entitlements.ts";
import { pickLive } from "../../../kit/livePick.ts";
import { pickOne } from "../../../kit/ask.ts";
import { credentialRow, itemRow, providerRow } from "../../../catalogue/rows.ts";
import type { Ask } from "./context.ts";
import { typedName } from "../../../catalogue/typedName.ts";

type Kind = CredentialAnswer["kind"];

/** Asks which credential the connection refers to (§2.5). */
export const askCredential: Ask = async ({ draft, entitlements, frame }) => {
  const answer = await pickOne<Kind>({
    frame,
    placeholder: l10n.t("Which credential should it log in with?"),
    choices: [
      {
        label: l10n.t("None"),
        detail: l10n.t("You type it at the first login; it is saved for later ones"),
        value: "none",
      },
      {
        label: l10n.t("Stored Credential…"),
        ...marked(entitlements, "credentials"),
        detail: l10n.t("A credential stored with the service, by its name"),
        value: "stored",
      },
      { separator: l10n.t("An external provider, such as a password manager") },
      {
        label: l10n.t("Provider Item…"),
        ...marked(entitlements, "credential_providers"),
        detail: l10n.t("One item of a provider, by its path"),
        value: "item",
      },
      {
        label: l10n.t("Provider Lookup…"),
        ...marked(entitlements, "credential_providers"),
        detail: l10n.t("The provider finds the item by the connection's domain"),
        value: "lookup",
      },
    ],
    active: (kind) => kind === (draft.credential?.kind ?? "none"),
  });
  if (answer.kind !== "accepted") return answer;
  return { kind: "answered", draft: { ...draft, credential: changed(draft.credential, answer.value) } };
};

/** Asks for a stored credential. */
export const askCredentialName: Ask = async ({ draft, frame, lists, typed }) => {
  const { credential } = draft;
  const answer = await pickLive({
    frame,
    placeholder: l10n.t("Choose a stored credential or type its name"),
    load: lists.credentials,
    row: credentialRow,
    typed: typedName(l10n.t("The credential name"), l10n.t("Use This Name")),
    value: typed ?? (credential?.kind === "stored" ? (credential.name ?? "") : ""),
  });
  if (answer.kind !== "accepted") return answer;
  return { kind: "answered", draft: { ...draft, credential: { kind: "stored", name: answer.value } } };
};

/** Asks for a credential provider. */
export const askCredentialProvider: Ask = async ({ draft, frame, lists, typed }) => {
  const credential =
    draft.credential?.kind === "item"
      ? draft.credential
      : { kind: "lookup" as const, ...providerOf(draft.credential) };
  const answer = await pickLive({
    frame,
    placeholder: l10n.t("Choose a credential provider or type its name"),
    load: lists.providers,
    row: providerRow,
    typed: typedName(l10n.t("The provider name"), l10n.t("Use This Name")),
    value: typed ?? credential.provider ?? "",
  });
  if (answer.kind !== "accepted") return answer;
  return { kind: "answered", draft: { ...draft, credential: { ...credential, provider: answer.value } } };
};

/** Asks for an item of the provider chosen before. */
export const askCredentialPath: Ask = async ({ draft, frame, lists, typed }) => {
  const credential = draft.credential?.kind === "item" ? draft.credential : { kind: "item" as const };
  const answer = await pickLive({
    frame,
    placeholder: l10n.t("Choose an item or type its path, such as Vault/Item"),
    load: lists.items(credential.provider ?? ""),
    row: itemRow,
    typed: typedName(l10n.t("The path"), l10n.t("Use This Path")),
    value: typed ?? credential.path ?? "",
  });
  if (answer.kind !== "accepted") return answer;
  return { kind: "answered", draft: { ...draft, credential: { ...credential, path: answer.value } } };
};

/** The credential answer in words. */
export function credentialWords(credential: CredentialAnswer | undefined): string {
  switch (credential?.kind) {
    case undefined:
      return l10n.t("Not answered");
    case "none":
      return l10n.t("None (not sent)");
    case "stored":
      return l10n.t("Stored credential {0}", credential.name ?? "");
    case "item":
      return l10n.t("{0} from provider {1}", credential.path ?? "", credential.provider ?? "");
    case "lookup":
      return l10n.t("Looked up by domain at provider {0}", credential.provider ?? "");
  }
}

/** The answer with another kind; what was typed for the same kind stays. */
function changed(previous: CredentialAnswer | undefined, kind: Kind): CredentialAnswer {
  if (previous?.kind === kind) return previous;
  switch (kind) {
    case "none":
    case "stored":
      return { kind };
    case "item":
    case "lookup":
      return { kind, ...providerOf(previous) };
  }
}

function providerOf(credential: CredentialAnswer | undefined): { provider?: string } {
  const named =
    credential?.kind === "item" || credential?.kind === "lookup" ? credential.provider : undefined;
  return named === undefined ? {} : { provider: named };
}

function marked(entitlements: Entitlements | undefined, feature: KnownFeature): { description?: string } {
  return isEnabled(entitlements, feature) === false ? { description: l10n.t("not in your plan") } : {};
}
