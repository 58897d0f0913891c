// How what a service says is drawn.
import { guards, testsOf, type Mutant } from "./mutant.ts";

const editor = testsOf("editor");
const domain = testsOf("domain");

export const wordGuards: readonly Mutant[] = [
  ...guards("src/domain/text/visible.ts", domain("text/display"), [
    [
      "No line breaks and control characters",
      String.raw`.replace(/(?![\n\t])[\p{Cc}\u2028\u2029]/gu, "\uFFFD")`,
      ``,
      "never leaves a link, an icon, a line break, a control character or a change of direction",
    ],
    [
      "No line break where it would look like the end",
      String.raw`.replace(/[\n\t]/g, "\uFFFD")`,
      ``,
      "never leaves a link, an icon, a line break, a control character or a change of direction",
    ],
    [
      "No hidden change of direction",
      "return `⟨U+${hex(character.codePointAt(0))}⟩`;",
      "return character;",
      "never leaves a link, an icon, a line break, a control character or a change of direction",
    ],
  ]),
  ...guards("src/domain/text/visible.ts", domain("text/visible"), [
    ["JSON hides nothing", `spelledOut(json, escape)`, `json`, "means what it meant, and hides nothing"],
  ]),
  ...guards("src/domain/text/invisible.ts", domain("text/invisible"), [
    [
      "Invisible characters are spelled out",
      `if (!invisible.test(text)) return text;`,
      `if (text !== "") return text;`,
      "are spelled out between Latin letters, every one",
    ],
    [
      "A joiner that changes nothing is spelled out",
      `isNeeded !== undefined || isEmoji(found)`,
      `isNeeded !== undefined || /\\p{Emoji}/u.test(found)`,
      "are spelled out: a joiner between signs that do not join",
    ],
  ]),
  ...guards("src/editor/words/names.ts", editor("words/words"), [
    [
      "An invisible character in a typed name is warned about",
      `if (invisible !== undefined)`,
      `if (invisible === "")`,
      "is said of names by severity",
    ],
  ]),
  ...guards("src/domain/text/display.ts", domain("text/display"), [
    [
      "No icons",
      `.replaceAll("$(", () => "$⟨U+0028⟩")`,
      ``,
      "never leaves a link, an icon, a line break, a control character or a change of direction",
    ],
    [
      "No links",
      String.raw`.replace(/\]\(/g, "] (")`,
      ``,
      "never leaves a link, an icon, a line break, a control character or a change of direction",
    ],
    [
      "No more than 200 characters",
      `if (count === most) break;`,
      ``,
      "cuts after 200 characters as a reader counts them",
    ],
    [
      "The work on a long text is bounded",
      `text.slice(0, longestShown * 16)`,
      `text.slice(0)`,
      "looks at a bounded part of ten megabytes",
    ],
  ]),
  ...guards("src/editor/kit/inputs/ask.ts", editor("kit/inputs/ask"), [
    [
      "No prompt draws a link",
      `if (options.prompt !== undefined) pick.prompt = inert(options.prompt)`,
      `if (options.prompt !== undefined) pick.prompt = options.prompt`,
      "draws no link and no icon, whatever its words were made of",
    ],
    [
      "Nothing said of an answer draws a link",
      `message: inert(check.message)`,
      `message`,
      "draws no link and no icon, whatever its words were made of",
    ],
  ]),
  ...guards("src/editor/kit/notify.ts", editor("kit/notify"), [
    [
      "No message draws a link",
      `window.showWarningMessage(inert(message), ...`,
      `window.showWarningMessage(message, ...`,
      "draws no link and no icon, whatever its words were made of",
    ],
  ]),
  ...guards("src/editor/connections/login/logIn.ts", editor("connections/login/logIn"), [
    [
      "What a running login asks for is one line",
      `label: display(one.label)`,
      `label: one.label`,
      "says what a running login asks for in one line of text, whatever that is",
    ],
  ]),
  ...guards("src/editor/words/network.ts", editor("words/errors"), [
    [
      "Hosts and codes are drawn as text",
      `l10n.t("The connection to {0} failed ({1})", display(host), display(reason))`,
      `l10n.t("The connection to {0} failed ({1})", host, reason)`,
      "makes what comes from outside harmless",
    ],
  ]),
  ...guards("src/editor/catalogue/rows.ts", editor("catalogue/rows"), [
    ["The name of a row is drawn as text", `label: display(label),`, `label,`, "a row of the profiles"],
    [
      "The facts of a row are drawn as text",
      `description: display(description)`,
      `description`,
      "a row of the proxies",
    ],
  ]),
];
