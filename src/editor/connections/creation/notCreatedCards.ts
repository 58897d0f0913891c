import { l10n } from "vscode";
import type { ApiError } from "../../../api/errors.ts";
import type { ManagedAuthCreateRequest } from "../../../api/schemas.ts";
import type { CreationOutcome } from "../../../domain/connections/creationOutcome.ts";
import { compact } from "../../../domain/compact.ts";
import { draftFromRequest, idsIn, type ConnectionDraft } from "../../../domain/draft/draft.ts";
import type { NamedResource } from "../../../domain/text/names.ts";
import { display } from "../../../domain/text/display.ts";
import { describeError } from "../../words/errors.ts";
import { formatDateTime } from "../../words/formatting.ts";
import {
  commandButton,
  copyIdButton,
  moreMenu,
  remedyButton,
  type ResultButton,
  type ResultCard,
  type VisibleButtons,
  type ResultBlock,
} from "../../results/buttons.ts";
import {
  adviceWithCountdown,
  cardFrame,
  codeRow,
  copyButton,
  type ResultContext,
  rowsBlock,
  serviceMessageBlocks,
  verdictHead,
  unknownOutcomeReason,
} from "../../results/cardParts.ts";
import { showConnectionButton } from "../shown/connectionActions.ts";
import { effectiveValue } from "../settings/settings.ts";
import { requestBlocks } from "./requestCode.ts";
import { withFullStop } from "../../words/sentences.ts";

/** The user's answers, and details of the resources that the answers reference only by ID. */
interface AnswersWithNames {
  readonly draft: ConnectionDraft;
  readonly named: readonly NamedResource[];
}

interface RefusalDetails extends AnswersWithNames {
  /** The outcome of an earlier identical request, if there was one. */
  readonly earlier?: Extract<CreationOutcome, { kind: "refused" }>["earlier"] | undefined;
  /** The feature that the organization's subscription probably lacks. */
  readonly feature?: string | undefined;
}

export function refusedCreationCard(
  context: ResultContext,
  request: ManagedAuthCreateRequest,
  error: ApiError,
  { draft, earlier, feature, named }: RefusalDetails,
): ResultCard {
  const { buttons, ...refusal } = refusalParts(context, error, "create", {
    notes: compact(earlier && describeEarlierAttempt(earlier)),
    draftKept: l10n.t("Your answers are kept for a day."),
    back: backToReviewButton(draft),
    // This button resends the refused request unchanged. The new result replaces this card.
    retry: commandButton(l10n.t("Try Again"), "managedAuth.createConnection", {
      draft,
      start: "review",
      send: true,
      resultId: context.id,
    }),
    feature,
  });
  return {
    ...cardFrame(context),
    title: l10n.t("Connection not created"),
    ...refusal,
    blocks: [...serviceMessageBlocks(error), ...requestedBlocks(context, request, named)],
    actions: { ...buttons, ...moreMenu() },
  };
}

/** Describes the outcome of the first request after an identical second request was refused. */
export function describeEarlierAttempt(earlier: "absent" | "unclear"): string {
  return earlier === "absent"
    ? l10n.t("The connection doesn't exist. The first attempt didn't create the connection.")
    : l10n.t("This attempt created nothing. An earlier attempt may have created the connection.");
}

/**
 * Renders a creation with an unknown result: the service may have created the connection but didn't confirm it. The
 * attempt stays stored until the user checks or dismisses it.
 */
export function unknownCreationCard(
  context: ResultContext,
  request: ManagedAuthCreateRequest,
  error: ApiError | undefined,
  { draft, named, pendingId }: AnswersWithNames & { readonly pendingId: string },
): ResultCard {
  return {
    ...cardFrame(context),
    head: verdictHead("warning"),
    title: l10n.t("Couldn't confirm that {0} was created", display(request.domain)),
    summary: [
      unknownOutcomeReason(error),
      l10n.t("Check Now sends the same request again and can't create a second connection."),
    ],
    blocks: [...serviceMessageBlocks(error), ...requestedBlocks(context, request, named)],
    actions: {
      next: checkAttemptButton(pendingId, context),
      other: dismissAttemptButton(pendingId),
      ...moreMenu(backToReviewButton(draft)),
    },
  };
}

/** Returns the card of an unknown result that the user has dismissed. The card no longer offers a check. */
export function dismissedCard(card: ResultCard): ResultCard {
  return {
    ...card,
    head: verdictHead("neutral"),
    summary: [
      l10n.t("Dismissed: this result can no longer be checked."),
      l10n.t('If the connection was created, "Show Connection…" lists it.'),
    ],
    actions: { ...(card.actions.more && { more: card.actions.more }) },
  };
}

/**
 * Renders a connection that was found after the response to a create request was lost. The attempt most likely
 * created this connection. If `isEarlier` is true, another sign-in sent the request. The card is then less certain and
 * leaves out the request, because the request doesn't belong to the current account.
 */
export function foundCard(
  context: ResultContext,
  request: ManagedAuthCreateRequest,
  id: string | undefined,
  startedAt: Date,
  isEarlier = false,
): ResultCard {
  const [name, at] = [display(request.domain), formatDateTime(startedAt)];
  const mayDiffer = l10n.t("If someone created the connection earlier, its settings may differ from yours.");
  const [title, origin] = isEarlier
    ? [
        l10n.t("{0} exists, possibly from your attempt", name),
        l10n.t("Your attempt at {0}, from an earlier sign-in, may have created this connection.", at),
      ]
    : [
        l10n.t("{0} exists, likely from your attempt", name),
        l10n.t("Your attempt at {0} likely created this connection.", at),
      ];
  return {
    ...cardFrame(context),
    head: verdictHead("info"),
    title,
    summary: [origin, mayDiffer],
    blocks: [aboutBlock(request, id), ...(isEarlier ? [] : requestBlocks(request, context))],
    actions:
      id === undefined ? moreMenu() : { next: showConnectionButton(id), ...moreMenu(copyIdButton(id)) },
  };
}

