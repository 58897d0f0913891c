import { guards, testsOf, type Mutant } from "./mutant.ts";

const history = testsOf("editor/connections/history");

/** What a history claims, what it keeps to itself, and how its picture is read. */
export const historyGuards: readonly Mutant[] = [
  ...guards("src/editor/connections/history/read.ts", history("reading"), [
    [
      "A missing project is no missing history",
      ` && timeline.error.missing !== "project"`,
      ``,
      "does not take a project that is not there for a history that is not",
    ],
    [
      "Entries that came before reading on failed are shown",
      ` || timeline.rows.length > 0`,
      ``,
      "shows what came before reading on failed, and says why; more reads the same again",
    ],
  ]),
  ...guards("src/editor/connections/history/commands.ts", history("renew"), [
    [
      "A login that runs has no entry yet",
      `login.phase !== "ended"`,
      `login.phase === "starting"`,
      "has the login that ended, in its place, and as many entries as were asked for",
    ],
  ]),
  ...guards("src/editor/connections/history/card.ts", history("reading"), [
    [
      "Unreadable entries may contradict what would be claimed",
      ` && timeline.unreadable === 0`,
      ``,
      "counts the entries that it cannot read, and claims nothing that they might contradict",
    ],
  ]),
  ...guards("src/editor/connections/history/card.ts", history("commands"), [
    [
      "Secrets in entries as received are masked",
      `maskedJson(entry).replace(`,
      `(entry.id === "" ? maskedJson(entry) : JSON.stringify(entry)).replace(`,
      "shows what it does not know as it is, without secrets, and does not keep that",
    ],
    [
      "Addresses in the website's words lose what may open something",
      `'The website says: "{0}"', maskedText(website_error)`,
      `'The website says: "{0}"', website_error === "" ? maskedText(website_error) : website_error`,
      "tells when a login ended, and what the website said; the rest is folded",
    ],
    [
      "A check that has something to tell stands alone",
      `notesOf(run.at(-1) ?? run[0]).length === 0 &&`,
      `run.length > 0 &&`,
      "keeps checks apart that found something else, or have something to tell",
    ],
  ]),
  ...guards("src/editor/results/store.ts", history("reading"), [
    [
      "A row of a table that is not known is not kept",
      `if (block.kind === "table")`,
      `if (block.kind === "table" && block.rows.length === 0)`,
      "comes back after a reload: the days and the entries, but for what was not known",
    ],
  ]),
  ...guards("src/page/blocks/days.ts", "test/page/days.test.ts", [
    [
      "The days are one stop for Tab",
      `index === at ? 0 : -1`,
      `0`,
      "is one stop for Tab, at the last piece; the arrows lead through all of it, and what is at hand is told",
    ],
    [
      "Each piece says what it is to who does not see it",
      `element.setAttribute("aria-label", visible(piece.text));`,
      ``,
      "says each day and each of its pieces to who does not see it",
    ],
  ]),
  ...guards("src/editor/catalogue/timelines.ts", "test/unit/editor/catalogue/timelines.test.ts", [
    [
      "Timelines take no more than sixty requests a minute",
      `this.#sentAt.length < mostAMinute ? 0 : first + minuteMs - now`,
      `first - now`,
      "sends sixty requests in any minute at most, and goes on in the next one",
    ],
    [
      "No timeline is read for who looks away",
      `id !== undefined && isWanted()`,
      `id !== undefined`,
      "reads nothing more for who looks away",
    ],
    [
      "Timelines leave the others their requests",
      `remaining < (limit === undefined ? lowCount : lowShare * limit)`,
      `remaining < 0 && limit === lowCount * lowShare`,
      "pauses a minute where 29 of 120 requests are left",
    ],
  ]),
];
