import type { Way } from "./chooseWay.ts";

/** What this window remembers of logins while it is open. */
export class LoginMemory {
  /** How the user logged in last. */
  lastWay: Way = "browser";
  /** The logins whose page this window has opened, by their keys: a page's link works once. */
  readonly opened = new Set<string>();
  /** The connections whose login is asked about at the moment: their user is here. */
  readonly asking = new Set<string>();
}