/** Renders an attempt from an earlier sign-in if the current account's list doesn't contain the connection. */
export function notListedCard(
  context: ResultContext,
  request: ManagedAuthCreateRequest,
  pendingId: string,
  startedAt: Date,
): ResultCard {
  return {
    ...cardFrame(context),
    head: verdictHead("neutral"),
    title: l10n.t("Connection not found"),
    summary: [
      l10n.t(
        "Your attempt at {0} belongs to an earlier sign-in. This account has no such connection.",
        formatDateTime(startedAt),
      ),
      l10n.t(
        "Do both sign-ins use the same organization and project? Then no connection was created: dismiss this result.",
      ),
    ],
    blocks: [aboutBlock(request)],
    actions: {
      next: dismissAttemptButton(pendingId),
      other: checkAttemptButton(pendingId, context),
      ...moreMenu(),
    },
  };
}

/** Renders the conflict with an existing connection for the same profile and domain (interface.md §4.1, 409). */
export function conflictCard(
  context: ResultContext,
  request: ManagedAuthCreateRequest,
  error: ApiError,
  existing: string | undefined,
  draft: ConnectionDraft,
): ResultCard {
  const back = backToReviewButton(draft);
  return {
    ...cardFrame(context),
    head: verdictHead("info"),
    title: l10n.t("This connection already exists"),
    summary: [l10n.t("Use that connection, or choose another profile or domain.")],
    blocks: [
      aboutBlock(request, existing, l10n.t("Existing ID")),
      ...serviceMessageBlocks(error),
      ...requestBlocks(request, context),
    ],
    actions:
      existing === undefined
        ? { next: back, ...moreMenu() }
        : { next: showConnectionButton(existing), other: back, ...moreMenu(copyIdButton(existing)) },
  };
}

function aboutBlock(
  { domain, profile_name }: ManagedAuthCreateRequest,
  id?: string,
  idLabel = l10n.t("ID"),
): ResultBlock {
  return rowsBlock(
    l10n.t("Connection"),
    id !== undefined && codeRow(idLabel, id),
    codeRow(l10n.t("Domain"), domain),
    codeRow(l10n.t("Profile"), profile_name),
  );
}

function requestedBlocks(
  context: ResultContext,
  request: ManagedAuthCreateRequest,
  named: readonly NamedResource[],
): readonly ResultBlock[] {
  const draft = draftFromRequest(request);
  const { text } = effectiveValue("proxy", draft, undefined, named);
  const proxy = { label: l10n.t("Proxy"), value: { text } };
  const { proxy: id } = idsIn(draft);
  const rows = rowsBlock(
    l10n.t("Requested"),
    codeRow(l10n.t("Domain"), request.domain),
    codeRow(l10n.t("Profile"), request.profile_name),
    id === undefined ? proxy : { ...proxy, value: { text, hint: id }, copy: copyButton(id) },
  );
  return [rows, ...requestBlocks(request, context)];
}

interface RefusalTexts {
  /** Sentences before the reason for the refusal. */
  readonly intro?: readonly string[];
  /** Sentences after the reason for the refusal. */
  readonly notes?: readonly string[];
  /** A sentence that states how long the answers are kept. */
  readonly draftKept: string;
  /** The button that returns to the answers. */
  readonly back: ResultButton;
  /** The button that sends the same request again. Only used if a retry may succeed. */
  readonly retry?: ResultButton;
  /** The feature that the organization's subscription probably lacks. */
  readonly feature?: string | undefined;
}

/**
 * Returns the parts of a card that explain a refused request. One button returns to the answers. The other button, if
 * any, starts a remedy or a retry. A remedy takes precedence, because a retry with the same token or subscription would
 * be refused again.
 */
export function refusalParts(
  { at }: ResultContext,
  error: ApiError,
  act: "create" | "change",
  { retry, back, feature, draftKept, intro = [], notes = [] }: RefusalTexts,
) {
  const { headline, remedies, ...words } = describeError(error, act);
  const { advice, ...countdown } = adviceWithCountdown(error, words.advice, at);
  const explain = commandButton(l10n.t("Show Entitlements"), "managedAuth.showEntitlements", { feature });
  const [first] = compact(
    remedyButton(remedies),
    remedies.includes("explain") && explain,
    remedies.includes("retry") && retry,
  );
  const buttons: VisibleButtons = first === undefined ? { next: back } : { next: first, other: back };
  return {
    head: verdictHead("error"),
    summary: [...intro, withFullStop(headline), ...notes, ...advice, draftKept],
    ...countdown,
    buttons,
  };
}

function backToReviewButton(draft: ConnectionDraft): ResultButton {
  return commandButton(l10n.t("Change Answers…"), "managedAuth.createConnection", { draft, start: "review" });
}

/** Returns the button that checks an attempt with an unknown result. The new result replaces the current card. */
function checkAttemptButton(id: string, { id: resultId }: ResultContext): ResultButton {
  return commandButton(l10n.t("Check Now"), "managedAuth.checkPending", { id, resultId });
}

function dismissAttemptButton(id: string): ResultButton {
  return commandButton(l10n.t("Dismiss"), "managedAuth.dismissPending", { id });
}
