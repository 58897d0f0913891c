// What the settings of a connection are called and what they say, where they are chosen and where they are shown.
import { l10n } from "vscode";
import { among } from "../../../words/labels.ts";
import { duration } from "../../../words/numbers.ts";
import { withAside } from "../../../words/sentences.ts";

/** A setting that is on or off (§2.1, §2.2). */
export type Toggled = "auto_reauth" | "health_checks" | "record_session" | "save_credentials" | "stealth";

/** What a setting is called. */
export function settingLabel(setting: Toggled): string {
  return {
    stealth: l10n.t("Stealth"),
    record_session: l10n.t("Record sessions"),
    save_credentials: l10n.t("Save credentials"),
    health_checks: l10n.t("Health checks"),
    auto_reauth: l10n.t("Logs in again by itself"),
  }[setting];
}

/** On, off, or that the service does not say. */
export function onOff(value: boolean | undefined): string {
  if (value === undefined) return l10n.t("Not reported");
  return value ? l10n.t("On") : l10n.t("Off");
}

/** How often something happens, such as "every hour" or "every 20 minutes"; `seconds` is positive. */
export function every(seconds: number): string {
  const words = {
    60: l10n.t("every minute"),
    3_600: l10n.t("every hour"),
    86_400: l10n.t("every day"),
  };
  return among(words, String(seconds)) ?? l10n.t("every {0}", duration(seconds));
}

/** A proxy (§2.3): what it is called, where that is known, before its id; nothing named is the service's default. */
export function proxyPhrase(
  proxy: { readonly id?: string | undefined; readonly name?: string | undefined } | "default" | "direct",
): string {
  if (proxy === "direct") return l10n.t("No proxy");
  if (proxy === "default") return l10n.t("Service default");
  const { id, name } = proxy;
  if (name === undefined) return id === undefined ? l10n.t("Service default") : l10n.t("ID {0}", id);
  return id === undefined ? name : withAside(name, id);
}
