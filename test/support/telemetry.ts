// Telemetry (§2.6) as it goes over the wire.

/** Its categories, in their order. */
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

/** Category by category, on for these alone. */
export const flags = (...chosen: readonly string[]): object =>
  Object.fromEntries(categories.map((name) => [name, { enabled: chosen.includes(name) }]));
