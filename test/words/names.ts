// The name of each concept, and the names that no user-visible text may use for it.

/** The name of one concept. */
interface OneName {
  readonly say: string;
  readonly not: readonly RegExp[];
  /** Full texts that may contain a banned name, and the reason. */
  readonly except?: readonly { readonly text: string; readonly reason: string }[];
}

export const oneName: readonly OneName[] = [
  {
    say: "token",
    not: [/\b(?:API|access) (?:keys?|tokens?)\b/i, /\bkeys? (?:of|for|scoped|with)\b/i],
  },
  { say: "Show Connection", not: [/\b(?:Open|View) (?:the )?(?:Existing )?Connection\b/i] },
  { say: "Logged in, Needs a login", not: [/\b(?:un)?authenticated\b/i, /\blogg?(?:ed|ing|s)? into\b/i] },
  {
    say: "Logs in again automatically",
    not: [/\bre-?auth/i, /\blog(?:s|ging)? in (?:again )?by (?:itself|themselves)\b/i],
  },
  {
    say: "Stealth, Record sessions, Save credentials: On or Off",
    not: [/\b(?:Records sessions|Saves credentials|Session recording|Stealth (?:mode )?(?:On|Off))\b/i],
  },
  { say: "Health checks: every hour", not: [/(?<!health )\bcheck interval/i, /\binterval: /i] },
  { say: "login", not: [/\bflows?\b/i, /\bsession of the\b/i] },
  {
    say: "log in, to a website; sign in, to an account of the extension",
    not: [/\bsigns in with\b/i, /\bways? to sign in\b/i, /\bsign-in (?:page|form|method)s?\b/i],
  },
  { say: "Service default", not: [/\bdefault \(not sent\)/i, /\bdefault proxy\b/i] },
  { say: "Change Answers…", not: [/\bback to review\b/i] },
  { say: "Duplicate…", not: [/\bcreate another\b/i] },
  { say: "Try Again", not: [/\bretry\b/i] },
  { say: "Notify When Free", not: [/\bdelete when free\b/i] },
  { say: "Used by", not: [/\bheld by\b/i] },
  { say: "the service's proxy", not: [/\bstealth proxy\b/i] },
  { say: "recorded login", not: [/\blogin plans?\b/i] },
  {
    say: "watch, for being notified of a logout; Watch Live, for a browser",
    not: [/\bwatch(?:ed)? (?:again|the login)\b/i],
  },
  { say: "Copy as Text", not: [/\bcopy details\b/i, /\bdetails copied\b/i] },
  { say: "Page after login", not: [/\blanded on\b/i] },
  { say: "Message", not: [/\bin its words\b/i] },
  { say: "As of 7:46 PM", not: [/\bas read at\b/i] },
  { say: "canceled", not: [/\bcancell(?:ed|ing)\b/i] },
  { say: "user name", not: [/\busernames?\b/i] },
  { say: "email", not: [/\be-mails?\b/i] },
  { say: "side bar", not: [/\bsidebar\b/i] },
  { say: "someone, or the subject of what is said", not: [/\b(?:somebody|nobody)\b/i] },
  { say: "again", not: [/\banew\b/i] },
  { say: "anyway", not: [/\ball the same\b/i] },
  { say: "continues", not: [/\bgo(?:es|ing)? on\b/i] },
  { say: "who or what does it, first", not: [/^Whether\b/] },
];

/** A banned name in a text. */
interface Banned {
  readonly text: string;
  readonly match: string;
  readonly say: string;
}

/** Returns the banned names in texts. */
export function bannedIn(texts: readonly string[]): readonly Banned[] {
  return texts.flatMap((text) =>
    oneName.flatMap(({ except = [], not, say }) =>
      except.some((one) => one.text === text)
        ? []
        : not.flatMap((pattern) => {
            const match = pattern.exec(text)?.[0];
            return match === undefined ? [] : [{ text, match, say }];
          }),
    ),
  );
}
