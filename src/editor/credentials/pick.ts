import { l10n } from "vscode";
import type { Credential } from "../../api/otherResources.ts";
import type { Access } from "../accounts/service.ts";
import { Lists } from "../catalogue/lists.ts";
import { credentialRow } from "../catalogue/rows.ts";
import { typedName } from "../catalogue/typedName.ts";
import { eachListed, pickLive } from "../kit/inputs/livePick.ts";
import type { LiveRow } from "../kit/inputs/livePick.ts";

type Row = { readonly kind: "create" } | { readonly kind: "one"; readonly id: string };

/** Shows the credentials, to create one or to open one; `undefined` when the user left. */
export async function pickToShow(access: Access): Promise<Row | undefined> {
  const create: LiveRow<Row> = {
    label: l10n.t("Create Credential…"),
    icon: "add",
    value: { kind: "create" },
  };
  const listed = eachListed<Credential, Row>((one) => credentialRow(one, { kind: "one", id: one.id }));
  const answer = await pickLive<Credential, Row>({
    frame: { title: l10n.t("Credentials"), back: false },
    placeholder: l10n.t("Choose a credential, or type its ID or name"),
    load: new Lists(access.client).credentials,
    rows: (items) => [create, { separator: "" }, ...listed(items)],
    typed: typedName(l10n.t("The ID or name"), (id): Row => ({ kind: "one", id })),
    value: "",
  });
  return answer.kind === "accepted" ? answer.value : undefined;
}

/** Asks for a credential, from the list or by its ID or name; resolves to that, or `undefined` when the user left. */
export async function pickCredential(
  access: Access,
  title: string,
  fits: (credential: Credential) => boolean = () => true,
): Promise<string | undefined> {
  const answer = await pickLive({
    frame: { title, back: false },
    placeholder: l10n.t("Choose a credential, or type its ID or name"),
    load: new Lists(access.client).credentials,
    rows: eachListed((one: Credential) => (fits(one) ? credentialRow(one, one.id) : undefined)),
    typed: typedName(l10n.t("The ID or name"), (text) => text),
    value: "",
  });
  return answer.kind === "accepted" ? answer.value : undefined;
}
