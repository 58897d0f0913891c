import { l10n } from "vscode";

/** The kind of a proxy, beside its name; one that this version does not know as it came. */
export function proxyType(type: string): string {
  switch (type) {
    case "datacenter":
      return l10n.t("datacenter");
    case "isp":
      return l10n.t("ISP");
    case "residential":
      return l10n.t("residential");
    case "mobile":
      return l10n.t("mobile");
    case "custom":
      return l10n.t("custom");
    default:
      return type;
  }
}

/** The health of a proxy, beside its name; one that this version does not know as it came. */
export function proxyStatus(status: string): string {
  switch (status) {
    case "available":
      return l10n.t("available");
    case "unavailable":
      return l10n.t("unavailable");
    default:
      return status;
  }
}
