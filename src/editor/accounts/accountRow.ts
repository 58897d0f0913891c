import { l10n, ThemeIcon } from "vscode";
import { display } from "../../domain/display.ts";
import type { Row } from "../kit/row.ts";
import { shortMoment } from "../words/numbers.ts";
import type { Account } from "./accounts.ts";
import { accountLabel } from "./words.ts";

/** The row of the active account; `asOf` is when the rows below it were read, where that was before this window. */
export function accountRow(account: Account, asOf: Date | undefined): Row {
  const sandbox = account.kind === "sandbox";
  const value = sandbox ? l10n.t("sample data only") : display(account.baseUrl);
  return {
    id: "account",
    label: accountLabel(account),
    value,
    tooltip: sandbox
      ? l10n.t("Sample data, not the service. Everything here happens on this computer only.")
      : value,
    ...(asOf !== undefined && { description: l10n.t("as of {0} · {1}", shortMoment(asOf), value) }),
    icon: new ThemeIcon(sandbox ? "beaker" : "account"),
    contextValue: "account",
    below: "nothing",
  };
}
