import { l10n } from "vscode";
import type { TelemetryCategory } from "../../../../api/telemetry.ts";
import { among, humanized } from "../../../words/labels.ts";

/** What a category of §2.6 is called; one that this version does not know, by its key. */
export function categoryLabel(category: string): string {
  const words = {
    control: l10n.t("Control"),
    connection: l10n.t({ message: "Connection", comment: "A category of telemetry: clients that connect" }),
    system: l10n.t("System"),
    captcha: l10n.t("CAPTCHA"),
    console: l10n.t("Console"),
    network: l10n.t("Network"),
    page: l10n.t("Page"),
    interaction: l10n.t("Interaction"),
    screenshot: l10n.t("Screenshots"),
  };
  return among(words, category) ?? humanized(category);
}

/** What a category of §2.6 records. */
export function categoryMeaning(category: TelemetryCategory): string {
  return {
    control: l10n.t("What agents do with the browser, such as calls to its API"),
    connection: l10n.t("Clients that attach to CDP or the live view, and leave"),
    system: l10n.t("Health of the browser machine: out of memory, crashes"),
    captcha: l10n.t("Outcomes of CAPTCHA solving"),
    console: l10n.t("Console output and uncaught exceptions"),
    network: l10n.t(
      "Requests and responses. Post data is recorded as it is: so is what login forms send. Text bodies are cut at 8 KB (JSON, XML, forms) or 4 KB",
    ),
    page: l10n.t("Navigation, loading, layout shifts, largest contentful paint"),
    interaction: l10n.t("Clicks, key presses, scrolling"),
    screenshot: l10n.t("Periodic pictures of the viewport. High volume"),
  }[category];
}
