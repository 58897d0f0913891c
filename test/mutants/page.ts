// What the result page makes of what it is sent. A real browser draws it, so these are slow.
import { guards, type Mutant } from "./mutant.ts";

export const pageGuards: readonly Mutant[] = [
  ...guards("src/page/dom.ts", "test/page/safety.test.ts", [
    [
      "Text is never markup",
      `element.textContent = visible(text);`,
      `element.innerHTML = visible(text);`,
      "are words and nothing else at 300 px",
    ],
    [
      "Text turns nothing around",
      `element.textContent = visible(text);`,
      `element.textContent = text;`,
      "are words and nothing else at 300 px",
    ],
  ]),
  ...guards("src/page/dom.ts", "test/page/head.test.ts", [
    [
      "A domain is read in one order wherever it stands",
      `element.dir = "ltr";`,
      ``,
      "has a domain read in one order wherever it stands, also one that begins from right to left",
    ],
  ]),
  ...guards("src/page/head.ts", "test/page/head.test.ts", [
    [
      "What is fine as it is urges to nothing",
      `head.kind === "verdict" || head.state?.tone === "warning"`,
      `head.kind !== "verdict" || head.state?.tone === "warning"`,
      "urges to what comes next where something happened or is amiss, and to nothing of what is fine as it is",
    ],
  ]),
  ...guards("src/page/main.ts", "test/page/countdown.test.ts", [
    [
      "No timer runs where nobody sees it",
      `if (document.hidden) countdown?.stop();`,
      `if (document.title === "") countdown?.stop();`,
      "stands while nobody can see it, and is right at once afterwards",
    ],
    [
      "A countdown ends with its card",
      `  countdown?.stop();\n  clearTimeout`,
      `  clearTimeout`,
      "ends with its card",
    ],
  ]),
  ...guards("src/page/main.ts", "test/page/strips.test.ts", [
    [
      "Strips of another drawing are not drawn",
      `else if (data.drawing === drawn) updateStrips`,
      `else updateStrips`,
      "are drawn anew in their places, with the focus where it was; those of another drawing are not",
    ],
  ]),
  ...guards("src/page/icons.ts", "test/page/icons.test.ts", [
    [
      "What is neutral has a shape of its own",
      `neutral: "M14.5 8a6.5 6.5 0 1 1-13 0a6.5 6.5 0 0 1 13 0M5.2 8h5.6"`,
      `neutral: "M14.5 8a6.5 6.5 0 1 1-13 0a6.5 6.5 0 0 1 13 0"`,
      "has a shape of its own, so that none depends on colour alone",
    ],
  ]),
];
