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
];
