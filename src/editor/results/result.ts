import { type ManagedAuth } from "../../api/schemas.ts";
import * as z from "zod/mini";
import type { ResultCard } from "./buttons.ts";
import { display } from "../../domain/text/display.ts";

/** The title of a page's tab, and an icon for the type of object on the page. */
export const ResultTab = z.object({
  title: z.string(),
  icon: z.enum([
    "key",
    "gist-secret",
    "trash",
    "checklist",
    "history",
    "broadcast",
    "account",
    "lock",
    "globe",
    "pulse",
    "person",
    "browser",
  ]),
});
export type ResultTab = z.infer<typeof ResultTab>;

/** The subject of a result page. Results of the same subject share a page. */
export interface PageSubject {
  /** The ID of the account that the result and its buttons belong to. */
  readonly accountId?: string | undefined;
  /** Set on the page of a connection and on the page of its history. */
  readonly connectionId?: string | undefined;
  /** The page's tab. The default title is the card's title. */
  readonly tab?: ResultTab | undefined;
}

/** The result of a command: the rendered card, and data that isn't sent to the page. */
export interface CommandResult extends PageSubject {
  readonly card: ResultCard;
  /** The ID of a creation attempt with an unknown outcome. */
  readonly pendingId?: string | undefined;
  /** Set on the pages of a resource. Pages of a connection have a `connectionId` instead. */
  readonly resourceId?: string | undefined;
  /** Set while a login is running, so that the panel isn't reused for another result. */
  readonly isBusy?: true | undefined;
  /** Set if the connection or resource on the page no longer exists. */
  readonly isGone?: true | undefined;
  /** A short subject that distinguishes results with the same title, such as a profile and its domain. */
  readonly about?: string | undefined;
  /** The URL of a login page. Never stored, and never sent to the webview. */
  readonly secrets?: { readonly hosted_url?: string };
}

export function connectionTab({ domain, id, profile_name }: ManagedAuth): ResultTab {
  const parts = domain === undefined || profile_name === undefined ? [id] : [domain, profile_name];
  return { title: parts.map(display).join(" · "), icon: "key" };
}
