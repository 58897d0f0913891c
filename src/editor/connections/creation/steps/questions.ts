import { l10n } from "vscode";
import type { StepId } from "../../../../domain/draft/steps.ts";
import type { Ask } from "./context.ts";
import { askCredential } from "./credential.ts";
import { options } from "./options.ts";
import { askProxy } from "./proxy.ts";
import { review } from "./review.ts";
import { askTelemetryCategories, askTelemetryDestination, askTelemetryExport } from "./telemetry.ts";
import { readDomain } from "../../../../domain/draft/domainName.ts";
import { askText } from "../../../kit/inputs/ask.ts";
import { checkDomain } from "../../../words/domains.ts";
import { answered } from "../../../kit/inputs/wizard.ts";
import { eachListed, pickLive } from "../../../kit/inputs/livePick.ts";
import { profileRow } from "../../../catalogue/rows.ts";
import { typedName } from "../../../catalogue/typedName.ts";

/** Asks for the domain to stay logged in to (§4.1 `domain`). */
const askDomain: Ask = async ({ draft, frame, typed }) => {
  const answer = await askText({
    frame,
    prompt: l10n.t("Domain that the browser profile should stay logged in to"),
    placeholder: "example.com",
    value: typed ?? draft.domain ?? "",
    check: checkDomain,
  });
  if (answer.kind !== "accepted") return answer;
  const read = readDomain(answer.value);
  return read.ok
    ? { kind: "answered", draft: { ...draft, domain: read.domain } }
    : { kind: "back", typed: answer.value };
};

/** Asks for the browser profile (§4.1 `profile_name`), which the service creates if there is none. */
const askProfileName: Ask = async ({ draft, frame, lists, typed }) => {
  const answer = await pickLive({
    frame,
    placeholder: l10n.t("Choose a browser profile or type a name"),
    load: lists.profiles,
    rows: eachListed(profileRow),
    typed: typedName(
      l10n.t("The profile name"),
      (name) => name,
      (known) => (known ? l10n.t("new profile") : l10n.t("new profile, if there is none of this name")),
    ),
    named: l10n.t("existing profile"),
    value: typed ?? draft.profile_name ?? "",
  });
  return answered(answer, (name) => ({ ...draft, profile_name: name }));
};

/** How each question of the wizard is asked. */
export const questions: Readonly<Record<StepId, Ask>> = {
  domain: askDomain,
  profile_name: askProfileName,
  proxy: askProxy,
  credential: askCredential,
  login_url: options.login_url.ask,
  allowed_domains: options.allowed_domains.ask,
  stealth: options.stealth.ask,
  record_session: options.record_session.ask,
  telemetry: options.telemetry.ask,
  telemetry_categories: askTelemetryCategories,
  telemetry_export: askTelemetryExport,
  telemetry_destination: askTelemetryDestination,
  save_credentials: options.save_credentials.ask,
  health_checks: options.health_checks.ask,
  health_check_interval: options.health_check_interval.ask,
  auto_reauth: options.auto_reauth.ask,
  review,
};
