import { canBeHost } from "../../api/baseUrl.ts";
import { display } from "../../domain/text/display.ts";

/**
 * A base URL for VS Code's own surfaces: its host whole, however long, since that is where a token goes; only the path
 * is cut.
 */
export function displayAddress(url: string): string {
  const parsed = URL.parse(url);
  if (parsed === null || !canBeHost(parsed) || !url.startsWith(parsed.origin)) return display(url);
  return parsed.origin + display(url.slice(parsed.origin.length));
}

/** The host of a base URL, with its port, for VS Code's own surfaces: whole. */
export function displayHost(url: string): string {
  const parsed = new URL(url);
  return canBeHost(parsed) ? parsed.host : display(parsed.host);
}
