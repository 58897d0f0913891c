import type { StepId } from "../../../../domain/draft/steps.ts";
import type { Ask } from "./context.ts";
import { askCredential } from "./credential.ts";
import { askDomain } from "./domain.ts";
import { options } from "./options.ts";
import { askProfileName } from "./profileName.ts";
import { askProxy } from "./proxy.ts";
import { review } from "./review.ts";
import { askTelemetryCategories, askTelemetryDestination, askTelemetryExport } from "./telemetry.ts";

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
