import { l10n } from "vscode";
import type { ApiError } from "../../api/errors.ts";
import type { Credential } from "../../api/otherResources.ts";
import type { Block, Row } from "../../card/card.ts";
import { keysOf } from "../../domain/credentials/changes.ts";
import { display } from "../../domain/text/display.ts";
import { button, copyIdButton, more } from "../results/buttons.ts";
import type { Effect, ResultButton, ResultCard } from "../results/buttonEffect.ts";
import { cardFrame, codeRow, dateRow, plain, rows } from "../results/cardParts.ts";
import type { Occasion } from "../results/cardParts.ts";
import { notReadCard } from "../results/notReadCard.ts";
import { usersBlock } from "../things/usedBy.ts";
import type { Users } from "../things/usedBy.ts";
import { describeError } from "../words/errors.ts";
import { series } from "../words/sentences.ts";
import { providerName } from "./askValues.ts";

/** A stored credential: what it has, without any of it, and what refers to it. */
export function credentialCard(occasion: Occasion, credential: Credential, users: Users): ResultCard {
  return {
    ...cardFrame(occasion),
    head: { kind: "header" },
    title: display(credential.name),
    summary: [l10n.t("The service logs in with it. What it holds is never shown.")],
    blocks: credentialBlocks(credential, users),
    actions: credentialActions(occasion, credential),
  };
}

/** What can be done with a credential. */
export function credentialActions(
  occasion: Occasion,
  { has_totp_secret, id }: Credential,
): ResultCard["actions"] {
  const edit = button(l10n.t("Edit…"), "managedAuth.editCredential", { id });
  const copyCode = button(l10n.t("Copy One-Time Code"), "managedAuth.copyOneTimeCode", { id });
  return {
    ...(has_totp_secret === true ? { next: copyCode, other: edit } : { other: edit }),
    refresh: readButton(l10n.t("Refresh"), id, occasion),
    ...more(button(l10n.t("Delete…"), "managedAuth.deleteCredential", { id }), copyIdButton(id)),
  };
}

/** All that is told of a credential; of its values the keys, which say what is there. */
export function credentialBlocks(credential: Credential, users: Users): readonly Block<Effect>[] {
  const { created_at, domain, has_totp_secret, id, sso_provider, updated_at } = credential;
  return [
    rows<Effect>(
      l10n.t("Credential"),
      domain === undefined
        ? { label: l10n.t("Domain"), value: plain(l10n.t("Not reported")) }
        : codeRow(l10n.t("Domain"), display(domain)),
      valuesRow(credential),
      {
        label: l10n.t("One-time codes"),
        value: plain(
          has_totp_secret === undefined
            ? l10n.t("Not reported")
            : has_totp_secret
              ? l10n.t("From a stored secret")
              : l10n.t("None"),
        ),
      },
      sso_provider === undefined
        ? undefined
        : {
            label: l10n.t("Logs in with"),
            value: plain(providerName(sso_provider)),
            note: l10n.t("The site's button for it is pressed first."),
          },
      dateRow(l10n.t("Created"), created_at),
      dateRow(l10n.t("Changed"), updated_at),
      codeRow(l10n.t("ID"), id),
    ),
    usersBlock(users, { none: l10n.t("No connection refers to it.") }),
  ];
}

function valuesRow(credential: Credential): Row<Effect> {
  const label = l10n.t("Values");
  const keys = keysOf(credential);
  if (keys.length > 0)
    return { label, value: plain(series(keys.map(display))), note: l10n.t("The values are never shown.") };
  if (credential.has_values === true)
    return { label, value: plain(l10n.t("Some, not named by the service")) };
  if (credential.has_values === undefined && credential.value_keys === undefined)
    return { label, value: plain(l10n.t("Not reported")) };
  return {
    label,
    value: plain(l10n.t("None")),
    note: l10n.t("A person types what the site asks for."),
  };
}

/** A credential that could not be read. */
export function noCredentialCard(occasion: Occasion, id: string, error: ApiError): ResultCard {
  return notReadCard(occasion, error, {
    title: l10n.t("Credential not read"),
    which: rows(l10n.t("Credential"), codeRow(l10n.t("ID or name"), id)),
    again: readButton(l10n.t("Try Again"), id, occasion),
    ...(describeError(error).remedies.includes("explain") && {
      other: button(l10n.t("Show Entitlements"), "managedAuth.showEntitlements", {}),
    }),
    id,
  });
}

/** Reads the credential again, in the place of this result. */
function readButton(label: string, id: string, { id: resultId }: Occasion): ResultButton {
  return button(label, "managedAuth.showCredential", { id, resultId });
}
