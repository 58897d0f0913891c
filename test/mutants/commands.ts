// Guards of commands, of the buttons of results, and of the rows that start them.
import { guards, testsOf, type Mutant } from "./mutant.ts";

const editor = testsOf("editor");

export const commandGuards: readonly Mutant[] = [
  ...guards("src/editor/kit/command.ts", editor("results/pressButton"), [
    [
      "A command checks what it is told",
      `run(takes.parse(args))`,
      `run(args as Args)`,
      'starts nothing that is told {"id":7}',
    ],
  ]),
  ...guards("src/editor/sandbox/commands.ts", editor("sandbox/commands"), [
    [
      "What may have been created in the sandbox is forgotten once that is gone, and not before",
      `if (done === true) {\n    await parts.sandboxReset();\n    parts.sandbox.isUnseen = sample === "small";\n  }`,
      `await parts.sandboxReset();`,
      "forgets what may have been created once that is gone, in whatever project",
    ],
  ]),
  ...guards("src/editor/kit/row.ts", editor("sidebar/entitlements"), [
    [
      "A tooltip is plain text",
      `item.tooltip = tooltip;`,
      `Object.assign(item, { tooltip: { value: tooltip, isTrusted: true } });`,
      "have tooltips of plain text, which no image or command can hide in",
    ],
    [
      "The names of features cannot clash with one another",
      `.replaceAll("/", "~1")`,
      ``,
      "have ids of their own, whatever the service calls its features",
    ],
  ]),
  ...guards("src/editor/accounts/signIn/commands.ts", editor("accounts/signIn/signOut"), [
    [
      "What nobody can check afterwards is named before it goes",
      `if (unknown.length > 0 && !(await confirmLoss(unknown))) return;`,
      ``,
      "keeps the account and what is unknown where the user would rather check",
    ],
    [
      "Signing out leaves nothing of the account",
      `store.forget(scope)`,
      `Promise.resolve()`,
      "removes what is kept for the account, and leaves what is kept for others",
    ],
    [
      "No other account is signed out",
      `accountIdOf(session.state.account.id) !== scope.accountId`,
      `scope.accountId === ""`,
      "leaves alone an account that came while it asked",
    ],
  ]),
  ...guards("src/editor/accounts/signIn/signIn.ts", editor("entitlements/commands"), [
    [
      "What a token could not read is read with the next",
      `parts.tokenReplaced();`,
      ``,
      "is read again by itself, even where the token is the same one",
    ],
  ]),
  ...guards("src/editor/results/resultPage.ts", editor("results/panel"), [
    [
      "A button works only in the newest drawing, or where it stayed as it was",
      `(drawing === this.#drawing || stayed)`,
      `drawing <= this.#drawing`,
      "the panel of results",
    ],
    [
      "A page presses only what its card has",
      `presses.find((_, index) => String(index) === press)`,
      `presses.at(Math.trunc(Number(press)))`,
      "the panel of results",
    ],
  ]),
  ...guards("src/card/protocol.ts", testsOf("card")("protocol"), [
    ["A page can only name a button", `press: z.string(),`, `press: z.unknown(),`, "what a page may say"],
  ]),
  ...guards("src/card/buttons.ts", testsOf("card")("buttons"), [
    [
      "Nothing that a button carries reaches the page",
      `String(presses.push(press) - 1)`,
      `JSON.stringify([presses.push(press) - 1, press])`,
      "has numbers for what its buttons carry, and nothing of that",
    ],
  ]),
  ...guards("src/editor/results/store.ts", editor("results/store"), [
    [
      "What is shown only once is not stored",
      `withoutAddresses(withoutVolatile(card))`,
      `withoutAddresses(card)`,
      "comes back after a reload, without what is shown only once",
    ],
    [
      "The address of a login page is not stored",
      `withoutAddresses(withoutVolatile(card))`,
      `withoutVolatile(card)`,
      "is stored without the address of its login page, and says that it was left out",
    ],
    [
      "No button is stored that opens an address",
      `if (press.does === "open" || `,
      `if (`,
      "is stored without a button that opens an address",
    ],
    [
      "No change is stored that sends the address of a login page",
      `"login_url" in sent && sent.login_url !== ""`,
      `false`,
      "is stored without a button that looks for the address of a login page",
    ],
    [
      "What a stored button does is checked again",
      `Effect.safeParse(press).data`,
      `press as Effect`,
      "comes back without a button that does nothing this version knows",
    ],
  ]),
  ...guards("src/storage/store.ts", editor("results/panel"), [
    [
      "A result is not stored for an account that has signed out",
      `if (owner === undefined || (await this.#isThere(owner).catch(() => true))) return true;`,
      `if (owner !== "") return true;`,
      "is kept nowhere where the sign-out was while it was written",
    ],
  ]),
  ...guards("src/editor/results/pressButton.ts", editor("results/pressButton"), [
    [
      "A result of another account does nothing",
      `if (session.state.kind === "signedIn" && session.state.account.id === accountId) return true;`,
      `if (session.state.kind === "signedIn") return true;`,
      "a result of another account",
    ],
  ]),
  ...guards("src/editor/kit/notify.ts", editor("results/pressButton"), [
    [
      "No ID is copied that acts on a terminal or hides what it holds",
      `values.some((value) => visibleLine(value) !== value)`,
      `values.length === 0`,
      "copies no id that presses Enter in a terminal, and says so",
    ],
  ]),
  ...guards("src/editor/results/cardText.ts", editor("results/cardText"), [
    [
      "No value breaks out of its line in copied details",
      `lines(block).map(visibleLine)`,
      `lines(block)`,
      "keeps each value in its line, and hides nothing",
    ],
    [
      "Copied code hides nothing",
      `[visible(maskedText(block.text))]`,
      `[maskedText(block.text)]`,
      "keeps each value in its line, and hides nothing",
    ],
  ]),
  ...guards("src/editor/app/app.ts", editor("app/otherExtensions"), [
    [
      "Another extension's arguments say nothing to a command",
      `if (first !== undefined && !isOfThisWindow(first)) return at.run(command, {});`,
      ``,
      "a command that another extension calls",
    ],
  ]),
  ...guards("src/editor/sidebar/commandArguments.ts", editor("sidebar/commandArguments"), [
    [
      "A row that someone made up is none",
      `return isOfThisWindow(first) && "kind" in first;`,
      `return typeof first === "object" && first !== null && "kind" in first;`,
      "is a row only where it is one",
    ],
    [
      "A row's button acts on its row",
      `pressed === undefined || selection.includes(pressed) ? selection : [pressed]`,
      `selection.length > 0 || pressed === undefined ? selection : [pressed]`,
      "what rows tell a command",
    ],
  ]),
  ...guards("src/editor/sidebar/entitlements.ts", editor("sidebar/firstRows"), [
    [
      "Rows that were read before say when",
      `    this.#describe();\n`,
      ``,
      "wait for no answer; they say how old they are until it comes, and then what it says",
    ],
  ]),
  ...guards("src/editor/sidebar/messages.ts", editor("sidebar/messages"), [
    [
      "The sandbox never passes for the service",
      `return [l10n.t("Sandbox"), ...name].join(" · ");`,
      `return name.join(" · ");`,
      "is whom they belong to: Sandbox",
    ],
  ]),
];
