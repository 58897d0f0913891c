import { l10n } from "vscode";
import type { ApiError } from "../../api/errors.ts";
import { maskedJson } from "../../domain/secrets.ts";
import type { Block, Card, Row, Value } from "../../card/card.ts";
import type { Account } from "../accounts/accounts.ts";
import { accountPlace } from "../accounts/words.ts";
import { serviceWords } from "../words/errors.ts";
import { moment } from "../words/numbers.ts";

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
export function cardFrame({
  account,
  at,
  baseUrl,
  id,
}: Occasion): Pick<Card<never>, "id" | "context" | "sandbox"> {
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
export function rows<P = never>(title: string, ...all: readonly (Row<P> | undefined)[]): Block<P> {
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

/** The service's own words about an error, if it gave any. */
export function serviceSays(error: ApiError): readonly Block[] {
  const items = serviceWords(error);
  return items.length === 0 ? [] : [{ kind: "list", title: l10n.t("The service says"), items }];
}
