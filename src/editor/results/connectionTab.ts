import type { ManagedAuth } from "../../api/schemas.ts";
import { display } from "../../domain/text/display.ts";
import type { Tab } from "./result.ts";

/** The tab of what is about a connection, or about one that was asked for. */
export function connectionTab({
  domain,
  id,
  profile_name,
}: Partial<Pick<ManagedAuth, "domain" | "id" | "profile_name">>): Tab {
  const parts = domain === undefined || profile_name === undefined ? [id ?? ""] : [domain, profile_name];
  return { title: parts.map(display).join(" · "), icon: "key" };
}
