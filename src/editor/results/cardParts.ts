import { l10n } from "vscode";
import type { ApiError } from "../../api/errors.ts";
import type { ManagedAuthCreateRequest } from "../../api/schemas.ts";
import { previewFormats, requestPreview } from "../../domain/preview.ts";
import type { PreviewFormat } from "../../domain/preview.ts";
import { maskedJson } from "../../domain/secrets.ts";
import type { Action, ActionId, Block, Card, Row, Value } from "../../card/protocol.ts";
import type { Account } from "../accounts/accounts.ts";
import { accountPlace } from "../accounts/words.ts";
import { serviceWords } from "../words/errors.ts";
import { moment } from "../words/numbers.ts";
import { codePlace, formatLabel } from "../connections/creation/previewWords.ts";

/** Where and when a result came about. */
export interface Occasion {
  readonly id: string;
  readonly account: Account;
  readonly baseUrl: string;
  readonly at: Date;
  /** The same moment by the service's clock, where that is known: its own times are compared with it alone. */
  readonly serviceTime?: Date;
}

/** The service's time of an occasion, from when it answered; nothing where it did not say. */
export function serviceTime(answeredAt: number | undefined): Pick<Occasion, "serviceTime"> {
  return answeredAt === undefined ? {} : { serviceTime: new Date(answeredAt) };
}

/** What every card of an account begins with. */
export function cardFrame({ account, at, baseUrl, id }: Occasion): Pick<Card, "id" | "context" | "sandbox"> {
  return {
    id,
    context: `${accountPlace(account, baseUrl)} · ${moment(at)}`,
    ...(account.kind === "sandbox" && {
      sandbox: l10n.t("Sandbox: sample data on this computer, not the service"),
    }),
  };
}

/** A plain value. */
export function plain(text: string): Value {
  return { text };
}

/** An id, name or code, drawn in the editor's font. */
export function code(text: string): Value {
  return { text, code: true };
}

/** Rows without the ones that have nothing to say. */
export function rows(title: string, ...all: readonly (Row | undefined)[]): Block {
  return { kind: "rows", title, rows: all.filter((row) => row !== undefined) };
}

/** A reply as received, with its secrets masked; not kept over a reload. */
export function rawReply(raw: unknown): Block {
  return {
    kind: "code",
    title: l10n.t("Reply as received, secrets masked"),
    text: maskedJson(raw),
    volatile: true,
  };
}

/** What was sent, as code in four forms; it may hold addresses, so it is not kept over a reload. */
export function requestBlocks(request: ManagedAuthCreateRequest, occasion: Occasion): readonly Block[] {
  return previewFormats.map((format) => ({
    kind: "code",
    title: l10n.t("Request as {0}", formatLabel(format)),
    text: requestPreview(request, format, codePlace(occasion)),
    volatile: true,
    copy: copyActions[format],
    copyLabel: l10n.t("Copy"),
  }));
}

const copyActions = {
  json: "copyJson",
  curl: "copyCurl",
  typescript: "copyTypescript",
  python: "copyPython",
} as const satisfies Record<PreviewFormat, ActionId>;

/** The service's own words about an error, if it gave any. */
export function serviceSays(error: ApiError): readonly Block[] {
  const items = serviceWords(error);
  return items.length === 0 ? [] : [{ kind: "list", title: l10n.t("The service says"), items }];
}

/** A button with its usual words. */
export function action(id: ActionId, primary = false): Action {
  return { id, label: actionLabel(id), ...(primary && { primary }) };
}

function actionLabel(id: ActionId): string {
  switch (id) {
    case "copyId":
      return l10n.t("Copy ID");
    case "copyDetails":
      return l10n.t("Copy Details");
    case "createAnother":
      return l10n.t("Create Another Like This");
    case "backToWizard":
      return l10n.t("Back to Review");
    case "retry":
      return l10n.t("Retry");
    case "signInAgain":
      return l10n.t("Sign In Again");
    case "showEntitlements":
      return l10n.t("Show Entitlements");
    case "refresh":
      return l10n.t("Refresh");
    case "showLog":
      return l10n.t("Show Log");
    case "openHosted":
      return l10n.t("Open Login Page");
    case "openLiveView":
      return l10n.t("Open Live View");
    case "openExisting":
      return l10n.t("Open Existing Connection");
    case "openConnection":
      return l10n.t("Open Connection");
    case "showConnection":
      return l10n.t("Show Connection");
    case "retryFailed":
      return l10n.t("Retry the Failed Ones");
    case "watch":
      return l10n.t("Wait and Delete");
    case "explainFeature":
      return l10n.t("Show the Feature");
    case "copyJson":
      return l10n.t("Copy JSON");
    case "copyCurl":
      return l10n.t("Copy curl");
    case "copyTypescript":
      return l10n.t("Copy TypeScript");
    case "checkNow":
      return l10n.t("Check Now");
    case "dismiss":
      return l10n.t("Dismiss");
    case "copyPython":
      return l10n.t("Copy Python");
  }
}
