import { visibleLine } from "../text/visible.ts";

/** Quotes text as one word for Bash or another POSIX shell. */
export const quoteForBash = (text: string): string => `'${visibleLine(text).replaceAll("'", "'\\''")}'`;
/** Quotes text as one word for PowerShell, which treats typographic quotes as quotes, too. */
export const quoteForPowerShell = (text: string): string =>
  `'${visibleLine(text).replace(/['\u2018-\u201B]/g, "$&$&")}'`;
