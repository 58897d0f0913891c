import { l10n } from "vscode";
import type { TelemetryCategory } from "../../../../api/telemetry.ts";
import { humanized } from "../../../words/labels.ts";

/** What a category of §2.6 is called; one that this version does not know, by its key. */
export function categoryLabel(category: string): string {
  switch (category) {
    case "control":
      return l10n.t("Control");
    case "connection":
      return l10n.t({ message: "Connection", comment: "A category of telemetry: clients that connect" });
    case "system":
      return l10n.t("System");
    case "captcha":
      return l10n.t("CAPTCHA");
    case "console":
      return l10n.t("Console");
    case "network":
      return l10n.t("Network");
    case "page":
      return l10n.t("Page");
    case "interaction":
      return l10n.t("Interaction");
    case "screenshot":
      return l10n.t("Screenshots");
    default:
      return humanized(category);
  }
}

/** What a category of §2.6 records. */
export function categoryMeaning(category: TelemetryCategory): string {
  switch (category) {
    case "control":
      return l10n.t("What agents do with the browser, such as calls to its API");
    case "connection":
      return l10n.t("Clients that attach to CDP or the live view, and leave");
    case "system":
      return l10n.t("Health of the browser machine: out of memory, crashes");
    case "captcha":
      return l10n.t("Outcomes of CAPTCHA solving");
    case "console":
      return l10n.t("Console output and uncaught exceptions");
    case "network":
      return l10n.t(
        "Requests and responses. Post data is recorded as it is: so is what login forms send. Text bodies are cut at 8 KB (JSON, XML, forms) or 4 KB",
      );
    case "page":
      return l10n.t("Navigation, loading, layout shifts, largest contentful paint");
    case "interaction":
      return l10n.t("Clicks, key presses, scrolling");
    case "screenshot":
      return l10n.t("Periodic pictures of the viewport. High volume");
  }
}
