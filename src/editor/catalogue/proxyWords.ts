import { l10n } from "vscode";
import { among } from "../words/labels.ts";

/** The kind of a proxy, beside its name; one that this version does not know as it came. */
export function proxyType(type: string): string {
  const words = {
    datacenter: l10n.t("datacenter"),
    isp: l10n.t("ISP"),
    residential: l10n.t("residential"),
    mobile: l10n.t("mobile"),
    custom: l10n.t("custom"),
  };
  return among(words, type) ?? type;
}

/** The health of a proxy, beside its name; one that this version does not know as it came. */
export function proxyStatus(status: string): string {
  const words = {
    available: l10n.t("available"),
    unavailable: l10n.t("unavailable"),
  };
  return among(words, status) ?? status;
}
