import { canBeHost } from "../../api/baseUrl.ts";
import { display } from "../../domain/text/display.ts";

/** A base URL for VS Code's own surfaces: the path may be cut, never the host, because the token goes there. */
export function displayAddress(url: string): string {
  const parsed = URL.parse(url);
  if (parsed === null || !canBeHost(parsed) || !url.startsWith(parsed.origin)) return display(url);
  return parsed.origin + display(url.slice(parsed.origin.length));
}

/** The whole host of a base URL, with its port, for VS Code's own surfaces. */
export function displayHost(url: string): string {
  const parsed = new URL(url);
  return canBeHost(parsed) ? parsed.host : display(parsed.host);
}
