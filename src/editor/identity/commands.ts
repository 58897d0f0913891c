import { l10n } from "vscode";
import * as z from "zod/mini";
import type { EntitlementsModel } from "../catalogue/entitlementsModel.ts";
import type { WhoAmI, AccountIdentity } from "../catalogue/whoAmI.ts";
import { command, type Commands } from "../kit/command.ts";
import { whileLoading } from "../kit/inputs/whileLoading.ts";
import { newResultContext, type ShowingContext } from "../results/showingContext.ts";
import type { AuthContext } from "../../api/resourceSchemas.ts";
import type { ApiError } from "../../api/errors.ts";
import type { CardBlock, CardRow } from "../../card/card.ts";
import { display } from "../../domain/text/display.ts";
import type { Account } from "../accounts/accounts.ts";
import { accountLabel, displayAddress } from "../accounts/accountLabels.ts";
import {
  commandButton,
  chooseProjectButton,
  moreMenu,
  type ButtonAction,
  type ResultButton,
  type ResultCard,
} from "../results/buttons.ts";
import {
  cardFrame,
  codeRow,
  plainValue,
  rawReplyBlock,
  rowsBlock,
  textRow,
  type ResultContext,
  failedFetchCard,
} from "../results/cardParts.ts";
import { ownProperty, planName, markUnknownValue } from "../words/labels.ts";

interface ShowAccountParts extends ShowingContext {
  readonly whoAmI: WhoAmI;
  readonly entitlements: EntitlementsModel;
}

/**
 * Creates "Show Account", which fetches and shows the account's identity. If the user refreshes an earlier result, the
 * new page replaces the earlier one.
 */
export function identityCommands(parts: ShowAccountParts): Commands<"managedAuth.showAccount"> {
  const schema = z.strictObject({ resultId: z.optional(z.uuid()) });
  return {
    "managedAuth.showAccount": command(schema, async ({ resultId }) => {
      const title = l10n.t("Account");
      const access = await parts.requireAccess(title);
      if (access === undefined) return;
      const loaded = await whileLoading(
        { title, back: false },
        l10n.t("Reading the account…"),
        async (signal) => {
          const identity = await parts.whoAmI.fetch(access, signal);
          if (identity?.kind !== "notReported") return { identity };
          const { account, value } = (await parts.entitlements.recentState()).reading ?? {};
          const plan = account?.id === access.account.id ? value?.plan : undefined;
          return { identity, plan: plan?.effective_id ?? plan?.id };
        },
      );
      if (loaded?.identity === undefined) return;
      const { identity, plan } = loaded;
      const context = newResultContext(access, resultId ?? parts.results.newId());
      await parts.panel.show({
        card:
          identity.kind === "reported" || identity.kind === "notReported"
            ? accountCard(context, identity, plan)
            : noAccountCard(context, identity),
        accountId: access.account.id,
        tab: { title, icon: "account" },
      });
    }),
  };
}

/**
 * Renders the account's identity as the service reports it. If an older service doesn't report an identity, renders
 * `plan` instead. `plan` is the ID of the organization's effective plan, or undefined if the entitlements couldn't be
 * fetched.
 */
export function accountCard(
  context: ResultContext,
  identity: AccountIdentity,
  plan: string | undefined,
): ResultCard {
  return {
    ...cardFrame(context),
    head: { kind: "header" },
    title: accountLabel(context.account),
    summary:
      identity.kind === "reported"
        ? []
        : [l10n.t("This service doesn't report a token's organization, project and user.")],
    blocks:
      identity.kind === "reported"
        ? [
            accountRows(context),
            identityRows(identity.context, context.account.project),
            rawReplyBlock(identity.raw),
          ]
        : [accountRows(context, textRow(l10n.t("Plan"), plan === undefined ? undefined : planName(plan)))],
    actions: { refresh: readAccountButton(l10n.t("Refresh"), context), ...moreMenu(chooseProjectButton()) },
  };
}

function noAccountCard(context: ResultContext, error: ApiError): ResultCard {
  return failedFetchCard(context, error, {
    title: l10n.t("Couldn't read the account"),
    identity: accountRows(context),
    retry: readAccountButton(l10n.t("Try Again"), context),
  });
}

function readAccountButton(label: string, { id: resultId }: ResultContext): ResultButton {
  return commandButton(label, "managedAuth.showAccount", { resultId });
}

/** Returns rows with the account's name and base URL, which need no request, followed by the given rows. */
function accountRows(
  { account, baseUrl }: ResultContext,
  ...moreRows: readonly (CardRow<ButtonAction> | undefined)[]
): CardBlock<ButtonAction> {
  return rowsBlock<ButtonAction>(
    l10n.t("Account"),
    textRow(l10n.t("Name"), accountLabel(account)),
    textRow(l10n.t("Base URL"), account.kind === "sandbox" ? undefined : displayAddress(baseUrl)),
    ...moreRows,
  );
}

function identityRows(
  { authentication, authorization, organization, principal }: AuthContext,
  chosen: Account["project"],
): CardBlock<ButtonAction> {
  const tokenId = authentication?.credential_id;
  const isToken = principal?.type === "api_key";
  return rowsBlock<ButtonAction>(
    l10n.t("At the service"),
    idRow(l10n.t("Organization"), organization?.id),
    projectRow(l10n.t("Project"), authorization?.effective_scope?.project_id, chosen),
    projectRow(l10n.t("Token is for"), authorization?.credential_scope?.project_id),
    principal?.id === undefined && principal?.type === undefined
      ? idRow(l10n.t("Acts as"), undefined)
      : idRow(principalLabel(principal.type), principal.id),
    isToken && (tokenId === undefined || tokenId === principal.id)
      ? undefined
      : idRow(l10n.t("Token"), tokenId),
    textRow(l10n.t("Token comes from"), sourceText(authentication?.source)),
  );
}

function idRow(label: string, id: string | undefined): CardRow<ButtonAction> {
  if (id === undefined) return { label, value: plainValue(l10n.t("Not reported")) };
  return codeRow(label, id);
}

/** Returns a row for a project. A null ID from the service means the whole organization. */
function projectRow(
  label: string,
  id: string | null | undefined,
  project?: Account["project"],
): CardRow<ButtonAction> {
  if (id !== null && id !== undefined && id === project?.id && project.name !== id)
    return { ...codeRow(label, id), note: display(project.name) };
  if (id === null) return { label, value: plainValue(l10n.t("The whole organization")) };
  return idRow(label, id);
}

function principalLabel(type: string | undefined): string {
  if (type === undefined) return l10n.t("Acts as");
  const words = { api_key: l10n.t("Acts as token"), user: l10n.t("Acts as user") };
  return ownProperty(words, type) ?? l10n.t("Acts as {0}", markUnknownValue(display(type)));
}

function sourceText(source: string | undefined): string | undefined {
  if (source === undefined) return undefined;
  const words = {
    api_key: l10n.t("The organization's list of tokens"),
    oauth: l10n.t("A user's own sign-in"),
    dashboard: l10n.t("The service's dashboard"),
  };
  return ownProperty(words, source) ?? markUnknownValue(display(source));
}
