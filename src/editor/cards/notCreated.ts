import { l10n } from "vscode";
import type { ApiError } from "../../api/errors.ts";
import type { ManagedAuthCreateRequest } from "../../api/schemas.ts";
import type { Action, Card } from "../../page/protocol.ts";
import { describeError } from "../words/errors.ts";
import { action, cardFrame, code, plain, rows, requestBlocks, serviceSays } from "./common.ts";
import type { Occasion } from "./common.ts";

/** A connection that was not created, or of which that is not known. */
export function notCreatedCard(occasion: Occasion, request: ManagedAuthCreateRequest, error: ApiError): Card {
  if (error.kind === "conflict") return conflictCard(occasion, request, error);
  const { actions, advice, headline } = describeError(error);
  if (error.sent === "unknown")
    return unknownCard(occasion, request, [`${headline}. ${advice.join(" ")}`], error);
  return {
    ...cardFrame(occasion),
    tone: "error",
    title: l10n.t("Connection Not Created"),
    summary: [`${headline}.`, ...advice, l10n.t("Your answers are kept.")],
    blocks: [...serviceSays(error), asked(request), ...requestBlocks(request, occasion.baseUrl)],
    actions: [
      action("backToWizard", true),
      ...actions.filter((id) => id !== "retry").map((id) => action(id)),
    ],
  };
}

/** The request may have been carried out: nothing here may make the user send it twice by mistake. */
export function unknownCard(
  occasion: Occasion,
  request: ManagedAuthCreateRequest,
  summary: readonly string[],
  error?: ApiError,
): Card {
  return {
    ...cardFrame(occasion),
    tone: "warning",
    title: l10n.t("Result Unknown"),
    summary: [
      ...summary,
      l10n.t(
        "The connection may have been created. Sending it again is safe: a profile has at most one connection for a domain, so the service either creates it or names the one that exists.",
      ),
    ],
    blocks: [
      ...(error === undefined ? [] : serviceSays(error)),
      asked(request),
      ...requestBlocks(request, occasion.baseUrl),
    ],
    actions: [action("backToWizard", true)],
  };
}

function conflictCard(
  occasion: Occasion,
  request: ManagedAuthCreateRequest,
  error: Extract<ApiError, { kind: "conflict" }>,
): Card {
  const existing = error.existing_id;
  const copy: readonly Action[] =
    existing === undefined ? [] : [action("openExisting", true), action("copyId")];
  return {
    ...cardFrame(occasion),
    tone: "info",
    title: l10n.t("This Connection Already Exists"),
    summary: [
      l10n.t("The profile already has a connection for this domain. Nothing was changed."),
      l10n.t("Use the existing connection, or go back and choose another profile or domain."),
    ],
    blocks: [
      rows(
        l10n.t("Connection"),
        existing === undefined ? undefined : { label: l10n.t("Existing ID"), value: code(existing) },
        { label: l10n.t("Domain"), value: code(request.domain) },
        { label: l10n.t("Profile"), value: code(request.profile_name) },
      ),
      ...serviceSays(error),
      ...requestBlocks(request, occasion.baseUrl),
    ],
    actions: [...copy, action("backToWizard", copy.length === 0)],
  };
}

function asked(request: ManagedAuthCreateRequest): Card["blocks"][number] {
  return rows(
    l10n.t("What was asked for"),
    { label: l10n.t("Domain"), value: code(request.domain) },
    { label: l10n.t("Profile"), value: code(request.profile_name) },
    request.browser?.proxy === undefined
      ? { label: l10n.t("Proxy"), value: plain(l10n.t("Default (not sent)")) }
      : { label: l10n.t("Proxy"), value: code(Object.values(request.browser.proxy).join()) },
  );
}
