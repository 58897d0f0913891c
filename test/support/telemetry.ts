// Telemetry settings (interface.md §2.6) as sent.

/** All categories, in the document's order. */
export const categories = [
  "control",
  "connection",
  "system",
  "captcha",
  "console",
  "network",
  "page",
  "interaction",
  "screenshot",
] as const;

/** Returns all categories, with only these enabled. */
export const enabledFlags = (...chosen: readonly string[]): object =>
  Object.fromEntries(categories.map((name) => [name, { enabled: chosen.includes(name) }]));
