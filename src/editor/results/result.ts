import * as z from "zod/mini";
import type { ResultCard } from "./buttons.ts";
import type { ManagedAuth } from "../../api/schemas.ts";
import { display } from "../../domain/text/display.ts";

/** What a tab says of its page: its subject, and by its icon the kind of that. */
export const Tab = z.object({
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
  ]),
});
export type Tab = z.infer<typeof Tab>;

/** A result as it is shown, and what stays with the editor. */
export interface Result {
  readonly card: ResultCard;
  /** The account that the result belongs to, and that its buttons work as. */
  readonly accountId?: string | undefined;
  /** The attempt whose end is not known. */
  readonly pendingId?: string | undefined;
  /** The connection that it shows, which has a page of its own. */
  readonly connectionId?: string | undefined;
  /** The ID of the credential, provider, proxy, destination or profile that it shows. */
  readonly resourceId?: string | undefined;
  /** Where it is not said, the tab has the card's title. */
  readonly tab?: Tab | undefined;
  /** Its login runs, so it keeps its panel. */
  readonly isBusy?: true | undefined;
  /** What it shows no longer exists. */
  readonly isGone?: true | undefined;
  /** What it is about, in a few words, such as a profile and its domain: tells results of one title apart. */
  readonly about?: string | undefined;
  /** Addresses that open a logged-in browser. They are never stored and never sent to the page. */
  readonly secrets?: { readonly hosted_url?: string; readonly live_view_url?: string };
}

/** The tab of what is about a connection, or about one that was asked for. */
export function connectionTab({
  domain,
  id,
  profile_name,
}: Partial<Pick<ManagedAuth, "domain" | "id" | "profile_name">>): Tab {
  const parts = domain === undefined || profile_name === undefined ? [id ?? ""] : [domain, profile_name];
  return { title: parts.map(display).join(" · "), icon: "key" };
}
