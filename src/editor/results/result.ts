import * as z from "zod/mini";
import type { ResultCard } from "./buttons.ts";
import { display } from "../../domain/text/display.ts";

/** The title of a page's tab, and an icon for the kind of its subject. */
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

/** A result: the rendered card and data that stays in the editor. */
export interface CommandResult {
  readonly card: ResultCard;
  /** The account of the result and its buttons. */
  readonly accountId?: string | undefined;
  /** The attempt with an unknown outcome. */
  readonly pendingId?: string | undefined;
  /** The connection whose page this is. */
  readonly connectionId?: string | undefined;
  /** The ID of the resource whose page this is. */
  readonly resourceId?: string | undefined;
  /** Default: the card's title. */
  readonly tab?: ResultTab | undefined;
  /** Set while a login runs, so that the panel isn't reused. */
  readonly isBusy?: true | undefined;
  /** Set if the subject no longer exists. */
  readonly isGone?: true | undefined;
  /** A short subject that distinguishes results with the same title, such as a profile and its domain. */
  readonly about?: string | undefined;
  /** The address of a login page. Never stored and never sent to the page. */
  readonly secrets?: { readonly hosted_url?: string };
}

/** Returns the tab for a connection. */
export function connectionTab({
  domain,
  id,
  profile_name,
}: {
  readonly domain?: string | undefined;
  readonly id?: string | undefined;
  readonly profile_name?: string | undefined;
}): ResultTab {
  const parts = domain === undefined || profile_name === undefined ? [id ?? ""] : [domain, profile_name];
  return { title: parts.map(display).join(" · "), icon: "key" };
}
