// What is told of what happens without the user, and what decides whether it is.
import { guards, testsOf, type Mutant } from "./mutant.ts";

const editor = testsOf("editor");

export const noticeGuards: readonly Mutant[] = [
  ...guards("src/editor/kit/settings.ts", editor("kit/settings"), [
    [
      "No workspace chooses a setting",
      `.inspect(name)?.globalValue`,
      `.inspect(name)?.workspaceValue`,
      "is not the workspace's to choose",
    ],
    [
      "What a setting cannot be counts for nothing",
      `allowed.find((value) => value === set) ?? settings[name][0]`,
      `(set as Settings[Name][number]) ?? settings[name][0]`,
      "is the default where it holds what it cannot be",
    ],
  ]),
  ...guards("package.json", "test/manifest.test.ts", [
    [
      "No workspace has a say in a setting",
      `            "off"
          ],
          "default": "all",
          "scope": "application"`,
      `            "off"
          ],
          "default": "all",
          "scope": "window"`,
      "are the user's alone: no workspace has a say",
    ],
    [
      "No setting is one that moves a request",
      `"managedAuth.results.column": {`,
      `"managedAuth.baseUrl": {`,
      "are of the kinds that may be one: what is told, and where a result opens",
    ],
  ]),
  ...guards("src/editor/results/panel.ts", editor("results/panel"), [
    [
      "Who is there is not told beside",
      `toAway !== undefined && !window.state.focused && `,
      `toAway !== undefined && `,
      "is told to who has left the window meanwhile, once, where they may be told",
    ],
    [
      "No result is announced where no message is wanted",
      `!window.state.focused && mayNotify()`,
      `!window.state.focused`,
      "is told to who has left the window meanwhile, once, where they may be told",
    ],
    [
      "Results beside share a column",
      `others.find((column) => column !== undefined) ?? `,
      ``,
      "opens beside where the user says so: beside others, and not beside nothing",
    ],
  ]),
  ...guards("src/editor/kit/notify.ts", editor("connections/listed/delete"), [
    [
      "No deletion is announced where no message is wanted",
      `window.state.focused || !mayNotify()`,
      `window.state.focused`,
      "is told once, in passing where no message is wanted",
    ],
    [
      "A deletion is told to who has left the window",
      `if (window.state.focused || !mayNotify()) showStatus(message);
  else`,
      `showStatus(message); if (false)`,
      "is told once, by a message to who has left the window",
    ],
  ]),
  ...guards("src/editor/connections/login/surfaces.ts", editor("connections/login/surfaces"), [
    [
      "No login's end is announced where no message is wanted",
      `if (looks || !mayNotify()) {`,
      `if (looks) {`,
      "is said in passing where no message is wanted",
    ],
  ]),
];
