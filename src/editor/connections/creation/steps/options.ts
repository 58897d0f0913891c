import type { OptionField } from "../../../../domain/draft/steps.ts";
import { allowedDomains } from "./allowedDomains.ts";
import { healthCheckInterval } from "./healthCheckInterval.ts";
import { loginUrl } from "./loginUrl.ts";
import type { Option } from "./option.ts";
import { telemetry } from "./telemetry.ts";
import { autoReauth, healthChecks, recordSession, saveCredentials, stealth } from "./toggles.ts";

/** Every field that has a default. */
export const options: Readonly<Record<OptionField, Option>> = {
  login_url: loginUrl,
  allowed_domains: allowedDomains,
  stealth,
  record_session: recordSession,
  telemetry,
  save_credentials: saveCredentials,
  health_checks: healthChecks,
  health_check_interval: healthCheckInterval,
  auto_reauth: autoReauth,
};
