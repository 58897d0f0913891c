import type { ResultCard } from "./effect.ts";

/** A result as it is shown, and what stays with the editor. */
export interface Result {
  readonly card: ResultCard;
  /** The account that the result belongs to, and that its buttons work as. */
  readonly accountId?: string | undefined;
  /** The attempt whose end is not known. */
  readonly pendingId?: string | undefined;
  /** What it is about, in a few words, such as a profile and its domain: tells results of one title apart. */
  readonly about?: string | undefined;
  /** Addresses that open a logged-in browser. They are never stored and never sent to the page. */
  readonly secrets?: { readonly hosted_url?: string; readonly live_view_url?: string };
}
