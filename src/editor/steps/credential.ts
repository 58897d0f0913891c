import { l10n } from "vscode";
import type { Entitlements } from "../../api/schemas.ts";
import type { CredentialAnswer } from "../../domain/draft.ts";
import { isEnabled } from "../../domain/entitlements.ts";
import type { KnownFeature } from "../../domain/entitlements.ts";
import { askText, pickOne } from "../prompts.ts";
import { checkName } from "../words/names.ts";
import type { Ask } from "../wizard.ts";

type Kind = CredentialAnswer["kind"];

/** Asks which credential the connection refers to (§2.5). */
export const askCredential: Ask = async ({ draft, entitlements, frame }) => {
  const answer = await pickOne<Kind>({
    frame,
    placeholder: l10n.t("Which credential should it log in with?"),
    choices: [
      {
        label: l10n.t("None"),
        detail: l10n.t(
          "Somebody types the credential at the first login. It is saved after a successful one",
        ),
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

/** Asks for the name of a stored credential. */
export const askCredentialName: Ask = async ({ draft, frame, typed }) => {
  const { credential } = draft;
  const answer = await askText({
    frame,
    prompt: l10n.t("Name of the stored credential"),
    value: typed ?? (credential?.kind === "stored" ? (credential.name ?? "") : ""),
    ignoreFocusOut: true,
    check: (name) => checkName(l10n.t("The credential name"), name),
  });
  if (answer.kind !== "accepted") return answer;
  return { kind: "answered", draft: { ...draft, credential: { kind: "stored", name: answer.value } } };
};

/** Asks for the name of a credential provider. */
export const askCredentialProvider: Ask = async ({ draft, frame, typed }) => {
  const credential =
    draft.credential?.kind === "item"
      ? draft.credential
      : { kind: "lookup" as const, ...providerOf(draft.credential) };
  const answer = await askText({
    frame,
    prompt: l10n.t("Name of the credential provider"),
    value: typed ?? credential.provider ?? "",
    ignoreFocusOut: true,
    check: (name) => checkName(l10n.t("The provider name"), name),
  });
  if (answer.kind !== "accepted") return answer;
  return { kind: "answered", draft: { ...draft, credential: { ...credential, provider: answer.value } } };
};

/** Asks for the path of an item of a credential provider. */
export const askCredentialPath: Ask = async ({ draft, frame, typed }) => {
  const credential = draft.credential?.kind === "item" ? draft.credential : { kind: "item" as const };
  const answer = await askText({
    frame,
    prompt: l10n.t("Path of the item, as the provider writes it"),
    placeholder: l10n.t("Vault/Item"),
    value: typed ?? credential.path ?? "",
    ignoreFocusOut: true,
    check: (path) => checkName(l10n.t("The path"), path),
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
